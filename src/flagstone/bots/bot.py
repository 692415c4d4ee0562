"""The contract of a bot: what it is shown, what it answers, and which dice are its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Protocol

from flagstone.match import Match, Outcome

PASS = "pass"  # in the capture-the-flag games a seat may always let others act; never a rule, never in the log


class BotError(ValueError):
    """A bot that does not exist."""


class BotFailed(Exception):  # noqa: N818 (it is no fault of the program that asks)
    """A bot cannot go on. Its words are the reason for which it loses the match."""


@dataclass(frozen=True)
class View:
    """What a seat is shown when it is asked for an action. It holds during that call of `choose` only."""

    game: str  # its id
    seat: int
    seats: int  # of the whole match
    setup: Mapping[str, Any]  # the resolved set-up, which everybody may know
    look: Callable[[], dict[str, Any]]

    @cached_property
    def state(self) -> dict[str, Any]:
        """The state as `flagstone referee` answers it to `view`, secrets left out. Made when first asked for."""
        return self.look()


class Bot(Protocol):
    """Plays one seat of one match at a time.

    A bot may also have `start` and `finish`, with the arguments of `Starting` and `Finishing`, and `close`, which is
    called when it is not needed any more, whatever happened.
    """

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Answer one of the legal actions, which come in the game's order, in capture the flag `pass` the last.

        All chance must come from `rng`, so that the same seed gives the same match. Whoever raises, or answers
        anything else, loses the match.
        """


class Starting(Protocol):
    """A bot that wants to know when a match starts."""

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        """A match of this game and set-up starts, with so many seats, of which the bot plays one."""


class Finishing(Protocol):
    """A bot that wants to know when a match is over."""

    def finish(self, view: View, outcome: Outcome) -> None:
        """The match is over; nothing is secret any more."""


def view_of(match: Match, seat: int) -> View:
    """What a seat of a match is shown now."""
    return View(match.game.id, seat, match.seats, match.setup, lambda: match.view(seat))


def rng_of(seed: int, seat: int) -> Random:
    """The dice of the bot in a seat of the match with this seed."""
    return Random(f"flagstone bot {seed} {seat}")
