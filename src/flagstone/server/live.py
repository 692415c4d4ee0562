"""A WebSocket connection to a match: messages in, messages out, and nothing that waits for a slow reader."""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import msgspec
from litestar import WebSocket

from flagstone.match import MatchError
from flagstone.play import messages
from flagstone.play.hub import Audience, now
from flagstone.play.journal import JournalError
from flagstone.play.messages import Act, FromClient, Hello, Message, Ping, Resign
from flagstone.play.room import Order, Verdict
from flagstone.server.limits import Bucket
from flagstone.server.lobby import Table
from flagstone.server.people import is_token
from flagstone.server.store import Seat

if TYPE_CHECKING:
    from flagstone.server.house import House

log = logging.getLogger(__name__)

HELLO_SECONDS = 10.0  # until the first message
MOST_QUEUED = 2 * 2**20  # characters that wait to be sent
LONGEST_ID = 36  # characters of a client's id
MOST_MESSAGE = 4096  # characters of a message

# Why a connection is closed: WebSocket codes from 4000 are ours.
CODES = {
    "restart": 1012,
    "restored": 4001,
    "bad_message": 4400,
    "forbidden": 4403,
    "no_match": 4404,
    "too_slow": 4408,
    "replaced": 4409,
    "too_many": 4429,
    "unavailable": 4503,
}

_decoder = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()


def encoded(message: Message) -> str:
    """A message as it is sent."""
    return _encoder.encode(message).decode()


def encoded_entries(entries: Sequence[messages.Entry | msgspec.Raw]) -> str:
    """Entries as they are sent; some may be encoded already."""
    return encoded(messages.Entries(entries=cast(Any, tuple(entries))))


async def turn_away(socket: WebSocket[Any, Any, Any], reason: str, words: str) -> None:
    """Say goodbye to somebody who is not let in now but may come back."""
    await socket.accept()
    await socket.send_text(encoded(messages.Bye(reason=reason, detail=words, reconnect=True)))
    await socket.close(CODES[reason], reason)


class ClosedError(Exception):
    """The connection is to be closed, for a reason of `CODES`."""

    def __init__(self, reason: str, words: str, *, reconnect: bool = False) -> None:
        super().__init__(words)
        self.bye = messages.Bye(reason=reason, detail=words, reconnect=reconnect)


class Connection:
    """One client of one match."""

    def __init__(self, house: "House", socket: WebSocket[Any, Any, Any], match: str, address: str) -> None:
        self.house, self.socket, self.match, self.address = house, socket, match, address
        self.seat: int | None = None
        self.token: str | None = None
        self.queue: deque[str] = deque()
        self.queued = 0
        self.woken = asyncio.Event()
        self.bye: messages.Bye | None = None
        rate = house.settings.rates.messages
        self.bucket = Bucket(rate, 2 * rate)

    def may_stay(self, seat: Seat) -> bool:
        """Whether the seat is still this client's."""
        return is_token(self.token, seat.token)

    # Out. None of these waits.

    def show(self, entries: Sequence[messages.Entry], encoded: str) -> None:
        """New entries of the match."""
        self.put(encoded)

    def send(self, message: Message) -> None:
        """Send a message, after those that wait."""
        self.put(encoded(message))

    def put(self, text: str) -> None:
        """Send a text, unless the client reads too slowly to be sent anything more."""
        if self.bye is not None:
            return
        self.queued += len(text)
        if self.queued > MOST_QUEUED:
            self.queue.clear()
            words = "the connection is too slow for this match; come back with the last number seen"
            self.close(messages.Bye(reason="too_slow", detail=words, reconnect=True))
            return
        self.queue.append(text)
        self.woken.set()

    def close(self, bye: messages.Bye) -> None:
        """Say goodbye, after what waits."""
        if self.bye is None:
            self.queue.append(encoded(bye))
            self.bye = bye
            self.woken.set()

    async def _write(self) -> None:
        """Send what waits, until goodbye has been said."""
        send = self.socket.send
        while True:
            while self.queue:
                text = self.queue.popleft()
                self.queued -= len(text)
                await send({"type": "websocket.send", "text": text, "bytes": None})
            if self.bye is not None:
                await self.socket.close(CODES.get(self.bye.reason, 4400), self.bye.reason)
                return
            self.woken.clear()
            await self.woken.wait()

    # In.

    async def run(self) -> None:
        """Serve the client until one of both has enough."""
        await self.socket.accept()
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            if not writer.done() and self.bye is not None:
                await asyncio.wait((writer,), timeout=HELLO_SECONDS)
        finally:
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await self._receive()
            if not isinstance(hello, Hello):
                raise ClosedError("bad_message", "the first message of a connection is hello")
            await self._enter(hello)
            while True:
                self._handle(await self._receive())
        except ClosedError as closed:
            self.close(closed.bye)
        except TimeoutError:
            self.close(messages.Bye(reason="bad_message", detail="nobody said hello"))
        except JournalError:
            words = "the server cannot reach its database; try again"
            self.close(messages.Bye(reason="unavailable", detail=words, reconnect=True))
        except _GoneError:
            pass
        finally:
            self.house.left(self)

    async def _receive(self) -> FromClient:
        """The next message, within the limits."""
        event: Any = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise _GoneError
        if not self.bucket.take(asyncio.get_running_loop().time()) or self.house.messages.take(self.address, now()):
            raise ClosedError("too_many", "too many messages; send fewer", reconnect=True)
        text = event.get("text") or event.get("bytes") or ""
        if len(text) > MOST_MESSAGE:
            raise ClosedError("bad_message", f"a message has at most {MOST_MESSAGE} characters")
        try:
            message: FromClient = _decoder.decode(text)
            return message
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ClosedError("bad_message", str(error)) from None

    async def _enter(self, hello: Hello) -> None:
        """Let somebody in who may, and tell him where the match stands."""
        async with self.house.lobby.table(self.match) as table:
            if table is None:
                raise ClosedError("no_match", "there is no such match")
            if hello.seat is not None:
                await self._sit_down(table, hello)
            elif not table.match.public and not table.match.has_code(hello.code):
                raise ClosedError("forbidden", "the match is private; it needs its code")
            last = hello.last if hello.restores == self.house.restores else None
            try:
                await self.house.hub.visit(self.match, lambda audience: self._welcome(audience, last))
            except MatchError as error:
                raise ClosedError("no_match", str(error)) from None

    async def _sit_down(self, table: Table, hello: Hello) -> None:
        """Take the seat of a hello, if it has the seat's secret."""
        number = hello.seat or 0
        if not 0 <= number < len(table.seats):
            raise ClosedError("forbidden", f"there are seats 0 to {len(table.seats) - 1}")
        if not is_token(hello.token, table.seats[number].token):
            fresh = await self.house.lobby.refresh(self.match)  # it may have been taken a moment ago, elsewhere
            if fresh is None or not is_token(hello.token, fresh.seats[number].token):
                raise ClosedError("forbidden", "the token is not this seat's")
        self.seat, self.token = number, hello.token

    def _welcome(self, audience: Audience, last: int | None) -> None:
        """What a client needs to go on, and all that happens from now on. Nothing happens in between."""
        room = audience.room
        missed = None if last is None else room.missed(last)
        audience.watchers.add(self)
        present = self.house.entered(self, room.status)
        welcome = room.welcome(present.seats, self.seat, last, now())
        self.send(msgspec.structs.replace(welcome, restores=self.house.restores))
        if missed:
            self.put(encoded_entries(missed))

    def _handle(self, message: FromClient) -> None:
        if isinstance(message, Ping):
            self.send(messages.Pong(sent=message.sent, now=now()))
        elif isinstance(message, Act | Resign):
            self._order(message)
        else:
            raise ClosedError("bad_message", "hello has been said already")

    def _order(self, message: Act | Resign) -> None:
        """Have an action carried out; its entry comes to everybody, a refusal to this client alone."""
        if not 0 < len(message.id) <= LONGEST_ID or not message.id.isascii() or not message.id.isprintable():
            raise ClosedError("bad_message", f"an id has 1 to {LONGEST_ID} letters, digits or signs of ASCII")
        if self.seat is None:
            self._refuse(message.id, Verdict(refusal="not_seated"))
            return
        if isinstance(message, Resign):
            order = Order("resign", now(), self.seat, id=message.id)
        else:
            if message.action not in self.house.actions(self.match):
                self._refuse(message.id, Verdict(refusal="unknown_action"))
                return
            if not self.house.may_act(self.match, self.seat):
                self._refuse(message.id, Verdict(refusal="busy"))
                return
            order = Order("act", now(), self.seat, message.action, message.id)
        self.house.hub.order(self.match, order, lambda verdict: self._answer(message.id, verdict))

    def _answer(self, id: str, verdict: Verdict) -> None:
        if verdict.again and verdict.number is not None:
            self.send(messages.Accepted(id=id, number=verdict.number))
        elif verdict.refusal is not None:
            self._refuse(id, verdict)

    def _refuse(self, id: str, verdict: Verdict) -> None:
        self.send(messages.Refused(id=id, reason=verdict.refusal or "", wait=verdict.wait))


class _GoneError(Exception):
    """The client has closed the connection."""
