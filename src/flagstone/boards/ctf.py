"""The boards of the three capture-the-flag games: text to board and back, with every fault named."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flagstone.boards.faults import BoardError, Fault
from flagstone.rules.ctf import territory

SMALLEST, LARGEST = 5, 256  # rows and columns (C1)
MOST_SEATS = 128  # seats per team (C3)

WALL, FLOOR, TOOLS = "#", " ", "sS"
HOMES = ("hf", "HF")  # a flag cell is a home cell (C1)
JAILS = ("j", "J")
FLAGS = ("f", "F")

Cell = tuple[int, int]

_NOT_A_BOARD_CHARACTER = re.compile("[^# hHjJfFsS]")
_TEAM_1 = re.compile("[hjf]")
_TEAM_2 = re.compile("[HJF]")
_NAMES = {"h": "home cell", "j": "jail cell", "f": "flag cell"}


@dataclass(frozen=True)
class Board:
    """A capture-the-flag board as its lines of characters (C1). Teams are 0 and 1, as everywhere in code.

    Nothing is checked here: `parse` and `generate` make boards that keep to C1, C2 and C4.
    """

    lines: tuple[str, ...]

    @property
    def rows(self) -> int:
        """How many rows."""
        return len(self.lines)

    @property
    def columns(self) -> int:
        """How many columns."""
        return len(self.lines[0]) if self.lines else 0

    @property
    def text(self) -> str:
        """The board text, lines joined by newlines with none at the end; `parse` reads it back."""
        return "\n".join(self.lines)

    def cells(self, characters: str) -> list[Cell]:
        """All cells drawn with one of these characters, in reading order."""
        wanted = set(characters)
        return [
            (row, column)
            for row, line in enumerate(self.lines)
            if not wanted.isdisjoint(line)
            for column, character in enumerate(line)
            if character in wanted
        ]

    def homes(self, team: int) -> list[Cell]:
        """The team's home cells in reading order, its flag cell among them."""
        return self.cells(HOMES[team])

    def jails(self, team: int) -> list[Cell]:
        """The cells of the jail that the team owns, in reading order. Its opponents are held there."""
        return self.cells(JAILS[team])

    def flag(self, team: int) -> Cell:
        """C1. The team's flag cell, or without one home cell number k // 2 of its k home cells.

        Fails with an IndexError on a board without a home, which `parse` does not let through.
        """
        marked = self.cells(FLAGS[team])
        if marked:
            return marked[0]
        homes = self.homes(team)
        return homes[len(homes) // 2]

    def tools(self) -> list[Cell]:
        """The cells on which a tool starts, in reading order: hammers, shovels, or plain floor in classic."""
        return self.cells(TOOLS)

    def most_seats(self) -> int:
        """The most seats per team that C4 accepts on this board, 0 if none."""
        sizes = [len(cells) for team in (0, 1) for cells in (self.homes(team), self.jails(team))]
        return max(0, min((min(sizes) - 1) // 2, MOST_SEATS))


def parse(text: str, seats_per_team: int) -> Board:
    """Read a board for this many seats per team, or raise a BoardError with every fault (C1, C2, C4).

    Not checked: whether anything can be reached; see `notes` and `is_playable`. Cells beyond the largest board are not
    looked at, so that a huge text has a bounded number of faults, nor what teams need on a board that is too large.
    """
    board = Board(tuple(_lines(text)))
    faults = [*_size_faults(board), *_line_faults(board)]
    if board.rows <= LARGEST and board.columns <= LARGEST:
        faults += _team_faults(board, seats_per_team)
    if faults:
        raise BoardError(faults)
    return board


def _lines(text: str) -> list[str]:
    """C1. One empty line after the last row is ignored, so that a text may end with a newline."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def _size_faults(board: Board) -> Iterator[Fault]:
    """C1. A board has 5 to 256 rows and columns."""
    for count, what in ((board.rows, "rows"), (board.columns, "columns")):
        if not SMALLEST <= count <= LARGEST:
            yield Fault(
                f"too {'few' if count < SMALLEST else 'many'} {what}: {count}; a board has {SMALLEST} to {LARGEST}"
            )


def _line_faults(board: Board) -> Iterator[Fault]:
    """C1, C2. Lines are as long as the first and hold board characters only, each team's in its territory."""
    columns = board.columns
    middle = sum(territory(column, columns) == 0 for column in range(columns))  # where team 2's territory begins
    for row, line in enumerate(board.lines[:LARGEST]):
        if len(line) != columns:
            how = "short" if len(line) < columns else "long"
            yield Fault(f"the line is too {how}: its length is {len(line)}, that of the first line {columns}", row)
        seen = line[:LARGEST]
        unknown = _NOT_A_BOARD_CHARACTER.finditer(seen)
        strays = [*_TEAM_2.finditer(seen, 0, middle), *_TEAM_1.finditer(seen, middle, columns)]
        places = [(found.start(), _unknown(found.group())) for found in unknown]
        places += [(found.start(), _stray(found.group())) for found in strays]
        yield from (Fault(what, row, column) for column, what in sorted(places))


def _unknown(character: str) -> str:
    """C1. What is said of any other character."""
    hint = "; lines end with a newline alone" if character == "\r" else ""
    return f"{character!r} is not a board character{hint}"


def _stray(character: str) -> str:
    """C2. What is said of a home, jail or flag cell outside its team's territory."""
    team, other = (1, 2) if character.islower() else (2, 1)
    return f"{character!r}, a {_NAMES[character.lower()]} of team {team}, lies in team {other}'s territory"


def _team_faults(board: Board, seats_per_team: int) -> Iterator[Fault]:
    """C4. A board is accepted only if each home and jail has 2n + 1 cells and no team has two flag cells."""
    if not 1 <= seats_per_team <= MOST_SEATS:
        yield Fault(f"seats_per_team is {seats_per_team}; it must be 1 to {MOST_SEATS}")
    needed = 2 * min(max(seats_per_team, 0), MOST_SEATS) + 1
    for team in (0, 1):
        for row, column in board.cells(FLAGS[team])[1:]:
            what = f"{FLAGS[team]!r} is a flag cell too many; team {team + 1} has at most one"
            yield Fault(what, row, column)
        for what, count in (("home", len(board.homes(team))), ("jail", len(board.jails(team)))):
            if count == 0:
                yield Fault(f"team {team + 1} has no {what}")
            elif count < needed:
                for_whom = f"{needed} are needed for seats_per_team {seats_per_team}"
                yield Fault(f"team {team + 1} has too few {what} cells: {count}; {for_whom}")


def is_playable(board: Board) -> bool:
    """C4. A playable board has a path between the two homes: from some cell of one to some of the other."""
    reached = _reached(board, board.homes(0))
    return any(cell in reached for cell in board.homes(1))


def notes(board: Board) -> list[str]:
    """Warnings about an accepted board: what cannot be reached while every wall stands. Often none."""
    found = []
    if not is_playable(board):
        found.append(
            "there is no path between the two homes: no flag can be brought home in classic, "
            "and only through walls in hammer and shovel"
        )
    for team in (0, 1):
        homes = board.homes(team)
        if not set(homes) <= _reached(board, homes[:1]):
            found.append(f"the home of team {team + 1} is in parts with no path between them")
    reached = _reached(board, [*board.homes(0), *board.homes(1)])
    for team in (0, 1):
        found += _unreached(f"jail cells of team {team + 1}", board.jails(team), reached)
    found += _unreached("tools", board.tools(), reached)
    return found


def _unreached(what: str, cells: list[Cell], reached: set[Cell]) -> Iterator[str]:
    """Say how many of the cells cannot be reached, and where the first is."""
    lost = [cell for cell in cells if cell not in reached]
    if lost:
        row, column = lost[0]
        yield (
            f"{len(lost)} of {len(cells)} {what} cannot be reached from a home, the first at row {row}, column {column}"
        )


def _reached(board: Board, starts: Iterable[Cell]) -> set[Cell]:
    """All cells that can be walked to from these, walls standing."""
    lines, rows, columns = board.lines, board.rows, board.columns
    reached = set(starts)
    waiting = list(reached)
    while waiting:
        row, column = waiting.pop()
        for cell in ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)):
            r, c = cell
            if 0 <= r < rows and 0 <= c < columns and cell not in reached and lines[r][c] != WALL:
                reached.add(cell)
                waiting.append(cell)
    return reached
