"""Greedy: sensible play without search, in every game."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from flagstone.bots.bot import Bot, View
from flagstone.bots.greedy_ctf import CtfGreedy
from flagstone.bots.greedy_hammer import HammerGreedy

GAMES: Mapping[str, type[CtfGreedy]] = {
    "hammer": HammerGreedy,
    "shovel": CtfGreedy,
    "classic": CtfGreedy,
}


class GreedyBot:
    """Plays as the part of it that knows the game."""

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        """Take the part of the game."""
        part = GAMES[game]()
        part.start(game, seat, seats, setup)
        self.part: Bot = part

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """What the part chooses."""
        return self.part.choose(view, legal, rng)
