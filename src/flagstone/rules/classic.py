"""Classic CTF (clauses K…; what it shares with the other two is in `ctf`)."""

from .chance import Tape
from .ctf import (
    ACCEPTED,
    BY_WALL,
    CAPACITIES,
    CLAUSES,
    DRAWN,
    JAILED,
    JAILED_TARGET,
    KIND,
    MATCH_OVER,
    MOVES,
    NO_FLAG,
    NOT_CAPTURABLE,
    NOTHING,
    OCCUPIED,
    OFF,
    OFF_BOARD,
    ON,
    REFUSALS,
    SIDES,
    WALL,
    State,
    begin,
    is_jail,
    jail,
    lay_flag,
    may_act,
    next_to_act,
    owner,
    reseed,
    send_home,
    stand,
    step,
    take_flag,
    team_of,
)
from .events import NOBODY, Events, tell
from .game import Game, span
from .jit import rule

ACTIONS = (*MOVES, "get flag")
GET_FLAG = 4

EVENTS = ("moved", "flag_taken", "captured", "flag_returned", "freed", "won", "drawn")
MOVED, FLAG_TAKEN, CAPTURED, FLAG_RETURNED, FREED, WON, DREW = range(7)


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """C8, C10. Why an action is refused, or ACCEPTED; once the match is over every action is."""
    if state.result != ON:
        return MATCH_OVER
    if action == GET_FLAG:
        return get_flag_refusal(state, seat)
    return move_refusal(state, seat, action)


@rule
def apply(state: State, seat: int, action: int, tape: Tape, events: Events) -> None:
    """Carry out an action that is not refused. Takes no draw (C9)."""
    if action == GET_FLAG:
        get_flag(state, seat, events)
    else:
        move(state, seat, action, events)
    settle(state, events)


@rule
def move_refusal(state: State, seat: int, direction: int) -> int:
    """K2. Why a MOVE is refused."""
    player = state.players[seat]
    if player.jailed:
        return JAILED
    target = step(state, player.at, direction)
    kind = state.ground[target] & KIND
    if kind == OFF:
        return OFF_BOARD
    if kind == WALL:
        return BY_WALL
    other = state.occupant[target]
    if other == NOBODY:
        return ACCEPTED
    jailed = state.players[other].jailed
    if team_of(other) == team_of(seat):
        return ACCEPTED if jailed else OCCUPIED
    if jailed:
        return JAILED_TARGET
    return ACCEPTED if is_capturable(state, other) else NOT_CAPTURABLE


@rule
def move(state: State, seat: int, direction: int, events: Events) -> None:
    """K1, K2. Free or capture who is there, and stay; or enter. So no cell ever holds two."""
    target = step(state, state.players[seat].at, direction)
    other = state.occupant[target]
    if other == NOBODY:
        stand(state, seat, target)
        tell(events, MOVED, seat, 0, target)
        reach_jail(state, seat, target, events)
    elif team_of(other) == team_of(seat):
        free(state, other, seat, events)
    else:
        capture(state, other, seat, events)


@rule
def get_flag_refusal(state: State, seat: int) -> int:
    """K3. Why GET FLAG is refused."""
    player = state.players[seat]
    if player.jailed:
        return JAILED
    return ACCEPTED if state.flag[1 - team_of(seat)].at == player.at else NO_FLAG


@rule
def get_flag(state: State, seat: int, events: Events) -> None:
    """K3. He carries the opponents' flag from then on."""
    team = 1 - team_of(seat)
    take_flag(state, team, seat)
    tell(events, FLAG_TAKEN, seat, team, state.players[seat].at)


@rule
def is_capturable(state: State, seat: int) -> bool:
    """K4. Carrying a flag, wherever he is, or outside his own territory. The caller knows that he is not jailed."""
    player = state.players[seat]
    return player.flag != NOTHING or owner(state, player.at) != team_of(seat)


@rule
def capture(state: State, seat: int, by: int, events: Events) -> None:
    """K5. His flag returns to its flag cell, he goes to the captor's team's jail."""
    player = state.players[seat]
    tell(events, CAPTURED, seat, by, player.at)
    if player.flag != NOTHING:
        team = player.flag
        player.flag = NOTHING
        lay_flag(state, team, state.flag[team].start)
        tell(events, FLAG_RETURNED, seat, team, state.flag[team].start)
    jail(state, seat, team_of(by))


@rule
def free(state: State, seat: int, by: int, events: Events) -> None:
    """K6. No longer jailed, and placed on the first unoccupied cell of his home."""
    send_home(state, seat)
    tell(events, FREED, seat, by, state.players[seat].at)


@rule
def reach_jail(state: State, seat: int, cell: int, events: Events) -> None:
    """K7. A mover who entered the opponents' jail frees all his jailed teammates, in seat order, and stays."""
    team = team_of(seat)
    if state.in_jail[team] > 0 and is_jail(state, cell, 1 - team):
        for mate in range(team, state.seats, 2):
            if state.players[mate].jailed:
                free(state, mate, seat, events)


@rule
def settle(state: State, events: Events) -> None:
    """K8, K9. The end of the match, checked after every accepted action."""
    for team in range(2):
        if has_won(state, team):
            state.result = team + 1
            tell(events, WON, NOBODY, team, 0)
    if state.in_jail[0] + state.in_jail[1] == state.seats:
        state.result = DRAWN
        tell(events, DREW, NOBODY, 0, 0)


@rule
def has_won(state: State, team: int) -> bool:
    """K8. All its players at home, one of them with the opponents' flag, its own flag on its flag cell."""
    return state.away[team] == 0 and state.flag[1 - team].carrier != NOBODY and state.flag[team].carrier == NOBODY


GAME = Game(
    id="classic",
    title="Classic CTF",
    summary="Real-time capture the flag in a maze: take the flag by command, bring it home with everybody.",
    version=1,
    clauses=CLAUSES + span("K", 9),
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
    capacities=CAPACITIES[:4],
    refusal=refusal,
    apply=apply,
    reseed=reseed,
    begin=begin,
    may_act=may_act,
    next_to_act=next_to_act,
)
