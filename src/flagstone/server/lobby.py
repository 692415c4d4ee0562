"""Who sits where, and who is there: what the rooms do not know of the people in them."""

import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import msgspec

from flagstone.play import messages
from flagstone.server import store
from flagstone.server.store import Store

FORGOTTEN = 60.0  # seconds after which a process that says nothing more has nobody connected


class Presence(msgspec.Struct, frozen=True):
    """Who is connected to a match in one process, as it tells the others."""

    process: str
    match: str
    seats: tuple[int, ...] = ()
    watching: int = 0


@dataclass
class Table:
    """The people of one match, as they are kept."""

    match: store.Match
    seats: list[store.Seat]


class Lobby:
    """Who is connected to which match, and the tables of those to which somebody is connected in this process."""

    def __init__(self, store: Store, process: str) -> None:
        self.store, self.process = store, process
        self.tables: dict[str, Table] = {}
        self.here: dict[str, Counter[int | None]] = {}  # connections by match and seat; None: spectators
        self.elsewhere: dict[str, dict[str, tuple[float, Presence]]] = {}  # by match and process, and when it was told
        self.wanted: Counter[str] = Counter()  # matches whose tables somebody needs just now
        self.news: set[str] = set()  # of those, the ones that have changed while they were read

    # Tables.

    @asynccontextmanager
    async def table(self, match: str) -> AsyncIterator[Table | None]:
        """The table of a match, if there is such a match, which stays here meanwhile. Raises JournalError."""
        self.wanted[match] += 1
        try:
            yield self.tables.get(match) or await self._read(match)
        finally:
            self.wanted[match] -= 1
            self._clear(match)

    async def refresh(self, match: str) -> Table | None:
        """Read a table again that is here, or just about to be."""
        if match in self.tables:
            return await self._read(match)
        if match in self.wanted:
            self.news.add(match)
        return None

    async def _read(self, match: str) -> Table | None:
        while True:
            self.news.discard(match)
            found = await self.store.match(match)
            fresh = None if found is None else Table(found, await self.store.seats(match))
            if match not in self.news:
                break
        if fresh is not None:
            self.tables[match] = fresh
        return fresh

    def _clear(self, match: str) -> None:
        """Let go of what nobody needs any more."""
        if self.wanted[match] <= 0:
            del self.wanted[match]
            self.news.discard(match)
            if match not in self.here:
                self.tables.pop(match, None)

    # Presence.

    def come(self, match: str, seat: int | None) -> None:
        """Somebody is connected, whose match has its table here."""
        self.here.setdefault(match, Counter())[seat] += 1

    def go(self, match: str, seat: int | None) -> None:
        """He is no longer."""
        here = self.here[match]
        here[seat] -= 1
        if here[seat] <= 0:
            del here[seat]
        if not here:
            del self.here[match]
        self._clear(match)

    def is_connected(self, match: str, seat: int) -> bool:
        """Whether somebody is connected to a seat, in any process that has told of it."""
        return seat in self._there(match)

    def is_watched(self, match: str) -> bool:
        """Whether anybody is connected to a match, in a seat or not."""
        return bool(self._there(match))

    def _there(self, match: str) -> set[int | None]:
        told = [presence for _, presence in self.elsewhere.get(match, {}).values()]
        there = {seat for presence in told for seat in presence.seats} | set(self.here.get(match, ()))
        return there | {None} if any(presence.watching for presence in told) else there

    def present(self, match: str, status: str) -> messages.Present:
        """Who is there, as a message, of a match whose table is here."""
        there = self._there(match)
        seats = [
            messages.Seat(name=seat.name, bot=seat.bot, connected=seat.bot is not None or seat.number in there)
            for seat in self.tables[match].seats
        ]
        watching = sum(presence.watching for _, presence in self.elsewhere.get(match, {}).values())
        watching += self.here.get(match, Counter())[None]
        return messages.Present(status=status, seats=tuple(seats), watching=watching)

    def presence(self, match: str) -> Presence:
        """Who is connected here, for the other processes."""
        here = self.here.get(match, Counter())
        return Presence(self.process, match, tuple(sorted(s for s in here if s is not None)), here[None])

    def heard(self, presence: Presence) -> bool:
        """Another process tells who is connected there; whether that is news."""
        if presence.process == self.process:
            return False
        told = self.elsewhere.setdefault(presence.match, {})
        before = told.pop(presence.process, None)
        if presence.seats or presence.watching:
            told[presence.process] = (time.monotonic(), presence)
        elif not told:
            del self.elsewhere[presence.match]
        return before is None or before[1] != presence

    def forget_silent(self) -> list[str]:
        """Let go of what processes have told that say nothing more; the matches concerned."""
        before = time.monotonic() - FORGOTTEN
        concerned = []
        for match, told in list(self.elsewhere.items()):
            silent = [process for process, (at, _) in told.items() if at < before]
            for process in silent:
                del told[process]
            concerned += [match] if silent else []
            if not told:
                del self.elsewhere[match]
        return concerned
