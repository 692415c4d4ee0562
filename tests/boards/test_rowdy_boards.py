"""The set-up of Rowdy Racers: generated grids against R1 to R3, and set-ups by hand."""

import random
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import pytest

from flagstone.boards import rowdy_generator as generator
from flagstone.boards.rowdy import lay_out, resolve
from flagstone.boards.settings import SettingsError
from flagstone.notation import NOTATIONS

Cell = tuple[int, int]

SIZES = [(10, 10), (10, 11), (11, 10), (16, 16), (10, 100), (100, 10), (33, 57), (100, 100)]


def grids(count: int) -> Iterator[tuple[int, int, list[list[Cell]], list[Cell]]]:
    """Generated grids of all sizes, small ones more often."""
    rng = random.Random(1)
    for seed in range(count):
        rows, columns = SIZES[seed % len(SIZES)] if seed < 80 else (rng.randint(10, 24), rng.randint(10, 24))
        yield rows, columns, *generator.generate(rows, columns, seed)


def half(size: int) -> int:
    return size // 2 + size % 2


def starts(rows: int, columns: int) -> set[Cell]:
    return {(rows - 1, 0), (0, columns - 1)}


def reached(rows: int, columns: int, walls: set[Cell]) -> set[Cell]:
    """Where a lone racer gets to from the bottom left."""
    found = {(rows - 1, 0)}
    edge = found
    while edge:
        near = {(r + down, c + right) for r, c in edge for down in (-1, 0, 1) for right in (-1, 0, 1)}
        edge = {(r, c) for r, c in near if 0 <= r < rows and 0 <= c < columns} - walls - found
        found = found | edge
    return found


def faults(**settings: Any) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as error:
        resolve(settings, 1)
    return error.value.faults


# R1


@pytest.mark.parametrize("name", ["rows", "columns"])
@pytest.mark.parametrize("size", [9, 101, 0, -1, "10", 10.0, True, [], 10**400])
def test_r1_other_dimensions_are_invalid(name: str, size: Any) -> None:
    (fault,) = faults(**{name: size})
    assert fault.startswith(f"invalid dimensions: {name} is ")
    assert fault.endswith("not a whole number from 10 to 100")


def test_r1_both_dimensions_are_named_before_any_other_fault() -> None:
    told = faults(nonsense=1, rows=9, columns=float("nan"), walls=[[-1, 0]], failure_chance=2)
    assert told[0] == (
        "invalid dimensions: rows is 9, not a whole number from 10 to 100 "
        "and columns is nan, not a whole number from 10 to 100"
    )
    assert [fault.split()[0] for fault in told[1:]] == ["unknown", "failure_chance"]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_r1_all_sizes_from_10_to_100_can_be_played(rows: int, columns: int) -> None:
    setup = resolve({"rows": rows, "columns": columns}, 3)
    state = NOTATIONS["rowdy"].state(lay_out(setup)[0], True)
    assert [player["at"] for player in state["players"]] == [[rows - 1, 0], [0, columns - 1]]
    assert state["walls"] == setup["walls"]
    assert state["grenades"] == [[*cell, "lying"] for cell in setup["grenades"]]


# R2


def test_r2_generated_walls_keep_to_the_numbers() -> None:
    for rows, columns, walls, _ in grids(3000):
        assert len(walls) >= 1
        squares = [cell for wall in walls for cell in wall]
        assert len(set(squares)) == len(squares) <= -(-rows * columns // 5)
        assert all(0 <= row < rows and 0 <= column < columns for row, column in squares)
        assert not starts(rows, columns) & set(squares)
        for wall in walls:
            (top, left), (bottom, right) = min(wall), max(wall)
            assert top == bottom or left == right
            assert wall == [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
            assert 2 <= len(wall) <= half(columns if top == bottom else rows)


def test_r2_a_lone_racer_has_a_way_between_the_starts() -> None:
    for rows, columns, walls, _ in grids(800):
        covered = {cell for wall in walls for cell in wall}
        assert generator.has_way(rows, columns, covered)
        assert starts(rows, columns) <= reached(rows, columns, covered)


def test_r2_a_start_that_is_shut_in_has_no_way() -> None:
    shut = {(0, 8), (1, 8), (1, 9)}
    assert not generator.has_way(10, 10, shut)
    assert all(generator.has_way(10, 10, shut - {cell}) for cell in shut)
    assert generator.has_way(10, 10, {(8, 0), (9, 1)})  # a diagonal between walls is a way (R6)


def test_r2_number_direction_length_and_place_are_random() -> None:
    drawn = [walls for seed in range(600) for walls in [generator.generate(10, 10, seed)[0]]]
    assert {len(walls) for walls in drawn} == {1, 2, 3, 4, 5, 6}
    assert {len(wall) for walls in drawn for wall in walls} == {2, 3, 4, 5}
    covered = {cell for walls in drawn for wall in walls for cell in wall}
    assert covered == {(row, column) for row in range(10) for column in range(10)} - starts(10, 10)
    across = sum(wall[0][0] == wall[1][0] for walls in drawn for wall in walls)
    assert 0.4 < across / sum(map(len, drawn)) < 0.6


def test_r2_the_same_seed_draws_the_same_grid_and_another_another() -> None:
    assert generator.generate(20, 30, 7) == generator.generate(20, 30, 7)
    assert len({str(generator.generate(20, 30, seed)) for seed in range(50)}) == 50


def test_r2_the_grid_of_a_seed_is_the_same_on_every_machine() -> None:
    assert generator.generate(10, 10, 1) == (
        [[(8, 3), (8, 4), (8, 5), (8, 6), (8, 7)], [(7, 0), (7, 1)], [(1, 7), (1, 8), (1, 9)]],
        [(8, 0), (2, 7), (4, 2), (9, 8), (0, 5)],
    )


def test_r2_the_largest_grid_is_drawn_in_no_time() -> None:
    began = perf_counter()
    for seed in range(5):
        lay_out(resolve({"rows": 100, "columns": 100}, seed))
    assert perf_counter() - began < 2


# R3


def test_r3_generated_grenades_keep_to_the_numbers() -> None:
    for rows, columns, walls, grenades in grids(3000):
        covered = {cell for wall in walls for cell in wall}
        assert len(grenades) == len(set(grenades)) == -(-rows * columns // 20)
        assert all(0 <= row < rows and 0 <= column < columns for row, column in grenades)
        assert not set(grenades) & (covered | starts(rows, columns))
        assert any(row >= rows - 3 and column < 3 for row, column in grenades)
        assert any(row < 3 and column >= columns - 3 for row, column in grenades)


def test_r3_grenades_lie_anywhere() -> None:
    lying = {cell for seed in range(500) for cell in generator.generate(10, 10, seed)[1]}
    assert lying == {(row, column) for row in range(10) for column in range(10)} - starts(10, 10)


@pytest.mark.parametrize(
    ("walls", "grenades", "fault"),
    [
        ([[10, 0]], [], "walls: [10, 0] is off the grid"),
        ([], [[0, 12]], "grenades: [0, 12] is off the grid"),
        ([[-1, 0]], [], "walls: [-1, 0] is off the grid"),
        ([], [[0, 10**99]], "grenades: [0, a huge number] is off the grid"),
        ([[9, 0]], [], "walls: [9, 0] is a start"),
        ([], [[0, 11]], "grenades: [0, 11] is a start"),
        ([[3, 3]], [[3, 3]], "grenades: [3, 3] is a wall"),
        ([[3, 3], [4, 4], [3, 3]], [], "walls: [3, 3] is named twice"),
        ([], [[3, 3], [3, 3]], "grenades: [3, 3] is named twice"),
        ([[3]], [], "walls: entry 0 is [3], not [row, column]"),
        ([[3, 3, 3]], [], "walls: entry 0 is [3, 3, 3], not [row, column]"),
        ([[1, 1], [3, "3"]], [], "walls: entry 1 is [3, '3'], not [row, column]"),
        ([[3, True]], [], "walls: entry 0 is [3, true], not [row, column]"),
        ([[3.0, 3]], [], "walls: entry 0 is [3.0, 3], not [row, column]"),
        (["33"], [], "walls: entry 0 is '33', not [row, column]"),
        ([None], [], "walls: entry 0 is null, not [row, column]"),
        ({}, [], "walls is an object of 0, not a list"),
        ("wall", [], "walls is 'wall', not a list"),
        ([], 7, "grenades is 7, not a list"),
        ([[1, 1]] * 10_001, [], "walls names 10001 squares; the largest grid has 10000"),
    ],
)
def test_r3_a_set_up_by_hand_is_in_error(walls: Any, grenades: Any, fault: str) -> None:
    assert faults(rows=10, columns=12, walls=walls, grenades=grenades) == (fault,)


def test_r3_every_fault_of_a_set_up_by_hand_is_named() -> None:
    told = faults(rows=10, columns=10, walls=[[9, 0], [10, 10], [1, 1]], grenades=[[1, 1], [], [2, 2], [2, 2]])
    assert len(told) == 5


def test_r3_a_square_with_several_faults_has_all_of_them_named() -> None:
    told = faults(rows=10, columns=10, walls=[[9, 0], [9, 0], [-1, 0], [-1, 0]], grenades=[[9, 0], [9, 0]])
    assert told == (
        "walls: [9, 0] is a start",
        "walls: [9, 0] is a start and named twice",
        "walls: [-1, 0] is off the grid",
        "walls: [-1, 0] is off the grid and named twice",
        "grenades: [9, 0] is a start and a wall",
        "grenades: [9, 0] is a start and a wall and named twice",
    )


def test_r3_squares_are_looked_at_even_if_the_dimensions_are_invalid() -> None:
    told = faults(rows=9, columns=10, walls=[[3, "a"], [3, 3], [3, 3]], grenades=7)
    assert [fault.split(":")[0] for fault in told] == [
        "invalid dimensions",
        "walls",
        "walls",
        "grenades is 7, not a list",
    ]


def test_r3_the_numbers_bind_no_set_up_by_hand() -> None:
    everywhere = [[row, column] for row in range(10) for column in range(10) if (row, column) not in starts(10, 10)]
    setup = resolve({"rows": 10, "columns": 10, "walls": everywhere[::-1], "grenades": []}, 1)
    assert setup["walls"] == everywhere
    assert resolve({"rows": 10, "columns": 10, "walls": [], "grenades": everywhere}, 1)["grenades"] == everywhere


# Settings.


def test_a_set_up_by_hand_has_only_what_it_names() -> None:
    assert resolve({"walls": [[3, 3]]}, 1)["grenades"] == []
    assert resolve({"grenades": [(3, 3)]}, 1) == {
        "rows": 16,
        "columns": 16,
        "walls": [],
        "grenades": [[3, 3]],
        "failure_chance": 0.05,
    }


@pytest.mark.parametrize("chance", [-0.01, 1.01, 5, "0.05", True, float("nan"), float("inf"), [0.05], 10**400])
def test_the_chance_of_a_failure_is_a_number_from_0_to_1(chance: Any) -> None:
    (fault,) = faults(failure_chance=chance)
    assert fault.startswith("failure_chance is ")


@pytest.mark.parametrize("chance", [0, 1, 0.05, 0.5, 1e-300, 1 - 2**-53])
def test_a_resolved_set_up_resolves_to_itself(chance: float) -> None:
    for settings in ({}, {"rows": 10, "columns": 13}, {"rows": 10, "columns": 10, "walls": [[3, 3], [2, 7]]}):
        setup = resolve({**settings, "failure_chance": chance}, 5)
        assert resolve(setup, 6) == setup
        assert lay_out(setup).tobytes() == lay_out(resolve(setup, 6)).tobytes()


def test_every_size_and_chance_fits_a_capacity() -> None:
    sizes = set()
    for rows, columns in SIZES:
        for chance in (0, 0.05, 0.5, 1):
            sizes.add(lay_out(resolve({"rows": rows, "columns": columns, "failure_chance": chance}, 1)).itemsize)
    assert len(sizes) == 3
