"""M7 for boards of Maze to Savor given as settings: which entries are in error, and why."""

import random
from itertools import product
from typing import Any

import pytest

from flagstone.boards.savor import resolve
from flagstone.boards.savor_checks import KINDS, Entry, check
from flagstone.boards.settings import SettingsError

FLAG = [0, 0, 12]
PLACES = list(product(range(3), range(10), range(25)))
FIRST_CELLS = [(0, 5, 12), (0, 9, 7), (0, 9, 17)]
ENTRANCE = (0, 9, 19)
BAWANA = {(0, 6, column) for column in range(20, 25)} | set(product([0], [7, 8, 9], range(20, 25)))
UP_AND_UP = [[0, 0, 5, 1, 0, 6], [0, 1, 20, 1, 1, 21], [1, 7, 12, 2, 7, 14]]  # so that every floor can be reached

IN_BAWANA = "is a wall or the inside of Bawana"
NO_CELL = "there is no cell to enter it from"
UNREACHED = "no player could ever reach it"


def found(**settings: Any) -> list[str]:
    """The faults of a board; the flag is on [0, 0, 12] unless it is given."""
    try:
        resolve({"flag": FLAG, "values": {}, "bawana": [1] * 12, **settings}, 1)
    except SettingsError as error:
        return list(error.faults)
    return []


def is_accepted(kind: str, numbers: list[int], full: bool = True) -> bool:
    """Whether a lone entry is accepted on a board with stairs to all floors and a flag that is far away."""
    entries = {"stairs": UP_AND_UP, "poles": [], "walls": [], "flag": [[2, 0, 8]]}
    entries |= {kind: [numbers] if kind == "flag" else [*entries[kind], numbers]}
    given = {kind: [Entry(kind, "", "", tuple(entry)) for entry in entries[kind]] for kind in KINDS}
    return not check(given, full=full).faults


def is_in_start(floor: int, row: int, column: int) -> bool:
    return floor == 0 and row in range(6, 10) and column in range(8, 17)


def is_on_the_plan(floor: int, row: int, column: int) -> bool:
    """M1, told by ranges."""
    middle = column in range(8, 17)
    bottom = row in range(6, 10)
    return [not (middle and bottom), not middle or bottom, middle][floor]


# An entry by itself.


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"stairs": [[0, 4, 5, 2, 0, 10]], "poles": [[0, 2, 5, 24]], "walls": [[1, 0, 2, 8, 2]]},
        {"stairs": [], "poles": None, "walls": []},
        {"stairs": [(0, 4, 5, 1, 4, 5)], "flag": (0, 0, 12)},
    ],
)
def test_m7_the_entries_of_the_document_are_fine(settings: dict[str, Any]) -> None:
    assert found(**settings) == []


@pytest.mark.parametrize(
    ("kind", "entry", "reason"),
    [
        ("stairs", [], "0 numbers where 6 are needed: floor, row, column, floor, row, column"),
        ("stairs", [0, 4, 5, 1, 0], "5 numbers where 6 are needed: floor, row, column, floor, row, column"),
        ("stairs", [0, 4, 5, 1, 0, 4, 1], "7 numbers where 6 are needed: floor, row, column, floor, row, column"),
        ("poles", [0, 1, 5], "3 numbers where 4 are needed: floor, floor, row, column"),
        ("poles", [0, 1, 5, 2, 4], "5 numbers where 4 are needed: floor, floor, row, column"),
        ("walls", [0, 1, 2, 1], "4 numbers where 5 are needed: floor, row, column, row, column"),
        ("walls", [0, 1, 2, 1, 4, 5], "6 numbers where 5 are needed: floor, row, column, row, column"),
    ],
)
def test_m7_a_wrong_count_of_numbers_is_in_error(kind: str, entry: list[int], reason: str) -> None:
    assert found(**{kind: [entry]}) == [f"{kind}[0]: {entry}: {reason}"]


@pytest.mark.parametrize("flag", [[], [0, 1], [0, 1, 2, 3]])
def test_m7_a_flag_has_three_numbers(flag: list[int]) -> None:
    assert found(flag=flag) == [f"flag: {flag}: {len(flag)} numbers where 3 are needed: floor, row, column"]


@pytest.mark.parametrize(
    ("kind", "fine", "limits"),
    [
        ("stairs", [0, 4, 5, 1, 4, 5], "frcfrc"),
        ("poles", [0, 1, 4, 5], "ffrc"),
        ("walls", [0, 3, 3, 3, 3], "frcrc"),
        ("flag", [0, 4, 5], "frc"),
    ],
)
def test_m7_numbers_out_of_range_are_in_error(kind: str, fine: list[int], limits: str) -> None:
    name, limit = {"f": "floor", "r": "row", "c": "column"}, {"f": 3, "r": 10, "c": 25}
    assert found(**{kind: fine if kind == "flag" else [fine]}) == []
    for position, letter in enumerate(limits):
        for wrong, text in [(-1, "-1"), (limit[letter], str(limit[letter])), (10**99, "a huge number")]:
            entry = [*fine[:position], wrong, *fine[position + 1 :]]
            shown = f"[{', '.join([*map(str, fine[:position]), text, *map(str, fine[position + 1 :])])}]"
            place = kind if kind == "flag" else f"{kind}[0]"
            (fault,) = found(**{kind: entry if kind == "flag" else [entry]})
            assert fault == f"{place}: {shown}: a {name[letter]} is out of range: 0 to {limit[letter] - 1}"
        entry = [*fine[:position], limit[letter] - 1, *fine[position + 1 :]]
        assert "range" not in "".join(found(**{kind: entry if kind == "flag" else [entry]}))


@pytest.mark.parametrize("count", [8, 9, 10_000])
def test_m7_a_long_entry_is_told_in_short(count: int) -> None:
    (fault,) = found(walls=[[1] * count])
    more = "" if count == 8 else ", …"
    needed = "numbers where 5 are needed: floor, row, column, row, column"
    assert fault == f"walls[0]: [1, 1, 1, 1, 1, 1, 1, 1{more}]: {count} {needed}"


@pytest.mark.parametrize(
    "thing", ["wall", "[0, 1, 2, 1, 2]", 7, None, {}, True, 0.5, [0, 1, 2, 1, "2"], [0, 1, 2, 1, 2.0]]
)
@pytest.mark.parametrize(("kind", "count"), [("stairs", 6), ("poles", 4), ("walls", 5)])
def test_m7_things_that_are_not_numbers_are_in_error(kind: str, count: int, thing: Any) -> None:
    (fault,) = found(**{kind: [thing]})
    assert fault.startswith(f"{kind}[0]: ")
    assert fault.endswith(f": not a list of {count} whole numbers")


@pytest.mark.parametrize(
    "flag", ["flag", "[0, 0, 12]", 7, True, {}, [0, 0, "12"], [0, False, 12], [[0, 0, 12]], [None] * 3]
)
def test_m7_a_flag_that_is_not_numbers_is_in_error(flag: Any) -> None:
    (fault,) = found(flag=flag)
    assert fault.startswith("flag: ")
    assert fault.endswith(": not a list of 3 whole numbers")


def test_m7_there_is_a_flag() -> None:
    assert found(flag=None) == ["flag: there is no flag"]


@pytest.mark.parametrize("full", [True, False])
def test_m7_the_flag_lies_on_a_cell_of_its_floor_but_no_first_cell_nor_the_entrance(full: bool) -> None:
    accepted = {place for place in PLACES if is_accepted("flag", list(place), full)}
    plan = {place for place in PLACES if is_on_the_plan(*place)}
    assert [sum(place[0] == floor for place in plan) for floor in range(3)] == [214, 196, 90]
    # In full Bawana is closed; in base its cells are ordinary maze cells.
    assert accepted == plan - {*FIRST_CELLS, ENTRANCE} - (BAWANA if full else set())


@pytest.mark.parametrize("full", [True, False])
def test_m7_a_wall_lies_on_cells_of_its_floor(full: bool) -> None:
    accepted = {place for place in PLACES if is_accepted("walls", [*place, *place[1:]], full)}
    ends = {tuple(stair[n : n + 3]) for stair in UP_AND_UP for n in (0, 3)}
    taken = {*FIRST_CELLS, ENTRANCE, (2, 0, 8), *ends}
    # One more that shuts the way to the flag: the bridge is wide, so none does.
    assert accepted == {place for place in PLACES if is_on_the_plan(*place)} - taken - (BAWANA if full else set())


@pytest.mark.parametrize("full", [True, False])
def test_m7_only_the_floor_0_end_of_a_stair_may_lie_in_the_starting_area(full: bool) -> None:
    closed = BAWANA if full else set()
    for place in PLACES:
        for other in [(0, 3, 3), (1, 3, 3), (2, 3, 10)]:
            fine = other[0] != place[0] and place not in closed and (is_on_the_plan(*place) or is_in_start(*place))
            assert is_accepted("stairs", [*place, *other], full) == fine
            assert is_accepted("stairs", [*other, *place], full) == fine


@pytest.mark.parametrize("full", [True, False])
def test_m7_a_pole_has_two_floors_a_lower_cell_and_a_cell_to_enter_it(full: bool) -> None:
    closed = BAWANA if full else set()
    for one, other, row, column in product(range(3), range(3), range(10), range(25)):
        low, high = min(one, other), max(one, other)
        bottom = (low, row, column)
        fine = low != high and bottom not in closed and (is_on_the_plan(*bottom) or is_in_start(*bottom))
        fine = fine and any(is_on_the_plan(floor, row, column) for floor in range(low + 1, high + 1))
        assert is_accepted("poles", [one, other, row, column], full) == fine


@pytest.mark.parametrize(
    ("kind", "entry", "reason"),
    [
        ("stairs", [0, 4, 5, 0, 4, 6], "it joins a floor to itself"),
        ("stairs", [0, 4, 5, 0, 4, 5], "it joins a floor to itself"),
        ("stairs", [0, 4, 5, 1, 0, 12], "floor 1 has no cell [1, 0, 12]"),
        ("stairs", [2, 4, 7, 0, 4, 5], "floor 2 has no cell [2, 4, 7]"),
        ("stairs", [0, 8, 22, 1, 4, 5], f"[0, 8, 22] {IN_BAWANA}"),
        ("stairs", [1, 4, 5, 0, 6, 24], f"[0, 6, 24] {IN_BAWANA}"),
        ("poles", [1, 1, 4, 5], "it has only one floor"),
        ("poles", [1, 2, 2, 12], "floor 1 has no cell [1, 2, 12]"),
        ("poles", [2, 1, 2, 12], "floor 1 has no cell [1, 2, 12]"),
        ("poles", [0, 1, 2, 12], NO_CELL),
        ("poles", [1, 2, 5, 24], NO_CELL),
        ("poles", [0, 1, 8, 22], f"[0, 8, 22] {IN_BAWANA}"),
        ("poles", [0, 1, 9, 20], f"[0, 9, 20] {IN_BAWANA}"),
        ("walls", [0, 1, 1, 2, 2], "it is not straight"),
        ("walls", [0, 5, 10, 7, 10], "floor 0 has no cell [0, 6, 10]"),
        ("walls", [1, 3, 5, 3, 9], "floor 1 has no cell [1, 3, 8]"),
        ("walls", [2, 3, 17, 3, 16], "floor 2 has no cell [2, 3, 17]"),
        ("walls", [0, 5, 22, 7, 22], f"[0, 6, 22] {IN_BAWANA}"),
    ],
)
def test_m7_an_entry_is_in_error_by_itself(kind: str, entry: list[int], reason: str) -> None:
    assert found(**{kind: [entry]}) == [f"{kind}[0]: {entry}: {reason}"]


@pytest.mark.parametrize(
    ("flag", "reason"),
    [
        *((list(cell), "the flag cannot be on a first cell or on the entrance of Bawana") for cell in FIRST_CELLS),
        (list(ENTRANCE), "the flag cannot be on a first cell or on the entrance of Bawana"),
        ([0, 7, 12], "floor 0 has no cell [0, 7, 12]"),  # M6 is for stairs and poles
        ([1, 0, 12], "floor 1 has no cell [1, 0, 12]"),
        ([0, 6, 20], f"[0, 6, 20] {IN_BAWANA}"),
        ([0, 9, 24], f"[0, 9, 24] {IN_BAWANA}"),
        ([2, 0, 12], UNREACHED),
    ],
)
def test_m7_a_flag_is_in_error_by_itself(flag: list[int], reason: str) -> None:
    assert found(flag=flag) == [f"flag: {flag}: {reason}"]


def test_m7_in_base_the_cells_of_bawana_are_ordinary_maze_cells() -> None:
    settings = {
        "stairs": [[0, 8, 22, 1, 8, 22]],
        "poles": [[0, 1, 6, 20]],
        "walls": [[0, 5, 24, 8, 24]],
        "flag": [0, 9, 23],
    }
    assert found(**settings, elements="base") == []
    assert [fault.split(":")[0] for fault in found(**settings)] == ["stairs[0]", "poles[0]", "walls[0]", "flag"]
    wall = [0, 9, 19, 9, 21]  # the entrance stays what it is
    assert found(walls=[wall], elements="base") == [f"walls[0]: {wall}: it covers the entrance of Bawana at [0, 9, 19]"]


# Walls.


@pytest.mark.parametrize("wall", [[0, 1, 1, 1, 1], [0, 1, 1, 1, 4], [0, 1, 4, 1, 1], [0, 1, 1, 4, 1], [0, 4, 1, 1, 1]])
def test_m7_a_wall_is_straight_in_any_order_of_its_ends(wall: list[int]) -> None:
    assert found(walls=[wall]) == []


@pytest.mark.parametrize(
    ("wall", "what"),
    [
        ([0, 5, 10, 5, 14], "a first cell at [0, 5, 12]"),
        ([0, 9, 3, 9, 7], "a first cell at [0, 9, 7]"),
        ([0, 9, 17, 5, 17], "a first cell at [0, 9, 17]"),
        ([0, 9, 18, 9, 19], "the entrance of Bawana at [0, 9, 19]"),
        ([0, 0, 9, 0, 20], "the flag at [0, 0, 12]"),
        ([0, 2, 2, 6, 2], "an end of a stair at [0, 4, 2]"),
        ([1, 3, 0, 3, 7], "an end of a stair at [1, 3, 4]"),
        ([2, 2, 11, 2, 11], "an end of a pole at [2, 2, 11]"),
        ([0, 2, 9, 2, 14], "an end of a pole at [0, 2, 11]"),
        ([1, 6, 10, 9, 10], "an end of a pole at [1, 8, 10]"),
    ],
)
def test_m7_a_wall_may_not_cover_these(wall: list[int], what: str) -> None:
    board = {"stairs": [[0, 4, 2, 1, 3, 4]], "poles": [[2, 0, 2, 11], [1, 2, 8, 10]]}
    assert found(walls=[wall], **board) == [f"walls[0]: {wall}: it covers {what}"]


@pytest.mark.parametrize(
    ("pole", "wall"),
    [
        ([0, 2, 7, 10], [1, 6, 10, 9, 10]),
        ([2, 0, 7, 10], [1, 7, 10, 7, 10]),
        ([0, 2, 5, 24], [1, 5, 20, 5, 24]),  # its upper end is on floor 2, where there is no cell
    ],
)
def test_m7_a_wall_may_cover_a_pole_between_its_ends(pole: list[int], wall: list[int]) -> None:
    assert found(poles=[pole], walls=[wall]) == []


def test_m7_walls_may_cross_each_other_and_cover_blocked_cells() -> None:
    assert found(walls=[[0, 2, 2, 2, 6], [0, 1, 4, 3, 4]]) == []
    assert found(stairs=[[0, 7, 4, 2, 7, 10]], walls=[[1, 5, 7, 8, 7]]) == []


# Repeats.


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("stairs", [0, 4, 5, 1, 0, 4], [0, 4, 5, 1, 0, 4]),
        ("stairs", [0, 4, 5, 1, 0, 4], [1, 0, 4, 0, 4, 5]),
        ("poles", [0, 1, 5, 24], [0, 1, 5, 24]),
        ("poles", [0, 1, 5, 24], [1, 0, 5, 24]),
        ("walls", [0, 1, 1, 1, 4], [0, 1, 1, 1, 4]),
        ("walls", [0, 1, 1, 1, 4], [0, 1, 4, 1, 1]),
        ("walls", [0, 1, 1, 1, 1], [0, 1, 1, 1, 1]),
    ],
)
def test_m7_of_repeats_the_later_is_in_error(kind: str, one: list[int], other: list[int]) -> None:
    assert found(**{kind: [one, other]}) == [f"{kind}[1]: {other}: it repeats {kind}[0]"]
    assert found(**{kind: [other, one, other]}) == [
        f"{kind}[1]: {one}: it repeats {kind}[0]",
        f"{kind}[2]: {other}: it repeats {kind}[0]",
    ]


@pytest.mark.parametrize(
    "board",
    [
        {"poles": [[0, 1, 5, 24], [0, 2, 5, 24]]},
        {"walls": [[0, 1, 1, 1, 4], [0, 1, 1, 1, 5]]},
        {"walls": [[0, 1, 1, 1, 4], [1, 1, 1, 1, 4]]},
        {"stairs": [[0, 4, 5, 1, 0, 4], [0, 0, 4, 1, 4, 5]]},
        {"stairs": [[0, 4, 5, 1, 4, 5]], "poles": [[0, 1, 4, 5]]},
    ],
)
def test_m7_entries_that_are_alike_are_no_repeats(board: dict[str, Any]) -> None:
    assert found(**board) == []


def test_m7_an_entry_in_error_is_not_repeated() -> None:
    wrong = [0, 4, 5, 0, 4, 6]
    assert found(stairs=[wrong, wrong]) == [f"stairs[{n}]: {wrong}: it joins a floor to itself" for n in (0, 1)]
    bent = [0, 1, 1, 2, 2]
    assert found(walls=[bent, bent]) == [f"walls[{n}]: {bent}: it is not straight" for n in (0, 1)]


def test_m7_of_two_flags_the_second_is_in_error() -> None:
    flags = [Entry("flag", f"line {n}", "", (0, 0, n)) for n in (1, 2, 3)]
    board = check({"stairs": [], "poles": [], "walls": [], "flag": flags}, full=True)
    assert list(map(str, board.faults)) == ["line 2: a second flag", "line 3: a second flag"]
    assert board.flag() == (0, 0, 1)
    wrong = Entry("flag", "line 0", "", (0, 9, 7))
    board = check({"stairs": [], "poles": [], "walls": [], "flag": [wrong, flags[0]]}, full=True)
    assert [fault.entry for fault in board.faults] == [wrong]  # it does not count against the other
    assert board.flag() == (0, 0, 1)


# Third stairs.

AT_ONE_CELL = [[0, 4, 5, 1, 0, 4], [0, 4, 5, 1, 5, 4], [1, 7, 3, 0, 4, 5]]


def test_m7_a_cell_has_two_stairs_and_the_third_in_file_order_is_in_error() -> None:
    assert found(stairs=AT_ONE_CELL[:2]) == []
    for turned in range(3):
        stairs = AT_ONE_CELL[turned:] + AT_ONE_CELL[:turned]
        assert found(stairs=stairs) == [f"stairs[2]: {stairs[2]}: it is the third stair at [0, 4, 5]"]


def test_m7_upper_ends_and_ends_in_the_starting_area_count_too() -> None:
    upper = [[0, 1, column, 1, 3, 3] for column in (1, 2, 3)]
    assert found(stairs=upper) == [f"stairs[2]: {upper[2]}: it is the third stair at [1, 3, 3]"]
    middle = [[0, 1, 1, 1, 8, 12], [1, 8, 12, 2, 1, 9], [1, 8, 12, 2, 1, 10]]
    assert found(stairs=middle) == [f"stairs[2]: {middle[2]}: it is the third stair at [1, 8, 12]"]
    start = [[0, 7, 10, 1, 3, column] for column in (1, 2, 3)]
    assert found(stairs=start) == [f"stairs[2]: {start[2]}: it is the third stair at [0, 7, 10]"]


def test_m7_a_stair_in_error_does_not_count_towards_three() -> None:
    out, itself, bawana = [0, 4, 5, 1, 0, 25], [0, 4, 5, 0, 4, 6], [0, 8, 22, 1, 5, 4]
    assert len(found(stairs=[out, itself, *AT_ONE_CELL[:2]])) == 2
    assert len(found(stairs=[AT_ONE_CELL[0], AT_ONE_CELL[0], AT_ONE_CELL[1]])) == 1  # a repeat
    assert len(found(stairs=[bawana, AT_ONE_CELL[1], [0, 3, 3, 1, 5, 4]])) == 1
    other_end = [[0, 1, 1, 1, 7, 3], [0, 1, 2, 1, 7, 3]]
    assert len(found(stairs=[*AT_ONE_CELL, *other_end])) == 1  # the third is none at its other end either
    assert found(stairs=[*AT_ONE_CELL, [0, 4, 5, 1, 1, 1]])[1].endswith("it is the third stair at [0, 4, 5]")


# Cells that stairs pass through.


@pytest.mark.parametrize(
    ("stair", "cell"),
    [
        ([0, 7, 4, 2, 7, 10], [1, 7, 7]),
        ([2, 7, 10, 0, 7, 4], [1, 7, 7]),
        ([0, 5, 4, 2, 6, 9], [1, 6, 7]),  # halves are rounded up
        ([0, 6, 5, 2, 5, 8], [1, 6, 7]),
        ([0, 7, 7, 2, 7, 10], [1, 7, 9]),
        ([0, 7, 10, 2, 7, 12], [1, 7, 11]),
    ],
)
def test_m7_an_end_or_the_flag_on_a_blocked_cell_is_in_error(stair: list[int], cell: list[int]) -> None:
    reason = f"{cell} is blocked by a stair that passes through"
    end = [0, 0, 2, *cell]
    assert found(stairs=[stair, end]) == [f"stairs[1]: {end}: {reason}"]
    assert found(stairs=[end, stair]) == [f"stairs[0]: {end}: {reason}"]
    assert found(stairs=[stair, [0, 0, 2, 1, 0, 2]], flag=cell) == [f"flag: {cell}: {reason}"]
    if cell[2] >= 8:
        pole = [1, 2, *cell[1:]]
        assert found(stairs=[stair], poles=[pole]) == [f"poles[0]: {pole}: {reason}"]
        assert found(stairs=[stair], poles=[[0, 2, *cell[1:]]]) == []  # it only passes
    else:
        assert found(stairs=[stair], poles=[[0, 1, *cell[1:]]]) == []  # its upper end


@pytest.mark.parametrize(
    "stairs",
    [
        [[0, 1, 12, 2, 4, 10], [0, 0, 2, 1, 3, 7]],  # floor 1 has no cell [1, 3, 11]
        [[0, 7, 4, 1, 7, 7]],  # no stair from floor 0 to 2
        [[0, 8, 22, 2, 7, 10], [0, 0, 2, 1, 8, 16]],  # in error, so it blocks nothing
        [[0, 7, 4, 1, 1, 1], [0, 7, 4, 1, 1, 2], [0, 7, 4, 2, 7, 10], [0, 0, 2, 1, 7, 7]],  # a third, likewise
    ],
)
def test_m7_other_stairs_block_nothing(stairs: list[list[int]]) -> None:
    assert not any("blocked" in fault for fault in found(stairs=stairs))


def test_m7_third_stairs_are_found_before_ends_on_blocked_cells() -> None:
    stairs = [[0, 0, 2, 1, 7, 7], [0, 0, 2, 1, 1, 1], [0, 0, 2, 1, 1, 2], [0, 7, 4, 2, 7, 10]]
    assert [fault.split()[-1] for fault in found(stairs=stairs)] == ["through", "2]"]


# The way to the flag.

SHUT = {"walls": [[0, 0, 2, 2, 2], [0, 2, 0, 2, 1]], "flag": [0, 0, 0]}  # a corner of floor 0, cells [0, 0…1, 0…1]


@pytest.mark.parametrize(
    ("board", "is_reached"),
    [
        ({"flag": [0, 9, 0]}, True),
        ({"walls": [[0, 0, 1, 0, 1], [0, 1, 0, 1, 0]], "flag": [0, 0, 0]}, False),  # diagonals are no steps
        ({"walls": [[0, 0, 1, 0, 1]], "flag": [0, 0, 0]}, True),
        (SHUT, False),
        ({**SHUT, "stairs": [[0, 1, 1, 1, 1, 1]]}, False),  # floor 1 is as far
        ({**SHUT, "stairs": [[0, 1, 1, 1, 1, 1], [0, 5, 5, 1, 5, 5]]}, True),  # up and down again
        ({**SHUT, "stairs": [[0, 5, 5, 1, 5, 5]], "poles": [[0, 1, 1, 0]]}, True),
        ({**SHUT, "poles": [[0, 1, 1, 0], [0, 1, 5, 5]]}, False),  # no pole leads up
        ({"flag": [1, 3, 3]}, False),
        ({"flag": [1, 3, 3], "poles": [[0, 1, 5, 5]]}, False),
        ({"flag": [1, 3, 3], "stairs": [[0, 5, 5, 1, 5, 5]]}, True),
        ({"flag": [1, 3, 20], "stairs": [[0, 5, 5, 1, 5, 5]]}, True),  # over the bridge
        ({"flag": [1, 3, 20], "stairs": [[0, 5, 5, 1, 5, 5]], "walls": [[1, 6, 12, 9, 12]]}, False),
        ({"flag": [1, 3, 20], "stairs": [[0, 5, 5, 2, 5, 8]], "poles": [[1, 2, 7, 12]]}, True),
        ({"flag": [1, 3, 20], "stairs": [[0, 5, 5, 2, 5, 8]], "poles": [[0, 2, 7, 12]]}, False),  # it falls
        ({"flag": [1, 3, 3], "stairs": [[0, 7, 12, 1, 7, 12]]}, False),  # its foot is in the starting area
        ({"flag": [0, 1, 1], "stairs": [[0, 0, 1, 1, 0, 1]], "walls": [[0, 2, 0, 2, 2], [0, 1, 2, 1, 2]]}, True),
        ({"flag": [2, 0, 9], "stairs": [[0, 5, 5, 1, 5, 5]], "poles": [[1, 2, 7, 12]]}, False),
        ({"flag": [2, 0, 9], "stairs": [[0, 5, 5, 2, 5, 8]], "walls": [[2, 1, 8, 1, 16]]}, False),
        # Only from the entrance: column 18 is walled. Then the entrance is shut in as well.
        ({"flag": [0, 3, 22], "walls": [[0, 0, 18, 9, 18]]}, True),
        ({"flag": [0, 3, 22], "walls": [[0, 0, 18, 9, 18], [0, 8, 19, 8, 19]]}, False),
        # Only from one first cell.
        ({"flag": [0, 4, 12], "walls": [[0, 3, 12, 3, 12], [0, 4, 11, 5, 11], [0, 4, 13, 5, 13]]}, True),
        ({"flag": [0, 9, 6], "walls": [[0, 8, 6, 8, 7], [0, 9, 5, 9, 5]]}, True),
        ({"flag": [0, 8, 17], "walls": [[0, 7, 17, 7, 17], [0, 8, 18, 9, 18]]}, True),
        # A cell that a stair passes through is no way: [1, 7, 7] of the row to [1, 7, 6].
        ({"flag": [1, 9, 16], "stairs": [[0, 0, 20, 1, 0, 20], [0, 9, 22, 1, 9, 22]], "walls": []}, True),
    ],
)
def test_m7_a_player_could_reach_the_flag(board: dict[str, Any], is_reached: bool) -> None:
    elements = "base" if [0, 9, 22, 1, 9, 22] in board.get("stairs", []) else "full"
    assert found(**board, elements=elements) == ([] if is_reached else [f"flag: {board['flag']}: {UNREACHED}"])


def test_m7_blocked_cells_are_no_way_to_the_flag() -> None:
    walls = [[1, 6, 7, 6, 7], [1, 8, 7, 9, 7]]  # the only gap to the bridge is [1, 7, 7]
    stair = [0, 5, 5, 1, 5, 5]
    assert found(flag=[1, 3, 20], stairs=[stair], walls=walls) == []
    through = [0, 7, 4, 2, 7, 10]
    assert found(flag=[1, 3, 20], stairs=[stair, through], walls=walls) == [f"flag: [1, 3, 20]: {UNREACHED}"]


def test_m7_the_ends_of_stairs_and_poles_can_be_passed_over() -> None:
    walls = [[0, 1, 0, 1, 3]]  # a corridor: row 0
    over = {"stairs": [[0, 0, 1, 1, 0, 1]], "poles": [[0, 1, 0, 2]]}
    assert found(flag=[0, 0, 0], walls=walls, **over) == []


def test_m7_walls_and_stairs_in_error_count_neither_against_nor_for_the_flag() -> None:
    covers = [0, 0, 0, 0, 3]
    assert found(flag=[0, 0, 0], walls=[covers]) == [f"walls[0]: {covers}: it covers the flag at [0, 0, 0]"]
    shut, first = [0, 0, 1, 5, 1], [0, 5, 0, 5, 12]
    assert found(flag=[0, 0, 0], walls=[shut, first]) == [f"walls[1]: {first}: it covers a first cell at [0, 5, 12]"]
    wrong = [0, 5, 5, 1, 0, 12]
    assert [fault.split(":")[0] for fault in found(flag=[1, 3, 3], stairs=[wrong])] == ["stairs[0]", "flag"]


# Interplay.


@pytest.mark.parametrize(
    ("board", "in_error"),
    [
        # A wall may cover the ends of a stair or pole in error, and a flag in error.
        ({"stairs": [[0, 4, 5, 1, 0, 12]], "walls": [[0, 4, 5, 4, 5]]}, ["stairs[0]"]),
        ({"poles": [[0, 1, 2, 12]], "walls": [[0, 2, 12, 2, 12]]}, ["poles[0]"]),
        ({"flag": [0, 9, 7], "walls": [[0, 9, 6, 9, 7]]}, ["walls[0]", "flag"]),  # which is a first cell
        ({"stairs": [*AT_ONE_CELL], "walls": [[1, 7, 3, 7, 3]]}, ["stairs[2]"]),
        ({"stairs": [[0, 7, 7, 2, 7, 10], [0, 0, 2, 1, 7, 9]], "walls": [[0, 0, 2, 0, 2]]}, ["stairs[1]"]),
        ({"stairs": [[0, 7, 7, 2, 7, 10]], "walls": [[1, 7, 9, 7, 9]], "flag": [1, 7, 9]}, ["flag"]),
        # A wall in error shuts nothing.
        ({"walls": [[0, 0, 1, 0, 1], [0, 1, 0, 9, 0], [0, 9, 0, 9, 9]], "flag": [0, 0, 0]}, ["walls[2]", "flag"]),
        ({"walls": [[0, 0, 1, 0, 1], [0, 1, 0, 2, 1]], "flag": [0, 0, 0]}, ["walls[1]"]),
        # A wall that repeats one in error is in error for the same reason.
        ({"walls": [[0, 5, 12, 5, 12], [0, 5, 12, 5, 12]]}, ["walls[0]", "walls[1]"]),
        # A fault a entry, the first that is found.
        ({"stairs": [[0, 0, 99, 0, 0, 12]], "poles": [[0, 0, 8, 22]], "walls": [[0, 5, 11, 7, 12]]}, 3),
    ],
)
def test_m7_an_entry_already_in_error_does_not_count_against_others(board: Any, in_error: Any) -> None:
    told = [fault.split(":")[0] for fault in found(**board)]
    assert told == in_error or len(told) == in_error


def test_m7_all_errors_are_told_at_once_each_with_its_place_the_entry_and_the_reason() -> None:
    told = found(
        walls=[[0, 1, 1, 2, 2], [0, 3, 3, 3, 3], "wall"],
        poles=[[0, 0, 1, 1], [0, 1, 5, 24], [1, 0, 5, 24]],
        stairs=[[0, 1], [0, 4, 5, 0, 4, 5]],
        flag=[2, 2, 2],
    )
    assert told == [
        "stairs[0]: [0, 1]: 2 numbers where 6 are needed: floor, row, column, floor, row, column",
        "stairs[1]: [0, 4, 5, 0, 4, 5]: it joins a floor to itself",
        "poles[0]: [0, 0, 1, 1]: it has only one floor",
        "poles[2]: [1, 0, 5, 24]: it repeats poles[1]",
        "walls[0]: [0, 1, 1, 2, 2]: it is not straight",
        "walls[2]: 'wall': not a list of 5 whole numbers",
        "flag: [2, 2, 2]: floor 2 has no cell [2, 2, 2]",
    ]


def test_m7_what_is_left_when_entries_in_error_are_left_out_has_no_error() -> None:
    rng = random.Random(4)
    counts = dict(zip(KINDS, (6, 4, 5, 3), strict=True))
    faulty = 0
    for _ in range(300):
        entries = {
            kind: [
                Entry(kind, f"{n}", "", tuple(rng.choice([0, 0, 1, 2, rng.randrange(-1, 26)]) for _ in range(count)))
                for n in range(rng.randrange(12) if kind != "flag" else 1)
            ]
            for kind, count in counts.items()
        }
        board = check(entries, full=True)
        faulty += len(board.faults)
        assert len(board.faults) + sum(map(len, board.entries.values())) == sum(map(len, entries.values()))
        assert check(board.entries, full=True).faults == []
    assert faulty > 300
