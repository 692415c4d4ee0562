"""Clocks and bots: what happens in a match without a person. One process drives each, as long as its lease lasts."""

import asyncio
import logging
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from flagstone import bots
from flagstone.bots.bot import PASS, Bot, View, rng_of
from flagstone.play.hub import Audience, Hub, now
from flagstone.play.journal import JournalError
from flagstone.play.room import Order, Room
from flagstone.server.store import Claim, Store

log = logging.getLogger(__name__)

TICK = 0.1  # seconds between looks at the clocks
LEASE = 15_000  # milliseconds that a match is driven by the process that claimed it
RENEW = 4.0  # seconds between claims
PACE = 350  # the least milliseconds between two actions of a bot that plays without turns
THOUGHT = 500  # milliseconds before a bot acts in its turn
BOT_THREADS = 2


@dataclass
class Seated:
    """A bot in a seat."""

    bot: Bot
    rng: random.Random
    next_at: int = 0


class Driver:
    """Drives the matches that this process has claimed."""

    def __init__(self, store: Store, hub: Hub, process: str) -> None:
        self.store, self.hub, self.process = store, hub, process
        self.claims: dict[str, Claim] = {}
        self.seated: dict[tuple[str, int], Seated] = {}
        self.thinking: set[tuple[str, int]] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.threads = ThreadPoolExecutor(BOT_THREADS, thread_name_prefix="bot")

    async def run(self) -> None:
        """Drive until cancelled."""
        renewed = -RENEW
        loop = asyncio.get_running_loop()
        while True:
            try:
                if loop.time() - renewed >= RENEW:
                    renewed = loop.time()
                    await self.renew(now())
                await self.tick(now())
            except JournalError as error:
                log.warning("nothing is driven: %s", error)
            except Exception:
                log.exception("driving failed")
            await asyncio.sleep(TICK)

    def close(self) -> None:
        """Drive nothing any more."""
        self.threads.shutdown(wait=False, cancel_futures=True)

    def forget_all(self) -> None:
        """Nothing of what was claimed may still be there."""
        self.claims.clear()
        self.seated.clear()

    async def renew(self, at: int) -> None:
        """Claim what nobody else drives, and let go of what is over."""
        claims = await self.store.claim(self.process, at, at + LEASE)
        self.claims = {claim.match: claim for claim in claims}
        for match, seat in list(self.seated):
            if match not in self.claims:
                del self.seated[match, seat]
        for claim in claims:
            if claim.has_bots or (claim.due is not None and claim.due <= at + LEASE):
                await self.hub.audience(claim.match)

    async def tick(self, at: int) -> None:
        """Look at all clocks and bots once."""
        for match in list(self.hub.due(at)):
            if match in self.claims:
                self.hub.order(match, Order("clock", at), lambda verdict: None)
        for claim in self.claims.values():
            audience = self.hub.audiences.get(claim.match)
            if claim.has_bots and audience is not None and audience.room.status == "running":
                for seat in await self._bot_seats(claim.match, audience):
                    self._ask(audience, claim.match, seat, at)

    async def _bot_seats(self, match: str, audience: Audience) -> Sequence[int]:
        """The seats of a match that bots play."""
        if not any(seated == match for seated, _ in self.seated):
            for seat in await self.store.seats(match):
                if seat.bot is not None and seat.number not in audience.room.match.out:
                    self._seat(audience.room, match, seat.number, seat.bot)
        return [seat for seated, seat in self.seated if seated == match]

    def _seat(self, room: Room, match: str, seat: int, bot: str) -> None:
        played = room.match
        seated = Seated(bots.make(bot), rng_of(room.kept.seed, seat))
        start = getattr(seated.bot, "start", None)
        if start is not None:
            start(played.game.id, seat, played.seats, played.setup)
        self.seated[match, seat] = seated

    def changed(self, match: str) -> None:
        """Somebody else plays a seat now."""
        for seated, seat in list(self.seated):
            if seated == match:
                del self.seated[seated, seat]

    def _ask(self, audience: Audience, match: str, seat: int, at: int) -> None:
        """Have a bot think, if it is time and its turn."""
        seated, room = self.seated[match, seat], audience.room
        legal = room.match.legal(seat)
        if (match, seat) in self.thinking or not legal:
            return
        if room.has_turns:
            if room.match.to_act() != [seat] or at < room.last_at + THOUGHT:
                return
        elif at < seated.next_at:
            return
        else:
            legal.append(PASS)
            pace = max(PACE, room.kept.terms.pace)
            seated.next_at = at + pace + int(seated.rng.random() * pace / 4)
        self.thinking.add((match, seat))
        task = asyncio.create_task(self._think(room, match, seat, legal))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _think(self, room: Room, match: str, seat: int, legal: list[str]) -> None:
        seated = self.seated[match, seat]
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
