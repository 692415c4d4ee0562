"""Who sits where, and who is there: what the rooms do not know of the people in them."""

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

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
    """The people of one match."""

    match: store.Match
    seats: list[store.Seat]
    here: Counter[int | None] = field(default_factory=Counter)  # connections by seat; None: spectators
    elsewhere: dict[str, tuple[float, Presence]] = field(default_factory=dict)  # by process, and when it was told

    def present(self, status: str) -> messages.Present:
        """Who is there, as a message."""
        told = [presence for _, presence in self.elsewhere.values()]
        there = {seat for presence in told for seat in presence.seats} | self.here.keys()
        watching = self.here[None] + sum(presence.watching for presence in told)
        return messages.Present(status=status, seats=tuple(self._seats(there)), watching=watching)

    def _seats(self, there: Iterable[int | None]) -> Iterable[messages.Seat]:
        for seat in self.seats:
            yield messages.Seat(name=seat.name, bot=seat.bot, connected=seat.bot is not None or seat.number in there)


class Lobby:
    """The tables of all matches that somebody is connected to in this process."""

    def __init__(self, store: Store, process: str) -> None:
        self.store, self.process = store, process
        self.tables: dict[str, Table] = {}

    async def table(self, match: str) -> Table | None:
        """The table of a match, if there is such a match. Raises JournalError."""
        if match not in self.tables:
            table = await self._read(match)
            if table is None:
                return None
            self.tables.setdefault(match, table)
        return self.tables[match]

    async def _read(self, match: str) -> Table | None:
        found = await self.store.match(match)
        return None if found is None else Table(found, await self.store.seats(match))

    async def refresh(self, match: str) -> Table | None:
        """Read a table that is here again."""
        if match not in self.tables:
            return None
        fresh = await self._read(match)
        table = self.tables.get(match)
        if fresh is not None and table is not None:
            table.match, table.seats = fresh.match, fresh.seats
        return table

    def come(self, match: str, seat: int | None) -> None:
        """Somebody is connected."""
        self.tables[match].here[seat] += 1

    def go(self, match: str, seat: int | None) -> None:
        """He is no longer."""
        table = self.tables[match]
        table.here[seat] -= 1
        table.here += Counter()  # drops what is zero
        if not table.here:
            del self.tables[match]

    def presence(self, match: str) -> Presence:
        """Who is connected here, for the other processes."""
        here = self.tables[match].here if match in self.tables else Counter()
        return Presence(self.process, match, tuple(sorted(s for s in here if s is not None)), here[None])

    def heard(self, presence: Presence) -> bool:
        """Another process tells who is connected there; whether that is news here."""
        table = self.tables.get(presence.match)
        if table is None or presence.process == self.process:
            return False
        before = table.elsewhere.get(presence.process)
        if presence.seats or presence.watching:
            table.elsewhere[presence.process] = (time.monotonic(), presence)
        else:
            table.elsewhere.pop(presence.process, None)
        return before is None or before[1] != presence

    def forget_silent(self) -> list[str]:
        """Let go of what processes have told that say nothing more; the matches concerned."""
        before = time.monotonic() - FORGOTTEN
        concerned = []
        for match, table in self.tables.items():
            silent = [process for process, (at, _) in table.elsewhere.items() if at < before]
            for process in silent:
                del table.elsewhere[process]
            concerned += [match] if silent else []
        return concerned
