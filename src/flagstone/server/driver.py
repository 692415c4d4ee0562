"""Clocks and bots: what happens in a match without a person. One process drives each, as long as its lease lasts."""

import asyncio
import logging
from collections.abc import Callable

from flagstone.bots import BotError
from flagstone.bots.live import LiveBots
from flagstone.match import MatchError
from flagstone.play.hub import Audience, Hub, now
from flagstone.play.journal import JournalError
from flagstone.play.room import Order
from flagstone.server.bot_pool import BotPool
from flagstone.server.store import Claim, Store

log = logging.getLogger(__name__)

TICK = 0.1  # seconds between looks at the clocks
LEASE = 15_000  # milliseconds that a match is driven by the process that claimed it
RENEW = 4.0  # seconds between claims


class Driver:
    """Drives the matches that this process has claimed."""

    def __init__(self, store: Store, hub: Hub, process: str, is_watched: Callable[[str], bool]) -> None:
        self.store, self.hub, self.process, self.is_watched = store, hub, process, is_watched
        self.claims: dict[str, Claim] = {}
        self.bots = LiveBots(hub, BotPool())

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
        self.bots.close()

    def forget_all(self) -> None:
        """Nothing of what was claimed may still be there."""
        self.claims.clear()
        for match in self.bots.matches():
            self.bots.forget(match)

    async def renew(self, at: int) -> None:
        """Claim what nobody else drives, and let go of what is over."""
        claims = await self.store.claim(self.process, at, at + LEASE)
        self.claims = {claim.match: claim for claim in claims}
        for match in self.bots.matches() - self.claims.keys():
            self.bots.forget(match)
        for claim in claims:
            if claim.has_bots or (claim.due is not None and claim.due <= at + LEASE):
                try:
                    await self.hub.audience(claim.match)
                except MatchError as error:  # one that cannot be played harms no other
                    log.warning("match %s is not driven: %s", claim.match, error)

    async def tick(self, at: int) -> None:
        """Look at all clocks and bots once."""
        for match in list(self.hub.due(at)):
            if match in self.claims:
                self.hub.order(match, Order("clock", at), lambda verdict: None)
        for claim in self.claims.values():
            audience = self.hub.audiences.get(claim.match)
            if claim.has_bots and audience is not None and audience.room.status == "running":
                try:
                    await self._move_bots(claim.match, audience, at)
                except BotError as error:
                    log.warning("the bots of match %s do not move: %s", claim.match, error)

    async def _move_bots(self, match: str, audience: Audience, at: int) -> None:
        """Have the bots of a match think. Where there are no turns, they rest while nobody is there to see them."""
        if audience.room.has_turns or self.is_watched(match):
            await self._seat_bots(match, audience)
            self.bots.ask(match, audience, at)

    async def _seat_bots(self, match: str, audience: Audience) -> None:
        """Have bots in the seats of a match that are theirs."""
        if match not in self.bots.matches():
            for seat in await self.store.seats(match):
                if seat.bot is not None and seat.number not in audience.room.match.out:
                    self.bots.seat(audience.room, match, seat.number, seat.bot)

    def changed(self, match: str) -> None:
        """Somebody else plays a seat now."""
        self.bots.forget(match)
