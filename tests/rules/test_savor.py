"""Maze to Savor, clause by clause. Draws come from tapes: what a throw draws stands beside it."""

import json
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from flagstone.match import Match, MatchError, Reply
from flagstone.rules import savor

Cell = list[int]

A, B, C = 0, 1, 2
STARTS = [[0, 6, 12], [0, 9, 8], [0, 9, 16]]
ENTRANCE = [0, 9, 19]
INSIDE = [[0, row, column] for row in (7, 8, 9) for column in (21, 22, 23, 24)]

# What Bawana's cells do, in reading order, which is the draw: 0 poisons, 1 disorients, 2 triggers, 3 makes happy.
KINDS = ["poisoning", "disoriented", "triggered", "happy"]
BAWANA = [*KINDS, 10, 57, 100, 33, *KINDS]
POISON, DIZZY, ANGRY, HAPPY, TEN = 0, 1, 2, 3, 4


def game(**settings: Any) -> Match:
    """A match on a plain board whose cells cost nothing and whose draws all come from tapes."""
    plain = {"flag": [0, 0, 24], "values": {}, "bawana": BAWANA, "stairs_change": 0, "scripted": True}
    return Match("savor", {**plain, **settings})


def put(match: Match, seat: int, at: Cell, direction: str = "N", *, points: int = 100, throws: int = 0) -> None:
    """Put a player on a cell of the maze, as if he had walked there."""
    player = match.states[0].players[seat]
    player.at, player.area = savor.cell_at((at[0], at[1], at[2])), savor.IN_MAZE
    player.direction, player.points, player.throws = "NESW".index(direction), points, throws


def stands(at: Cell, direction: str = "N", *, points: int = 100, throws: int = 0, **settings: Any) -> Match:
    """A match in which A stands on a cell of the maze and is to move."""
    match = game(**settings)
    put(match, A, at, direction, points=points, throws=throws)
    return match


def throw(match: Match, *draws: int) -> Reply:
    """The player to move throws."""
    reply = match.apply(match.to_act()[0], "throw", draws)
    assert reply.accepted
    return reply


def throw_alone(match: Match, *draws: int) -> Reply:
    """The player to move throws, then the other two, who stay in the starting area."""
    reply = throw(match, *draws)
    throw(match, 1)
    throw(match, 1)
    return reply


def player(match: Match, seat: int = A) -> dict[str, Any]:
    """A player as the state tells of him."""
    told: dict[str, Any] = match.state()["players"][seat]
    return told


def at(match: Match, seat: int = A) -> Cell:
    """Where a player is."""
    cell: Cell = player(match, seat)["at"]
    return cell


def names(reply: Reply) -> list[str]:
    """The names of the events of a turn."""
    return [event["event"] for event in reply.events]


def is_blocked(match: Match, die: int = 1) -> bool:
    """Whether a throw is blocked."""
    return "blocked" in names(throw(match, die))


# The plan.


def test_m1_the_floors_have_214_and_196_and_90_cells() -> None:
    cells = [json.loads(name) for name in game(elements="base").state()["values"]]
    assert [sum(cell[0] == floor for cell in cells) for floor in range(3)] == [214, 196, 90]
    assert [0, 5, 8] in cells
    assert [0, 6, 8] not in cells
    assert [0, 9, 16] not in cells
    assert [0, 9, 17] in cells
    assert [1, 5, 8] not in cells
    assert [1, 6, 8] in cells
    assert [2, 0, 7] not in cells
    assert [2, 9, 16] in cells


@pytest.mark.parametrize(
    ("cell", "direction"),
    [
        ([0, 0, 3], "N"),
        ([0, 4, 24], "E"),
        ([0, 9, 7], "E"),
        ([0, 5, 12], "S"),
        ([1, 5, 7], "E"),
        ([1, 6, 12], "N"),
        ([2, 4, 8], "W"),
        ([2, 9, 16], "S"),
    ],
)
def test_m1_nobody_walks_off_a_floor_or_into_the_starting_area(cell: Cell, direction: str) -> None:
    assert is_blocked(stands(cell, direction))


def test_m1_the_bridge_joins_the_halves_of_floor_1() -> None:
    match = stands([1, 7, 7], "E", points=100)
    match.states[0].players[A].effect = savor.TRIGGERED
    throw(match, 5)
    assert at(match) == [1, 7, 17]


@pytest.mark.parametrize(("cell", "direction"), [([0, 5, 22], "S"), ([0, 7, 19], "E"), ([0, 9, 19], "E")])
def test_m2_nobody_walks_into_bawana(cell: Cell, direction: str) -> None:
    assert is_blocked(stands(cell, direction))


def test_m2_the_entrance_is_an_ordinary_cell_otherwise() -> None:
    match = stands([0, 9, 18], "E", values={"[0, 9, 19]": "+2"})
    throw_alone(match, 1)
    assert (at(match), player(match)["points"]) == (ENTRANCE, 102)
    match.states[0].players[A].direction = savor.NORTH
    throw(match, 1)
    assert at(match) == [0, 8, 19]


@pytest.mark.parametrize("wall", [[0, 3, 5, 3, 9], [0, 3, 9, 3, 5]])
def test_m3_a_wall_is_every_cell_from_one_end_to_the_other_in_either_order(wall: list[int]) -> None:
    match = game(walls=[wall])
    standing = match.state()["values"]
    assert [f"[0, 3, {column}]" in standing for column in range(4, 11)] == [True, *[False] * 5, True]
    for column in range(5, 10):
        assert is_blocked(stands([0, 4, column], walls=[wall]))


def test_m3_a_stair_crosses_no_cell_and_so_no_wall() -> None:
    match = stands([0, 4, 3], walls=[[0, 2, 0, 2, 7]], stairs=[[0, 3, 3, 1, 0, 3]])
    throw(match, 1)
    assert at(match) == [1, 0, 3]


@pytest.mark.parametrize("stair", [[0, 4, 5, 2, 0, 10], [2, 0, 10, 0, 4, 5]])
def test_m4_a_stair_in_either_order_leads_both_ways(stair: list[int]) -> None:
    match = stands([0, 4, 4], "E", stairs=[stair])
    assert match.state()["stairs"] == ["both"]
    throw(match, 1)
    assert at(match) == [2, 0, 10]
    match = stands([2, 1, 10], "N", stairs=[stair])
    throw(match, 1)
    assert at(match) == [0, 4, 5]


@pytest.mark.parametrize(
    ("stair", "blocked"),
    [
        ([0, 4, 3, 2, 9, 8], [[1, 7, 6]]),  # halves are rounded up
        ([2, 9, 8, 0, 4, 3], [[1, 7, 6]]),
        ([0, 4, 4, 2, 8, 8], [[1, 6, 6]]),
        ([0, 4, 5, 2, 0, 10], []),  # floor 1 has no cell (2, 8)
        ([0, 4, 3, 1, 9, 7], []),
        ([1, 7, 12, 2, 7, 16], []),
    ],
)
def test_m4_a_stair_from_floor_0_to_2_blocks_the_cell_of_floor_1_it_passes(stair: list[int], blocked: Any) -> None:
    match = game(stairs=[stair])
    assert match.state()["blocked"] == blocked
    for _, row, column in blocked:
        assert f"[1, {row}, {column}]" not in match.state()["values"]
        assert is_blocked(stands([1, row, column - 1], "E", stairs=[stair]))


def test_m4_two_stairs_may_end_on_one_cell() -> None:
    game(stairs=[[0, 1, 1, 1, 1, 1], [0, 1, 1, 1, 1, 2]])
    with pytest.raises(MatchError, match="third stair"):
        game(stairs=[[0, 1, 1, 1, 1, 1], [0, 1, 1, 1, 1, 2], [0, 1, 1, 1, 1, 3]])


@pytest.mark.parametrize("pole", [[0, 2, 7, 4], [2, 0, 7, 4], [0, 1, 7, 4]])
def test_m5_a_pole_leads_down_from_every_floor_that_has_a_cell_there(pole: list[int]) -> None:
    match = stands([1, 7, 3], "E", poles=[pole])
    assert names(throw(match, 1))[1] == "slid_down"
    assert at(match) == [0, 7, 4]


def test_m5_a_pole_is_entered_at_its_upper_end_and_on_the_way() -> None:
    for floor in (1, 2):
        match = stands([floor, 8, 12], "N", poles=[[0, 2, 7, 12]])
        throw(match, 1)
        assert player(match)["in"] == "start"
    match = stands([1, 8, 12], "N", poles=[[1, 2, 7, 12]])
    throw(match, 1)
    assert at(match) == [1, 7, 12]


def test_m5_nobody_climbs_a_pole() -> None:
    match = stands([0, 5, 23], "E", poles=[[0, 2, 5, 24]])
    throw(match, 1)
    assert at(match) == [0, 5, 24]


@pytest.mark.parametrize("settings", [{"poles": [[0, 1, 7, 10]]}, {"stairs": [[0, 8, 9, 1, 7, 10]]}])
def test_m6_who_arrives_in_the_starting_area_is_sent_to_the_start(settings: dict[str, Any]) -> None:
    match = stands([1, 7, 9], "E", points=70, throws=1, **settings)
    reply = throw(match, 5)
    assert names(reply)[-1] == "fell"
    assert at(match) == STARTS[A]
    assert (player(match)["in"], player(match)["points"]) == ("start", 70)


# Values and places.


def test_m8_an_arrival_applies_the_value_of_the_cell() -> None:
    values = {"[0, 4, 12]": "-1", "[0, 3, 12]": "-4", "[0, 2, 12]": "-2", "[0, 1, 12]": "-1"}
    match = stands([0, 5, 12], points=20, values=values)  # the example of the document's rule 8
    throw(match, 4)
    assert player(match)["points"] == 12


def test_m8_values_are_applied_in_order_at_once() -> None:
    values = {"[0, 4, 12]": "-3", "[0, 3, 12]": "x3", "[0, 2, 12]": "+5", "[0, 1, 12]": "x2"}
    match = stands([0, 5, 12], points=5, values=values)
    throw(match, 4)
    assert player(match)["points"] == ((5 - 3) * 3 + 5) * 2


def test_m8_values_are_kept() -> None:
    match = stands([0, 5, 12], values={"[0, 4, 12]": "+5"})
    before = match.state()["values"]
    throw(match, 1)
    assert match.state()["values"] == before
    assert before["[0, 4, 12]"] == "+5"
    assert before["[0, 3, 12]"] == "-0"


def test_m9_players_start_with_100_points_facing_their_first_cells() -> None:
    match = game()
    for seat, (start, direction) in enumerate(zip(STARTS, "NWE", strict=True)):
        told = player(match, seat)
        assert (told["at"], told["in"], told["direction"]) == (start, "start", direction)
        assert (told["points"], told["throws"], told["effect"], told["effect_left"]) == (100, 0, None, None)


# Turns.


def test_m10_a_round_is_one_turn_each_of_a_b_and_c() -> None:
    match = game()
    for turn in range(7):
        assert match.to_act() == [turn % 3]
        assert match.state()["round"] == turn // 3 + 1
        throw(match, 1)


def test_m10_nobody_throws_out_of_turn() -> None:
    match = game()
    before = match.states.tobytes()
    assert match.apply(B, "throw").refusal == "not_your_turn"
    assert match.legal(B) == []
    assert match.legal(A) == ["throw"]
    assert match.states.tobytes() == before


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_m11_anything_but_a_six_does_nothing_in_the_starting_area(die: int) -> None:
    match = game()
    before = player(match)
    assert names(throw(match, die)) == ["stayed_out"]
    assert player(match) == before


def test_m11_a_six_places_each_player_on_his_first_cell() -> None:
    match = game()
    for seat, cell in enumerate([[0, 5, 12], [0, 9, 7], [0, 9, 17]]):
        throw(match, 6)
        told = player(match, seat)
        assert (told["at"], told["in"], told["direction"], told["throws"]) == (cell, "maze", "NWE"[seat], 0)
        assert told["points"] == 100


def test_m11_being_placed_applies_no_value_stair_or_pole() -> None:
    match = game(values={"[0, 5, 12]": "-4"}, stairs=[[0, 5, 12, 2, 0, 12]])
    throw(match, 6)
    assert (at(match), player(match)["points"]) == ([0, 5, 12], 100)


def test_m11_being_placed_captures_who_is_there() -> None:
    match = game()
    put(match, C, [0, 5, 12])
    assert names(throw(match, 6))[-1] == "captured"
    assert at(match, C) == STARTS[C]


# The throw in the maze.


def test_m12_the_examples_six_then_two_two_and_one() -> None:
    match = game()
    throw_alone(match, 6)
    for die, cell in ((2, [0, 3, 12]), (2, [0, 1, 12]), (1, [0, 0, 12])):
        throw_alone(match, die)
        assert at(match) == cell
    assert player(match)["throws"] == 3


def test_m12_the_example_of_rule_4_with_six_the_stair_is_taken_on_the_way() -> None:
    match = stands([0, 6, 3], stairs=[[0, 3, 3, 1, 6, 7]])
    throw(match, 6)
    assert at(match) == [1, 3, 7]


@pytest.mark.parametrize(
    ("face", "direction", "cell"),
    [(1, "E", [0, 3, 5]), (2, "N", [0, 1, 3]), (3, "E", [0, 3, 5]), (4, "S", [0, 5, 3]), (5, "W", [0, 3, 1])],
)
def test_m12_every_fourth_throw_turns_by_the_direction_die(face: int, direction: str, cell: Cell) -> None:
    match = stands([0, 3, 3], "E", throws=3)
    throw(match, 2, face)
    assert (at(match), player(match)["direction"], player(match)["throws"]) == (cell, direction, 4)


def test_m12_the_direction_die_may_be_empty() -> None:
    match = stands([0, 3, 3], "W", throws=7)
    throw(match, 1, 6)
    assert (at(match), player(match)["direction"]) == ([0, 3, 2], "W")


def test_m12_a_blocked_player_stays_pays_2_and_keeps_his_new_direction() -> None:
    match = stands([0, 3, 3], "E", throws=3)
    assert names(throw(match, 4, 5)) == ["blocked", "account"]
    assert (at(match), player(match)["direction"], player(match)["points"]) == ([0, 3, 3], "W", 98)


@pytest.mark.parametrize(
    ("cell", "direction", "settings"),
    [
        ([0, 3, 2], "W", {}),
        ([0, 3, 2], "E", {"walls": [[0, 3, 4, 3, 4]]}),
        ([1, 5, 6], "E", {}),
        ([1, 7, 4], "E", {"stairs": [[0, 4, 3, 2, 9, 8]]}),
        ([0, 4, 12], "S", {}),
        ([0, 9, 17], "E", {}),
    ],
    ids=["edge", "wall", "missing cell", "blocked cell", "starting area", "Bawana"],
)
def test_m12_a_walk_is_possible_as_a_whole_or_not_at_all(cell: Cell, direction: str, settings: dict[str, Any]) -> None:
    match = stands(cell, direction, **settings)
    assert is_blocked(match, 3)
    assert (at(match), player(match)["points"]) == (cell, 98)


def test_m12_a_walk_that_leads_past_a_stair_into_a_wall_is_blocked_before_the_stair() -> None:
    match = stands([0, 2, 3], stairs=[[0, 1, 3, 1, 1, 3]], values={"[0, 1, 3]": "+5", "[1, 1, 3]": "+5"})
    assert is_blocked(match, 3)
    assert (at(match), player(match)["points"]) == ([0, 2, 3], 98)


def test_m12_ties_of_a_walk_that_turns_out_impossible_are_drawn() -> None:
    match = stands([0, 3, 3], stairs=[[0, 2, 3, 1, 1, 3], [0, 2, 3, 1, 0, 4]], flag=[0, 0, 3])
    assert names(throw(match, 6, 0)) == ["blocked", "account"]


def test_m12_a_walk_goes_through_a_stair_and_on_to_a_pole() -> None:
    values = {"[0, 2, 3]": "+1", "[1, 2, 5]": "+2", "[1, 1, 5]": "+3", "[0, 1, 5]": "+4", "[0, 0, 5]": "+5"}
    match = stands([0, 3, 3], stairs=[[0, 2, 3, 1, 2, 5]], poles=[[0, 1, 1, 5]], values=values)
    reply = throw(match, 3)
    assert names(reply) == ["walked", "took_stairs", "slid_down", "account"]
    assert (at(match), player(match)["points"]) == ([0, 0, 5], 115)


@pytest.mark.parametrize(("rule", "cell", "result"), [("reach", [0, 0, 5], "A"), ("land", [0, 0, 7], None)])
def test_m12_passing_over_the_flag_captures_it_unless_one_must_land(rule: str, cell: Cell, result: str | None) -> None:
    match = stands([0, 0, 4], "E", flag=[0, 0, 5], flag_rule=rule)
    throw(match, 3)
    assert (at(match), match.state()["result"]) == (cell, result)


@pytest.mark.parametrize("rule", ["reach", "land"])
def test_m12_landing_on_the_flag_captures_it(rule: str) -> None:
    match = stands([0, 0, 3], "E", flag=[0, 0, 5], flag_rule=rule)
    assert names(throw(match, 2)) == ["walked", "account", "flag_captured"]
    assert match.state()["result"] == "A"


def test_m12_the_flag_on_the_way_of_an_impossible_walk_is_not_captured() -> None:
    match = stands([0, 0, 4], "W", flag=[0, 0, 3])
    assert is_blocked(match, 5)
    assert match.state()["result"] is None


@pytest.mark.parametrize("rule", ["reach", "land"])
def test_m12_a_last_step_onto_the_flag_takes_no_stair_from_there(rule: str) -> None:
    stairs = [[0, 0, 5, 1, 1, 5], [0, 0, 5, 1, 0, 6]]
    match = stands([0, 0, 4], "E", flag=[0, 0, 5], flag_rule=rule, stairs=stairs)
    throw(match, 1)  # no tie is drawn
    assert (at(match), match.state()["result"]) == ([0, 0, 5], "A")


def test_m12_with_steps_left_the_stair_at_the_flag_is_traced_and_under_land_taken() -> None:
    board: dict[str, Any] = {"flag": [0, 0, 5], "stairs": [[0, 0, 5, 1, 2, 5]]}
    match = stands([0, 0, 4], "E", flag_rule="land", **board)
    throw(match, 2)
    assert (at(match), match.state()["result"]) == ([1, 2, 6], None)
    match = stands([0, 0, 4], "E", flag_rule="reach", **board)
    assert names(throw(match, 2)) == ["walked", "account", "flag_captured"]
    assert at(match) == [0, 0, 5]


def test_m12_a_stair_that_ends_at_the_flag_with_no_steps_left_ends_the_walk() -> None:
    board: dict[str, Any] = {"flag": [1, 0, 5], "stairs": [[0, 0, 5, 1, 0, 5], [1, 0, 5, 2, 0, 8]]}
    match = stands([0, 0, 4], "E", flag_rule="land", **board)
    assert names(throw(match, 1)) == ["walked", "took_stairs", "account", "flag_captured"]
    match = stands([0, 0, 3], "E", flag_rule="land", **board)
    throw(match, 3)  # a step is left: the chain goes on to floor 2
    assert (at(match), match.state()["result"]) == ([2, 0, 9], None)
    match = stands([0, 0, 3], "E", flag_rule="reach", **board)
    assert names(throw(match, 3)) == ["walked", "took_stairs", "account", "flag_captured"]


def test_m12_ties_beyond_the_flag_are_drawn_too() -> None:
    stairs = [[0, 0, 5, 1, 0, 5], [0, 0, 5, 1, 1, 4]]
    match = stands([0, 0, 1], "E", flag=[0, 0, 2], stairs=stairs)
    throw(match, 4, 1)
    assert match.state()["result"] == "A"


def test_m12_points_used_up_lose_the_rest_of_the_walk() -> None:
    match = stands([0, 5, 12], points=3, values={"[0, 4, 12]": "-3", "[0, 3, 12]": "x3", "[0, 2, 12]": "+5"})
    reply = throw(match, 3, HAPPY)
    assert reply.events[0]["at"] == [0, 4, 12]
    assert reply.events[0]["steps"] == 1
    assert (at(match), player(match)["points"]) == (ENTRANCE, 200)


def test_m12_at_the_flag_the_flag_comes_before_bawana() -> None:
    match = stands([0, 1, 24], points=2, values={"[0, 0, 24]": "-4"})
    assert names(throw(match, 1)) == ["walked", "account", "flag_captured"]
    assert (player(match)["points"], player(match)["in"]) == (0, "maze")


def test_m12_a_blocked_throw_can_use_up_the_points() -> None:
    match = stands([0, 0, 12], points=2)
    assert names(throw(match, 1, TEN)) == ["blocked", "account", "depleted", "placed", "earned"]
    assert at(match) == ENTRANCE


def test_m12_points_are_cut_to_a_thousand_million() -> None:
    match = stands([0, 5, 12], points=999_999_999, values={"[0, 4, 12]": "x3", "[0, 3, 12]": "-4", "[0, 2, 12]": "+2"})
    throw(match, 3)
    assert player(match)["points"] == 999_999_998


# Stairs and poles at a cell.


def test_m13_of_two_stairs_the_one_ending_nearer_to_the_flag_is_taken() -> None:
    stairs = [[0, 2, 3, 1, 2, 3], [0, 2, 3, 1, 1, 6]]
    for flag, cell in (([0, 9, 1], [1, 2, 3]), ([0, 0, 9], [1, 1, 6])):
        match = stands([0, 3, 3], stairs=stairs, flag=flag)
        throw(match, 1)
        assert at(match) == cell


def test_m13_floors_count_for_nearness() -> None:
    match = stands([1, 7, 9], "E", stairs=[[0, 1, 10, 1, 7, 10], [1, 7, 10, 2, 1, 10]], flag=[2, 0, 10])
    throw(match, 1)
    assert at(match) == [2, 1, 10]


@pytest.mark.parametrize(("draw", "cell"), [(0, [0, 3, 5]), (1, [2, 4, 8]), (2, [0, 5, 5])])
def test_m13_equals_are_drawn_stairs_in_file_order_before_poles(draw: int, cell: Cell) -> None:
    stairs = [[0, 3, 5, 1, 5, 5], [2, 4, 8, 1, 5, 5]]
    match = stands([1, 6, 5], stairs=stairs, poles=[[0, 1, 5, 5]], flag=[1, 4, 6])  # all three end 3 from the flag
    throw(match, 1, draw)
    assert at(match) == cell


@pytest.mark.parametrize("draw", [0, 1])
def test_m13_only_the_nearest_are_among_the_tied(draw: int) -> None:
    stairs = [[0, 9, 5, 1, 5, 5], [0, 3, 5, 1, 5, 5]]
    match = stands([1, 6, 5], stairs=stairs, poles=[[0, 1, 5, 5]], flag=[1, 4, 6])
    throw(match, 1, draw)
    assert at(match) == [[0, 3, 5], [0, 5, 5]][draw]


def test_m13_two_poles_of_a_column_are_a_tie() -> None:
    match = stands([1, 3, 4], "E", poles=[[0, 1, 3, 5], [0, 2, 3, 5]])
    throw(match, 1, 1)
    assert at(match) == [0, 3, 5]


def test_m13_the_stair_that_brought_him_is_not_taken_back_but_another_is() -> None:
    match = stands([0, 3, 3], stairs=[[0, 2, 3, 1, 2, 3]])
    assert names(throw(match, 1)) == ["walked", "took_stairs", "account"]
    match = stands([0, 3, 3], stairs=[[0, 2, 3, 1, 2, 3], [1, 2, 3, 2, 2, 8]])
    assert names(throw(match, 1)) == ["walked", "took_stairs", "took_stairs", "account"]
    assert at(match) == [2, 2, 8]


def test_m13_after_a_step_the_stair_that_brought_him_can_be_taken_again() -> None:
    match = stands([0, 3, 3], stairs=[[0, 2, 3, 1, 2, 3]])
    throw_alone(match, 1)
    throw_alone(match, 1)
    assert at(match) == [1, 1, 3]
    match.states[0].players[A].direction = savor.SOUTH
    throw(match, 1)
    assert at(match) == [0, 2, 3]


@pytest.mark.parametrize(
    ("sense", "start", "cell"),
    [
        (savor.UP, [0, 3, 3], [1, 2, 3]),
        (savor.UP, [1, 3, 3], [1, 2, 3]),
        (savor.DOWN, [0, 3, 3], [0, 2, 3]),
        (savor.DOWN, [1, 3, 3], [0, 2, 3]),
    ],
)
def test_m13_a_one_way_stair_is_taken_from_one_end_only(sense: int, start: Cell, cell: Cell) -> None:
    match = stands(start, stairs=[[0, 2, 3, 1, 2, 3]])
    match.states[0].senses[0] = sense
    throw(match, 1)
    assert at(match) == cell


def test_m13_a_chain_that_comes_back_is_a_loop_and_its_last_arrival_applies_no_value() -> None:
    values = {"[0, 2, 3]": "+1", "[1, 2, 3]": "+2"}
    match = stands([0, 3, 3], stairs=[[0, 2, 3, 1, 2, 3]], poles=[[0, 1, 2, 3]], values=values)
    reply = throw(match, 1)
    assert names(reply) == ["walked", "took_stairs", "slid_down", "account", "looped"]
    assert (at(match), player(match)["points"]) == (STARTS[A], 103)
    assert reply.events[0]["at"] == [0, 2, 3]


def test_m13_a_loop_need_not_come_back_to_its_first_cell() -> None:
    stairs = [[0, 2, 3, 1, 2, 3], [1, 2, 3, 2, 2, 8], [2, 2, 8, 0, 5, 3], [0, 5, 3, 1, 5, 3]]
    match = stands([0, 3, 3], stairs=stairs, poles=[[0, 1, 5, 3]])
    reply = throw(match, 1)
    assert names(reply) == ["walked", *["took_stairs"] * 4, "slid_down", "account", "looped"]
    assert reply.events[0]["at"] == [0, 5, 3]


def test_m13_a_walk_that_ends_in_a_loop_or_the_starting_area_is_possible() -> None:
    match = stands([0, 3, 3], stairs=[[0, 2, 3, 1, 2, 3]], poles=[[0, 1, 2, 3]])
    assert names(throw(match, 6))[-1] == "looped"
    match = stands([1, 7, 9], "E", poles=[[0, 1, 7, 10]])
    assert names(throw(match, 6))[-1] == "fell"


def test_m13_the_longest_chains_are_told_in_full() -> None:
    low = [[0, row, column] for row in range(10) for column in range(8)]
    high = [[1, row, column] for row in range(10) for column in range(8)]
    stairs = [[*low[n], *high[n]] for n in range(79)] + [[*high[n], *low[n + 1]] for n in range(78)]
    match = stands([0, 1, 0], stairs=stairs)
    reply = throw(match, 1)
    assert names(reply) == ["walked", *["took_stairs"] * 157, "account"]
    assert at(match) == high[78]


# Captures.


def test_m14_a_player_whose_turn_ends_on_another_sends_him_to_the_start() -> None:
    match = stands([0, 3, 3])
    put(match, B, [0, 1, 3], points=61, throws=5)
    assert names(throw(match, 2))[-1] == "captured"
    told = player(match, B)
    assert (told["at"], told["in"], told["points"], told["throws"]) == (STARTS[B], "start", 61, 0)
    assert at(match, A) == [0, 1, 3]


def test_m14_passing_is_not_landing() -> None:
    match = stands([0, 3, 3])
    put(match, B, [0, 2, 3])
    throw(match, 2)
    assert at(match, B) == [0, 2, 3]


def test_m14_being_placed_at_the_entrance_captures_who_is_there() -> None:
    match = stands([0, 0, 12], points=2)
    put(match, C, ENTRANCE)
    assert names(throw(match, 1, HAPPY))[-1] == "captured"
    assert at(match, C) == STARTS[C]


def test_m14_nobody_is_captured_inside_bawana() -> None:
    match = stands([0, 0, 12], points=2)
    put(match, B, [0, 0, 14], points=2)
    throw(match, 1, POISON)
    assert names(throw(match, 1, POISON))[-1] == "poisoned"
    assert at(match, A) == at(match, B) == INSIDE[POISON]


def test_m14_nobody_is_captured_in_the_starting_area() -> None:
    match = stands([1, 7, 9], "E", poles=[[0, 1, 7, 10]])
    assert "captured" not in names(throw(match, 1))


def test_m14a_who_is_sent_to_the_start_needs_a_six_again_and_keeps_his_points_only() -> None:
    match = stands([0, 3, 3])
    put(match, B, [0, 2, 3], "S", points=7, throws=9)
    match.states[0].players[B].effect = savor.TRIGGERED
    throw(match, 1)
    told = player(match, B)
    assert told == {
        "at": STARTS[B],
        "in": "start",
        "direction": "W",
        "throws": 0,
        "points": 7,
        "effect": None,
        "effect_left": None,
    }
    throw(match, 5)
    assert player(match, B) == told


# Bawana.


def depleted(draw: int, **settings: Any) -> Match:
    """A match in which A has just used up his points and drawn a cell of Bawana; B and C have thrown."""
    match = stands([0, 0, 12], "N", points=1, throws=2, **settings)
    throw_alone(match, 1, draw)
    return match


@pytest.mark.parametrize("draw", range(12))
def test_m15_the_draw_is_a_cell_inside_in_reading_order(draw: int) -> None:
    match = stands([0, 0, 12], points=1)
    placed = throw(match, 1, draw).events[3]
    assert (placed["event"], placed["cell"], placed["at"]) == ("placed", BAWANA[draw], INSIDE[draw])


def test_m15_food_poisoning_keeps_him_inside_for_three_turns() -> None:
    match = stands([0, 3, 0], "W", points=1, throws=4)
    throw(match, 1, POISON)
    assert player(match) == {
        "at": INSIDE[POISON],
        "in": "bawana",
        "direction": "W",
        "throws": 5,
        "points": 0,
        "effect": "poisoned",
        "effect_left": 3,
    }


@pytest.mark.parametrize(
    ("draw", "points", "effect"),
    [(DIZZY, 50, "disoriented"), (ANGRY, 50, "triggered"), (HAPPY, 200, None), (TEN, 10, None), (6, 100, None)],
)
def test_m15_the_other_cells_place_him_at_the_entrance_facing_north(draw: int, points: int, effect: str | None) -> None:
    match = stands([0, 3, 0], "W", points=1, throws=4)
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
    match = stands([0, 0, 12], points=1, values={"[0, 9, 19]": "x3"}, stairs=[[0, 9, 19, 1, 9, 19]])
    throw(match, 1, TEN)
    assert (at(match), player(match)["points"]) == (ENTRANCE, 10)


def test_m15_disorientation_sets_in_when_he_is_off_the_entrance_and_lasts_four_throws() -> None:
    match = depleted(DIZZY)  # throws: 3
    throw_alone(match, 2, 3)  # the fourth throw has the direction die: east, blocked by Bawana's wall
    assert (at(match), player(match)["effect_left"]) == (ENTRANCE, None)
    match.states[0].players[A].direction = savor.NORTH
    throw_alone(match, 2)
    assert (at(match), player(match)["effect_left"]) == ([0, 7, 19], 4)
    throw_alone(match, 1, 1)  # random east: blocked, and it counts
    assert (at(match), player(match)["direction"], player(match)["effect_left"]) == ([0, 7, 19], "E", 3)
    throw_alone(match, 1, 3)
    assert (at(match), player(match)["effect_left"]) == ([0, 7, 18], 2)
    throw_alone(match, 1, 0)  # the eighth throw: no direction die
    assert (player(match)["throws"], player(match)["effect_left"]) == (8, 1)
    reply = throw_alone(match, 1, 3)
    assert names(reply) == ["walked_disoriented", "account", "recovered"]
    assert (player(match)["effect"], player(match)["effect_left"]) == (None, None)
    assert names(throw(match, 1)) == ["blocked", "account"]
    assert (at(match), player(match)["direction"]) == ([0, 6, 17], "W")


def test_m15_who_comes_back_to_the_entrance_within_a_throw_is_not_off_it() -> None:
    match = depleted(DIZZY, stairs=[[0, 8, 19, 1, 9, 19]], poles=[[0, 1, 9, 19]])
    assert names(throw(match, 1, 1)) == ["turned", "took_stairs", "slid_down", "account"]
    assert (at(match), player(match)["effect_left"]) == (ENTRANCE, None)


def test_m15_disorientation_that_has_not_set_in_ends_without_a_word() -> None:
    match = depleted(DIZZY)
    match.states[0].players[A].points = 1
    reply = throw(match, 1, 3, HAPPY)
    assert names(reply) == ["blocked", "account", "depleted", "placed", "happy"]
    assert player(match)["effect"] is None


def test_m15_a_triggered_player_walks_twice_the_die_until_he_is_sent_away() -> None:
    match = depleted(ANGRY)
    throw_alone(match, 2, 2)
    assert at(match) == [0, 5, 19]
    throw_alone(match, 2)
    assert at(match) == [0, 1, 19]
    match.states[0].players[A].points = 2
    throw_alone(match, 1, HAPPY)
    assert player(match)["effect"] is None
    throw_alone(match, 3)
    assert at(match) == [0, 6, 19]


def test_m15_effects_end_when_points_are_used_up() -> None:
    match = stands([0, 3, 19], "E", points=2)
    state = match.states[0]
    state.players[A].effect, state.players[A].effect_left = savor.DISORIENTED, 3
    reply = throw(match, 6, 0, POISON)
    assert names(reply) == ["blocked", "account", "depleted", "placed", "poisoned", "recovered"]
    assert player(match)["effect"] == "poisoned"


def test_m15_points_of_exactly_0_are_used_up() -> None:
    match = stands([0, 5, 12], points=4, values={"[0, 4, 12]": "-4"})
    assert "depleted" in names(throw(match, 1, TEN))


def test_m16_three_turns_are_missed_without_a_die_then_he_is_placed_anew() -> None:
    match = depleted(POISON)
    for left in (2, 1):
        assert names(throw_alone(match)) == ["missed_turn"]
        assert (player(match)["effect_left"], player(match)["in"]) == (left, "bawana")
    assert names(throw_alone(match, POISON)) == ["missed_turn", "fit_again", "poisoned"]
    assert (player(match)["effect_left"], player(match)["points"]) == (3, 0)
    throw_alone(match)
    throw_alone(match)
    assert names(throw_alone(match, HAPPY)) == ["missed_turn", "fit_again", "happy"]
    assert (at(match), player(match)["in"], player(match)["points"]) == (ENTRANCE, "maze", 200)
    assert (player(match)["effect"], player(match)["effect_left"], player(match)["throws"]) == (None, None, 3)


def test_m16_placed_anew_at_the_entrance_he_captures_who_is_there() -> None:
    match = depleted(POISON)
    throw_alone(match)
    throw_alone(match)
    put(match, B, ENTRANCE)
    assert names(throw(match, HAPPY))[-1] == "captured"


# Rounds.


def rounds(match: Match, count: int) -> Iterator[Reply]:
    """Rounds in which everybody stays in the starting area; the reply to the last throw of each."""
    for _ in range(count):
        throw(match, 1)
        throw(match, 1)
        yield match.apply(C, "throw", [1])


def test_m17_after_every_fifth_round_each_stair_becomes_one_way() -> None:
    stairs = [[0, 2, 3, 1, 2, 3], [0, 1, 3, 1, 1, 3], [1, 0, 5, 0, 0, 5]]
    match = game(stairs=stairs, stairs_change=5)
    for change in ([0, 1, 1], [1, 1, 0]):
        list(rounds(match, 4))
        throw(match, 1)
        throw(match, 1)
        assert names(throw(match, 1, *change)) == ["stayed_out", "stairs_changed"]
        assert match.state()["stairs"] == [("up", "down")[draw] for draw in change]
    assert match.state()["round"] == 11


def test_m17_without_stairs_or_with_0_nothing_changes() -> None:
    for settings in ({"stairs": [], "stairs_change": 1}, {"stairs": [[0, 2, 3, 1, 2, 3]], "stairs_change": 0}):
        match = game(**settings)
        assert [names(reply) for reply in rounds(match, 6)] == [["stayed_out"]] * 6


def test_m18_in_the_base_game_stairs_act_only_where_a_walk_ends() -> None:
    match = stands([0, 4, 3], stairs=[[0, 3, 3, 1, 6, 7]], elements="base")
    throw_alone(match, 2)
    assert at(match) == [0, 2, 3]
    match = stands([0, 4, 3], stairs=[[0, 3, 3, 1, 6, 7], [1, 6, 7, 2, 2, 8]], elements="base")
    throw(match, 1)
    assert at(match) == [2, 2, 8]


def test_m18_in_the_base_game_points_stay_100_and_nobody_captures() -> None:
    match = stands([0, 3, 3], values={"[0, 2, 3]": "-4"}, elements="base")
    put(match, B, [0, 2, 3])
    reply = throw(match, 1)
    assert names(reply) == ["walked", "account"]
    assert reply.events[1]["cost"] == 0
    assert at(match, A) == at(match, B) == [0, 2, 3]
    match.apply(B, "throw", [5])
    assert player(match, B)["points"] == 100


def test_m18_in_the_base_game_bawana_is_a_part_of_the_maze_and_stairs_do_not_change() -> None:
    match = stands([0, 5, 22], "S", elements="base", stairs=[[0, 2, 3, 1, 2, 3]], stairs_change=1)
    throw_alone(match, 4)
    assert at(match) == [0, 9, 22]
    assert match.state()["stairs"] == ["both"]


def test_m18_in_the_base_game_loops_and_falls_hold() -> None:
    match = stands([0, 3, 3], stairs=[[0, 2, 3, 1, 2, 3]], poles=[[0, 1, 2, 3]], elements="base")
    assert names(throw(match, 1))[-1] == "looped"
    match = stands([1, 7, 9], "E", poles=[[0, 1, 7, 10]], elements="base")
    assert names(throw(match, 1))[-1] == "fell"


def test_m18_in_the_base_game_the_flag_is_captured_as_in_the_full_one() -> None:
    for rule, result in (("reach", "A"), ("land", None)):
        match = stands([0, 0, 4], "E", flag=[0, 0, 5], flag_rule=rule, elements="base")
        throw(match, 3)
        assert match.state()["result"] == result


def test_m19_the_game_ends_in_the_middle_of_the_round() -> None:
    match = game(stairs=[[0, 2, 3, 1, 2, 3]], stairs_change=1)
    put(match, C, [0, 1, 24], throws=6)
    throw(match, 1)
    throw(match, 1)
    throw(match, 1)
    state = match.state()
    assert (state["result"], state["round"], state["to_move"], state["stairs"]) == ("C", 1, C, ["both"])
    assert player(match, C)["throws"] == 7
    assert match.to_act() == []
    for seat in (A, B, C):
        assert match.apply(seat, "throw").refusal == "match_over"


def test_m19_the_winning_throw_counts_for_an_effect() -> None:
    match = stands([0, 1, 24])
    match.states[0].players[A].effect, match.states[0].players[A].effect_left = savor.DISORIENTED, 2
    throw(match, 1, 0)
    assert player(match)["effect_left"] == 1
    match = stands([0, 9, 18], "E", flag=[0, 8, 19])
    put(match, A, ENTRANCE, "N")
    match.states[0].players[A].effect = savor.DISORIENTED
    throw(match, 1)
    assert (match.state()["result"], player(match)["effect_left"]) == ("A", 4)


# Draws.


def test_m20_the_draws_of_a_throw_come_in_order() -> None:
    stairs = [[0, 2, 3, 1, 1, 3], [0, 2, 3, 1, 0, 4], [0, 9, 0, 1, 9, 0]]
    match = game(stairs=stairs, flag=[0, 0, 3], stairs_change=1, values={"[1, 1, 3]": "-4"})
    put(match, C, [0, 2, 4], "N", points=4, throws=3)
    throw(match, 1)
    throw(match, 1)
    reply = throw(match, 1, 5, 0, TEN, 0, 1, 1)  # die, direction die, tie, Bawana's cell, three stairs
    assert names(reply) == [
        "turned",
        "took_stairs",
        "account",
        "depleted",
        "placed",
        "earned",
        "stairs_changed",
    ]
    assert match.state()["stairs"] == ["up", "down", "down"]


@pytest.mark.parametrize(
    ("tape", "fault"),
    [([], "tape_empty"), ([0], "tape_value"), ([7], "tape_value"), ([2, 3], "tape_left"), ([1, 2, 3], "tape_left")],
)
def test_m20_a_tape_that_does_not_fit_changes_nothing(tape: list[int], fault: str) -> None:
    match = stands([0, 3, 3])
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
