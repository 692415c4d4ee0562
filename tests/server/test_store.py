"""The store and the limits, on SQLite and on PostgreSQL. Times come in from the tests."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import insert, select, text

from flagstone.match import Match, Outcome
from flagstone.play.journal import Append, Judge, Kept, Row, Terms
from flagstone.server import backup, limits, store
from flagstone.server.backup import back_up, bring_back
from flagstone.server.database import Database, DatabaseError, address
from flagstone.server.limits import HOUR, Bucket, Meter, Quotas
from flagstone.server.people import People
from flagstone.server.seating import change
from flagstone.server.store import Listing, NameTakenError, Seat, Store
from flagstone.server.tables import boards, matches, players
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


async def test_who_added_last_judges_first_and_writes_nothing_if_he_was_overtaken(postgres: Postgres) -> None:
    opened = Database(address(postgres.database(), Path()))
    await opened.migrate()
    await kept(opened)
    one, two = Store(opened, "one"), Store(opened, "two")
    seen: list[list[str | None]] = []

    def judged(head: int, id: str) -> Judge:
        def judge(missed: Mapping[str, Sequence[Row]]) -> list[Append]:
            seen.append([row.id for row in missed.get("m1", [])])
            return [added(head + len(seen[-1]), id)]

        return judge

    assert await one.append({"m1": 0}, judged(0, "a")) == {"m1"}
    assert await one.append({"m1": 1}, judged(1, "b")) == {"m1"}
    assert await two.append({"m1": 0}, judged(0, "c")) == {"m1"}
    assert await one.append({"m1": 2}, judged(2, "d")) == set(), "it did not know that it was not the last"
    assert await one.append({"m1": 2}, judged(2, "d")) == {"m1"}
    assert seen == [[], [], ["a", "b"], [], ["c"]]
    assert [row.id for row in (await one.rows({"m1": 0}))["m1"]] == ["a", "b", "c", "d"]
    await opened.close()


async def test_who_is_overtaken_while_he_waits_for_another_writes_nothing(postgres: Postgres) -> None:
    opened = Database(address(postgres.database(), Path()))
    await opened.migrate()
    here = await kept(opened)
    await kept(opened, "m2")
    both = {"m1": 0, "m2": 0}
    assert await here.append(both, lambda _: [added(0, "a"), added(0, "a", match="m2")]) == {"m1", "m2"}
    async with asyncio.timeout(SECONDS), opened.writing() as other:
        await other.execute(matches.update().where(matches.c.id == "m1").values(head=2))
        late = [added(1, "late"), added(1, "b", match="m2")]
        waiting = asyncio.create_task(here.append({"m1": 1, "m2": 1}, lambda _: late))
        await blocked(opened)
    assert await waiting == {"m2"}
    rows = await here.rows(both)
    assert {match: [row.id for row in found] for match, found in rows.items()} == {"m1": ["a"], "m2": ["a", "b"]}
    await opened.close()


async def test_what_no_database_takes_is_no_fault_of_the_database(postgres: Postgres) -> None:
    opened = Database(address(postgres.database(), Path()))
    await opened.migrate()
    here = await kept(opened)
    for _ in range(2):
        with pytest.raises(asyncpg.DataError):
            await here.append({"m1": 0}, lambda _: [added(0, "a\0")])
    assert await here.append({"m1": 0}, lambda _: [added(0, "a")]) == {"m1"}
    await opened.close()


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


async def test_what_nobody_has_touched_for_long_is_forgotten(opened: Database) -> None:
    for match in ("open", "idle", "played", "over"):
        here = await kept(opened, match, created_at=T0)
    for match in ("idle", "played", "over"):
        await here.start(match, T0 + 10, None, anyway=True)
    await here.append({"over": 0}, lambda _: [added(0, "a", match="over", outcome=Outcome("player 1", "won"))])
    await here.append({"played": 0}, lambda _: [added(0, *"abcdefghijklmnopqrst", match="played")])
    assert [await here.remove_ended(T0 + late) for late in (0, 1, 2, 10, 11)] == [0, 1, 1, 0, 1]
    assert await here.remove_ended(T0 + 20) == 0, "a match that goes on is not old, whenever it began"
    assert await here.remove_ended(T0 + 21) == 1
    assert await here.counts() == {}
    assert await here.rows({"played": 0}) == {}


async def test_very_many_old_matches_are_forgotten_some_at_a_time(
    opened: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "AT_A_TIME", 3)
    for number in range(4):
        here = await kept(opened, f"m{number}")
    assert [await here.remove_ended(T0 + 1) for _ in range(3)] == [3, 1, 0]


async def test_guests_are_forgotten_with_the_last_thing_that_they_left(opened: Database) -> None:
    people = People(opened)
    await people.open()
    here = await kept(opened)
    host = await here.match("m1")
    assert host is not None
    names = ("seated", "painter", "registered", "new", "watcher", "gone")
    guests = {name: await people.add_guest(name, T0 + (name == "new")) for name in names}
    await here.take_seat("m1", Seat(0, "Ada", guests["seated"].id, None, None))
    async with opened.writing() as connection:
        await connection.execute(boards.insert().values(owner=guests["painter"].id, name="mine", text="#"))
    await people.register(guests["registered"], "Grace", "correct horse")
    await here.start("m1", T0, None, anyway=True)
    await here.append({"m1": 0}, lambda _: [added(0, "a")])

    async def known() -> set[str]:
        async with opened.reading() as connection:
            return set((await connection.execute(select(players.c.name))).scalars())

    cookie = people.cookie(guests["watcher"])
    assert await people.known(cookie, T0 + 1) == guests["watcher"], "seen a moment ago"
    assert (await people.known(cookie, T0 + 2 * HOUR)) is not None
    await here.remove_ended(T0 + 1)
    assert await known() == {"Hanna", "seated", "painter", "registered", "new", "watcher"}
    await here.remove_ended(T0 + 2)
    assert await known() == {"painter", "registered", "watcher"}
    await here.remove_ended(T0 + 2 * HOUR)
    assert "watcher" in await known(), "who only watches was here all the same"
    await here.remove_ended(T0 + 2 * HOUR + 1)
    assert await known() == {"painter", "registered"}
    assert await people.known(cookie, T0 + 2 * HOUR) is None


async def test_a_restore_waits_for_those_who_are_in_the_middle_of_something(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()
    opened = Database(address(url, tmp_path))
    await opened.migrate()
    guest = await People(opened).add_guest("Hanna", T0)
    await asyncio.to_thread(back_up, url, tmp_path, tmp_path / "monday.db")

    def restore() -> int:
        return bring_back(tmp_path / "monday.db", url, tmp_path, replace=True)

    a_match = {"id": "m1", "game": "rowdy", "rules": 1, "setup": "", "seed": "1", "terms": "", "title": ""}
    a_match |= {"public": True, "status": "open", "created_at": T0, "head": 0}
    async with opened.writing() as other:
        await other.execute(insert(matches).values(**a_match, host=guest.id))
        monkeypatch.setattr(backup, "LOCK_SECONDS", 1)
        with pytest.raises(DatabaseError, match=r"^postgresql://.*lock timeout; it is as it was"):
            await asyncio.to_thread(restore)
        monkeypatch.undo()
        restoring = asyncio.create_task(asyncio.to_thread(restore))
        await blocked(opened)
    assert await restoring == 0
    assert await Store(opened).counts() == {}
    await opened.close()


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
