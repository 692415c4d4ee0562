"""One client of one match, whatever it is played on and however it is shown: what it was told, and what it says."""

import asyncio
import time
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from flagstone.play import messages
from flagstone.play.changes import apply
from flagstone.play.messages import Act, FromClient, FromServer, Resign

MOST_REMEMBERED = 300  # entries


class Lost:
    """The connection broke. It is made again by itself; nothing has to be done."""


class Recalled:
    """It is known what happened before this client came."""


Heard: TypeAlias = FromServer | Lost | Recalled
Hear: TypeAlias = Callable[[Heard], None]


class Line(Protocol):
    """What a session talks through: a room in this process, or a WebSocket."""

    def send(self, message: FromClient) -> None:
        """Say something. It is lost if the connection is."""

    async def run(self, session: "Session") -> None:
        """Let the session hear what is said, until there is nothing more to hear."""


class Session:
    """A seat of a match, or a spectator. `run` must be running; `listen` to learn of every message taken in."""

    game = ""
    seat: int | None = None
    view: dict[str, Any]

    def __init__(self, line: Line) -> None:
        self.line = line
        self.number: int | None = None  # of the last entry seen
        self.restores = 0  # and what the welcome before it said
        self.setup: dict[str, Any] = {}
        self.actions: Sequence[str] = ()
        self.seats: Sequence[messages.Seat] = ()
        self.status = "open"
        self.due: int | None = None
        self.outcome: messages.Outcome | None = None
        self.entries: deque[messages.Entry] = deque(maxlen=MOST_REMEMBERED)
        self.watching = 0
        self.connected = False
        self.bye: messages.Bye | None = None
        self.rematch: str | None = None
        self.latency: float | None = None  # seconds there and back
        self.started_at: int | None = None
        self.said: dict[str, Act | Resign] = {}  # without an answer
        self.ahead = 0  # milliseconds by which the server's clock is ahead of ours
        self.hearers: list[Hear] = []
        self._last_act = ""

    # What is known.

    @property
    def is_ready(self) -> bool:
        """Whether there is anything to show."""
        return self.number is not None

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, in the games with turns, while they are on."""
        return self.view.get("to_move") if self.status == "running" else None

    @property
    def may_act(self) -> bool:
        """Whether it is this seat's time to act, as far as turns go."""
        return self.status == "running" and self.seat is not None and self.to_move in (None, self.seat)

    def name(self, seat: int) -> str:
        """What a seat's player is called."""
        name = self.seats[seat].name if seat < len(self.seats) else None
        return name or f"seat {seat + 1}"

    def now(self) -> int:
        """The time of whoever keeps the clock, in milliseconds since 1970."""
        return time.time_ns() // 1_000_000 + self.ahead

    # Hearing.

    def listen(self, hear: Hear) -> None:
        """Be told of every message, after the session has taken it in."""
        self.hearers.append(hear)

    async def run(self) -> None:
        """Take part, until the match has nothing more to say."""
        await self.line.run(self)

    def hear(self, message: Heard) -> None:
        """Take a message in."""
        match message:
            case messages.Welcome():
                self._welcomed(message)
            case messages.Entries():
                for entry in message.entries:
                    self._entered(entry)
            case messages.Present():
                self.seats, self.watching = message.seats, message.watching
                self._is_now(message.status)
            case messages.Accepted():
                self.said.pop(message.id, None)
            case messages.Refused():
                if self._is_tried_again(message):
                    return
            case messages.Rematch():
                self.rematch = message.match
            case messages.Pong():
                self.latency = time.monotonic() - message.sent
                self.ahead = message.now - time.time_ns() // 1_000_000
            case messages.Bye():
                self.connected, self.bye = False, None if message.reconnect else message
            case Lost():
                self.connected = False
            case Recalled():
                pass
        for hear in self.hearers:
            hear(message)

    def _welcomed(self, welcome: messages.Welcome) -> None:
        self.game, self.seat, self.seats = welcome.game, welcome.seat, welcome.seats
        self.setup, self.actions, self.due = welcome.setup, welcome.actions, welcome.due
        self.number, self.outcome, self.connected = welcome.number, welcome.outcome, True
        self.restores = welcome.restores
        self.ahead = welcome.now - time.time_ns() // 1_000_000
        if welcome.view is not None:
            self.view = welcome.view
        self._is_now(welcome.status)
        for message in list(self.said.values()):  # nobody knows whether it arrived; its id makes it count once
            self.line.send(message)

    def _entered(self, entry: messages.Entry) -> None:
        if self.number is not None and entry.number <= self.number:
            return
        self.number = entry.number
        self.view = apply(self.view, entry.changes)
        self.entries.append(entry)
        self.due, self.outcome = entry.due, entry.outcome
        if entry.id is not None:
            self.said.pop(entry.id, None)
        self._is_now("over" if entry.outcome is not None else "running")

    def recall(self, entries: Sequence[messages.Entry]) -> None:
        """Entries from before this client came, which its view contains already."""
        first = self.entries[0].number if self.entries else (self.number or 0) + 1
        earlier = [entry for entry in entries if entry.number < first]
        self.entries = deque([*earlier, *self.entries], maxlen=MOST_REMEMBERED)
        self.hear(Recalled())

    def _is_now(self, status: str) -> None:
        if status == "running" and self.started_at is None:
            self.started_at = self.now()
        self.status = status

    # Saying.

    def act(self, action: str) -> bool:
        """Want an action; the entry or the refusal is heard later. False: there is nobody to say it to."""
        if not self.connected:
            return False
        self._last_act = uuid.uuid4().hex
        self._say(Act(action=action, id=self._last_act))
        return True

    def resign(self) -> bool:
        """Give the seat up."""
        if not self.connected:
            return False
        self._say(Resign(id=uuid.uuid4().hex))
        return True

    def _say(self, message: Act | Resign) -> None:
        self.said[message.id] = message
        self.line.send(message)

    def _is_tried_again(self, refused: messages.Refused) -> bool:
        """What came too fast comes again as soon as it may, unless something else is wanted by then."""
        said = self.said.get(refused.id)
        if not isinstance(said, Act) or refused.reason != "too_fast" or refused.wait is None:
            self.said.pop(refused.id, None)
            return False

        def again() -> None:
            self.said.pop(refused.id, None)
            if self._last_act == refused.id and self.connected:
                self._last_act = uuid.uuid4().hex
                self._say(Act(action=said.action, id=self._last_act))

        asyncio.get_running_loop().call_later(refused.wait / 1000, again)
        return True
