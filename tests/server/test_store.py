"""The store and the limits, on SQLite and on PostgreSQL. Times come in from the tests."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select, text

from flagstone.match import Match, Outcome
from flagstone.play.journal import Append, JournalError, Kept, Row, Terms
from flagstone.server import bus, limits, store
from flagstone.server import database as database_module
from flagstone.server.bus import Bus
from flagstone.server.database import Database, DatabaseError, address
from flagstone.server.limits import Bucket, Meter, Quotas
from flagstone.server.people import People
from flagstone.server.seating import change
from flagstone.server.store import Listing, NameTakenError, Seat, Store
from flagstone.server.tables import matches
from tests.samples import SETTINGS
from tests.server.serving import SECONDS, Postgres

T0 = 1_790_000_000_000


@pytest.fixture
async def opened(database: str) -> AsyncIterator[Database]:
    """An empty database."""
    opened = Database(address(database, Path()))
    await opened.migrate()
    await opened.migrate()  # a second time changes nothing
    yield opened
    await opened.close()


async def kept(
    opened: Database, id: str = "m1", game: str = "rowdy", *, public: bool = True, created_at: int = T0
) -> Store:
    """A store with one match more."""
    host = await People(opened).add_guest("Hanna", T0)
    match = Match(game, SETTINGS[game], 2**64 - 1)
    made = store.Match(
        id, game, "A race", public, None, host.id, "open", Terms(turn=60_000), created_at, None, None, 0, None, None,
        match.seats,
    )  # fmt: skip
    here = Store(opened)
    await here.add_match(Kept(id, game, 1, match.setup, match.seed, made.terms, 40), made)
    return here


async def full(here: Store, match: str = "m1", bot: str | None = None) -> None:
    """Somebody in every seat."""
    for seat in await here.seats(match):
        await here.take_seat(match, Seat(seat.number, f"player {seat.number}", None, None, bot))


def added(head: int, *ids: str, match: str = "m1", outcome: Outcome | None = None) -> Append:
    """Actions for a log whose last entry has a number."""
    rows = [Row(head + n, "act", 0, 1, T0 + n, "", id) for n, id in enumerate(ids, 1)]
    return Append(match, head, rows, T0 + 60_000, outcome)


async def test_a_match_comes_back_as_it_was_kept(opened: Database) -> None:
    here = await kept(opened)
    found = await here.fetch("m1")
    assert found is not None
    assert (found.seed, found.terms, found.limit, found.started_at) == (2**64 - 1, Terms(turn=60_000), 40, None)
    assert found.setup == Match("rowdy", SETTINGS["rowdy"], 2**64 - 1).setup
    assert await here.fetch("m2") is None
    assert await here.match("m2") is None


async def test_a_log_grows_only_where_it_was_judged(opened: Database) -> None:
    here = await kept(opened)
    assert await here.append({"m1": 0}, lambda missed: [added(0, "a", "b")]) == {"m1"}
    assert await here.append({"m1": 0}, lambda missed: [added(0, "late")]) == set(), "a stale writer lands nothing"
    assert await here.append({"m1": 2}, lambda missed: [added(2, "c", outcome=Outcome("player 1", "won"))]) == {"m1"}
    rows = (await here.rows({"m1": 1}))["m1"]
    assert [(row.number, row.id) for row in rows] == [(2, "b"), (3, "c")]
    found = await here.match("m1")
    assert found is not None
    assert (found.status, found.head, found.ended_at, found.outcome) == ("over", 3, T0 + 1, Outcome("player 1", "won"))


async def test_of_many_writers_at_once_one_is_first_and_the_others_write_nothing(opened: Database) -> None:
    here = await kept(opened)
    won = await asyncio.gather(*(here.append({"m1": 0}, lambda _, n=n: [added(0, f"{n}")]) for n in range(8)))  # type: ignore[misc]
    assert sorted(map(len, won)) == [0] * 7 + [1]
    assert len((await here.rows({"m1": 0}))["m1"]) == 1


async def test_who_judges_knows_what_others_have_added(opened: Database) -> None:
    if opened.is_sqlite:
        pytest.skip("with SQLite there is only one process")
    here = await kept(opened)
    await here.append({"m1": 0}, lambda missed: [added(0, "a")])
    seen: dict[str, Sequence[Row]] = {}
    await here.append({"m1": 0}, lambda missed: seen.update(missed) or [added(1, "b")])
    assert [row.id for row in seen["m1"]] == ["a"]
    assert len((await here.rows({"m1": 0}))["m1"]) == 2


async def test_nothing_of_a_transaction_that_fails_is_kept(opened: Database) -> None:
    here = await kept(opened)

    def fails(missed: object) -> list[Append]:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await here.append({"m1": 0}, fails)
    assert await here.rows({"m1": 0}) == {}


async def test_a_seat_is_taken_once_and_names_are_unique(opened: Database) -> None:
    here = await kept(opened)
    takers = [Seat(0, f"Ada {n}", "p", "t", None) for n in range(5)]
    taken = await asyncio.gather(*(here.take_seat("m1", seat) for seat in takers))
    assert sorted(taken) == [False] * 4 + [True]
    match, first = await here.match("m1"), (await here.seats("m1"))[0]
    assert match is not None
    await change(here, match, first, Seat(0, "Ada", None, None, None))
    with pytest.raises(NameTakenError):
        await here.take_seat("m1", Seat(1, "ＡDA", None, None, None))
    assert await here.take_seat("m1", Seat(1, "Grace", None, None, None))
    await change(here, match, (await here.seats("m1"))[1], Seat(1, None, None, None, None))
    assert [seat.is_taken for seat in await here.seats("m1")] == [True, False]


async def test_a_match_starts_once_and_when_all_seats_are_taken(opened: Database) -> None:
    here = await kept(opened)
    assert not await here.start("m1", T0, None)
    await full(here)
    started = await asyncio.gather(*(here.start("m1", T0, None) for _ in range(4)))
    assert sorted(started) == [False] * 3 + [True]


async def test_matches_are_listed_in_pages_newest_first(opened: Database) -> None:
    for number in range(5):
        here = await kept(opened, f"m{number}", created_at=T0 + number)
    here = await kept(opened, "hidden", public=False)
    await kept(opened, "other", game="savor")
    found, total = await here.listed(Listing(game="rowdy", offset=1, count=2))
    assert ([match.id for match in found], total) == (["m3", "m2"], 5)
    assert (found[0].seats, found[0].taken) == (2, 0)
    assert (await here.listed(Listing(status=("over",))))[1] == 0
    assert await here.counts() == {"open": 7}


async def test_a_match_is_driven_by_one_process_until_its_lease_ends(opened: Database) -> None:
    here = await kept(opened)
    await full(here, bot="random")
    assert await here.claim("one", T0, T0 + 15_000) == [], "it does not run yet"
    await here.start("m1", T0, T0 + 60_000)
    assert [claim.match for claim in await here.claim("one", T0, T0 + 15_000)] == ["m1"]
    assert await here.claim("two", T0 + 1, T0 + 15_001) == []
    assert [claim.has_bots for claim in await here.claim("one", T0 + 4000, T0 + 19_000)] == [True]
    assert await here.claim("two", T0 + 15_001, T0 + 30_000) == [], "the lease was renewed"
    assert [claim.due for claim in await here.claim("two", T0 + 19_001, T0 + 34_000)] == [T0 + 60_000]
    assert await here.claim("one", T0 + 19_002, T0 + 34_000) == []


async def test_who_ends_lets_others_drive_at_once(opened: Database) -> None:
    here = await kept(opened)
    await full(here, bot="random")
    await here.start("m1", T0, None)
    await here.claim("one", T0, T0 + 15_000)
    await here.release("two")
    assert await here.claim("two", T0 + 1, T0 + 15_001) == []
    await here.release("one")
    assert [claim.match for claim in await here.claim("two", T0 + 2, T0 + 15_002)] == ["m1"]


async def test_a_lease_that_no_clock_can_explain_does_not_count(opened: Database) -> None:
    here = await kept(opened)
    await full(here, bot="random")
    await here.start("m1", T0, None)
    await here.claim("one", T0 + 40_000, T0 + 55_000)
    assert await here.claim("two", T0 + 26_000, T0 + 41_000) == [], "clocks may differ by less than a lease"
    assert [claim.match for claim in await here.claim("two", T0, T0 + 15_000)] == ["m1"]


async def blocked(opened: Database) -> None:
    """Wait until somebody waits for a lock in PostgreSQL."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    while True:
        async with opened.reading() as connection:
            if (await connection.execute(text(waiting))).scalar_one():
                return
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("call", ["claim", "release"])
async def test_claims_and_logs_never_wait_for_each_other_in_a_circle(postgres: Postgres, call: str) -> None:
    opened = Database(address(postgres.database(), Path()))
    await opened.migrate()
    for match in ("m2", "m1"):  # in which order they are found when nobody asks for another
        here = await kept(opened, match)
        await here.start(match, T0, T0 + 60_000, anyway=True)
    if call == "release":
        await here.claim("one", T0, T0 + 15_000)
    async with asyncio.timeout(SECONDS), opened.writing() as other:  # as another process's log, in small steps
        await other.execute(select(matches).where(matches.c.id == "m1").with_for_update())
        driving = asyncio.create_task(here.claim("one", T0, T0 + 15_000) if call == "claim" else here.release("one"))
        await blocked(opened)
        await other.execute(select(matches).where(matches.c.id == "m2").with_for_update())
    await driving
    left = await here.claim("two", T0 + 1, T0 + 15_001)
    assert len(left) == (0 if call == "claim" else 2)
    await opened.close()


async def test_the_logs_of_very_many_matches_are_read_at_once(opened: Database) -> None:
    here = await kept(opened)
    await here.append({"m1": 0}, lambda missed: [added(0, "a", "b")])
    many = {f"none{n}": 0 for n in range(20_000)}
    found = await here.rows({**many, "m1": 1})
    assert {match: [row.id for row in rows] for match, rows in found.items()} == {"m1": ["b"]}


async def test_a_quota_is_used_up_and_comes_back_with_the_next_window(opened: Database) -> None:
    quotas = Quotas(opened)
    waits = [await quotas.use("guests:here", 3, 60_000, T0 + second * 1000) for second in range(5)]
    assert waits == [0, 0, 0, 57_000, 56_000]
    assert await quotas.use("guests:there", 3, 60_000, T0) == 0
    assert await quotas.use("guests:here", 3, 60_000, T0 + 60_000) == 0
    await quotas.forget_old(T0 + 200_000)
    assert await quotas.use("guests:here", 1, 60_000, T0 + 200_000) == 0


async def test_all_processes_together_count_what_an_address_uses(opened: Database) -> None:
    meters = [Meter(Quotas(opened), "messages", 100, 1000) for _ in range(2)]
    assert [meter.take("here", T0) for meter in meters for _ in range(60)] == [0] * 120
    for meter in meters:
        await meter.share(T0)
    assert meters[0].take("here", T0 + 1) == 0, "when it shared, there was something left"
    assert meters[1].take("here", T0 + 1) == 999
    assert meters[1].take("there", T0 + 1) == 0
    assert meters[1].take("here", T0 + 1000) == 0


async def test_alone_a_process_notices_at_once_that_it_is_too_much(opened: Database) -> None:
    meter = Meter(Quotas(opened), "messages", 100, 1000)
    assert [meter.take("here", T0) for _ in range(102)] == [0] * 100 + [limits.SHARE] * 2


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    bucket = Bucket(rate=2, burst=4)
    assert [bucket.take(10.0) for _ in range(5)] == [True] * 4 + [False]
    assert [bucket.take(10.4), bucket.take(10.5), bucket.take(10.6)] == [False, True, False]
    assert [bucket.take(1000.0) for _ in range(5)] == [True] * 4 + [False]


async def test_a_database_that_does_not_answer_is_a_journal_error(tmp_path: Path) -> None:
    gone = Database(address("postgresql://nobody@127.0.0.1:1/nothing", tmp_path))
    with pytest.raises(JournalError):
        await Store(gone).fetch("m1")
    with pytest.raises(DatabaseError, match="cannot be opened"):
        await gone.migrate()
    await gone.close()


async def test_an_error_without_words_is_said_all_the_same(tmp_path: Path) -> None:
    async def says_nothing(connection: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await connection.read()
        writer.close()

    silent = await asyncio.start_server(says_nothing, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_module, "ANSWER_SECONDS", 0.1)
        gone = Database(address(f"postgresql://nobody@127.0.0.1:{port}/nothing?sslmode=disable", tmp_path))
        with pytest.raises(JournalError, match="it does not answer"):
            await Store(gone).fetch("m1")
        with pytest.raises(DatabaseError, match=r"nothing.*: cannot be opened: it does not answer"):
            await gone.migrate()
    await gone.close()
    silent.close()
    assert database_module.in_words(OSError()) == "OSError"


class Between:
    """Between us and PostgreSQL: passes everything on, except while it is told not to."""

    def __init__(self, port: int) -> None:
        self.port, self.flows = port, asyncio.Event()
        self.flows.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, for as long as it lasts."""
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.port)
        ways = [self._pass_on(reader, there_writer), self._pass_on(there_reader, writer)]
        await asyncio.gather(*ways, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(2**16):
                await self.flows.wait()
                writer.write(data)
        finally:
            writer.close()


@asynccontextmanager
async def between_us(postgres: Postgres, patch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Between, Database]]:
    """A database with something between, and little patience."""
    patch.setattr(database_module, "ANSWER_SECONDS", 0.8)
    between = Between(postgres.port)
    serving = await asyncio.start_server(between.serve, "127.0.0.1", 0)
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


async def test_a_database_that_hangs_is_a_journal_error_until_it_answers_again(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with between_us(postgres, monkeypatch) as (between, opened):
        here = await kept(opened)
        between.flows.clear()
        for _ in range(2):
            with pytest.raises(JournalError, match="it does not answer"):
                await here.append({"m1": 0}, lambda missed: [added(0, "a")])
        between.flows.set()
        assert await here.append({"m1": 0}, lambda missed: [added(0, "b")]) == {"m1"}
        assert [row.id for row in (await here.rows({"m1": 0}))["m1"]] == ["b"]


async def test_who_listens_on_a_connection_that_hangs_notices_and_listens_again(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bus, "PULSE", 0.05)
    monkeypatch.setattr(bus, "RETRY", 0.05)
    async with between_us(postgres, monkeypatch) as (between, opened):
        here, listening, moved = await kept(opened), asyncio.Event(), asyncio.Queue[bus.Moved]()
        ear = Bus(opened, moved.put_nowait, lambda told: None, listening.set)
        ear.open()
        await listening.wait()
        listening.clear()
        between.flows.clear()
        while "not listening to the other processes: it does not answer" not in caplog.text:
            await asyncio.sleep(0.02)
        between.flows.set()
        await listening.wait()
        assert await here.start("m1", T0, None, anyway=True)
        assert await moved.get() == {"m1": store.CHANGED}
        await ear.close()


@pytest.mark.parametrize("how", ["?sslmode=disable", "postgres://", "?host="])
async def test_postgresql_is_found_by_every_address_that_its_own_programs_take(postgres: Postgres, how: str) -> None:
    plain = postgres.database()
    name = plain.rpartition("/")[2]
    given = {
        "?sslmode=disable": f"{plain}?sslmode=disable",
        "postgres://": plain.replace("postgresql:", "postgres:"),
        "?host=": f"postgresql://flagstone@/{name}?host={postgres.folder}&port={postgres.port}",
    }[how]
    opened, listening = Database(address(given, Path())), asyncio.Event()
    await opened.migrate()
    ear = Bus(opened, lambda moved: None, lambda told: None, listening.set)
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


async def test_tables_from_the_future_are_not_touched(tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    database = Database(address(None, tmp_path))
    await database.migrate()
    with closing(sqlite3.connect(tmp_path / "flagstone.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseError, match="made by a newer Flagstone"):
        await database.migrate()
    await database.close()
