"""Bots think in processes of their own, so that rooms never wait for the interpreter's lock.

A bot stays in one process, which is sent the view it is asked about. A process is started when it is first needed, and
again if it ends; it ends by itself when this one does, since nobody is at the other end of its input any more.

What goes over the pipes are frames: four bytes of length, then MessagePack.
"""

import asyncio
import contextlib
import itertools
import logging
import os
import sys
from collections.abc import Sequence
from typing import Any, BinaryIO

import msgspec

from flagstone import bots
from flagstone.bots.minds import Brief, Key, Mind, Position

log = logging.getLogger(__name__)

MOST_PROCESSES = 2
NICE = 5  # how far the bots stand back for the rooms, where the system knows such a thing
LENGTH = 4  # bytes

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder()


class BotPool:
    """Bots in processes, each in the one that has the fewest."""

    def __init__(self, processes: int | None = None) -> None:
        self.homes = [Home() for _ in range(processes or min(MOST_PROCESSES, os.cpu_count() or 1))]
        self.living: dict[Key, Home] = {}
        self.last: tuple[str, int, bytes] = ("", 0, b"")  # the view that was sent last: many seats see the same

    def seat(self, key: Key, brief: Brief) -> None:
        """A new bot for a seat. Raises BotError if there is none of that name."""
        bots.make(brief.bot)
        self._leave(key)
        home = min(self.homes, key=lambda home: len(home.briefs))
        self.living[key] = home
        home.briefs[key] = brief

    def forget(self, match: str) -> None:
        """The bots of a match are not needed any more."""
        for key in [key for key in self.living if key[0] == match]:
            self._leave(key)

    def _leave(self, key: Key) -> None:
        home = self.living.pop(key, None)
        if home is not None:
            home.leave(key)

    async def choose(self, key: Key, position: Position, legal: Sequence[str]) -> str:
        """What the bot in a seat answers. Raises KeyError if it is there no more, RuntimeError if it fails."""
        return await self.living[key].choose(key, self._encoded(key[0], position), legal)

    def _encoded(self, match: str, position: Position) -> bytes:
        if self.last[:2] != (match, position.number):
            self.last = (match, position.number, _encoder.encode(position.state))
        return self.last[2]

    def close(self) -> None:
        """Let no bot think any more."""
        for home in self.homes:
            home.close()


class Home:
    """A process, and the bots that live there."""

    def __init__(self) -> None:
        self.briefs: dict[Key, Brief] = {}
        self.known: set[Key] = set()  # those that the process has been told of
        self.asked: dict[int, asyncio.Future[str]] = {}
        self.numbers = itertools.count()
        self.process: asyncio.subprocess.Process | None = None
        self.starting: asyncio.Task[None] | None = None
        self.reading: asyncio.Task[None] | None = None

    def leave(self, key: Key) -> None:
        """A bot is not needed any more."""
        del self.briefs[key]
        if key in self.known:
            self.known.discard(key)
            self._send(["forget", *key])

    async def choose(self, key: Key, state: bytes, legal: Sequence[str]) -> str:
        """What a bot answers; if its process ends meanwhile another one is asked, once."""
        for _ in range(2):
            await self._be_there()
            if key not in self.known:
                self.known.add(key)
                self._send(["seat", *key, *self.briefs[key]])
            number = next(self.numbers)
            answer = self.asked[number] = asyncio.get_running_loop().create_future()
            self._send(["choose", *key, number, legal, msgspec.Raw(state)])
            try:
                chosen: str = await answer
                return chosen
            except ConnectionError:
                continue
            finally:
                self.asked.pop(number, None)
        raise RuntimeError("the process of the bot has ended, twice")

    async def _be_there(self) -> None:
        """Start the process, if there is none; whoever else needs it waits for the same."""
        if self.process is None:
            if self.starting is None:
                self.starting = asyncio.create_task(self._start())
            await asyncio.shield(self.starting)

    async def _start(self) -> None:
        try:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "flagstone.server.bot_pool",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            self.reading = asyncio.create_task(self._read(self.process))
        finally:
            self.starting = None

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hand answers to those who wait for them, until the process ends."""
        assert process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                size = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
                number, action, failure = _decoder.decode(await process.stdout.readexactly(size))
                answer = self.asked.get(number)
                if answer is not None and not answer.done():
                    if failure is None:
                        answer.set_result(action)
                    else:
                        answer.set_exception(RuntimeError(failure))
        await process.wait()
        log.warning("a process of bots has ended with code %s", process.returncode)
        self.process = None
        self.known.clear()
        for answer in self.asked.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the process of the bot has ended"))

    def _send(self, message: list[Any]) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.write(framed(message))

    def close(self) -> None:
        """End the process, by its id."""
        for task in (self.starting, self.reading):
            if task is not None:
                task.cancel()
        if self.process is not None and self.process.returncode is None:
            self.process.kill()


def framed(message: Any) -> bytes:
    """A message as it goes over a pipe."""
    body = _encoder.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


def main(source: BinaryIO, target: BinaryIO) -> None:
    """What such a process does: seat bots and have them think, until there is nobody who asks."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    minds: dict[Key, Mind] = {}
    while len(head := source.read(LENGTH)) == LENGTH:
        match _decoder.decode(source.read(int.from_bytes(head, "big"))):
            case ["seat", match_id, seat, *brief]:
                minds[match_id, seat] = Mind(Brief(*brief))
            case ["forget", match_id, seat]:
                minds.pop((match_id, seat), None)
            case ["choose", match_id, seat, number, legal, state]:
                action, failure = None, None
                try:
                    action = minds[match_id, seat].choose(state, legal)
                except Exception as error:
                    failure = f"{type(error).__name__}: {error}"
                target.write(framed([number, action, failure]))
                target.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main(sys.stdin.buffer, sys.stdout.buffer)
