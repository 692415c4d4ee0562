"""Set-ups of Maze to Savor: the checks of M7 on settings, the values of M8, generated boards."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from flagstone.boards import savor
from flagstone.boards.savor import GROUPS, lay_out, resolve, shares
from flagstone.boards.savor_generator import generate
from flagstone.boards.settings import SettingsError
from flagstone.rules.savor import BAWANA_KINDS, BAWANA_WALLS, FIRST_PLACES, GAME, PLAN

FLAG = [0, 0, 24]


def faults(**settings: Any) -> list[str]:
    """Every fault of a set-up with a good flag unless another is given."""
    try:
        resolve({"flag": FLAG, **settings}, 1)
    except SettingsError as error:
        return list(error.faults)
    return []


def the_fault(**settings: Any) -> str:
    """The only fault of a set-up."""
    (fault,) = faults(**settings)
    return fault


# Each entry by itself.


@pytest.mark.parametrize(
    ("kind", "entry", "words"),
    [
        ("stairs", [0, 1, 1, 1, 1], "5 numbers where 6 are needed"),
        ("stairs", [0, 1, 1, 1, 1, 1, 1], "7 numbers where 6 are needed"),
        ("stairs", [], "0 numbers where 6 are needed"),
        ("poles", [0, 1, 2], "3 numbers where 4 are needed"),
        ("walls", [0, 1, 2, 3], "4 numbers where 5 are needed"),
        ("stairs", [0, 1, 1, 3, 1, 10], "a floor is out of range: 0 to 2"),
        ("stairs", [0, 10, 1, 1, 1, 1], "a row is out of range: 0 to 9"),
        ("stairs", [0, 1, -1, 1, 1, 1], "a column is out of range: 0 to 24"),
        ("poles", [0, 3, 1, 1], "a floor is out of range: 0 to 2"),
        ("poles", [0, 1, 1, 25], "a column is out of range: 0 to 24"),
        ("walls", [3, 1, 1, 1, 1], "a floor is out of range: 0 to 2"),
        ("walls", [0, 9, 1, 10, 1], "a row is out of range: 0 to 9"),
        ("stairs", [0, 1, 1, 1, 1, 12], "floor 1 has no cell [1, 1, 12]"),
        ("stairs", [1, 1, 1, 2, 1, 7], "floor 2 has no cell [2, 1, 7]"),
        ("walls", [1, 0, 2, 0, 20], "floor 1 has no cell [1, 0, 8]"),
        ("walls", [0, 7, 12, 7, 12], "floor 0 has no cell [0, 7, 12]"),
        ("stairs", [0, 6, 22, 1, 1, 1], "[0, 6, 22] is a wall or the inside of Bawana"),
        ("stairs", [1, 1, 1, 0, 8, 22], "[0, 8, 22] is a wall or the inside of Bawana"),
        ("poles", [0, 1, 7, 22], "[0, 7, 22] is a wall or the inside of Bawana"),
        ("walls", [0, 5, 20, 6, 20], "[0, 6, 20] is a wall or the inside of Bawana"),
        ("walls", [0, 1, 1, 2, 2], "it is not straight"),
        ("walls", [0, 5, 11, 5, 13], "it covers a first cell at [0, 5, 12]"),
        ("walls", [0, 9, 18, 9, 19], "it covers the entrance of Bawana at [0, 9, 19]"),
        ("walls", [0, 0, 24, 0, 24], "it covers the flag at [0, 0, 24]"),
        ("stairs", [1, 1, 1, 1, 2, 2], "it joins a floor to itself"),
        ("poles", [1, 1, 2, 2], "it has only one floor"),
        ("poles", [1, 2, 2, 12], "floor 1 has no cell [1, 2, 12]"),
        ("poles", [0, 1, 2, 12], "there is no cell to enter it from"),
        ("poles", [1, 2, 2, 2], "there is no cell to enter it from"),
    ],
)
def test_m7_an_entry_in_error_is_named_with_its_place_and_the_reason(kind: str, entry: list[int], words: str) -> None:
    fault = the_fault(**{kind: [entry]})
    assert fault.startswith(f"{kind}[0]: {entry}: ")
    assert words in fault


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ([0, 0], "2 numbers where 3 are needed"),
        ([3, 0, 0], "a floor is out of range"),
        ([0, 7, 12], "floor 0 has no cell [0, 7, 12]"),
        ([2, 0, 0], "floor 2 has no cell [2, 0, 0]"),
        ([0, 6, 20], "is a wall or the inside of Bawana"),
        ([0, 7, 22], "is a wall or the inside of Bawana"),
        *(([*cell], "cannot be on a first cell") for cell in FIRST_PLACES),
        ([0, 9, 19], "cannot be on a first cell or on the entrance"),
        ([2, 0, 8], "no player could ever reach it"),
        ([0.5, 1, 1], "not a list of 3 whole numbers"),
        ("x", "not a list of 3 whole numbers"),
    ],
)
def test_m7_a_flag_in_error_is_named(flag: Any, words: str) -> None:
    fault = the_fault(flag=flag)
    assert fault.startswith("flag: ")
    assert words in fault


def test_m7_there_must_be_a_flag() -> None:
    assert the_fault(flag=None) == "flag: there is no flag"
    with pytest.raises(SettingsError, match="there is no flag"):
        resolve({}, 1)


@pytest.mark.parametrize("entry", ["x", 5, None, [0, "1", 1, 1, 1, 1], [0, True, 1, 1, 1, 1], [0, 1.0, 1, 1, 1, 1], {}])
def test_m7_things_that_are_not_numbers_are_errors(entry: Any) -> None:
    assert "not a list of 6 whole numbers" in the_fault(stairs=[entry])


def test_m7_stairs_and_poles_may_end_in_the_starting_area_on_floor_0() -> None:
    assert not faults(stairs=[[0, 8, 12, 1, 1, 1], [2, 2, 10, 0, 6, 8]], poles=[[0, 1, 7, 12]])


def test_m7_the_documents_pole_is_fine_though_floor_2_has_no_such_cell() -> None:
    assert not faults(poles=[[0, 2, 5, 24]])


def test_m7_in_the_base_game_bawanas_cells_are_ordinary() -> None:
    board: dict[str, Any] = {"stairs": [[0, 8, 22, 1, 1, 1]], "poles": [[0, 1, 6, 20]], "walls": [[0, 7, 21, 7, 23]]}
    assert not faults(elements="base", **{**board, "flag": [0, 9, 24]})
    assert len(faults(**{**board, "flag": [0, 9, 24]})) == 4


# Entries beside others.


@pytest.mark.parametrize(
    ("kind", "entry", "swapped"),
    [
        ("stairs", [0, 1, 1, 1, 2, 2], [1, 2, 2, 0, 1, 1]),
        ("poles", [0, 1, 2, 2], [1, 0, 2, 2]),
        ("walls", [0, 1, 1, 1, 3], [0, 1, 3, 1, 1]),
    ],
)
def test_m7_an_entry_that_repeats_an_earlier_one_is_in_error(kind: str, entry: list[int], swapped: list[int]) -> None:
    for later in (entry, swapped):
        assert the_fault(**{kind: [entry, later]}) == f"{kind}[1]: {later}: it repeats {kind}[0]"


def test_m7_what_only_overlaps_is_no_repeat() -> None:
    assert not faults(walls=[[0, 1, 1, 1, 3], [0, 1, 2, 1, 5], [0, 1, 1, 1, 1]], poles=[[0, 1, 3, 3], [0, 2, 3, 3]])


def test_m7_of_three_stairs_at_a_cell_the_last_is_in_error() -> None:
    fault = the_fault(stairs=[[0, 1, 1, 1, 1, 1], [1, 2, 2, 0, 1, 1], [0, 1, 1, 2, 2, 9]])
    assert fault.startswith("stairs[2]")
    assert "it is the third stair at [0, 1, 1]" in fault


def test_m7_nothing_may_sit_on_a_blocked_cell_but_a_poles_upper_end() -> None:
    through = [0, 4, 3, 2, 9, 8]  # blocks [1, 7, 6]
    assert "stairs[1]" in the_fault(stairs=[through, [0, 1, 1, 1, 7, 6]])
    assert "stairs[0]" in the_fault(stairs=[[1, 7, 6, 0, 1, 1], through])
    assert "flag: [1, 7, 6]: [1, 7, 6] is blocked" in the_fault(stairs=[through], flag=[1, 7, 6])
    assert "poles[0]" in the_fault(stairs=[[0, 9, 10, 2, 9, 10]], poles=[[1, 2, 9, 10]])
    assert not faults(stairs=[through], poles=[[0, 1, 7, 6]])


def test_m7_a_wall_may_cover_a_blocked_cell_and_a_pole_between_its_ends() -> None:
    assert not faults(stairs=[[0, 4, 3, 2, 9, 8]], walls=[[1, 7, 5, 7, 6]])
    assert not faults(poles=[[0, 2, 7, 12]], walls=[[1, 7, 12, 7, 12]])
    for wall in ([2, 7, 12, 7, 12], [2, 6, 12, 8, 12]):
        assert "it covers an end of a pole" in the_fault(poles=[[0, 2, 7, 12]], walls=[wall])
    assert "it covers an end of a pole" in the_fault(poles=[[0, 1, 2, 3]], walls=[[0, 2, 3, 2, 5]])
    assert "it covers an end of a stair" in the_fault(stairs=[[0, 1, 1, 1, 2, 2]], walls=[[1, 2, 1, 2, 3]])


def test_m7_an_entry_in_error_does_not_count_against_others() -> None:
    bad_stair = [0, 8, 22, 1, 2, 2]  # inside Bawana
    assert len(faults(stairs=[bad_stair], walls=[[1, 2, 2, 2, 2]])) == 1
    thirds = [[0, 1, 1, 1, 1, 1], [0, 1, 1, 1, 1, 2], [0, 1, 1, 2, 9, 8], [0, 3, 3, 1, 5, 5]]
    assert [fault[:9] for fault in faults(stairs=thirds)] == ["stairs[2]"]  # it would block [1, 5, 5]
    assert len(faults(flag=[0, 5, 12], walls=[[0, 4, 12, 4, 12]])) == 1
    assert len(faults(stairs=[bad_stair, bad_stair])) == 2
    assert len(faults(walls=[[0, 5, 12, 5, 12], [0, 5, 12, 5, 12]])) == 2


def test_m7_two_stairs_of_which_one_is_in_error_leave_room_for_another() -> None:
    stairs = [[0, 1, 1, 1, 1, 12], [0, 1, 1, 1, 1, 2], [0, 1, 1, 1, 1, 3]]
    assert [fault[:9] for fault in faults(stairs=stairs)] == ["stairs[0]"]


# Whether the flag can be reached.


CORNER = [[0, 0, 23, 0, 23], [0, 1, 24, 1, 24]]  # walls that close in the flag's cell


def test_m7_a_closed_in_flag_can_be_reached_by_a_stair_or_a_pole_only() -> None:
    assert the_fault(walls=CORNER) == "flag: [0, 0, 24]: no player could ever reach it"
    assert not faults(walls=CORNER, stairs=[[0, 5, 5, 1, 5, 5], [1, 4, 20, 0, 0, 24]])
    assert not faults(walls=CORNER, stairs=[[0, 5, 20, 1, 5, 20]], poles=[[0, 1, 0, 24]])
    assert faults(walls=CORNER, poles=[[0, 1, 0, 24]])  # nobody gets up


def test_m7_nobody_gets_up_a_pole_to_the_flag() -> None:
    assert faults(flag=[2, 9, 8], poles=[[1, 2, 9, 8]])
    assert not faults(flag=[2, 9, 8], stairs=[[0, 1, 1, 2, 4, 9]])


def test_m7_the_flag_can_be_reached_from_the_entrance_alone() -> None:
    around = [[0, 9, 18, 9, 18], [0, 8, 18, 8, 18], [0, 7, 19, 7, 19]]  # leaves [0, 8, 19] and the entrance
    assert not faults(flag=[0, 8, 19], walls=around)


def test_m7_a_stair_that_leads_into_the_starting_area_leads_nowhere() -> None:
    assert faults(flag=[2, 2, 9], stairs=[[0, 7, 12, 2, 2, 12]])


def test_m7_stairs_at_a_cell_are_passed_over_at_will() -> None:
    beside_the_flag = [0, 0, 23, 1, 0, 23]
    assert not faults(walls=[[0, 1, 24, 1, 24]], stairs=[beside_the_flag])


def test_m7_all_errors_are_reported_at_once_in_order() -> None:
    found = faults(
        walls=[[0, 1, 1, 2, 2], [0, 2, 2, 2, 3]],
        poles=[[1, 1, 2, 2], [0, 1, 2, 12]],
        stairs=[[0, 1, 1, 1, 1, 1], [9], [0, 1, 1, 1, 1, 1]],
        flag=[3, 0, 0],
        flag_rule="fly",
        elements="all",
        stairs_change=-1,
        colour="red",
        values={"[0, 0, 0]": "3"},
        bawana=["sad"],
    )
    for place in ("stairs[1]", "stairs[2]", "poles[0]", "poles[1]", "walls[0]", "flag:", "flag_rule", "elements"):
        assert any(fault.startswith(place) for fault in found), place
    assert any("'colour'" in fault for fault in found)
    assert sum(fault.startswith("bawana") for fault in found) == 2
    places = [fault.split(":")[0] for fault in found if "]: [" in fault]
    assert places == ["stairs[1]", "stairs[2]", "poles[0]", "poles[1]", "walls[0]"]


# The other settings.


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"stairs": 5}, "stairs is 5, not a list"),
        ({"values": [1]}, "values is [1], not an object"),
        ({"values": {"[0, 0, 1]": 3}}, "is 3, not a cost"),
        ({"values": {"[0, 0, 1]": "3"}}, "not a cost from -0, a gift from +1 or a factor from x2"),
        ({"values": {"[0, 0, 1]": "-٣"}}, "not a cost from -0, a gift from +1 or a factor from x2"),
        ({"values": {"[0, 0, 1]": "x1"}}, "not a cost from -0, a gift from +1 or a factor from x2"),
        ({"values": {"[0, 0, 1]": "-9999999999"}}, "not a cost from -0, a gift from +1 or a factor from x2"),
        ({"values": {"[0, 7, 12]": "-1"}}, "not a cell that can be stood on"),
        ({"values": {"hello": "-1"}}, "not a cell that can be stood on"),
        ({"values": {"[0, 1, 1]": "-1"}, "walls": [[0, 1, 1, 1, 1]]}, "not a cell that can be stood on"),
        ({"bawana": ["happy"] * 11}, "bawana has 11 entries, not 12"),
        ({"bawana": ["happy"] * 11 + ["sad"]}, "bawana[11] is 'sad'"),
        ({"bawana": ["happy"] * 11 + [0]}, "bawana[11] is 0"),
        ({"bawana": ["happy"] * 11 + [[]]}, "bawana[11] is []"),
        ({"stairs_change": 2.5}, "stairs_change is 2.5"),
        ({"stairs_change": True}, "stairs_change is true"),
        ({"elements": "Full"}, "elements is 'Full'"),
    ],
)
def test_a_setting_in_error_is_named(settings: dict[str, Any], words: str) -> None:
    assert words in the_fault(**settings)


def test_hostile_settings_are_settings_errors() -> None:
    deep: Any = []
    for _ in range(10_000):
        deep = [deep]
    things: list[Any] = [
        float("nan"),
        float("inf"),
        10**5000,
        -(10**5000),
        deep,
        {"a": deep},
        "x" * 10**5,
        [],
        {},
        True,
    ]
    rng = random.Random(1)
    for _ in range(300):
        settings = {setting.name: rng.choice(things) for setting in savor.SETTINGS}
        with pytest.raises(SettingsError) as raised:
            resolve(settings, 1)
        assert len(str(raised.value)) < 5000
    for thing in things:
        for kind, count in (("stairs", 6), ("poles", 4), ("walls", 5)):
            assert faults(**{kind: [thing, [thing] * count, [0] * (count - 1) + [thing], [1] * 10_000]})
        assert faults(flag=[0, 0, thing])


def test_a_resolved_set_up_resolves_to_itself() -> None:
    for elements in ("full", "base"):
        resolved = resolve({**generate(3), "elements": elements}, 11)
        assert resolve(json.loads(json.dumps(resolved)), 12) == resolved
        assert list(resolved["values"]) == [str([*cell]) for cell in PLAN if str([*cell]) in resolved["values"]]


def test_given_values_are_kept_and_the_rest_cost_0() -> None:
    resolved = resolve({"flag": FLAG, "values": {"[0, 0, 3]": "x3", "[0, 0, 1]": "-7", "[0, 0, 2]": "+12"}}, 1)
    assert [resolved["values"][f"[0, 0, {column}]"] for column in range(5)] == ["-0", "-7", "+12", "x3", "-0"]
    assert len(resolved["values"]) == 480


# M8.


def group(value: str) -> int:
    """The group of M8 that a value belongs to."""
    return next(number for number, (_, values) in enumerate(GROUPS) if value in values)


def test_m8_the_groups_share_the_cells_by_largest_remainder() -> None:
    assert shares(480) == [120, 168, 120, 48, 24]
    assert shares(479) == [120, 167, 120, 48, 24]
    assert shares(470) == [118, 165, 117, 47, 23]  # 117.5 164.5 117.5 47 23.5: ties to the group named first
    for count in range(600):
        assert sum(shares(count)) == count


def test_m8_the_values_of_thousands_of_seeds_keep_to_their_shares() -> None:
    cells = list(range(100))
    tally: Counter[str] = Counter()
    by_place: Counter[str] = Counter()
    for seed in range(3000):
        values = savor.draw_values(cells, seed)
        assert [sum(group(value) == number for value in values.values()) for number in range(5)] == shares(100)
        tally.update(values.values())
        by_place[str(list(values.values())[7])] += 1
    for (percent, group_values), total in zip(GROUPS, shares(100), strict=True):
        for value in group_values:
            expected = 3000 * total / len(group_values)
            assert abs(tally[value] - expected) < 0.05 * expected
            assert abs(by_place[value] - 30 * percent / len(group_values)) < 0.35 * 30 * percent


def test_m8_bawana_has_two_of_each_kind_and_four_that_give_10_to_100() -> None:
    points: Counter[int] = Counter()
    first: Counter[object] = Counter()
    for seed in range(3000):
        cells = savor.draw_bawana(seed)
        assert all(cells.count(kind) == 2 for kind in BAWANA_KINDS)
        given = [cell for cell in cells if isinstance(cell, int)]
        assert len(given) == 4
        points.update(given)
        first["points" if isinstance(cells[0], int) else cells[0]] += 1
    assert set(points) == set(range(10, 101))
    assert all(abs(first[kind] - 500) < 100 for kind in BAWANA_KINDS)
    assert abs(first["points"] - 1000) < 130


def test_m8_walls_blocked_cells_and_bawana_have_no_value_but_in_the_base_game_bawana_has() -> None:
    resolved = resolve({"flag": FLAG, "walls": [[0, 1, 1, 1, 2]], "stairs": [[0, 4, 3, 2, 9, 8]]}, 1)
    assert len(resolved["values"]) == 500 - len(BAWANA_WALLS) - 12 - 2 - 1
    assert len(resolve({"flag": FLAG, "elements": "base"}, 1)["values"]) == 500


def test_the_seed_decides_values_and_bawana() -> None:
    assert resolve({"flag": FLAG}, 1) == resolve({"flag": FLAG}, 1)
    one, other = resolve({"flag": FLAG}, 1), resolve({"flag": FLAG}, 2)
    assert one["values"] != other["values"]
    assert one["bawana"] != other["bawana"]


# Sizes and generated boards.


def test_the_fullest_boards_fit() -> None:
    floors = [[[*cell] for cell in PLAN if cell[0] == floor] for floor in range(3)]
    stairs = [[*low, *high] for low, high in zip(floors[0], floors[1], strict=False)]
    stairs += [[*low, *high] for low, high in zip(floors[0][1:], floors[1], strict=False)]
    poles = [[0, top, row, column] for top in (1, 2) for row in range(10) for column in range(8)]
    resolved = resolve({"flag": FLAG, "stairs": stairs, "poles": poles, "elements": "base"}, 1)
    assert lay_out(resolved)[0].stair_count == len(stairs) == 392
    assert GAME.capacity(stairs=536, ways=2 * 536 + 2 * 482) == GAME.capacities[-1]


def test_generated_boards_are_valid_in_both_games_and_the_same_for_the_same_seed() -> None:
    for seed in range(40):
        board = generate(seed)
        assert board == generate(seed)
        assert (len(board["stairs"]), len(board["poles"]), len(board["walls"])) == (12, 5, 8)
        assert not faults(**board)
        assert not faults(**board, elements="base")
    assert generate(1) != generate(2)
