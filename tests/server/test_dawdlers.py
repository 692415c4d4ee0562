"""Connections on which requests come too slowly, by a clock that the tests move."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from flagstone.server.dawdlers import ANSWER_SECONDS, BODY_RATE, BODY_SECONDS, HEAD_SECONDS, PunctualProtocol

HEAD = b"POST /api/film HTTP/1.1\r\nHost: here\r\nContent-Length: 100000\r\n\r\n"
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
UPGRADE = (
    b"GET /ws/m1 HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Timer:
    """Something that is to happen."""

    def __init__(self, at: float, call: Callable[[], None]) -> None:
        self.at, self.call = at, call

    def cancel(self) -> None:
        """It is not to happen."""
        self.call = lambda: None


class Clock:
    """A loop whose time passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.timers: list[Timer] = []
        self.create_task = asyncio.get_running_loop().create_task

    def time(self) -> float:
        """Now."""
        return self.now

    def call_later(self, delay: float, call: Callable[..., None], *given: Any) -> Timer:
        """Something is to happen."""
        self.timers.append(Timer(self.now + delay, partial(call, *given)))
        return self.timers[-1]

    def move(self, seconds: float) -> None:
        """Let time pass."""
        until = self.now + seconds
        while due := [timer for timer in self.timers if timer.at <= until]:
            first = min(due, key=lambda timer: timer.at)
            self.timers.remove(first)
            self.now = first.at
            first.call()
        self.now = until


@dataclass
class Wire(asyncio.Transport):
    """A connection to nowhere."""

    written: bytes = b""
    is_cut: bool = False
    protocol: Any = None
    waiting: int = 0  # bytes that have not been taken

    def write(self, data: Any) -> None:
        """Remember it."""
        self.written += data

    def abort(self) -> None:
        """The connection is over."""
        if not self.is_cut:
            self.is_cut = True
            self.protocol.connection_lost(None)

    def close(self) -> None:
        """The connection is over."""
        self.abort()

    def is_closing(self) -> bool:
        """Whether it is over."""
        return self.is_cut

    def get_protocol(self) -> Any:
        """Who listens."""
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        """Somebody else listens."""
        self.protocol = protocol

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Nothing is known."""
        return default

    def get_write_buffer_size(self) -> int:
        """How many bytes have not been taken."""
        return self.waiting

    def pause_reading(self) -> None:
        """Nothing is read anyway."""

    def resume_reading(self) -> None:
        """Nothing is read anyway."""


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads a request and says yes; on WebSockets it waits for the end."""
    if scope["type"] == "websocket":
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if not message.get("more_body", False):
            break
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


@pytest.fixture
async def connected() -> tuple[Clock, Wire, PunctualProtocol]:
    """A connection that has just been made."""
    config = uvicorn.Config(answer, ws="websockets-sansio", lifespan="off", log_config=None)
    config.load()
    clock, wire = Clock(), Wire()
    protocol = PunctualProtocol(config, ServerState(), {}, clock)  # type: ignore[arg-type]
    wire.protocol = protocol
    protocol.connection_made(wire)
    return clock, wire, protocol


Connected = tuple[Clock, Wire, PunctualProtocol]


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHos", HEAD[:-2]])
def test_who_says_nothing_or_half_a_head_is_cut(connected: Connected, said: bytes) -> None:
    clock, wire, protocol = connected
    if said:
        protocol.data_received(said)
    clock.move(HEAD_SECONDS - 1)
    assert not wire.is_cut
    clock.move(1)
    assert wire.is_cut
    assert wire.written == b""


def test_a_head_that_comes_byte_by_byte_has_no_more_time(connected: Connected) -> None:
    clock, wire, protocol = connected
    for byte in HEAD[:30]:
        protocol.data_received(bytes([byte]))
        clock.move(HEAD_SECONDS / 30)
    assert wire.is_cut


async def test_a_body_that_trickles_is_cut_and_one_that_is_merely_slow_is_not(connected: Connected) -> None:
    clock, wire, protocol = connected
    protocol.data_received(HEAD)
    for _ in range(100):  # as fast as it must be: for longer than a trickle would be borne with
        clock.move(1000 / BODY_RATE)
        protocol.data_received(b"x" * 1000)
        await asyncio.sleep(0)
        assert not wire.is_cut
    while protocol.cycle is None or not protocol.cycle.response_complete:
        await asyncio.sleep(0)
    assert b"204" in wire.written
    protocol.data_received(HEAD)
    for _ in range(int(BODY_SECONDS) - 1):
        clock.move(1)
        protocol.data_received(b"x")
    assert not wire.is_cut
    clock.move(2)
    assert wire.is_cut


async def test_what_comes_after_an_answer_is_waited_for_no_longer(connected: Connected) -> None:
    clock, wire, protocol = connected
    protocol.data_received(WHOLE)
    while b"204" not in wire.written:
        await asyncio.sleep(0)
    protocol.data_received(WHOLE[:10])
    clock.move(HEAD_SECONDS)
    assert wire.is_cut


async def test_an_idle_connection_is_let_go(connected: Connected) -> None:
    clock, wire, protocol = connected
    protocol.data_received(WHOLE)
    while b"204" not in wire.written:
        await asyncio.sleep(0)
    clock.move(protocol.timeout_keep_alive)
    assert wire.is_cut


async def test_a_slow_answer_is_no_slow_request(connected: Connected) -> None:
    clock, wire, protocol = connected
    protocol.data_received(WHOLE)
    clock.move(10 * HEAD_SECONDS)
    assert not wire.is_cut
    while b"204" not in wire.written:
        await asyncio.sleep(0)


async def test_who_does_not_take_an_answer_is_cut_and_who_takes_it_slowly_is_not(connected: Connected) -> None:
    clock, wire, protocol = connected
    protocol.data_received(WHOLE)
    wire.waiting = 1_000_000
    protocol.pause_writing()
    while wire.waiting > 100_000:
        wire.waiting -= int(BODY_RATE) + 1
        clock.move(1)
    assert not wire.is_cut
    protocol.resume_writing()
    clock.move(10 * ANSWER_SECONDS)
    assert not wire.is_cut
    protocol.pause_writing()
    clock.move(2 * ANSWER_SECONDS - 1)
    assert wire.is_cut


async def test_a_websocket_is_not_timed_as_a_request(connected: Connected) -> None:
    clock, wire, protocol = connected
    protocol.data_received(UPGRADE)
    assert wire.protocol is not protocol
    clock.move(10 * HEAD_SECONDS)
    assert not wire.is_cut
    wire.abort()
    await asyncio.gather(*protocol.tasks)
