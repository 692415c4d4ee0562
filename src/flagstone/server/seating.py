"""Changes of seats that must hold together with the match: each is one transaction that has the match to itself."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from flagstone.server.bot_count import count_bots, expect_bots
from flagstone.server.store import Match, Seat, Store
from flagstone.server.tables import kicked, matches, players, seats


async def change(store: Store, match: Match, was: Seat, seat: Seat, *, kick: bool = False) -> bool:
    """Give a seat to somebody else, or to nobody, if match and seat are still as they were known; whether they are.

    With `kick` the player who had it takes no seat in this match any more.
    """
    async with store.database.writing() as connection:
        if await store.lock(connection, match.id) != match.status or not await _replace(
            connection, match.id, was, seat
        ):
            return False
        if kick and was.player is not None:
            is_kept = store.database.insert(kicked).values(match=match.id, player=was.player)
            await connection.execute(is_kept.on_conflict_do_nothing())
        await store.changed(connection, match.id)
    return True


class TooManyHostedError(Exception):
    """The host of a match would have more bots than he may."""


class Most(NamedTuple):
    """How many bots there may be."""

    hosted: int  # in the matches of one host that are not over
    playing: int  # in all matches that are running


async def seat_bots(store: Store, match: Match, was: Sequence[Seat], bots: Sequence[Seat], most: Most) -> int:
    """Give seats to bots, but for those that have changed meanwhile; returns how many have been given.

    TooManyHostedError or TooManyBotsError, and none is given, if there would be too many.
    """
    async with store.database.writing() as connection:
        if await store.lock(connection, match.id) != match.status:
            return 0
        # Two matches of one host wait for each other here, so that their bots are counted together.
        await connection.execute(select(players.c.id).where(players.c.id == match.host).with_for_update())
        given = [await _replace(connection, match.id, *change) for change in zip(was, bots, strict=True)]
        if await count_bots(connection, matches.c.host == match.host, matches.c.status != "over") > most.hosted:
            raise TooManyHostedError
        if match.status == "running":
            await expect_bots(connection, most.playing)
        if any(given):
            await store.changed(connection, match.id)
    return sum(given)


async def running_bots(store: Store) -> int:
    """How many bots play now, in all matches."""
    async with store.database.reading() as connection:
        return await count_bots(connection, matches.c.status == "running")


async def is_kicked(store: Store, match: str, player: str) -> bool:
    """Whether a player takes no seat in a match any more."""
    query = select(kicked.c.match).where(kicked.c.match == match, kicked.c.player == player)
    async with store.database.reading() as connection:
        return (await connection.execute(query)).one_or_none() is not None


async def _replace(connection: AsyncConnection, match: str, was: Seat, seat: Seat) -> bool:
    """Change a seat if it is as it was known; whether it is."""
    known = [seats.c[name].is_not_distinct_from(value) for name, value in was.columns().items()]
    changed = await connection.execute(
        update(seats)
        .where(seats.c.match == match, seats.c.seat == was.number, *known)
        .values(seat.columns())
        .returning(seats.c.seat)
    )
    return changed.one_or_none() is not None
