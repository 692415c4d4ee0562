"""Matches in this process: a room, a journal that forgets, bots, and a line to them that speaks the live messages."""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from flagstone.bots.live import LiveBots
from flagstone.match import Match
from flagstone.play import messages
from flagstone.play.hub import Audience, Hub, now
from flagstone.play.journal import Kept, Memory, Terms
from flagstone.play.messages import Act, FromClient, FromServer, Ping, Resign
from flagstone.play.room import Order, Verdict
from flagstone.tui.session import Session

TICK = 0.03  # seconds between looks at bots and clock

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(FromServer)


def _encoded(entries: Sequence[messages.Entry]) -> str:
    return _encoder.encode(messages.Entries(entries=tuple(entries))).decode()


class LocalLine:
    """A line to a match that is played here, by one person or none, and bots."""

    def __init__(
        self, match: Match, terms: Terms, seats: Sequence[messages.Seat], *, seat: int | None, pace: int
    ) -> None:
        self.id = secrets.token_hex(6)
        kept = Kept(self.id, match.game.id, match.game.version, match.setup, match.seed, terms, match.limit, now())
        self.hub = Hub(Memory({self.id: kept}), _encoded)
        self.seats, self.seat = tuple(seats), seat
        self.bots = LiveBots(self.hub, pace=pace, thought=pace)
        self.session: Session | None = None
        self.paused = False
        self.is_news = asyncio.Event()

    def send(self, message: FromClient) -> None:
        """Have an order carried out."""
        if isinstance(message, Ping):
            self._hear(messages.Pong(sent=message.sent, now=now()))
        elif isinstance(message, Act | Resign):
            if self.seat is None:
                self._answer(message.id, Verdict(refusal="not_seated"))
                return
            action = message.action if isinstance(message, Act) else ""
            kind = "act" if isinstance(message, Act) else "resign"
            order = Order(kind, now(), self.seat, action, message.id)
            self.hub.order(self.id, order, lambda verdict: self._answer(message.id, verdict))

    def _answer(self, id: str, verdict: Verdict) -> None:
        if verdict.refusal is not None:
            self._hear(messages.Refused(id=id, reason=verdict.refusal, wait=verdict.wait))
        elif verdict.again and verdict.number is not None:
            self._hear(messages.Accepted(id=id, number=verdict.number))

    def show(self, entries: Sequence[messages.Entry], encoded: str) -> None:
        """New entries, which the hub shows to all who watch."""
        self._hear_text(encoded)
        self.is_news.set()

    def _hear(self, message: messages.Message) -> None:
        self._hear_text(_encoder.encode(message).decode())

    def _hear_text(self, text: str) -> None:
        # What is heard is the session's own: nothing of it is shared with the room or a bot that thinks.
        if self.session is not None:
            self.session.hear(_decoder.decode(text))

    async def run(self, session: Session) -> None:
        """Play the match, and answer until cancelled."""
        self.session = session
        hub = asyncio.create_task(self.hub.run())
        try:
            audience = await self.hub.audience(self.id)
            assert audience is not None
            for number, seat in enumerate(self.seats):
                if seat.bot is not None:
                    self.bots.seat(audience.room, self.id, number, seat.bot)
            audience.watchers.add(self)
            self._hear(audience.room.welcome(self.seats, self.seat, None, now()))
            await self._drive(audience)
            await hub  # what is said after the end is refused, but answered
        finally:
            self.session = None
            self.bots.close()
            hub.cancel()
            await asyncio.gather(hub, *self.bots.tasks, return_exceptions=True)

    async def _drive(self, audience: Audience) -> None:
        """Let bots and clock have their time; a bot whose turn it is by now need not wait for the next look."""
        while audience.room.status == "running":
            if audience.room.has_turns:
                self.is_news.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(TICK):
                        await self.is_news.wait()
            else:
                await asyncio.sleep(TICK)
            if not self.paused:
                at = now()
                for match in list(self.hub.due(at)):
                    self.hub.order(match, Order("clock", at), lambda verdict: None)
                self.bots.ask(self.id, audience, at)
