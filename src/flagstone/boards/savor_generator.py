"""Draws boards of Maze to Savor from a seed: stairs, poles, walls and a flag that are worth playing on."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from flagstone.boards.savor_checks import KINDS, Entry, check, reached
from flagstone.rules.savor import BAWANA, FIRST_PLACES, PLAN, Cell, open_places, pole_bottom, pole_entries, wall_places

STAIRS = ((0, 1), (0, 1), (0, 1), (0, 1), (1, 2), (1, 2), (1, 2), (0, 2), (0, 2), (0, 2), (0, 1), (1, 2))
POLES, WALLS = 5, 8
LONGEST_STAIR = 9  # rows and columns together
LONGEST_WALL = 5
NEAREST_FLAG = 8  # rows, columns and floors together, from any first cell
TRIES = 200  # for one entry

Numbers = list[int]
CELLS = [cell for cell in PLAN if cell not in BAWANA]


def generate(seed: int) -> dict[str, Any]:
    """A board as settings of a match, the same for the same seed on every machine; valid in the base game too.

    Every cell that can be stood on can be reached, no two stairs or poles share a cell, and the flag lies open to at
    least three sides, away from the first cells.
    """
    rng = Random(f"savor board {seed}")
    while True:
        board: dict[str, list[Numbers]] = {kind: [] for kind in KINDS}
        plan: list[tuple[str, Callable[[], Numbers]]] = [
            *(("stairs", lambda floors=floors: _stair(rng, *floors)) for floors in STAIRS),
            *[("poles", lambda: _pole(rng))] * POLES,
            *[("walls", lambda: _wall(rng))] * WALLS,
            ("flag", lambda: list(_pick(rng, CELLS))),
        ]
        if all(_added(board, kind, proposal) for kind, proposal in plan):
            return {**{kind: board[kind] for kind in KINDS[:3]}, "flag": board["flag"][0]}


def _pick(rng: Random, cells: Sequence[Cell]) -> Cell:
    return cells[rng.randrange(len(cells))]


def _added(board: dict[str, list[Numbers]], kind: str, propose: Callable[[], Numbers]) -> bool:
    """Add the first of the proposals that fits; whether there was one."""
    for _ in range(TRIES):
        numbers = propose()
        grown = {**board, kind: [*board[kind], numbers]}
        if _is_apart(board, kind, numbers) and _is_good(grown):
            board.update(grown)
            return True
    return False


def _stair(rng: Random, low: int, high: int) -> Numbers:
    """A stair between two floors that is not too long."""
    lower = _pick(rng, [cell for cell in CELLS if cell[0] == low])
    uppers = [cell for cell in CELLS if cell[0] == high and _distance(cell, lower) <= LONGEST_STAIR]
    return [*lower, *_pick(rng, uppers)] if uppers else [*lower, *lower]


def _pole(rng: Random) -> Numbers:
    """A pole that can be entered from some floor."""
    floor, row, column = _pick(rng, [cell for cell in CELLS if cell[0] > 0])
    return [rng.randrange(floor), floor, row, column]


def _wall(rng: Random) -> Numbers:
    """A wall of two cells or more, along a row or a column."""
    floor, row, column = _pick(rng, CELLS)
    length = 1 + rng.randrange(LONGEST_WALL - 1)
    down = rng.randrange(2) * length
    return [floor, row, column, row + down, column + length - down]


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[1] - other[1]) + abs(one[2] - other[2])


def _taken(kind: str, numbers: Numbers) -> list[Cell]:
    """The cells that an entry has for itself."""
    if kind == "poles":
        return [pole_bottom(numbers), *pole_entries(numbers)]
    if kind == "walls":
        return wall_places(numbers)
    return [(numbers[n], numbers[n + 1], numbers[n + 2]) for n in range(0, len(numbers), 3)]


def _is_apart(board: dict[str, list[Numbers]], kind: str, numbers: Numbers) -> bool:
    """Whether an entry shares no cell with another or with a first cell, and the flag is far from the first cells."""
    mine = _taken(kind, numbers)
    others = {cell for other in KINDS for entry in board[other] for cell in _taken(other, entry)}
    if kind == "flag" and any(_distance(mine[0], first) + mine[0][0] < NEAREST_FLAG for first in FIRST_PLACES):
        return False
    return others.isdisjoint(mine) and not any(cell in FIRST_PLACES for cell in mine)


def _is_good(board: dict[str, list[Numbers]]) -> bool:
    """Whether a board passes the checks, walls cut nothing off, and the flag lies open."""
    entries = {kind: [Entry(kind, "", "", tuple(numbers)) for numbers in board[kind]] for kind in KINDS}
    checked = check(entries, full=True)
    if checked.faults:
        return False
    if not board["walls"]:
        return True
    open_cells = set(open_places({**board, "elements": "full"}))
    if reached(checked) != open_cells:
        return False
    return all(sum(cell in open_cells for cell in _beside(flag)) >= 3 for flag in _flags(board))


def _flags(board: dict[str, list[Numbers]]) -> list[Cell]:
    return [cell for numbers in board["flag"] for cell in _taken("flag", numbers)]


def _beside(cell: Cell) -> list[Cell]:
    floor, row, column = cell
    return [(floor, row - 1, column), (floor, row, column + 1), (floor, row + 1, column), (floor, row, column - 1)]
