"""Search: the same on every machine, no peeking, and as good as is said of it. The seeds are fixed."""

import hashlib
from random import Random
from typing import Any

import pytest

from flagstone.boards import shipped
from flagstone.bots import make
from flagstone.bots.bot import Bot, View, rng_of, view_of
from flagstone.bots.budget import Budget
from flagstone.bots.play import play_match
from flagstone.bots.search import SearchBot
from flagstone.bots.search_rowdy import Guess
from flagstone.match import Match
from flagstone.rules import rowdy
from tests.racing import lay, put, race
from tests.samples import SETTINGS

CTF = ("hammer", "shovel", "classic")


def chosen(match: Match, seat: int, nodes: int = 400) -> str:
    """What a search chooses."""
    bot = SearchBot(Budget(nodes=nodes))
    bot.start(match.game.id, seat, match.seats, match.setup)
    legal = [*match.legal(seat), *(["pass"] if match.game.seats is None else [])]
    for _ in range(5 if match.game.seats is None else 1):  # greedy, which it listens to there, sets out late
        action = bot.choose(view_of(match, seat), tuple(legal), Random(1))
    return action


def wins(game: str, nodes: int, matches: int, **settings: object) -> int:
    """Wins of search against greedy, each seed from both sides."""
    won = 0
    for number in range(matches):
        digest = hashlib.blake2b(f"search {number // 2}".encode(), digest_size=8).digest()
        match = Match(game, settings, int.from_bytes(digest, "big"))
        side = number % 2
        bots: list[Bot] = [
            SearchBot(Budget(nodes=nodes)) if seat % 2 == side else make("greedy") for seat in range(match.seats)
        ]
        outcome = play_match(match, bots, seed=match.seed).outcome
        won += outcome.winner == match.game.sides[side]
    return won


def test_the_same_view_and_dice_give_the_same_choices_whatever_the_secrets() -> None:
    """It must not peek: two matches that look the same are searched the same."""
    one = race(grenades=[(5, 5), (8, 1)], failure_chance=0.05)
    other = one.clone()
    lay(other, (7, 2), rowdy.ACTIVE)
    rowdy.reseed(other.states[0], 99)
    assert one.view(0) == other.view(0)
    actions = []
    for match in (one, other):
        bot = SearchBot(Budget(nodes=300))
        bot.start("rowdy", 0, 2, match.setup)
        part: Any = bot
        choices = tuple(bot.choose(view_of(match, 0), match.legal(0), Random(seed)) for seed in range(4))
        actions.append((choices, part.part.nodes["tried"].tobytes()))
    assert actions[0] == actions[1]


@pytest.mark.parametrize("game", ["rowdy", *CTF])
def test_a_search_looks_at_nothing_but_the_view(game: str) -> None:
    match = Match(game, SETTINGS[game], 4)
    bot = SearchBot(Budget(nodes=50))
    seat = 0
    bot.start(game, seat, match.seats, match.setup)
    state = match.view(seat)
    view = View(game, seat, match.seats, match.setup, lambda: state)
    assert bot.choose(view, match.legal(seat), rng_of(1, seat)) in [*match.legal(seat), "pass"]


def test_in_rowdy_it_goes_where_it_wins() -> None:
    match = race()
    put(match, 1, (5, 5))
    put(match, 0, (1, 8))
    assert chosen(match, 0) == "NE"


def test_in_rowdy_it_does_not_walk_into_a_dead_end() -> None:
    walls = [(2, 7), (2, 8), (1, 6), (0, 6), (2, 6), (1, 9), (0, 8), (0, 7)]
    match = race(walls=walls)
    put(match, 0, (3, 8))
    assert chosen(match, 0) in ("E", "NE"), "the pocket at (1, 7) has no way on"


def darkened(match: Match) -> Match:
    """No square but those of the racers has power in this turn."""
    state = match.states[0]
    for square in state.squares[: state.area]:
        state.failed_on[square] = state.turn
    return match


def test_in_rowdy_grenades_are_handled_when_that_costs_nothing() -> None:
    match = race(grenades=[(6, 3)])
    put(match, 0, (6, 3))
    put(match, 1, (2, 7))
    assert chosen(darkened(match), 0) == "pick up", "the turn ends with the next move anyway"
    match = race(grenades=[(9, 9)])
    match.states[0].players[0].grenades = 1
    put(match, 0, (6, 3))
    put(match, 1, (2, 7))
    assert chosen(darkened(match), 0) == "use", "he comes by here"
    put(match, 1, (8, 1))
    assert chosen(darkened(match), 0) in rowdy.DIRECTIONS, "he is past"


def test_in_rowdy_it_does_not_stop_for_a_grenade_at_the_finish() -> None:
    match = race(grenades=[(1, 8)])
    put(match, 1, (5, 5))
    put(match, 0, (1, 8))
    assert chosen(darkened(match), 0) == "NE"


@pytest.mark.parametrize("game", CTF)
def test_in_capture_the_flag_it_catches_who_can_be_caught(game: str) -> None:
    match = Match(game, {"board": shipped.text("courtyard"), "seats_per_team": 1}, 1)
    state = match.states[0]
    from flagstone.rules import ctf

    here, there = ctf.cell_at(state, 5, 4), ctf.cell_at(state, 5, 5)
    assert all(ctf.KIND & int(state.ground[cell]) == ctf.FLOOR for cell in (here, there))
    ctf.stand(state, 0, here)
    ctf.stand(state, 1, there)
    assert chosen(match, 0) == "E"


# Grenades that nobody is shown.


def test_a_grenade_of_ones_own_is_remembered_until_it_has_exploded() -> None:
    match = race(grenades=[(9, 1)])
    guess = Guess(match.setup, 0)
    guess.look(match.view(0))
    assert (guess.mine, guess.theirs) == (set(), [])
    guess.acted((5, 5), "use")
    view = match.view(0)
    for told in ([[5, 5, "placed"]], []):  # I stand on it, then I have left
        view["grenades"] = told
        guess.look(view)
        assert (guess.mine, guess.theirs) == ({(5, 5)}, [])
    view["grenades"] = [[5, 5, "wreck"]]
    guess.look(view)
    assert guess.mine == set()


def test_a_grenade_of_the_opponent_may_be_where_he_was() -> None:
    match = race(grenades=[(1, 1)])
    view = match.view(0)
    view["grenades"] = []
    view["players"][1].update(at=[3, 3], trail=[[2, 3], None, [1, 3]])
    guess = Guess(match.setup, 0)
    guess.look(view)
    assert guess.theirs == [{(2, 3), (1, 3)}]
    view["players"][1].update(at=[5, 3], trail=[[4, 3], [3, 3], None])
    view["players"][0]["at"] = [1, 3]  # nothing exploded there
    guess.look(view)
    assert guess.theirs == [{(2, 3)}], "what is known does not change, but for where somebody stood"
    view["players"][1]["grenades"] = 1
    guess.look(view)
    assert guess.theirs == [], "he had it in his hands"


# How good it is. The figures with more matches are in docs/bots.md.


@pytest.mark.parametrize("game", CTF)
def test_in_capture_the_flag_a_quick_search_beats_greedy(game: str) -> None:
    assert wins(game, 600, 12, board=shipped.text("courtyard"), seats_per_team=2) >= 9


def test_in_rowdy_search_beats_greedy() -> None:
    assert wins("rowdy", 3000, 24, rows=16, columns=16) >= 15
