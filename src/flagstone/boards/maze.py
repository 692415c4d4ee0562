"""Makes boards for the capture-the-flag games: fair, connected, with several ways everywhere."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from flagstone.boards.ctf import FLOOR, LARGEST, MOST_SEATS, WALL, Board, Cell, parse
from flagstone.boards.faults import BoardError, Fault
from flagstone.boards.plan import Chance, Frame, Plan, Room, connected_parts, distance, draw_plan

SMALLEST = 9  # rows and columns of a generated board
MOST_TOOLS = 64
TRIES = 40  # plans drawn before a board is packed tight

TOOL = "s"
_RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # clockwise from the north
_OTHER_TEAMS = dict(zip("hHjJfF", "HhJjFf", strict=True))


def generate(
    rows: int,
    columns: int,
    *,
    seats_per_team: int = 4,
    tools: int = 2,
    walls: float = 0.8,
    seed: int = 0,
) -> Board:
    """A board with border walls whose right half is the left, mirrored or turned, with the teams exchanged.

    Every cell can be reached from every other, also when nobody steps on a tool. Each team has a home towards
    the back of its half with its flag in it, and a jail apart from the home. An odd width has its middle
    column walled but for its crossings. `walls` is the share of a maze's walls that stand: with 1 the ways of
    a half branch and end like a tree's, halls and roads aside, with 0 nearly all is open. Tools lie in pairs,
    an odd one on a crossing of an odd width.

    The same arguments give the same board on every machine and with every Python version. Every size from
    9 × 9 to 256 × 256 holds 4 seats per team, most hold many more. A wish that cannot be met is a BoardError
    that says what can.
    """
    faults = [*_faults(rows, columns, seats_per_team, tools), *_more_faults(walls, seed)]
    if faults:
        raise BoardError(faults)
    chance = Chance(seed)
    # Only mirrored halves leave the cells of the middle column in place, for an odd tool to lie on.
    turned = tools % 2 == 0 and chance.happens(0.5)
    most = 0
    for drawing in _drawings(chance, rows, columns, turned, seats_per_team, walls):
        placed = _place_tools(chance, drawing, tools)
        if placed == tools:
            return parse(drawing.text(), seats_per_team)
        most = max(most, placed)
    raise BoardError([Fault(f"tools is {tools}; {most} can lie on this board without blocking a way")])


def _faults(rows: int, columns: int, seats_per_team: int, tools: int) -> Iterator[Fault]:
    """What is wrong with the size, or with what it is to hold."""
    wishes = (
        ("rows", rows, SMALLEST, LARGEST),
        ("columns", columns, SMALLEST, LARGEST),
        ("seats_per_team", seats_per_team, 1, MOST_SEATS),
        ("tools", tools, 0, MOST_TOOLS),
    )
    faults = [
        Fault(f"{name} is {value}; it must be {least} to {most}")
        for name, value, least, most in wishes
        if not least <= value <= most
    ]
    yield from faults
    if faults:
        return
    if tools % 2 and columns % 2 == 0:
        yield Fault(
            f"tools is {tools} and columns is {columns}; tools lie in pairs, and only an odd number of "
            "columns has a place for an odd one"
        )
    most = min(MOST_SEATS, (_packed_width(columns) * ((rows - 3) // 2) - 1) // 2)
    if seats_per_team > most:
        yield Fault(f"seats_per_team is {seats_per_team}; {rows} × {columns} cells hold at most {most}")


def _more_faults(walls: float, seed: int) -> Iterator[Fault]:
    """What is wrong with the other wishes."""
    if not 0 <= walls <= 1:
        yield Fault(f"walls is {walls}; it must be 0 to 1")
    if seed < 0:
        yield Fault(f"seed is {seed}; it must not be negative")


class _Drawing:
    """A board being drawn. Whatever is painted appears in both halves, for each team its own."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.cells = [[WALL] * frame.columns for _ in range(frame.rows)]

    def paint(self, rows: Iterable[int], columns: Iterable[int], character: str) -> None:
        others = _OTHER_TEAMS.get(character, character)
        across = list(columns)
        for row in rows:
            for column in across:
                self.cells[row][column] = character
                there, beyond = self.frame.image((row, column))
                self.cells[there][beyond] = others

    def paint_room(self, plan: Plan, room: Room, character: str) -> Cell:
        """Paint the room without inner walls and name the cell in its middle."""
        rows = range(plan.rows[room.top].start, plan.rows[room.bottom - 1].stop)
        columns = range(plan.columns[room.left].start, plan.columns[room.right - 1].stop)
        self.paint(rows, columns, character)
        return rows[len(rows) // 2], columns[len(columns) // 2]

    def text(self) -> str:
        return "\n".join("".join(line) for line in self.cells)


def _drawings(chance: Chance, rows: int, columns: int, turned: bool, seats: int, walls: float) -> Iterator[_Drawing]:
    """Boards without tools, one after another as long as they are wanted; the last resort is packed tight."""
    needed = 2 * seats + 1  # C4
    roomy = max(needed + needed // 4, rows * columns // 250)
    for attempt in range(TRIES):
        joined = columns % 2 == 0 and chance.happens(0.5)
        room = roomy if attempt < TRIES // 2 else needed
        plan = draw_plan(chance, Frame(rows, columns, turned, joined), room, walls)
        if plan:
            yield _draw(chance, plan)
    yield _packed(chance, Frame(rows, columns, turned, joined=False), needed)


def _draw(chance: Chance, plan: Plan) -> _Drawing:
    """The board of a plan."""
    drawing = _Drawing(plan.frame)
    rows, columns = plan.rows, plan.columns
    for i, j in plan.floor:
        drawing.paint(rows[i], columns[j], FLOOR)
    for (i, j), (below, _) in plan.ways:
        if below == i:
            drawing.paint(rows[i], [columns[j].stop], FLOOR)
        else:
            drawing.paint([rows[i].stop], columns[j], FLOOR)
    for i in range(len(rows) - 1):
        for j in range(len(columns) - 1):
            if _stands_alone(plan, i, j) and chance.happens(0.5):
                drawing.paint([rows[i].stop], [columns[j].stop], FLOOR)
    for hall in plan.halls:
        drawing.paint_room(plan, hall, FLOOR)
    drawing.paint_room(plan, plan.jail, "j")
    row, column = drawing.paint_room(plan, plan.home, "h")
    drawing.paint([row], [column], "f")
    if not plan.frame.joined:
        _cross(chance, plan, drawing)
    return drawing


def _stands_alone(plan: Plan, i: int, j: int) -> bool:
    """Whether the pillar at the lower right corner of a square has no wall left beside it."""
    here, right, below, across = (i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)
    pairs = ((here, right), (here, below), (right, across), (below, across))
    return all(plan.is_open(one, other) for one, other in pairs)


def _cross(chance: Chance, plan: Plan, drawing: _Drawing) -> None:
    """Open crossings in the wall between the halves, a third of those that could be and at least two."""
    lanes = plan.crossings()
    for i, _ in chance.spread([(i, 0) for i in lanes], max(2, len(lanes) // 3)):
        drawing.paint(plan.rows[i], [plan.frame.front], FLOOR)
        if plan.frame.turned:  # the image lies in another row, and there the wall may be two cells thick
            drawing.paint(plan.rows[len(plan.rows) - 1 - i], [plan.frame.front], FLOOR)


def _packed_width(columns: int) -> int:
    """The columns of a half between the border and the wall in the middle."""
    return (columns - 3) // 2


def _packed(chance: Chance, frame: Frame, needed: int) -> _Drawing:
    """A board that holds as much as can be: the home above, the jail below, open ground between them."""
    drawing = _Drawing(frame)
    columns = range(1, 1 + _packed_width(frame.columns))
    height = -(-needed // len(columns))
    ground = range(1 + height, frame.rows - 1 - height)
    drawing.paint(range(1, 1 + height), columns, "h")
    drawing.paint([1 + height // 2], [columns[len(columns) // 2]], "f")
    drawing.paint(ground, columns, FLOOR)
    drawing.paint(range(ground.stop, frame.rows - 1), columns, "j")
    for row in ground[1:-1:2]:
        for column in columns[1:-1:2]:
            if chance.happens(0.5):
                drawing.paint([row], [column], WALL)
    # Turned, a home meets the opponents' jail across the middle; mirrored, only the jails may meet.
    beyond = frame.rows - 1 - (height + 1) // 2
    crossings = {ground[0], ground[-1], ground[len(ground) // 2], beyond}
    if frame.turned:
        crossings |= {frame.rows - 1 - row for row in crossings}
    drawing.paint(sorted(crossings), [frame.front], FLOOR)
    return drawing


def _place_tools(chance: Chance, drawing: _Drawing, tools: int) -> int:
    """Lay tools where they block no way: in shovel a flag's carrier cannot step on one. Says how many."""
    frame, cells = drawing.frame, drawing.cells
    middle = frame.columns // 2
    half = Room(0, 0, frame.rows, middle).squares()
    free = chance.shuffled((row, column) for row, column in half if cells[row][column] == FLOOR)
    taken = [(row, line.index("f")) for row, line in enumerate(cells) if "f" in line]
    taken += [frame.image(cell) for cell in taken]
    placed = 0
    if tools % 2:
        crossings = [(row, middle) for row in range(frame.rows) if cells[row][middle] == FLOOR]
        spare = (cell for cell in chance.shuffled(crossings) if _can_lie(drawing, cell, _all_hangs_together))
        odd = next(spare, None)
        if odd is None:
            return 0
        drawing.paint(*_at(odd), TOOL)
        taken.append(odd)
        placed = 1
    while placed < tools:
        fitting = islice((cell for cell in free if _can_lie(drawing, cell, _is_aside)), 6)
        pool = list(fitting) or [cell for cell in free[:50] if _can_lie(drawing, cell, _all_hangs_together)]
        if not pool:
            break
        cell = max(pool, key=lambda cell: min(distance(cell, other) for other in taken))
        drawing.paint(*_at(cell), TOOL)
        taken += [cell, frame.image(cell)]
        free = chance.shuffled(free)
        placed += 2
    return placed


def _at(cell: Cell) -> tuple[list[int], list[int]]:
    """A single cell's rows and columns, to paint it."""
    return [cell[0]], [cell[1]]


def _can_lie(drawing: _Drawing, cell: Cell, blocks_nothing: Callable[[list[list[str]], Cell], bool]) -> bool:
    """Whether a tool here, and its image, would leave all else reachable and be reachable themselves."""
    cells, image = drawing.cells, drawing.frame.image(cell)
    if cells[cell[0]][cell[1]] != FLOOR:
        return False
    drawing.paint(*_at(cell), TOOL)
    fits = blocks_nothing(cells, cell) and blocks_nothing(cells, image)
    drawing.paint(*_at(cell), FLOOR)
    return fits


def _is_aside(cells: list[list[str]], cell: Cell) -> bool:
    """Whether those who pass this cell can walk around it among its eight neighbours."""
    row, column = cell
    ring = [cells[row + down][column + right] for down, right in _RING]
    if TOOL in ring[::2]:
        return False
    walkable = [character not in (WALL, TOOL) for character in ring]
    # Each walkable side that is not joined with the next one around the corner ends a group of sides.
    groups = sum(walkable[k] and not (walkable[k + 1] and walkable[(k + 2) % 8]) for k in (0, 2, 4, 6))
    return groups <= 1 and any(walkable[::2])


def _all_hangs_together(cells: list[list[str]], cell: Cell) -> bool:
    """Whether all cells without a tool can be reached from one another, and this one from them."""
    closed = (WALL, TOOL)
    walkable = {(r, c) for r, line in enumerate(cells) for c, what in enumerate(line) if what not in closed}
    near = [(cell[0] + down, cell[1] + right) for down, right in _RING[::2]]
    return any(other in walkable for other in near) and len(connected_parts(walkable)) == 1
