"""A bot in a seat of a live match on a server, over its WebSocket. `docs/bots.md` tells how to send it there."""

import json
import time
import urllib.error
import urllib.request
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.cookiejar import CookieJar
from random import Random
from typing import Any, Protocol
from urllib.parse import quote
from uuid import uuid4

import msgspec

from flagstone.bots.bot import PASS, Bot, BotFailed, View
from flagstone.bots.imagined import legal
from flagstone.match import Outcome
from flagstone.play import messages
from flagstone.play.changes import apply

IDLE = 1.0  # seconds between looks at a connection on which nothing comes
PATIENCE = 60.0  # seconds without a connection until it is given up
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0  # seconds between attempts to connect
AGAIN = 0.5  # seconds until an action is sent again that could not be kept
AT_LEAST = 0.05  # seconds between two actions in games without turns, however fast the match

_decoder = msgspec.json.Decoder(messages.FromServer)
_encoder = msgspec.json.Encoder()


class ConnectError(ValueError):
    """A match that cannot be played, in words."""


@dataclass(frozen=True)
class Place:
    """A seat of a match on a server."""

    url: str  # of the server, http:// or https://
    match: str
    seat: int
    token: str


def take_seat(url: str, match: str, name: str, *, seat: int | None = None, code: str | None = None) -> Place:
    """Join a match under a name. Raises ConnectError with what the server says."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    url = url.rstrip("/")

    def post(path: str, **body: Any) -> Any:
        asked = urllib.request.Request(
            url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
        )
        with opener.open(asked, timeout=30) as answer:
            return json.load(answer)

    if not url.startswith(("http://", "https://")):
        raise ConnectError(f"{url}: the address of a server begins with http:// or https://")
    try:
        post("/api/me", name=name)
        joined = post(f"/api/matches/{quote(match, safe='')}/join", seat=seat, code=code)
        return Place(url, match, joined["seat"], joined["token"])
    except urllib.error.HTTPError as error:
        raise ConnectError(f"{url}: {_detail(error)}") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConnectError(f"{url}: {getattr(error, 'reason', error)}") from None


def _detail(error: urllib.error.HTTPError) -> str:
    """What a server says is wrong."""
    try:
        return str(json.load(error)["detail"])
    except (ValueError, KeyError, TypeError):
        return f"{error.code} {error.reason}"


class Wire(Protocol):
    """What is needed of a WebSocket."""

    def send(self, message: str, /) -> None:
        """Send a message."""

    def recv(self, timeout: float | None = None) -> str | bytes:
        """The next message, or TimeoutError."""


@dataclass
class Sent:
    """An action on its way."""

    id: str
    action: str
    at: float
    again_at: float | None = None  # when to send it again


class LiveBot:
    """One bot in one seat of one live match, over as many connections as it takes."""

    def __init__(self, bot: Bot, place: Place, rng: Random, say: Callable[[str], None]) -> None:
        self.bot, self.place, self.rng, self.say = bot, place, rng, say
        self.last: int | None = None  # the number of the last entry seen
        self.restores = 0  # and what the welcome before it said
        self.view: Any = None
        self.welcome: messages.Welcome | None = None
        self.status = "open"
        self.outcome: messages.Outcome | None = None
        self.sent: Sent | None = None
        self.next_at = 0.0
        self.count = 0
        self.stem = uuid4().hex[:12]
        self.thought, self.latency = array("d"), array("d")  # seconds for each decision, and until it was there

    def play(self) -> messages.Outcome:
        """Play to the end. Raises ConnectError if the match cannot be reached, BotFailed if the bot cannot go on."""
        from websockets.exceptions import InvalidHandshake, WebSocketException
        from websockets.sync.client import connect

        reached, wait = time.monotonic(), FIRST_WAIT
        while True:
            try:
                with connect(self._address(), max_size=None, close_timeout=2, open_timeout=10) as wire:
                    before = self.last
                    self._converse(wire)
                    if self.outcome is not None:
                        return self._finish(self.outcome)
                    if self.last != before:
                        reached, wait = time.monotonic(), FIRST_WAIT
            except (OSError, InvalidHandshake, WebSocketException) as error:
                self.say(f"connection lost: {error}")
                if self.welcome is not None and wait == FIRST_WAIT:
                    reached = time.monotonic()
            if time.monotonic() - reached > PATIENCE:
                raise ConnectError(f"{self.place.url}: no connection for {PATIENCE:g} seconds")
            time.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    # A connection.

    def _address(self) -> str:
        return f"{self.place.url.replace('http', 'ws', 1)}/ws/{quote(self.place.match, safe='')}"

    def _hello(self) -> messages.Hello:
        place = self.place
        return messages.Hello(seat=place.seat, token=place.token, last=self.last, restores=self.restores)

    def _converse(self, wire: Wire) -> None:
        """Say hello, and hear and act until the match is over or the connection is to be made anew."""
        self._send(wire, self._hello())
        if self.sent is not None:  # nobody knows whether it arrived; the same id counts once
            self.sent.again_at = time.monotonic()
        heard = False
        while self.outcome is None:
            try:
                message = _decoder.decode(wire.recv(timeout=self._patience() if heard else 10.0))
            except TimeoutError:
                if not heard:
                    raise OSError("the server does not answer") from None
            else:
                heard |= isinstance(message, messages.Welcome)
                if not self._hear(message):
                    return
            if heard and self.outcome is None:
                self._act(wire)

    @staticmethod
    def _send(wire: Wire, message: messages.Message) -> None:
        wire.send(_encoder.encode(message).decode())

    def _patience(self) -> float:
        """Until there is something to do, though nothing comes."""
        at = self.next_at
        if self.sent is not None:
            at = self.sent.again_at or time.monotonic() + IDLE
        return min(max(at - time.monotonic(), 0.001), IDLE)

    def _hear(self, message: messages.FromServer) -> bool:
        """Take note of a message; False if the connection is to be made anew."""
        if isinstance(message, messages.Welcome):
            self._enter(message)
        elif isinstance(message, messages.Entries):
            for entry in message.entries:
                self._note(entry)
        elif isinstance(message, messages.Present):
            self.status = message.status
        elif isinstance(message, messages.Accepted):
            self._arrived(message.id)
        elif isinstance(message, messages.Refused):
            self._refused(message)
        elif isinstance(message, messages.Bye):
            if not message.reconnect:
                raise ConnectError(f"the server ends the connection: {message.detail}")
            self.say(f"connection lost: {message.detail}")
            return False
        return True

    def _enter(self, welcome: messages.Welcome) -> None:
        first = self.welcome is None
        self.welcome, self.status, self.last = welcome, welcome.status, welcome.number
        self.restores = welcome.restores
        self.view = self.view if welcome.view is None else welcome.view
        self.outcome = welcome.outcome
        if first:
            self.say(f"seat {self.place.seat} of {len(welcome.seats)} in {welcome.game}; the match is {welcome.status}")
            if hasattr(self.bot, "start"):
                self.bot.start(welcome.game, self.place.seat, len(welcome.seats), welcome.setup)

    def _note(self, entry: messages.Entry) -> None:
        self.view, self.last = apply(self.view, entry.changes), entry.number
        self.outcome, self.status = entry.outcome, "running"
        if entry.id is not None and entry.seat == self.place.seat:
            self._arrived(entry.id)

    def _arrived(self, id: str) -> None:
        """An action has been carried out."""
        if self.sent is not None and self.sent.id == id:
            self.latency.append(time.monotonic() - self.sent.at)
            self.sent = None

    def _refused(self, refused: messages.Refused) -> None:
        if self.sent is None or self.sent.id != refused.id:
            return
        if refused.reason in ("unavailable", "busy"):
            self.sent.again_at = time.monotonic() + AGAIN
            return
        self.sent = None  # the position has changed since: think again
        self.next_at = time.monotonic() + (refused.wait or 0) / 1000
        if refused.reason == "left":
            raise ConnectError("the seat has left the match")

    # Acting.

    def _act(self, wire: Wire) -> None:
        """Send an action, if it is time and turn."""
        now = time.monotonic()
        if self.sent is not None:
            if self.sent.again_at is not None and self.sent.again_at <= now:
                self.sent.again_at = None
                self._send(wire, messages.Act(action=self.sent.action, id=self.sent.id))
            return
        assert self.welcome is not None
        if self.status != "running" or now < self.next_at or self.view is None:
            return
        options = legal(self.welcome.game, self.welcome.setup, self.view, self.place.seat)
        if not options:
            return
        action = self._choose(options)
        now = time.monotonic()
        if PASS in options:
            self.next_at = now + max(AT_LEAST, self.welcome.pace / 1000)
        if action != PASS:
            self.count += 1
            self.sent = Sent(f"{self.stem}-{self.count}", action, now)
            self._send(wire, messages.Act(action=action, id=self.sent.id))

    def _choose(self, options: tuple[str, ...]) -> str:
        began = time.monotonic()
        action = self.bot.choose(self._seen(), options, self.rng)
        self.thought.append(time.monotonic() - began)
        if action not in options:
            raise BotFailed(f"answered {str(action)[:60]!r}, which is not legal")
        return action

    def _seen(self) -> View:
        assert self.welcome is not None
        state: Mapping[str, Any] = self.view
        return View(
            self.welcome.game, self.place.seat, len(self.welcome.seats), self.welcome.setup, lambda: dict(state)
        )

    def _finish(self, outcome: messages.Outcome) -> messages.Outcome:
        if hasattr(self.bot, "finish"):
            self.bot.finish(self._seen(), Outcome(outcome.winner, outcome.reason))
        return outcome

    def resign(self) -> None:
        """Give up the match, for a bot that cannot go on. What goes wrong with that is no matter any more."""
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        try:
            with connect(self._address(), open_timeout=5) as wire:
                self._send(wire, self._hello())
                wire.recv(timeout=5)
                self._send(wire, messages.Resign(id=f"{self.stem}-resign"))
                wire.recv(timeout=5)
        except (OSError, WebSocketException):
            pass


def play(bot: Bot, place: Place, rng: Random, say: Callable[[str], None]) -> LiveBot:
    """Play a live match to its end, and close the bot. A bot that fails gives up, and BotFailed says why."""
    live = LiveBot(bot, place, rng, say)
    try:
        live.play()
    except ConnectError:
        raise
    except Exception as error:
        live.resign()
        words = str(error) if isinstance(error, BotFailed) else f"{type(error).__name__}: {error}"
        raise BotFailed(words[:200]) from None
    finally:
        if hasattr(bot, "close"):
            bot.close()
    return live
