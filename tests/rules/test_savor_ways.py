"""Maze to Savor: stairs and poles at a cell (M13)."""

from typing import Any

import pytest

from flagstone.match import Match, MatchError
from flagstone.rules import savor
from tests.savouring import (
    BAWANA,
    ENTRANCE,
    STARTS,
    TO_TEN,
    A,
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

# M13


def test_m13_a_stair_in_mid_walk_is_taken_and_the_rest_walked_from_its_end_in_the_same_direction() -> None:
    match = at_hand([0, 5, 3], stairs=[[0, 3, 3, 1, 7, 6]])  # the document's example of rule 4, so to say
    assert throw(match, 6) == ["walked", "took_stairs", "account"]
    assert (at(match), player(match)["direction"]) == ([1, 3, 6], "N")
    assert told(match, "walked")["steps"] == 6
    passage = told(match, "took_stairs")
    assert (passage["at"], passage["to"]) == ([0, 3, 3], [1, 7, 6])


def test_m13_a_pole_in_mid_walk_is_taken_and_the_rest_walked_from_its_end() -> None:
    match = at_hand([2, 5, 12], poles=[[0, 2, 4, 12]])
    assert throw(match, 3) == ["walked", "slid_down", "account"]
    assert at(match) == [0, 2, 12]


@pytest.mark.parametrize("place", [[0, 5, 20], [1, 5, 3]])
def test_m13_a_stair_is_not_taken_back_at_once(place: list[int]) -> None:
    match = at_hand([place[0], 6 - place[0] // 2, place[2]], stairs=[[0, 5, 20, 1, 5, 3]])
    put(match, A, [place[0], 4, place[2]], "S")
    throw(match, 1)
    assert at(match) == ([1, 5, 3] if place[0] == 0 else [0, 5, 20])


def test_m13_after_a_step_the_same_stair_may_be_taken_again() -> None:
    match = at_hand([0, 5, 1], "E", stairs=[[0, 5, 2, 1, 5, 0]], poles=[[0, 1, 5, 2]])
    events = throw(match, 6)  # up, two steps, down the pole to the stair's lower end and up again, and so on
    assert events == ["walked", *["took_stairs", "slid_down"] * 2, "took_stairs", "account"]
    assert at(match) == [1, 5, 1]


def test_m13_a_stair_is_taken_by_arriving_and_not_by_standing_there() -> None:
    match = at_hand([0, 5, 3], stairs=[[0, 5, 3, 1, 5, 20]])
    throw(match, 1)
    assert at(match) == [0, 4, 3]
    match = at_hand([0, 6, 3], stairs=[[0, 5, 3, 1, 5, 20]])
    throw(match, 1)
    throw(match, 1)  # he leaves its other end
    assert at(match) == [1, 4, 20]
    put(match, A, [1, 4, 20], "S")
    throw(match, 1)  # and comes back to it
    assert at(match) == [0, 5, 3]


@pytest.mark.parametrize(
    ("near", "far"),
    [
        ([1, 3, 20], [1, 5, 20]),  # by rows
        ([1, 4, 21], [1, 4, 23]),  # by columns
        ([1, 4, 16 + 3], [1, 4, 17]),
        ([1, 8, 20], [1, 4, 7]),
        ([1, 4, 23], [2, 5, 16]),  # Δ 0+3+0 and 1+4+1
    ],
)
def test_m13_of_several_the_one_whose_other_end_is_nearest_to_the_flag_is_taken(
    near: list[int], far: list[int]
) -> None:
    for ends in ([near, far], [far, near]):
        flag = [1, 3, 20] if near[1:] == [3, 20] else [1, 4, 20]
        if near == flag:
            flag = [1, 2, 20]
        match = at_hand([0, 5, 3], stairs=[[0, 4, 3, *end] for end in ends], flag=flag)
        throw(match, 1)
        assert at(match) == near


def test_m13_floors_count_for_the_distance() -> None:
    stairs = [[1, 4, 3, 2, 4, 11], [1, 4, 3, 0, 4, 10]]  # 0+1+0 and 0+2+2 from a flag on floor 2; 0+3+… the other way
    match = at_hand([1, 5, 3], stairs=stairs, flag=[2, 4, 12])
    throw(match, 1)
    assert at(match) == [2, 4, 11]
    stairs = [[1, 4, 3, 2, 4, 13], [1, 4, 3, 0, 4, 10]]  # columns alone would prefer the first: 1+2 against 2+0
    match = at_hand([1, 5, 3], stairs=stairs, flag=[0, 4, 12])
    throw(match, 1)
    assert at(match) == [0, 4, 10]


def tie() -> Match:
    """A one step from a cell with a farther stair, a stair, and two poles, the last three equally far from the flag."""
    stairs = [[1, 4, 12 - 5, 0, 0, 0], [1, 4, 7, 0, 4, 9]]
    return at_hand([1, 5, 7], stairs=stairs, poles=[[0, 1, 4, 7], [0, 2, 4, 7]], flag=[0, 4, 8])


@pytest.mark.parametrize(("draw", "event", "end"), [(0, "took_stairs", [0, 4, 9]), (1, "slid_down", [0, 4, 7])])
def test_m13_of_equals_one_is_drawn_stairs_in_file_order_before_poles(draw: int, event: str, end: list[int]) -> None:
    match = tie()
    assert throw(match, 1, draw)[1] == event
    assert at(match) == end


def test_m13_the_draw_is_an_index_into_the_tied_ones_only() -> None:
    match = tie()
    throw(match, 1, 2)
    assert at(match) == [0, 4, 7]
    with pytest.raises(MatchError) as error:
        tie().apply(A, "throw", [1, 3])
    assert error.value.name == "tape_value"
    with pytest.raises(MatchError) as error:
        tie().apply(A, "throw", [1])
    assert error.value.name == "tape_empty"


@pytest.mark.parametrize(("draw", "end"), [(0, [1, 3, 20]), (1, [1, 5, 20])])
def test_m13_of_two_stairs_equally_near_one_is_drawn_in_file_order(draw: int, end: list[int]) -> None:
    stairs = [[0, 4, 3, 1, 3, 20], [1, 5, 20, 0, 4, 3]]
    match = at_hand([0, 5, 3], stairs=stairs, flag=[1, 4, 20])
    throw(match, 1, draw)
    assert at(match) == end


def test_m13_the_stair_that_brought_him_is_not_among_the_ways_on() -> None:
    stairs = [[0, 4, 3, 1, 5, 5], [1, 5, 5, 2, 5, 12]]
    match = at_hand([0, 5, 3], stairs=stairs, flag=[0, 4, 2])  # next to the end he comes from
    assert throw(match, 1) == ["walked", "took_stairs", "took_stairs", "account"]
    assert at(match) == [2, 5, 12]


def test_m13_a_pole_nearer_than_a_stair_is_taken_and_a_farther_one_is_not() -> None:
    settings: dict[str, Any] = {"stairs": [[1, 4, 3, 2, 4, 12], [0, 9, 0, 1, 9, 0]], "poles": [[0, 1, 4, 3]]}
    match = at_hand([1, 5, 3], flag=[0, 4, 5], **settings)
    throw(match, 1)
    assert at(match) == [0, 4, 3]
    match = at_hand([1, 5, 3], flag=[2, 4, 13], **settings)
    throw(match, 1)
    assert at(match) == [2, 4, 12]


@pytest.mark.parametrize("file_order", [(0, 1), (1, 0)])
def test_m13_only_stairs_in_their_present_direction_are_usable(file_order: tuple[int, int]) -> None:
    stairs = [[0, 4, 3, 1, 3, 20], [0, 4, 3, 1, 7, 20]]  # the first ends nearer to the flag
    ordered = [stairs[number] for number in file_order]
    match = maze(stairs=ordered, flag=[1, 2, 20], stairs_change=1)
    senses = [int(number == 0) for number in file_order]  # and is to lead down only
    throw(match, 1, *senses, seat=C)
    put(match, A, [0, 5, 3])
    throw(match, 1)
    assert at(match) == [1, 7, 20]


def test_m13_stairs_that_are_not_usable_are_not_drawn_for() -> None:
    match = maze(stairs=[[0, 4, 3, 1, 3, 20], [0, 4, 3, 1, 5, 20]], flag=[1, 4, 20], stairs_change=1)
    throw(match, 1, 1, 0, seat=C)
    put(match, A, [0, 5, 3])
    throw(match, 1)
    assert at(match) == [1, 5, 20]
    match = maze(stairs=[[0, 4, 3, 1, 3, 20], [0, 4, 3, 1, 5, 20]], flag=[1, 4, 20], stairs_change=1)
    throw(match, 1, 1, 1, seat=C)
    put(match, A, [0, 5, 3])
    throw(match, 1)
    assert at(match) == [0, 4, 3]


def test_m13_an_arrival_may_lead_on_in_a_chain_of_stairs_and_poles_each_with_its_values() -> None:
    stairs = [[0, 4, 3, 1, 5, 5], [1, 5, 5, 2, 3, 12]]
    values = {"[0, 4, 3]": "-1", "[1, 5, 5]": "x2", "[2, 3, 12]": "+3", "[0, 3, 12]": "-4", "[0, 2, 12]": "-2"}
    match = at_hand([0, 5, 3], stairs=stairs, poles=[[0, 2, 3, 12]], values=values)
    assert throw(match, 2) == ["walked", "took_stairs", "took_stairs", "slid_down", "account"]
    assert (at(match), points(match)) == ([0, 2, 12], 99 * 2 + 3 - 4 - 2)


LOOP: dict[str, Any] = {"stairs": [[0, 4, 3, 1, 5, 5], [0, 5, 5, 1, 4, 3]], "poles": [[0, 1, 5, 5], [0, 1, 4, 3]]}


def test_m13_a_chain_that_comes_back_to_a_cell_is_a_loop_and_sends_him_to_the_start() -> None:
    values = {"[0, 4, 3]": "-1", "[1, 5, 5]": "-2", "[0, 5, 5]": "-4", "[1, 4, 3]": "+3"}
    match = at_hand([0, 5, 3], values=values, throws=1, **LOOP)
    put(match, A, [0, 5, 3], "N")
    events = throw(match, 1)
    assert events == ["walked", "took_stairs", "slid_down", "took_stairs", "slid_down", "account", "looped"]
    one = player(match)
    assert (one["at"], one["in"], one["direction"], one["throws"]) == (STARTS[A], "start", "N", 0)
    assert one["points"] == 96  # the last arrival, at [0, 4, 3] again, applies no value
    assert told(match, "walked")["at"] == [0, 4, 3]


def test_m13_a_walk_that_loops_in_mid_walk_is_possible_and_its_rest_is_lost() -> None:
    match = at_hand([0, 5, 3], walls=[[0, 3, 3, 3, 3]], **LOOP)
    assert throw(match, 6)[-1] == "looped"
    assert told(match, "walked")["steps"] == 1
    assert (at(match), points(match)) == (STARTS[A], 100)


def test_m13_a_loop_need_not_lead_back_to_its_first_cell() -> None:
    settings: dict[str, Any] = {"stairs": [[0, 2, 3, 1, 5, 5], [0, 5, 5, 1, 5, 5]], "poles": [[0, 1, 5, 5]]}
    match = at_hand([0, 3, 3], flag=[0, 5, 6], **settings)
    events = throw(match, 1, 1)  # by the pole to the foot of the second stair, and up that to its head again
    assert events == ["walked", "took_stairs", "slid_down", "took_stairs", "account", "looped"]
    match = at_hand([0, 3, 3], flag=[0, 5, 6], **settings)
    assert throw(match, 1, 0) == ["walked", "took_stairs", "took_stairs", "account"]  # down by that stair he stays
    assert at(match) == [0, 5, 5]


def test_m13_points_used_up_within_a_loop_lead_to_bawana_before_it_closes() -> None:
    match = at_hand([0, 5, 3], values={"[1, 4, 3]": "-4"}, points=4, **LOOP)
    assert throw(match, 1, TO_TEN)[-3:] == ["depleted", "placed", "earned"]
    assert at(match) == ENTRANCE
    match = at_hand([0, 5, 3], values={"[0, 4, 3]": "-3"}, points=4, **LOOP)
    assert throw(match, 1)[-1] == "looped"  # where the last arrival would have used them up
    assert points(match) == 1


def test_m13_the_document_sends_whoever_falls_to_his_start_and_the_rest_of_the_walk_is_lost() -> None:
    match = maze(poles=[[0, 1, 7, 10]], values={"[1, 7, 10]": "-3"})
    put(match, C, [1, 8, 10], throws=1)
    assert throw(match, 6, seat=C) == ["walked", "slid_down", "account", "fell"]
    one = player(match, C)
    assert (one["at"], one["in"], one["direction"], one["throws"]) == (STARTS[C], "start", "E", 0)
    assert one["points"] == 97
    assert told(match, "walked")["at"] == [0, 7, 10]


def test_m13_only_arrivals_within_one_chain_make_a_loop() -> None:
    match = at_hand([0, 5, 3], bawana=BAWANA, stairs=[[0, 4, 3, 1, 6, 3]], poles=[[0, 1, 5, 3], [0, 1, 4, 3]])
    throw(match, 2)  # up at [0, 4, 3], a step, and down to where he stood when he threw
    assert at(match) == [0, 5, 3]


def test_m13_two_poles_of_a_column_are_a_tie() -> None:
    match = at_hand([1, 3, 4], "E", poles=[[0, 1, 3, 5], [0, 2, 3, 5]])
    throw(match, 1, 1)
    assert at(match) == [0, 3, 5]


@pytest.mark.parametrize(
    ("sense", "start", "cell"),
    [
        (savor.UP, [0, 3, 3], [1, 2, 3]),
        (savor.UP, [1, 3, 3], [1, 2, 3]),
        (savor.DOWN, [0, 3, 3], [0, 2, 3]),
        (savor.DOWN, [1, 3, 3], [0, 2, 3]),
    ],
)
def test_m13_a_one_way_stair_is_taken_from_one_end_only(sense: int, start: list[int], cell: list[int]) -> None:
    match = at_hand(start, stairs=[[0, 2, 3, 1, 2, 3]])
    match.states[0].senses[0] = sense
    throw(match, 1)
    assert at(match) == cell


def test_m13_a_stair_and_a_pole_are_the_smallest_loop() -> None:
    values = {"[0, 2, 3]": "+1", "[1, 2, 3]": "+2"}
    match = at_hand([0, 3, 3], stairs=[[0, 2, 3, 1, 2, 3]], poles=[[0, 1, 2, 3]], values=values)
    assert throw(match, 1) == ["walked", "took_stairs", "slid_down", "account", "looped"]
    assert (at(match), player(match)["points"]) == (STARTS[A], 103)
    assert told(match, "walked")["at"] == [0, 2, 3]


def test_m13_the_longest_chains_are_told_in_full() -> None:
    low = [[0, row, column] for row in range(10) for column in range(8)]
    high = [[1, row, column] for row in range(10) for column in range(8)]
    stairs = [[*low[n], *high[n]] for n in range(79)] + [[*high[n], *low[n + 1]] for n in range(78)]
    match = at_hand([0, 1, 0], stairs=stairs)
    assert throw(match, 1) == ["walked", *["took_stairs"] * 157, "account"]
    assert at(match) == high[78]
