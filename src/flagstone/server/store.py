"""What the server keeps of matches: set-ups, logs and seats. It is the journal that every process's hub writes to."""

import hmac
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Column, ColumnElement, Row, Select, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from flagstone.match import Outcome
from flagstone.play import journal
from flagstone.play.journal import JournalError, Judge, Kept, Terms
from flagstone.server.bot_count import expect_bots
from flagstone.server.database import Database
from flagstone.server.ledger import Ledger, as_move, as_rows
from flagstone.server.notices import CHANGED, CHANNEL, moved_notices
from flagstone.server.people import folded
from flagstone.server.statements import ADD_ENTRIES, MOVE_HEADS, NOTIFY, ROWS_BEHIND
from flagstone.server.tables import RESTORES, boards, kicked, matches, players, seats, secrets

AT_A_TIME = 200  # matches or guests that are forgotten in one transaction
_OF_PLAYERS = (matches.c.host, seats.c.player, boards.c.owner)  # where a player leaves something


class Seat(msgspec.Struct, frozen=True):
    """Who plays a seat, as it is kept."""

    number: int
    name: str | None
    player: str | None
    token: str | None
    bot: str | None

    @property
    def is_taken(self) -> bool:
        """Whether somebody plays it, or a bot."""
        return self.name is not None

    def columns(self) -> dict[str, str | None]:
        """What is kept of it."""
        kept = {"name": self.name, "player": self.player, "token": self.token, "bot": self.bot}
        return {**kept, "folded": None if self.name is None else folded(self.name)}


class NameTakenError(Exception):
    """Somebody else in the match has the name."""


class Match(msgspec.Struct, frozen=True):
    """A match as it is kept, without set-up, log and seats."""

    id: str
    game: str
    title: str
    public: bool
    code: str | None
    host: str
    status: str
    terms: Terms
    created_at: int
    started_at: int | None
    ended_at: int | None
    head: int
    outcome: Outcome | None
    rematch: str | None
    seats: int = 0
    taken: int = 0
    locked: bool = False  # nobody new may take a seat

    def has_code(self, given: str | None) -> bool:
        """Whether a code is the one that lets people in."""
        return None not in (given, self.code) and hmac.compare_digest(
            (given or "").upper().encode(), (self.code or "").encode()
        )


class Listing(msgspec.Struct, frozen=True):
    """Which matches to list."""

    status: tuple[str, ...] = ("open", "running")
    game: str | None = None
    offset: int = 0
    count: int = 20
    player: str | None = None  # all matches, also private ones, that he hosts or has a seat in


class Claim(msgspec.Struct, frozen=True):
    """A match that this process drives for a while."""

    match: str
    due: int | None
    has_bots: bool


class Store:
    """Matches in a database. Every call raises JournalError when the database does not answer."""

    def __init__(self, database: Database, process: str = "") -> None:
        self.database, self.process = database, process
        self.ledger = None if database.is_sqlite else Ledger(database, process)

    # The journal.

    async def fetch(self, match: str) -> Kept | None:
        """A match, if there is one."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(matches).where(matches.c.id == match))).one_or_none()
        if row is None:
            return None
        return Kept(
            id=row.id,
            game=row.game,
            rules=row.rules,
            setup=json.loads(row.setup),
            seed=int(row.seed),
            terms=msgspec.json.decode(row.terms, type=Terms),
            limit=row.length_limit,
            started_at=row.started_at,
        )

    async def rows(self, after: Mapping[str, int]) -> dict[str, list[journal.Row]]:
        """The entries of some matches' logs, each behind a number, in order."""
        async with self.database.reading() as connection:
            return await _rows_behind(connection, after)

    async def append(self, heads: Mapping[str, int], judge: Judge) -> set[str]:
        """Have matches judged and added to, all in one transaction."""
        if self.ledger is not None:
            return await self.ledger.append(heads, judge)
        async with self.database.writing() as connection:
            appends = judge({})
            if not appends:
                return set()
            moves = {"moves": json.dumps([as_move(append) for append in appends])}
            won = set((await connection.execute(MOVE_HEADS, moves)).scalars())
            added = [row for append in appends if append.match in won for row in as_rows(append)]
            await connection.execute(ADD_ENTRIES, {"rows": json.dumps(added)})
        return won

    async def _notify(self, connection: AsyncConnection, moved: Mapping[str, int]) -> None:
        """Tell the other processes which matches have changed; SQLite has only this one."""
        if not self.database.is_sqlite:
            notices = moved_notices(self.process, moved)
            await connection.execute(NOTIFY, {"channel": CHANNEL, "notices": notices})

    # Matches.

    async def add_match(self, kept: Kept, match: Match, follows: str | None = None) -> str:
        """Keep a new match with empty seats, perhaps as the rematch of another; returns its id.

        If that other one has a rematch already, nothing is kept, and its id is returned.
        """
        async with self.database.writing() as connection:
            if follows is not None:
                await self.lock(connection, follows)
                query = select(matches.c.rematch).where(matches.c.id == follows)
                rematch: str | None = (await connection.execute(query)).scalar_one_or_none()
                if rematch is not None:
                    return rematch
            await connection.execute(
                insert(matches).values(
                    id=match.id,
                    game=match.game,
                    rules=kept.rules,
                    setup=json.dumps(kept.setup),
                    seed=str(kept.seed),
                    terms=msgspec.json.encode(match.terms).decode(),
                    length_limit=kept.limit,
                    title=match.title,
                    public=match.public,
                    code=match.code,
                    host=match.host,
                    status="open",
                    created_at=match.created_at,
                    head=0,
                    driven_until=0,
                )
            )
            empty = [{"match": match.id, "seat": seat} for seat in range(match.seats)]
            await connection.execute(insert(seats), empty)
            if follows is not None:
                await connection.execute(update(matches).where(matches.c.id == follows).values(rematch=match.id))
                await self.changed(connection, follows)
        return match.id

    async def match(self, match: str) -> Match | None:
        """A match, if there is one."""
        async with self.database.reading() as connection:
            row = (await connection.execute(_with_counts().where(matches.c.id == match))).one_or_none()
        return None if row is None else _match(row)

    async def listed(self, listing: Listing) -> tuple[list[Match], int]:
        """The matches of a listing, newest first, and how many there are on all pages."""
        wanted: list[ColumnElement[bool]] = [matches.c.status.in_(listing.status)]
        if listing.player is None:
            wanted.append(matches.c.public.is_(True))
        else:
            plays = matches.c.id.in_(select(seats.c.match).where(seats.c.player == listing.player))
            wanted.append(or_(matches.c.host == listing.player, plays))
        if listing.game is not None:
            wanted.append(matches.c.game == listing.game)
        page = _with_counts().where(*wanted).order_by(matches.c.created_at.desc(), matches.c.id)
        async with self.database.reading() as connection:
            rows = (await connection.execute(page.offset(listing.offset).limit(listing.count))).all()
            total = (await connection.execute(select(func.count()).select_from(matches).where(*wanted))).scalar_one()
        return [_match(row) for row in rows], total

    async def start(
        self, match: str, at: int, due: int | None, *, anyway: bool = False, most_bots: int | None = None
    ) -> bool:
        """Start a match, whose clock runs out for the first time when it is due; whether it was open, all seats taken.

        With `anyway` seats may be empty. TooManyBotsError, and it stays open, if more than `most_bots` would play then.
        """
        is_full = ~select(seats.c.seat).where(seats.c.match == match, seats.c.name.is_(None)).exists()
        wanted = [matches.c.id == match, matches.c.status == "open", *([] if anyway else [is_full])]
        async with self.database.writing() as connection:
            await self.lock(connection, match)
            started = await connection.execute(
                update(matches).where(*wanted).values(status="running", started_at=at, due=due).returning(matches.c.id)
            )
            is_started = started.one_or_none() is not None
            if is_started:
                if most_bots is not None:
                    await expect_bots(connection, most_bots)
                await self._notify(connection, {match: CHANGED})
        return is_started

    async def lock_out(self, match: str, locked: bool) -> bool:
        """Let nobody new, or everybody again, take a seat of an open match; whether it was open."""
        async with self.database.writing() as connection:
            if await self.lock(connection, match) != "open":
                return False
            await connection.execute(update(matches).where(matches.c.id == match).values(locked=locked))
            await self.changed(connection, match)
        return True

    async def remove_ended(self, before: int) -> int:
        """Forget some of the matches in which nothing has happened since a time, and of the guests who left nothing.

        However many there are, nobody has to wait for long: call it again and again. Returns how many matches went.
        """
        last = func.coalesce(matches.c.moved_at, matches.c.started_at, matches.c.created_at)
        nothing = [~select(column).where(column == players.c.id).exists() for column in _OF_PLAYERS]
        gone = and_(
            players.c.account.is_(None), func.coalesce(players.c.seen_at, players.c.created_at) < before, *nothing
        )
        removed = await self._remove(matches.c.id, last < before)
        await self._remove(players.c.id, gone)
        return removed

    async def _remove(self, id: Column[str], which: ColumnElement[bool]) -> int:
        """Forget some rows, if there are any: looking for them keeps nobody from writing."""
        some = select(id).where(which).order_by(id).limit(AT_A_TIME)
        async with self.database.reading() as connection:
            if (await connection.execute(some)).first() is None:
                return 0
        async with self.database.writing() as connection:
            locked = some.with_for_update(skip_locked=True)
            removed = await connection.execute(delete(id.table).where(id.in_(locked)).returning(id))
            return len(removed.all())

    async def counts(self) -> dict[str, int]:
        """How many matches there are, by status."""
        async with self.database.reading() as connection:
            count = select(matches.c.status, func.count().label("found")).group_by(matches.c.status)
            return {row.status: row.found for row in await connection.execute(count)}

    async def restores(self) -> int:
        """How often the database has been restored from a backup."""
        async with self.database.reading() as connection:
            return await restores(connection)

    # Seats.

    async def seats(self, match: str) -> list[Seat]:
        """The seats of a match, in order."""
        query = select(seats.c.seat, seats.c.name, seats.c.player, seats.c.token, seats.c.bot)
        async with self.database.reading() as connection:
            found = await connection.execute(query.where(seats.c.match == match).order_by(seats.c.seat))
            return [Seat(*row) for row in found]

    async def take_seat(self, match: str, seat: Seat) -> bool:
        """Take a seat of an open match that nobody has; whether it was free for this player.

        NameTakenError if the name is in the match already.
        """
        is_kicked = select(kicked.c.match).where(kicked.c.match == match, kicked.c.player == seat.player).exists()
        is_closed = matches.c.locked & (matches.c.host != seat.player)
        is_locked = select(matches.c.id).where(matches.c.id == match, is_closed).exists()
        try:
            async with self.database.writing() as connection:
                if await self.lock(connection, match) != "open":
                    return False
                taken = await connection.execute(
                    update(seats)
                    .where(seats.c.match == match, seats.c.seat == seat.number, seats.c.name.is_(None))
                    .where(~is_kicked, ~is_locked)
                    .values(seat.columns())
                    .returning(seats.c.seat)
                )
                is_taken = taken.one_or_none() is not None
                if is_taken:
                    await self.changed(connection, match)
        except IntegrityError:
            raise NameTakenError from None
        return is_taken

    async def lock(self, connection: AsyncConnection, match: str) -> str | None:
        """Keep others from starting a match or changing its seats, until the transaction ends; returns its status."""
        query = select(matches.c.status).where(matches.c.id == match).with_for_update()
        status: str | None = (await connection.execute(query)).scalar_one_or_none()
        return status

    async def changed(self, connection: AsyncConnection, match: str) -> None:
        """Tell the other processes that not the log of a match but the match or its seats have changed."""
        await self._notify(connection, {match: CHANGED})

    # Driving.

    async def claim(self, driver: str, at: int, until: int) -> list[Claim]:
        """Become, until a time, the driver of all running matches with a clock or bots that nobody else drives now."""
        has_bot = select(seats.c.match).where(seats.c.match == matches.c.id, seats.c.bot.is_not(None)).exists()
        needs = and_(matches.c.status == "running", or_(matches.c.due.is_not(None), has_bot))
        too_far = until + (until - at)  # no claim reaches so far: that clock has been set back, or was another's
        free = or_(matches.c.driver == driver, matches.c.driven_until < at, matches.c.driven_until > too_far)
        async with self.database.writing() as connection:
            claimed = await connection.execute(
                update(matches)
                .where(matches.c.id.in_(_taken_in_turn(needs, free)))
                .values(driver=driver, driven_until=until)
                .returning(matches.c.id, matches.c.due, has_bot)
            )
            return [Claim(*row) for row in claimed]

    async def release(self, driver: str) -> None:
        """Let others drive at once what this process has claimed; if the database does not answer, they will later."""
        claimed = and_(matches.c.driver == driver, matches.c.status == "running")
        with suppress(JournalError):
            async with self.database.writing() as connection:
                free = update(matches).where(matches.c.id.in_(_taken_in_turn(claimed)))
                await connection.execute(free.values(driver=None, driven_until=0))


def _taken_in_turn(*which: ColumnElement[bool]) -> Select[tuple[str]]:
    """The ids of some matches, which PostgreSQL locks in the order of `Store.append`: nobody waits in a circle."""
    return select(matches.c.id).where(*which).order_by(matches.c.id).with_for_update()


async def restores(connection: AsyncConnection) -> int:
    """How often a database has been restored from a backup."""
    query = select(secrets.c.value).where(secrets.c.name == RESTORES)
    return int((await connection.execute(query)).scalar_one_or_none() or 0)


async def _rows_behind(connection: AsyncConnection, after: Mapping[str, int]) -> dict[str, list[journal.Row]]:
    """Entries of some logs, each behind a number."""
    found: dict[str, list[journal.Row]] = {}
    for match, *fields in await connection.execute(
        ROWS_BEHIND[connection.dialect.name], {"after": json.dumps(dict(after))}
    ):
        found.setdefault(match, []).append(journal.Row(*fields))
    return found


def _with_counts() -> Any:
    """Matches with how many seats they have, and how many are taken."""
    counts = (
        select(seats.c.match, func.count().label("seats"), func.count(seats.c.name).label("taken"))
        .group_by(seats.c.match)
        .subquery()
    )
    return select(matches, counts.c.seats, counts.c.taken).join(counts, counts.c.match == matches.c.id)


def _match(row: Row[Any]) -> Match:
    fields = {name: getattr(row, name) for name in Match.__struct_fields__ if name not in ("terms", "outcome")}
    outcome = msgspec.json.decode(row.outcome, type=Outcome) if row.outcome else None
    return Match(**fields, terms=msgspec.json.decode(row.terms, type=Terms), outcome=outcome)
