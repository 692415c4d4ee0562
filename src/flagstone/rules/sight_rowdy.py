"""What a seat of Rowdy Racers sees, as planes and numbers (`docs/envs.md` tells what each one is).

For player 2 the board is turned by half, so that both start at the bottom left. `places` holds, for each seat and
square, the square's index in a plane, its row and its column as that seat sees them.
"""

import numpy as np

from .jit import rule
from .planes import Bytes, Floats, Numbers, copy, wipe
from .rowdy import ACTIONS as ACTION_NAMES
from .rowdy import LYING, MOVES, NOWHERE, ON, PLACED, TRAIL_LENGTH, WALL, WRECK, State, is_secret, turns_dark

STILL_PLANES = ("walls", "own finish", "their finish")
LIVE_PLANES = ("the seat itself", "opponent", "own trail", "their trail", "lying", "placed", "wrecks", "dark")
PLANES = STILL_PLANES + LIVE_PLANES
STILL, ALL = len(STILL_PLANES), len(PLANES)
SELF, OPPONENT, OWN_TRAIL, THEIR_TRAIL, GRENADES, PLACED_ONES, WRECKS, DARK = range(STILL, ALL)

MOVE_NUMBERS = ("to move", "actions left", "has left the square of the turn's start")
VECTOR = (*MOVE_NUMBERS, "own grenades", "own debt", "their grenades", "their debt")

# An action as player 2 means it: the board is turned by half, and so are the eight directions. A seat that is not to
# move has no action, so there is no `pass`.
PASS = -1
TURNED = np.arange(len(ACTION_NAMES))
TURNED[:MOVES] = (TURNED[:MOVES] + MOVES // 2) % MOVES

FINISH_IS_NEAR = 0.5  # what it is worth, for shaped rewards (see `promise`)


def vector_names(seats: int) -> tuple[str, ...]:
    """The numbers that a seat sees, in order."""
    return VECTOR


def plane_shape(state: State) -> tuple[int, ...]:
    """The shape of one plane."""
    return int(state.rows), int(state.columns)


def places(state: State) -> Numbers:
    """For each seat and square: its index in a plane, its row and its column. Checks nothing."""
    rows, columns, area = int(state.rows), int(state.columns), int(state.area)
    squares = np.asarray(state.squares)[:area]
    table = np.zeros((2, 1 + (rows + 2) * (columns + 2), 3), np.int32)
    index = np.arange(area)
    for seat in (0, 1):
        seen = index if seat == 0 else area - 1 - index
        table[seat, squares] = np.column_stack((seen, seen // columns, seen % columns))
    return table


def still_planes(state: State) -> Bytes:
    """For each seat the planes that do not change with the play."""
    area = int(state.area)
    squares = np.asarray(state.squares)[:area]
    planes = np.zeros((2, STILL, area), np.uint8)
    for seat in (0, 1):
        layers = (
            np.asarray(state.barrier)[squares] == WALL,
            squares == state.starts[1 - seat],
            squares == state.starts[seat],
        )
        planes[seat] = np.stack(layers)[:, :: 1 if seat == 0 else -1]
    return planes.reshape(2, -1)


def distances(state: State) -> Floats:
    """For each seat and square, how far it is from the seat's finish, as a share of the longest way."""
    area = int(state.area)
    squares = np.asarray(state.squares)[:area]
    is_free = np.zeros(len(state.barrier), np.bool_)
    is_free[squares] = np.asarray(state.barrier)[squares] != WALL
    table = np.ones((2, 1 + (int(state.rows) + 2) * (int(state.columns) + 2)), np.float32)
    for seat in (0, 1):
        steps = np.full(len(is_free), -1)
        frontier, count = np.array([int(state.starts[1 - seat])]), 0
        while len(frontier):
            steps[frontier] = count
            ahead = np.unique(np.concatenate([frontier + int(step) for step in state.steps]))
            frontier, count = ahead[(steps[ahead] < 0) & is_free[ahead]], count + 1
        table[seat] = np.where(steps < 0, 1.0, steps / max(count - 1, 1))[: table.shape[1]]
    return table


@rule
def acting(state: State, lane: int) -> int:
    """The seat of a lane: there is one, for the player to move."""
    return int(state.to_move)


@rule
def look(state: State, seat: int, still: Bytes, first: int, places: Numbers, planes: Bytes, at: int) -> None:
    """Write what a seat sees into the planes, from index `at` on; its board's `still_planes` begin at `first`.

    R11. Active grenades are not in it.
    """
    area = int(state.area)
    copy(still, first + seat * STILL * area, planes, at, STILL * area)
    wipe(planes, at + STILL * area, (ALL - STILL) * area)
    for index in range(area):
        square = state.squares[index]
        spot = at + places[seat, square, 0]
        grenade = state.grenade[square]
        if not is_secret(grenade):
            planes[spot + GRENADES * area] = grenade == LYING
            planes[spot + PLACED_ONES * area] = grenade == PLACED
            planes[spot + WRECKS * area] = grenade == WRECK
        planes[spot + DARK * area] = max(0, turns_dark(state, square))
    planes[at + SELF * area + places[seat, state.players[seat].at, 0]] = 1
    planes[at + OPPONENT * area + places[seat, state.players[1 - seat].at, 0]] = 1
    for age in range(TRAIL_LENGTH):
        own, theirs = state.players[seat].trail[age], state.players[1 - seat].trail[age]
        if own != NOWHERE:
            planes[at + OWN_TRAIL * area + places[seat, own, 0]] = TRAIL_LENGTH - age
        if theirs != NOWHERE:
            planes[at + THEIR_TRAIL * area + places[seat, theirs, 0]] = TRAIL_LENGTH - age


@rule
def memory_size(seats: int) -> int:
    """Nothing need be remembered: every look is a whole one."""
    return 0


@rule
def remember(state: State, memory: Numbers, first: int) -> None:
    """Nothing."""


@rule
def catch_up(
    state: State, memory: Numbers, first: int, places: Numbers, planes: Bytes, at: int, numbers: Numbers, number: int
) -> None:
    """Not called: there is nothing that could be remembered."""


@rule
def expect(state: State, places: Numbers, planes: Bytes, at: int) -> None:
    """Nothing: whole planes are written one after another, which processors expect anyway."""


@rule
def count(state: State, seat: int, places: Numbers, vector: Numbers, at: int) -> None:
    """Write the numbers that a seat sees, from index `at` on."""
    own, theirs = state.players[seat], state.players[1 - seat]
    is_to_move = state.to_move == seat
    vector[at] = is_to_move
    vector[at + 1] = state.actions_left if is_to_move else 0
    vector[at + 2] = is_to_move and own.at != state.started_at
    vector[at + 3] = own.grenades
    vector[at + 4] = own.debt
    vector[at + 5] = theirs.grenades
    vector[at + 6] = theirs.debt


@rule
def winner_of(state: State, seat: int) -> int:
    """What the end of a match is worth to a seat: 1 for a win, -1 for a loss. Not checked: that it is over."""
    return 1 if state.result == 1 + seat else -1


@rule
def promise(state: State, seat: int, distances: Floats, first: int) -> float:
    """How much nearer a seat is to its finish than the other to his, for shaped rewards; 0 when the match is over."""
    if state.result != ON:
        return 0.0
    squares = 1 + (state.rows + 2) * (state.columns + 2)
    own = distances[first + seat * squares + state.players[seat].at]
    theirs = distances[first + (1 - seat) * squares + state.players[1 - seat].at]
    return float(FINISH_IS_NEAR * (theirs - own))


@rule
def is_too_long(state: State, age: int, limit: int) -> bool:
    """Whether a match that is still on ends undecided: after so many turns."""
    return state.turn > limit
