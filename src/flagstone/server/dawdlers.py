"""Requests that take too long to come: whoever opens a connection and dawdles does not keep it.

A request's head has to come within a bounded time, its body at no less than a bounded rate. Between requests uvicorn
itself lets go of idle connections, and on a WebSocket the first message and the answers to pings are waited for.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 15.0  # for the head of a request: from the connection's beginning, or the first bytes of a later one
BODY_SECONDS = 20.0  # for a body, and
BODY_RATE = 4096.0  # bytes for which it may take a second more


class PunctualProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with clients that do not dawdle."""

    until = 0.0  # when this request has to be here, by the loop's clock
    timer: asyncio.TimerHandle | None = None  # which looks whether it is; none: nothing is awaited
    counted: object = None  # the request whose body is awaited

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
        super().connection_lost(exc)

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
