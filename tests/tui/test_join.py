"""Live matches on a real server."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from flagstone.tui.app import PlayApp
from flagstone.tui.dialogs import Result
from flagstone.tui.forms import NameScreen
from flagstone.tui.host import RemoteHost
from flagstone.tui.play import Asked
from flagstone.tui.table import PlayScreen
from tests.server.serving import Person, Server, free_port, serving, started
from tests.tui.pilots import Playing, arrived


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite, which does not mind how fast the tests are."""
    with serving(tmp_path_factory.mktemp("server"), "--rate", "100") as running:
        yield running


def made(server: Server, game: str = "rowdy", **wish: object) -> tuple[Person, str]:
    """A match and its host."""
    host = Person(server, "Hanna")
    return host, host.say("/api/matches", game=game, **wish)["id"]


async def test_somebody_joins_by_name_waits_plays_and_plays_again(server: Server) -> None:
    host, match = made(server, settings={"rows": 10, "columns": 10, "failure_chance": 0})
    link = f"{server.url}/m/{match}"
    app = PlayApp(Asked(join=link), joined="A match")
    async with app.run_test(size=(100, 30)) as pilot:
        assert isinstance(app.screen, NameScreen)
        app.screen.query_one("#name").value = "Ada"  # type: ignore[attr-defined]
        await pilot.press("enter")
        await arrived(pilot, app)
        here = Playing(app, pilot)
        assert here.session.seat == 0
        assert "waiting for the match to start" in here.text("headline")
        await pilot.press("e")
        assert "not been started" in here.text("notice")
        host.say(f"/api/matches/{match}/start", fill="random")
        await here.until(lambda: here.session.may_act)
        await here.press("enter")
        assert "move first" in here.text("notice")
        await here.press("e")
        assert "Ada moved" in here.text("feed") or "No:" in here.text("notice")
        assert here.session.name(1) == "random 2"
        first = here.session
        first.resign()
        await here.until(lambda: isinstance(app.screen, Result))
        await pilot.press("enter")
        await here.until(lambda: here.session is not first and here.session.is_ready)
        assert here.session.status == "open"
        await pilot.pause()
        await pilot.press("b")
        await here.until(lambda: here.session.status == "running")


async def test_whoever_comes_late_watches(server: Server) -> None:
    host, match = made(server)
    host.say(f"/api/matches/{match}/start", fill="random")
    app = PlayApp(Asked(join=f"{server.url}/m/{match}", name="Zoe"))
    async with app.run_test(size=(100, 30)) as pilot:
        await arrived(pilot, app)
        here = Playing(app, pilot)
        assert here.session.seat is None
        assert "you watch" in here.text("notice")
        await here.until(lambda: len(here.session.entries) > 2)
        assert here.text("feed").strip()


async def test_a_dropped_connection_heals_itself(tmp_path: Path) -> None:
    port = free_port()
    server = started(tmp_path, "--rate", "100", port=port)
    host, match = made(server, "classic", seats_per_team=1, pace=0)
    app = PlayApp(Asked(join=f"{server.url}/m/{match}", name="Ada"))
    try:
        async with app.run_test(size=(100, 30)) as pilot:
            await arrived(pilot, app)
            here = Playing(app, pilot)
            host.say(f"/api/matches/{match}/join", seat=1, name="Bob")
            host.say(f"/api/matches/{match}/start")
            await here.until(lambda: here.session.status == "running")
            await here.press("up")
            seen = here.session.number
            server.kill()
            await here.until(lambda: not here.session.connected)
            await pilot.press("down")
            assert "connection is lost" in here.text("notice")
            server = started(tmp_path, "--rate", "100", port=port)
            await here.until(lambda: here.session.connected)
            assert here.session.number == seen
            await here.press("down")
            assert here.session.number == (seen or 0) + 1
    finally:
        if server.process.poll() is None:
            server.stop()


async def test_a_private_match_needs_its_code(server: Server) -> None:
    host = Person(server, "Hanna")
    private = host.say("/api/matches", game="rowdy", public=False)
    link = f"{server.url}/m/{private['id']}"
    app = PlayApp(Asked(join=link, name="Ada"))
    async with app.run_test() as pilot:
        while app.return_code is None:
            await pilot.pause(0.02)
    assert app.return_code == 2
    app = PlayApp(Asked(join=f"{link}?code={private['code']}", name="Ada"))
    async with app.run_test() as pilot:
        await arrived(pilot, app)
        table = app.screen
        assert isinstance(table, PlayScreen)
        assert isinstance(table.host, RemoteHost)
        assert table.session.seat == 0


def test_the_plain_face_joins_too(server: Server) -> None:
    _, match = made(server, "savor")
    command = [sys.executable, "-m", "flagstone", "play", "--ascii", "--join", f"{server.url}/m/{match}"]
    process = subprocess.Popen(
        [*command, "--name", "Ada"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    while "waiting for the match to start" not in (line := process.stdout.readline()):
        assert line
    host = next(person for person in reversed(server.people) if person.get(f"/api/matches/{match}").json()["host"])
    host.say(f"/api/matches/{match}/start", fill="random")
    out, error = process.communicate("throw\nthrow\nresign\nquit\n", timeout=30)
    assert process.returncode == 0, error
    assert "* A is at the starting area and rolls" in out
    assert "Goodbye." in out
