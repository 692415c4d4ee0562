"""How many committed actions a second a server does, and how soon each is acknowledged.

    python benchmarks/server_load.py                                       # one worker on SQLite
    python benchmarks/server_load.py --database postgresql://… --workers 2

Clients play Classic in rooms of eight over real WebSockets on loopback, walking up and down. First each acts twice a
second, then as soon as its last action has been acknowledged. Every acknowledged action is committed and shown to
the other seven seats.
"""

import argparse
import asyncio
import base64
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import uvloop

from flagstone.bench import settings
from flagstone.match import Match
from flagstone.play.journal import Kept, Terms
from flagstone.play.room import Room
from flagstone.rules import GAMES

SEATS = 8
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


class Client(asyncio.Protocol):
    """A WebSocket client that does just enough: it sends actions and looks for its own in what comes back."""

    def __init__(self, hello: str, path: str) -> None:
        self.hello, self.path = hello, path
        self.buffer = b""
        self.is_open = False
        self.sent = 0
        self.wanted = b""
        self.sent_at = 0.0
        self.latencies: list[float] = []
        self.refused = 0
        self.again: Any = None  # called when an action has been acknowledged
        self.ready = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take frames apart as they come."""
        self.buffer += data
        if not self.is_open:
            head, end, self.buffer = self.buffer.partition(b"\r\n\r\n")
            if not end:
                self.buffer = head
                return
            if b" 101 " not in head:
                raise RuntimeError(head.decode())
            self.is_open = True
            self.write(self.hello.encode())
        buffer, at = self.buffer, 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            self.frame(buffer[at], buffer[start : start + size])
            at = start + size
        self.buffer = buffer[at:]

    def frame(self, kind: int, body: bytes) -> None:
        """Look at a message."""
        if kind == PING:
            self.write(body, PONG)
        elif kind == CLOSE:
            raise RuntimeError(f"closed: {body!r}")
        elif self.wanted and self.wanted in body:
            self.refused += b'"refused"' in body
            self.latencies.append(time.perf_counter() - self.sent_at)
            self.wanted = b""
            if self.again is not None:
                self.again()
        elif not self.ready.done():
            self.ready.set_result(None)

    def write(self, body: bytes, kind: int = TEXT) -> None:
        """Send a message, masked with zeros."""
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(bytes([kind]) + size + b"\0\0\0\0" + body)

    def act(self) -> None:
        """Walk up or down."""
        if self.wanted:
            return
        self.sent += 1
        id = f"{id_of(self)}-{self.sent}"
        self.wanted = f'"{id}"'.encode()
        self.sent_at = time.perf_counter()
        action = "NS"[self.sent % 2]
        self.write(f'{{"type":"act","action":"{action}","id":"{id}"}}'.encode())


def id_of(client: Client) -> int:
    """A number of a client's own."""
    return id(client)


def board() -> str:
    """A board on which everybody can walk up and down a lane of his own."""
    rows = [["#"] * 32 for _ in range(12)]
    for column in range(1, 31):
        for row in range(1, 11):
            rows[row][column] = " "
    for column in range(1, 10):
        rows[5][column], rows[5][31 - column] = "h", "H"
        rows[9][column], rows[9][31 - column] = "j", "J"
    return "\n".join("".join(row) for row in rows)


async def make_rooms(http: httpx.AsyncClient, rooms: int) -> list[tuple[str, int, str]]:
    """Matches under way, and the seats in them: match, seat, token."""
    found = []
    for room in range(rooms):
        await http.post("/api/me", json={"name": f"host {room}"})
        wish = {"game": "classic", "settings": {"board": board(), "seats_per_team": SEATS // 2}, "pace": 0}
        match = (await http.post("/api/matches", json=wish)).raise_for_status().json()["id"]
        for seat in range(SEATS):
            body = {"seat": seat, "name": f"player {seat}"}
            joined = (await http.post(f"/api/matches/{match}/join", json=body)).raise_for_status().json()
            found.append((match, seat, joined["token"]))
        (await http.post(f"/api/matches/{match}/start", json={})).raise_for_status()
        http.cookies.clear()
    return found


async def load(url: str, players: int, seconds: float) -> Iterator[dict[str, float]]:
    """Both measurements."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        seats = await make_rooms(http, players // SEATS)
    loop = asyncio.get_running_loop()
    host, port = httpx.URL(url).host, httpx.URL(url).port or 80
    clients = []
    for match, seat, token in seats:
        hello = json.dumps({"type": "hello", "seat": seat, "token": token})
        _, client = await loop.create_connection(partial(Client, hello, f"/ws/{match}"), host, port)
        clients.append(client)
    await asyncio.gather(*(client.ready for client in clients))
    await asyncio.sleep(1)
    steady = await twice_a_second(clients, seconds)
    return iter([steady, await flat_out(clients, seconds)])


async def twice_a_second(clients: list[Client], seconds: float) -> dict[str, float]:
    """Every client acts twice a second, each at its own moment."""
    loop, stop = asyncio.get_running_loop(), False

    def tick(client: Client, at: float) -> None:
        if not stop:
            client.act()
            loop.call_at(at + 0.5, tick, client, at + 0.5)  # late or not, the next one comes at its own moment

    for number, client in enumerate(clients):
        at = loop.time() + 0.5 * number / len(clients)
        loop.call_at(at, tick, client, at)
    await asyncio.sleep(1)
    for client in clients:
        client.latencies.clear()
    await asyncio.sleep(seconds)
    stop = True
    figures = figures_of("twice a second", clients, seconds)
    await asyncio.sleep(1)
    return figures


async def flat_out(clients: list[Client], seconds: float) -> dict[str, float]:
    """Every client acts as soon as it may."""
    for client in clients:
        client.latencies.clear()
        client.again = client.act
        client.act()
    await asyncio.sleep(seconds)
    for client in clients:
        client.again = None
    return figures_of("flat out", clients, seconds)


def figures_of(what: str, clients: list[Client], seconds: float) -> dict[str, Any]:
    """What has been measured."""
    all_of_them = sorted(latency for client in clients for latency in client.latencies)

    def at(share: float) -> float:
        return round(1000 * all_of_them[int(share * (len(all_of_them) - 1))], 1)

    refused = sum(client.refused for client in clients)
    return {
        "what": what,
        "players": len(clients),
        "actions_a_second": round((len(all_of_them) - refused) / seconds),
        "p50_ms": at(0.5),
        "p99_ms": at(0.99),
        "refused": refused,
    }


@contextmanager
def serving(database: str | None, workers: int) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """A server of its own, on a free port, with limits out of the way."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "flagstone", "serve", "--port", "0", "--data", folder, "--rate", "1000000"]
        command += ["--database", database, "--workers", str(workers)] if database else []
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[3].rstrip("/"), server
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def idle_rooms(count: int = 200) -> Iterator[dict[str, Any]]:
    """How much memory a room takes in which nobody acts, of each game."""
    for game in GAMES:
        match = Match(game, settings(game), 1)
        kept = [Kept(f"m{number}", game, 1, match.setup, number, Terms(), None, 0) for number in range(count)]
        rooms = [Room(kept[0])]
        tracemalloc.start()
        rooms += map(Room, kept[1:])
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        yield {"what": f"an idle room of {game}", "KiB": round(size / (len(rooms) - 1) / 1024, 1)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=8)
    wanted = parser.parse_args()
    with serving(wanted.database, wanted.workers) as (url, server):
        time.sleep(15)  # until the rules are compiled
        gc.disable()  # the load is to come at its moment
        for figures in uvloop.run(load(url, wanted.players, wanted.seconds)):
            print(json.dumps(figures), flush=True)
        print(json.dumps({"what": "memory of the server", "MiB": memory(server.pid) // 2**20}))
    for figures in idle_rooms():
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
