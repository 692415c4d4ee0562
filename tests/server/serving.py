"""Real servers and real clients, on loopback."""

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from flagstone.boards import shipped
from flagstone.play.changes import apply

SECONDS = 20.0  # that anything may take before it is held to have failed
ADMIN = "let-me-in"


@dataclass
class Server:
    """A server in a process of its own."""

    process: "subprocess.Popen[str]"
    url: str
    folder: Path  # of its data
    people: list["Person"] = field(default_factory=list)

    @property
    def live(self) -> str:
        """Where its WebSockets are."""
        return self.url.replace("http", "ws", 1)

    def kill(self) -> None:
        """Pull the plug: of this process and its workers, which it started in sessions of their own."""
        workers = children(self.process.pid)
        for pid in (self.process.pid, *workers):
            os.kill(pid, signal.SIGKILL)
        self.ended()

    def stop(self) -> int:
        """End it as it is meant to be ended; returns the exit code."""
        self.process.terminate()
        return self.ended()

    def ended(self) -> int:
        """Wait for the end, and let go of everything."""
        code = self.process.wait(SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        for person in self.people:
            person.close()
        return code


def children(pid: int) -> list[int]:
    """The children of a process."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def started(folder: Path, *arguments: str, port: int = 0) -> Server:
    """A server over the data in a folder."""
    command = [sys.executable, "-m", "flagstone", "serve", "--port", str(port), "--data", str(folder), *arguments]
    environment = {**os.environ, "FLAGSTONE_ENGINE": "plain"}
    with (folder / "server.log").open("a") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
    assert process.stdout is not None
    words = process.stdout.readline().split()
    assert words, (folder / "server.log").read_text()
    server = Server(process, words[3].rstrip("/"), folder)
    until = time.monotonic() + SECONDS
    while True:
        try:
            if httpx.get(f"{server.url}/readyz", timeout=SECONDS).is_success:
                return server
        except httpx.TransportError:
            assert time.monotonic() < until
        time.sleep(0.05)


class Starter(Protocol):
    """Starts a server over the data in a folder."""

    def __call__(self, folder: Path, *arguments: str, port: int = 0) -> Server:
        """A server that is ready."""


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[Server]:
    """A server for as long as it is needed."""
    server = started(folder, *arguments)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Person(httpx.Client):
    """Somebody with a cookie."""

    def __init__(self, server: Server, name: str | None = None, **more: Any) -> None:
        super().__init__(base_url=server.url, timeout=SECONDS, **more)
        server.people.append(self)
        if name is not None:
            self.say("/api/me", name=name)

    def __enter__(self) -> "Person":
        """Himself; he may have said his name already, which opens a client."""
        return self

    def say(self, path: str, **body: Any) -> Any:
        """What comes of a POST that is expected to go well."""
        answer = self.post(path, json=body)
        assert answer.is_success, (path, answer.text)
        return answer.json() if answer.content else None

    def ask(self, path: str, **query: Any) -> Any:
        """What comes of a GET that is expected to go well."""
        answer = self.get(path, params=query)
        assert answer.is_success, (path, answer.text)
        return answer.json()

    def refused(self, path: str, **body: Any) -> tuple[int, str]:
        """The status and the name of the problem with a POST."""
        return problem(self.post(path, json=body))


def problem(answer: httpx.Response) -> tuple[int, str]:
    """The status of a refused request, and the name of what is wrong."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    body = answer.json()
    assert body["status"] == answer.status_code
    assert body["detail"]
    assert "Traceback" not in answer.text
    return answer.status_code, body["title"]


@dataclass
class Hosted:
    """A match with somebody in every seat."""

    id: str
    host: Person
    tokens: list[str]
    code: str | None


def hosted(server: Server, game: str = "classic", *, start: bool = True, **wish: Any) -> Hosted:
    """A match of a game; every seat is taken by the host, under many names."""
    host = Person(server, "Hanna")
    if game in ("classic", "hammer", "shovel"):
        wish = {"seats_per_team": 1, "pace": 0, **wish}
    made = host.say("/api/matches", game=game, **wish)
    seats = len(host.ask(f"/api/matches/{made['id']}")["seats"])
    tokens = [
        host.say(f"/api/matches/{made['id']}/join", seat=seat, name=f"player {seat}")["token"] for seat in range(seats)
    ]
    if start:
        host.say(f"/api/matches/{made['id']}/start")
    return Hosted(made["id"], host, tokens, made["code"])


def board() -> str:
    """A small board."""
    return shipped.text("courtyard")


@dataclass
class Client:
    """A client of one match that keeps a view up to date, and notices gaps and repeats."""

    socket: ClientConnection
    view: Any = None
    number: int = -1
    entries: list[dict[str, Any]] = field(default_factory=list)
    others: list[dict[str, Any]] = field(default_factory=list)
    ids: int = 0

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def next(self, kind: str, timeout: float = SECONDS) -> dict[str, Any]:
        """The next message of a type; those in between are taken in."""
        until = time.monotonic() + timeout
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(max(0.0, until - time.monotonic())))
            self.take(message)
            if message["type"] == kind:
                return message

    def catch_up(self, number: int) -> None:
        """Read on until an entry has come."""
        while self.number < number:
            self.next("entries")

    def take(self, message: dict[str, Any]) -> None:
        """Take note of a message."""
        if message["type"] == "welcome":
            self.number = message["number"]
            self.view = message.get("view", self.view)
        elif message["type"] == "entries":
            for entry in message["entries"]:
                assert entry["number"] == self.number + 1, "entries come without gaps and repeats"
                self.number = entry["number"]
                self.view = apply(self.view, entry.get("changes", []))
                self.entries.append(entry)
        else:
            self.others.append(message)

    def act(self, action: str, id: str | None = None) -> dict[str, Any]:
        """Act, and wait for the entry or the refusal."""
        self.ids += 1
        id = id or f"{self.ids}"
        self.send(type="act", action=action, id=id)
        return self.answer(id)

    def answer(self, id: str) -> dict[str, Any]:
        """The entry, the refusal or the acceptance with this id."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(SECONDS))
            self.take(message)
            if message.get("id") == id:
                return message
            for entry in message.get("entries", []):
                if entry.get("id") == id:
                    return dict(entry)


class client:  # noqa: N801 (used like a function)
    """A client that has said hello and been welcomed, as long as it is needed."""

    def __init__(self, server: Server, match: str, /, **hello: Any) -> None:
        self.hello = hello
        self.connecting = connect(f"{server.live}/ws/{match}", open_timeout=SECONDS, close_timeout=2)

    def __enter__(self) -> Client:
        self.socket = self.connecting.__enter__()
        here = Client(self.socket)
        here.send(type="hello", **self.hello)
        here.next("welcome")
        return here

    def __exit__(self, *error: Any) -> None:
        self.connecting.__exit__(*error)


def kept_seed(server: Server, match: str) -> int:
    """The seed of a match, which is nobody's to know."""
    with closing(sqlite3.connect(server.folder / "flagstone.db")) as connection:
        return int(connection.execute("SELECT seed FROM matches WHERE id = ?", (match,)).fetchone()[0])


# PostgreSQL.


@cache
def postgres_programs() -> Path | None:
    """The folder of PostgreSQL's programs, if it is installed."""
    found = [Path(program).parent for program in [shutil.which("initdb")] if program]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    needed = ("initdb", "pg_ctl", "createdb")
    return next((folder for folder in found if all((folder / program).exists() for program in needed)), None)


class Postgres:
    """A PostgreSQL server of the tests' own, in a temporary folder, by a user who is not root."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.as_user:
            shutil.chown(folder, "postgres")
        self.run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "flagstone", "--no-sync")
        self.start()
        self.made = 0

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs."""
        programs = postgres_programs()
        assert programs is not None
        done = subprocess.run(
            [*self.as_user, str(programs / program), *arguments], capture_output=True, text=True, check=False, cwd="/"
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-c listen_addresses=127.0.0.1 -p {self.port} -c unix_socket_directories={self.folder}"
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-o", options, "-l", f"{self.folder}/log", "-w", "start")

    def stop(self) -> None:
        """Stop it at once, whoever is connected."""
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "-w", "stop")

    def database(self) -> str:
        """The address of a new database."""
        self.made += 1
        self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "flagstone", f"test{self.made}")
        return f"postgresql://flagstone@127.0.0.1:{self.port}/test{self.made}"
