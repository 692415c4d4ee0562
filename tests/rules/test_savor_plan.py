"""Maze to Savor: the plan and what stands on it (M1–M6), values (M8), and where the players start (M9)."""

import json
from collections import Counter
from itertools import product
from typing import Any

import pytest

from flagstone.match import Match
from tests.savouring import ENTRANCE, STARTS, B, C, at, at_hand, maze, player, points, put, throw


def standing(match: Match) -> set[tuple[int, int, int]]:
    """The cells that a player can stand on."""
    return {(floor, row, column) for floor, row, column in map(json.loads, match.state()["values"])}


def is_blocked(match: Match, die: int = 1) -> bool:
    """Whether A's throw is blocked; then he stays where he is."""
    before = at(match)
    blocked = throw(match, die)[0] == "blocked"
    assert (at(match) == before) == blocked
    return blocked


# M1


def test_m1_the_floors_have_214_196_and_90_cells() -> None:
    cells = standing(maze(elements="base"))
    assert Counter(floor for floor, _, _ in cells) == {0: 214, 1: 196, 2: 90}


def test_m1_each_floor_has_the_rows_of_its_plan() -> None:
    cells = standing(maze(elements="base"))
    wide = set(range(25))
    middle = set(range(8, 17))
    for row in range(10):
        rows = [{column for f, r, column in cells if (f, r) == (floor, row)} for floor in range(3)]
        assert rows == ([wide, wide - middle, middle] if row < 6 else [wide - middle, wide, middle])


@pytest.mark.parametrize(
    ("place", "direction"),
    [
        *[([0, 0, 3], "N"), ([0, 9, 3], "S"), ([0, 3, 0], "W"), ([0, 3, 24], "E")],
        *[([1, 0, 3], "N"), ([1, 9, 12], "S"), ([1, 3, 0], "W"), ([1, 3, 24], "E")],
        *[([2, 0, 12], "N"), ([2, 9, 12], "S"), ([2, 3, 8], "W"), ([2, 3, 16], "E")],
    ],
)
def test_m1_nobody_walks_off_a_floor(place: list[int], direction: str) -> None:
    assert is_blocked(at_hand(place, direction))


@pytest.mark.parametrize(
    ("place", "direction"),
    [([0, 5, 8], "S"), ([0, 5, 16], "S"), ([0, 6, 7], "E"), ([0, 9, 7], "E"), ([0, 6, 17], "W"), ([0, 9, 17], "W")],
)
def test_m1_nobody_walks_into_the_starting_area(place: list[int], direction: str) -> None:
    assert is_blocked(at_hand(place, direction))


def test_m1_floor_1_is_two_halves_joined_by_the_bridge() -> None:
    assert is_blocked(at_hand([1, 5, 7], "E"))
    assert is_blocked(at_hand([1, 5, 17], "W"))
    assert is_blocked(at_hand([1, 6, 12], "N"))
    match = at_hand([1, 6, 7], "E")
    for _ in range(2):
        throw(match, 5)
    assert at(match) == [1, 6, 17]


# M2


def test_m2_bawana_takes_20_cells_of_floor_0_that_nobody_can_stand_on() -> None:
    walls = {(0, 6, column) for column in range(20, 25)} | {(0, row, 20) for row in (7, 8, 9)}
    inside = set(product([0], [7, 8, 9], [21, 22, 23, 24]))
    assert standing(maze(elements="base")) - standing(maze()) == walls | inside
    assert len(inside) == 12


@pytest.mark.parametrize(
    ("place", "direction"),
    [*(([0, 5, column], "S") for column in range(20, 25)), *(([0, row, 19], "E") for row in (6, 7, 8, 9))],
)
def test_m2_nobody_can_walk_into_bawana(place: list[int], direction: str) -> None:
    for die in (1, 2, 4):
        assert is_blocked(at_hand(place, direction), die)


def test_m2_the_entrance_is_an_ordinary_cell_otherwise() -> None:
    match = at_hand([0, 7, 19], "S", values={"[0, 9, 19]": "+5"})
    throw(match, 2)
    assert (at(match), points(match), player(match)["in"]) == (ENTRANCE, 105, "maze")
    match = at_hand([0, 8, 19], "S", stairs=[[0, 9, 19, 1, 4, 19]])
    throw(match, 1)
    assert at(match) == [1, 4, 19]


# M3


@pytest.mark.parametrize("wall", [[0, 3, 2, 3, 6], [0, 3, 6, 3, 2], [1, 2, 4, 7, 4], [1, 7, 4, 2, 4], [2, 5, 9, 5, 9]])
def test_m3_a_wall_is_every_cell_from_one_end_to_the_other(wall: list[int]) -> None:
    floor, r1, c1, r2, c2 = wall
    rows, columns = range(min(r1, r2), max(r1, r2) + 1), range(min(c1, c2), max(c1, c2) + 1)
    assert standing(maze()) - standing(maze(walls=[wall])) == set(product([floor], rows, columns))


@pytest.mark.parametrize("wall", [[0, 3, 2, 3, 6], [0, 3, 6, 3, 2]])
@pytest.mark.parametrize("column", range(1, 8))
def test_m3_a_wall_is_impassable_from_end_to_end_on_its_floor_only(wall: list[int], column: int) -> None:
    assert is_blocked(at_hand([0, 4, column], walls=[wall])) == (2 <= column <= 6)
    assert not is_blocked(at_hand([1, 4, column], walls=[wall]))


def test_m3_walls_may_cross_and_cover_each_other() -> None:
    match = maze(walls=[[0, 3, 2, 3, 6], [0, 1, 4, 5, 4]])
    assert len(standing(maze()) - standing(match)) == 9


def test_m3_stairs_poles_and_being_placed_cross_no_cells() -> None:
    walls = [[0, 2, 2, 2, 5], [1, 5, 3, 5, 3], [1, 4, 19, 6, 19]]
    match = at_hand([0, 5, 2], "E", walls=walls, stairs=[[0, 5, 3, 1, 1, 5]])  # over the walls on both floors
    throw(match, 1)
    assert at(match) == [1, 1, 5]
    match = at_hand([2, 4, 12], "S", walls=[[1, 6, 12, 6, 12]], poles=[[0, 2, 5, 12]])
    throw(match, 1)
    assert at(match) == [0, 5, 12]
    match = at_hand([2, 6, 12], "S", walls=[[1, 7, 12, 7, 12]], poles=[[0, 2, 7, 12]])  # a wall around the pole
    throw(match, 1)
    assert at(match) == STARTS[0]
    match = at_hand([0, 0, 0], walls=[[0, 9, 18, 9, 18], [0, 8, 19, 8, 19]], points=2)  # around the entrance
    throw(match, 1, 3)
    assert at(match) == ENTRANCE


# M4


@pytest.mark.parametrize("stair", [[0, 4, 5, 1, 1, 20], [1, 1, 20, 0, 4, 5]])
def test_m4_a_stair_joins_two_cells_both_ways_in_whichever_order_it_is_given(stair: list[int]) -> None:
    match = maze(stairs=[stair])
    assert match.state()["stairs"] == ["both"]
    put(match, 0, [0, 5, 5])
    throw(match, 1)
    assert at(match) == [1, 1, 20]
    put(match, 0, [1, 2, 20])
    throw(match, 1)
    assert at(match) == [0, 4, 5]


@pytest.mark.parametrize("stair", [[0, 4, 5, 1, 1, 20], [1, 1, 20, 0, 4, 5]])
def test_m4_up_and_down_go_by_the_floors_and_not_by_the_order(stair: list[int]) -> None:
    match = maze(stairs=[stair], stairs_change=1)
    throw(match, 1, 0, seat=C)
    assert match.state()["stairs"] == ["up"]
    put(match, 0, [1, 2, 20])
    throw(match, 1)
    assert at(match) == [1, 1, 20]
    put(match, 0, [0, 5, 5])
    match.states[0].to_move = 0
    throw(match, 1)
    assert at(match) == [1, 1, 20]
    match = maze(stairs=[stair], stairs_change=1)
    throw(match, 1, 1, seat=C)
    put(match, 0, [0, 5, 5])
    throw(match, 1)
    assert at(match) == [0, 4, 5]


@pytest.mark.parametrize(
    ("stair", "blocked"),
    [
        ([0, 2, 2, 2, 4, 10], [[1, 3, 6]]),
        ([2, 4, 10, 0, 2, 2], [[1, 3, 6]]),  # either order
        ([0, 1, 1, 2, 4, 10], [[1, 3, 6]]),  # halves are rounded up
        ([0, 4, 4, 2, 1, 9], [[1, 3, 7]]),
        ([0, 1, 2, 2, 4, 9], [[1, 3, 6]]),
        ([0, 9, 7, 2, 9, 8], [[1, 9, 8]]),
        ([0, 0, 10, 2, 3, 12], []),  # floor 1 has no cell there
        ([0, 4, 5, 2, 0, 10], []),  # the document's example: column 8
        ([0, 9, 10, 2, 8, 12], [[1, 9, 11]]),  # its lower end is in the starting area
        ([0, 2, 2, 1, 4, 4], []),  # passes through no floor
        ([1, 2, 2, 2, 4, 10], []),
    ],
)
def test_m4_a_stair_from_floor_0_to_2_blocks_the_cell_it_passes_through(
    stair: list[int], blocked: list[list[int]]
) -> None:
    match = maze(stairs=[stair])
    assert match.state()["blocked"] == blocked
    assert standing(maze()) - standing(match) == {(f, r, c) for f, r, c in blocked}


def test_m4_nobody_walks_onto_or_over_a_blocked_cell() -> None:
    for die in (1, 2, 3):
        assert is_blocked(at_hand([1, 4, 6], "N", stairs=[[0, 2, 2, 2, 4, 10]]), die)
    assert not is_blocked(at_hand([0, 4, 6], "N", stairs=[[0, 2, 2, 2, 4, 10]]), 3)


def test_m4_two_stairs_may_have_an_end_on_the_same_cell() -> None:
    match = at_hand([0, 5, 5], stairs=[[0, 4, 5, 1, 1, 20], [0, 4, 5, 1, 9, 4]], flag=[0, 9, 0])
    throw(match, 1)
    assert at(match) == [1, 9, 4]


# M5


@pytest.mark.parametrize("pole", [[0, 2, 4, 12], [2, 0, 4, 12]])
def test_m5_a_pole_leads_from_its_upper_floor_down_to_its_lower_floor(pole: list[int]) -> None:
    match = at_hand([2, 5, 12], poles=[pole])
    throw(match, 1)
    assert at(match) == [0, 4, 12]


@pytest.mark.parametrize("pole", [[0, 2, 7, 10], [2, 0, 7, 10], [0, 1, 7, 10]])
def test_m5_a_pole_is_taken_on_every_floor_above_the_lower_one_that_it_reaches(pole: list[int]) -> None:
    for floor in (1, 2):
        match = at_hand([floor, 8, 10], poles=[pole])
        throw(match, 1)
        goes = floor <= max(pole[:2])
        assert at(match) == (STARTS[0] if goes else [floor, 7, 10])


def test_m5_a_pole_between_the_upper_floors_ends_on_floor_1() -> None:
    match = at_hand([2, 8, 10], poles=[[1, 2, 7, 10]])
    throw(match, 1)
    assert at(match) == [1, 7, 10]


def test_m5_the_documents_own_pole_is_taken_on_floor_1_as_floor_2_has_no_cell_there() -> None:
    match = at_hand([1, 6, 24], poles=[[0, 2, 5, 24]])
    throw(match, 1)
    assert at(match) == [0, 5, 24]


def test_m5_nobody_climbs_a_pole() -> None:
    match = at_hand([0, 6, 19], poles=[[0, 2, 5, 19]])
    throw(match, 1)
    assert at(match) == [0, 5, 19]
    match = at_hand([1, 8, 10], poles=[[1, 2, 7, 10]])
    throw(match, 1)
    assert at(match) == [1, 7, 10]


# M6


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("way", [{"stairs": [[0, 6, 12, 1, 7, 10]]}, {"poles": [[0, 1, 7, 10]]}])
def test_m6_who_arrives_in_the_starting_area_is_sent_to_his_own_start(seat: int, way: dict[str, Any]) -> None:
    match = maze(**way)
    put(match, seat, [1, 8, 10], points=70)
    assert throw(match, 1, seat=seat)[-1] == "fell"
    one = player(match, seat)
    assert (one["at"], one["in"], one["points"], one["throws"]) == (STARTS[seat], "start", 70, 0)


def test_m6_a_pole_through_floor_1_ends_in_the_starting_area() -> None:
    match = at_hand([2, 8, 10], poles=[[0, 2, 7, 10]])
    throw(match, 1)
    assert (at(match), player(match)["in"]) == (STARTS[0], "start")


def test_m6_nobody_in_the_starting_area_takes_a_stair_from_there() -> None:
    match = maze(stairs=[[0, 6, 12, 1, 7, 10]])
    for die in range(1, 6):
        throw(match, die)
        assert at(match) == STARTS[0]


# M8


def test_m8_an_arrival_applies_the_value_of_the_cell() -> None:
    values = {"[0, 4, 12]": "-1", "[0, 3, 12]": "-4", "[0, 2, 12]": "-2", "[0, 1, 12]": "-1"}
    match = at_hand([0, 5, 12], points=20, values=values)  # the example of the document's rule 8
    throw(match, 4)
    assert player(match)["points"] == 12


def test_m8_values_are_applied_in_order_at_once() -> None:
    values = {"[0, 4, 12]": "-3", "[0, 3, 12]": "x3", "[0, 2, 12]": "+5", "[0, 1, 12]": "x2"}
    match = at_hand([0, 5, 12], points=5, values=values)
    throw(match, 4)
    assert player(match)["points"] == ((5 - 3) * 3 + 5) * 2


def test_m8_values_are_kept() -> None:
    match = at_hand([0, 5, 12], values={"[0, 4, 12]": "+5"})
    before = match.state()["values"]
    throw(match, 1)
    assert match.state()["values"] == before
    assert before["[0, 4, 12]"] == "+5"
    assert before["[0, 3, 12]"] == "-0"


# M9


def test_m9_each_player_starts_at_his_start_facing_his_first_direction_with_100_points() -> None:
    state = maze().state()
    fresh = {"in": "start", "throws": 0, "points": 100, "effect": None, "effect_left": None}
    facing = zip(STARTS, "NWE", strict=True)
    assert state["players"] == [{"at": start, "direction": direction, **fresh} for start, direction in facing]
    assert (state["round"], state["to_move"], state["result"]) == (1, 0, None)


def test_m9_each_players_first_cell_lies_in_his_first_direction() -> None:
    match = maze()
    throw(match, 6)
    throw(match, 6, seat=B)
    throw(match, 6, seat=C)
    assert [at(match, seat) for seat in range(3)] == [[0, 5, 12], [0, 9, 7], [0, 9, 17]]
    throw(match, 2)
    throw(match, 2, seat=B)
    throw(match, 2, seat=C)
    assert [at(match, seat) for seat in range(3)] == [[0, 3, 12], [0, 9, 5], [0, 9, 19]]
