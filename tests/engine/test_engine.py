"""The two instances of the rules, and what is kept of the compiled one."""

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from flagstone import engine
from flagstone.match import Match
from flagstone.rules import GAMES, ctf
from flagstone.rules.chance import NO_TAPE
from flagstone.rules.record import layout
from tests.playing import OPEN, ctf_match

needs_compiler = pytest.mark.skipif(not engine.jit_is_on(), reason="the compiler is off")


def test_plain_rules_need_no_compiler() -> None:
    code = "import sys; from flagstone.match import Match; import flagstone.cli; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_unknown_engine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAGSTONE_ENGINE", "steam")
    with pytest.raises(ValueError, match="auto, compiled or plain"):
        ctf_match("classic")


@needs_compiler
def test_the_instances_are_two() -> None:
    assert engine.rule_code("classic", compiled=True) is not engine.rule_code("classic", compiled=False)
    assert hasattr(engine.compiled("classic").act, "py_func")
    assert not hasattr(engine.plain("classic").act, "py_func")


def test_an_index_out_of_range_raises_where_bounds_are_checked() -> None:
    """A deliberate fault: a seat that the arrays do not have. Compiled without the check it would be garbage."""
    if engine.jit_is_on() and not engine.bounds_are_checked():
        pytest.skip("compiled without bounds checks")
    game = GAMES["classic"]
    match = ctf_match("classic")
    events = np.zeros(1, layout(game.event_list, events=8))
    with pytest.raises(IndexError):
        engine.current("classic", match.sizes).act(match.states, 10_000, 0, NO_TAPE, events)


@needs_compiler
def test_the_cache_is_the_users_alone_and_named_by_what_it_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    engine.compiled("classic")
    folder = engine.cache_folder()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    engine.cache_folder.cache_clear()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "0" if engine.bounds_are_checked() else "1")
    assert engine.cache_folder() != folder
    engine.cache_folder.cache_clear()


@needs_compiler
def test_a_match_starts_plain_and_moves_to_compiled_when_a_child_has_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = f"""
import time
from flagstone import engine
from flagstone.match import Match
match = Match("classic", {{"board": {OPEN!r}, "seats_per_team": 1}})
assert not match.engine.compiled
assert match.apply(0, "E").accepted
before = match.states.tobytes()
engine.wait_for_children()
time.sleep(0.6)
assert match.apply(0, "W").accepted
assert match.engine.compiled
assert Match.load(match.save()).states.tobytes() == match.states.tobytes()
"""
    env = {**os.environ, "FLAGSTONE_CACHE": str(tmp_path), "FLAGSTONE_ENGINE": "auto"}
    subprocess.run([sys.executable, "-c", script], check=True, env=env)


def test_folders_of_other_versions_are_pruned_when_they_are_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGSTONE_CACHE", str(tmp_path))
    engine.cache_folder.cache_clear()
    old, young, own = tmp_path / "old", tmp_path / "young", engine.cache_folder()
    for folder in (old, young, own):
        folder.mkdir()
    for folder in (old, own):
        os.utime(folder, (time.time() - 90 * 86400,) * 2)
    engine.prune()
    assert (old.exists(), young.exists(), own.exists()) == (False, True, True)
    engine.cache_folder.cache_clear()


def test_a_board_uses_the_smallest_capacity_class_that_holds_it() -> None:
    small = Match("hammer", {"board": OPEN, "seats_per_team": 1})
    assert len(small.states[0].ground) == 18 * 18
    wide = "\n".join([OPEN.splitlines()[0][:1] * 60, *(pad(line) for line in OPEN.splitlines()[1:])])
    assert len(Match("hammer", {"board": wide, "seats_per_team": 1}).states[0].ground) == 34 * 34
    tall = "\n".join(pad(line) for line in [*OPEN.splitlines(), *["#" * 11] * 60])
    assert len(Match("hammer", {"board": tall, "seats_per_team": 1}).states[0].ground) == 66 * 66
    assert [sizes["cells"] for sizes in ctf.CAPACITIES[:3]] == [18 * 18, 34 * 34, 66 * 66]


def pad(line: str) -> str:
    """A line made 60 wide in the middle, so that both halves keep their territory."""
    return line[:5] + line[5] * 50 + line[6:]
