"""All rooms of a process: orders come in, are judged in turn, kept together, and only then answered and shown.

There is one loop. Each round it takes every order that is waiting and, in one transaction, catches up with what other
processes have done, judges the orders in turn, and keeps what was carried out. A room that loses the compare-and-swap
of its match has been overtaken by another process: it goes back to what is kept, and its orders are judged again.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from flagstone.match import MatchError
from flagstone.play import messages
from flagstone.play.journal import Append, Journal, JournalError, Kept, Row
from flagstone.play.room import Order, Room, Verdict
from flagstone.rules import GAMES

log = logging.getLogger(__name__)

Answer = Callable[[Verdict], None]
T = TypeVar("T")

UNAVAILABLE, BUSY, NO_MATCH = Verdict(refusal="unavailable"), Verdict(refusal="busy"), Verdict(refusal="no_match")
MOST_WAITING = 20_000  # orders of all rooms; who comes then is told that the server is busy
MOST_TRIES = 50  # to keep an order that is overtaken again and again
PATIENCE = 3.0  # seconds that an order waits for the journal; then its sender is told to try again
LOOK = 0.25  # seconds between looks at who has waited too long
RETRY = 0.5  # seconds until a journal that did not answer is asked again, if nobody asks before


_BEGAN = time.time_ns() - time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970. Never goes back, whatever happens to the machine's clock meanwhile."""
    return (_BEGAN + time.monotonic_ns()) // 1_000_000


class Watcher(Protocol):
    """Somebody to whom what happens in a room is shown. Must not block or raise."""

    def show(self, entries: Sequence[messages.Entry], encoded: str) -> None:
        """New entries, as they are and as the message that tells them."""


@dataclass
class Waiting:
    """An order that has not been answered."""

    match: str
    order: Order
    answer: Answer
    since: float  # by the loop's clock
    tries: int = 0
    is_answered: bool = False

    def say(self, verdict: Verdict) -> None:
        """Answer, once."""
        if not self.is_answered:
            self.is_answered = True
            self.answer(verdict)


@dataclass
class Audience:
    """A room in memory, and who looks at it."""

    room: Room
    watchers: set[Watcher] = field(default_factory=set)
    used_at: float = 0.0


class Hub:
    """The rooms of a process over a journal. `run` must be running for orders to be answered."""

    def __init__(self, journal: Journal, encode: Callable[[Sequence[messages.Entry]], str]) -> None:
        self.journal, self.encode = journal, encode
        self.audiences: dict[str, Audience] = {}
        self.waiting: list[Waiting] = []
        self.under_way: list[Waiting] = []  # of the round that is going on
        self.visits: list[Callable[[], None]] = []  # for the next moment when nothing is fresh
        self.stale: set[str] = set()  # matches that others have moved
        self.loading: dict[str, asyncio.Task[Audience | None]] = {}
        self.woken = asyncio.Event()
        self.retry: asyncio.TimerHandle | None = None
        self.is_down = False  # whether the journal failed when it was last asked
        self.entries = self.refusals = self.rounds = self.overtaken = 0  # so far

    # What rooms there are.

    async def audience(self, match: str) -> Audience | None:
        """A match's room, loaded if need be, and who watches it; None if there is no such match.

        Raises JournalError, and MatchError for a match that cannot be played by these rules.
        """
        if match not in self.audiences and match not in self.loading:
            task = self.loading[match] = asyncio.create_task(self._load(match))
            task.add_done_callback(lambda _: self.loading.pop(match, None))
        if match in self.loading:
            await asyncio.shield(self.loading[match])
        audience = self.audiences.get(match)
        if audience is not None:
            audience.used_at = time.monotonic()
        return audience

    async def _load(self, match: str) -> None:
        kept = await self.journal.fetch(match)
        if kept is None:
            return
        if kept.rules != GAMES[kept.game].version:
            ours = GAMES[kept.game].version
            words = f"made under version {kept.rules} of the rules of {kept.game}, which are now version {ours}"
            raise MatchError("other_rules", f"the match was {words}")
        rows = (await self.journal.rows({match: 0})).get(match, [])
        room = await asyncio.to_thread(Room, kept, rows)  # which plays the whole log again
        audience = self.audiences[match] = Audience(room)
        # News reach the room from now on. What came while it was loaded has to be asked for.
        try:
            kept = await self.journal.fetch(match)
            if kept is not None:
                self.started(kept)
        except JournalError:
            if self.audiences.get(match) is audience:
                del self.audiences[match]
            raise
        self.moved(match)

    def forget_idle(self, seconds: float) -> int:
        """Let go of rooms that nobody has asked for in a while; those that are watched rest. Returns how many went."""
        before = time.monotonic() - seconds
        busy = {waiting.match for waiting in self.waiting}
        idle = [
            match
            for match, audience in self.audiences.items()
            if not audience.room.fresh and audience.used_at < before and match not in busy
        ]
        for match in idle:
            if self.audiences[match].watchers:
                self.audiences[match].room.rest()
            else:
                del self.audiences[match]
        return sum(match not in self.audiences for match in idle)

    def forget_all(self) -> None:
        """The journal is not the one it was: let go of every room. Whoever watched is to come again."""
        self.audiences.clear()
        self.stale.clear()
        waiting, self.waiting = self.waiting, []
        for each in waiting:
            each.say(UNAVAILABLE)

    # What comes in.

    def order(self, match: str, order: Order, answer: Answer) -> None:
        """Have an order carried out; the answer comes when it has been kept, or refused."""
        if len(self.waiting) >= MOST_WAITING:
            answer(BUSY)
            return
        self.waiting.append(Waiting(match, order, answer, asyncio.get_running_loop().time()))
        self.woken.set()

    async def ask(self, match: str, order: Order) -> Verdict:
        """Have an order carried out, and wait for the answer."""
        done: asyncio.Future[Verdict] = asyncio.get_running_loop().create_future()
        self.order(match, order, lambda verdict: None if done.done() else done.set_result(verdict))
        return await done

    async def visit(self, match: str, look: Callable[[Audience], T]) -> T | None:
        """Look at a room at a moment when all that has happened in it is kept; None if there is no such match."""
        audience = await self.audience(match)
        if audience is None:
            return None
        looked: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def look_now() -> None:
            if looked.done():
                return
            if self.audiences.get(match) is not audience:
                looked.set_exception(JournalError("the room has been let go meanwhile"))
                return
            try:
                looked.set_result(look(audience))
            except Exception as error:  # is whose it is, and no reason to end
                looked.set_exception(error)

        self.visits.append(look_now)
        self.woken.set()
        return await looked

    def moved(self, match: str, number: int | None = None) -> None:
        """Another process has added to a match, up to an entry if that is known."""
        audience = self.audiences.get(match)
        if audience is not None and (number is None or audience.room.kept_number < number):
            self.stale.add(match)
            self.woken.set()

    def all_moved(self) -> None:
        """Nobody knows what other processes have done: look at every room."""
        for match in self.audiences:
            self.moved(match)

    def started(self, kept: Kept) -> None:
        """A match has been started."""
        audience = self.audiences.get(kept.id)
        if audience is not None and kept.started_at is not None:
            audience.room.start(kept.started_at)

    def due(self, at: int) -> Iterator[str]:
        """The rooms in memory whose clock has run out."""
        for match, audience in self.audiences.items():
            due = audience.room.due
            if due is not None and due <= at:
                yield match

    # The loop.

    async def run(self) -> None:
        """Answer orders until cancelled."""
        watching = asyncio.create_task(self._watch_the_time())
        try:
            while True:
                await self.woken.wait()
                self.woken.clear()
                visits, self.visits = self.visits, []
                for visit in visits:
                    visit()
                await self.round()
        finally:
            watching.cancel()

    async def _watch_the_time(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            self.lose_patience(asyncio.get_running_loop().time())

    def lose_patience(self, at: float) -> None:
        """Tell those who have waited too long for a journal that hangs.

        What is judged already may still be kept, and is shown then; nothing else of it is carried out.
        """
        for each in (*self.under_way, *self.waiting):
            if each.since + PATIENCE <= at:
                each.say(UNAVAILABLE)
        self.waiting = [each for each in self.waiting if not each.is_answered]

    async def round(self) -> None:
        """Catch up with other processes, and answer every order that is waiting."""
        waiting, self.waiting = self.waiting, []
        self.under_way = waiting
        try:
            await self._look_again()
            await self._carry_out(waiting)
        except JournalError:
            self._give_up(waiting)
        except Exception:
            log.exception("a round failed")
            self._give_up(waiting)
        finally:
            self.under_way = []

    async def _carry_out(self, waiting: list[Waiting]) -> None:
        """Judge orders, keep what was carried out in one transaction, show it, and answer.

        When one match makes the transaction fail, the matches are carried out one by one: it harms no other.
        """
        try:
            await self._carry_out_together(waiting)
        except JournalError:
            raise
        except Exception:
            matches = dict.fromkeys(each.match for each in waiting)
            if len(matches) == 1:
                log.exception("an order to match %s failed", *matches)
                self._give_up(waiting, is_down=False)
                return
            self._undo()
            for match in matches:
                await self._carry_out([each for each in waiting if each.match == match])

    async def _carry_out_together(self, waiting: list[Waiting]) -> None:
        verdicts: list[Verdict] = []
        fresh: dict[str, Audience] = {}

        def judged(missed: Mapping[str, Sequence[Row]]) -> Sequence[Append]:
            for match, rows in missed.items():
                self._catch_up(match, rows)
            verdicts[:] = [self._judge(each) for each in waiting]
            matches = sorted({each.match for each in waiting} & self.audiences.keys())
            fresh.update((match, self.audiences[match]) for match in matches if self.audiences[match].room.fresh)
            return [audience.room.append() for audience in fresh.values()]

        for match in dict.fromkeys(each.match for each in waiting):
            await self.audience(match)
        heads = {e.match: self.audiences[e.match].room.kept_number for e in waiting if e.match in self.audiences}
        moved = await self.journal.append(heads, judged) if waiting else set()
        self.is_down = False
        for match, audience in fresh.items():
            if match in moved:
                self.entries += len(audience.room.fresh)
                self._show(audience, audience.room.keep())
            else:
                self.overtaken += 1
                audience.room.undo()
                self.moved(match)
        overtaken = []
        for each, verdict in zip(waiting, verdicts, strict=True):
            if each.match in fresh and each.match not in moved:
                overtaken.append(each)
            else:
                self.refusals += verdict.refusal is not None
                each.say(verdict)
        self.rounds += bool(fresh)
        if overtaken:
            self._try_again(overtaken)

    def _judge(self, each: Waiting) -> Verdict:
        if each.is_answered:
            return UNAVAILABLE
        audience = self.audiences.get(each.match)
        return NO_MATCH if audience is None else audience.room.judge(each.order)

    async def _look_again(self) -> None:
        """Read and show what other processes have added to rooms that are stale."""
        stale, self.stale = self.stale & self.audiences.keys(), set()
        if not stale:
            return
        try:
            missed = await self.journal.rows({match: self.audiences[match].room.kept_number for match in sorted(stale)})
        except JournalError:
            self.stale |= stale
            raise
        for match, rows in missed.items():
            try:
                self._catch_up(match, rows)
            except MatchError:  # one that cannot be played harms no other
                log.exception("match %s does not go on", match)

    def _catch_up(self, match: str, rows: Sequence[Row]) -> None:
        """Show what another process has added to a room."""
        audience = self.audiences.get(match)
        if audience is not None:
            self._show(audience, audience.room.catch_up(rows))

    def _try_again(self, overtaken: Sequence[Waiting]) -> None:
        """Orders of rooms that were overtaken are the first of the next round."""
        for each in overtaken:
            each.tries += 1
            if each.tries > MOST_TRIES:
                each.say(BUSY)
        self.waiting[:0] = [each for each in overtaken if each.tries <= MOST_TRIES]
        self.woken.set()

    def _give_up(self, waiting: list[Waiting], *, is_down: bool = True) -> None:
        """The journal did not answer: nothing is acknowledged, and what it has kept must be looked at again."""
        self.is_down = is_down
        self._undo()
        for each in waiting:
            each.say(UNAVAILABLE)
        if self.stale and (self.retry is None or self.retry.when() <= asyncio.get_running_loop().time()):
            self.retry = asyncio.get_running_loop().call_later(RETRY, self.woken.set)

    def _undo(self) -> None:
        """Back to what is kept, as far as that is known."""
        for match, audience in self.audiences.items():
            if audience.room.fresh:
                audience.room.undo()
                self.stale.add(match)

    def _show(self, audience: Audience, entries: Sequence[messages.Entry]) -> None:
        if entries and audience.watchers:
            encoded = self.encode(entries)
            for watcher in tuple(audience.watchers):
                watcher.show(entries, encoded)
