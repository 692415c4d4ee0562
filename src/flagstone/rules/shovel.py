"""Shovel CTF (clauses S…; what it shares with the other two is in `ctf`)."""

from .chance import Tape
from .ctf import (
    ACCEPTED,
    BY_WALL,
    CAPACITIES,
    CLAUSES,
    FLOOR,
    HANDS_FULL,
    JAILED,
    JAILED_TARGET,
    KIND,
    MATCH_OVER,
    MOVES,
    NO_SHOVEL,
    NOT_WALL,
    NOTHING,
    OCCUPIED,
    OFF,
    OFF_BOARD,
    ON,
    REFUSALS,
    SAFE,
    SIDES,
    TOOL_LIES,
    WALL,
    State,
    begin,
    is_home,
    is_jail,
    jail,
    lay_flag,
    lay_tool,
    may_act,
    next_to_act,
    release,
    reseed,
    stand,
    step,
    take_flag,
    take_tool,
    team_of,
    tool_at,
)
from .events import NOBODY, Events, tell
from .game import Game, span
from .jit import rule

ACTIONS = (*MOVES, *(f"dig {direction}" for direction in MOVES))
FIRST_DIG = 4

EVENTS = ("moved", "dug", "tagged", "freed", "picked_up", "returned", "won")
MOVED, DUG, TAGGED, FREED, PICKED_UP, RETURNED, WON = range(7)

# What an event says was picked up or returned: a team's flag (0, 1), or a shovel by its number from here.
FIRST_TOOL = 2


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """C8, C10. Why an action is refused, or ACCEPTED; once the match is over every action is."""
    if state.result != ON:
        return MATCH_OVER
    if action >= FIRST_DIG:
        return dig_refusal(state, seat, action - FIRST_DIG)
    return move_refusal(state, seat, action)


@rule
def apply(state: State, seat: int, action: int, tape: Tape, events: Events) -> None:
    """Carry out an action that is not refused. Takes no draw (C9)."""
    if action >= FIRST_DIG:
        dig(state, seat, action - FIRST_DIG, events)
    else:
        move(state, seat, action, events)
    settle(state, events)


@rule
def carries_anything(state: State, seat: int) -> bool:
    """S1, S2. One shovel or the opponents' flag; what nobody carries lies on its designated or flag cell."""
    return state.players[seat].tool != NOTHING or state.players[seat].flag != NOTHING


@rule
def is_safe(state: State, seat: int) -> bool:
    """S2. On a home cell of his own team."""
    return is_home(state, state.players[seat].at, team_of(seat))


@rule
def move_refusal(state: State, seat: int, direction: int) -> int:
    """S3. Why a MOVE is refused."""
    player = state.players[seat]
    if player.jailed:
        return JAILED
    target = step(state, player.at, direction)
    ground = state.ground[target]
    if ground & KIND == OFF:
        return OFF_BOARD
    if ground & KIND == WALL:
        return BY_WALL
    other = state.occupant[target]
    if other != NOBODY:
        if team_of(other) == team_of(seat):
            return ACCEPTED if state.players[other].jailed else OCCUPIED
        if is_safe(state, other):
            return SAFE
        if state.players[other].jailed:
            return JAILED_TARGET
    if ground & TOOL_LIES and carries_anything(state, seat):
        return HANDS_FULL
    return ACCEPTED


@rule
def move(state: State, seat: int, direction: int, events: Events) -> None:
    """S3. A free opponent is tagged, the mover enters, picks up, frees; the win comes after."""
    target = step(state, state.players[seat].at, direction)
    other = state.occupant[target]
    if other != NOBODY:
        if team_of(other) == team_of(seat):
            bail(state, seat, events)
            return
        tag(state, other, seat, events)
    stand(state, seat, target)
    tell(events, MOVED, seat, 0, target)
    pick_up(state, seat, target, events)
    if is_jail(state, target, 1 - team_of(seat)):
        bail(state, seat, events)


@rule
def tag(state: State, seat: int, by: int, events: Events) -> None:
    """S4. He loses what he carries and goes to the tagger's team's jail."""
    player = state.players[seat]
    tell(events, TAGGED, seat, by, player.at)
    if player.flag != NOTHING:
        team = player.flag
        player.flag = NOTHING
        lay_flag(state, team, state.flag[team].start)
        tell(events, RETURNED, seat, team, state.flag[team].start)
    if player.tool != NOTHING:
        return_shovel(state, seat, events)
    jail(state, seat, team_of(by))


@rule
def return_shovel(state: State, seat: int, events: Events) -> None:
    """S4, S5. The shovel he carries goes back to its designated cell."""
    player = state.players[seat]
    number = player.tool
    player.tool = NOTHING
    lay_tool(state, number, state.tools[number].start)
    tell(events, RETURNED, seat, FIRST_TOOL + number, state.tools[number].start)


@rule
def pick_up(state: State, seat: int, cell: int, events: Events) -> None:
    """S5. The opponents' flag is taken, a shovel returns for it; a shovel by a mover who carries nothing."""
    player = state.players[seat]
    theirs = 1 - team_of(seat)
    if state.flag[theirs].at == cell:
        take_flag(state, theirs, seat)
        tell(events, PICKED_UP, seat, theirs, cell)
        if player.tool != NOTHING:
            return_shovel(state, seat, events)
    if state.ground[cell] & TOOL_LIES and not carries_anything(state, seat):
        number = tool_at(state, cell)
        take_tool(state, number, seat)
        tell(events, PICKED_UP, seat, FIRST_TOOL + number, cell)


@rule
def dig_refusal(state: State, seat: int, direction: int) -> int:
    """S6. Why a DIG is refused."""
    player = state.players[seat]
    if player.jailed:
        return JAILED
    if player.tool == NOTHING:
        return NO_SHOVEL
    kind = state.ground[step(state, player.at, direction)] & KIND
    if kind == OFF:
        return OFF_BOARD
    return ACCEPTED if kind == WALL else NOT_WALL


@rule
def dig(state: State, seat: int, direction: int, events: Events) -> None:
    """S6. The wall becomes floor; the player stays."""
    target = step(state, state.players[seat].at, direction)
    state.ground[target] ^= WALL ^ FLOOR
    tell(events, DUG, seat, state.players[seat].tool, target)


@rule
def bail(state: State, seat: int, events: Events) -> None:
    """S7. All his jailed teammates are free, in seat order, and stay where they are."""
    team = team_of(seat)
    if state.in_jail[team] > 0:
        for mate in range(team, state.seats, 2):
            if state.players[mate].jailed:
                release(state, mate)
                tell(events, FREED, mate, seat, state.players[mate].at)


@rule
def settle(state: State, events: Events) -> None:
    """S8. The win, checked after every accepted action, for each team."""
    for team in range(2):
        if has_won(state, team):
            state.result = team + 1
            tell(events, WON, NOBODY, team, 0)


@rule
def has_won(state: State, team: int) -> bool:
    """S8. All its players at home, one of them with the opponents' flag, its own flag on its flag cell."""
    return state.away[team] == 0 and state.flag[1 - team].carrier != NOBODY and state.flag[team].carrier == NOBODY


GAME = Game(
    id="shovel",
    title="Shovel CTF",
    summary="Real-time capture the flag in a maze: shovels dig through walls, and nobody is safe but at home.",
    version=1,
    clauses=CLAUSES + span("S", 8),
    sides=SIDES,
    unit="actions",
    counter=None,
    seats=None,
    actions=ACTIONS,
    refusals=REFUSALS,
    events=EVENTS,
    secret_events=frozenset(),
    has_chance=False,
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
