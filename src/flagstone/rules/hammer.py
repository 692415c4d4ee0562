"""Hammer CTF (clauses H…; what it shares with the other two is in `ctf`)."""

from .chance import Tape
from .ctf import (
    ACCEPTED,
    BY_WALL,
    CAPACITIES,
    CLAUSES,
    FLAG_LIES,
    FLOOR,
    HOME,
    JAILED,
    KIND,
    MATCH_OVER,
    MOVES,
    NOT_HOLDING,
    NOTHING,
    NOWHERE,
    OFF,
    OFF_BOARD,
    ON,
    REFUSALS,
    SIDES,
    TOOL_LIES,
    WALL,
    State,
    begin,
    flag_at,
    is_home,
    is_jail,
    jail,
    lay_flag,
    lay_tool,
    may_act,
    next_to_act,
    owner,
    reseed,
    send_home,
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

ACTIONS = (*MOVES, "drop flag", "drop hammer")
DROP_FLAG, DROP_HAMMER = 4, 5

EVENTS = ("moved", "wall_broken", "hammer_spent", "captured", "freed", "picked_up", "dropped", "won")
MOVED, WALL_BROKEN, HAMMER_SPENT, CAPTURED, FREED, PICKED_UP, DROPPED, WON = range(8)

# What an event says was picked up or dropped: a team's flag (0, 1), or a hammer by its number from here.
FIRST_TOOL = 2

CHARGES = 10


@rule
def start(state: State, tape: Tape, events: Events) -> None:
    """H1, H3. A hammer has 10 charges, which stay with it; everybody and everything is where `set_up` put it."""
    begin(state, tape, events)
    for number in range(state.tool_count):
        state.tools[number].charges = CHARGES


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """C8, C10. Why an action is refused, or ACCEPTED; once the match is over every action is."""
    if state.result != ON:
        return MATCH_OVER
    if action == DROP_FLAG:
        return ACCEPTED if state.players[seat].flag != NOTHING else NOT_HOLDING
    if action == DROP_HAMMER:
        return ACCEPTED if state.players[seat].tool != NOTHING else NOT_HOLDING
    return move_refusal(state, seat, action)


@rule
def apply(state: State, seat: int, action: int, tape: Tape, events: Events) -> None:
    """Carry out an action that is not refused. Takes no draw (C9)."""
    if action == DROP_FLAG:
        drop_flag(state, seat, state.players[seat].at, events)
    elif action == DROP_HAMMER:
        drop_hammer(state, seat, events)
    else:
        move(state, seat, action, events)
    settle(state, events)


@rule
def move_refusal(state: State, seat: int, direction: int) -> int:
    """H4. Why a MOVE is refused."""
    player = state.players[seat]
    target = step(state, player.at, direction)
    kind = state.ground[target] & KIND
    if kind == OFF:
        return OFF_BOARD
    if player.jailed:
        return ACCEPTED if is_jail(state, target, 1 - team_of(seat)) else JAILED
    return BY_WALL if kind == WALL and player.tool == NOTHING else ACCEPTED


@rule
def move(state: State, seat: int, direction: int, events: Events) -> None:
    """H5. Wall broken, player stands on the target, collision, jailbreak, pick-up; the win comes after."""
    target = step(state, state.players[seat].at, direction)
    if state.ground[target] & KIND == WALL:
        break_wall(state, seat, target, events)
    stand(state, seat, target)
    tell(events, MOVED, seat, 0, target)
    collide(state, seat, events)
    if not state.players[seat].jailed:
        break_jail(state, seat, target, events)
        pick_up(state, seat, target, events)


@rule
def break_wall(state: State, seat: int, cell: int, events: Events) -> None:
    """H4. The wall becomes free space and one charge is spent. H3. A hammer without charges is gone for good."""
    number = state.players[seat].tool
    state.ground[cell] ^= WALL ^ FLOOR
    tell(events, WALL_BROKEN, seat, number, cell)
    state.tools[number].charges -= 1
    if state.tools[number].charges == 0:
        state.tools[number].carrier = NOBODY
        state.players[seat].tool = NOTHING
        tell(events, HAMMER_SPENT, seat, number, cell)


@rule
def collide(state: State, seat: int, events: Events) -> None:
    """H6. A mover who is foreign is captured by opponents in his new cell; one who is not captures them."""
    player = state.players[seat]
    if player.next == NOBODY or player.jailed:
        return
    team = team_of(seat)
    is_foreign = owner(state, player.at) != team
    for other in range(1 - team, state.seats, 2):
        if state.players[other].at == player.at and not state.players[other].jailed:
            if is_foreign:
                capture(state, seat, events)
                return
            capture(state, other, events)


@rule
def capture(state: State, seat: int, events: Events) -> None:
    """H7. His flag is dropped where he is, and he goes to the jail of the team whose territory it is."""
    player = state.players[seat]
    here = player.at
    team = owner(state, here)
    tell(events, CAPTURED, seat, team, here)
    if player.flag != NOTHING:
        drop_flag(state, seat, here, events)
    jail(state, seat, team)


@rule
def break_jail(state: State, seat: int, cell: int, events: Events) -> None:
    """H8. A mover in the opponents' jail frees all his jailed teammates, in seat order; they are placed at home."""
    team = team_of(seat)
    if state.in_jail[team] > 0 and is_jail(state, cell, 1 - team):
        for mate in range(team, state.seats, 2):
            if state.players[mate].jailed:
                send_home(state, mate)
                tell(events, FREED, mate, seat, state.players[mate].at)


@rule
def drop_flag(state: State, seat: int, cell: int, events: Events) -> None:
    """H9. The flag he holds lands in the cell if it can lie there, otherwise in the nearest where it can."""
    player = state.players[seat]
    team = player.flag
    player.flag = NOTHING
    landing = nearest_landing(state, cell, FLAG_LIES)
    lay_flag(state, team, landing)
    tell(events, DROPPED, seat, team, landing)


@rule
def drop_hammer(state: State, seat: int, events: Events) -> None:
    """H9. The hammer he holds lands likewise; a flag is no hindrance to it."""
    player = state.players[seat]
    number = player.tool
    player.tool = NOTHING
    landing = nearest_landing(state, player.at, TOOL_LIES)
    lay_tool(state, number, landing)
    tell(events, DROPPED, seat, FIRST_TOOL + number, landing)


@rule
def can_lie(state: State, cell: int, thing: int) -> bool:
    """H1, H9. Free space and home without an object of that type (FLAG_LIES or TOOL_LIES)."""
    kind = state.ground[cell] & KIND
    return (kind == FLOOR or kind == HOME) and state.ground[cell] & thing == 0


@rule
def nearest_landing(state: State, cell: int, thing: int) -> int:
    """H9. The nearest cell where a thing can lie, of equally near ones the first in reading order; there is one."""
    row, column = cell // state.stride - 1, cell % state.stride - 1
    for distance in range(state.rows + state.columns):
        for down in range(max(-distance, -row), min(distance, state.rows - 1 - row) + 1):
            across = distance - abs(down)
            level = cell + down * state.stride
            if across <= column and can_lie(state, level - across, thing):
                return level - across
            if column + across < state.columns and can_lie(state, level + across, thing):
                return level + across
    return NOWHERE


@rule
def pick_up(state: State, seat: int, cell: int, events: Events) -> None:
    """H2, H10. A mover takes the flag in his new cell if he holds none, whatever its team, and likewise the hammer."""
    player = state.players[seat]
    lying = state.ground[cell]
    if lying & FLAG_LIES and player.flag == NOTHING:
        team = flag_at(state, cell)
        take_flag(state, team, seat)
        tell(events, PICKED_UP, seat, team, cell)
    if lying & TOOL_LIES and player.tool == NOTHING:
        number = tool_at(state, cell)
        take_tool(state, number, seat)
        tell(events, PICKED_UP, seat, FIRST_TOOL + number, cell)


@rule
def settle(state: State, events: Events) -> None:
    """H11. The win, checked after every accepted action, for each team."""
    for team in range(2):
        if has_won(state, team):
            state.result = team + 1
            tell(events, WON, NOBODY, team, 0)


@rule
def has_won(state: State, team: int) -> bool:
    """H11. The opponents' flag lies on its home, all its members are at home, its own flag lies there or with one."""
    if state.away[team] != 0:
        return False
    theirs, own = state.flag[1 - team], state.flag[team]
    if theirs.carrier != NOBODY or not is_home(state, theirs.at, team):
        return False
    if own.carrier != NOBODY:
        return team_of(own.carrier) == team
    return is_home(state, own.at, team)


GAME = Game(
    id="hammer",
    title="Hammer CTF",
    summary="Real-time capture the flag in a maze: hammers break walls, flags are dropped at home by hand.",
    version=1,
    clauses=CLAUSES + span("H", 11),
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
    begin=start,
    may_act=may_act,
    next_to_act=next_to_act,
)
