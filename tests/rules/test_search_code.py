"""The code that searches, on the engine under test: it is told by what it finds, plain and compiled alike."""

from random import Random
from typing import Any

import numpy as np
import pytest

from flagstone import engine
from flagstone.bots.bot import view_of
from flagstone.bots.budget import Budget
from flagstone.bots.search import SearchBot
from flagstone.match import Match
from flagstone.rules import ctf, rowdy, rowdy_search
from flagstone.rules.record import layout
from tests.racing import lay, put, race

CTF = ("hammer", "shovel", "classic")
NARROW = """
#############
#hh#     #HH#
#hf       FH#
#hh#  #  #HH#
#         s##
#jj   #   JJ#
#jjj  #  JJJ#
#############
""".strip()


def searched(match: Match, seat: int, nodes: int = 40) -> tuple[str, Any]:
    """The choice of a search that has looked around for a while, and its tree."""
    bot = SearchBot(Budget(nodes=nodes))
    bot.start(match.game.id, seat, match.seats, match.setup)
    legal = [*match.legal(seat), *(["pass"] if match.game.seats is None else [])]
    part: Any = bot.part
    if match.game.id != "rowdy":
        part.greedy.lag = 0  # it sets out at once
    action = bot.choose(view_of(match, seat), tuple(legal), Random(1))
    return action, part.nodes


def duel_of(game: str, own: tuple[int, int], foe: tuple[int, int], seats: int = 1) -> Match:
    """A match in which the first players of both teams stand somewhere."""
    match = Match(game, {"board": NARROW, "seats_per_team": seats}, 1)
    state = match.states[0]
    for seat, cell in ((0, own), (1, foe)):
        ctf.stand(state, seat, ctf.cell_at(state, *cell))
    return match


@pytest.mark.parametrize("game", CTF)
def test_positions_in_the_middle_of_a_match_are_searched(game: str) -> None:
    match, rng = Match(game, {"board": NARROW, "seats_per_team": 2}, 2), Random(2)
    for step in range(200):
        seat = step % 4
        actions = match.legal(seat)
        if match.is_over or not actions:
            continue
        if step % 60 == seat:
            action, nodes = searched(match, seat, 12)
            assert action in [*actions, "pass"]
            assert int(nodes[0]["visits"]) in (0, 12)
        match.apply(seat, rng.choice(actions))


@pytest.mark.parametrize("game", CTF)
def test_who_can_be_caught_is_caught(game: str) -> None:
    assert searched(duel_of(game, (1, 4), (1, 5)), 0)[0] == "E"


@pytest.mark.parametrize("game", CTF)
def test_a_flag_is_brought_home(game: str) -> None:
    match = duel_of(game, (2, 3), (2, 6))
    state = match.states[0]
    ctf.take_flag(state, 1, 0)
    assert searched(match, 0, 40)[0] == "W"


def test_a_match_that_cannot_be_saved_is_worth_nothing() -> None:
    match = duel_of("classic", (2, 5), (2, 9))
    ctf.take_flag(match.states[0], 0, 1)
    action, nodes = searched(match, 0, 20)
    assert action in [*match.legal(0), "pass"]
    assert int(nodes[0]["worth"]) == 0


def test_a_tree_that_is_full_grows_no_more() -> None:
    match = duel_of("classic", (1, 4), (1, 6))
    bot = SearchBot(Budget(nodes=30))
    bot.start("classic", 0, 2, match.setup)
    part: Any = bot.part
    part.nodes = part.nodes[:5].copy()
    part.greedy.lag = 0
    bot.choose(view_of(match, 0), (*match.legal(0), "pass"), Random(1))
    assert int(part.plans[0].nodes) == 5
    assert int(part.nodes[0]["visits"]) == 30


def test_a_race_is_won_where_it_can_be() -> None:
    match = race()
    put(match, 1, (5, 5))
    put(match, 0, (1, 8))
    action, nodes = searched(match, 0, 40)
    assert action == "NE"
    assert int(nodes[0]["tried"].argmax()) == rowdy.DIRECTIONS.index("NE")


def test_races_are_searched_with_grenades_in_hand_and_hidden() -> None:
    match = race(grenades=[(5, 5), (8, 1), (2, 2), (3, 3)], failure_chance=0.2)
    state = match.states[0]
    put(match, 0, (5, 5))
    put(match, 1, (3, 6), (2, 6), None, (1, 6))
    state.players[0].grenades = 1
    lay(match, (2, 2), rowdy.NONE)
    lay(match, (3, 3), rowdy.NONE)
    lay(match, (2, 6), rowdy.ACTIVE)
    action, nodes = searched(match, 0, 40)
    assert action in match.legal(0)
    tried = nodes[0]["tried"]
    assert int(tried.sum()) == 40
    assert all(not tried[number] for number, name in enumerate(rowdy.ACTIONS) if name not in match.legal(0))


def test_a_grenade_that_may_be_anywhere_is_drawn_anywhere() -> None:
    match = race(grenades=[(5, 5), (8, 1)])
    lay(match, (8, 1), rowdy.ACTIVE)  # taken over: nobody saw where he was
    assert searched(match, 0, 40)[0] in match.legal(0)


@pytest.mark.skipif(not engine.jit_is_on(), reason="compares plain with compiled")
@pytest.mark.parametrize("game", ["rowdy", *CTF])
def test_a_search_is_the_same_plain_and_compiled(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = race(grenades=[(5, 5)], failure_chance=0.05) if game == "rowdy" else duel_of(game, (2, 4), (2, 7), 1)
    compiled = searched(match, 0, 60)
    monkeypatch.setattr(engine, "COMPILED", "flagstone.rules")
    monkeypatch.setattr(engine, "_compiled_rules", lambda: __import__("sys").modules["flagstone.rules"])
    monkeypatch.setattr(engine, "jit_is_on", lambda: False)
    plain = searched(match, 0, 60)
    assert plain[0] == compiled[0]
    used = int(np.count_nonzero(plain[1]["visits"]))
    assert plain[1][:used].tobytes() == compiled[1][:used].tobytes()


def test_distances_lead_to_the_finish_around_walls() -> None:
    match = race(walls=[(1, 8), (1, 9), (0, 8)])
    plans = np.zeros(1, layout(rowdy_search.Plan, **match.sizes))
    rowdy_search.measure(match.states, plans)
    far = plans[0]["far"]
    square = rowdy.square_at(match.states[0], 5, 5)
    assert far[0][square] == len(far[0]), "its finish is walled in"
    assert far[1][square] == 5
