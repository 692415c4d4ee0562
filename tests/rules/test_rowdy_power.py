"""The power failures of Rowdy Racers (R10)."""

import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from flagstone.match import Match, MatchError
from flagstone.rules import rowdy
from flagstone.rules.chance import NO_TAPE
from flagstone.rules.record import layout
from tests.racing import Cell, go, race, racer


def dark(match: Match) -> dict[Cell, int]:
    return {(row, column): left for row, column, left in match.state()["dark"]}


def around(row: int, column: int) -> set[Cell]:
    return {(r, c) for r in range(10) for c in range(10) if abs(r - row) <= 1 and abs(c - column) <= 1}


def test_r10_a_failing_square_and_its_neighbours_have_no_power_for_three_turns() -> None:
    match = race(tape=[1, 55])
    assert dark(match) == dict.fromkeys(around(5, 5), 3)
    for left in (2, 1):
        go(match, "N" if match.to_act() == [0] else "S", "end turn")
        assert dark(match) == dict.fromkeys(around(5, 5), left)
    go(match, "N", "end turn")
    assert dark(match) == {}


def test_r10_failures_overlap_and_the_latest_end_counts() -> None:
    match = race(tape=[1, 55])
    go(match, "N", "end turn", tape=[1, 66])
    assert dark(match) == {**dict.fromkeys(around(5, 5), 2), **dict.fromkeys(around(6, 6), 3)}
    go(match, "S", "end turn", tape=[1, 55])
    assert dark(match) == {**dict.fromkeys(around(6, 6), 2), **dict.fromkeys(around(5, 5), 3)}


@pytest.mark.parametrize("cell", [(0, 0), (0, 9), (9, 0), (9, 9), (0, 4), (4, 0), (9, 4), (4, 9)])
def test_r10_at_the_edge_there_are_fewer_neighbours(cell: Cell) -> None:
    match = race(tape=[1, 10 * cell[0] + cell[1]])
    assert set(dark(match)) == around(*cell)


def test_r10_walls_fail_too_and_are_dark() -> None:
    assert dark(race(walls=[(5, 5)], tape=[1, 55])) == dict.fromkeys(around(5, 5), 3)


def test_r10_failures_touch_neither_trails_nor_grenades() -> None:
    match = race(grenades=[(8, 0), (7, 5)])
    go(match, "N", "pick up", "use")
    before = match.state()
    go(match, "S", "end turn", tape=[100, *range(100)])
    assert len(dark(match)) == 100
    assert match.state()["grenades"] == before["grenades"]
    assert racer(match, 0) == before["players"][0]


def test_r10_one_event_tells_how_many_squares_failed() -> None:
    assert race(tape=[3, 1, 2, 50]).events() == [{"event": "power_failed", "squares": 3}]
    assert race(tape=[0]).events() == []


@pytest.mark.parametrize(
    ("tape", "fault"),
    [
        ([], "tape_empty"),
        ([1], "tape_empty"),
        ([3, 98, 99], "tape_empty"),
        ([2, 99], "tape_empty"),
        ([0, 0], "tape_left"),
        ([1, 5, 6], "tape_left"),
        ([-1], "tape_value"),
        ([101], "tape_value"),
        ([1, 100], "tape_value"),
        ([1, -1], "tape_value"),
        ([2, 5, 5], "tape_value"),
        ([2, 5, 4], "tape_value"),
        ([3, 99, 99, 99], "tape_value"),
        ([100] * 101, "tape_value"),
    ],
)
def test_r10_a_tape_holds_the_number_of_failing_squares_and_then_their_indices_ascending(
    tape: list[int], fault: str
) -> None:
    with pytest.raises(MatchError) as error:
        race(tape=tape, scripted=True)
    assert error.value.name == fault
    match = race(tape=[0], scripted=True)
    go(match, "N")
    before = match.states.tobytes()
    with pytest.raises(MatchError) as error:
        go(match, "end turn", tape=tape)
    assert error.value.name == fault
    assert match.states.tobytes() == before


def test_r10_squares_that_a_tape_leaves_to_the_generator_come_behind_those_on_it() -> None:
    setup = {"rows": 10, "columns": 10, "walls": [], "failure_chance": 0}
    for seed in range(30):
        match = Match("rowdy", setup, seed, tape=[4, 20, 60])
        failed_on = np.asarray(match.states[0].failed_on)[match.states[0].squares[:100]]
        failed = np.flatnonzero(failed_on == 1)
        assert failed[:2].tolist() == [20, 60]
        assert len(failed) == 4
    with pytest.raises(MatchError, match=r"draw 2 of the tape, 98, is out of its range or order"):
        race(tape=[3, 98])


def test_r10_what_is_wrong_with_a_tape_is_told_with_its_place() -> None:
    faults = (([1, 5, 6], "draw 3 of the tape, 6, and what"), ([2, 5], "draw 3 is due"), ([1, -7], "2 of the tape, -7"))
    for tape, words in faults:
        with pytest.raises(MatchError, match=words):
            race(tape=tape, scripted=True)


def test_r10_all_or_none_fail_if_the_chance_is_one_or_zero() -> None:
    for chance, failing, rest in ((0, 0, ["end turn"]), (1, 100, [])):
        match = race(failure_chance=chance)
        for move in ("N", "S", "N", "S"):
            assert len(dark(match)) == failing
            go(match, move, *rest)


def test_r10_a_short_tape_is_continued_by_the_generator() -> None:
    match = race(tape=[40, 3, 40])
    state = match.states[0]
    failing = np.flatnonzero(np.asarray(state.failed_on) == 1)
    assert len(failing) == 40
    assert {rowdy.square_at(state, 0, 3), rowdy.square_at(state, 4, 0)} <= set(failing)


def failures(rule_code: Callable[[str], ModuleType], chance: float, turns: int) -> np.ndarray[Any, Any]:
    """Which squares of a 10×10 grid failed, turn by turn, with the generator."""
    state = race(failure_chance=chance).states[0]
    events = np.zeros(1, layout(rowdy.GAME.event_list, events=1))[0]
    fail = rule_code("rowdy").fail
    squares = np.asarray(state.squares)[:100]
    failed = []
    for turn in range(2, turns + 2):  # the first has begun
        state.turn = turn
        fail(state, NO_TAPE, events)
        failed.append(np.asarray(state.failed_on)[squares] == turn)
    return np.array(failed)


@pytest.mark.parametrize(("chance", "turns"), [(0.05, 4000), (0.3, 1000), (0.97, 400)])
def test_r10_squares_fail_independently_with_the_chance(
    rule_code: Callable[[str], ModuleType], chance: float, turns: int
) -> None:
    failed = failures(rule_code, chance, turns).astype(float)
    spread = chance * (1 - chance)
    # Of each square, chi-square with 100 degrees of freedom; 5 standard deviations.
    squares = ((failed.sum(axis=0) - turns * chance) ** 2 / (turns * spread)).sum()
    assert abs(squares - 100) < 5 * 200**0.5
    # Of their number: the mean and the variance of a binomial distribution.
    counts = failed.sum(axis=1)
    assert abs(counts.mean() - 100 * chance) < 5 * (100 * spread / turns) ** 0.5
    assert abs(counts.var() / (100 * spread) - 1) < 5 * (2 / turns) ** 0.5
    # Of pairs: one square says nothing of the next, nor a turn of the next.
    for one, other in ((failed[:, 1:], failed[:, :-1]), (failed[1:], failed[:-1])):
        together = ((one - chance) * (other - chance)).mean()
        assert abs(together) < 5 * spread / one.size**0.5


def test_r10_the_odds_are_those_of_the_binomial_distribution() -> None:
    odds = rowdy.failure_odds(3, 0.5)
    assert (odds.fewest, odds.thresholds) == (0, (2**29, 2**31, 7 * 2**29, 2**32))
    assert rowdy.failure_odds(100, 0) == (0, (2**32,))
    assert rowdy.failure_odds(100, 1) == (100, (2**32,))
    for area, chance in ((100, 0.05), (256, 0.05), (1080, 0.5), (10_000, 0.5), (10_000, 0.999)):
        odds = rowdy.failure_odds(area, chance)
        shares = np.diff([0, *odds.thresholds]) / 2**32
        counts = odds.fewest + np.arange(len(shares))
        assert (shares >= 0).all()
        assert shares.sum() == 1
        assert (counts * shares).sum() == pytest.approx(area * chance, rel=1e-6)
        assert (counts**2 * shares).sum() == pytest.approx(area * chance * (1 - chance + area * chance), rel=1e-6)


def test_r10_a_match_with_the_draws_of_the_generator_on_a_tape_is_the_same_match() -> None:
    def draws(match: Match) -> list[int]:
        """Of the turn that just started, from the squares that failed on it."""
        failed_on = np.asarray(match.states[0].failed_on)[match.states[0].squares[:100]]
        failing = np.flatnonzero(failed_on == match.states[0].turn)
        return [len(failing), *(int(index) for index in failing)]

    rng = random.Random(5)
    free = race(failure_chance=0.05)  # without grenades no turn is skipped: an action starts one turn at most
    taped = race(failure_chance=0.05, scripted=True, tape=draws(free))
    while not free.is_over and len(free.log) < 300:
        seat, turn = free.to_act()[0], int(free.states[0].turn)
        action = rng.choice(free.legal(seat))
        free.apply(seat, action)
        taped.apply(seat, action, draws(free) if free.states[0].turn != turn else [])
        assert taped.state() == free.state()
        assert taped.events() == free.events()
    for match in (free, taped):
        match.states[0].chance.drawn = 0
        match.states[0].chance.scripted = False
    assert free.states.tobytes() == taped.states.tobytes()


def test_r10_all_squares_at_once_are_as_dark_as_one_by_one(rule_code: Callable[[str], ModuleType]) -> None:
    match = race(rows=11, columns=13, failure_chance=0.03)
    go(match, "N", *(["end turn"] if match.to_act() == [0] else []))
    state = match.states[0]
    alone = rule_code("rowdy").turns_dark
    for (row, column), turns in np.ndenumerate(rowdy.darkness(state)):
        assert max(turns, 0) == max(alone(state, rowdy.square_at(state, row, column)), 0)


def test_r10_a_seed_decides_the_failures(rule_code: Callable[[str], ModuleType]) -> None:
    rules = rule_code("rowdy")
    events = np.zeros(1, layout(rowdy.GAME.event_list, events=1))[0]
    runs = []
    for seed in (1, 1, 2):
        state = race(failure_chance=0.5).states[0]
        rules.reseed(state, seed)
        state.turn += 1
        rules.fail(state, NO_TAPE, events)
        runs.append(np.asarray(state.failed_on).tolist())
    assert runs[0] == runs[1] != runs[2]
