"""What a seat of Maze to Savor sees, as planes and numbers (`docs/envs.md` tells what each one is).

Every plane has the three floors, one after another. There is nothing to hide and nothing to turn: the players come
in the order in which they throw, the seat itself first.
"""

import numpy as np

from .jit import rule
from .planes import Bytes, Floats, Numbers, copy, wipe
from .savor import BOTH, CELLS, COLUMNS, FLOORS, NOTHING, OPEN, ROWS, SEATS, UP, State

STILL_PLANES = ("cells", "costs", "gifts", "factors", "poles", "flag")
LIVE_PLANES = ("stairs up", "stairs down", "the seat itself", "next player", "third player")
PLANES = STILL_PLANES + LIVE_PLANES
STILL, ALL = len(STILL_PLANES), len(PLANES)
STAIRS_UP, STAIRS_DOWN, SELF = range(STILL, STILL + 3)

PLAYER_NUMBERS = ("area", "direction", "throws", "points", "effect", "effect left")
WIDTH = len(PLAYER_NUMBERS)

PASS = -1
TURNED = np.arange(1)


def vector_names(seats: int) -> tuple[str, ...]:
    """The numbers that a seat sees, in order."""
    players = [f"{who}: {what}" for who in ("self", "next", "third") for what in PLAYER_NUMBERS]
    return ("to move", "round", *players)


def plane_shape(state: State) -> tuple[int, ...]:
    """The shape of one plane."""
    return FLOORS * ROWS, COLUMNS


def places(state: State) -> Numbers:
    """Nothing: a cell's number is its index in a plane."""
    return np.zeros((1, 1, 3), np.int32)


def still_planes(state: State) -> Bytes:
    """The planes that do not change with the play; numbers above 255 are shown as 255."""
    squares = np.asarray(state.squares)
    poles = np.zeros(CELLS, np.bool_)
    for cell in np.flatnonzero(squares["ways"]):
        first = int(squares["first_way"][cell])
        for number in range(first, first + int(squares["ways"][cell])):
            poles[cell] |= state.ways[number].stair == NOTHING
    is_open = squares["ground"] == OPEN
    plus = squares["plus"] * is_open
    layers = (
        is_open,
        np.clip(-plus, 0, 255),
        np.clip(plus, 0, 255),
        np.clip(squares["times"], 0, 255) * is_open,
        poles,
        np.arange(CELLS) == state.flag,
    )
    return np.stack(layers).astype(np.uint8).reshape(1, -1)


def distances(state: State) -> Floats:
    """Nothing: who has one action has nothing to learn from shaped rewards."""
    return np.zeros((1, 1), np.float32)


@rule
def acting(state: State, lane: int) -> int:
    """The seat of a lane: there is one, for the player to move."""
    return int(state.to_move)


@rule
def look(state: State, seat: int, still: Bytes, first: int, places: Numbers, planes: Bytes, at: int) -> None:
    """Write what a seat sees into the planes, from index `at` on; its board's `still_planes` begin at `first`."""
    copy(still, first, planes, at, STILL * CELLS)
    wipe(planes, at + STILL * CELLS, (ALL - STILL) * CELLS)
    for number in range(len(state.ways)):
        way = state.ways[number]
        back = BOTH - way.sense  # the sense in which its stair is taken where it leads
        if way.sense != 0 and way.stair != NOTHING and state.senses[way.stair] & back != 0:
            plane = STAIRS_UP if back == UP else STAIRS_DOWN
            planes[at + plane * CELLS + int(way.to)] = 1
    for number in range(SEATS):
        player = state.players[(seat + number) % SEATS]
        planes[at + (SELF + number) * CELLS + int(player.at)] = 1


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
    vector[at] = state.to_move == seat
    vector[at + 1] = state.rounds
    at += 2
    for number in range(SEATS):
        player = state.players[(seat + number) % SEATS]
        vector[at] = player.area
        vector[at + 1] = player.direction
        vector[at + 2] = player.throws
        vector[at + 3] = player.points
        vector[at + 4] = player.effect
        vector[at + 5] = player.effect_left
        at += WIDTH


@rule
def winner_of(state: State, seat: int) -> int:
    """What the end of a match is worth to a seat: 1 for a win, -1 for a loss. Not checked: that it is over."""
    return 1 if state.result == 1 + seat else -1


@rule
def promise(state: State, seat: int, distances: Floats, first: int) -> float:
    """Nothing to shape."""
    return 0.0


@rule
def is_too_long(state: State, age: int, limit: int) -> bool:
    """Whether a match that is still on ends undecided: after so many rounds."""
    return state.rounds > limit
