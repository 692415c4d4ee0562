"""The database: one address for SQLite and PostgreSQL, its transactions, and its migrations."""

import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
from alembic.util.exc import CommandError
from sqlalchemy import Table, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Connection
from sqlalchemy.engine.interfaces import ExceptionContext, IsolationLevel
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, DisconnectionError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from flagstone.play.journal import JournalError

MIGRATIONS = Path(__file__).parent / "migrations"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
BUSY_SECONDS = 5  # that a writer waits for another before it gives up
ANSWER_SECONDS = 5.0  # that PostgreSQL may take for an answer before it is held to be gone
_MIGRATION_LOCK = 4_711_007  # any number, the same in every process


class DatabaseError(ValueError):
    """A database address that cannot be used, or a database that cannot be opened. The words are for people."""


def address(given: str | None, folder: Path) -> URL:
    """The address of a database: what was given, or a file in the folder."""
    if given is None:
        return URL.create(DRIVERS["sqlite"], database=str(folder / "flagstone.db"))
    try:
        url = make_url(given)
    except ArgumentError:
        raise DatabaseError(
            f"{given!r} is not the address of a database, such as postgresql://user@host/name"
        ) from None
    except ValueError:  # the words do not repeat the address, which may have a password in it
        raise DatabaseError("the port in the address of the database is not a number") from None
    kind = url.get_backend_name()
    if kind not in DRIVERS:
        raise DatabaseError(f"{url.render_as_string()}: a database is sqlite or postgresql, not {kind}")
    if kind == "sqlite" and (url.database in (None, "", ":memory:") or url.query):
        raise DatabaseError("a SQLite database needs a file and nothing else, such as sqlite:////srv/flagstone.db")
    return url.set(drivername=DRIVERS[kind])


def named(url: URL) -> str:
    """An address as it is shown: without the password, and without the driver, which is our affair."""
    return url.set(drivername=url.get_backend_name()).render_as_string()


@contextmanager
def for_us_alone() -> Iterator[None]:
    """What is made meanwhile, only this user of the machine can read: it has keys, codes and seeds in it."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


class Database:
    """Connections to one database. PostgreSQL has `patience` seconds for an answer, or all the time it needs."""

    def __init__(self, url: URL, *, patience: float | None = ANSWER_SECONDS) -> None:
        self.url, self.patience = url, patience
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.connections: set[Any] = set()  # to PostgreSQL
        self.engine: AsyncEngine = create_async_engine(url.set(query={}), **self._options())
        if self.is_sqlite:
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(self.engine.sync_engine, "begin", _begin_sqlite)
        else:
            event.listen(self.engine.sync_engine, "handle_error", _give_up_what_hangs)
            event.listen(self.engine.sync_engine, "checkout", _is_open)

    def _options(self) -> dict[str, Any]:
        if self.is_sqlite:
            return {"connect_args": {"timeout": BUSY_SECONDS}, "pool_size": 4, "max_overflow": 4}
        return {"pool_size": 6, "max_overflow": 6, "async_creator": self.connect_alone}

    async def connect_alone(self) -> Any:
        """A connection of one's own to PostgreSQL, by everything that the address says."""
        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await asyncpg.connect(address, timeout=ANSWER_SECONDS, command_timeout=self.patience)
        self.connections.add(connection)
        connection.add_termination_listener(self.connections.discard)
        return connection

    @asynccontextmanager
    async def reading(self, isolation: IsolationLevel | None = None) -> AsyncIterator[AsyncConnection]:
        """A connection to read with. Raises JournalError when the database does not answer."""
        with journal_errors():
            async with self.engine.connect() as connection:
                isolation = isolation or (
                    None if self.is_sqlite else "AUTOCOMMIT"
                )  # no way there for a beginning and an end
                if isolation is not None:
                    await connection.execution_options(isolation_level=isolation)
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at the end. Raises JournalError when the database does not answer."""
        with journal_errors():
            async with self.engine.connect() as connection:
                await connection.execution_options(flagstone_writes=True)
                async with connection.begin():
                    yield connection

    def insert(self, table: Table) -> Any:
        """An insertion that can say what to do on a conflict, which SQLAlchemy has for each kind apart."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    async def close(self) -> None:
        """Let go of all connections."""
        await self.engine.dispose()
        for connection in tuple(self.connections):
            connection.terminate()

    async def migrate(self, name: str | None = None) -> None:
        """Bring the tables up to date. Raises DatabaseError, which calls the database by its address or this name."""
        name = name or named(self.url)
        try:
            async with self.engine.connect() as connection:
                await connection.run_sync(_migrate)
                await connection.commit()
        except CommandError:
            raise DatabaseError(f"{name}: was made by a newer Flagstone than this one") from None
        except (*_FAILURES, ValueError, OverflowError) as error:  # the last two: what is wrong in the address
            raise DatabaseError(f"{name}: cannot be opened: {in_words(error)}") from None


# What goes wrong with a database; SQLAlchemy passes on some errors of connecting as they are.
_FAILURES = (DBAPIError, NoConnectionError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
# What is wrong with a statement.
_FAULTS = (
    *(IntegrityError, ProgrammingError, DataError),
    *(asyncpg.IntegrityConstraintViolationError, asyncpg.SyntaxOrAccessError, asyncpg.DataError),
)


@contextmanager
def journal_errors() -> Iterator[None]:
    """Turns what goes wrong with a database, but not what is wrong with a statement, into a JournalError."""
    try:
        yield
    except _FAULTS:
        raise
    except _FAILURES as error:
        raise JournalError(in_words(error)) from error


def in_words(error: BaseException) -> str:
    """What a database said, in one line; some errors say nothing."""
    said = getattr(error, "orig", None) or error
    if isinstance(said, TimeoutError):
        return "it does not answer"
    if isinstance(said.__cause__, asyncpg.PostgresError):  # its own words, before SQLAlchemy added to them
        said = said.__cause__
    return next(iter(str(said).splitlines()), "") or type(said).__name__


def _give_up_what_hangs(context: ExceptionContext) -> None:
    """A connection that has not answered in time might answer to the next question with what was asked before."""
    if isinstance(context.original_exception, TimeoutError):
        context.is_disconnect = True


def _is_open(connection: Any, record: object, proxy: object) -> None:
    """A connection that has been closed meanwhile, as by a PostgreSQL that was restarted, is not used."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _prepare_sqlite(connection: Any, record: object) -> None:
    """A SQLite connection that leaves transactions to us, waits for other writers, and loses nothing."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_SECONDS * 1000}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Who will write says so at once, so that two writers never wait for each other."""
    writes = connection.get_execution_options().get("flagstone_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(connection: Connection, to: str = "head") -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
    command.upgrade(config, to)


def copy_sqlite(source: Path, target: Path) -> None:
    """A copy of a SQLite database that may be in use."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)
