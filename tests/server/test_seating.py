"""What happens to the seats of a match when people want different things at the same moment."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest
from sqlalchemy import select

from flagstone.match import Match
from flagstone.play.journal import Kept, Terms
from flagstone.server import shelf, store
from flagstone.server.bot_count import TooManyBotsError
from flagstone.server.database import Database, address
from flagstone.server.people import People, Player
from flagstone.server.seating import Most, TooManyHostedError, change, is_kicked, running_bots, seat_bots
from flagstone.server.shelf import BoardText
from flagstone.server.store import Listing, Seat, Store
from flagstone.server.tables import boards

T0 = 1_790_000_000_000
PLAYED = Match("rowdy", {"rows": 10, "columns": 12}, 1)


@pytest.fixture
async def here(database: str, tmp_path: object) -> AsyncIterator[Store]:
    """A store over an empty database, of each kind."""
    opened = Database(address(database, tmp_path))  # type: ignore[arg-type]
    await opened.migrate()
    yield Store(opened)
    await opened.close()


async def made(here: Store, host: Player, id: str, follows: str | None = None) -> str:
    """A race for two, whose id or that of an earlier rematch is returned."""
    terms = Terms(turn=60_000)
    match = store.Match(id, "rowdy", "A race", True, None, host.id, "open", terms, T0, None, None, 0, None, None, 2)
    return await here.add_match(Kept(id, "rowdy", 1, PLAYED.setup, 1, terms, None), match, follows)


async def found(here: Store, id: str) -> store.Match:
    """A match that there is."""
    match = await here.match(id)
    assert match is not None
    return match


def empty(number: int) -> Seat:
    """A seat that nobody has."""
    return Seat(number, None, None, None, None)


def bot(number: int) -> Seat:
    """A seat that a bot has."""
    return Seat(number, f"random {number + 1}", None, None, "random")


async def join(here: Store, id: str, *names: str) -> None:
    """Somebody in each of the first seats."""
    for number, name in enumerate(names):
        assert await here.take_seat(id, Seat(number, name, name, "token", None))


async def test_nobody_leaves_an_open_match_that_has_been_started(here: Store) -> None:
    host = await People(here.database).add_guest("Hanna", T0)
    await made(here, host, "m1")
    await join(here, "m1", "Ada", "Bob")
    known, seats = await found(here, "m1"), await here.seats("m1")
    assert await here.start("m1", T0, None)
    assert not await change(here, known, seats[1], empty(1))
    assert await here.seats("m1") == seats


async def test_no_match_runs_with_an_empty_seat_when_somebody_leaves_as_it_starts(here: Store) -> None:
    host = await People(here.database).add_guest("Hanna", T0)
    for number in range(10):
        id = f"m{number}"
        await made(here, host, id)
        await join(here, id, "Ada", "Bob")
        known, seats = await found(here, id), await here.seats(id)
        is_started, has_left = await asyncio.gather(here.start(id, T0, None), change(here, known, seats[1], empty(1)))
        assert is_started != has_left


async def test_a_bot_gets_no_seat_that_somebody_has_just_taken(here: Store) -> None:
    host = await People(here.database).add_guest("Hanna", T0)
    await made(here, host, "m1")
    known, seats = await found(here, "m1"), await here.seats("m1")
    await join(here, "m1", "Ada")
    assert await seat_bots(here, known, seats, [bot(0), bot(1)], Most(10, 10)) == 1
    assert [seat.name for seat in await here.seats("m1")] == ["Ada", "random 2"]


async def test_many_rematches_at_once_are_one(here: Store) -> None:
    host = await People(here.database).add_guest("Hanna", T0)
    await made(here, host, "m1")
    ids = await asyncio.gather(*(made(here, host, f"again{number}", "m1") for number in range(4)))
    assert len(set(ids)) == 1
    assert (await found(here, "m1")).rematch == ids[0]
    assert (await here.listed(Listing()))[1] == 2


async def test_a_host_has_so_many_bots_in_all_his_matches(here: Store) -> None:
    host, other = [await People(here.database).add_guest(name, T0) for name in ("Hanna", "Otto")]
    for id in ("m1", "m2"):
        await made(here, host, id)
    await made(here, other, "m3")
    matches = [await found(here, id) for id in ("m1", "m2", "m3")]
    wishes = [seat_bots(here, match, [empty(0), empty(1)], [bot(0), bot(1)], Most(3, 10)) for match in matches]
    given = await asyncio.gather(*wishes, return_exceptions=True)
    assert sorted(str(number) for number in given[:2]) == ["", "2"]
    assert any(isinstance(number, TooManyHostedError) for number in given[:2])
    assert given[2] == 2, "another host has bots of his own"
    assert await running_bots(here) == 0
    assert await here.start("m3", T0, None)
    assert await running_bots(here) == 2


async def test_of_matches_that_start_at_once_no_more_do_than_the_bots_of_which_may_play(here: Store) -> None:
    hosts = [await People(here.database).add_guest(f"host {number}", T0) for number in range(6)]
    for number, host in enumerate(hosts):
        await made(here, host, f"m{number}")
        match = await found(here, f"m{number}")
        given = await seat_bots(here, match, [empty(0), empty(1)], [bot(0), bot(1)], Most(2, 0))
        assert given == 2, "they do not play yet"
    starts = [here.start(f"m{number}", T0, None, most_bots=5) for number in range(6)]
    started = await asyncio.gather(*starts, return_exceptions=True)
    assert [start for start in started if not isinstance(start, TooManyBotsError)] == [True, True]
    assert await running_bots(here) == 4
    assert (await here.counts()) == {"open": 4, "running": 2}


async def test_of_bots_that_take_over_at_once_no_more_do_than_may_play(here: Store) -> None:
    hosts = [await People(here.database).add_guest(f"host {number}", T0) for number in range(4)]
    for number, host in enumerate(hosts):
        await made(here, host, f"m{number}")
        await join(here, f"m{number}", "Ada", "Bob")
        await here.start(f"m{number}", T0, None, most_bots=0)
    known = [(await found(here, f"m{n}"), (await here.seats(f"m{n}"))[:1]) for n in range(4)]
    wishes = [seat_bots(here, match, seats, [bot(0)], Most(10, 3)) for match, seats in known]
    given = await asyncio.gather(*wishes, return_exceptions=True)
    assert sum(isinstance(each, TooManyBotsError) for each in given) == 1
    assert await running_bots(here) == 3


async def test_a_locked_match_takes_nobody_new_but_its_host(here: Store) -> None:
    host = await People(here.database).add_guest("Hanna", T0)
    await made(here, host, "m1")
    assert await here.lock_out("m1", True)
    assert (await found(here, "m1")).locked
    assert not await here.take_seat("m1", Seat(0, "Ada", "Ada", "token", None))
    assert await here.take_seat("m1", Seat(0, "Hanna", host.id, "token", None))
    assert await here.lock_out("m1", False)
    assert await here.take_seat("m1", Seat(1, "Ada", "Ada", "token", None))
    assert await here.start("m1", T0, None)
    assert not await here.lock_out("m1", True)


async def test_boards_that_are_kept_at_once_are_all_answered_and_the_last_one_counts(
    here: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "MOST_BOARDS", 2)
    host = await People(here.database).add_guest("Hanna", T0)
    kept = [shelf.keep_own(here.database, host, BoardText("mine", text)) for text in "abcdef"]
    assert await asyncio.gather(*kept) == [None] * 6
    more = [shelf.keep_own(here.database, host, BoardText(name, "x")) for name in ("one", "two", "three")]
    refused = [each for each in await asyncio.gather(*more, return_exceptions=True) if each is not None]
    assert [str(each) for each in refused] == ["you have 2 boards; delete one first"] * 2
    await shelf.keep_own(here.database, host, BoardText("mine", "last"))
    async with here.database.reading() as connection:
        texts = (await connection.execute(select(boards.c.text).order_by(boards.c.name))).scalars().all()
    assert sorted(texts) == ["last", "x"]


async def test_who_was_kicked_takes_no_seat_any_more(here: Store) -> None:
    host = await People(here.database).add_guest("Hanna", T0)
    await made(here, host, "m1")
    await join(here, "m1", "Ada")
    seat = (await here.seats("m1"))[0]
    assert await change(here, await found(here, "m1"), seat, empty(0), kick=True)
    assert await is_kicked(here, "m1", "Ada")
    assert not await here.take_seat("m1", seat)
    assert await here.take_seat("m1", msgspec.structs.replace(seat, name="Bob", player="Bob"))
