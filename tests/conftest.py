"""The suite runs on one engine at a time: compiled, or plain with NUMBA_DISABLE_JIT=1."""

import os
from collections.abc import Callable
from types import ModuleType

import pytest

os.environ.setdefault("FLAGSTONE_ENGINE", "compiled")

from flagstone import engine


@pytest.fixture(scope="session")
def rule_code() -> Callable[[str], ModuleType]:
    """The rule file of a game on the engine under test."""
    return lambda game: engine.rule_code(game, compiled=engine.jit_is_on())
