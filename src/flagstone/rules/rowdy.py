"""Rowdy Racers (clauses R…)."""

from collections.abc import Iterable
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from .chance import TAPE_VALUE, Chance, Tape, blame, draw, reseeded, word_drawn
from .events import NOBODY, Events, tell
from .game import Game, span
from .jit import rule
from .record import Record, i32, u8

SIDES = ("player 1", "player 2")

# An action's number is its direction's if it is a move. Odd directions are diagonal; the two squares beside a diagonal
# lie in the directions before and after it.
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
ACTIONS = (*DIRECTIONS, "pick up", "use", "end turn")
MOVES = len(DIRECTIONS)
PICK_UP, USE, END_TURN = 8, 9, 10

REFUSALS = (
    "",
    "match_over",
    "not_your_turn",
    "off_board",
    "wall",
    "occupied",
    "trail",
    "chain",
    "nothing_here",
    "inventory_full",
    "nothing_held",
    "grenade_here",
    "must_move",
)
ACCEPTED, MATCH_OVER, NOT_YOUR_TURN, OFF_BOARD, WALL, OCCUPIED, TRAIL, CHAIN = range(8)
NOTHING_HERE, INVENTORY_FULL, NOTHING_HELD, GRENADE_HERE, MUST_MOVE = range(8, 13)

EVENTS = (
    "moved",
    "picked_up",
    "placed",
    "armed",
    "exploded",
    "power_failed",
    "turn_ended",
    "turn_skipped",
    "trapped",
    "won",
)
MOVED, PICKED_UP, USED, ARMED, EXPLODED, POWER_FAILED, TURN_ENDED, TURN_SKIPPED, TRAPPED, WON = range(10)

# The result of a match: on, or won by player 1 or 2 (the number is the player's). Why, once it is over.
ON = 0
REASONS = (None, "finish", "trapped")
FINISH, TRAP = 1, 2

# The grenade on a square.
GRENADES = (None, "lying", "placed", "active", "wreck")
NONE, LYING, PLACED, ACTIVE, WRECK = range(5)

ACTIONS_A_TURN = 3
TRAIL_LENGTH = 3
MOST_HELD = 6
TURNS_DARK = 3
NEVER = -TURNS_DARK  # a turn so long before the first that what failed on it has power again

NOWHERE = 0
SQUARE = 0x3FFF  # mask of a square's number

u16 = Annotated[int, np.uint16]  # for what is an index: compiled, an unsigned one needs no check of its sign
Cell = tuple[int, int]


class Player(Record):
    """The player of a seat."""

    at: u16  # the square he stands on
    trail: Annotated[list[int], np.uint16, TRAIL_LENGTH]  # what his last actions appended, newest first; or NOWHERE
    debt: i32  # actions that he has lost and that have not passed yet
    grenades: i32  # how many he holds


class State(Record):
    """A match of Rowdy Racers.

    Squares are numbered row by row over the grid and a rim of squares off the grid around it, so that a step never
    leaves the arrays; `stride` is the grid's width with the rim:

        0                nowhere: an entry of the arrays that means nothing
        1 2 3 4 5        rim
        6 7 8 9 10       rim, (0, 0), (0, 1), (0, 2), rim
    """

    chance: Chance
    rows: i32
    columns: i32
    stride: i32
    steps: Annotated[list[int], np.int32, MOVES]  # what a move in each direction adds to a square
    area: u16  # how many squares the grid has
    starts: Annotated[list[int], np.uint16, 2]  # each seat's; the other's finish
    turn: i32  # from 1
    to_move: u8  # the seat whose turn it is
    actions_left: i32
    started_at: u16  # where he stood at the start of the turn
    result: i32
    reason: i32
    players: Annotated[list[Player], Player, 2]
    fewest: i32  # R10: with the generator no fewer squares fail at once, see `failure_odds`
    thresholds: Annotated[list[int], np.int64, "counts"]
    guesses: Annotated[list[int], np.uint16, 256]
    squares: Annotated[list[int], np.uint16, "squares"]  # the grid's squares in reading order
    barrier: Annotated[list[int], np.uint8, "squares"]  # what keeps everybody out: the refusal's code, or ACCEPTED
    grenade: Annotated[list[int], np.uint8, "squares"]
    failed_on: Annotated[list[int], np.int32, "squares"]  # the last turn on which the square itself failed, or NEVER


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """R12. Why an action is refused, or ACCEPTED."""
    if state.result != ON:
        return MATCH_OVER
    if seat != state.to_move:
        return NOT_YOUR_TURN
    if action < MOVES:
        return move_refusal(state, seat, action)
    if action == PICK_UP:
        return pick_up_refusal(state, seat)
    if action == USE:
        return use_refusal(state, seat)
    return end_turn_refusal(state, seat)


@rule
def apply(state: State, seat: int, action: int, tape: Tape, events: Events) -> None:
    """Carry out an action that is not refused."""
    if action < MOVES:
        move(state, seat, action, events)
    elif action == PICK_UP:
        pick_up(state, seat, events)
    elif action == USE:
        use(state, seat, events)
    else:
        end_turn(state, seat)
    if state.result == ON:
        go_on(state, tape, events)


def set_up(state: State, rows: int, columns: int, walls: Iterable[Cell], grenades: Iterable[Cell]) -> None:
    """R1, R2, R3. Lay out a grid in a blank state, both players on their starts. Checks nothing."""
    state.rows, state.columns, state.area = rows, columns, rows * columns
    state.stride = stride = columns + 2
    state.steps[:] = (-stride, 1 - stride, 1, stride + 1, stride, stride - 1, -1, -stride - 1)
    grid = np.arange(1, 1 + (rows + 2) * stride).reshape(rows + 2, stride)[1:-1, 1:-1]
    state.squares[: rows * columns] = grid.ravel()
    barrier = np.asarray(state.barrier)
    barrier[1:] = OFF_BOARD
    barrier[grid] = ACCEPTED
    for row, column in walls:
        barrier[square_at(state, row, column)] = WALL
    for row, column in grenades:
        state.grenade[square_at(state, row, column)] = LYING
    state.starts[:] = (square_at(state, rows - 1, 0), square_at(state, 0, columns - 1))
    for seat in (0, 1):
        state.players[seat].at = state.starts[seat]
        barrier[state.starts[seat]] = OCCUPIED
    np.asarray(state.failed_on).fill(NEVER)
    state.turn = 1


def square_at(state: State, row: int, column: int) -> int:
    """The number of the square in a row and column."""
    return int((row + 1) * state.stride + column + 2)


def place_of(state: State, square: int) -> Cell:
    """The row and column of a square."""
    row, column = divmod(int(square) - 1, int(state.stride))
    return row - 1, column - 1


@rule
def begin(state: State, tape: Tape, events: Events) -> None:
    """R4. Seat 0 begins, with turn 1."""
    start_turn(state, tape, events)
    check_trapped(state, events)


@rule
def start_turn(state: State, tape: Tape, events: Events) -> None:
    """R4. The turn starts; if debt leaves it no action it is skipped, and the other player's starts."""
    while True:
        player = state.players[state.to_move]
        state.started_at = player.at
        fail(state, tape, events)
        state.actions_left = ACTIONS_A_TURN if has_power(state, player.at) else ACTIONS_A_TURN - 1
        pay_debt(state, state.to_move)
        if state.actions_left > 0:
            return
        tell(events, TURN_SKIPPED, state.to_move, 0, NOWHERE)
        pass_turn(state)


@rule
def pass_turn(state: State) -> None:
    """R4. Turns alternate and are numbered, skipped ones included."""
    state.turn += 1
    state.to_move = 1 - state.to_move


@rule
def go_on(state: State, tape: Tape, events: Events) -> None:
    """R4. After an action that did not win: a turn whose last action is spent is over, and the next one starts."""
    if state.actions_left == 0:
        tell(events, TURN_ENDED, state.to_move, 0, NOWHERE)
        pass_turn(state)
        start_turn(state, tape, events)
    check_trapped(state, events)


@rule
def spend_action(state: State, seat: int, left: int) -> None:
    """R5. An action appends the square left by it, or NOWHERE, to the trail; what was appended three ago is gone."""
    trail = state.players[seat].trail
    state.barrier[trail[2]] = ACCEPTED  # NOWHERE is no exception: nobody looks there
    trail[2] = trail[1]
    trail[1] = trail[0]
    trail[0] = left
    if left != NOWHERE:
        state.barrier[left] = TRAIL
    state.actions_left -= 1


@rule
def pass_actions(state: State, seat: int, count: int) -> None:
    """R5. Empty actions age the trail as any others."""
    for _ in range(count):
        spend_action(state, seat, NOWHERE)


@rule
def move_refusal(state: State, seat: int, direction: int) -> int:
    """R6. Why a MOVE is refused."""
    at = state.players[seat].at
    barrier = state.barrier[step(state, at, direction)]
    if direction & 1 and crosses_chain(state, at, direction) and barrier == ACCEPTED:
        return CHAIN
    return barrier


@rule
def step(state: State, square: int, direction: int) -> int:
    """The next square in a direction. (The mask changes nothing; it tells the compiler that the sum is an index.)"""
    return (square + state.steps[direction]) & SQUARE


@rule
def crosses_chain(state: State, square: int, direction: int) -> bool:
    """R6. Whether the two squares beside a diagonal follow each other in one player's chain."""
    one = step(state, square, direction - 1)
    other = step(state, square, (direction + 1) % MOVES)
    if min(state.barrier[one], state.barrier[other]) < OCCUPIED:  # not both are in a chain at all
        return False
    return are_linked(state, 0, one, other) or are_linked(state, 1, one, other)


@rule
def are_linked(state: State, seat: int, one: int, other: int) -> bool:
    """R6. Whether two squares follow each other in a player's chain: his square, then his trail without the gaps."""
    player = state.players[seat]
    newer = player.at
    for square in player.trail:
        if square != NOWHERE:
            if (newer == one and square == other) or (newer == other and square == one):
                return True
            newer = square
    return False


@rule
def move(state: State, seat: int, direction: int, events: Events) -> None:
    """R6. Leave one square for the next, and meet what is there."""
    player = state.players[seat]
    left = player.at
    target = step(state, left, direction)
    player.at = target
    state.barrier[target] = OCCUPIED
    spend_action(state, seat, left)
    tell(events, MOVED, seat, direction, target)
    if state.grenade[left] == PLACED:
        state.grenade[left] = ACTIVE
        tell(events, ARMED, seat, 0, left)
    lit = has_power(state, target)
    if target == state.starts[1 - seat]:
        win(state, seat, FINISH)
        tell(events, WON, seat, 0, target)
    elif state.grenade[target] == ACTIVE:
        explode(state, seat, 3 if lit else 4, events)
    elif not lit:
        end_turn(state, seat)


@rule
def explode(state: State, seat: int, lost: int, events: Events) -> None:
    """R6. The grenade under a player stays as a wreck and costs him actions."""
    player = state.players[seat]
    state.grenade[player.at] = WRECK
    player.debt += lost
    tell(events, EXPLODED, seat, lost, player.at)
    pay_debt(state, seat)


@rule
def pick_up_refusal(state: State, seat: int) -> int:
    """R7. Why PICK UP is refused."""
    player = state.players[seat]
    here = state.grenade[player.at]
    if here != LYING and here != PLACED:
        return NOTHING_HERE
    if player.grenades >= MOST_HELD:
        return INVENTORY_FULL
    return last_action_refusal(state, seat)


@rule
def pick_up(state: State, seat: int, events: Events) -> None:
    """R7. The grenade on his square is his."""
    player = state.players[seat]
    state.grenade[player.at] = NONE
    player.grenades += 1
    spend_action(state, seat, NOWHERE)
    tell(events, PICKED_UP, seat, 0, player.at)


@rule
def use_refusal(state: State, seat: int) -> int:
    """R7. Why USE is refused."""
    player = state.players[seat]
    if player.grenades == 0:
        return NOTHING_HELD
    if state.grenade[player.at] != NONE:
        return GRENADE_HERE
    return last_action_refusal(state, seat)


@rule
def use(state: State, seat: int, events: Events) -> None:
    """R7. A grenade that he holds is placed on his square."""
    player = state.players[seat]
    state.grenade[player.at] = PLACED
    player.grenades -= 1
    spend_action(state, seat, NOWHERE)
    tell(events, USED, seat, 0, player.at)


@rule
def end_turn_refusal(state: State, seat: int) -> int:
    """R7. A player may not end the turn where he started it."""
    return MUST_MOVE if state.players[seat].at == state.started_at else ACCEPTED


@rule
def last_action_refusal(state: State, seat: int) -> int:
    """R7. The last action of a turn ends it."""
    return end_turn_refusal(state, seat) if state.actions_left == 1 else ACCEPTED


@rule
def end_turn(state: State, seat: int) -> None:
    """R7. The rest of the turn passes as empty actions."""
    pass_actions(state, seat, state.actions_left)


@rule
def pay_debt(state: State, seat: int) -> None:
    """R8. Lost actions pass as empty ones, as many as the turn still has; the others remain as debt."""
    player = state.players[seat]
    paid = min(player.debt, state.actions_left)
    player.debt -= paid
    pass_actions(state, seat, paid)


@rule
def check_trapped(state: State, events: Events) -> None:
    """R9. A player who is about to act and has no legal move loses."""
    if not can_move(state, state.to_move):
        tell(events, TRAPPED, state.to_move, 0, state.players[state.to_move].at)
        win(state, 1 - state.to_move, TRAP)


@rule
def can_move(state: State, seat: int) -> bool:
    """R9. Whether any MOVE of the player is legal."""
    for direction in range(MOVES):
        if move_refusal(state, seat, direction) == ACCEPTED:
            return True
    return False


@rule
def fail(state: State, tape: Tape, events: Events) -> None:
    """R10. Power failures at the start of a turn: how many squares fail, then which, those on a tape ascending."""
    count = failure_count(state, tape)
    left, first = count, 0
    while left > 0 and is_taped(state.chance, tape):
        index = draw(state.chance, tape, 0, state.area - 1)
        if index < first:
            blame(state.chance, TAPE_VALUE)
        state.failed_on[state.squares[index]] = state.turn
        first = index + 1
        left -= 1
    if first > 0 or 2 * left > state.area:
        fail_in_order(state, first, left, tape)
    else:
        fail_here_and_there(state, left, tape)
    if count > 0:
        tell(events, POWER_FAILED, NOBODY, count, NOWHERE)


@rule
def fail_here_and_there(state: State, count: int, tape: Tape) -> None:
    """R10. So many squares fail, in any order; one that has failed already is drawn again."""
    for _ in range(count):
        index = draw(state.chance, tape, 0, state.area - 1)
        while state.failed_on[state.squares[index]] == state.turn:
            index = draw(state.chance, tape, 0, state.area - 1)
        state.failed_on[state.squares[index]] = state.turn


@rule
def fail_in_order(state: State, first: int, count: int, tape: Tape) -> None:
    """R10. So many squares from the first on fail: behind those of a tape, or if most of them do.

    Each in reading order fails with the chance of those still to fail among those still to be asked.
    """
    if count > state.area - first:
        blame(state.chance, TAPE_VALUE)
    index = first
    while count > 0 and index < state.area:
        if draw(state.chance, tape, 1, state.area - index) <= count:
            state.failed_on[state.squares[index]] = state.turn
            count -= 1
        index += 1


@rule
def is_taped(chance: Chance, tape: Tape) -> bool:
    """Whether the next draw is due from the tape."""
    return chance.scripted or chance.taken < len(tape)


@rule
def failure_count(state: State, tape: Tape) -> int:
    """R10. How many squares fail; `failure_odds` says how a word of the generator means a number."""
    if is_taped(state.chance, tape):
        return draw(state.chance, tape, 0, state.area)
    word = word_drawn(state.chance)
    above = state.guesses[word >> 24]
    while word >= state.thresholds[above]:
        above += 1
    return state.fewest + above


class FailureOdds(NamedTuple):
    """R10. How often how many squares fail at once."""

    fewest: int
    thresholds: tuple[int, ...]  # a word below the first means `fewest` failures, one below the second one more, …


def failure_odds(area: int, chance: float) -> FailureOdds:
    """R10. That each square fails independently makes a binomial distribution of how many fail.

    It is worked out in whole numbers, so that it is the same on every machine: first the odds of each number of
    failures against the likeliest, in units of 2**-256, then the thresholds. Numbers so unlikely that not half a word
    of the 2**32 is theirs are left out.
    """
    fails = round(chance * 2**32)
    holds = 2**32 - fails
    likeliest = min((area + 1) * fails >> 32, area)
    odds = [0] * (area + 1)
    odds[likeliest] = 2**256
    for count in range(likeliest, 0, -1):
        odds[count - 1] = odds[count] * count * holds // ((area - count + 1) * fails)
    for count in range(likeliest, area):
        odds[count + 1] = odds[count] * (area - count) * fails // ((count + 1) * holds)
    total, below = sum(odds), 0
    thresholds: list[int] = []
    for count in range(area + 1):
        below += odds[count]
        threshold = (below * 2**33 + total) // (2 * total)
        if threshold > 0:
            thresholds.append(threshold)
        if threshold == 2**32:
            break
    return FailureOdds(count + 1 - len(thresholds), tuple(thresholds))


def set_odds(state: State, odds: FailureOdds) -> None:
    """R10. Keep the odds in the state, and for each first byte of a word where the search for it begins."""
    state.fewest = odds.fewest
    state.thresholds[: len(odds.thresholds)] = odds.thresholds
    state.guesses[:] = np.searchsorted(odds.thresholds, np.arange(256) << 24, side="right")


@rule
def has_power(state: State, square: int) -> bool:
    """R10. Whether a square has power now."""
    return turns_dark(state, square) <= 0


@rule
def turns_dark(state: State, square: int) -> int:
    """R10. For how many turns, this one included, a square has no power; none if 0 or less.

    A failing square and its neighbours lose it for three turns; the latest failure counts.
    """
    latest = state.failed_on[square]
    for direction in range(MOVES):
        latest = max(latest, state.failed_on[step(state, square, direction)])
    return latest + TURNS_DARK - state.turn


def darkness(state: State) -> npt.NDArray[np.int32]:
    """R10. `turns_dark` of all squares at once, as an array of rows and columns."""
    rows, columns = int(state.rows), int(state.columns)
    failed_on = np.asarray(state.failed_on)[1 : 1 + (rows + 2) * (columns + 2)].reshape(rows + 2, columns + 2)
    around = [failed_on[r : r + rows, c : c + columns] for r in range(3) for c in range(3)]
    latest: npt.NDArray[np.int32] = np.maximum.reduce(around)
    return latest + TURNS_DARK - state.turn


@rule
def is_secret(grenade: int) -> bool:
    """R11. Active grenades are invisible, to whoever placed them too, until the match is over."""
    return grenade == ACTIVE


@rule
def win(state: State, seat: int, reason: int) -> None:
    """R13. The match is over; all else stays as it is."""
    state.result = seat + 1
    state.reason = reason


@rule
def may_act(state: State, seat: int) -> bool:
    """R4, R13. Only the player whose turn it is, while the match is on."""
    return state.result == ON and seat == state.to_move


@rule
def next_to_act(state: State, last: int) -> int:
    """R4. Whoever acted last, the player whose turn it is."""
    return state.to_move


@rule
def reseed(state: State, seed: int) -> None:
    """R10. Start the generator anew."""
    reseeded(state.chance, seed)


GAME = Game(
    id="rowdy",
    title="Rowdy Racers",
    summary="Two racers, three actions a turn: light trails that block, grenades that hide, squares without power.",
    version=1,
    clauses=span("R", 13),
    sides=SIDES,
    unit="turns",
    counter="turn",
    seats=2,
    actions=ACTIONS,
    refusals=REFUSALS,
    events=EVENTS,
    secret_events=frozenset({"armed"}),
    has_chance=True,
    state=State,
    event_list=Events,
    # Debt is never more than 4, so that an action skips no more than two turns of each player: 14 events.
    capacities=(
        {"squares": 1 + 18 * 18, "counts": 128, "events": 16},
        {"squares": 1 + 34 * 36, "counts": 256, "events": 16},
        {"squares": 1 + 102 * 102, "counts": 640, "events": 16},
    ),
    refusal=refusal,
    apply=apply,
    reseed=reseed,
    begin=begin,
    may_act=may_act,
    next_to_act=next_to_act,
)
