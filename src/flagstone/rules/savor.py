"""Maze to Savor (clauses M…)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product, takewhile
from typing import Annotated, Any

import numpy as np

from .chance import Chance, Tape, draw, reseeded
from .game import Game, span
from .jit import rule
from .record import Record, boolean, i8, i16, i32, i64, u8, u16

NAMES = ("A", "B", "C")
SEATS = 3
FLOORS, ROWS, COLUMNS = 3, 10, 25
CELLS = FLOORS * ROWS * COLUMNS

# The result of a match: on, or the winner's seat, counted from 1.
ON = 0

# Directions are N, E, S, W; what a step in each adds to a row, a column and a cell's number.
DIRECTIONS = ("N", "E", "S", "W")
NORTH, EAST, SOUTH, WEST = range(4)
ROW_STEPS = (-1, 0, 1, 0)
COLUMN_STEPS = (0, 1, 0, -1)
STEPS = np.array([-COLUMNS, 1, COLUMNS, -1])

# M15. Effects.
NO_EFFECT, POISONED, DISORIENTED, TRIGGERED = range(4)

# M8. What Bawana's cells do; a positive number is movement points.
POISONING, DISORIENTING, TRIGGERING, HAPPY = -1, -2, -3, -4

# Whether a player can stand on a cell(M4: a stair that passes through blocks it).
CLOSED, OPEN, BLOCKED_BY_STAIR = range(3)

# Where a player is.
IN_START, IN_MAZE, IN_BAWANA = range(3)

# M17. The senses in which a stair can be taken; BOTH is the sum of the two.
UP, DOWN, BOTH = 1, 2, 3

# How a walk ends.
BLOCKED, WALKED, LOOPED, FELL, USED_UP, AT_FLAG = range(6)

NOTHING = -1
NOT_THROWN = 0
STARTING_POINTS = 100
MOST_POINTS = 1_000_000_000

ACTIONS = ("throw",)

REFUSALS = ("", "match_over", "not_your_turn")
ACCEPTED, MATCH_OVER, NOT_YOUR_TURN = range(3)

# M20. One kind of event per message.
EVENTS = (
    "stayed_out",
    "entered",
    "blocked",
    "walked",
    "turned",
    "walked_disoriented",
    "walked_triggered",
    "account",
    "took_stairs",
    "slid_down",
    "depleted",
    "placed",
    "missed_turn",
    "fit_again",
    "poisoned",
    "disoriented",
    "triggered",
    "happy",
    "earned",
    "flag_captured",
    "looped",
    "fell",
    "recovered",
    "captured",
    "stairs_changed",
)
STAYED_OUT, ENTERED, HELD_UP, WALKS, TURNS, WALKS_DISORIENTED, WALKS_TRIGGERED, ACCOUNT = range(8)
TOOK_STAIRS, SLID_DOWN, DEPLETED, PLACED, MISSED_TURN, FIT_AGAIN, ATE_POISON = range(8, 15)
ATE_DISORIENTING, ATE_TRIGGERING, ATE_HAPPY, EARNED, FLAG_CAPTURED = range(15, 20)
WENT_ROUND, FELL_TO_START, RECOVERED, CAPTURED, STAIRS_CHANGED = range(20, 25)

Cell = tuple[int, int, int]  # floor, row, column


class Square(Record):
    """A cell: what arriving at it does, and how far one can walk from it in each direction."""

    times: i32  # M8. An arrival multiplies the movement points by this
    plus: i32  # and adds this
    first_way: i16  # its ways are this one and those that follow
    ways: i8
    ground: i8  # CLOSED, OPEN or BLOCKED_BY_STAIR
    room: Annotated[list[int], np.int8, 4]  # steps that can be walked straight on, N E S W
    clear: Annotated[list[int], np.int8, 4]  # those of them before the first cell with ways or the flag


class Way(Record):
    """A stair or a pole as it can be taken from one cell."""

    to: i16  # its other end
    far: i16  # how far that is from the flag (M13)
    stair: i16  # its number, or NOTHING for a pole
    sense: u8  # UP or DOWN
    falls: boolean  # its other end lies in the starting area (M6)


class Passage(Record):
    """A way that is taken in a walk."""

    start: i16  # where it is taken
    to: i16  # where it leads
    left: i16  # steps left to walk
    by_stair: boolean


class Player(Record):
    """The player of a seat."""

    points: i64  # movement points
    at: u16  # his cell
    throws: i32  # his throw counter
    area: i8  # IN_START, IN_MAZE or IN_BAWANA
    direction: u8
    effect: i8
    effect_left: i8  # turns to miss; disoriented throws to make, 0 until disorientation sets in


class State(Record):
    """A match of Maze to Savor.

    Cells are numbered floor by floor, each row by row, whether the floor has them or not:

          0   1 …  24       250 … 274       500 … 524
         25  26 …  49       275 … 299       525 … 549
          …       floor 0   …      floor 1  …      floor 2
    """

    chance: Chance
    players: Annotated[list[Player], Player, SEATS]
    to_move: u8
    rounds: i64  # the number of the round under way, from 1
    result: i32
    stairs_change: i32  # the stairs change after every so many rounds; 0 is never
    next_change: i32  # the round after which they change next
    flag: i32  # the flag's cell
    full: boolean  # all elements, not only the base game (M18)
    reach: boolean  # reaching the flag captures it, steps left or not (M12)
    stair_count: i32
    passage_count: i32  # of the walk traced last
    bawana: Annotated[list[int], np.int32, 12]  # what the cells inside do, in reading order
    senses: Annotated[list[int], np.uint8, "stairs"]  # each stair's present direction, in file order
    squares: Annotated[list[Square], Square, CELLS]
    ways: Annotated[list[Way], Way, "ways"]  # by cell; at a cell stairs in file order before poles in file order
    passages: Annotated[list[Passage], Passage, "passages"]  # of the walk traced last


class Event(Record):
    """Something that happened. Which fields it has depends on the kind; `what` is told by `notation.savor`."""

    kind: u8
    seat: i8
    face: i8
    direction: i8
    steps: i8
    at: i16
    what: i64
    points: i64


class Events(Record):
    """The events of one action."""

    count: i64
    told: Annotated[list[Event], Event, "events"]


# The plan. These are plain Python: they lay out a board, they are not played.


def cell_at(place: Cell) -> int:
    """The number of a cell."""
    floor, row, column = place
    return (floor * ROWS + row) * COLUMNS + column


def place_of(cell: int) -> Cell:
    """Floor, row and column of a cell."""
    return int(cell) // (ROWS * COLUMNS), int(cell) // COLUMNS % ROWS, int(cell) % COLUMNS


def is_in_starting_area(place: Cell) -> bool:
    """M1. Rows 6–9 × columns 8–16 of floor 0."""
    floor, row, column = place
    return floor == 0 and 6 <= row <= 9 and 8 <= column <= 16


def is_maze_cell(place: Cell) -> bool:
    """M1. Whether a floor has a cell. Not checked: that floor, row and column are in range."""
    floor, row, column = place
    if floor == 0:
        return not is_in_starting_area(place)
    if floor == 1:
        return row >= 6 or not 8 <= column <= 16
    return floor == 2 and 8 <= column <= 16


PLAN = tuple(place for place in product(range(FLOORS), range(ROWS), range(COLUMNS)) if is_maze_cell(place))

# M2. Bawana, which is closed in by walls; its inside in reading order.
BAWANA_WALLS = frozenset([*((0, 6, column) for column in range(20, 25)), *((0, row, 20) for row in (7, 8, 9))])
BAWANA_INSIDE = tuple(product((0,), (7, 8, 9), (21, 22, 23, 24)))
BAWANA = BAWANA_WALLS.union(BAWANA_INSIDE)
ENTRANCE_PLACE: Cell = (0, 9, 19)
ENTRANCE = cell_at(ENTRANCE_PLACE)
INSIDE = tuple(cell_at(place) for place in BAWANA_INSIDE)

# M9. Where the players start, and their first cells and directions.
FIRST_PLACES: tuple[Cell, ...] = ((0, 5, 12), (0, 9, 7), (0, 9, 17))
START_CELLS = (cell_at((0, 6, 12)), cell_at((0, 9, 8)), cell_at((0, 9, 16)))
FIRST_CELLS = tuple(cell_at(place) for place in FIRST_PLACES)
FIRST_DIRECTIONS = (NORTH, WEST, EAST)


def wall_places(wall: Sequence[int]) -> list[Cell]:
    """M3. The cells of a wall: all from one end to the other."""
    floor, row, column, other_row, other_column = wall
    rows = range(min(row, other_row), max(row, other_row) + 1)
    columns = range(min(column, other_column), max(column, other_column) + 1)
    return list(product((floor,), rows, columns))


def stair_ends(stair: Sequence[int]) -> tuple[Cell, Cell]:
    """M4. The lower and the upper end of a stair."""
    one, other = (stair[0], stair[1], stair[2]), (stair[3], stair[4], stair[5])
    return (one, other) if one[0] < other[0] else (other, one)


def blocked_places(stairs: Iterable[Sequence[int]]) -> set[Cell]:
    """M4. The cells of floor 1 that stairs from floor 0 to floor 2 pass through."""
    blocked = set()
    for (low, row, column), (high, other_row, other_column) in map(stair_ends, stairs):
        if (low, high) == (0, 2):
            blocked.add((1, (row + other_row + 1) // 2, (column + other_column + 1) // 2))
    return {place for place in blocked if is_maze_cell(place)}


def pole_bottom(pole: Sequence[int]) -> Cell:
    """M5. The cell that a pole leads down to."""
    return (min(pole[0], pole[1]), pole[2], pole[3])


def pole_entries(pole: Sequence[int]) -> list[Cell]:
    """M5. The cells from which a pole is taken: those of its column above the lower floor, as far as it goes up."""
    low, high = sorted(pole[:2])
    return [place for floor in range(low + 1, high + 1) if is_maze_cell(place := (floor, pole[2], pole[3]))]


def open_places(setup: Mapping[str, Any]) -> list[Cell]:
    """M2, M8, M18. The cells that a player can stand on, in reading order; not Bawana, unless it plays no part."""
    closed = blocked_places(setup["stairs"]).union(*map(wall_places, setup["walls"]))
    if setup["elements"] == "full":
        closed |= BAWANA
    return [place for place in PLAN if place not in closed]


def set_up(state: State, setup: Mapping[str, Any]) -> None:
    """M9, M17. Lay out a set-up that `flagstone.boards` accepted in a blank state (M7). Checks nothing."""
    state.flag = cell_at(setup["flag"])
    state.full = setup["elements"] == "full"
    state.reach = setup["flag_rule"] == "reach"
    state.stairs_change = state.next_change = setup["stairs_change"]
    state.stair_count = len(setup["stairs"])
    state.senses[: len(setup["stairs"])] = [BOTH] * len(setup["stairs"])
    state.rounds = 1
    for place in blocked_places(setup["stairs"]):
        state.squares[cell_at(place)].ground = BLOCKED_BY_STAIR
    specials = lay_ways(state, setup["stairs"], setup["poles"])
    lay_squares(state, setup, {*specials, place_of(state.flag)})
    state.bawana[:] = [BAWANA_KINDS.get(kind, kind) for kind in setup["bawana"]]
    for seat in range(SEATS):
        state.players[seat].points = STARTING_POINTS
        return_to_start(state, seat)


BAWANA_KINDS = {"poisoning": POISONING, "disoriented": DISORIENTING, "triggered": TRIGGERING, "happy": HAPPY}


def lay_ways(state: State, stairs: Sequence[Sequence[int]], poles: Sequence[Sequence[int]]) -> set[Cell]:
    """M4, M5. The ways from every cell. Returns the cells that have some."""
    ways: dict[Cell, list[tuple[Cell, int, int]]] = {}
    for number, (low, high) in enumerate(map(stair_ends, stairs)):
        ways.setdefault(low, []).append((high, number, UP))
        ways.setdefault(high, []).append((low, number, DOWN))
    for pole in poles:
        for entry in pole_entries(pole):
            ways.setdefault(entry, []).append((pole_bottom(pole), NOTHING, DOWN))
    number = 0
    for start, from_here in ways.items():
        square = state.squares[cell_at(start)]
        square.first_way, square.ways = number, len(from_here)
        for to, stair, sense in from_here:
            way = state.ways[number]
            way.to, way.stair, way.sense = cell_at(to), stair, sense
            way.far = sum(abs(one - other) for one, other in zip(to, place_of(state.flag), strict=True))
            way.falls = is_in_starting_area(to)
            number += 1
    return set(ways)


def lay_squares(state: State, setup: Mapping[str, Any], specials: Collection[Cell]) -> None:
    """M8. The cells that can be stood on: their values, and how far one can walk from them."""
    standing = dict.fromkeys(open_places(setup))
    for place in standing:
        square = state.squares[cell_at(place)]
        square.ground = OPEN
        square.times, square.plus = worth(setup["values"].get(name_of(cell_at(place)), "-0"))
        for direction in range(4):
            ahead = list(takewhile(standing.__contains__, cells_ahead(place, direction)))
            square.room[direction] = len(ahead)
            square.clear[direction] = len(list(takewhile(lambda cell: cell not in specials, ahead)))


def cells_ahead(place: Cell, direction: int) -> Iterator[Cell]:
    """The cells that lie ahead, the edge of the floor not minded."""
    floor, row, column = place
    while True:
        row, column = row + ROW_STEPS[direction], column + COLUMN_STEPS[direction]
        yield (floor, row, column)


@cache
def name_of(cell: int) -> str:
    """A cell as it is written."""
    return str(list(place_of(cell)))


def worth(value: str) -> tuple[int, int]:
    """M8. A cell's value as what it multiplies movement points by, and what it adds."""
    amount = int(value[1:])
    if value[0] == "x":
        return amount, 0
    return 1, amount if value[0] == "+" else -amount


# The play.


@rule
def begin(state: State, tape: Tape, events: Events) -> None:
    """M20. Nothing happens at the start of a match, and no draw is taken."""


@rule
def reseed(state: State, seed: int) -> None:
    """M20. Start the generator anew."""
    reseeded(state.chance, seed)


@rule
def may_act(state: State, seat: int) -> bool:
    """M10. The player to move, while the match is on."""
    return state.result == ON and state.to_move == seat


@rule
def next_to_act(state: State, last: int) -> int:
    """M10. The player to move."""
    return state.to_move


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """M10, M19, M20. Why a throw is refused, or ACCEPTED."""
    if state.result != ON:
        return MATCH_OVER
    return ACCEPTED if state.to_move == seat else NOT_YOUR_TURN


@rule
def apply(state: State, seat: int, action: int, tape: Tape, events: Events) -> None:
    """M10. A turn is a throw, unless it is missed."""
    player = state.players[seat]
    before = player.at
    if player.area == IN_MAZE:
        throw_in_maze(state, seat, tape, events)
    elif player.area == IN_START:
        throw_in_start(state, seat, tape, events)
    else:
        miss_turn(state, seat, tape, events)
    if player.at != before:  # where he was before he was alone
        capture_others(state, seat, events)
    end_turn(state, tape, events)


@rule
def throw_in_start(state: State, seat: int, tape: Tape, events: Events) -> None:
    """M11. A 6 places him on his first cell; being placed is not moving."""
    player = state.players[seat]
    die = draw(state.chance, tape, 1, 6)
    if die != 6:
        tell(events, STAYED_OUT, seat, die, player.at)
        return
    player.area = IN_MAZE
    player.at = FIRST_CELLS[seat]
    tell(events, ENTERED, seat, 0, player.at)
    tell_account(events, seat, player, 0, 0)


@rule
def throw_in_maze(state: State, seat: int, tape: Tape, events: Events) -> None:
    """M12. The dice, the walk, and what comes of it."""
    player = state.players[seat]
    before = player.points
    player.throws += 1
    die = draw(state.chance, tape, 1, 6)
    face = turn(state, player, tape)
    steps = 2 * die if player.effect == TRIGGERED else die
    end = trace(state, player, steps, tape)
    if end == BLOCKED:
        left, taken = steps, 0
        player.points -= price_of_blocked(state)
    else:
        end, left, taken, player.at, player.points = carry_out(state, player, steps, end)
    cost = before - player.points
    player.points = max(player.points, 0)
    if is_heard(events):
        tell_throw(events, seat, player, end, (die, face, steps - left))
        tell_passages(events, seat, state, taken)
        tell_account(events, seat, player, steps - left, cost)
    was_disoriented = is_disoriented(player)
    if end == AT_FLAG:
        win(state, seat, events)
    elif player.points == 0:
        tell(events, DEPLETED, seat, 0, player.at)
        visit_bawana(state, seat, PLACED, tape, events)
    elif end == LOOPED or end == FELL:
        return_to_start(state, seat)
        tell(events, WENT_ROUND if end == LOOPED else FELL_TO_START, seat, 0, player.at)
    count_disoriented_throw(player)
    if was_disoriented and not is_disoriented(player):
        tell(events, RECOVERED, seat, 0, player.at)


@rule
def turn(state: State, player: Player, tape: Tape) -> int:
    """M12, M15. The direction of a throw. Returns the direction die's face, or NOT_THROWN."""
    if is_disoriented(player):
        player.direction = draw(state.chance, tape, NORTH, WEST)
        return NOT_THROWN
    if player.throws % 4 != 0:
        return NOT_THROWN
    face = draw(state.chance, tape, 1, 6)
    if 2 <= face <= 5:
        player.direction = face - 2
    return face


@rule
def trace(state: State, player: Player, steps: int, tape: Tape) -> int:
    """M12. Go through a whole walk, past the flag too, and note the ways taken in it. Returns how it would end."""
    state.passage_count = 0
    cell = player.at
    direction = player.direction
    left = steps
    while True:
        clear = int(state.squares[cell].clear[direction])
        if left <= clear:
            return WALKED
        if clear == state.squares[cell].room[direction]:
            return BLOCKED
        left -= clear + 1
        cell += (clear + 1) * STEPS[direction]
        if left == 0 and cell == state.flag:
            return WALKED
        if state.full or left == 0:  # M18
            end, cell = trace_chain(state, cell, left, tape)
            if end != WALKED:
                return end


@rule
def trace_chain(state: State, cell: int, left: int, tape: Tape) -> tuple[int, int]:
    """M13, M6. Way after way from a cell that a step arrived at. Returns how the chain ends, and where."""
    first = state.passage_count
    brought_by = NOTHING
    while True:
        number = way_taken(state, cell, brought_by, tape)
        if number == NOTHING:
            return WALKED, cell
        way = state.ways[number]
        passage = state.passages[state.passage_count]
        passage.start = cell
        passage.to = way.to
        passage.left = left
        passage.by_stair = way.stair != NOTHING
        state.passage_count += 1
        cell = way.to
        brought_by = way.stair
        if has_been_at(state, first, cell):
            return LOOPED, cell
        if way.falls:
            return FELL, cell
        if left == 0 and cell == state.flag:
            return WALKED, cell


@rule
def has_been_at(state: State, first: int, cell: int) -> bool:
    """M13. Whether the chain of passages that begins with the first has been at a cell."""
    for number in range(first, state.passage_count):
        if state.passages[number].start == cell:
            return True
    return False


@rule
def way_taken(state: State, cell: int, brought_by: int, tape: Tape) -> int:
    """M13. Of the usable ways from a cell the one whose other end is nearest to the flag; of equals, a draw."""
    square = state.squares[cell]
    nearest = NOTHING
    ties = 0
    for number in range(square.first_way, square.first_way + square.ways):
        if is_usable(state, number, brought_by):
            if nearest == NOTHING or state.ways[number].far < state.ways[nearest].far:
                nearest = number
                ties = 0
            elif state.ways[number].far == state.ways[nearest].far:
                ties += 1
    if ties == 0:
        return nearest
    skip = draw(state.chance, tape, 0, ties)
    far = state.ways[nearest].far
    while skip > 0:
        nearest += 1
        if state.ways[nearest].far == far and is_usable(state, nearest, brought_by):
            skip -= 1
    return nearest


@rule
def is_usable(state: State, number: int, brought_by: int) -> bool:
    """M13. Poles always; stairs in their present direction, but not the one that just brought him here."""
    way = state.ways[number]
    if way.stair == NOTHING:
        return True
    return way.stair != brought_by and state.senses[way.stair] & way.sense != 0


@rule
def carry_out(state: State, player: Player, steps: int, end: int) -> tuple[int, int, int, int, int]:
    """M12. Walk what was traced, which would end like this.

    Returns how the walk does end, the steps left then, the passages taken, the last cell, and the points there.
    """
    cell, points, left, taken = int(player.at), player.points, steps, 0
    while True:
        if taken < state.passage_count and left == state.passages[taken].left:
            cell = int(state.passages[taken].to)
            taken += 1
            if taken == state.passage_count and end != WALKED:  # the last arrival of a loop or fall applies no value
                return end, left, taken, cell, points
        elif left > 0:
            left -= 1
            cell += STEPS[player.direction]
        else:
            return end, left, taken, cell, points
        points = savored(state, cell, points)
        if is_captured(state, cell, left):
            return AT_FLAG, left, taken, cell, points
        if points <= 0:
            return USED_UP, left, taken, cell, points


@rule
def savored(state: State, cell: int, points: int) -> int:
    """M8, M12. What an arrival at a cell makes of movement points."""
    if not state.full:
        return points
    square = state.squares[cell]
    return min(points * int(square.times) + int(square.plus), MOST_POINTS)


@rule
def is_captured(state: State, cell: int, left: int) -> bool:
    """M12. Whether an arrival with some steps left captures the flag."""
    return cell == state.flag and (state.reach or left == 0)


@rule
def price_of_blocked(state: State) -> int:
    """M12, M18. A throw that is blocked costs 2 points."""
    return 2 if state.full else 0


@rule
def capture_others(state: State, seat: int, events: Events) -> None:
    """M14, M18. A player whose turn ends on a maze cell sends every other player on it to the start."""
    player = state.players[seat]
    if not state.full or player.area != IN_MAZE:
        return
    for number in range(1, SEATS):
        other = (seat + number) % SEATS
        if state.players[other].at == player.at:
            if is_disoriented(state.players[other]):
                tell(events, RECOVERED, other, 0, player.at)
            return_to_start(state, other)
            tell(events, CAPTURED, seat, other, state.players[other].at)


@rule
def return_to_start(state: State, seat: int) -> None:
    """M14a. He is at his starting cell and needs a 6 again; effects end, movement points stay."""
    player = state.players[seat]
    player.area = IN_START
    player.at = START_CELLS[seat]
    player.direction = FIRST_DIRECTIONS[seat]
    player.throws = 0
    player.effect = NO_EFFECT
    player.effect_left = 0


@rule
def visit_bawana(state: State, seat: int, kind: int, tape: Tape, events: Events) -> None:
    """M15. He is placed on one of the cells inside, with no points and no effect, and it takes effect."""
    player = state.players[seat]
    inside = draw(state.chance, tape, 0, 11)
    what = state.bawana[inside]
    tell(events, kind, seat, what, INSIDE[inside])
    player.effect = NO_EFFECT
    player.effect_left = 0
    if what == POISONING:
        player.area = IN_BAWANA
        player.at = INSIDE[inside]
        player.effect = POISONED
        player.effect_left = 3
        tell(events, ATE_POISON, seat, 0, player.at)
        return
    player.area = IN_MAZE
    player.at = ENTRANCE
    player.direction = NORTH
    if what == DISORIENTING:
        player.points = 50
        player.effect = DISORIENTED
        tell(events, ATE_DISORIENTING, seat, 0, ENTRANCE)
    elif what == TRIGGERING:
        player.points = 50
        player.effect = TRIGGERED
        tell(events, ATE_TRIGGERING, seat, 0, ENTRANCE)
    elif what == HAPPY:
        player.points = 200
        tell(events, ATE_HAPPY, seat, 0, ENTRANCE)
    else:
        player.points = what
        tell(events, EARNED, seat, what, ENTRANCE)


@rule
def is_disoriented(player: Player) -> bool:
    """M15. Whether disorientation has set in, so that his throws go in random directions."""
    return player.effect == DISORIENTED and player.effect_left > 0


@rule
def count_disoriented_throw(player: Player) -> None:
    """M15. It sets in when he is off the entrance after a throw, and ends with the fourth throw after that."""
    if is_disoriented(player):
        player.effect_left -= 1
        if player.effect_left == 0:
            player.effect = NO_EFFECT
    elif player.effect == DISORIENTED and player.at != ENTRANCE:
        player.effect_left = 4


@rule
def miss_turn(state: State, seat: int, tape: Tape, events: Events) -> None:
    """M16. Poisoned: at the end of the third missed turn he is placed inside Bawana anew."""
    player = state.players[seat]
    player.effect_left -= 1
    tell(events, MISSED_TURN, seat, 0, player.at)
    if player.effect_left == 0:
        visit_bawana(state, seat, FIT_AGAIN, tape, events)


@rule
def end_turn(state: State, tape: Tape, events: Events) -> None:
    """M10, M17, M19. The next player is to move, unless the match is over; after the third a round is over."""
    if state.result != ON:
        return
    if state.to_move < SEATS - 1:
        state.to_move += 1
        return
    state.to_move = 0
    if state.rounds == state.next_change and state.full:
        change_stairs(state, tape, events)
    state.rounds += 1


@rule
def change_stairs(state: State, tape: Tape, events: Events) -> None:
    """M17. Each stair in file order becomes one-way, up or down by a draw."""
    state.next_change += state.stairs_change
    for stair in range(state.stair_count):
        state.senses[stair] = UP + draw(state.chance, tape, 0, 1)
    if state.stair_count > 0:
        tell(events, STAIRS_CHANGED, NOTHING, 0, 0)


@rule
def win(state: State, seat: int, events: Events) -> None:
    """M19. The first to capture the flag; round and player to move stay."""
    state.result = seat + 1
    tell(events, FLAG_CAPTURED, seat, 0, state.flag)


# M20. What is told. A list of one event hears nothing, and costs nothing.


@rule
def is_heard(events: Events) -> bool:
    """Whether anybody wants to know."""
    return len(events.told) > 1


@rule
def tell(events: Events, kind: int, seat: int, what: int, at: int) -> None:
    """M20. Note an event."""
    if is_heard(events):
        event = events.told[events.count]
        events.count += 1
        event.kind = kind
        event.seat = seat
        event.what = what
        event.at = at


@rule
def tell_throw(events: Events, seat: int, player: Player, end: int, thrown: tuple[int, int, int]) -> None:
    """M20. The throw and move: blocked, else disoriented, else triggered, else with the direction die, else plain."""
    die, face, steps = thrown
    kind = WALKS
    if end == BLOCKED:
        kind = HELD_UP
    elif is_disoriented(player):
        kind = WALKS_DISORIENTED
    elif player.effect == TRIGGERED:
        kind = WALKS_TRIGGERED
    elif face != NOT_THROWN:
        kind = TURNS
    event = events.told[events.count]
    event.face = face
    event.direction = player.direction
    event.steps = steps
    tell(events, kind, seat, die, player.at)


@rule
def tell_passages(events: Events, seat: int, state: State, taken: int) -> None:
    """M20. The stairs and poles that he took."""
    for number in range(taken):
        passage = state.passages[number]
        tell(events, TOOK_STAIRS if passage.by_stair else SLID_DOWN, seat, passage.to, passage.start)


@rule
def tell_account(events: Events, seat: int, player: Player, steps: int, cost: int) -> None:
    """M20. The movement-point line."""
    if is_heard(events):
        event = events.told[events.count]
        event.steps = steps
        event.points = player.points
        event.direction = player.direction
        tell(events, ACCOUNT, seat, cost, player.at)


STAIRS, POLES = 536, 482  # the most that M4, M5 and M7 allow: two stair ends a cell; see `docs`

CAPACITIES = tuple(
    {"stairs": stairs, "ways": 2 * stairs + 2 * poles, "passages": 12 * chain, "events": 12 * chain + 16}
    for stairs, poles, chain in ((16, 16, 33), (64, 64, 129), (STAIRS, POLES, 536))
)

GAME = Game(
    id="savor",
    title="Maze to Savor",
    summary="Three players race over three floors of stairs, poles and movement points for one flag.",
    version=1,
    clauses=(*span("M", 20), "M14a"),
    sides=NAMES,
    unit="rounds",
    counter="rounds",
    seats=SEATS,
    actions=ACTIONS,
    refusals=REFUSALS,
    events=EVENTS,
    secret_events=frozenset(),
    has_chance=True,
    state=State,
    event_list=Events,
    capacities=CAPACITIES,
    refusal=refusal,
    apply=apply,
    reseed=reseed,
    begin=begin,
    may_act=may_act,
    next_to_act=next_to_act,
)
