"""Bots: the one table of those that come with Flagstone, and what makes one by name."""

from collections.abc import Callable, Mapping

from flagstone.bots.bot import Bot, BotError
from flagstone.bots.greedy import GreedyBot
from flagstone.bots.random_bot import RandomBot
from flagstone.bots.search import SearchBot

__all__ = ["BOTS", "Bot", "BotError", "make"]

BOTS: Mapping[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}


def make(name: str) -> Bot:
    """A new bot; every seat of every match has its own. A name that is none is a BotError that lists them all."""
    if name not in BOTS:
        raise BotError(f"no bot is called {name[:40]!r}; there are: {', '.join(BOTS)}")
    return BOTS[name]()
