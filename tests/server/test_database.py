"""Databases: their addresses, their silence, their backups."""

import asyncio
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from flagstone.play import hub as hub_module
from flagstone.play.hub import Hub
from flagstone.play.journal import JournalError
from flagstone.play.room import Order
from flagstone.server import bus
from flagstone.server import database as database_module
from flagstone.server.backup import back_up, bring_back
from flagstone.server.bus import Bus
from flagstone.server.database import Database, DatabaseError, address
from flagstone.server.notices import CHANNEL, moved_notices
from flagstone.server.people import People
from flagstone.server.statements import NOTIFY
from flagstone.server.store import Store
from flagstone.server.tables import METADATA
from tests.server.serving import SECONDS, Postgres
from tests.server.test_store import kept


def test_no_count_of_restores_comes_twice_wherever_a_backup_goes(tmp_path: Path) -> None:
    async def restores(folder: Path) -> int:
        opened = Database(address(None, folder))
        try:
            return await Store(opened).restores()
        finally:
            await opened.close()

    async def made(folder: Path) -> None:
        opened = Database(address(None, folder))
        await opened.migrate()
        await opened.close()

    asyncio.run(made(tmp_path))
    for number in range(3):
        back_up(None, tmp_path, tmp_path / f"{number}.db")
        bring_back(tmp_path / f"{number}.db", None, tmp_path, replace=True)
    back_up(None, tmp_path, tmp_path / "last.db")
    bring_back(tmp_path / "last.db", None, tmp_path / "elsewhere", replace=False)
    assert asyncio.run(restores(tmp_path / "elsewhere")) == 4, "clients there know of three"
    bring_back(tmp_path / "0.db", None, tmp_path / "elsewhere", replace=True)
    assert asyncio.run(restores(tmp_path / "elsewhere")) == 5


@pytest.mark.parametrize("kept", [b"", b"no database at all", None])
def test_only_a_backup_is_restored(tmp_path: Path, kept: bytes | None) -> None:
    file = tmp_path / "monday.db"
    if kept is None:
        with closing(sqlite3.connect(file)) as another:
            another.execute("CREATE TABLE notes (text)")
    else:
        file.write_bytes(kept)
    with pytest.raises(DatabaseError, match=r"monday\.db: is no backup of Flagstone's"):
        bring_back(file, None, tmp_path / "elsewhere", replace=True)


async def test_a_database_that_does_not_answer_is_a_journal_error(tmp_path: Path) -> None:
    gone = Database(address("postgresql://nobody@127.0.0.1:1/nothing", tmp_path))
    with pytest.raises(JournalError):
        await Store(gone).fetch("m1")
    with pytest.raises(DatabaseError, match="cannot be opened"):
        await gone.migrate()
    await gone.close()


async def test_an_error_without_words_is_said_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "ANSWER_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        gone = Database(address(f"postgresql://nobody@127.0.0.1:{port}/nothing", tmp_path))
        with pytest.raises(JournalError, match="it does not answer"):
            await Store(gone).fetch("m1")
        with pytest.raises(DatabaseError, match=r"nothing: cannot be opened: it does not answer"):
            await gone.migrate()
        await gone.close()
    assert database_module.in_words(OSError()) == "OSError"


class Between:
    """Between us and PostgreSQL: passes everything on, except while it is told not to."""

    def __init__(self, port: int) -> None:
        self.port, self.flows = port, asyncio.Event()
        self.flows.set()
        self.tasks: set[asyncio.Task[None]] = set()

    def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A new connection."""
        self.tasks.add(asyncio.create_task(self._serve(reader, writer)))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            await asyncio.gather(self._pass_on(reader, there_writer), self._pass_on(there_reader, writer))
        finally:
            for each in (writer, there_writer):
                each.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(2**16):
            await self.flows.wait()
            writer.write(data)
        writer.close()

    async def end(self) -> None:
        """Cut all connections."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@asynccontextmanager
async def between_us(postgres: Postgres, patch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Between, Database]]:
    """A database with something between, and little patience."""
    patch.setattr(database_module, "ANSWER_SECONDS", 0.8)
    between = Between(postgres.port)
    serving = await asyncio.start_server(between.take, "127.0.0.1", 0)
    port = serving.sockets[0].getsockname()[1]
    url = postgres.database().replace(f":{postgres.port}/", f":{port}/")
    opened = Database(address(url, Path()), patience=0.8)
    slow = Database(opened.url, patience=None)
    await slow.migrate()
    await slow.close()
    async with asyncio.timeout(SECONDS):
        yield between, opened
    await opened.close()
    serving.close()
    await between.end()


async def test_a_database_that_hangs_is_a_journal_error_until_it_answers_again(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with between_us(postgres, monkeypatch) as (between, opened):
        people = People(opened)
        ada = await people.add_guest("Ada", 1)
        between.flows.clear()
        for _ in range(2):
            with pytest.raises(JournalError, match="it does not answer"):
                await people.rename(ada, "Grace")
        between.flows.set()
        await people.rename(ada, "Hanna")


async def test_orders_to_a_database_that_hangs_are_answered_and_count_once_when_it_is_back(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "PATIENCE", 0.2)
    monkeypatch.setattr(hub_module, "LOOK", 0.02)
    async with between_us(postgres, monkeypatch) as (between, opened):
        store = await kept(opened, "m1", "classic")
        await store.start("m1", 0, None, anyway=True)
        hub = Hub(store, lambda entries: "")
        running = asyncio.create_task(hub.run())
        assert (await hub.ask("m1", Order("act", 1, 0, "N", "0"))).number == 1
        between.flows.clear()
        orders = [Order("act", 2, 0, "S", "1"), Order("act", 2, 1, "N", "2")]
        for _ in range(2):  # in the middle of a round, and before one
            assert [(await hub.ask("m1", order)).refusal for order in orders] == ["unavailable"] * 2
        between.flows.set()
        for order in orders:
            while (verdict := await hub.ask("m1", order)).refusal == "unavailable":
                pass
            assert verdict.number is not None
        rows = (await store.rows({"m1": 0}))["m1"]
        assert sorted(row.id or "" for row in rows) == ["0", "1", "2"]
        running.cancel()


async def test_who_listens_on_a_connection_that_hangs_notices_and_listens_again(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bus, "PULSE", 0.05)
    monkeypatch.setattr(bus, "RETRY", 0.05)
    async with between_us(postgres, monkeypatch) as (between, opened):
        listening, told = asyncio.Event(), asyncio.Queue[str]()
        ear = Bus(opened, "me", lambda moved: None, told.put_nowait, listening.set)
        ear.open()
        await listening.wait()
        listening.clear()
        between.flows.clear()
        while "not listening to the other processes: it does not answer" not in caplog.text:
            await asyncio.sleep(0.02)
        between.flows.set()
        await listening.wait()
        await ear.say("hello")
        assert await told.get() == "hello"
        await ear.close()


async def test_a_process_hears_of_every_match_that_another_moves_and_not_of_its_own(postgres: Postgres) -> None:
    opened, listening = Database(address(postgres.database(), Path())), asyncio.Event()
    await opened.migrate()
    heard: dict[str, int] = {}
    ear = Bus(opened, "me", heard.update, lambda told: None, listening.set)
    ear.open()
    many = {f"{'match':x<20}{number:04}": 2**31 - 1 for number in range(1000)}
    async with asyncio.timeout(SECONDS):
        await listening.wait()
        async with opened.writing() as connection:
            for process, moved in (("me", {"mine": 1}), ("other", many)):
                notices = moved_notices(process, moved)
                await connection.execute(NOTIFY, {"channel": CHANNEL, "notices": notices})
        while len(heard) < len(many):
            await asyncio.sleep(0)
    assert heard == many
    await ear.close()
    await opened.close()


@pytest.mark.parametrize("how", ["?sslmode=disable", "postgres://", "?host="])
async def test_postgresql_is_found_by_addresses_as_its_own_programs_take_them(postgres: Postgres, how: str) -> None:
    plain = postgres.database()
    name = plain.rpartition("/")[2]
    given = {
        "?sslmode=disable": f"{plain}?sslmode=disable",
        "postgres://": plain.replace("postgresql:", "postgres:"),
        "?host=": f"postgresql://flagstone@/{name}?host={postgres.folder}&port={postgres.port}",
    }[how]
    opened, listening = Database(address(given, Path())), asyncio.Event()
    await opened.migrate()
    ear = Bus(opened, "me", lambda moved: None, lambda told: None, listening.set)
    ear.open()
    async with asyncio.timeout(SECONDS):
        await listening.wait()
    await ear.close()
    await opened.close()


@pytest.mark.parametrize("wrong", ["?sslmode=perhaps", "none", "?nonsense=1"])
async def test_an_address_that_postgresql_refuses_is_said(postgres: Postgres, wrong: str) -> None:
    opened = Database(address(postgres.database() + wrong, Path()))
    with pytest.raises(DatabaseError, match=r"^postgresql://flagstone@.*: cannot be opened: ."):
        await opened.migrate()
    await opened.close()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("mysql://a/b", "a database is sqlite or postgresql, not mysql"),
        ("nonsense", "is not the address of a database"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:///a.db?mode=ro", "needs a file and nothing else"),
        ("postgresql://me:secret@host:abc/x", "^the port in the address of the database is not a number$"),
    ],
)
def test_an_address_that_is_none_is_said(given: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match=words):
        address(given, tmp_path)


async def test_an_older_database_is_brought_up_to_date_with_all_that_is_in_it(database: str) -> None:
    opened = Database(address(database, Path()))
    async with opened.engine.connect() as connection:
        await connection.run_sync(database_module._migrate, "0001")
        await connection.commit()
    async with opened.writing() as connection:
        await connection.execute(text("INSERT INTO players (id, name, session, created_at) VALUES ('p', 'Ada', 0, 7)"))
        await connection.execute(
            text(
                "INSERT INTO matches"
                " (id, game, rules, setup, seed, terms, title, public, host, status, created_at, head, driven_until)"
                " VALUES ('m1', 'rowdy', 1, '{}', '1', '{}', 'A race', true, 'p', 'open', 7, 0, 0)"
            )
        )
        await connection.execute(text("INSERT INTO seats (match, seat) VALUES ('m1', 0)"))
    await opened.migrate()
    match = await Store(opened).match("m1")
    assert match is not None
    assert (match.title, match.seats, match.locked) == ("A race", 1, False)
    async with opened.engine.connect() as connection:
        found = await connection.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), METADATA))
    assert found == [], "the migrations make the tables that the code knows"
    await opened.close()


async def test_tables_from_the_future_are_not_touched(tmp_path: Path) -> None:
    database = Database(address(None, tmp_path))
    await database.migrate()
    with closing(sqlite3.connect(tmp_path / "flagstone.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseError, match="made by a newer Flagstone"):
        await database.migrate()
    await database.close()
