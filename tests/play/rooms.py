"""Rooms and hubs for tests: what they need and nothing more."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from flagstone.match import Match
from flagstone.play import messages
from flagstone.play.changes import apply
from flagstone.play.hub import Hub
from flagstone.play.journal import Kept, Memory, Terms
from flagstone.play.room import Order, Room, Verdict
from tests.samples import SETTINGS

T0 = 1_700_000_000_000  # when every match here is started


def kept(game: str = "classic", *, id: str = "m1", seed: int = 1, started: bool = True, **terms: int) -> Kept:
    """A match on its sample set-up."""
    setup = Match(game, SETTINGS[game], seed).setup
    return Kept(id, game, 1, setup, seed, Terms(**terms), started_at=T0 if started else None)


def act(seat: int, action: str, at: int = T0, id: str | None = None) -> Order:
    """An order to act."""
    return Order("act", at, seat, action, id)


@dataclass(eq=False)
class Eye:
    """A watcher that keeps a view up to date, as a client would."""

    view: Any
    number: int = 0
    seen: list[messages.Entry] = field(default_factory=list)

    def show(self, entries: Sequence[messages.Entry], encoded: str = "") -> None:
        """Apply what has changed; entries must come without gaps or repeats."""
        for entry in entries:
            assert entry.number == self.number + 1
            self.number = entry.number
            self.view = apply(self.view, entry.changes)
            self.seen.append(entry)


def shown(room: Room) -> list[messages.Entry]:
    """The entries that a room keeps ready for those who come back."""
    return decoded(room.missed(room.kept_number - len(room.shown)))


def decoded(missed: Sequence[msgspec.Raw] | None) -> list[messages.Entry]:
    """What a room says was missed, as entries."""
    assert missed is not None
    return [msgspec.json.decode(entry, type=messages.Entry) for entry in missed]


def encode(entries: Sequence[messages.Entry]) -> str:
    """Numbers are enough for tests."""
    return ",".join(str(entry.number) for entry in entries)


async def hub_over(journal: Any) -> tuple[Hub, asyncio.Task[None]]:
    """A hub that is running."""
    hub = Hub(journal, encode)
    return hub, asyncio.create_task(hub.run())


async def watched(hub: Hub, match: str = "m1") -> Eye:
    """An eye on a match."""
    audience = await hub.audience(match)
    assert audience is not None
    eye = Eye(audience.room.match.view(None), audience.room.kept_number)
    audience.watchers.add(eye)
    return eye


def judged(room: Room, *orders: Order) -> list[Verdict]:
    """The verdicts on orders, each kept at once."""
    verdicts = []
    for order in orders:
        verdicts.append(room.judge(order))
        room.keep()
    return verdicts


def memory(*matches: Kept) -> Memory:
    """A journal with these matches."""
    return Memory({match.id: match for match in matches})
