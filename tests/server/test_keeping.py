"""What has been acknowledged is never lost, whatever happens to the server, its database and the connections."""

import asyncio
import json
import os
import random
import resource
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from flagstone.play.changes import apply
from flagstone.play.room import Room
from flagstone.server.database import Database, address
from flagstone.server.store import Store
from tests.server.serving import (
    SECONDS,
    Hosted,
    Person,
    Postgres,
    Server,
    Starter,
    children,
    client,
    free_port,
    hosted,
)

QUIET = "1000"  # times the usual limits


@dataclass
class Stubborn:
    """A client that acts again and again, and goes on by itself whenever its connection breaks."""

    urls: list[str]  # of the servers that it may turn to
    match: str
    seat: int
    token: str
    view: Any = None
    number: int | None = None
    acknowledged: dict[str, int] = field(default_factory=dict)  # the entries of its actions, by id
    refused: int = 0
    breaks: int = 0
    enough: bool = False
    moved: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self) -> None:
        """Act until it is enough; an action without an answer is sent again, with the same id."""
        rng = random.Random(self.seat)
        id, action = 0, "E"
        while not self.enough:
            try:
                async with connect(rng.choice(self.urls), open_timeout=2, close_timeout=1) as socket:
                    await socket.send(json.dumps(self._hello()))
                    while not self.enough:
                        await socket.send(json.dumps({"type": "act", "action": action, "id": f"{id}"}))
                        await self._answered(socket, f"{id}")
                        id, action = id + 1, rng.choice("NESW")
            except (OSError, WebSocketException, TimeoutError):
                self.breaks += 1
                await asyncio.sleep(0.05)

    def _hello(self) -> dict[str, Any]:
        return {"type": "hello", "seat": self.seat, "token": self.token, "last": self.number}

    async def _answered(self, socket: ClientConnection, id: str) -> None:
        """Read until an action has been answered."""
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), 5))
            if message["type"] == "welcome":
                if "view" in message:
                    self.number, self.view = message["number"], message["view"]
                assert message["number"] == self.number
            elif message["type"] == "entries":
                mine = [entry["number"] for entry in message["entries"] if self._take(entry) == (self.seat, id)]
                if mine:
                    self._acknowledge(id, mine[0])
                    return
            elif message["type"] == "accepted" and message["id"] == id:
                self._acknowledge(id, message["number"])
                return
            elif message["type"] == "refused" and message["id"] == id:
                if message["reason"] in ("unavailable", "busy"):
                    raise TimeoutError  # nothing has been promised; to be sent again
                self.refused += 1
                return
            elif message["type"] == "bye":
                raise TimeoutError

    def _take(self, entry: dict[str, Any]) -> tuple[int | None, str | None]:
        assert self.number is not None
        assert entry["number"] == self.number + 1, "no entry is lost and none comes twice"
        self.number = entry["number"]
        self.view = apply(self.view, entry.get("changes", []))
        return entry.get("seat"), entry.get("id")

    def _acknowledge(self, id: str, number: int) -> None:
        self.acknowledged[id] = number
        self.moved.set()


async def more(clients: list[Stubborn], count: int) -> None:
    """Wait until all clients together have so many more acknowledged actions."""
    wanted = count + sum(len(each.acknowledged) for each in clients)
    async with asyncio.timeout(4 * SECONDS):
        while sum(len(each.acknowledged) for each in clients) < wanted:
            moved = [asyncio.create_task(each.moved.wait()) for each in clients]
            await asyncio.wait(moved, return_when=asyncio.FIRST_COMPLETED)
            for task, each in zip(moved, clients, strict=True):
                task.cancel()
                each.moved.clear()


async def finish(clients: list[Stubborn], tasks: list[asyncio.Task[None]], database: str) -> None:
    """Let the clients end, and compare what they know with what is kept."""
    for each in clients:
        each.enough = True
    async with asyncio.timeout(SECONDS):
        await asyncio.gather(*tasks)
    opened = Database(address(database, Path()))
    store = Store(opened)
    for match in {each.match for each in clients}:
        kept, rows = await store.fetch(match), (await store.rows({match: 0}))[match]
        assert kept is not None
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        room = Room(kept, rows)  # every entry is accepted again
        ids = [(row.seat, row.id) for row in rows]
        assert len(set(ids)) == len(ids), "every action counts once"
        for each in clients:
            if each.match == match:
                for id, number in each.acknowledged.items():
                    assert (rows[number - 1].seat, rows[number - 1].id) == (each.seat, id)
                if each.number == len(rows):
                    assert each.view == room.match.view(None)
    await opened.close()


def playing(match: Hosted, *servers: Server) -> tuple[list[Stubborn], list[asyncio.Task[None]]]:
    """Clients in every seat of a match, acting."""
    urls = [f"{server.live}/ws/{match.id}" for server in servers]
    clients = [Stubborn(urls, match.id, seat, token) for seat, token in enumerate(match.tokens)]
    return clients, [asyncio.create_task(each.play()) for each in clients]


def sqlite(folder: Path) -> str:
    """The address of the database in a folder of a server's data."""
    return f"sqlite:///{folder}/flagstone.db"


async def test_killed_again_and_again_the_server_loses_nothing_that_it_acknowledged(
    start: Starter, tmp_path: Path
) -> None:
    port = free_port()
    server = start(tmp_path, "--rate", QUIET, port=port)
    match = hosted(server, "hammer", seats_per_team=2)
    clients, tasks = playing(match, server)
    for _ in range(4):
        await more(clients, 150)
        await asyncio.to_thread(server.kill)
        server = await asyncio.to_thread(lambda: start(tmp_path, "--rate", QUIET, port=port))
    await more(clients, 150)
    await finish(clients, tasks, sqlite(tmp_path))
    assert all(each.breaks >= 4 for each in clients)
    server.stop()


async def test_of_two_processes_over_one_database_either_may_die(
    start: Starter, tmp_path: Path, postgres: Postgres
) -> None:
    database = postgres.database()
    ports = [free_port(), free_port()]

    def restart(number: int) -> Server:
        folder = tmp_path / str(number)
        folder.mkdir(exist_ok=True)
        return start(folder, "--rate", QUIET, "--database", database, port=ports[number])

    servers = [restart(0), restart(1)]
    matches = [hosted(servers[number], "classic", seats_per_team=2) for number in (0, 1)]
    both = [playing(match, *servers) for match in matches]
    clients = [each for some, _ in both for each in some]
    for round in range(4):
        await more(clients, 150)
        await asyncio.to_thread(servers[round % 2].kill)
        await more(clients, 50)  # the other one goes on with all of them
        servers[round % 2] = await asyncio.to_thread(restart, round % 2)
    await more(clients, 150)
    await finish(clients, [task for _, tasks in both for task in tasks], database)
    for server in servers:
        server.stop()


async def test_workers_share_matches_and_one_that_dies_is_replaced(
    start: Starter, tmp_path: Path, postgres: Postgres
) -> None:
    database = postgres.database()
    server = await asyncio.to_thread(lambda: start(tmp_path, "--rate", QUIET, "--database", database, "--workers", "2"))
    match = hosted(server, "shovel", seats_per_team=2)
    clients, tasks = playing(match, server)
    await more(clients, 150)
    first = children(server.process.pid)
    assert len(first) == 2
    os.kill(first[0], signal.SIGKILL)
    await more(clients, 150)
    async with asyncio.timeout(SECONDS):
        while len(now := children(server.process.pid)) < 2 or first[0] in now:
            await asyncio.sleep(0.05)
    await more(clients, 50)
    await finish(clients, tasks, database)
    assert server.stop() == 0


class Cutter:
    """Between clients and a server: holds back what comes, each connection for itself, and cuts connections."""

    def __init__(self, port: int) -> None:
        self.port, self.rng = port, random.Random(5)
        self.cuts = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, for as long as it lasts."""
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.port)
        left = self.rng.randrange(500, 8000)
        ways = [self._pass_on(reader, there_writer, left), self._pass_on(there_reader, writer, 4 * left)]
        tasks = [asyncio.create_task(way) for way in ways]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        self.cuts += 1
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for each in (writer, there_writer):
            each.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: int) -> None:
        while left > 0:
            data = await reader.read(self.rng.randrange(1, 600))
            if not data:
                return
            left -= len(data)
            if self.rng.random() < 0.1:
                await asyncio.sleep(self.rng.random() * 0.03)
            writer.write(data)
            await writer.drain()


async def test_connections_that_are_held_up_and_cut_lose_and_repeat_nothing(start: Starter, tmp_path: Path) -> None:
    server = await asyncio.to_thread(lambda: start(tmp_path, "--rate", QUIET))
    match = hosted(server, "classic", seats_per_team=2)
    cutter = Cutter(int(server.url.rpartition(":")[2]))
    between = await asyncio.start_server(cutter.serve, "127.0.0.1", 0)
    port = between.sockets[0].getsockname()[1]
    clients = [
        Stubborn([f"ws://127.0.0.1:{port}/ws/{match.id}"], match.id, seat, token)
        for seat, token in enumerate(match.tokens)
    ]
    tasks = [asyncio.create_task(each.play()) for each in clients]
    await more(clients, 600)
    await finish(clients, tasks, sqlite(tmp_path))
    assert cutter.cuts >= 8
    between.close()
    server.stop()


def test_a_restart_resumes_every_match_where_it_was(start: Starter, tmp_path: Path) -> None:
    server = start(tmp_path)
    with ExitStack() as stack:
        matches = [hosted(server, game, pace=0) for game in ("classic", "hammer", "shovel")]
        matches += [hosted(server, "rowdy", settings={"walls": []}), hosted(server, "savor")]
        players = [stack.enter_context(client(server, match.id, seat=0, token=match.tokens[0])) for match in matches]
        for player, action in zip(players, ("E", "E", "E", "N", "throw"), strict=True):
            assert player.act(action)["number"] == 1
        views = [player.view for player in players]
        server.process.terminate()
        for player in players:
            bye = player.next("bye")
            assert (bye["reason"], bye["reconnect"]) == ("restart", True)
        assert server.ended() == 0
    server = start(tmp_path)
    for match, view in zip(matches, views, strict=True):
        with client(server, match.id, seat=0, token=match.tokens[0]) as player:
            assert (player.number, player.view) == (1, view)
    server.stop()


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """The server's files cannot grow any more."""
    size = max(file.stat().st_size for file in server.folder.iterdir())
    pid, kind = server.process.pid, resource.RLIMIT_FSIZE
    usual = resource.prlimit(pid, kind)
    resource.prlimit(pid, kind, (size, usual[1]))
    yield
    resource.prlimit(pid, kind, usual)


def test_a_full_disk_is_said_and_nothing_is_acknowledged_until_there_is_room(start: Starter, tmp_path: Path) -> None:
    server = start(tmp_path)
    match = hosted(server)
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        assert player.act("E")["number"] == 1
        with full_disk(server):
            refusals = [player.act(action) for action in "WEWE"]
            assert {refused.get("reason") for refused in refusals} == {"unavailable"}
            status = match.host.post("/api/matches", json={"game": "rowdy"})
            assert (status.status_code, status.json()["title"]) == (503, "unavailable")
        assert player.act("W")["number"] == 2, "without a restart"
    match.host.say("/api/matches", game="rowdy")
    assert server.stop() == 0


def test_without_its_database_the_server_says_so_and_goes_on_when_it_is_back(
    start: Starter, tmp_path: Path, postgres: Postgres
) -> None:
    server = start(tmp_path, "--database", postgres.database())
    match = hosted(server)
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        assert player.act("E")["number"] == 1
        postgres.stop()
        assert player.act("W", "later")["reason"] == "unavailable"
        answer = match.host.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "the database does not answer")
        assert match.host.get("/healthz").is_success
        assert match.host.post("/api/matches", json={"game": "rowdy"}).status_code == 503
        postgres.start()
        while (told := player.act("W", "later")).get("reason") == "unavailable":
            pass
        assert told["number"] == 2
    assert server.stop() == 0


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_of_a_running_server_brings_everything_back(
    start: Starter, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    from typer.testing import CliRunner

    from flagstone.cli import app

    def flagstone(*words: str) -> None:
        done = CliRunner().invoke(app, [*words, "--database", database])
        assert done.exit_code == 0, done

    database = sqlite(tmp_path) if kind == "sqlite" else request.getfixturevalue("postgres").database()
    server = start(tmp_path, "--database", database)
    match = hosted(server)
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        for action in "EWE":
            player.act(action)
        before = deepcopy(player.view)
        flagstone("backup", str(tmp_path / "monday.db"))
        player.act("W")
        late = hosted(server)
        flagstone("restore", str(tmp_path / "monday.db"), "--replace")
        assert player.next("bye")["reason"] == "restored"
    with client(server, match.id, seat=0, token=match.tokens[0], last=4) as player:
        assert (player.number, player.view) == (3, before), "what was seen before does not count any more"
        assert player.act("W", "anew")["number"] == 4
    assert match.host.get(f"/api/matches/{late.id}").status_code == 404
    assert match.host.ask("/api/me")["name"] == "Hanna", "cookies hold"
    server.stop()


def test_a_backup_moves_to_another_kind_of_database(start: Starter, tmp_path: Path, postgres: Postgres) -> None:
    from flagstone.server.backup import back_up, bring_back

    server = start(tmp_path)
    match = hosted(server)
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        player.act("E")
        view = player.view
    server.stop()
    assert back_up(None, tmp_path, tmp_path / "one.db") == 1
    database = postgres.database()
    assert bring_back(tmp_path / "one.db", database, tmp_path, replace=False) == 1
    assert back_up(database, tmp_path, tmp_path / "two.db") == 1
    server = start(tmp_path, "--database", f"sqlite:///{tmp_path}/two.db")
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        assert (player.number, player.view) == (1, view)
    server.stop()


def test_finished_matches_are_kept_until_a_setting_says_otherwise(start: Starter, tmp_path: Path) -> None:
    async def removed(before: int) -> int:
        database = Database(address(None, tmp_path))
        try:
            return await Store(database).remove_ended(before)
        finally:
            await database.close()

    server = start(tmp_path)
    match = hosted(server)
    match.host.say(f"/api/matches/{match.id}/resign", seat=0, token=match.tokens[0])
    other = hosted(server)
    ended = match.host.ask(f"/api/matches/{match.id}")["match"]["ended_at"]
    assert asyncio.run(removed(ended)) == 0
    assert asyncio.run(removed(ended + 1)) == 1
    with Person(server) as anybody:
        assert anybody.get(f"/api/matches/{match.id}").status_code == 404
        assert anybody.get(f"/api/matches/{other.id}").is_success
    server.stop()
