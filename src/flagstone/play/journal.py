"""What live play asks of a store: logs that grow by compare-and-swap."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from flagstone.match import Outcome


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of a match's log as it is kept."""

    number: int  # from 1
    kind: str  # as in `flagstone.match.Entry`
    seat: int
    action: int
    at: int  # milliseconds since 1970
    reason: str = ""
    id: str | None = None  # the client's id of the action


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """How fast a match is played, and for how long; all in milliseconds."""

    pace: int = 0  # the least time between two actions of a seat, in the games without turns
    turn: int | None = None  # for each turn, in the games with turns
    length: int | None = None  # of the whole match, in the games without turns


@dataclass(frozen=True)
class Kept:
    """A match as it is kept, without its log."""

    id: str
    game: str
    rules: int
    setup: dict[str, Any]
    seed: int
    terms: Terms
    limit: int | None = None
    started_at: int | None = None


@dataclass(frozen=True)
class Append:
    """Rows for the end of one match's log, judged when its last entry had the number `head`."""

    match: str
    head: int
    rows: Sequence[Row]
    due: int | None  # when the clock of the match runs out now
    outcome: Outcome | None  # once it is over


Judge = Callable[[Mapping[str, Sequence[Row]]], Sequence[Append]]


class JournalError(Exception):
    """The store does not answer, or cannot write. Nothing of the call has been kept, or nobody knows."""


class Journal(Protocol):
    """A store. Its calls raise JournalError."""

    async def fetch(self, match: str) -> Kept | None:
        """A match, if there is one."""

    async def rows(self, after: Mapping[str, int]) -> dict[str, list[Row]]:
        """The entries of some matches' logs, each behind a number, in order; matches without any may be left out."""

    async def append(self, heads: Mapping[str, int], judge: Judge) -> set[str]:
        """Have matches judged and added to, all in one transaction.

        `heads` are the matches concerned and the numbers of the last entries that the caller knows. The transaction
        keeps other processes out of these matches as long as it lasts; `judge` is called in it, with the entries that
        the caller does not know yet. What it returns is added, for each match only if its head is still where it was
        judged, and no match comes twice. Returns the ids of those matches that were added to.
        """


@dataclass
class Memory:
    """A store that forgets everything: for matches that live in one process, and for tests."""

    kept: dict[str, Kept] = field(default_factory=dict)
    logs: dict[str, list[Row]] = field(default_factory=dict)

    async def fetch(self, match: str) -> Kept | None:
        """A match, if there is one."""
        return self.kept.get(match)

    async def rows(self, after: Mapping[str, int]) -> dict[str, list[Row]]:
        """The entries of some matches' logs, each behind a number."""
        return {match: self.logs.get(match, [])[number:] for match, number in after.items()}

    async def append(self, heads: Mapping[str, int], judge: Judge) -> set[str]:
        """Add to the logs whose heads are where they were judged."""
        appends = judge({match: rows for match, rows in (await self.rows(heads)).items() if rows})
        moved = [append for append in appends if len(self.logs.setdefault(append.match, [])) == append.head]
        for append in moved:
            self.logs[append.match] += append.rows
        return {append.match for append in moved}
