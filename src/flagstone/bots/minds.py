"""Where the bots of live matches think: beside the loop of the rooms, so that nobody waits for them."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol

from flagstone import bots
from flagstone.bots.bot import Bot, View, rng_of

Key = tuple[str, int]  # a match and a seat
THREADS = 2


class Brief(NamedTuple):
    """What a bot is told before it begins."""

    bot: str  # its name
    game: str
    seat: int
    seats: int
    setup: Mapping[str, Any]
    seed: int  # of its dice


class Position(NamedTuple):
    """What a bot is asked about: the view after an entry of the log."""

    number: int
    state: dict[str, Any]


class Minds(Protocol):
    """A place where bots think."""

    def seat(self, key: Key, brief: Brief) -> None:
        """A new bot for a seat. Raises BotError if there is none of that name."""

    def forget(self, match: str) -> None:
        """The bots of a match are not needed any more."""

    async def choose(self, key: Key, position: Position, legal: Sequence[str]) -> str:
        """What the bot in a seat answers."""

    def close(self) -> None:
        """Let no bot think any more."""


class Mind:
    """One bot and its dice."""

    def __init__(self, brief: Brief) -> None:
        self.brief = brief
        self.bot: Bot = bots.make(brief.bot)
        self.rng: random.Random = rng_of(brief.seed, brief.seat)
        start = getattr(self.bot, "start", None)
        if start is not None:
            start(brief.game, brief.seat, brief.seats, brief.setup)

    def choose(self, state: dict[str, Any], legal: Sequence[str]) -> str:
        """What the bot answers."""
        brief = self.brief
        view = View(brief.game, brief.seat, brief.seats, brief.setup, lambda: state)
        return self.bot.choose(view, tuple(legal), self.rng)


class ThreadMinds:
    """Bots that think in threads of this process: for one who plays alone."""

    def __init__(self) -> None:
        self.minds: dict[Key, Mind] = {}
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")

    def seat(self, key: Key, brief: Brief) -> None:
        """A new bot for a seat. Raises BotError if there is none of that name."""
        self.minds[key] = Mind(brief)

    def forget(self, match: str) -> None:
        """The bots of a match are not needed any more."""
        self.minds = {key: mind for key, mind in self.minds.items() if key[0] != match}

    async def choose(self, key: Key, position: Position, legal: Sequence[str]) -> str:
        """What the bot in a seat answers."""
        mind = self.minds[key]
        return await asyncio.get_running_loop().run_in_executor(self.threads, mind.choose, position.state, legal)

    def close(self) -> None:
        """Let no bot think any more."""
        self.threads.shutdown(wait=False, cancel_futures=True)
