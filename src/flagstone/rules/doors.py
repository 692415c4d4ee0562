"""The doors from Python to one game's rule code. They take arrays of states, which Numba hands over fastest.

`flagstone.engine` loads this file once for every game, with the game's functions of the contract in its globals.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .chance import NO_TAPE, WORD, Tape
from .jit import rule

if TYPE_CHECKING:  # stand-ins for what the engine puts here
    from .classic import apply, refusal
    from .ctf import begin, next_to_act, reseed

    ACTIONS, TURNS = 5, False

States = npt.NDArray[np.record]

NONE = -1  # no action
NOBODY = -1  # no seat: before the first action


@rule
def start(states: States, tape: Tape, events: States) -> None:
    """What happens at the start of a match, before anybody acts."""
    begin(states[0], tape, events[0])


@rule
def act(states: States, seat: int, action: int, tape: Tape, events: States) -> int:
    """Judge an action and, if it is accepted, carry it out: the one step of every game. Returns the refusal's code.

    Not checked: that seat and action exist. A fault of the tape is left in the state's `chance.fault`.
    """
    code = refusal(states[0], seat, action)
    if code == 0:
        apply(states[0], seat, action, tape, events[0])
    return code


@rule
def fill_mask(states: States, seat: int, mask: npt.NDArray[np.bool_]) -> None:
    """Which actions of a seat would be accepted."""
    for action in range(len(mask)):
        mask[action] = refusal(states[0], seat, action) == 0


@rule
def next_random(word: int) -> int:
    """The next word of a quick generator for choosing actions; the rules' own draws do not come from it."""
    return (word * 747796405 + 2891336453) & WORD


@rule
def any_action(state: Any, seat: int, word: int) -> int:
    """One of all actions, or NONE if it is refused."""
    action = (word >> 8) * ACTIONS >> 24
    return action if refusal(state, seat, action) == 0 else NONE


@rule
def legal_action(state: Any, seat: int, word: int) -> int:
    """One of the actions that are not refused, or NONE."""
    legal = 0  # as bits
    count = 0
    for action in range(ACTIONS):
        if refusal(state, seat, action) == 0:
            legal |= 1 << action
            count += 1
    left = (word >> 8) * count >> 24
    chosen = NONE
    for action in range(ACTIONS):
        if legal >> action & 1:
            chosen = action if left == 0 else chosen
            left -= 1
    return chosen


@rule
def renew(states: States, origin: States, seed: int, events: States) -> None:
    """A new match from the same set-up, with another seed."""
    states[0] = origin[0]
    reseed(states[0], seed)
    begin(states[0], NO_TAPE, events[0])


@rule
def play_random(states: States, origin: States, events: States, steps: int, restart: int) -> tuple[int, int]:
    """Uniform random play: over all actions in the games without turns, refused ones included; else over the legal.

    Seats act as `next_to_act` says. A match starts anew from `origin` at its end, or after `restart` steps. Returns
    how many actions were accepted and how many matches ended.
    """
    state = states[0]
    word = accepted = ended = age = 0
    seat = next_to_act(state, NOBODY)
    for _ in range(steps):
        word = next_random(word)
        action = legal_action(state, seat, word) if TURNS else any_action(state, seat, word)
        if action != NONE:
            apply(state, seat, action, NO_TAPE, events[0])
            accepted += 1
        seat = next_to_act(state, seat)
        age += 1
        if state.result != 0 or age == restart:
            ended += state.result != 0
            renew(states, origin, word, events)
            seat = next_to_act(state, NOBODY)
            age = 0
    return accepted, ended
