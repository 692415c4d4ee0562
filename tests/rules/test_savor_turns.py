"""Maze to Savor: captures, Bawana, rounds, the base game, the end and the draws (M14–M20)."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from flagstone.match import Match, MatchError
from flagstone.rules import savor
from tests.savouring import (
    BAWANA,
    ENTRANCE,
    STARTS,
    TO_DISORIENTED,
    TO_HAPPY,
    TO_POISONING,
    TO_TEN,
    TO_TRIGGERED,
    A,
    B,
    C,
    at,
    at_hand,
    maze,
    player,
    put,
    throw,
    told,
)

INSIDE = [[0, row, column] for row in (7, 8, 9) for column in (21, 22, 23, 24)]


# M14


def test_m14_a_player_whose_turn_ends_on_another_sends_him_to_the_start() -> None:
    match = at_hand([0, 3, 3])
    put(match, B, [0, 1, 3], points=61, throws=5)
    assert throw(match, 2)[-1] == "captured"
    sent = player(match, B)
    assert (sent["at"], sent["in"], sent["points"], sent["throws"]) == (STARTS[B], "start", 61, 0)
    assert at(match, A) == [0, 1, 3]


def test_m14_passing_is_not_landing() -> None:
    match = at_hand([0, 3, 3])
    put(match, B, [0, 2, 3])
    throw(match, 2)
    assert at(match, B) == [0, 2, 3]


def test_m14_being_placed_at_the_entrance_captures_who_is_there() -> None:
    match = at_hand([0, 0, 12], points=2)
    put(match, C, ENTRANCE)
    assert throw(match, 1, TO_HAPPY)[-1] == "captured"
    assert at(match, C) == STARTS[C]


def test_m14_nobody_is_captured_inside_bawana() -> None:
    match = at_hand([0, 0, 12], points=2)
    put(match, B, [0, 0, 14], points=2)
    throw(match, 1, TO_POISONING)
    assert throw(match, 1, TO_POISONING, seat=B)[-1] == "poisoned"
    assert at(match, A) == at(match, B) == INSIDE[TO_POISONING]


def test_m14_nobody_is_captured_in_the_starting_area() -> None:
    match = at_hand([1, 7, 9], "E", poles=[[0, 1, 7, 10]])
    assert "captured" not in throw(match, 1)


def test_m14a_capture_ends_disorientation_and_he_recovers_before_it() -> None:
    match = at_hand([0, 3, 3])
    put(match, B, [0, 2, 3], "S", effect=savor.DISORIENTED, effect_left=2)
    assert throw(match, 1)[-2:] == ["recovered", "captured"]
    assert player(match, B)["effect"] is None


def test_m14a_who_is_sent_to_the_start_needs_a_six_again_and_keeps_his_points_only() -> None:
    match = at_hand([0, 3, 3])
    put(match, B, [0, 2, 3], "S", points=7, throws=9)
    match.states[0].players[B].effect = savor.TRIGGERED
    throw(match, 1)
    sent = player(match, B)
    assert sent == {
        "at": STARTS[B],
        "in": "start",
        "direction": "W",
        "throws": 0,
        "points": 7,
        "effect": None,
        "effect_left": None,
    }
    throw(match, 5, seat=B)
    assert player(match, B) == sent


# M15, M16


def depleted(draw: int, **settings: Any) -> Match:
    """A match in which A has just used up his points and drawn a cell of Bawana."""
    match = at_hand([0, 0, 12], "N", points=1, throws=2, **settings)
    throw(match, 1, draw)
    return match


@pytest.mark.parametrize("draw", range(12))
def test_m15_the_draw_is_a_cell_inside_in_reading_order(draw: int) -> None:
    match = at_hand([0, 0, 12], points=1)
    throw(match, 1, draw)
    placed = told(match, "placed")
    assert (placed["cell"], placed["at"]) == (BAWANA[draw], INSIDE[draw])


def test_m15_food_poisoning_keeps_him_inside_for_three_turns() -> None:
    match = at_hand([0, 3, 0], "W", points=1, throws=4)
    throw(match, 1, TO_POISONING)
    assert player(match) == {
        "at": INSIDE[TO_POISONING],
        "in": "bawana",
        "direction": "W",
        "throws": 5,
        "points": 0,
        "effect": "poisoned",
        "effect_left": 3,
    }


@pytest.mark.parametrize(
    ("draw", "points", "effect"),
    [
        (TO_DISORIENTED, 50, "disoriented"),
        (TO_TRIGGERED, 50, "triggered"),
        (TO_HAPPY, 200, None),
        (TO_TEN, 10, None),
        (7, 100, None),
    ],
)
def test_m15_the_other_cells_place_him_at_the_entrance_facing_north(draw: int, points: int, effect: str | None) -> None:
    match = at_hand([0, 3, 0], "W", points=1, throws=4)
    throw(match, 1, draw)
    assert player(match) == {
        "at": ENTRANCE,
        "in": "maze",
        "direction": "N",
        "throws": 5,
        "points": points,
        "effect": effect,
        "effect_left": None,
    }


def test_m15_placement_at_the_entrance_applies_no_value_stair_or_pole() -> None:
    match = at_hand([0, 0, 12], points=1, values={"[0, 9, 19]": "x3"}, stairs=[[0, 9, 19, 1, 9, 19]])
    throw(match, 1, TO_TEN)
    assert (at(match), player(match)["points"]) == (ENTRANCE, 10)


def test_m15_disorientation_sets_in_when_he_is_off_the_entrance_and_lasts_four_throws() -> None:
    match = depleted(TO_DISORIENTED)  # throws: 3
    throw(match, 2, 3)  # the fourth throw has the direction die: east, blocked by Bawana's wall
    assert (at(match), player(match)["effect_left"]) == (ENTRANCE, None)
    match.states[0].players[A].direction = savor.NORTH
    throw(match, 2)
    assert (at(match), player(match)["effect_left"]) == ([0, 7, 19], 4)
    throw(match, 1, 1)  # random east: blocked, and it counts
    assert (at(match), player(match)["direction"], player(match)["effect_left"]) == ([0, 7, 19], "E", 3)
    throw(match, 1, 3)
    assert (at(match), player(match)["effect_left"]) == ([0, 7, 18], 2)
    throw(match, 1, 0)  # the eighth throw: no direction die
    assert (player(match)["throws"], player(match)["effect_left"]) == (8, 1)
    assert throw(match, 1, 3) == ["walked_disoriented", "account", "recovered"]
    assert (player(match)["effect"], player(match)["effect_left"]) == (None, None)
    assert throw(match, 1) == ["blocked", "account"]
    assert (at(match), player(match)["direction"]) == ([0, 6, 17], "W")


def test_m15_who_comes_back_to_the_entrance_within_a_throw_is_not_off_it() -> None:
    match = depleted(TO_DISORIENTED, stairs=[[0, 8, 19, 1, 9, 19]], poles=[[0, 1, 9, 19]])
    assert throw(match, 1, 1) == ["turned", "took_stairs", "slid_down", "account"]
    assert (at(match), player(match)["effect_left"]) == (ENTRANCE, None)


def test_m15_disorientation_that_has_not_set_in_ends_without_a_word() -> None:
    match = depleted(TO_DISORIENTED)
    match.states[0].players[A].points = 1
    assert throw(match, 1, 3, TO_HAPPY) == ["blocked", "account", "depleted", "placed", "happy"]
    assert player(match)["effect"] is None


def test_m15_a_triggered_player_walks_twice_the_die_until_he_is_sent_away() -> None:
    match = depleted(TO_TRIGGERED)
    throw(match, 2, 2)
    assert at(match) == [0, 5, 19]
    throw(match, 2)
    assert at(match) == [0, 1, 19]
    match.states[0].players[A].points = 2
    throw(match, 1, TO_HAPPY)
    assert player(match)["effect"] is None
    throw(match, 3)
    assert at(match) == [0, 6, 19]


def test_m15_effects_end_when_points_are_used_up() -> None:
    match = at_hand([0, 3, 19], "E", points=2)
    state = match.states[0]
    state.players[A].effect, state.players[A].effect_left = savor.DISORIENTED, 3
    assert throw(match, 6, 0, TO_POISONING) == ["blocked", "account", "depleted", "placed", "poisoned", "recovered"]
    assert player(match)["effect"] == "poisoned"


def test_m15_points_of_exactly_0_are_used_up() -> None:
    match = at_hand([0, 5, 12], points=4, values={"[0, 4, 12]": "-4"})
    assert "depleted" in throw(match, 1, TO_TEN)


def test_m16_three_turns_are_missed_without_a_die_then_he_is_placed_anew() -> None:
    match = depleted(TO_POISONING)
    for left in (2, 1):
        assert throw(match) == ["missed_turn"]
        assert (player(match)["effect_left"], player(match)["in"]) == (left, "bawana")
    assert throw(match, TO_POISONING) == ["missed_turn", "fit_again", "poisoned"]
    assert (player(match)["effect_left"], player(match)["points"]) == (3, 0)
    throw(match)
    throw(match)
    assert throw(match, TO_HAPPY) == ["missed_turn", "fit_again", "happy"]
    assert (at(match), player(match)["in"], player(match)["points"]) == (ENTRANCE, "maze", 200)
    assert (player(match)["effect"], player(match)["effect_left"], player(match)["throws"]) == (None, None, 3)


def test_m16_placed_anew_at_the_entrance_he_captures_who_is_there() -> None:
    match = depleted(TO_POISONING)
    throw(match)
    throw(match)
    throw(match, 1, seat=C)
    put(match, B, ENTRANCE)
    assert throw(match, TO_HAPPY)[-1] == "captured"


# M17


def test_m17_after_every_fifth_round_each_stair_becomes_one_way() -> None:
    match = maze(stairs=[[0, 2, 3, 1, 2, 3], [0, 1, 3, 1, 1, 3], [1, 0, 5, 0, 0, 5]], stairs_change=5)
    for change in ([0, 1, 1], [1, 1, 0]):
        for _ in range(4):
            assert throw(match, 1, seat=C) == ["stayed_out"]
        assert throw(match, 1, *change, seat=C) == ["stayed_out", "stairs_changed"]
        assert match.state()["stairs"] == [("up", "down")[draw] for draw in change]
    assert match.state()["round"] == 11


@pytest.mark.parametrize(("stairs", "stairs_change"), [([], 1), ([[0, 2, 3, 1, 2, 3]], 0)])
def test_m17_without_stairs_or_with_0_nothing_changes(stairs: list[list[int]], stairs_change: int) -> None:
    match = maze(stairs=stairs, stairs_change=stairs_change)
    assert [throw(match, 1, seat=C) for _ in range(6)] == [["stayed_out"]] * 6


def test_m18_in_the_base_game_stairs_act_only_where_a_walk_ends() -> None:
    match = at_hand([0, 4, 3], stairs=[[0, 3, 3, 1, 6, 7]], elements="base")
    throw(match, 2)
    assert at(match) == [0, 2, 3]
    match = at_hand([0, 4, 3], stairs=[[0, 3, 3, 1, 6, 7], [1, 6, 7, 2, 2, 8]], elements="base")
    throw(match, 1)
    assert at(match) == [2, 2, 8]


def test_m18_in_the_base_game_points_stay_100_and_nobody_captures() -> None:
    match = at_hand([0, 3, 3], values={"[0, 2, 3]": "-4"}, elements="base")
    put(match, B, [0, 2, 3])
    assert throw(match, 1) == ["walked", "account"]
    assert told(match, "account")["cost"] == 0
    assert at(match, A) == at(match, B) == [0, 2, 3]
    match.apply(B, "throw", [5])
    assert player(match, B)["points"] == 100


def test_m18_in_the_base_game_bawana_is_a_part_of_the_maze_and_stairs_do_not_change() -> None:
    match = at_hand([0, 5, 22], "S", elements="base", stairs=[[0, 2, 3, 1, 2, 3]], stairs_change=1)
    throw(match, 4)
    assert at(match) == [0, 9, 22]
    assert match.state()["stairs"] == ["both"]


def test_m18_in_the_base_game_loops_and_falls_hold() -> None:
    match = at_hand([0, 3, 3], stairs=[[0, 2, 3, 1, 2, 3]], poles=[[0, 1, 2, 3]], elements="base")
    assert throw(match, 1)[-1] == "looped"
    match = at_hand([1, 7, 9], "E", poles=[[0, 1, 7, 10]], elements="base")
    assert throw(match, 1)[-1] == "fell"


def test_m18_in_the_base_game_the_flag_is_captured_as_in_the_full_one() -> None:
    for rule, result in (("reach", "A"), ("land", None)):
        match = at_hand([0, 0, 4], "E", flag=[0, 0, 5], flag_rule=rule, elements="base")
        throw(match, 3)
        assert match.state()["result"] == result


def test_m19_the_game_ends_in_the_middle_of_the_round() -> None:
    match = maze(stairs=[[0, 2, 3, 1, 2, 3]], stairs_change=1)
    put(match, C, [0, 1, 24], throws=6)
    throw(match, 1, seat=C)
    state = match.state()
    assert (state["result"], state["round"], state["to_move"], state["stairs"]) == ("C", 1, C, ["both"])
    assert player(match, C)["throws"] == 7
    assert match.to_act() == []
    for seat in (A, B, C):
        assert match.apply(seat, "throw").refusal == "match_over"


def test_m19_the_winning_throw_counts_for_an_effect() -> None:
    match = at_hand([0, 1, 24])
    match.states[0].players[A].effect, match.states[0].players[A].effect_left = savor.DISORIENTED, 2
    throw(match, 1, 0)
    assert player(match)["effect_left"] == 1
    match = at_hand([0, 9, 18], "E", flag=[0, 8, 19])
    put(match, A, ENTRANCE, "N")
    match.states[0].players[A].effect = savor.DISORIENTED
    throw(match, 1)
    assert (match.state()["result"], player(match)["effect_left"]) == ("A", 4)


# M20: the draws


def test_m20_the_draws_of_a_throw_come_in_order() -> None:
    stairs = [[0, 2, 3, 1, 1, 3], [0, 2, 3, 1, 0, 4], [0, 9, 0, 1, 9, 0]]
    match = maze(stairs=stairs, flag=[0, 0, 3], stairs_change=1, values={"[1, 1, 3]": "-4"})
    put(match, C, [0, 2, 4], "N", points=4, throws=3)
    draws = (1, 5, 0, TO_TEN, 0, 1, 1)  # die, direction die, tie, Bawana's cell, three stairs
    events = ["turned", "took_stairs", "account", "depleted", "placed", "earned", "stairs_changed"]
    assert throw(match, *draws, seat=C) == events
    assert match.state()["stairs"] == ["up", "down", "down"]


@pytest.mark.parametrize(
    ("tape", "fault"),
    [([], "tape_empty"), ([0], "tape_value"), ([7], "tape_value"), ([2, 3], "tape_left"), ([1, 2, 3], "tape_left")],
)
def test_m20_a_tape_that_does_not_fit_changes_nothing(tape: list[int], fault: str) -> None:
    match = at_hand([0, 3, 3])
    before = match.states.tobytes()
    with pytest.raises(MatchError) as raised:
        match.apply(A, "throw", tape)
    assert raised.value.name == fault
    assert match.states.tobytes() == before


def test_m20_without_a_tape_the_draws_come_from_the_seed(rule_code: Callable[[str], ModuleType]) -> None:
    rules = rule_code("savor")
    settings = {"flag": [2, 2, 12], "stairs": [[0, 2, 12, 2, 9, 12]]}
    match, twin = Match("savor", settings, seed=5), Match("savor", settings, seed=5)
    other = Match("savor", match.setup, seed=6)
    rules.reseed(twin.states[0], 6)
    for _ in range(200):
        seat = int(rules.next_to_act(match.states[0], A))
        match.act(seat, 0)
        twin.act(seat, 0)
        other.act(seat, 0)
    assert twin.states.tobytes() == other.states.tobytes() != match.states.tobytes()
