"""The doors to the rule code: one step, the mask, and free-running random play."""

import numpy as np
import pytest

from flagstone import engine
from flagstone.boards.setups import SETUPS
from flagstone.match import Match
from flagstone.rules import GAMES
from flagstone.rules.chance import NO_TAPE
from flagstone.rules.record import layout
from tests.samples import SETTINGS

ALL = pytest.mark.parametrize("game", list(GAMES))


def free_play(rules: engine.Engine, game: str, steps: int, restart: int) -> tuple[int, int, bytes]:
    """Accepted actions, matches that ended, and the last state of random play."""
    origin = SETUPS[game].lay_out(SETUPS[game].resolve(SETTINGS[game], 1))
    sizes = Match(game, SETTINGS[game], 1).sizes
    events = np.zeros(1, layout(GAMES[game].event_list, **{**sizes, "events": 1}))
    states = origin.copy()
    rules.start(states, NO_TAPE, events)
    accepted, ended = rules.play_random(states, origin, events, steps, restart)
    return accepted, ended, states.tobytes()


@ALL
def test_random_play_restarts_and_counts(game: str) -> None:
    rules = engine.current(game, GAMES[game].capacities[0])
    accepted, ended, _ = free_play(rules, game, 400, 90)
    assert 0 < accepted <= 400
    if GAMES[game].seats is not None:  # where only legal actions are played
        assert accepted == 400
    assert 0 <= ended <= 400


@ALL
@pytest.mark.skipif(not engine.jit_is_on(), reason="compares plain with compiled")
def test_random_play_is_the_same_plain_and_compiled(game: str) -> None:
    assert free_play(engine.plain(game), game, 300, 120) == free_play(engine.compiled(game), game, 300, 120)


@ALL
def test_random_play_of_a_game_that_is_over_begins_anew(game: str) -> None:
    rules = engine.current(game, GAMES[game].capacities[0])
    origin = SETUPS[game].lay_out(SETUPS[game].resolve(SETTINGS[game], 1))
    events = np.zeros(1, layout(GAMES[game].event_list, **{**GAMES[game].capacities[0], "events": 1}))
    states = origin.copy()
    states[0].result = 1
    accepted, ended = rules.play_random(states, origin, events, 1, 1000)
    assert (accepted, ended) == (0, 1)
    assert states[0].result == 0


def test_a_list_of_one_event_hears_nothing() -> None:
    match = Match("classic", SETTINGS["classic"])
    silent = np.zeros(1, layout(GAMES["classic"].event_list, events=1))
    for action in range(4):
        match.engine.act(match.states, 0, action, NO_TAPE, silent)
    assert silent[0].count == 0


def test_what_no_capacity_class_holds_is_told() -> None:
    with pytest.raises(ValueError, match="Classic CTF cannot hold"):
        GAMES["classic"].capacity(cells=10**6)


def test_with_the_compiler_off_the_compiled_instance_is_plain_too() -> None:
    assert hasattr(engine.compiled("classic").act, "py_func") == engine.jit_is_on()
