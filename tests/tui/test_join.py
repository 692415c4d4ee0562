"""Live matches on a real server."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from flagstone.tui import identity
from flagstone.tui.app import PlayApp, looked_up
from flagstone.tui.dialogs import Result
from flagstone.tui.forms import NameScreen
from flagstone.tui.host import RemoteHost
from flagstone.tui.play import Asked
from flagstone.tui.remote import Link
from flagstone.tui.table import PlayScreen
from tests.server.serving import SECONDS, Person, Server, free_port, serving, started
from tests.tui.pilots import Playing, arrived


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite, which does not mind how fast the tests are."""
    with serving(tmp_path_factory.mktemp("server"), "--rate", "100") as running:
        yield running


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of the test's own: nobody is known to a server yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "flagstone"


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


async def test_the_same_command_again_takes_the_seat_up_again_with_what_has_happened(server: Server) -> None:
    host, match = made(server, "classic", seats_per_team=1, pace=0)
    host.say(f"/api/matches/{match}/join", seat=1, name="Bob")
    link = f"{server.url}/m/{match}"
    async with PlayApp(Asked(join=link, name="Ada")).run_test(size=(100, 30)) as pilot:
        await arrived(pilot, pilot.app)  # type: ignore[arg-type]
        here = Playing(pilot.app, pilot)  # type: ignore[arg-type]
        host.say(f"/api/matches/{match}/start")
        await here.until(lambda: here.session.status == "running")
        await here.press("up", "down", "g", "up")
        view = here.session.view
    assert view["players"][0]["at"] != view["players"][1]["at"]
    await until_away(host, match, 0)
    told, known = await looked_up(link, None)
    assert known == "Ada"
    app = PlayApp(Asked(join=link), joined=told, known=known)
    async with app.run_test(size=(100, 30)) as pilot:
        await arrived(pilot, app)
        here = Playing(app, pilot)
        assert (here.session.seat, here.session.view) == (0, view)
        assert "You are back in your seat." in here.text("notice")
        await here.until(lambda: len(here.session.entries) == here.session.number)
        await here.press("down")
        assert here.session.entries[-1].number == here.session.number == 4
        told, known = await looked_up(link, None)
        assert known is None, "somebody plays there"
        assert "You play already, as Ada: under the same name you go on here." in told
    assert await looked_up(link, 1) == (told, None), "that seat is Bob's"


async def test_two_people_at_one_computer_have_a_seat_each(server: Server) -> None:
    _, match = made(server)
    link = Link.read(f"{server.url}/m/{match}")
    hosts = []
    for name, seat, notice in (("Ada", 0, ""), ("Bob", 1, ""), ("ada", 0, "You are back in your seat.")):
        hosts.append(RemoteHost(link, name))
        session = await hosts[-1].open()
        assert session.line.seat == seat  # type: ignore[attr-defined]
        assert hosts[-1].notice == notice
    for host in hosts:
        await host.close()


def test_who_somebody_is_can_be_read_by_himself_alone_and_nonsense_is_nobody(data: Path, server: Server) -> None:
    assert identity.remembered(server.url) is None
    identity.remember(server.url, "abc.0.12f")
    identity.remember("https://elsewhere", "xyz.1.34a")
    assert identity.remembered(server.url.upper()) == "abc.0.12f"
    files = sorted((data / "servers").iterdir())
    assert len(files) == 2, "and nothing that was half written"
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    for nonsense in (b"", b"a b", b"a\r\nX: 1", b"\xff\xfe", b"a" * 1000):
        for file in files:
            file.write_bytes(nonsense)
        assert identity.remembered(server.url) is None


async def test_a_seat_is_found_however_little_can_be_kept(data: Path, server: Server) -> None:
    data.parent.mkdir(parents=True)
    data.write_text("a file where the folder should be")
    _, match = made(server)
    host = RemoteHost(Link.read(f"{server.url}/m/{match}"), "Ada")
    assert (await host.guest.sit_down("Ada")).seat == 0
    await host.close()
    assert identity.remembered(server.url) is None


async def test_the_plain_face_comes_back_too(server: Server) -> None:
    host, match = made(server, "rowdy", settings={"rows": 10, "columns": 10, "failure_chance": 0})
    host.say(f"/api/matches/{match}/join", seat=1, name="Bob")
    command = [sys.executable, "-m", "flagstone", "play", "--ascii", "--join", f"{server.url}/m/{match}"]

    def said(*lines: str) -> str:
        done = subprocess.run(
            command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60, check=True
        )
        return done.stdout

    async def later(*lines: str) -> str:
        await until_away(host, match, 0)
        return said(*lines)

    assert "Your name" in said("Ada", "quit")
    host.say(f"/api/matches/{match}/start")
    back = await later("quit")
    assert "You are back in your seat." in back
    assert "Your name" not in back


async def until_away(host: Person, match: str, seat: int) -> None:
    """Wait until the server has noticed that a seat's player has gone."""
    async with asyncio.timeout(SECONDS):
        while host.get(f"/api/matches/{match}").json()["seats"][seat].get("connected"):
            await asyncio.sleep(0.02)
