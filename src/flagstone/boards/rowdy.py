"""The set-up of a match of Rowdy Racers: a grid, drawn from the seed or given square by square."""

from collections.abc import Container, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from flagstone.boards.rowdy_generator import generate, starts
from flagstone.boards.settings import Reader, Setting, is_integer, shown
from flagstone.rules.record import layout
from flagstone.rules.rowdy import GAME, Cell, State, failure_odds, set_odds, set_up

SMALLEST, LARGEST, USUAL = 10, 100, 16  # R1: rows and columns
FAILURE_CHANCE = 0.05  # R10

SIZES = (
    Setting("rows", f"integer, {SMALLEST} to {LARGEST}", USUAL, meaning="rows of the grid (R1)"),
    Setting("columns", f"integer, {SMALLEST} to {LARGEST}", USUAL, meaning="columns of the grid (R1)"),
)
SETTINGS = (
    *SIZES,
    Setting("walls", "list of [row, column]", meaning="their squares; without walls and grenades, drawn (R2)"),
    Setting("grenades", "list of [row, column]", meaning="their squares; without walls and grenades, drawn (R3)"),
    Setting("failure_chance", "number, 0 to 1", FAILURE_CHANCE, meaning="of a square at the start of a turn (R10)"),
)


def resolve(settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The set-up in full, or a SettingsError with every fault.

    Walls and grenades are drawn from the seed unless either is given; a set-up with walls and no grenades has none.
    """
    reader = Reader(settings, SETTINGS)
    chance = reader.share("failure_chance", FAILURE_CHANCE)
    size = read_size(reader)
    walls = read_squares(reader, "walls", size, ())
    grenades = read_squares(reader, "grenades", size, set(walls))
    reader.finish()
    assert size is not None
    if not reader.given("walls") and not reader.given("grenades"):
        drawn, grenades = generate(*size, seed)
        walls = [cell for wall in drawn for cell in wall]
    return {
        "rows": size[0],
        "columns": size[1],
        "walls": [list(cell) for cell in sorted(walls)],
        "grenades": [list(cell) for cell in sorted(grenades)],
        "failure_chance": chance,
    }


def read_size(reader: Reader) -> tuple[int, int] | None:
    """R1. Rows and columns, or None; a fault of theirs comes before all others."""
    sizes = Reader({setting.name: reader.settings.get(setting.name) for setting in SIZES}, SIZES)
    rows, columns = (sizes.integer(setting.name, SMALLEST, LARGEST, USUAL) for setting in SIZES)
    if sizes.faults:
        reader.faults.insert(0, f"invalid dimensions: {' and '.join(sizes.faults)}")
        return None
    return rows, columns


def read_squares(reader: Reader, name: str, size: tuple[int, int] | None, walls: Container[Cell]) -> list[Cell]:
    """R3. The squares of a set-up by hand, each named once, on the grid and not on a start; none on a wall.

    Without a size nobody knows where the grid ends and the starts are.
    """
    given = reader.items(name)
    if len(given) > LARGEST * LARGEST:
        reader.fail(f"{name} names {len(given)} squares; the largest grid has {LARGEST * LARGEST}")
        return []
    squares: dict[Cell, None] = {}
    for number, entry in enumerate(given):
        if not isinstance(entry, list | tuple) or len(entry) != 2 or not all(map(is_integer, entry)):
            reader.fail(f"{name}: entry {number} is {shown(entry)}, not [row, column]")
            continue
        cell = (entry[0], entry[1])
        faults = [*_place_faults(cell, size), *(["a wall"] if cell in walls else [])]
        faults += ["named twice"] if cell in squares else []
        if faults:
            reader.fail(f"{name}: [{shown(cell[0])}, {shown(cell[1])}] is {' and '.join(faults)}")
        squares[cell] = None
    return list(squares)


def _place_faults(cell: Cell, size: tuple[int, int] | None) -> Iterator[str]:
    if size is not None:
        if not (0 <= cell[0] < size[0] and 0 <= cell[1] < size[1]):
            yield "off the grid"
        if cell in starts(*size):
            yield "a start"


def lay_out(setup: Mapping[str, Any]) -> npt.NDArray[np.record]:
    """The state before the start of a match with a set-up that `resolve` made."""
    rows, columns = setup["rows"], setup["columns"]
    odds = failure_odds(rows * columns, setup["failure_chance"])
    sizes = GAME.capacity(squares=1 + (rows + 2) * (columns + 2), counts=len(odds.thresholds))
    states = np.zeros(1, layout(State, **sizes))
    set_up(states[0], rows, columns, setup["walls"], setup["grenades"])
    set_odds(states[0], odds)
    return states
