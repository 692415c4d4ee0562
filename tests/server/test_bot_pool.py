"""Bots in processes of their own: they answer, live through the end of a process, and end with the server."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from flagstone.bots import BotError
from flagstone.bots.minds import Brief, Position
from flagstone.match import Match
from flagstone.server.bot_pool import BotPool
from tests.samples import SETTINGS
from tests.server.serving import Person, Server, children, serving


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[BotPool]:
    running = BotPool(2)
    yield running
    homes = [home.process for home in running.homes if home.process is not None]
    running.close()
    for process in homes:
        await process.wait()


def brief(match: Match, seat: int, bot: str = "greedy") -> Brief:
    return Brief(bot, match.game.id, seat, match.seats, match.setup, 7)


def position(match: Match, number: int = 1) -> Position:
    return Position(number, match.view(None))


async def test_a_bot_answers_as_it_would_here(pool: BotPool) -> None:
    from flagstone.bots.minds import Mind

    match = Match("rowdy", SETTINGS["rowdy"], 1)
    here = [Mind(brief(match, seat)) for seat in (0, 1)]
    for seat in (0, 1):
        pool.seat(("m", seat), brief(match, seat))
    for number in range(30):
        seat = match.to_act()[0]
        action = await pool.choose(("m", seat), position(match, number), match.legal(seat))
        assert action == here[seat].choose(match.view(seat), match.legal(seat))
        match.apply(seat, action)
        if match.is_over:
            break


async def test_bots_are_spread_over_the_processes_and_make_room_when_they_go(pool: BotPool) -> None:
    match = Match("rowdy", SETTINGS["rowdy"], 1)
    for number in range(6):
        pool.seat((f"m{number}", 0), brief(match, 0))
    assert [len(home.briefs) for home in pool.homes] == [3, 3]
    pool.forget("m0")
    pool.forget("m0")
    pool.forget("unheard of")
    assert sorted(len(home.briefs) for home in pool.homes) == [2, 3]
    with pytest.raises(KeyError):
        await pool.choose(("m0", 0), position(match), ["N"])


async def test_a_bot_that_does_not_exist_is_told_at_once(pool: BotPool) -> None:
    with pytest.raises(BotError, match="no bot is called 'gredy'"):
        pool.seat(("m", 0), brief(Match("rowdy", SETTINGS["rowdy"], 1), 0, "gredy"))


async def test_a_process_that_ends_is_started_again_with_its_bots(pool: BotPool) -> None:
    match = Match("rowdy", SETTINGS["rowdy"], 1)
    pool.seat(("m", 0), brief(match, 0))
    assert await pool.choose(("m", 0), position(match), match.legal(0)) in match.legal(0)
    process = pool.living["m", 0].process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    assert await pool.choose(("m", 0), position(match), match.legal(0)) in match.legal(0)
    assert pool.living["m", 0].process is not process


async def test_a_bot_that_raises_costs_the_others_nothing(pool: BotPool) -> None:
    match = Match("rowdy", SETTINGS["rowdy"], 1)
    for seat in (0, 1, 2):
        pool.seat((f"m{seat}", 0), brief(match, 0))
    with pytest.raises(RuntimeError, match="KeyError: 'walls'"):
        await pool.choose(("m0", 0), Position(1, {}), match.legal(0))
    answers = [pool.choose((f"m{seat}", 0), position(match, 2), match.legal(0)) for seat in (0, 1, 2)]
    assert all(action in match.legal(0) for action in await asyncio.gather(*answers))


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state in "ZX"


def bots_play(server: Server) -> str:
    """A match of Rowdy Racers between two greedy bots, under way."""
    host = Person(server, "Hanna")
    made: str = host.say("/api/matches", game="rowdy", settings={"rows": 10, "columns": 10})["id"]
    host.say(f"/api/matches/{made}/start", fill="greedy")
    until = time.monotonic() + 30
    while host.ask(f"/api/matches/{made}")["match"]["entries"] == 0:
        assert time.monotonic() < until
        time.sleep(0.05)
    return made


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("killed", [False, True])
def test_no_process_of_bots_outlives_the_server(tmp_path: Path, killed: bool) -> None:
    with serving(tmp_path, "--rate", "100") as server:
        bots_play(server)
        processes = children(server.process.pid)
        assert processes
        if killed:
            os.kill(server.process.pid, signal.SIGKILL)
            server.ended()
        else:
            server.stop()
        until = time.monotonic() + 20
        while not all(gone(pid) for pid in processes):
            assert time.monotonic() < until
            time.sleep(0.05)
