"""Bots in any language: a program that is asked over a pipe, a JSON object a line. `docs/bots.md` tells how.

The program is nobody to be trusted with more than its match: what it answers is limited and checked, it has so long for
each answer, and it is ended, with whatever it started, when its match is over.
"""

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import weakref
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from flagstone.bots.bot import BotFailed, View
from flagstone.match import Outcome

PROTOCOL = 1
SECONDS = 5.0  # for a decision, if nothing else is said
SETTLING = 10.0  # seconds more for the first: interpreters and virtual machines take a while to start
PARTING = 1.0  # seconds between `finish` and the end
LONGEST = 64 * 1024  # bytes of an answer

Message = dict[str, Any]


class _Answer(msgspec.Struct):
    action: str


_answers = msgspec.json.Decoder(_Answer)


class PipeBot:
    """A program that plays one seat of one match. Whoever makes one closes it."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.command, self.seconds = command, seconds
        self.program: Program | None = None

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        """Start the program and tell it about the match."""
        self.close()
        self.program = Program(self.command)
        self.patience = self.seconds + SETTLING
        words = {"type": "start", "protocol": PROTOCOL, "game": game, "seat": seat, "seats": seats, "setup": setup}
        self.program.tell(words)

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Ask the program; BotFailed if it does not answer as it should."""
        assert self.program is not None
        words = {"type": "choose", "state": view.state, "legal": legal, "random": rng.getrandbits(32)}
        self.program.tell(words)
        line = self.program.hear(self.patience)
        self.patience = self.seconds
        try:
            return _answers.decode(line).action
        except msgspec.DecodeError:
            shown = line[:60].decode("utf-8", "replace")
            raise BotFailed(f'answered {shown!r}, which is no line such as {{"action": "N"}}') from None

    def finish(self, view: View, outcome: Outcome) -> None:
        """Tell the program how the match ended, and end it."""
        if self.program is not None:
            with contextlib.suppress(BotFailed):
                ended = {"winner": outcome.winner, "reason": outcome.reason}
                self.program.tell({"type": "finish", "state": view.state, "outcome": ended})
                self.program.part(PARTING)
        self.close()

    def close(self) -> None:
        """End the program, if it still runs."""
        if self.program is not None:
            self.program.end()
            self.program = None


class Program:
    """A child process that is told and heard in lines, each by a thread of its own, so that nobody waits for it."""

    def __init__(self, command: str) -> None:
        words = split(command)
        try:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=os.name == "posix"
            )
        except OSError as error:
            raise BotFailed(f"{words[0]}: {(error.strerror or str(error)).lower()}") from None
        self.told: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.wanted: queue.SimpleQueue[bool] = queue.SimpleQueue()  # a line, each time
        self.heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        # At the latest when Python ends.
        self.end = weakref.finalize(self, _end, self.process, self.told, self.wanted)
        writer = threading.Thread(target=_write, args=(self.process.stdin, self.told), daemon=True)
        reader = threading.Thread(target=_read, args=(self.process.stdout, self.wanted, self.heard), daemon=True)
        writer.start()
        reader.start()

    def tell(self, message: Message) -> None:
        """Have a message written; the program may read it when it likes."""
        self.told.put(msgspec.json.encode(message) + b"\n")

    def hear(self, seconds: float) -> bytes:
        """The next line. BotFailed if none comes in time, or none can come any more."""
        self.wanted.put(True)
        try:
            line = self.heard.get(timeout=seconds)
        except queue.Empty:
            raise BotFailed(f"no answer in {seconds:g} seconds") from None
        if not line:
            raise BotFailed(self._why_it_ended())
        if not line.endswith(b"\n"):
            raise BotFailed(f"answered a line of more than {LONGEST} bytes")
        return line.rstrip(b"\r\n")

    def _why_it_ended(self) -> str:
        try:
            code = self.process.wait(PARTING)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code < 0:
            with contextlib.suppress(ValueError):
                return f"ended by {signal.Signals(-code).name}"
        return f"ended with exit code {code}"

    def part(self, seconds: float) -> None:
        """Let the program end by itself, after it has read all that it was told."""
        self.told.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)


def _write(pipe: Any, told: "queue.SimpleQueue[bytes | None]") -> None:
    with contextlib.suppress(OSError, ValueError), pipe:
        while (line := told.get()) is not None:
            pipe.write(line)
            pipe.flush()


def _read(pipe: Any, wanted: "queue.SimpleQueue[bool]", heard: "queue.SimpleQueue[bytes]") -> None:
    """A line whenever one is wanted; an empty one is the end. Whoever says more than he is asked fills a pipe only."""
    with contextlib.suppress(OSError, ValueError), pipe:
        while wanted.get():
            heard.put(pipe.readline(LONGEST))


def _end(
    process: "subprocess.Popen[bytes]", told: "queue.SimpleQueue[bytes | None]", wanted: "queue.SimpleQueue[bool]"
) -> None:
    """End a process and all that it started in its session, by its id; and the threads that talk to it."""
    told.put(None)
    wanted.put(False)
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
    process.wait()


def split(command: str) -> list[str]:
    """A command line in words, of which there is at least one. BotFailed if it cannot be split."""
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise BotFailed(f"{command}: {str(error).lower()}") from None
    if not words:
        raise BotFailed("the command is empty")
    return words
