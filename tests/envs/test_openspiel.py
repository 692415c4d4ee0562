"""OpenSpiel: all five games load, every draw is a chance node, and secrets are hidden."""

import copy
import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from flagstone.envs import openspiel  # noqa: E402
from flagstone.match import Match  # noqa: E402

SHORT = {
    "hammer": "(seats_per_team=1,max_cycles=12)",
    "shovel": "(seats_per_team=1,max_cycles=12)",
    "classic": "(seats_per_team=2,max_cycles=8)",
    "rowdy": "(max_cycles=4)",
    "savor": "(max_cycles=3)",
}


def load(game: str, parameters: str | None = None) -> Any:
    return pyspiel.load_game(f"flagstone_{game}{SHORT[game] if parameters is None else parameters}")


@pytest.mark.parametrize("game", SHORT)
def test_it_passes_the_random_sim_test(game: str) -> None:
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=True, verbose=False)


def played(game: str, parameters: str | None = None, seed: int = 1, most: int = 2000) -> Any:
    """A state after random play, to the end or so many actions and draws."""
    rng, state = random.Random(seed), load(game, parameters).new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            values, shares = zip(*state.chance_outcomes(), strict=True)
            assert sum(shares) == pytest.approx(1)
            state.apply_action(rng.choices(values, shares)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("game", SHORT)
def test_a_game_is_over_within_its_limit(game: str) -> None:
    state = played(game)
    assert state.is_terminal()
    assert set(state.returns()) <= {-1.0, 0.0, 1.0}


@pytest.mark.parametrize("game", SHORT)
def test_a_copy_goes_its_own_way(game: str) -> None:
    state = played(game, most=15)
    before = str(state)
    twin = copy.deepcopy(state)
    clone = state.clone()
    assert str(twin) == str(clone) == before
    value = clone.chance_outcomes()[0][0] if clone.is_chance_node() else clone.legal_actions()[0]
    clone.apply_action(value)
    assert str(state) == before
    assert str(clone) != before


def test_the_draws_of_a_throw_have_the_values_of_the_rulebook() -> None:
    state = load("savor").new_initial_state()
    assert state.current_player() == 0
    state.apply_action(0)
    assert [value for value, _ in state.chance_outcomes()] == [1, 2, 3, 4, 5, 6]
    state.apply_action(6)
    assert state.current_player() == 1
    assert state.match.state()["players"][0]["in"] == "maze"


def test_power_failures_are_drawn_as_the_tape_has_them() -> None:
    """R10. First how many, then which, ascending, each set as likely as any other."""
    state = load("rowdy", "(rows=10,columns=10,failure_chance=0.05)").new_initial_state()
    assert state.is_chance_node()
    counts = dict(state.chance_outcomes())
    assert counts[0] == pytest.approx(0.95**100, rel=1e-4)
    assert sum(count * share for count, share in counts.items()) == pytest.approx(5, rel=1e-4)
    state.apply_action(2)
    first = dict(state.chance_outcomes())
    assert len(first) == 99
    assert first[0] == pytest.approx(2 / 100)
    state.apply_action(97)
    assert dict(state.chance_outcomes()) == {98: pytest.approx(0.5), 99: pytest.approx(0.5)}
    state.apply_action(99)
    assert state.current_player() == 0
    assert {tuple(dark[:2]) for dark in state.match.state()["dark"]} >= {(9, 7), (9, 9)}


def test_what_a_player_is_told_leaves_the_secrets_out() -> None:
    """R11. Active grenades, and what is not drawn yet."""
    rng, state = random.Random(3), load("rowdy", "(failure_chance=0.0)").new_initial_state()
    while state.match is None or all(grenade[2] != "active" for grenade in state.match.state()["grenades"]):
        assert not state.is_terminal()
        if state.is_chance_node():
            state.apply_action(0)  # no power fails
        else:  # pick up and use what there is
            legal = state.legal_actions()
            state.apply_action(next((action for action in (9, 8) if action in legal), rng.choice(legal)))
    match: Match = state.match
    for player in (0, 1):
        assert "active" not in state.observation_string(player)
        assert "active" not in state.information_state_string(player)
        assert "armed" not in state.information_state_string(player)
    hidden = match.clone()
    hidden.states[0].grenade[hidden.states[0].grenade == 3] = 0
    twin = state.clone()
    twin.match = hidden
    assert twin.observation_tensor(0) == state.observation_tensor(0)
    assert twin.observation_string(0) == state.observation_string(0)


def test_a_board_may_be_a_text() -> None:
    from tests.envs.playing import SMALL

    game = pyspiel.load_game("flagstone_classic", {"board": SMALL, "seats_per_team": 1})
    assert game.num_players() == 2
    assert game.observation_tensor_shape() == [12 * 7 * 9 + 10] or game.num_distinct_actions() == 6
    state = game.new_initial_state()
    assert state.action_to_string(0, 1) == "E"
    assert state.action_to_string(1, 1) == "W"  # forward


def test_all_are_registered() -> None:
    assert {f"flagstone_{game}" for game in openspiel.REGISTERED} <= set(pyspiel.registered_names())
