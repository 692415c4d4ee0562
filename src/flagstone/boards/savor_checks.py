"""Checks the entries of a board of Maze to Savor (M7), the same for the five files and for settings."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from flagstone.rules.savor import (
    BAWANA,
    COLUMNS,
    ENTRANCE_PLACE,
    FIRST_PLACES,
    FLOORS,
    ROWS,
    Cell,
    blocked_places,
    is_in_starting_area,
    is_maze_cell,
    open_places,
    pole_bottom,
    pole_entries,
    stair_ends,
    wall_places,
)

KINDS = ("stairs", "poles", "walls", "flag")

# What the numbers of an entry are, and how many values each has.
LIMITS = {"floor": FLOORS, "row": ROWS, "column": COLUMNS}
_CELL = ("floor", "row", "column")
NUMBERS = {
    "stairs": (*_CELL, *_CELL),
    "poles": ("floor", "floor", "row", "column"),
    "walls": (*_CELL, "row", "column"),
    "flag": _CELL,
}


@dataclass(frozen=True)
class Entry:
    """An entry as it was found."""

    kind: str  # one of KINDS
    place: str  # where: "stairs.txt line 3", or "stairs[2]"
    text: str  # as it was written
    numbers: tuple[int, ...] | None  # None: it is not a list of whole numbers


@dataclass(frozen=True)
class Fault:
    """An entry in error, and why."""

    entry: Entry
    reason: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.entry.place, self.entry.text, self.reason) if part)


@dataclass
class Board:
    """The entries that are not in error so far, in file order, and the faults of the others."""

    full: bool  # all elements, not only the base game (M18)
    entries: dict[str, list[Entry]]
    faults: list[Fault] = field(default_factory=list)

    def lists(self, kind: str) -> list[tuple[int, ...]]:
        """The numbers of the entries of a kind."""
        return [entry.numbers or () for entry in self.entries[kind]]

    def settings(self) -> dict[str, list[list[int]]]:
        """Stairs, poles and walls as they stand in settings."""
        return {kind: [list(numbers) for numbers in self.lists(kind)] for kind in KINDS[:3]}

    def flag(self) -> Cell | None:
        """The flag's cell, if there is one that is not in error."""
        for floor, row, column in self.lists("flag"):
            return (floor, row, column)
        return None

    def drop(self, kinds: Iterable[str], reason: Callable[[Entry], str | None]) -> None:
        """Leave out the entries of these kinds that there is a reason against; each counts until it is left out."""
        for kind in kinds:
            kept = []
            for entry in self.entries[kind]:
                why = reason(entry)
                if why is None:
                    kept.append(entry)
                else:
                    self.faults.append(Fault(entry, why))
            self.entries[kind] = kept


def check(entries: Mapping[str, Sequence[Entry]], *, full: bool) -> Board:
    """M7. Find every entry in error. An entry already in error does not count against others.

    So the order matters: what an entry is by itself; repeats; third stairs; ends on blocked cells; walls over
    something; last of all whether the flag can be reached. Whether there is a flag at all is the caller's to see.
    """
    board = Board(full, {kind: list(entries[kind]) for kind in KINDS})
    board.drop(KINDS, _form_fault)
    board.drop(KINDS, lambda entry: _place_fault(entry, full))
    board.drop(KINDS, _Once())
    board.drop(["stairs"], _AtMostTwo())
    blocked = blocked_places(board.lists("stairs"))
    board.drop(["stairs", "poles", "flag"], lambda entry: _blocked_fault(entry, blocked))
    covered = _not_to_cover(board)
    board.drop(["walls"], lambda entry: _wall_fault(entry, covered))
    near = reached(board)
    board.drop(["flag"], lambda entry: None if _cells(entry)[0] in near else "no player could ever reach it")
    order = {entry: number for kind in KINDS for number, entry in enumerate(entries[kind])}
    board.faults.sort(key=lambda fault: (KINDS.index(fault.entry.kind), order.get(fault.entry, 0)))
    return board


def _form_fault(entry: Entry) -> str | None:
    """Not numbers, a wrong count of them, or out of range."""
    names = NUMBERS[entry.kind]
    if entry.numbers is None:
        return f"not a list of {len(names)} whole numbers"
    if len(entry.numbers) != len(names):
        count = "1 number" if len(entry.numbers) == 1 else f"{len(entry.numbers)} numbers"
        return f"{count} where {len(names)} are needed: {', '.join(names)}"
    for name, number in zip(names, entry.numbers, strict=True):
        if not 0 <= number < LIMITS[name]:
            return f"a {name} is out of range: 0 to {LIMITS[name] - 1}"
    return None


def _cells(entry: Entry) -> list[Cell]:
    """The cells of an entry that must be there: ends of a stair, a pole's lower end, a wall's cells, the flag."""
    numbers = entry.numbers or ()
    if entry.kind == "stairs":
        return list(stair_ends(numbers))
    if entry.kind == "poles":
        return [pole_bottom(numbers)]
    if entry.kind == "walls":
        return wall_places(numbers)
    return [(numbers[0], numbers[1], numbers[2])]


def _place_fault(entry: Entry, full: bool) -> str | None:
    """What is wrong with an entry whatever the others are."""
    numbers = entry.numbers or ()
    if entry.kind == "stairs" and numbers[0] == numbers[3]:
        return "it joins a floor to itself"
    if entry.kind == "poles" and numbers[0] == numbers[1]:
        return "it has only one floor"
    if entry.kind == "walls" and numbers[1] != numbers[3] and numbers[2] != numbers[4]:
        return "it is not straight"
    may_start_low = entry.kind in ("stairs", "poles")  # M6
    for cell in _cells(entry):
        if not is_maze_cell(cell) and not (may_start_low and is_in_starting_area(cell)):
            return f"floor {cell[0]} has no cell {list(cell)}"
        if full and cell in BAWANA:
            return f"{list(cell)} is a wall or the inside of Bawana"
    if entry.kind == "poles" and not pole_entries(numbers):
        return "there is no cell to enter it from"
    if entry.kind == "flag" and _cells(entry)[0] in (*FIRST_PLACES, ENTRANCE_PLACE):
        return "the flag cannot be on a first cell or on the entrance of Bawana"
    return None


class _Once:
    """Says which entries repeat an earlier one, their ends swapped or not; and that there is one flag."""

    def __init__(self) -> None:
        self.seen: dict[object, Entry] = {}

    def __call__(self, entry: Entry) -> str | None:
        earlier = self.seen.setdefault(self._key(entry), entry)
        if earlier is entry:
            return None
        return "a second flag" if entry.kind == "flag" else f"it repeats {earlier.place}"

    @staticmethod
    def _key(entry: Entry) -> object:
        numbers = entry.numbers or ()
        if entry.kind == "flag":
            return entry.kind
        if entry.kind == "poles":
            return entry.kind, frozenset(numbers[:2]), numbers[2:]
        if entry.kind == "walls":
            return entry.kind, numbers[0], frozenset([numbers[1:3], numbers[3:]])
        return entry.kind, frozenset([numbers[:3], numbers[3:]])


class _AtMostTwo:
    """Says which stairs are the third at a cell."""

    def __init__(self) -> None:
        self.ends: Counter[Cell] = Counter()

    def __call__(self, entry: Entry) -> str | None:
        cells = _cells(entry)
        for cell in cells:
            if self.ends[cell] == 2:
                return f"it is the third stair at {list(cell)}"
        self.ends.update(cells)
        return None


def _blocked_fault(entry: Entry, blocked: set[Cell]) -> str | None:
    """An end or the flag on a cell that a stair passes through (M4)."""
    for cell in _cells(entry):
        if cell in blocked:
            return f"{list(cell)} is blocked by a stair that passes through"
    return None


def _not_to_cover(board: Board) -> dict[Cell, str]:
    """What walls may not cover, by cell."""
    covered = {cell: "an end of a stair" for stair in board.lists("stairs") for cell in stair_ends(stair)}
    for low, high, row, column in board.lists("poles"):
        covered |= {(low, row, column): "an end of a pole", (high, row, column): "an end of a pole"}
    covered |= dict.fromkeys(FIRST_PLACES, "a first cell") | {ENTRANCE_PLACE: "the entrance of Bawana"}
    flag = board.flag()
    return covered if flag is None else {**covered, flag: "the flag"}


def _wall_fault(entry: Entry, covered: Mapping[Cell, str]) -> str | None:
    for cell in _cells(entry):
        if cell in covered:
            return f"it covers {covered[cell]} at {list(cell)}"
    return None


def reached(board: Board) -> set[Cell]:
    """All cells that a player could ever reach: by steps, stairs both ways and poles down."""
    open_cells = set(open_places({**board.settings(), "elements": "full" if board.full else "base"}))
    ways: dict[Cell, list[Cell]] = {}
    for low, high in map(stair_ends, board.lists("stairs")):
        ways.setdefault(low, []).append(high)
        ways.setdefault(high, []).append(low)
    for pole in board.lists("poles"):
        for entry in pole_entries(pole):
            ways.setdefault(entry, []).append(pole_bottom(pole))
    seen = open_cells.intersection([*FIRST_PLACES, ENTRANCE_PLACE])
    waiting = list(seen)
    while waiting:
        cell = waiting.pop()
        for there in (*_beside(cell), *ways.get(cell, ())):
            if there in open_cells and there not in seen:
                seen.add(there)
                waiting.append(there)
    return seen


def _beside(cell: Cell) -> Iterator[Cell]:
    floor, row, column = cell
    yield from ((floor, row - 1, column), (floor, row, column + 1), (floor, row + 1, column), (floor, row, column - 1))
