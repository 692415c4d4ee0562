"""What a seat of a capture-the-flag match sees, as planes and numbers (`docs/envs.md` tells what each one is).

`flagstone.engine` loads this file once for every game that it serves, with `ACTIONS` and `HAS_TOOLS` in its globals.

For team 2 the board is mirrored, so that everybody plays from the left. `places` holds, for each team and cell, the
cell's index in a plane, its row and its column as that team sees them; `still` the planes that stay as they are.
"""

from typing import TYPE_CHECKING

import numpy as np

from .ctf import FLOOR, HOME, JAIL, KIND, NOTHING, NOWHERE, ON, TEAM_2, WALL, State, team_of
from .events import NOBODY
from .jit import fetch, rule
from .planes import Bytes, Floats, Numbers, copy, wipe

if TYPE_CHECKING:  # what the engine puts here
    HAS_TOOLS, ACTIONS = False, 5

STILL_PLANES = ("walls", "own territory", "own home", "their home", "own jail", "their jail")
LIVE_PLANES = ("the seat itself", "teammates", "opponents", "jailed", "own flag", "their flag")
PLANES = (*STILL_PLANES, *LIVE_PLANES, *(("tools",) if HAS_TOOLS else ()))
STILL, ALL = len(STILL_PLANES), len(PLANES)
WALLS = 0
SELF, TEAMMATES, OPPONENTS, JAILED, OWN_FLAG, THEIR_FLAG, TOOLS = range(STILL, STILL + 7)

# An action as a seat of team 2 means it: the board is mirrored, so that E and W (dig E and dig W) change places. The
# action after the game's last is `pass`.
PASS = ACTIONS
TURNED = np.arange(ACTIONS + 1)
TURNED[[1, 3]] = 3, 1
if HAS_TOOLS and ACTIONS == 8:  # N E S W, dig N, dig E, dig S, dig W
    TURNED[[5, 7]] = 7, 5

PLAYER_NUMBERS = ("row", "column", "jailed", "flag", "tool")
WIDTH = len(PLAYER_NUMBERS)

# What being closer to the win is worth, for shaped rewards (see `promise`).
FLAG_IS_NEAR, RAIDER_IS_NEAR, PRISONERS = 0.4, 0.2, 0.2


def vector_names(seats: int) -> tuple[str, ...]:
    """The numbers that a seat sees, in order."""
    mates = [f"teammate {number}" for number in range(1, seats // 2)]
    others = [f"opponent {number}" for number in range(1, seats // 2 + 1)]
    return tuple(f"{who}: {what}" for who in ("self", *mates, *others) for what in PLAYER_NUMBERS)


def plane_shape(state: State) -> tuple[int, ...]:
    """The shape of one plane."""
    return int(state.rows), int(state.columns)


def places(state: State) -> Numbers:
    """For each team and cell: its index in a plane, its row and its column. Checks nothing."""
    rows, columns, stride = int(state.rows), int(state.columns), int(state.stride)
    table = np.zeros((2, (rows + 2) * stride, 3), np.int32)
    row, column = np.mgrid[0:rows, 0:columns].reshape(2, -1)
    cell = (row + 1) * stride + column + 1
    for team in (0, 1):
        seen = column if team == 0 else columns - 1 - column
        table[team, cell] = np.column_stack((row * columns + seen, row, seen))
    return table


def still_planes(state: State) -> Bytes:
    """For each team the planes that do not change with the play, walls excepted where they can be dug."""
    rows, columns, stride = int(state.rows), int(state.columns), int(state.stride)
    ground = np.asarray(state.ground)[: (rows + 2) * stride].reshape(rows + 2, stride)[1:-1, 1:-1]
    kind, owner_of = ground & KIND, (ground & TEAM_2) // TEAM_2
    planes = np.zeros((2, STILL, rows, columns), np.uint8)
    for team in (0, 1):
        own = owner_of == team
        homes, jails = kind == HOME, kind == JAIL
        layers = (kind == WALL, own, homes & own, homes & ~own, jails & own, jails & ~own)
        planes[team] = np.stack(layers)[:, :, :: 1 if team == 0 else -1]
    return planes.reshape(2, -1)


def distances(state: State) -> Floats:
    """For each team and cell, how far it is from the team's home, as a share of the longest way.

    Walls that can be dug are no hindrance here; where nobody can go is as far as the farthest.
    """
    rows, stride = int(state.rows), int(state.stride)
    ground = np.asarray(state.ground)[: (rows + 2) * stride]
    kind = ground & KIND
    is_free = (kind >= FLOOR) | ((kind == WALL) & HAS_TOOLS)
    table = np.ones((2, len(ground)), np.float32)
    for team in (0, 1):
        steps = np.full(len(ground), -1)
        frontier, count = np.flatnonzero(ground & (KIND | TEAM_2) == HOME | TEAM_2 * team), 0
        while len(frontier):
            steps[frontier] = count
            ahead = np.unique(np.concatenate([frontier + step for step in (-stride, 1, stride, -1)]))
            frontier, count = ahead[(steps[ahead] < 0) & is_free[ahead]], count + 1
        table[team] = np.where(steps < 0, 1.0, steps / max(count - 1, 1))
    return table


@rule
def acting(state: State, lane: int) -> int:
    """The seat of a lane: in these games every seat has its own."""
    return lane


@rule
def look(state: State, seat: int, still: Bytes, first: int, places: Numbers, planes: Bytes, at: int) -> None:
    """Write what a seat sees into the planes, from index `at` on; its board's `still_planes` begin at `first`."""
    team = team_of(seat)
    area = state.rows * state.columns
    copy(still, first + team * STILL * area, planes, at, STILL * area)
    wipe(planes, at + STILL * area, (ALL - STILL) * area)
    if HAS_TOOLS:
        show_ground(state, team, places, planes, at)
    for other in range(state.seats):
        player = state.players[other]
        spot = at + places[team, player.at, 0]
        if other == seat:
            planes[spot + SELF * area] = 1
        elif team_of(other) == team:
            planes[spot + TEAMMATES * area] += 1
        else:
            planes[spot + OPPONENTS * area] += 1
        if player.jailed:
            planes[spot + JAILED * area] += 1
    planes[at + OWN_FLAG * area + places[team, flag_cell(state, team), 0]] = 1
    planes[at + THEIR_FLAG * area + places[team, flag_cell(state, 1 - team), 0]] = 1


@rule
def memory_size(seats: int) -> int:
    """How many numbers `remember` writes for a match."""
    return 2 * seats + 2


@rule
def remember(state: State, memory: Numbers, first: int) -> None:
    """Note what `relook` must know of what the planes show now, from index `first` on: who and which flag is where."""
    for seat in range(state.seats):
        memory[first + 2 * seat] = state.players[seat].at
        memory[first + 2 * seat + 1] = state.players[seat].jailed
    memory[first + 2 * state.seats] = flag_cell(state, 0)
    memory[first + 2 * state.seats + 1] = flag_cell(state, 1)


@rule
def relook(state: State, seat: int, memory: Numbers, first: int, places: Numbers, planes: Bytes, at: int) -> None:
    """`look` over planes that show the same match some steps ago, as `remember` noted it: only what has changed."""
    team = team_of(seat)
    area = state.rows * state.columns
    if HAS_TOOLS:
        wipe(planes, at + TOOLS * area, area)
        show_ground(state, team, places, planes, at)
    for other in range(state.seats):
        player = state.players[other]
        before, was_jailed = memory[first + 2 * other], memory[first + 2 * other + 1]
        if player.at != before or player.jailed != was_jailed:
            own = TEAMMATES if team_of(other) == team else OPPONENTS
            plane = at + area * (SELF if other == seat else own)
            left, entered = places[team, before, 0], places[team, player.at, 0]
            planes[plane + left] -= 1
            planes[plane + entered] += 1
            planes[at + JAILED * area + left] -= was_jailed
            planes[at + JAILED * area + entered] += player.jailed
    for side in range(2):
        before, now = memory[first + 2 * state.seats + side], flag_cell(state, side)
        if now != before:
            plane = at + area * (OWN_FLAG if side == team else THEIR_FLAG)
            planes[plane + places[team, before, 0]] = 0
            planes[plane + places[team, now, 0]] = 1


@rule
def expect(state: State, seat: int, places: Numbers, planes: Bytes, at: int) -> None:
    """Bring near what `relook` will write for a seat: where the players are now, and mostly were a step ago."""
    team = team_of(seat)
    area = state.rows * state.columns
    for other in range(state.seats):
        own = TEAMMATES if team_of(other) == team else OPPONENTS
        plane = SELF if other == seat else own
        fetch(planes, at + plane * area + places[team, state.players[other].at, 0])


@rule
def show_ground(state: State, team: int, places: Numbers, planes: Bytes, at: int) -> None:
    """The walls that still stand, and the tools that lie somewhere."""
    area = state.rows * state.columns
    for row in range(state.rows):
        cell = (row + 1) * state.stride + 1
        spot = at + WALLS * area + row * state.columns
        if team == 0:
            for column in range(state.columns):
                planes[spot + column] = state.ground[cell + column] & KIND == WALL
        else:
            for column in range(state.columns):
                planes[spot + column] = state.ground[cell + state.columns - 1 - column] & KIND == WALL
    for number in range(state.tool_count):
        cell = state.tools[number].at
        if cell != NOWHERE:
            planes[at + TOOLS * area + places[team, cell, 0]] = 1


@rule
def flag_cell(state: State, team: int) -> int:
    """Where a team's flag is, lying or carried."""
    flag = state.flag[team]
    if flag.carrier == NOBODY:
        return flag.at
    return int(state.players[flag.carrier].at)


@rule
def count(state: State, seat: int, places: Numbers, vector: Numbers, at: int) -> None:
    """Write the numbers that a seat sees, from index `at` on: its own, its teammates', its opponents'."""
    tell_player(state, seat, seat, places, vector, at)
    at += WIDTH
    team = team_of(seat)
    for side in range(2):
        for other in range(team ^ side, state.seats, 2):
            if other != seat:
                tell_player(state, other, seat, places, vector, at)
                at += WIDTH


@rule
def tell_player(state: State, other: int, seat: int, places: Numbers, vector: Numbers, at: int) -> None:
    """The numbers of one player as a seat sees him: row, column, jailed, flag carried, use left in his tool."""
    player = state.players[other]
    team = team_of(seat)
    vector[at] = places[team, player.at, 1]
    vector[at + 1] = places[team, player.at, 2]
    vector[at + 2] = player.jailed
    vector[at + 3] = 0 if player.flag == NOTHING else (1 if player.flag == team else 2)
    vector[at + 4] = 0
    if HAS_TOOLS and player.tool != NOTHING:
        vector[at + 4] = max(1, state.tools[player.tool].charges)


@rule
def winner_of(state: State, seat: int) -> int:
    """What the end of a match is worth to a seat: 1 for a win, -1 for a loss, 0 for a draw."""
    team = team_of(seat)
    return int(state.result == 1 + team) - int(state.result == 2 - team)


@rule
def promise(state: State, seat: int, distances: Floats, first: int) -> float:
    """How much better a seat's team stands than the other, for shaped rewards; 0 when the match is over."""
    if state.result != ON:
        return 0.0
    team = team_of(seat)
    return prospects(state, team, distances, first) - prospects(state, 1 - team, distances, first)


@rule
def prospects(state: State, team: int, distances: Floats, first: int) -> float:
    """How near a team has their flag to its own home, a raider to theirs, and what share of them sits in jail."""
    cells = (state.rows + 2) * state.stride
    own, theirs = first + team * cells, first + (1 - team) * cells
    flag = state.flag[1 - team]
    near = 0.0
    if flag.carrier != NOBODY and team_of(flag.carrier) == team:
        near = 1.0
    else:
        for seat in range(team, state.seats, 2):
            if not state.players[seat].jailed:
                near = max(near, 1.0 - distances[theirs + state.players[seat].at])
    home = 1.0 - distances[own + flag_cell(state, 1 - team)]
    jailed = 2 * state.in_jail[1 - team] / state.seats
    return float(FLAG_IS_NEAR * home + RAIDER_IS_NEAR * near + PRISONERS * jailed)


@rule
def is_too_long(state: State, age: int, limit: int) -> bool:
    """Whether a match that is still on ends undecided: after so many steps."""
    return age >= limit
