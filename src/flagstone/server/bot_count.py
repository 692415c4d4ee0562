"""How many bots there are, counted so that no two processes overlook each other's."""

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from flagstone.server.tables import matches, seats

_LOCK = 4_711_008  # any number, the same in every process


class TooManyBotsError(Exception):
    """More bots would play than may."""


async def count_bots(connection: AsyncConnection, *which: ColumnElement[bool]) -> int:
    """How many bots there are in some matches."""
    bots = select(func.count()).select_from(seats.join(matches)).where(seats.c.bot.is_not(None), *which)
    return (await connection.execute(bots)).scalar_one()


async def expect_bots(connection: AsyncConnection, most: int) -> None:
    """TooManyBotsError if more bots than so many play, after what this transaction has done.

    Who calls this does so in turn, until the end of his transaction, so that all are counted.
    """
    if connection.dialect.name != "sqlite":  # there who writes is alone
        await connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    if await count_bots(connection, matches.c.status == "running") > most:
        raise TooManyBotsError
