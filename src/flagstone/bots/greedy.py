"""Greedy: sensible play without search, in every game."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from flagstone.bots.bot import Bot, Starting, View
from flagstone.bots.greedy_ctf import CtfGreedy
from flagstone.bots.greedy_hammer import HammerGreedy
from flagstone.bots.greedy_rowdy import RowdyGreedy


class Part(Bot, Starting, Protocol):
    """The part of greedy that knows a game."""


class SavorGreedy:
    """Plays one seat in Maze to Savor, where there is nothing to choose."""

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        """Nothing to get ready."""

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Throw."""
        return legal[0]


PARTS: Mapping[str, Callable[[], Part]] = {
    "hammer": HammerGreedy,
    "shovel": CtfGreedy,
    "classic": CtfGreedy,
    "rowdy": RowdyGreedy,
    "savor": SavorGreedy,
}


class GreedyBot:
    """Plays as the part of it that knows the game."""

    part: Part

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        """Take the part of the game."""
        self.part = PARTS[game]()
        self.part.start(game, seat, seats, setup)

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """What the part chooses."""
        return self.part.choose(view, legal, rng)
