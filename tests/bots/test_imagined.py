"""States made from views: they show the same, allow the same, and hold nothing that was not shown."""

import random
from typing import Any

import numpy as np
import pytest

from flagstone.bots.bot import PASS
from flagstone.bots.imagined import ctf_states, legal, rowdy_states
from flagstone.match import Match
from flagstone.rules import GAMES, rowdy
from flagstone.rules.chance import NO_TAPE
from tests.samples import SETTINGS

CTF = ("hammer", "shovel", "classic")


def positions(game: str, steps: int, every: int) -> "list[Match]":
    """The same match again and again on its way, played by chance."""
    match, rng = Match(game, SETTINGS[game], 3), random.Random(3)
    found = []
    for step in range(steps):
        if match.is_over:
            break
        seat = rng.choice(match.to_act())
        actions = match.legal(seat)
        if step % every == 0:
            found.append(match.clone())
        if actions:
            match.apply(seat, rng.choice(actions))
    return found


def without_order(states: Any) -> bytes:
    """A capture-the-flag state without who came first into a cell, which no view tells and no rule asks."""
    copy = states.copy()
    copy[0].occupant[:] = 0
    for player in copy[0].players:
        player.next = 0
    return bytes(copy.tobytes())


@pytest.mark.parametrize("game", CTF)
def test_a_view_of_capture_the_flag_tells_the_whole_state(game: str) -> None:
    for match in positions(game, 1500, 10):
        assert without_order(ctf_states(game, match.setup, match.view(0))) == without_order(match.states)


def test_a_view_of_rowdy_tells_all_but_its_secrets() -> None:
    for match in positions("rowdy", 200, 1):
        states = rowdy_states(match.setup, match.view(0))
        assert match.notation.state(states[0], True) == match.view(0)
        for name in ("barrier", "players", "turn", "to_move", "actions_left", "started_at", "starts", "thresholds"):
            assert np.asarray(states[0][name]).tobytes() == np.asarray(match.states[0][name]).tobytes(), name
        assert rowdy.ACTIVE not in np.asarray(states[0].grenade)
        assert states[0].chance.seed.tolist() == [0, 0]


def test_where_it_is_dark_it_stays_dark_as_long() -> None:
    for match in positions("rowdy", 200, 5):
        true, made = match.states.copy(), rowdy_states(match.setup, match.view(0))
        for states in (true, made):
            states[0].turn += 1
        squares = np.asarray(true[0].squares)[: true[0].area]
        for square in squares:
            assert max(rowdy.turns_dark(true[0], square), 0) == max(rowdy.turns_dark(made[0], square), 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_client_knows_what_is_legal_from_the_view_alone(game: str) -> None:
    for match in positions(game, 300, 10):
        for seat in range(match.seats):
            told = legal(game, match.setup, match.view(seat), seat)
            accepted = tuple(match.legal(seat))
            assert told == ((*accepted, PASS) if game in CTF else accepted)


def test_nothing_is_legal_once_a_match_is_over() -> None:
    match = positions("rowdy", 3000, 1)[-1]
    while not match.is_over:
        seat = match.to_act()[0]
        match.apply(seat, match.legal(seat)[0])
    assert legal("rowdy", match.setup, match.view(0), 0) == ()


def test_what_follows_from_the_same_draws_is_the_same() -> None:
    match = positions("rowdy", 60, 1)[-1]
    made = rowdy_states(match.setup, match.view(0))
    true = match.states.copy()
    for states in (made, true):
        rowdy.reseed(states[0], 5)
        states[0].grenade[:] = rowdy.NONE
    events = match.told.copy()
    for _ in range(30):
        seat = int(true[0].to_move)
        actions = [action for action in range(8) if rowdy.refusal(true[0], seat, action) == 0]
        if not actions:
            break
        for states in (made, true):
            assert match.engine.act(states, seat, actions[0], NO_TAPE, events) == 0
        views = [match.notation.state(states[0], True) for states in (made, true)]
        assert views[0] == views[1]
