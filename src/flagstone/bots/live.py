"""Bots in live matches: each thinks in its own time, beside the loop, and acts through the hub like anybody else."""

import asyncio
import logging
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from flagstone import bots
from flagstone.bots.bot import PASS, Bot, View, rng_of
from flagstone.play.hub import Audience, Hub, now
from flagstone.play.room import Order, Room

log = logging.getLogger(__name__)

PACE = 350  # the least milliseconds between two actions of a bot that plays without turns
THOUGHT = 500  # milliseconds before a bot acts in its turn
THREADS = 2


@dataclass
class Seated:
    """A bot in a seat."""

    bot: Bot
    rng: random.Random
    next_at: int = 0


class LiveBots:
    """The bots that play seats of a hub's rooms. Whoever has them calls `ask` again and again while a match runs."""

    def __init__(self, hub: Hub, *, pace: int = PACE, thought: int = THOUGHT) -> None:
        self.hub, self.pace, self.thought = hub, pace, thought
        self.seated: dict[tuple[str, int], Seated] = {}
        self.thinking: set[tuple[str, int]] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")

    def close(self) -> None:
        """Let no bot think any more."""
        for task in self.tasks:
            task.cancel()
        self.threads.shutdown(wait=False, cancel_futures=True)

    def matches(self) -> set[str]:
        """The matches in which bots are seated."""
        return {match for match, _ in self.seated}

    def seat(self, room: Room, match: str, seat: int, bot: str) -> None:
        """Give a seat to a new bot. Raises BotError if there is none of that name."""
        played = room.match
        seated = Seated(bots.make(bot), rng_of(room.kept.seed, seat))
        start = getattr(seated.bot, "start", None)
        if start is not None:
            start(played.game.id, seat, played.seats, played.setup)
        self.seated[match, seat] = seated

    def forget(self, match: str) -> None:
        """Let go of a match's bots."""
        for seated, seat in list(self.seated):
            if seated == match:
                del self.seated[seated, seat]

    def ask(self, match: str, audience: Audience, at: int) -> None:
        """Have every bot of a running match think whose time and turn it is."""
        for seated, seat in list(self.seated):
            if seated == match:
                self._ask(match, seat, audience.room, at)

    def _ask(self, match: str, seat: int, room: Room, at: int) -> None:
        seated = self.seated[match, seat]
        legal = room.match.legal(seat)
        if (match, seat) in self.thinking or not legal:
            return
        if room.has_turns:
            if room.match.to_act() != [seat] or at < room.last_at + self.thought:
                return
        elif at < seated.next_at:
            return
        else:
            legal.append(PASS)
            pace = max(self.pace, room.kept.terms.pace)
            seated.next_at = at + pace + int(seated.rng.random() * pace / 4)
        self.thinking.add((match, seat))
        task = asyncio.create_task(self._think(seated, match, seat, room, legal))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _think(self, seated: Seated, match: str, seat: int, room: Room, legal: list[str]) -> None:
        state, number = room.camera.view, room.number
        view = View(room.match.game.id, seat, room.match.seats, room.match.setup, lambda: state)
        try:
            choose = seated.bot.choose
            action = await asyncio.get_running_loop().run_in_executor(
                self.threads, lambda: choose(view, tuple(legal), seated.rng)
            )
            if action != PASS:
                at = number if room.has_turns else None
                await self.hub.ask(match, Order("act", now(), seat, action, number=at))
        except Exception:
            log.exception("the bot in seat %d of match %s failed", seat, match)
            await self.hub.ask(match, Order("forfeit", now(), seat, reason="its bot failed"))
        finally:
            self.thinking.discard((match, seat))
