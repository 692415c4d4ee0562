"""How long bots take for their decisions."""

import time
from array import array
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from flagstone.bots.bot import Bot, View
from flagstone.match import Outcome


class TimedBot:
    """A bot whose decisions are timed, in seconds; the view is made before the clock starts."""

    def __init__(self, bot: Bot, seconds: "array[float]") -> None:
        self.bot, self.seconds = bot, seconds

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        """Pass it on."""
        if hasattr(self.bot, "start"):
            self.bot.start(game, seat, seats, setup)

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Time what the bot chooses."""
        _ = view.state
        began = time.perf_counter()
        try:
            return self.bot.choose(view, legal, rng)
        finally:
            self.seconds.append(time.perf_counter() - began)

    def finish(self, view: View, outcome: Outcome) -> None:
        """Pass it on."""
        if hasattr(self.bot, "finish"):
            self.bot.finish(view, outcome)

    def close(self) -> None:
        """Pass it on."""
        if hasattr(self.bot, "close"):
            self.bot.close()


def told(seconds: Sequence[float]) -> dict[str, str]:
    """How long decisions took, for people."""
    if not len(seconds):
        return {"decisions": "0", "mean": "", "median": "", "99 %": "", "longest": ""}
    taken = np.asarray(seconds)
    median, most = np.percentile(taken, (50, 99))
    figures = {"mean": taken.mean(), "median": median, "99 %": most, "longest": taken.max()}
    return {"decisions": f"{len(taken):,}", **{name: _milliseconds(value) for name, value in figures.items()}}


def _milliseconds(seconds: float) -> str:
    """With three digits that mean something."""
    ms = 1000 * seconds
    return f"{ms:,.0f} ms" if ms >= 100 else f"{ms:.3g} ms"
