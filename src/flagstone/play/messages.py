"""The messages of live play. `docs/protocol.md` tells their story; their JSON Schema is made from these types."""

from typing import Any, TypeAlias

import msgspec

from flagstone.play.changes import Change


class Message(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """Anything that goes over the wire; its type is the name of the class in small letters."""


# What a client says.


class Hello(Message, frozen=True):
    """The first message of a connection: who is there, and what he has already seen."""

    seat: int | None = None  # none: a spectator
    token: str | None = None  # the seat's secret
    code: str | None = None  # of a private match, for spectators
    last: int | None = None  # the number of the last entry seen,
    restores: int = 0  # and what the welcome before it said


class Act(Message, frozen=True):
    """An action."""

    action: str
    id: str  # the client's own, new for every action of a seat: one that is sent again counts once


class Resign(Message, frozen=True):
    """The seat gives up."""

    id: str


class Ping(Message, frozen=True):
    """Are you there?"""

    sent: float = 0.0  # anything the client likes; it comes back


# What the server says.

# Why an action is refused for other reasons than the game's.
REFUSALS = {
    "not_running": "the match has not been started, or is over",
    "too_fast": "the seat acted less than the match's pace ago; wait as long as it says",
    "left": "the seat has resigned or was made to forfeit",
    "not_seated": "the connection is a spectator's",
    "unknown_action": "the game has no such action",
    "unavailable": "the server cannot keep anything now; send it again later, with the same id",
    "busy": "the server has too much to do; send it again later, with the same id",
    "too_late": "the match has gone on since",
}


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays a seat."""

    name: str | None = None  # none: nobody yet
    bot: str | None = None
    connected: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: the winning side in words, or none, and why."""

    winner: str | None
    reason: str


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the log as anybody may see it: what was done, and what came of it."""

    number: int
    kind: str  # act, resign, forfeit, stop, seat
    at: int  # milliseconds since 1970
    seat: int | None = None
    action: str | None = None
    id: str | None = None
    reason: str | None = None  # why, where it was not the player's own doing
    changes: tuple[Change, ...] = ()  # of the view
    events: tuple[dict[str, Any], ...] = ()
    says: tuple[str, ...] = ()  # the events in words
    due: int | None = None  # when the clock runs out
    outcome: Outcome | None = None


class Welcome(Message, frozen=True):
    """The answer to Hello: where the match stands. What was missed follows as entries, if a view does not say it."""

    match: str
    game: str
    status: str  # open, running or over
    number: int  # of the last entry that the view contains, or that the client has
    now: int  # the server's time
    setup: dict[str, Any]
    actions: tuple[str, ...]
    seats: tuple[Seat, ...]
    pace: int
    seat: int | None = None
    view: dict[str, Any] | None = None  # none: go on from what you have
    due: int | None = None
    outcome: Outcome | None = None
    restores: int = 0  # how often the server's data were restored from a backup: what was seen before may not hold


class Entries(Message, frozen=True):
    """What happened, in order."""

    entries: tuple[Entry, ...]


class Accepted(Message, frozen=True):
    """An action that was sent again has been carried out before, as this entry."""

    id: str
    number: int


class Refused(Message, frozen=True):
    """An action was not carried out."""

    id: str
    reason: str  # a refusal of the game, or one of REFUSALS
    wait: int | None = None  # milliseconds until it is not too fast


class Present(Message, frozen=True):
    """Who is there."""

    status: str
    seats: tuple[Seat, ...]
    watching: int = 0


class Rematch(Message, frozen=True):
    """There is another match with the same settings."""

    match: str


class Pong(Message, frozen=True):
    """The answer to Ping."""

    sent: float
    now: int


class Bye(Message, frozen=True):
    """The last message: why the connection ends, and whether to come back."""

    reason: str
    detail: str
    reconnect: bool = False


FromClient: TypeAlias = Hello | Act | Resign | Ping
FromServer: TypeAlias = Welcome | Entries | Accepted | Refused | Present | Rematch | Pong | Bye
