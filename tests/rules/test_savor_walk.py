"""Maze to Savor: rounds, throws and walks (M10–M12)."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from flagstone.match import MatchError
from tests.savouring import (
    EMPTY,
    ENTRANCE,
    FACE_E,
    FACE_N,
    FACE_S,
    FACE_W,
    STARTS,
    TO_HAPPY,
    TO_TEN,
    TO_TWENTY_FIVE,
    A,
    B,
    C,
    at,
    at_hand,
    maze,
    player,
    points,
    put,
    throw,
    told,
)

FAR = 10**9  # the most movement points


# M10


def test_m10_a_round_is_one_turn_each_of_a_b_and_c() -> None:
    match = maze()
    seen = []
    for _ in range(7):
        state = match.state()
        seen.append((state["round"], state["to_move"]))
        assert match.to_act() == [state["to_move"]]
        throw(match, 1, seat=state["to_move"])
    assert seen == [(1, A), (1, B), (1, C), (2, A), (2, B), (2, C), (3, A)]


@pytest.mark.parametrize("to_move", [A, B, C])
def test_m10_who_is_not_to_move_is_refused_and_nothing_changes(to_move: int) -> None:
    match = maze()
    for seat in range(to_move):
        throw(match, 1, seat=seat)
    before = match.states.tobytes()
    for seat in {A, B, C} - {to_move}:
        assert match.apply(seat, "throw").refusal == "not_your_turn"
        assert match.legal(seat) == []
    assert match.states.tobytes() == before
    assert match.legal(to_move) == ["throw"]


def test_m10_a_blocked_throw_is_a_turn_too() -> None:
    match = at_hand([0, 0, 0])
    assert throw(match, 1)[0] == "blocked"
    assert match.to_act() == [B]


def test_m10_programs_ask_whoever_is_to_move(rule_code: Callable[[str], ModuleType]) -> None:
    match = maze()
    throw(match, 1)
    assert rule_code("savor").next_to_act(match.states[0], A) == B


# M11


@pytest.mark.parametrize("die", range(1, 6))
@pytest.mark.parametrize("seat", [A, B, C])
def test_m11_anything_but_a_6_does_nothing_in_the_starting_area(seat: int, die: int) -> None:
    match = maze()
    before = player(match, seat)
    assert throw(match, die, seat=seat) == ["stayed_out"]
    assert player(match, seat) == before


@pytest.mark.parametrize(
    ("seat", "first", "direction"), [(A, [0, 5, 12], "N"), (B, [0, 9, 7], "W"), (C, [0, 9, 17], "E")]
)
def test_m11_a_6_places_the_player_on_his_first_cell_and_costs_nothing(
    seat: int, first: list[int], direction: str
) -> None:
    match = maze(values={"[0, 5, 12]": "-4", "[0, 9, 7]": "x3", "[0, 9, 17]": "+5"})  # of which none applies
    assert throw(match, 6, seat=seat) == ["entered", "account"]
    placed = {"at": first, "in": "maze", "direction": direction, "throws": 0, "points": 100}
    assert player(match, seat) == {**placed, "effect": None, "effect_left": None}


def test_m11_being_placed_takes_neither_stair_nor_pole() -> None:
    match = maze(stairs=[[0, 5, 12, 2, 2, 12]])
    throw(match, 6)
    assert at(match) == [0, 5, 12]
    throw(match, 2)
    assert at(match) == [0, 3, 12]


def test_m11_being_placed_captures_who_stands_there() -> None:
    match = maze()
    put(match, C, [0, 5, 12], "S")
    assert throw(match, 6) == ["entered", "account", "captured"]
    assert (at(match), at(match, C)) == ([0, 5, 12], STARTS[C])


def test_m11_only_one_die_is_thrown_in_the_starting_area() -> None:
    with pytest.raises(MatchError) as error:
        maze().apply(A, "throw", [6, FACE_S])
    assert error.value.name == "tape_left"


# M12: the dice


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(("direction", "down", "right"), [("N", -1, 0), ("E", 0, 1), ("S", 1, 0), ("W", 0, -1)])
def test_m12_the_player_walks_as_many_cells_as_the_die_in_his_direction(
    die: int, direction: str, down: int, right: int
) -> None:
    start = [0, 9, 7] if direction == "N" else [0, 0, 7]
    match = at_hand(start, direction)
    assert throw(match, die) == ["walked", "account"]
    assert at(match) == [0, start[1] + down * die, start[2] + right * die]
    assert player(match)["direction"] == direction


def test_m12_the_documents_example_of_two_two_and_one() -> None:
    match = maze()
    seen = []
    for die in (6, 2, 2, 1):
        throw(match, die)
        seen.append(at(match))
    assert seen == [[0, 5, 12], [0, 3, 12], [0, 1, 12], [0, 0, 12]]
    assert throw(match, 3, FACE_E)[0] == "turned"
    assert at(match) == [0, 0, 15]


def test_m12_the_throw_counter_goes_up_with_every_throw_blocked_or_not() -> None:
    match = at_hand([0, 1, 0])
    for throws in (1, 2, 3):
        throw(match, 1)
        assert player(match)["throws"] == throws
    assert at(match) == [0, 0, 0]


@pytest.mark.parametrize("throws", [3, 7, 43])
@pytest.mark.parametrize(
    ("face", "direction", "end"),
    [
        (1, "E", [0, 3, 5]),
        (FACE_N, "N", [0, 1, 3]),
        (FACE_E, "E", [0, 3, 5]),
        (FACE_S, "S", [0, 5, 3]),
        (FACE_W, "W", [0, 3, 1]),
        (EMPTY, "E", [0, 3, 5]),
    ],
)
def test_m12_every_fourth_throw_has_the_direction_die_too(
    throws: int, face: int, direction: str, end: list[int]
) -> None:
    match = at_hand([0, 3, 3], "E", throws=throws)
    assert throw(match, 2, face)[0] == "turned"
    assert (at(match), player(match)["direction"]) == (end, direction)


@pytest.mark.parametrize("throws", [0, 1, 2, 4, 5, 6])
def test_m12_other_throws_have_no_direction_die(throws: int) -> None:
    match = at_hand([0, 3, 3], "E", throws=throws)
    with pytest.raises(MatchError) as error:
        match.apply(A, "throw", [2, FACE_S])
    assert error.value.name == "tape_left"
    assert throw(match, 2)[0] == "walked"


def test_m12_a_fourth_throw_without_a_direction_die_is_not_made() -> None:
    match = at_hand([0, 3, 3], throws=3)
    before = match.states.tobytes()
    with pytest.raises(MatchError) as error:
        match.apply(A, "throw", [2])
    assert error.value.name == "tape_empty"
    assert match.states.tobytes() == before


def test_m12_the_direction_stays_for_the_throws_that_follow() -> None:
    match = at_hand([0, 3, 3], throws=3)
    throw(match, 1, FACE_E)
    throw(match, 4)
    assert (at(match), player(match)["direction"]) == ([0, 3, 8], "E")


def test_m12_a_blocked_throw_with_two_dice_costs_2_and_leaves_the_new_direction() -> None:
    match = at_hand([0, 0, 3], "S", throws=3)
    assert throw(match, 1, FACE_N) == ["blocked", "account"]
    assert (at(match), player(match)["direction"], points(match)) == ([0, 0, 3], "N", 98)


# M12: whether the walk is possible


@pytest.mark.parametrize(
    ("place", "direction", "settings"),
    [
        ([0, 3, 3], "N", {"walls": [[0, 1, 0, 1, 8]]}),  # a wall
        ([0, 1, 3], "N", {}),  # the edge
        ([1, 3, 6], "E", {}),  # a missing cell
        ([1, 3, 8 - 3], "E", {"stairs": [[0, 3, 4, 2, 3, 10]]}),  # a blocked cell, [1, 3, 7]
        ([0, 4, 12], "S", {}),  # the starting area
        ([0, 4, 22], "S", {}),  # Bawana's wall
    ],
)
def test_m12_a_walk_that_is_not_wholly_possible_is_not_begun_and_costs_two_points(
    place: list[int], direction: str, settings: dict[str, Any]
) -> None:
    values = dict.fromkeys(maze(**settings).state()["values"], "-1")
    match = at_hand(place, direction, values=values, **settings)
    assert throw(match, 1) == ["walked", "account"]
    assert points(match) == 99
    for die in (2, 4, 6):
        match = at_hand(place, direction, values=values, **settings)
        assert throw(match, die) == ["blocked", "account"]
        assert (at(match), points(match), player(match)["throws"]) == (place, 98, 1)
        account = told(match, "account")
        assert (account["steps"], account["cost"], account["points"]) == (0, 2, 98)


def test_m12_a_walk_blocked_beyond_a_stair_is_not_begun_and_the_stair_not_taken() -> None:
    settings: dict[str, Any] = {"stairs": [[0, 3, 3, 1, 1, 20]], "walls": [[1, 0, 20, 0, 20]]}
    match = at_hand([0, 5, 3], **settings)
    throw(match, 2)
    assert at(match) == [1, 1, 20]
    match = at_hand([0, 5, 3], **settings)
    assert throw(match, 3) == ["blocked", "account"]
    assert (at(match), points(match)) == ([0, 5, 3], 98)


def test_m12_what_lies_behind_a_stair_does_not_block_who_takes_it() -> None:
    match = at_hand([0, 5, 3], stairs=[[0, 4, 3, 1, 5, 20]], walls=[[0, 3, 3, 3, 3]])
    throw(match, 4)
    assert at(match) == [1, 2, 20]


@pytest.mark.parametrize("rule", ["reach", "land"])
def test_m12_a_flag_on_the_way_of_an_impossible_walk_is_not_captured(rule: str) -> None:
    match = at_hand([0, 3, 3], flag=[0, 2, 3], flag_rule=rule, walls=[[0, 0, 3, 0, 3]])
    assert throw(match, 3) == ["blocked", "account"]
    assert (at(match), match.state()["result"]) == ([0, 3, 3], None)


def test_m12_the_walk_is_traced_past_the_flag_by_the_stairs_there() -> None:
    settings: dict[str, Any] = {"flag": [0, 2, 3], "stairs": [[0, 2, 3, 1, 1, 20]]}
    assert throw(at_hand([0, 3, 3], **settings), 3)[0] == "blocked"  # on floor 1 there is only one step to go
    assert throw(at_hand([0, 3, 3], **settings), 2)[-1] == "flag_captured"
    settings["walls"] = [[0, 1, 3, 1, 3]]  # which would be in the way on floor 0
    assert throw(at_hand([0, 3, 3], **settings), 2)[-1] == "flag_captured"


@pytest.mark.parametrize("rule", ["reach", "land"])
def test_m12_a_last_step_onto_the_flag_ends_the_trace_before_any_stair(rule: str) -> None:
    stairs = [[0, 2, 3, 1, 1, 20], [0, 2, 3, 1, 3, 22]]  # equally far, and yet nothing is drawn
    match = at_hand([0, 3, 3], flag=[0, 2, 3], stairs=stairs, flag_rule=rule)
    assert throw(match, 1) == ["walked", "account", "flag_captured"]
    assert (at(match), match.state()["result"]) == ([0, 2, 3], "A")


@pytest.mark.parametrize("rule", ["reach", "land"])
def test_m12_a_stair_to_the_flag_with_no_steps_left_ends_the_trace_there(rule: str) -> None:
    stairs = [[0, 2, 3, 1, 1, 20], [1, 1, 20, 2, 4, 10], [1, 1, 20, 0, 9, 9]]
    match = at_hand([0, 3, 3], flag=[1, 1, 20], stairs=stairs[:2], flag_rule=rule)
    assert throw(match, 1) == ["walked", "took_stairs", "account", "flag_captured"]
    assert at(match) == [1, 1, 20]


@pytest.mark.parametrize("rule", ["reach", "land"])
def test_m12_a_pole_to_the_flag_with_no_steps_left_ends_the_trace_there(rule: str) -> None:
    match = at_hand([1, 3, 3], flag=[0, 2, 3], stairs=[[0, 2, 3, 1, 1, 20]], poles=[[0, 1, 2, 3]], flag_rule=rule)
    assert throw(match, 1) == ["walked", "slid_down", "account", "flag_captured"]
    assert at(match) == [0, 2, 3]


def test_m12_ties_beyond_the_flag_are_drawn() -> None:
    stairs = [[0, 1, 3, 1, 2, 22], [0, 1, 3, 1, 3, 21]]
    match = at_hand([0, 3, 3], flag=[0, 2, 3], stairs=stairs)
    with pytest.raises(MatchError) as error:
        match.apply(A, "throw", [2])
    assert error.value.name == "tape_empty"
    assert throw(match, 2, 1)[-1] == "flag_captured"
    assert at(match) == [0, 2, 3]


def test_m12_ties_of_a_walk_that_turns_out_impossible_are_drawn() -> None:
    stairs = [[0, 2, 3, 1, 2, 22], [0, 2, 3, 1, 3, 21]]
    walls = [[1, 1, 22, 1, 22]]
    match = at_hand([0, 3, 3], flag=[0, 2, 5], stairs=stairs, walls=walls)
    assert throw(match, 2, 0)[0] == "blocked"
    match = at_hand([0, 3, 3], flag=[0, 2, 5], stairs=stairs, walls=walls)
    throw(match, 2, 1)
    assert at(match) == [1, 2, 21]


def test_m12_ties_are_drawn_after_the_dice_in_the_order_met() -> None:
    pairs = [[0, 3, 4, 1, 4, 22], [0, 3, 4, 1, 4, 20], [1, 4, 23, 0, 2, 20], [1, 4, 23, 0, 2, 22]]
    match = at_hand([0, 3, 3], "N", stairs=pairs, throws=3, flag=[0, 4, 21])  # each pair's ends are equally far
    throw(match, 2, FACE_E, 0, 1)
    assert at(match) == [0, 2, 22]


# M12: flag rules


def test_m12_by_reach_the_first_arrival_at_the_flag_ends_the_walk_steps_left_or_not() -> None:
    for die in (2, 3, 5):
        match = at_hand([0, 5, 3], flag=[0, 3, 3], values={"[0, 2, 3]": "-4"})
        assert throw(match, die)[-1] == "flag_captured"
        assert (at(match), match.state()["result"], points(match)) == ([0, 3, 3], "A", 100)
        assert told(match, "walked")["steps"] == 2


def test_m12_by_land_only_an_arrival_with_no_steps_left_captures() -> None:
    match = at_hand([0, 5, 3], flag=[0, 3, 3], flag_rule="land")
    assert throw(match, 3) == ["walked", "account"]
    assert (at(match), match.is_over) == ([0, 2, 3], False)
    match = at_hand([0, 5, 3], flag=[0, 3, 3], flag_rule="land")
    assert throw(match, 2) == ["walked", "account", "flag_captured"]


def test_m12_by_reach_a_pole_or_stair_in_mid_walk_captures_too() -> None:
    for settings in (
        {"poles": [[0, 1, 2, 3]], "flag": [0, 2, 3]},
        {"stairs": [[0, 0, 0, 1, 0, 0], [1, 2, 3, 2, 2, 12]], "flag": [2, 2, 12]},
    ):
        match = at_hand([1, 3, 3], **settings)
        assert throw(match, 3)[-1] == "flag_captured"
        assert at(match) == settings["flag"]


def test_m12_by_land_a_flag_in_mid_walk_is_a_cell_like_any_other() -> None:
    settings: dict[str, Any] = {"flag": [0, 2, 3], "flag_rule": "land", "values": {"[0, 2, 3]": "+2"}}
    match = at_hand([0, 3, 3], stairs=[[0, 2, 3, 1, 1, 20]], **settings)
    assert throw(match, 2) == ["walked", "took_stairs", "account"]
    assert (at(match), points(match)) == ([1, 0, 20], 102)
    match = at_hand([1, 3, 3], poles=[[0, 1, 2, 3]], **settings)
    throw(match, 3)
    assert (at(match), match.is_over, points(match)) == ([0, 0, 3], False, 102)


def test_m12_by_reach_the_flag_within_a_chain_comes_before_the_loop_it_would_end_in() -> None:
    settings: dict[str, Any] = {"stairs": [[0, 2, 3, 1, 2, 5]], "poles": [[0, 1, 2, 5]]}
    settings["stairs"].append([0, 2, 5, 1, 7, 3])
    settings["poles"].append([0, 1, 7, 3])
    match = at_hand([0, 3, 3], flag=[0, 2, 5], **settings)
    assert throw(match, 2)[-1] == "flag_captured"
    assert at(match) == [0, 2, 5]


def test_m12_the_flag_before_a_fall_is_captured_by_reach_and_not_by_land() -> None:
    settings: dict[str, Any] = {"flag": [1, 8, 10], "poles": [[0, 1, 7, 10]], "stairs": [[0, 0, 0, 1, 0, 0]]}
    match = at_hand([1, 9, 10], **settings)
    assert throw(match, 4)[-1] == "flag_captured"  # four steps are possible, as the walk ends in the fall
    match = at_hand([1, 9, 10], flag_rule="land", **settings)
    assert throw(match, 4)[-1] == "fell"


# M12: values


def test_m12_every_arrival_applies_its_cells_value_and_the_cell_left_does_not() -> None:
    values = {"[0, 5, 3]": "x3", "[0, 4, 3]": "-4", "[0, 3, 3]": "+5", "[0, 2, 3]": "-1", "[0, 1, 3]": "x2"}
    match = at_hand([0, 5, 3], values=values)
    throw(match, 3)
    assert points(match) == 100
    match = at_hand([0, 5, 3], values=values)
    throw(match, 2)
    assert points(match) == 101
    account = told(match, "account")
    assert (account["steps"], account["cost"], account["points"]) == (2, -1, 101)


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [("-4", "x2", 192), ("x2", "-4", 196), ("x3", "+5", 305), ("+5", "x3", 315), ("x2", "x3", 600), ("-0", "-3", 97)],
)
def test_m12_values_apply_in_the_order_of_the_arrivals(first: str, second: str, left: int) -> None:
    match = at_hand([0, 5, 3], values={"[0, 4, 3]": first, "[0, 3, 3]": second})
    throw(match, 2)
    assert points(match) == left


def test_m12_both_ends_of_stairs_and_poles_apply_their_values() -> None:
    values = {"[0, 4, 3]": "-4", "[1, 5, 20]": "x2", "[1, 4, 20]": "+1"}
    match = at_hand([0, 5, 3], stairs=[[0, 4, 3, 1, 5, 20]], values=values)
    throw(match, 2)
    assert (at(match), points(match)) == ([1, 4, 20], 193)
    match = at_hand([1, 6, 20], poles=[[0, 1, 5, 20]], values={"[0, 5, 20]": "-3", **values})
    throw(match, 1)
    assert points(match) == 197


def test_m12_a_cell_arrived_at_twice_applies_its_value_twice() -> None:
    stairs = [[0, 5, 2, 1, 5, 0]]
    match = at_hand([0, 5, 1], "E", stairs=stairs, poles=[[0, 1, 5, 2]], values={"[1, 5, 0]": "-1", "[0, 5, 2]": "-2"})
    throw(match, 4)
    assert (at(match), points(match)) == ([1, 5, 1], 94)


@pytest.mark.parametrize(("before", "value"), [(4, "-4"), (2, "-4"), (1, "-1")])
def test_m12_at_0_points_or_below_he_goes_to_bawana_at_once_and_the_rest_of_the_walk_is_lost(
    before: int, value: str
) -> None:
    values = {"[0, 4, 3]": value, "[0, 3, 3]": "+5", "[0, 2, 3]": "x2"}
    match = at_hand([0, 5, 3], values=values, points=before)
    assert throw(match, 4, TO_TEN) == ["walked", "account", "depleted", "placed", "earned"]
    assert (at(match), points(match)) == (ENTRANCE, 10)
    account = told(match, "account")
    assert (account["steps"], account["cost"], account["points"]) == (1, int(value[1:]), 0)
    assert told(match, "walked")["at"] == [0, 4, 3]


def test_m12_points_used_up_at_a_stair_leave_it_untaken() -> None:
    settings: dict[str, Any] = {"stairs": [[0, 4, 3, 1, 5, 20]], "values": {"[0, 4, 3]": "-4"}}
    match = at_hand([0, 5, 3], points=4, **settings)
    assert throw(match, 1, TO_TEN) == ["walked", "account", "depleted", "placed", "earned"]
    match = at_hand([0, 5, 3], points=5, **settings)
    assert throw(match, 1) == ["walked", "took_stairs", "account"]


def test_m12_points_used_up_at_the_far_end_of_a_stair_end_the_walk_there() -> None:
    match = at_hand([0, 5, 3], stairs=[[0, 4, 3, 1, 5, 20]], values={"[1, 5, 20]": "-4"}, points=3)
    assert throw(match, 3, TO_TEN) == ["walked", "took_stairs", "account", "depleted", "placed", "earned"]
    assert told(match, "walked")["at"] == [1, 5, 20]
    assert told(match, "walked")["steps"] == 1


def test_m12_points_used_up_before_the_flag_do_not_capture_it() -> None:
    match = at_hand([0, 5, 3], flag=[0, 3, 3], values={"[0, 4, 3]": "-4"}, points=4)
    throw(match, 2, TO_TEN)
    assert (at(match), match.is_over) == (ENTRANCE, False)


def test_m12_at_the_flags_cell_the_flag_comes_before_bawana() -> None:
    match = at_hand([0, 5, 3], flag=[0, 4, 3], values={"[0, 4, 3]": "-4"}, points=1)
    assert throw(match, 2) == ["walked", "account", "flag_captured"]
    assert (at(match), points(match), match.state()["result"]) == ([0, 4, 3], 0, "A")
    assert told(match, "account")["cost"] == 4


def test_m12_by_land_points_used_up_at_the_flag_in_mid_walk_lead_to_bawana() -> None:
    match = at_hand([0, 5, 3], flag=[0, 4, 3], values={"[0, 4, 3]": "-4"}, points=1, flag_rule="land")
    throw(match, 2, TO_TEN)
    assert (at(match), match.is_over) == (ENTRANCE, False)


def test_m12_an_impossible_walk_costs_2_though_its_cells_would_use_up_the_points() -> None:
    match = at_hand([0, 1, 3], values={"[0, 0, 3]": "-4"}, points=3)
    assert throw(match, 2) == ["blocked", "account"]
    assert points(match) == 1


@pytest.mark.parametrize("before", [1, 2])
def test_m12_a_blocked_throw_may_use_up_the_points(before: int) -> None:
    match = at_hand([0, 0, 3], points=before)
    assert throw(match, 1, TO_TWENTY_FIVE) == ["blocked", "account", "depleted", "placed", "earned"]
    assert (at(match), points(match)) == (ENTRANCE, 25)


def test_m12_the_draws_of_bawana_come_after_those_of_the_ties() -> None:
    stairs = [[0, 4, 3, 1, 2, 22], [0, 4, 3, 1, 3, 21]]
    match = at_hand([0, 5, 3], throws=3, flag=[0, 2, 0], stairs=stairs, values={"[1, 3, 21]": "-4"}, points=1)
    throw(match, 1, EMPTY, 1, TO_HAPPY)
    assert (at(match), points(match)) == (ENTRANCE, 200)


@pytest.mark.parametrize(
    ("before", "values", "after"),
    [
        (600_000_000, ["x2", "-0"], FAR),
        (FAR, ["+5", "-0"], FAR),
        (FAR - 2, ["+2", "-0"], FAR),
        (FAR, ["x3", "-4"], FAR - 4),  # cut at once, before the next cell
        (FAR, ["x1000000000", "-1"], FAR - 1),
        (FAR, ["-4", "+3"], FAR - 1),
    ],
)
def test_m12_points_above_a_thousand_million_are_cut(before: int, values: list[str], after: int) -> None:
    match = at_hand([0, 5, 3], values=dict(zip(["[0, 4, 3]", "[0, 3, 3]"], values, strict=True)), points=before)
    throw(match, 2)
    assert points(match) == after


def test_m12_the_document_s_example_of_rule_4_takes_the_stair_on_the_way() -> None:
    match = at_hand([0, 6, 3], stairs=[[0, 3, 3, 1, 6, 7]])
    throw(match, 6)
    assert at(match) == [1, 3, 7]
