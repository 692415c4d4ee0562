"""Backups: everything that a server keeps, in one SQLite file that any database can be restored from."""

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from flagstone.play.journal import JournalError
from flagstone.server import tables
from flagstone.server.database import (
    DRIVERS,
    Database,
    DatabaseError,
    address,
    copy_sqlite,
    for_us_alone,
    in_words,
    named,
)
from flagstone.server.store import restores

AT_A_TIME = 1000  # rows
LOCK_SECONDS = 30  # that a restore waits until nobody is in the middle of something


def back_up(database: str | None, folder: Path, file: Path) -> int:
    """Write a backup of a database, which may be in use, to a new file. Returns how many matches it has."""
    if file.exists():
        raise DatabaseError(f"{file}: is there already; name a new file")
    if not file.parent.is_dir():
        raise DatabaseError(f"{file}: there is no folder {file.parent}")
    url = address(database, folder)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise DatabaseError(f"{url.database}: there is no such database")
    # In a folder beside it first, so that the file appears whole or not at all.
    with for_us_alone(), tempfile.TemporaryDirectory(dir=file.parent) as folder_beside:
        copy = Path(folder_beside) / "backup.db"
        matches = asyncio.run(_back_up(url, copy))
        copy.replace(file)
    return matches


async def _back_up(url: URL, copy: Path) -> int:
    if url.get_backend_name() == "sqlite":
        copy_sqlite(Path(url.database or ""), copy)
    async with _opened(_file_url(copy)) as target, target.writing() as written:
        if url.get_backend_name() != "sqlite":
            async with _opened(url) as source, source.reading("REPEATABLE READ") as read:
                await _copy(read, written)
        matches = await _count(written)
    _in_one_file(copy)
    return matches


def _in_one_file(copy: Path) -> None:
    """Leave nothing of a SQLite database in files beside it."""
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def bring_back(file: Path, database: str | None, folder: Path, *, replace: bool) -> int:
    """Make a database, which may be in use, what a backup says, in one transaction. Returns how many matches it has.

    A database that has matches is only replaced if that is wished for. Servers over it notice within seconds: they
    let go of what they know, and their clients connect again.
    """
    if not file.is_file():
        raise DatabaseError(f"{file}: there is no such file")
    with for_us_alone(), tempfile.TemporaryDirectory() as somewhere:
        folder.mkdir(parents=True, exist_ok=True)
        copy = Path(somewhere) / "backup.db"
        shutil.copyfile(file, copy)  # a backup by an older Flagstone is brought up to date, and stays as it is
        if not _is_ours(copy):
            raise DatabaseError(f"{file}: is no backup of Flagstone's")
        return asyncio.run(_bring_back(copy, address(database, folder), file, replace=replace))


def _is_ours(file: Path) -> bool:
    """Whether a file is a SQLite database of ours, of this version or an older one; an empty file is a database too."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'matches'").fetchone() is not None
    except sqlite3.DatabaseError:
        return False


async def _bring_back(copy: Path, url: URL, file: Path, *, replace: bool) -> int:
    async with (
        _opened(_file_url(copy), str(file)) as source,
        _opened(url) as target,
        source.reading() as read,
        target.writing() as written,
    ):
        await _keep_others_out(target, written)
        there = await _count(written)
        if there and not replace:
            raise DatabaseError(f"the database has {there} matches; say --replace to lose them")
        restored = max(await restores(read), await restores(written))  # no number that a client knows comes again
        for table in reversed(tables.METADATA.sorted_tables):
            await written.execute(delete(table))
        await _copy(read, written)
        is_counter = tables.secrets.c.name == tables.RESTORES
        await written.execute(delete(tables.secrets).where(is_counter))
        await written.execute(insert(tables.secrets).values(name=tables.RESTORES, value=str(restored + 1)))
        return await _count(written)


async def _keep_others_out(target: Database, written: AsyncConnection) -> None:
    """Wait until nobody is in the middle of something, and let nobody begin; with SQLite, who writes is alone.

    Whoever needs several tables begins with the matches: so do we, or each might wait for what the other has.
    """
    if target.is_sqlite:
        return
    others = [table.name for table in reversed(tables.METADATA.sorted_tables) if table is not tables.matches]
    await written.execute(text(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'"))
    try:
        await written.execute(text(f"LOCK TABLE {', '.join([tables.matches.name, *others])} IN ACCESS EXCLUSIVE MODE"))
    except DBAPIError as error:
        words = f"cannot be had alone: {in_words(error)}; it is as it was; try again, or stop the server first"
        raise DatabaseError(f"{named(target.url)}: {words}") from None


async def _copy(read: AsyncConnection, written: AsyncConnection) -> None:
    """Copy all rows of all tables but what is worth nothing later."""
    for table in tables.METADATA.sorted_tables:
        if table is tables.quotas:
            continue
        rows = await read.stream(select(table))
        async for some in rows.mappings().partitions(AT_A_TIME):
            await written.execute(insert(table), [dict(row) for row in some])


async def _count(connection: AsyncConnection) -> int:
    return (await connection.execute(select(func.count()).select_from(tables.matches))).scalar_one()


def _file_url(file: Path) -> URL:
    return URL.create(DRIVERS["sqlite"], database=str(file))


@asynccontextmanager
async def _opened(url: URL, name: str | None = None) -> AsyncIterator[Database]:
    """A database, its tables up to date. Raises DatabaseError for what is none."""
    database = Database(url, patience=None)
    try:
        await database.migrate(name)
        yield database
    except JournalError as error:
        raise DatabaseError(f"{name or named(url)}: {error}") from None
    finally:
        await database.close()
