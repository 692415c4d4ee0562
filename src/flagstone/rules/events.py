"""What rule code tells: the events of one action, for the games whose events all have the same few fields."""

from typing import Annotated

from .jit import rule
from .record import Record, i16, i32, u8

NOBODY = -1  # no seat


class Event(Record):
    """Something that happened; `what` depends on the kind, see the games."""

    kind: u8
    seat: i16
    what: i32
    at: i32


class Events(Record):
    """The events of one action."""

    count: i32
    told: Annotated[list[Event], Event, "events"]


@rule
def tell(events: Events, kind: int, seat: int, what: int, at: int) -> None:
    """Note an event. What does not fit is left out: the caller sizes `events`, and a size of one hears nothing."""
    if len(events.told) > 1 and events.count < len(events.told):
        event = events.told[events.count]
        event.kind = kind
        event.seat = seat
        event.what = what
        event.at = at
        events.count += 1
