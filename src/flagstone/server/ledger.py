"""The journal over PostgreSQL: on a connection of its own, and with as few ways there and back as can be."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from flagstone.play.journal import Append, Judge, Row
from flagstone.server import statements
from flagstone.server.database import Database, journal_errors
from flagstone.server.notices import CHANNEL, moved_notices

MOST_OURS = 20_000  # matches of which it is remembered that nobody else has added to them


class Ledger:
    """Keeps what the rooms of one process have judged.

    Where the last entry of every match concerned is this process's own, it judges first, and one statement keeps it
    all, by the compare-and-swap. Where another process has been there, it keeps others out of the matches first, and
    reads what they have added: so two that serve the same busy match take turns.
    """

    def __init__(self, database: Database, process: str) -> None:
        self.database, self.process = database, process
        self.connection: Any = None
        self.ours: dict[str, int] = {}  # matches whose last entry we have added, as far as we know, and its number
        self.turn = asyncio.Lock()

    async def append(self, heads: Mapping[str, int], judge: Judge) -> set[str]:
        """Have matches judged and added to, all in one transaction."""
        with journal_errors():
            async with self.turn:
                try:
                    return await self._append(heads, judge)
                except BaseException:  # nobody knows what the connection is in the middle of
                    self.let_go()
                    raise

    def let_go(self) -> None:
        """Close the connection at once, and rely on nothing."""
        self.ours.clear()
        if self.connection is not None:
            self.connection.terminate()
            self.connection = None

    async def _append(self, heads: Mapping[str, int], judge: Judge) -> set[str]:
        connection = await self._connected()
        if all(self.ours.get(match) == head for match, head in heads.items()):
            return await self._keep(connection, judge({}))
        async with connection.transaction():
            return await self._keep(connection, judge(await _missed(connection, heads)))

    async def _connected(self) -> Any:
        if self.connection is None or self.connection.is_closed():
            self.ours.clear()
            self.connection = await self.database.connect_alone()
        return self.connection

    async def _keep(self, connection: Any, appends: Sequence[Append]) -> set[str]:
        if not appends:
            return set()
        numbers = {append.match: append.rows[-1].number for append in appends}
        moves = msgspec.json.encode([as_move(append) for append in appends]).decode()
        added = msgspec.json.encode([row for append in appends for row in as_rows(append)]).decode()
        notices = moved_notices(self.process, numbers)
        won = set(await connection.fetchval(statements.KEEP, moves, added, CHANNEL, notices))
        if len(self.ours) > MOST_OURS:
            self.ours.clear()
        for match, number in numbers.items():
            if match in won:
                self.ours[match] = number
            else:
                self.ours.pop(match, None)
        return won


async def _missed(connection: Any, heads: Mapping[str, int]) -> dict[str, list[Row]]:
    """Keep other processes out of these matches, and read what they have added to them until now."""
    now_at = await connection.fetch(statements.LOCK_HEADS, list(heads))
    behind = {match: heads[match] for match, head in now_at if head > heads[match]}
    found: dict[str, list[Row]] = {}
    if behind:
        text = msgspec.json.encode(behind).decode()
        for match, *fields in await connection.fetch(statements.MISSED, text):
            found.setdefault(match, []).append(Row(*fields))
    return found


def as_move(append: Append) -> dict[str, Any]:
    """How the head of a match moves, as the statements take it."""
    outcome = None if append.outcome is None else msgspec.json.encode(append.outcome).decode()
    head = append.rows[-1]
    return {
        "match": append.match,
        "old": append.head,
        "new": head.number,
        "at": head.at,
        "due": append.due,
        "outcome": outcome,
        "ended_at": None if outcome is None else head.at,
    }


def as_rows(append: Append) -> list[list[Any]]:
    """The new rows of a match, as the statements take them."""
    return [
        [append.match, row.number, row.kind, row.seat, row.action, row.at, row.reason, row.id] for row in append.rows
    ]
