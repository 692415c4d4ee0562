"""Draws: every random outcome of every game is taken here, from a tape or from the generator in the state.

The generator is a hash of a 64-bit seed and a counter, in masked 32-bit words, so that it is the same compiled and
plain, on every machine, and a copied state draws what the original draws. It is made for games, not for secrets.
"""

from typing import Annotated

import numpy as np

from .jit import rule
from .record import Record, boolean, i32, i64

WORD = 0xFFFFFFFF

# What can be wrong with a tape; the names are the referee's.
TAPE_EMPTY, TAPE_VALUE, TAPE_LEFT = 1, 2, 3
FAULTS = (None, "tape_empty", "tape_value", "tape_left")

Tape = np.ndarray[tuple[int], np.dtype[np.int64]]
NO_TAPE: Tape = np.zeros(0, np.int64)
NO_TAPE.flags.writeable = False


class Chance(Record):
    """Where the draws of a match come from."""

    seed: Annotated[list[int], np.int64, 2]  # two words that the seed is spread over
    drawn: i64  # words taken from the generator so far
    taken: i32  # draws taken from the tape of the action under way
    fault: i32  # what was wrong with that tape, first fault first; 0 for nothing
    blamed: i32  # the number of the draw that was wrong, from 1
    scripted: boolean  # every draw must come from a tape


def sow(chance: Chance, seed: int, scripted: bool = False) -> None:
    """Start the generator with a seed from 0 to 2**64 - 1."""
    spread(chance, seed & WORD, seed >> 32 & WORD)
    chance.scripted = scripted


@rule
def reseeded(chance: Chance, seed: int) -> None:
    """Start the generator anew, with a seed from 0 to 2**63 - 1; whether it is scripted stays."""
    spread(chance, seed & WORD, seed >> 32)


@rule
def spread(chance: Chance, low: int, high: int) -> None:
    """Take a seed's two words for a start, each of their bits spread over both, so that neighbours share nothing."""
    high ^= mixed(low)
    low ^= mixed(high ^ 0x9E3779B9)
    chance.seed[0] = low
    chance.seed[1] = high ^ mixed(low)
    chance.drawn = 0


@rule
def mixed(word: int) -> int:
    """A bijection of 32-bit words in which every input bit reaches every output bit."""
    word = (word ^ word >> 16) * 0x21F0AAAD & WORD
    word = (word ^ word >> 15) * 0x735A2D97 & WORD
    return word ^ word >> 15


@rule
def word_drawn(chance: Chance) -> int:
    """The next word of the generator, 0 to 2**32 - 1. Its period is 2**32 words."""
    word = mixed((chance.drawn ^ chance.seed[0]) & WORD)
    chance.drawn += 1
    return mixed(word ^ chance.seed[1])


@rule
def draw(chance: Chance, tape: Tape, low: int, high: int) -> int:
    """The next draw, `low` to `high`: from the tape while it lasts, then from the generator.

    A fault of the tape is noted in `chance.fault` and `low` is drawn; whoever called for the action discards the state.
    With the generator each value's chance is within 2**-32 of its share.
    """
    if chance.taken < len(tape):
        value = tape[chance.taken]
        chance.taken += 1
        if low <= value <= high:
            return int(value)
        blame(chance, TAPE_VALUE)
        return low
    if chance.scripted:
        blame(chance, TAPE_EMPTY)
        return low
    return low + (word_drawn(chance) * (high - low + 1) >> 32)


@rule
def blame(chance: Chance, fault: int) -> None:
    """Note the first fault of the tape, and at which of its draws."""
    if chance.fault == 0:
        chance.fault = fault
        chance.blamed = chance.taken if fault == TAPE_VALUE else chance.taken + 1
