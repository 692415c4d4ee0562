"""The ground of a capture-the-flag board as greedy walks it: cells, and ways over them that are kept.

Cells are numbered row by row over the board and a rim around it, so that a step never leaves the text.
"""

from collections import OrderedDict
from collections.abc import Sequence

FAR = 1 << 30  # the distance of what cannot be reached
NONE: frozenset[int] = frozenset()
LOCAL = 400  # cells that `around` looks at
MOST_WALKS, MOST_AROUND = 40, 200  # maps kept for each ground

Terrain = Sequence[str]
Distances = list[int]
Walk = tuple[frozenset[int], int, frozenset[int]]  # the goals, the cost of a wall (0: none can be passed), shut cells


class Near(dict[int, int]):
    """How far the cells near a place are from it; all others are far."""

    def __missing__(self, cell: int) -> int:
        return FAR


class Ground:
    """A board's terrain. It does not change: where a wall falls, `ground_of` makes new ground from the old."""

    def __init__(self, terrain: Terrain) -> None:
        self.stride = len(terrain[0]) + 2
        rim = "?" * self.stride
        self.text = rim + "".join(f"?{row}?" for row in terrain) + rim
        self.homes = (self._cells("h"), self._cells("H"))
        self.jails = (self._cells("j"), self._cells("J"))
        self.steps = (-self.stride, 1, self.stride, -1)  # N, E, S, W
        middle = (len(terrain[0]) + 1) // 2
        row = bytes(middle + 1) + bytes([1]) * (self.stride - middle - 1)
        self.owner = row * (len(terrain) + 2)  # whose territory a cell is (C2)
        self._walks: dict[Walk, Distances] = {}
        self._costs: dict[int, list[int]] = {}
        self._around: dict[int, Near] = {}

    def _cells(self, character: str) -> frozenset[int]:
        return frozenset(cell for cell, found in enumerate(self.text) if found == character)

    def cell(self, place: Sequence[int]) -> int:
        """The number of the cell in a row and column."""
        return (place[0] + 1) * self.stride + place[1] + 1

    def is_open(self, cell: int) -> bool:
        """Whether a cell is on the board and no wall."""
        return self.text[cell] not in "#?"

    def between(self, one: int, other: int) -> int:
        """The steps between two cells if no wall stood."""
        rows, columns = self.stride, self.stride
        return abs(one // rows - other // rows) + abs(one % columns - other % columns)

    def _entering(self, wall: int, shut: frozenset[int]) -> list[int]:
        """What it costs to enter each cell, 0 if it cannot be entered."""
        if wall not in self._costs:
            costs = {"?": 0, "#": wall}
            self._costs[wall] = [costs.get(character, 1) for character in self.text]
        if not shut:
            return self._costs[wall]
        entering = self._costs[wall].copy()
        for cell in shut:
            entering[cell] = 0
        return entering

    def distances(self, goals: frozenset[int], wall: int = 0, shut: frozenset[int] = NONE) -> Distances:
        """How far every cell is from the nearest goal, on a way through walls at a cost and not through shut cells."""
        key = (goals, wall, shut)
        found = self._walks.get(key)
        if found is None:
            if len(self._walks) >= MOST_WALKS:
                self._walks.clear()
            found = self._walks[key] = self.measure(goals, wall, shut)
        return found

    def measure(self, goals: frozenset[int], wall: int = 0, shut: frozenset[int] = NONE) -> Distances:
        """The same, for once: `distances` keeps what it finds."""
        found = [FAR] * len(self.text)
        for goal in goals:
            found[goal] = 0
        self._spread(found, self._entering(wall, shut - goals), sorted(goals))
        return found

    def _spread(self, found: Distances, entering: list[int], cells: list[int]) -> None:
        """Shorten the distances that are shorter by way of these cells."""
        north, east, south, west = self.steps
        for cell in cells:  # grows
            distance = found[cell] + entering[cell]
            for near in (cell + north, cell + east, cell + south, cell + west):
                if entering[near] and distance < found[near]:
                    found[near] = distance
                    cells.append(near)

    def around(self, centre: int) -> Near:
        """How far the cells near a cell are from it."""
        found = self._around.get(centre)
        if found is None:
            if len(self._around) >= MOST_AROUND:
                self._around.clear()
            found = self._around[centre] = Near({centre: 0})
            text, waiting = self.text, [centre]
            for cell in waiting:  # grows
                if len(found) > LOCAL:
                    break
                for step in self.steps:
                    near = cell + step
                    if near not in found and text[near] not in "#?":
                        found[near] = found[cell] + 1
                        waiting.append(near)
        return found

    def changed(self, before: "Ground") -> list[int]:
        """The cells that are not as they were on an earlier ground of the same size."""
        rows = range(0, len(self.text), self.stride)
        spans = ((row, row + self.stride) for row in rows)
        other = [span for span in spans if self.text[slice(*span)] != before.text[slice(*span)]]
        return [cell for span in other for cell in range(*span) if self.text[cell] != before.text[cell]]

    def inherit(self, before: "Ground", fallen: list[int]) -> None:
        """Take over the distances of a ground on which some more walls stood."""
        for key, distances in before._walks.items():
            goals, wall, shut = key
            found, entering = distances.copy(), self._entering(wall, shut - goals)
            for cell in fallen:
                beside = [cell + step for step in self.steps if entering[cell + step]]
                found[cell] = min(found[cell], *(found[near] + entering[near] for near in beside), FAR)
            self._spread(found, entering, fallen.copy())
            self._walks[key] = found


_known: OrderedDict[tuple[str, ...], Ground] = OrderedDict()
MOST_KNOWN = 12


def ground_of(terrain: Terrain, before: Ground | None = None) -> Ground:
    """The ground of a terrain, shared by all bots of this process; from what it was before some walls fell."""
    key = tuple(terrain)
    ground = _known.get(key)
    if ground is not None:
        _known.move_to_end(key)
    if ground is None:
        ground = Ground(terrain)
        if before is not None and len(before.text) == len(ground.text) and before.stride == ground.stride:
            changed = ground.changed(before)
            if all(before.text[cell] == "#" for cell in changed):
                ground.inherit(before, changed)
        while len(_known) >= MOST_KNOWN:
            _known.popitem(last=False)
        _known[key] = ground
    return ground
