"""Matches shared out among processes. What comes out depends on the work alone, not on who did which part of it."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any, Protocol, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from flagstone import engine

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Work(Protocol[T_co]):
    """Many matches of one game, numbered from 0. It is sent to other processes."""

    @property
    def game(self) -> str:
        """The game's id."""

    @property
    def matches(self) -> int:
        """How many there are."""

    @property
    def sizes(self) -> Mapping[str, int]:
        """The capacity class that they are played in."""

    def play(self, number: int) -> T_co:
        """Play one of them. What comes of it depends on its number alone."""


def _play_some(work: Work[T], numbers: range) -> list[tuple[int, T]]:
    return [(number, work.play(number)) for number in numbers]


def share(work: Work[T], workers: int | None = None, *, quiet: bool = False) -> list[T]:
    """Play all matches, on all cores if nothing else is said; what came of each, in order. Shows a progress bar."""
    workers = workers or cores()
    size = max(1, min(64, work.matches // (workers * 8)))
    parts = (range(first, min(first + size, work.matches)) for first in range(0, work.matches, size))
    console = Console(stderr=True)
    _compile_ahead(work, console)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=quiet or not sys.stderr.isatty(),
        transient=True,
    ) as progress:
        task = progress.add_task(work.game, total=work.matches)
        done: list[tuple[int, T]] = []
        for some in _parts_played(work, parts, min(workers, -(-work.matches // size))):
            done += some
            progress.advance(task, len(some))
    return [one for _, one in sorted(done, key=lambda numbered: numbered[0])]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _compile_ahead(work: Work[Any], console: Console) -> None:
    """Compile once here rather than in every worker, when there is enough to play."""
    sizes = work.sizes
    worth_it = work.matches >= 20 and engine.jit_is_on() and engine.choice() != "plain"
    if worth_it and not engine.is_ready(work.game, sizes):
        with console.status(f"compiling {work.game}, once"):
            engine.warm(work.game, sizes)


def _parts_played(work: Work[T], parts: Iterator[range], workers: int) -> Iterator[list[tuple[int, T]]]:
    """The parts as they get done; a few at a time are waiting, however many there are."""
    if workers == 1:
        yield from (_play_some(work, part) for part in parts)
        return
    # Processes that start afresh: nothing of this one, its threads least of all, comes along.
    afresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=afresh, initializer=_end_silently) as pool:
        waiting: set[Future[list[tuple[int, T]]]] = set()
        try:
            while True:
                with _starting_processes():
                    for part in parts:
                        waiting.add(pool.submit(_play_some, work, part))
                        if len(waiting) >= 3 * workers:
                            break
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BaseException as error:  # whoever presses Ctrl+C, or whose bot fails, waits for no other match
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            if isinstance(error, BrokenProcessPool):
                raise ValueError("a process that played was killed; if memory is short, take fewer --workers") from None
            raise


@contextmanager
def _starting_processes() -> Iterator[None]:
    """Whoever presses Ctrl+C meanwhile is heard afterwards: here, and in the processes when they can end silently."""
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    resource_tracker.ensure_running()  # which would let the signal through when it starts
    pressed: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which the processes inherit
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, usual)
    if pressed:
        raise KeyboardInterrupt


def _end_silently() -> None:
    """What a process does first: Ctrl+C ends it, and the programs that it asks, without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
