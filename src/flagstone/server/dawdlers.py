"""Clients that take too long: whoever opens a connection and dawdles does not keep it.

A request's head has to come within a bounded time, its body at no less than a bounded rate, and an answer has to be
taken at no less than that. Between requests uvicorn itself lets go of idle connections, and on a WebSocket the first
message and the answers to pings are waited for.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 15.0  # for the head of a request: from the connection's beginning, or the first bytes of a later one
BODY_SECONDS = 20.0  # for a body, and
BODY_RATE = 4096.0  # bytes for which it may take a second more
ANSWER_SECONDS = 20.0  # between looks whether an answer that waits is taken, at the same rate


class PunctualProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with clients that do not dawdle."""

    until = 0.0  # when this request has to be here, by the loop's clock
    timer: asyncio.TimerHandle | None = None  # which looks whether it is; none: nothing is awaited
    counted: object = None  # the request whose body is awaited
    taking: asyncio.TimerHandle | None = None  # which looks whether an answer is taken; none: none waits

    def connection_made(self, transport: Any) -> None:
        """Somebody has connected, and is to ask for something."""
        super().connection_made(transport)
        self._expect(HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Some bytes have come: of a head, or of a body."""
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:  # it is a WebSocket now
            self._expect_nothing()
        elif self.conn.their_state is h11.IDLE:
            if self.timer is None:
                self._expect(HEAD_SECONDS)
        elif self.conn.their_state is h11.SEND_BODY:
            if self.counted is not self.cycle:
                self.counted = self.cycle
                self._expect(BODY_SECONDS)
            self.until += len(data) / BODY_RATE
        else:
            self._expect_nothing()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._expect_nothing()
        self._stop_looking()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """There is more of an answer than the client has taken."""
        super().pause_writing()
        self._stop_looking()
        self._look_later()

    def resume_writing(self) -> None:
        """The client has taken it."""
        self._stop_looking()
        super().resume_writing()

    def _expect(self, seconds: float) -> None:
        self._expect_nothing()
        self.until = self.loop.time() + seconds
        self.timer = self.loop.call_later(seconds, self._look)

    def _expect_nothing(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _look(self) -> None:
        left = self.until - self.loop.time()
        if left > 0:
            self.timer = self.loop.call_later(left, self._look)
        else:
            self.timer = None
            self.transport.abort()

    def _look_later(self) -> None:
        wanted = self.transport.get_write_buffer_size() - ANSWER_SECONDS * BODY_RATE
        self.taking = self.loop.call_later(ANSWER_SECONDS, self._look_what_was_taken, wanted)

    def _look_what_was_taken(self, wanted: float) -> None:
        if self.transport.get_write_buffer_size() > wanted:
            self.transport.abort()
        else:
            self._look_later()

    def _stop_looking(self) -> None:
        if self.taking is not None:
            self.taking.cancel()
            self.taking = None
