"""Plans the left half of a generated board: its lanes, home, jail, halls and ways.

The half is a lattice. *Lanes* are strips of rows or of columns as wide as a passage, with a wall one cell
thick between neighbours; a *square* is where a row lane and a column lane meet. Lanes of different widths
make any size come out even. The right half is an image of the left, so nothing here knows of the other team.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import TypeVar

from flagstone.boards.ctf import Cell

Square = tuple[int, int]
T = TypeVar("T")

# How often a lane is 1, 2 and 3 cells wide, narrow, mixed and wide.
WIDTHS = ((0.75, 0.25, 0.0), (0.5, 0.38, 0.12), (0.2, 0.55, 0.25))


class Chance:
    """Choices from a seed. Uses only `Random.random`, whose numbers Python promises to keep the same."""

    def __init__(self, seed: int) -> None:
        self.share = Random(seed).random

    def below(self, limit: int) -> int:
        """A whole number from 0 up to but not including the limit."""
        return int(self.share() * limit)

    def happens(self, share: float) -> bool:
        """True in this share of cases."""
        return self.share() < share

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices."""
        return choices[self.below(len(choices))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in another order. They must come in a fixed order themselves: sort what was a set."""
        mixed = list(things)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    def spread(self, places: Iterable[Cell], count: int) -> list[Cell]:
        """Up to `count` of the places, apart from one another but not as evenly as could be."""
        left = self.shuffled(places)
        chosen: list[Cell] = []
        while left and len(chosen) < count:
            gaps = [min((distance(place, other) for other in chosen), default=0) for place in left[-6:]]
            chosen.append(left.pop(gaps.index(max(gaps)) - len(gaps)))
        return chosen


def distance(one: Cell, other: Cell) -> int:
    """Steps between two cells, or squares, on an empty board."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@dataclass(frozen=True)
class Frame:
    """The size of a board and how its right half follows from its left."""

    rows: int
    columns: int
    turned: bool  # the right half is the left turned by half a turn; otherwise mirrored
    joined: bool  # the halves meet in the open; otherwise at a wall, of one column or for an even width two

    @property
    def front(self) -> int:
        """The column behind the left half's last lane: a wall unless the halves are joined."""
        return self.columns // 2 if self.joined or self.columns % 2 else self.columns // 2 - 1

    def image(self, cell: Cell) -> Cell:
        """Where the other team has what this team has here."""
        row, column = cell
        return (self.rows - 1 - row if self.turned else row, self.columns - 1 - column)


@dataclass(frozen=True)
class Room:
    """A rectangle of squares; bottom and right are the first lanes outside."""

    top: int
    left: int
    bottom: int
    right: int

    def squares(self) -> list[Square]:
        """Its squares in reading order."""
        return [(i, j) for i in range(self.top, self.bottom) for j in range(self.left, self.right)]

    def is_beside(self, other: "Room") -> bool:
        """Whether the rooms overlap or touch, corners included."""
        across = self.left <= other.right and other.left <= self.right
        return across and self.top <= other.bottom and other.top <= self.bottom


@dataclass
class Plan:
    """The left half of a board before it is drawn."""

    frame: Frame
    rows: list[range]
    columns: list[range]
    floor: set[Square] = field(default_factory=set)  # squares to walk on, homes and jails not counted
    home: Room = Room(0, 0, 0, 0)
    jail: Room = Room(0, 0, 0, 0)
    halls: list[Room] = field(default_factory=list)  # with no wall and no pillar inside
    ways: set[tuple[Square, Square]] = field(default_factory=set)  # pairs of neighbours, the smaller first

    def is_open(self, one: Square, other: Square) -> bool:
        """Whether there is a way between two neighbours."""
        return (min(one, other), max(one, other)) in self.ways

    def open(self, one: Square, other: Square) -> None:
        """Make a way between two neighbours."""
        self.ways.add((min(one, other), max(one, other)))

    def floor_around(self, square: Square) -> list[Square]:
        """The floor squares beside this one, whether or not there is a way."""
        i, j = square
        return [near for near in ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)) if near in self.floor]

    def doors(self, room: Room) -> dict[Square, Square]:
        """Where the room can have a door: each floor square beside it, with the square inside."""
        return {out: inside for inside in room.squares() for out in self.floor_around(inside)}

    def crossings(self) -> list[int]:
        """The row lanes in which the middle can be crossed, by both teams alike."""
        last = len(self.columns) - 1
        lanes = [i for i in range(len(self.rows)) if (i, last) in self.floor]
        return [i for i in lanes if not self.frame.turned or (len(self.rows) - 1 - i, last) in self.floor]

    def has_what_it_needs(self) -> bool:
        """Whether the floor is in one part and reaches the home, the jail and the middle."""
        rooms = self.doors(self.home) and self.doors(self.jail)
        return bool(rooms and self.crossings()) and len(connected_parts(self.floor)) == 1

    def size(self, room: Room) -> tuple[int, int]:
        """Height and width in cells."""
        rows = self.rows[room.bottom - 1].stop - self.rows[room.top].start
        return rows, self.columns[room.right - 1].stop - self.columns[room.left].start


def draw_plan(chance: Chance, frame: Frame, room: int, walls: float) -> Plan | None:
    """A plan whose home and jail have at least `room` cells, or None if these lanes hold none."""
    small = min(frame.rows, frame.columns) < 20
    widths = WIDTHS[0] if small else chance.pick(WIDTHS)
    rows = _lanes(chance, frame.rows - 1, widths, even=frame.turned)
    columns = _lanes(chance, frame.front, widths, last_narrow=frame.joined)
    plan = Plan(frame, rows, columns)
    if not _place_rooms(chance, plan, room):
        return None
    _leave_rock(chance, plan)
    _place_halls(chance, plan)
    _lay_roads(chance, plan)
    _grow_ways(chance, plan)
    _open_more(chance, plan, walls)
    for place, lanes_a_door in ((plan.home, 3), (plan.jail, 4)):
        doors = plan.doors(place)
        for out in chance.spread(sorted(doors), max(2, len(doors) // lanes_a_door)):
            plan.open(out, doors[out])
    return plan


def _lanes(
    chance: Chance, total: int, widths: Sequence[float], *, even: bool = False, last_narrow: bool = False
) -> list[range]:
    """Lanes for this many cells, each lane with the wall behind it; `even` reads the same from both ends."""
    if even:
        middle = chance.pick([m for m in (0, 2, 3, 4, 5) if (total - m) % 2 == 0 and total - m >= 4])
        side = _steps(chance, (total - middle) // 2, widths)
        steps = [*side, *([middle] if middle else []), *reversed(side)]
    else:
        steps = [*_steps(chance, total - 2, widths), 2] if last_narrow else _steps(chance, total, widths)
    lanes, start = [], 1
    for step in steps:
        lanes.append(range(start, start + step - 1))
        start += step
    return lanes


def _steps(chance: Chance, total: int, widths: Sequence[float]) -> list[int]:
    """Widths of lanes, walls counted in, that sum up to the total (at least 2)."""
    steps = []
    while total:
        share = chance.share()
        step = 2 + (share >= widths[0]) + (share >= widths[0] + widths[1])
        step = min(step, total)
        if total - step == 1:  # one cell is too little for another lane
            step += 1
        steps.append(step)
        total -= step
    return chance.shuffled(steps)


def _place_rooms(chance: Chance, plan: Plan, least: int) -> bool:
    """Give the plan a home at the back and a jail away from it, or say that it cannot be done."""
    squares = Room(0, 0, len(plan.rows), len(plan.columns)).squares()
    rooms = list(_rooms(chance, plan, squares, least))
    ragged = {room: _raggedness(plan, room, least) + chance.share() for room in rooms}
    homes = sorted(rooms, key=lambda room: ragged[room] + 5 * _depth(plan, room))
    for plan.home in homes[:6]:
        jails = [room for room in rooms if not room.is_beside(plan.home)]
        jails.sort(key=lambda room: ragged[room] + 3 * abs(_depth(plan, room) - 0.7) - 3 * _apart(plan, room))
        for plan.jail in jails[:12]:
            plan.floor = set(squares) - set(plan.home.squares()) - set(plan.jail.squares())
            if plan.has_what_it_needs():
                return True
    return False


def _rooms(chance: Chance, plan: Plan, squares: list[Square], least: int) -> Iterator[Room]:
    """Rooms of at least so many cells, no taller than that takes, from a sample of corners."""
    # Joined halves meet without a wall, so a room in the last lane would run into its image.
    lanes = len(plan.columns) - plan.frame.joined
    for top, left in chance.shuffled(squares)[:150]:
        start = plan.rows[top].start
        bottom = len(plan.rows)
        for right in range(left + 1, lanes + 1):
            rows = math.ceil(least / (plan.columns[right - 1].stop - plan.columns[left].start))
            if plan.rows[-1].stop - start < rows:
                continue
            while bottom - 1 > top and plan.rows[bottom - 2].stop - start >= rows:
                bottom -= 1
            yield Room(top, left, bottom, right)


def _raggedness(plan: Plan, room: Room, least: int) -> float:
    """How far a room is from a square of the wanted size: 0 is perfect."""
    height, width = plan.size(room)
    return max(height, width) / min(height, width) + 2 * height * width / least - 3


def _depth(plan: Plan, room: Room) -> float:
    """How far towards the middle of the board a room lies, 0 to 1."""
    return (plan.columns[room.left].start + plan.columns[room.right - 1].stop) / 2 / plan.frame.front


def _apart(plan: Plan, room: Room) -> float:
    """How far a room is from the home up or down, 0 to 1."""
    home = plan.home
    return abs(room.top + room.bottom - home.top - home.bottom) / 2 / len(plan.rows)


def connected_parts(squares: set[Square]) -> list[set[Square]]:
    """The squares in parts that hang together, largest first."""
    left, parts = set(squares), []
    while left:
        waiting = [left.pop()]
        part = set(waiting)
        while waiting:
            i, j = waiting.pop()
            near = {(i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)} & left
            left -= near
            part |= near
            waiting += near
        parts.append(part)
    return sorted(parts, key=lambda part: (-len(part), min(part)))


def _leave_rock(chance: Chance, plan: Plan) -> None:
    """Leave some squares solid on larger boards, with whatever they would cut off."""
    if len(plan.floor) < 60:
        return
    density = 0.12 * chance.share()
    rock = {square for square in sorted(plan.floor) if chance.happens(density)}
    before = plan.floor
    plan.floor = connected_parts(before - rock)[0]
    if len(plan.floor) < 0.7 * len(before) or not plan.has_what_it_needs():
        plan.floor = before


def _place_halls(chance: Chance, plan: Plan) -> None:
    """Open rectangles of floor, some of them with pillars."""
    squares = sorted(plan.floor)
    taken: set[Square] = set()
    for _ in range(len(squares) // 18):
        i, j = chance.pick(squares)
        inside = Room(i, j, i + 2 + chance.below(2), j + 2 + chance.below(2)).squares()
        if taken.isdisjoint(inside) and plan.floor.issuperset(inside):
            taken.update(inside)
            _open_all(plan, inside)
            if chance.happens(0.6):
                plan.halls.append(Room(i, j, inside[-1][0] + 1, inside[-1][1] + 1))


def _lay_roads(chance: Chance, plan: Plan) -> None:
    """Open a few lanes along their whole length."""
    rows, columns = len(plan.rows), len(plan.columns)
    lanes = [[(i, j) for j in range(columns)] for i in range(rows)]
    lanes += [[(i, j) for i in range(rows)] for j in range(columns)]
    for lane in chance.shuffled(lanes)[: (rows + columns) // 12]:
        for one, other in pairwise(lane):
            if one in plan.floor and other in plan.floor:
                plan.open(one, other)


def _open_all(plan: Plan, squares: list[Square]) -> None:
    """Open all ways between these squares."""
    inside = set(squares)
    for square in squares:
        for near in plan.floor_around(square):
            if near in inside:
                plan.open(square, near)


def _grow_ways(chance: Chance, plan: Plan) -> None:
    """Join all floor squares: a growing tree that mostly goes on from where it was last."""
    grain = 0.4 * (chance.share() - 0.5)  # how much ways up and down are preferred
    visited: set[Square] = set()
    active = _joined(plan, min(plan.floor))
    visited.update(active)
    while active:
        at = len(active) - 1 if chance.happens(0.8) else chance.below(len(active))
        square = active[at]
        fresh = [near for near in plan.floor_around(square) if near not in visited]
        if not fresh:
            active[at] = active[-1]
            active.pop()
            continue
        chosen = max(fresh, key=lambda near: chance.share() + (grain if near[1] == square[1] else 0))
        part = _joined(plan, chosen)  # before it is joined with all that was visited
        plan.open(square, chosen)
        visited.update(part)
        active += part


def _joined(plan: Plan, start: Square) -> list[Square]:
    """The squares that ways already join with this one."""
    found, seen = [start], {start}
    for square in found:
        for near in plan.floor_around(square):
            if near not in seen and plan.is_open(square, near):
                seen.add(near)
                found.append(near)
    return found


def _open_more(chance: Chance, plan: Plan, walls: float) -> None:
    """Take walls away, first at dead ends, then anywhere, until the share `walls` of them is left."""
    for square in chance.shuffled(sorted(plan.floor)):
        near = plan.floor_around(square)
        shut = [other for other in near if not plan.is_open(square, other)]
        if shut and len(near) - len(shut) == 1 and chance.happens(4 * (1 - walls)):
            plan.open(square, chance.pick(shut))
    for square in sorted(plan.floor):
        for other in plan.floor_around(square):
            if other > square and not plan.is_open(square, other) and chance.happens(1 - walls):
                plan.open(square, other)
