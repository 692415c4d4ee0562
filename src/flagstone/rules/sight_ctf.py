"""What a seat of a capture-the-flag match sees, as planes and numbers (`docs/envs.md` tells what each one is).

`flagstone.engine` loads this file once for every game that it serves, with `ACTIONS` and `HAS_TOOLS` in its globals.

For team 2 the board is mirrored, so that everybody plays from the left. `places` holds, for each team and cell, the
cell's index in a plane, its row and its column as that team sees them; `still` the planes that stay as they are.
"""

from typing import TYPE_CHECKING

import numpy as np

from .ctf import FLOOR, HOME, JAIL, KIND, NOTHING, NOWHERE, ON, TEAM_2, TOOL_LIES, WALL, State, team_of
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
NOTED = 4  # numbers that are remembered of each player

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
    return NOTED * seats + 2


@rule
def remember(state: State, memory: Numbers, first: int) -> None:
    """Note what `catch_up` must know of what is shown now, from index `first` on: the players and the flags."""
    for seat in range(state.seats):
        player, note = state.players[seat], first + NOTED * seat
        memory[note] = player.at
        memory[note + 1] = player.jailed
        memory[note + 2] = player.flag
        memory[note + 3] = use_left(state, seat)
    for team in range(2):
        memory[first + NOTED * state.seats + team] = flag_cell(state, team)


@rule
def catch_up(
    state: State, memory: Numbers, first: int, places: Numbers, planes: Bytes, at: int, numbers: Numbers, number: int
) -> None:
    """`look` and `count` for every seat, over what was shown of the same match some steps ago: only what has changed.

    The seats' planes follow each other from index `at` on, their numbers from index `number` on.
    """
    area = state.rows * state.columns
    for other in range(state.seats):
        player, note = state.players[other], first + NOTED * other
        before, was_jailed = memory[note], memory[note + 1]
        has_moved = player.at != before or player.jailed != was_jailed
        if has_moved or player.flag != memory[note + 2] or use_left(state, other) != memory[note + 3]:
            for seat in range(state.seats):
                start = number + seat * state.seats * WIDTH
                tell_player(state, other, seat, places, numbers, start)
                if has_moved:
                    left, entered = places[team_of(seat), before, 0], places[team_of(seat), player.at, 0]
                    plane = at + (seat * ALL + plane_of(other, seat)) * area
                    planes[plane + left] -= 1
                    planes[plane + entered] += 1
                    if was_jailed or player.jailed:
                        plane = at + (seat * ALL + JAILED) * area
                        planes[plane + left] -= was_jailed
                        planes[plane + entered] += player.jailed
    for team in range(2):
        before, now = memory[first + NOTED * state.seats + team], flag_cell(state, team)
        if now != before:
            for seat in range(state.seats):
                plane = at + (seat * ALL + (OWN_FLAG if team_of(seat) == team else THEIR_FLAG)) * area
                planes[plane + places[team_of(seat), before, 0]] = 0
                planes[plane + places[team_of(seat), now, 0]] = 1
    if HAS_TOOLS:
        catch_up_ground(state, places, planes, at)


@rule
def catch_up_ground(state: State, places: Numbers, planes: Bytes, at: int) -> None:
    """`show_ground` for every seat, where the planes of the first, who sees the board as it is, are behind."""
    area = state.rows * state.columns
    for row in range(state.rows):
        for column in range(state.columns):
            cell = (row + 1) * state.stride + column + 1
            spot = at + row * state.columns + column
            wall = state.ground[cell] & KIND == WALL
            tool = state.ground[cell] & TOOL_LIES != 0
            if planes[spot + WALLS * area] != wall or planes[spot + TOOLS * area] != tool:
                for seat in range(state.seats):
                    seen = at + seat * ALL * area + places[team_of(seat), cell, 0]
                    planes[seen + WALLS * area] = wall
                    planes[seen + TOOLS * area] = tool


@rule
def expect(state: State, places: Numbers, planes: Bytes, at: int) -> None:
    """Bring near what `catch_up` will write: where the players are now, and mostly were a step ago."""
    area = state.rows * state.columns
    for other in range(state.seats):
        here = state.players[other].at
        for seat in range(state.seats):
            fetch(planes, at + (seat * ALL + plane_of(other, seat)) * area + places[team_of(seat), here, 0])


@rule
def plane_of(other: int, seat: int) -> int:
    """The plane in which a seat sees a player."""
    if other == seat:
        return SELF
    return TEAMMATES if team_of(other) == team_of(seat) else OPPONENTS


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
    for other in range(state.seats):
        tell_player(state, other, seat, places, vector, at)


@rule
def tell_player(state: State, other: int, seat: int, places: Numbers, vector: Numbers, at: int) -> None:
    """The numbers of one player as a seat sees him: row, column, jailed, flag carried, use left in his tool.

    A seat's numbers begin at index `at`.
    """
    player = state.players[other]
    team = team_of(seat)
    at += WIDTH * rank(state, other, seat)
    vector[at] = places[team, player.at, 1]
    vector[at + 1] = places[team, player.at, 2]
    vector[at + 2] = player.jailed
    vector[at + 3] = 0 if player.flag == NOTHING else (1 if player.flag == team else 2)
    vector[at + 4] = use_left(state, other)


@rule
def rank(state: State, other: int, seat: int) -> int:
    """Which in the order of those that a seat sees a player is: itself first, teammates, then opponents."""
    if team_of(other) != team_of(seat):
        return state.seats // 2 + other // 2
    if other == seat:
        return 0
    return other // 2 + int(other < seat)


@rule
def use_left(state: State, seat: int) -> int:
    """How often a player's tool can still be used, as far as that is counted; 0 without one."""
    if HAS_TOOLS and state.players[seat].tool != NOTHING:
        return max(1, state.tools[state.players[seat].tool].charges)
    return 0


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
