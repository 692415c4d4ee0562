"""The suite runs on one engine at a time: compiled, or plain with NUMBA_DISABLE_JIT=1."""

import os
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

os.environ.setdefault("FLAGSTONE_ENGINE", "compiled")

from flagstone import engine


@pytest.fixture(scope="session")
def rule_code() -> Callable[[str], ModuleType]:
    """The rule file of a game on the engine under test."""
    return lambda game: engine.rule_code(game, compiled=engine.jit_is_on())


@pytest.fixture(scope="session", autouse=True)
def _somewhere_else(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the tests' processes keep goes nowhere near the data of whoever runs them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield
