"""What the three capture-the-flag games share (clauses C…)."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from .chance import Tape
from .events import NOBODY, Events
from .game import span
from .jit import rule
from .record import Record, boolean, i8, i16, i32, u32

CLAUSES = span("C", 10)
SIDES = ("team 1", "team 2")

# C6. Directions are N, E, S, W; a move's action number is its direction's.
MOVES = ("N", "E", "S", "W")

# The result of a match: on, won by team 1 or 2 (the number is the team's, from 1), or drawn.
ON, DRAWN = 0, 3

# The ground of a cell is one byte: its kind, whose territory it is, and what lies there.
OFF, WALL, FLOOR, HOME, JAIL = 0, 1, 2, 3, 4
KIND = 7  # mask of the kind
TEAM_2 = 8  # set in team 2's territory; homes and jails belong to the team whose territory they lie in (C2)
PLACE = KIND | TEAM_2
FLAG_LIES = 16
TOOL_LIES = 32

# The characters of C1, as ground. f, F, s and S are a home or floor cell with a thing that starts there.
GROUND = {"#": WALL, " ": FLOOR, "h": HOME, "H": HOME | TEAM_2, "j": JAIL, "J": JAIL | TEAM_2}
GROUND |= {"f": HOME, "F": HOME | TEAM_2, "s": FLOOR, "S": FLOOR}

NOTHING = -1
NOWHERE = -1
CELL = 2**20 - 1  # mask of a cell's number

# Refusals of all three games, by code; each rulebook names those that its game knows.
ACCEPTED = 0
REFUSALS = (
    "",
    "match_over",
    "jailed",
    "off_board",
    "wall",
    "not_holding",
    "occupied",
    "safe",
    "jailed_target",
    "hands_full",
    "no_shovel",
    "not_wall",
    "not_capturable",
    "no_flag",
)
MATCH_OVER, JAILED, OFF_BOARD, BY_WALL, NOT_HOLDING, OCCUPIED, SAFE = 1, 2, 3, 4, 5, 6, 7
JAILED_TARGET, HANDS_FULL, NO_SHOVEL, NOT_WALL, NOT_CAPTURABLE, NO_FLAG = 8, 9, 10, 11, 12, 13


class Player(Record):
    """The player of a seat."""

    at: u32  # his cell
    tool: i32  # the tool he carries, or NOTHING
    next: i16  # the next seat in the same cell, or NOBODY
    flag: i8  # the team whose flag he carries, or NOTHING
    jailed: boolean


class Flag(Record):
    """A team's flag."""

    start: i32  # its flag cell
    at: i32  # where it lies; NOWHERE while it is carried
    carrier: i16  # a seat, or NOBODY


class Tool(Record):
    """A hammer or a shovel."""

    start: i32  # its tool cell
    at: i32  # where it lies; NOWHERE while it is carried, or spent
    carrier: i16  # a seat, or NOBODY
    charges: i8  # of a hammer; NOTHING for a shovel


class State(Record):
    """A capture-the-flag match.

    Cells are numbered row by row over the board and a rim of OFF cells around it, so that a step never leaves the
    array; `stride` is the board's width with the rim:

        0 1 2 3 4       rim
        5 6 7 8 9       rim, (0, 0), (0, 1), (0, 2), rim
    """

    rows: i32
    columns: i32
    stride: i32
    steps: Annotated[list[int], np.int32, 4]  # what a move N, E, S, W adds to a cell
    seats: i32  # of both teams
    tool_count: i32
    result: i32
    first_home: Annotated[list[int], np.int32, 2]  # each team's first home cell in reading order
    first_jail: Annotated[list[int], np.int32, 2]
    away: Annotated[list[int], np.int32, 2]  # players of each team who are not on its home cells; kept by `stand`
    in_jail: Annotated[list[int], np.int32, 2]  # players of each team who are jailed; kept by `jail` and `release`
    flag: Annotated[list[Flag], Flag, 2]
    players: Annotated[list[Player], Player, "seats"]
    occupant: Annotated[list[int], np.int16, "cells"]  # the seat that came last of those in a cell, or NOBODY
    ground: Annotated[list[int], np.uint8, "cells"]
    tools: Annotated[list[Tool], Tool, "tools"]


Cell = tuple[int, int]


def set_up(
    state: State, lines: Sequence[str], flags: Sequence[Cell], tools: Sequence[Cell], seats_per_team: int
) -> None:
    """C1, C3. Lay out a board that `flagstone.boards` accepted in a blank state, everybody at home. Checks nothing."""
    state.rows, state.columns = len(lines), len(lines[0])
    state.stride = stride = state.columns + 2
    state.steps[:] = (-stride, 1, stride, -1)
    state.seats = 2 * seats_per_team
    for row, line in enumerate(lines):
        first = cell_at(state, row, 0)
        state.ground[first : first + len(line)] = [
            GROUND[char] | TEAM_2 * territory(column, len(line)) for column, char in enumerate(line)
        ]
    np.asarray(state.occupant).fill(NOBODY)
    for team in (0, 1):
        state.first_home[team] = first_of(state, HOME | TEAM_2 * team)
        state.first_jail[team] = first_of(state, JAIL | TEAM_2 * team)
        state.flag[team].start = cell_at(state, *flags[team])
        lay_flag(state, team, state.flag[team].start)
    state.tool_count = len(tools)
    for number, cell in enumerate(tools):
        state.tools[number].start = cell_at(state, *cell)
        state.tools[number].charges = NOTHING
        lay_tool(state, number, state.tools[number].start)
    for seat in range(state.seats):
        player = state.players[seat]
        player.flag = player.tool = NOTHING
        appear(state, seat, first_empty(state, team_of(seat), HOME))


def cell_at(state: State, row: int, column: int) -> int:
    """The number of the cell in a row and column."""
    return int((row + 1) * state.stride + column + 1)


def place_of(state: State, cell: int) -> Cell:
    """The row and column of a cell."""
    return int(cell) // int(state.stride) - 1, int(cell) % int(state.stride) - 1


def first_of(state: State, place: int) -> int:
    """The first cell of a place (a kind and a territory) in reading order; there is one."""
    return int(np.flatnonzero(np.bitwise_and(state.ground, PLACE) == place)[0])


@rule
def team_of(seat: int) -> int:
    """C3. Seat s plays for team s % 2."""
    return seat & 1


def territory(column: int, columns: int) -> int:
    """C2. A column of the left half is team 1's (0 in code), the others, without the middle one, team 2's (1)."""
    return 0 if 2 * column < columns else 1


@rule
def may_act(state: State, seat: int) -> bool:
    """C5. No turns: any seat may act at any moment while the match is on."""
    return state.result == ON


@rule
def next_to_act(state: State, last: int) -> int:
    """C5. Programs that need turns take seats round-robin."""
    return last + 1 if last + 1 < state.seats else 0


@rule
def step(state: State, cell: int, direction: int) -> int:
    """C6. The next cell N, E, S or W; from the edge of the grid it is an OFF cell of the rim.

    The mask changes nothing; it tells the compiler that the sum is an index.
    """
    return (cell + state.steps[direction]) & CELL


@rule
def owner(state: State, cell: int) -> int:
    """The team whose territory a cell is; of a home or jail also the team it belongs to (C2)."""
    return state.ground[cell] >> 3 & 1


@rule
def is_home(state: State, cell: int, team: int) -> bool:
    """Whether a cell is one of the team's home cells."""
    return state.ground[cell] & PLACE == HOME | team << 3


@rule
def is_jail(state: State, cell: int, team: int) -> bool:
    """Whether a cell belongs to the jail that the team owns."""
    return state.ground[cell] & PLACE == JAIL | team << 3


@rule
def first_empty(state: State, team: int, kind: int) -> int:
    """C7. The first cell of the team's home or jail, in reading order, with nobody in it; by C4 there is one."""
    cell = state.first_home[team] if kind == HOME else state.first_jail[team]
    place = kind | team << 3
    while state.ground[cell] & PLACE != place or state.occupant[cell] != NOBODY:
        cell += 1
    return cell


@rule
def appear(state: State, seat: int, cell: int) -> None:
    """A player comes into a cell; whoever was there before him is next behind him."""
    player = state.players[seat]
    player.at = cell
    player.next = state.occupant[cell]
    state.occupant[cell] = seat


@rule
def vanish(state: State, seat: int, cell: int) -> None:
    """A player leaves the cell that he is in."""
    behind = state.players[seat].next
    if state.occupant[cell] == seat:
        state.occupant[cell] = behind
        return
    ahead = state.players[state.occupant[cell]]
    while ahead.next != seat:
        ahead = state.players[ahead.next]
    ahead.next = behind


@rule
def stand(state: State, seat: int, cell: int) -> None:
    """A player leaves his cell and stands in another."""
    here = state.players[seat].at
    team = team_of(seat)
    state.away[team] += int(is_home(state, here, team)) - int(is_home(state, cell, team))
    vanish(state, seat, here)
    appear(state, seat, cell)


@rule
def jail(state: State, seat: int, team: int) -> None:
    """Place a player on the first unoccupied cell of the team's jail (C7), jailed."""
    stand(state, seat, first_empty(state, team, JAIL))
    state.players[seat].jailed = True
    state.in_jail[team_of(seat)] += 1


@rule
def release(state: State, seat: int) -> None:
    """A jailed player is no longer jailed; he stays where he is."""
    state.players[seat].jailed = False
    state.in_jail[team_of(seat)] -= 1


@rule
def send_home(state: State, seat: int) -> None:
    """A jailed player is no longer jailed and is placed on the first unoccupied cell of his home (C7)."""
    release(state, seat)
    stand(state, seat, first_empty(state, team_of(seat), HOME))


@rule
def lay_flag(state: State, team: int, cell: int) -> None:
    """A flag that nobody carries any more lies in a cell."""
    state.flag[team].at = cell
    state.flag[team].carrier = NOBODY
    state.ground[cell] |= FLAG_LIES


@rule
def take_flag(state: State, team: int, seat: int) -> None:
    """A lying flag is carried."""
    state.ground[state.flag[team].at] ^= FLAG_LIES
    state.flag[team].at = NOWHERE
    state.flag[team].carrier = seat
    state.players[seat].flag = team


@rule
def lay_tool(state: State, number: int, cell: int) -> None:
    """A tool that nobody carries any more lies in a cell."""
    state.tools[number].at = cell
    state.tools[number].carrier = NOBODY
    state.ground[cell] |= TOOL_LIES


@rule
def take_tool(state: State, number: int, seat: int) -> None:
    """A lying tool is carried."""
    state.ground[state.tools[number].at] ^= TOOL_LIES
    state.tools[number].at = NOWHERE
    state.tools[number].carrier = seat
    state.players[seat].tool = number


@rule
def tool_at(state: State, cell: int) -> int:
    """The tool that lies in a cell; there is one."""
    number = 0
    while state.tools[number].at != cell:
        number += 1
    return number


@rule
def flag_at(state: State, cell: int) -> int:
    """The team whose flag lies in a cell; there is one."""
    return 0 if state.flag[0].at == cell else 1


@rule
def reseed(state: State, seed: int) -> None:
    """C9. There is no generator to start."""


@rule
def begin(state: State, tape: Tape, events: Events) -> None:
    """C9. Nothing happens at the start, and none of the three games takes a draw."""


CAPACITIES = (
    {"cells": 18 * 18, "seats": 8, "tools": 8, "events": 64},
    {"cells": 34 * 34, "seats": 16, "tools": 8, "events": 64},
    {"cells": 66 * 66, "seats": 64, "tools": 64, "events": 256},
    {"cells": 258 * 258, "seats": 256, "tools": 1024, "events": 1024},
    {"cells": 258 * 258, "seats": 256, "tools": 256 * 256, "events": 1024},
)
