"""The doors from Python to one game's rule code. They take arrays of states, which Numba hands over fastest.

`flagstone.engine` loads this file once for every game, with the game's `refusal`, `apply` and `begin` in its globals.
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .chance import Tape
from .jit import rule

if TYPE_CHECKING:  # stand-ins for what the engine puts here
    from .classic import apply, refusal
    from .ctf import begin

States = npt.NDArray[np.record]


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
def judge(states: States, seat: int, action: int) -> int:
    """The code of the refusal that an action would meet, 0 if none."""
    return refusal(states[0], seat, action)


@rule
def fill_mask(states: States, seat: int, mask: npt.NDArray[np.bool_]) -> None:
    """Which actions of a seat would be accepted."""
    for action in range(len(mask)):
        mask[action] = refusal(states[0], seat, action) == 0
