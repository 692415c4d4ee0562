"""Many matches of one game at once: steps, new matches, and what every seat sees.

`flagstone.engine` loads this file once for every game, with the game's functions of the contract and those of what
its seats see (`sight_ctf`, `sight_rowdy`, `sight_savor`) in its globals. A *lane* is a place for one action and what
its seat sees: in the games without turns every seat has a lane, in the others the match has one, for the seat to
move. Whatever happens to a match depends on it alone, so that matches may be shared out to any number of threads.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .chance import NO_TAPE, WORD, mixed
from .jit import fetch, rule
from .planes import Bytes, Floats, Numbers
from .record import Record, boolean, i32, i64

if TYPE_CHECKING:  # stand-ins for what the engine puts here
    from .classic import apply, refusal
    from .ctf import begin, reseed
    from .sight_ctf import (
        PASS,
        TURNED,
        acting,
        catch_up,
        count,
        expect,
        is_too_long,
        look,
        memory_size,
        promise,
        remember,
        winner_of,
    )

    ACTIONS, TURNS = 5, False

States = npt.NDArray[np.record]
Flags = npt.NDArray[np.bool_]
Marks = npt.NDArray[np.int8]
Actions = npt.NDArray[np.int64]

CHOICES = ACTIONS + (PASS >= 0)  # of a lane: the game's actions, and `pass` where there is one
ON = 0  # the result of a match that is not over, in every game
NOBODY = -1
AHEAD = 6  # matches: so long before it is wanted, memory is brought near
INDEX = 2**48 - 1  # a mask that changes nothing; it tells the compiler that a number is an index, not negative
FEW = 256  # matches: so many are played before they are shown, while they are still near


class Book(Record):
    """What a batch knows of one of its matches, beside the state."""

    seed: i64  # of the match under way
    episode: i64  # how many matches came before it here
    age: i32  # steps so far
    board: i32  # which of the batch's set-ups it is played on
    over: boolean  # it is over and waits for a reset
    paid: boolean  # its rewards are not all zero
    shown: boolean  # its planes show an earlier point of this match, which `memory` knows


class Lot(NamedTuple):
    """The arrays and settings of a batch. Flat arrays hold match after match, lane after lane."""

    states: States
    books: States
    events: States
    origins: States  # the state of each set-up before the start
    still: Bytes  # of each set-up the planes that never change
    places: Numbers
    distances: Floats
    planes: Bytes
    vectors: Numbers
    memory: Numbers  # of every match what its planes show
    masks: Marks
    rewards: Floats  # for every seat
    ended: Flags
    truncated: Flags
    awake: Flags  # the matches that a step is for
    seats: Numbers  # the seat of each lane
    lanes: int  # of a match
    seat_count: int
    plane_size: int  # bytes of a lane
    vector_size: int
    still_size: int  # of a set-up
    map_size: int
    low: int  # the batch's seed, as two words
    high: int
    limit: int
    shaped: bool
    renews: bool  # a match that is over starts anew in the same step


@rule
def advance(parts: Any, actions: Actions, plays: bool, shows: bool, first: int, last: int) -> None:
    """Play a step of the matches from `first` to before `last` that are awake, or show them, or both.

    The parts of the lot come as a plain tuple, which Numba hands over faster than one with names.
    """
    lot = Lot(*parts)
    few = FEW if plays and shows else max(last - first, 1)
    for begin in range(first, last, few):
        end = min(begin + few, last)
        if plays:
            step(lot, actions, begin, end)
        if shows:
            show_all(lot, begin, end)


@rule
def step(lot: Lot, actions: Actions, first: int, last: int) -> None:
    """One step of the matches from `first` to before `last` that are awake; nothing is shown, only played.

    In the games without turns an action that is refused is a `pass`; in the others whoever chooses it loses.
    """
    states, books, origins, events, rewards = lot.states, lot.books, lot.origins, lot.events, lot.rewards
    distances, ended, truncated, awake = lot.distances, lot.ended, lot.truncated, lot.awake
    lanes, seats = lot.lanes, lot.seat_count
    for number in range(first, last):
        match = number & INDEX
        book = books[match]
        if not awake[match]:
            continue
        if book.paid:
            pay_nothing(rewards, match * seats, seats)
            book.paid = False
        if book.over:  # and stays as it is
            continue
        if match + AHEAD < last:
            fetch(states, match + AHEAD)
        state = states[match]
        if lot.shaped:
            hope_for(state, rewards, match * seats, seats, distances, book.board * lot.map_size, -1.0)
        loser = NOBODY
        for lane in range(lanes):  # in the order of seats: each is judged when its turn comes
            seat = acting(state, lane)
            if not take(state, seat, actions[(match * lanes + lane) & INDEX], events[0]) and TURNS:
                loser = seat
        book.age += 1
        is_won = state.result != ON or loser != NOBODY
        is_cut = not is_won and is_too_long(state, book.age, lot.limit)
        ended[match] = is_won
        truncated[match] = is_cut
        book.over = is_won or is_cut
        book.paid = lot.shaped or is_won
        if lot.shaped and loser == NOBODY:
            hope_for(state, rewards, match * seats, seats, distances, book.board * lot.map_size, 1.0)
        if is_won:
            pay(state, rewards, match * seats, seats, loser)
        if (is_won or is_cut) and lot.renews:
            renew(states, books, match, origins, events, lot.low, lot.high)


@rule
def restart(parts: Any, first: int, last: int) -> None:
    """New matches in place of those that are awake, from `first` to before `last`; nothing is shown."""
    lot = Lot(*parts)
    states, books, origins, events, rewards = lot.states, lot.books, lot.origins, lot.events, lot.rewards
    ended, truncated, awake = lot.ended, lot.truncated, lot.awake
    for match in range(first, last):
        if awake[match]:
            renew(states, books, match, origins, events, lot.low, lot.high)
            ended[match] = truncated[match] = books[match].paid = False
            pay_nothing(rewards, match * lot.seat_count, lot.seat_count)


@rule
def show_all(lot: Lot, first: int, last: int) -> None:
    """What the seats of the matches from `first` to before `last` that are awake see, and may choose."""
    states, books, still, places, planes = lot.states, lot.books, lot.still, lot.places, lot.planes
    vectors, masks, seats, awake = lot.vectors, lot.masks, lot.seats, lot.awake
    memory, lanes, plane_size, vector_size = lot.memory, lot.lanes, lot.plane_size, lot.vector_size
    remembered = memory_size(lot.seat_count)
    for match in range(first, last):
        if not awake[match]:
            continue
        state = states[match]
        place = match * lanes
        if match + AHEAD < last:
            expect(states[match + AHEAD], places, planes, (place + AHEAD * lanes) * plane_size)
        if remembered > 0 and books[match].shown:
            at, number = place * plane_size, place * vector_size
            catch_up(state, memory, match * remembered, places, planes, at, vectors, number)
        else:
            board = books[match].board * lot.still_size
            for lane in range(lanes):
                seat = acting(state, lane)
                seats[place + lane] = seat
                look(state, seat, still, board, places, planes, (place + lane) * plane_size)
                count(state, seat, places, vectors, (place + lane) * vector_size)
        for lane in range(lanes):
            mark(state, acting(state, lane), masks, (place + lane) * CHOICES)
        remember(state, memory, match * remembered)
        books[match].shown = True


@rule
def renew(states: States, books: States, match: int, origins: States, events: States, low: int, high: int) -> None:
    """The next match in the place of one, with a seed and a set-up that follow from its place and its number."""
    book = books[match]
    book.episode += 1
    one = mixed(mixed(low ^ mixed(match & WORD)) ^ (book.episode & WORD))
    other = mixed(mixed(high ^ mixed(one)) ^ (book.episode >> 32) ^ match)
    book.seed = (other & 0x7FFFFFFF) << 32 | one
    book.board = mixed(one ^ other) * len(origins) >> 32
    book.age = 0
    book.over = book.shown = False
    states[match] = origins[book.board]
    reseed(states[match], book.seed)
    begin(states[match], NO_TAPE, events[0])


@rule
def take(state: Any, seat: int, chosen: int, events: Any) -> bool:
    """Carry out the action that a seat has chosen, as it means it, if that is legal. Returns whether it was."""
    if not 0 <= chosen < ACTIONS:
        return False
    action = TURNED[chosen] if turns_round(seat) else chosen
    if refusal(state, seat, action) != 0:
        return False
    apply(state, seat, action, NO_TAPE, events)
    return True


@rule
def turns_round(seat: int) -> bool:
    """Whether a seat sees the board mirrored or turned, and means its actions so."""
    return len(TURNED) > 1 and seat & 1 == 1


@rule
def pay_nothing(rewards: Floats, at: int, seats: int) -> None:
    """Rewards of zero for a match's seats."""
    for seat in range(seats):
        rewards[at + seat] = 0


@rule
def pay(state: Any, rewards: Floats, at: int, seats: int, loser: int) -> None:
    """Add what the end of a match is worth to its seats; a loser by an action that is not legal loses alone."""
    for seat in range(seats):
        if loser == NOBODY:
            rewards[at + seat] += winner_of(state, seat)
        else:
            rewards[at + seat] += -1 if seat == loser else 1


@rule
def hope_for(state: Any, rewards: Floats, at: int, seats: int, distances: Floats, board: int, factor: float) -> None:
    """Add what a match's seats may hope for, times a factor: before a step with -1, after it with 1."""
    for seat in range(seats):
        rewards[at + seat] += factor * promise(state, seat, distances, board)


@rule
def mark(state: Any, seat: int, masks: Marks, at: int) -> None:
    """Which actions a seat may choose now, as it means them: 1 or 0, from index `at` on; `pass` always."""
    legal = 0  # as bits, so that nothing is written while the rules read
    for action in range(ACTIONS):
        legal |= int(refusal(state, seat, action) == 0) << action
    for action in range(ACTIONS):
        chosen = TURNED[action] if turns_round(seat) else action  # turned twice is not turned at all
        masks[at + chosen] = legal >> action & 1
    if PASS >= 0:
        masks[at + PASS] = 1


@rule
def mark_one(states: States, seat: int, mask: Marks) -> None:
    """Which actions a seat of one match may choose."""
    mark(states[0], seat, mask, 0)


@rule
def see(states: States, seat: int, still: Bytes, places: Numbers, planes: Bytes, vector: Numbers, mask: Marks) -> None:
    """What a seat sees, and may choose: of one match, the first of these, on the set-up of `still`."""
    look(states[0], seat, still, 0, places, planes, 0)
    count(states[0], seat, places, vector, 0)
    mark(states[0], seat, mask, 0)


@rule
def hope(states: States, distances: Floats, hopes: Floats) -> None:
    """What every seat of one match may hope for, for shaped rewards."""
    for seat in range(len(hopes)):
        hopes[seat] = promise(states[0], seat, distances, 0)


@rule
def choose(masks: Marks, actions: Actions, word: int, first: int, last: int) -> None:
    """For the lanes from `first` to before `last` an action each, any of those that may be chosen, from a seed."""
    for lane in range(first, last):
        at = lane * CHOICES
        legal = 0
        for chosen in range(CHOICES):
            legal += int(masks[at + chosen])
        left = mixed(mixed(lane & WORD) ^ word) * legal >> 32
        actions[lane] = 0
        for chosen in range(CHOICES):
            if masks[at + chosen] != 0:
                if left == 0:
                    actions[lane] = chosen
                left -= 1
