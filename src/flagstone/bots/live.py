"""Bots in live matches: each thinks in its own time, beside the loop, and acts through the hub like anybody else."""

import asyncio
import logging
import random
from dataclasses import dataclass

from flagstone.bots.bot import PASS
from flagstone.bots.minds import Brief, Minds, Position, ThreadMinds
from flagstone.play.hub import Audience, Hub, now
from flagstone.play.room import Order, Room

log = logging.getLogger(__name__)

PACE = 350  # the least milliseconds between two actions of a bot that plays without turns
THOUGHT = 500  # milliseconds before a bot acts in its turn


@dataclass
class Seated:
    """A bot in a seat."""

    rng: random.Random  # for when it acts, not for what it does
    next_at: int = 0


class LiveBots:
    """The bots that play seats of a hub's rooms. Whoever has them calls `ask` again and again while a match runs."""

    def __init__(self, hub: Hub, minds: Minds | None = None, *, pace: int = PACE, thought: int = THOUGHT) -> None:
        self.hub, self.pace, self.thought = hub, pace, thought
        self.minds = minds or ThreadMinds()
        self.seated: dict[tuple[str, int], Seated] = {}
        self.thinking: set[tuple[str, int]] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Let no bot think any more."""
        for task in self.tasks:
            task.cancel()
        self.minds.close()

    def matches(self) -> set[str]:
        """The matches in which bots are seated."""
        return {match for match, _ in self.seated}

    def seat(self, room: Room, match: str, seat: int, bot: str) -> None:
        """Give a seat to a new bot. Raises BotError if there is none of that name."""
        played = room.match
        brief = Brief(bot, played.game.id, seat, played.seats, played.setup, room.kept.seed)
        self.minds.seat((match, seat), brief)
        self.seated[match, seat] = Seated(random.Random(f"{match} {seat}"))

    def forget(self, match: str) -> None:
        """Let go of a match's bots."""
        for seated, seat in list(self.seated):
            if seated == match:
                del self.seated[seated, seat]
        self.minds.forget(match)

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
        task = asyncio.create_task(self._think(match, seat, room, legal))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _think(self, match: str, seat: int, room: Room, legal: list[str]) -> None:
        position = Position(room.number, room.camera.view)
        try:
            action = await self.minds.choose((match, seat), position, legal)
            if action != PASS:
                at = position.number if room.has_turns else None
                await self.hub.ask(match, Order("act", now(), seat, action, number=at))
        except Exception:
            if (match, seat) in self.seated:  # or somebody else has come to sit there
                log.exception("the bot in seat %d of match %s failed", seat, match)
                await self.hub.ask(match, Order("forfeit", now(), seat, reason="its bot failed"))
        finally:
            self.thinking.discard((match, seat))
