"""Everything that one process of the server has, and how it opens and closes."""

import asyncio
import logging
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any

import msgspec

from flagstone import engine
from flagstone.play import messages
from flagstone.play.hub import Hub, now
from flagstone.play.journal import JournalError
from flagstone.rules import GAMES
from flagstone.server.bus import Bus
from flagstone.server.database import Database, address
from flagstone.server.driver import Driver
from flagstone.server.limits import DAY, MINUTE, SECOND, SHARE, Bucket, Meter, Quotas
from flagstone.server.live import Connection, encoded, encoded_entries
from flagstone.server.lobby import Lobby, Presence
from flagstone.server.notices import CHANGED
from flagstone.server.people import People
from flagstone.server.settings import Settings
from flagstone.server.store import Store

log = logging.getLogger(__name__)

HOUSEKEEPING = 10.0  # seconds between rounds
IDLE = 120.0  # seconds after which a room that nobody watches is let go
DRAIN = "drain"  # what a process says to the others before a restart
AGAIN = 1.0  # seconds until the database is asked again for what it did not tell
CLOSING = 5.0  # seconds that what is under way may take at the end


class House:
    """One process of the server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.database = Database(address(settings.database, settings.folder))
        self.store = Store(self.database, self.process)
        self.people = People(self.database)
        self.quotas = Quotas(self.database)
        self.hub = Hub(self.store, encoded_entries)
        self.lobby = Lobby(self.store, self.process)
        self.driver = Driver(self.store, self.hub, self.process, self.lobby.is_watched)
        self.bus = Bus(self.database, self.process, self._moved, self._told, self._lost)
        self.connections: set[Connection] = set()
        self.by_address: Counter[str] = Counter()
        self.messages = Meter(self.quotas, "messages", settings.rates.address_messages, SECOND)
        self.requests = Meter(self.quotas, "requests", settings.rates.requests, MINUTE)
        self.seat_buckets: dict[tuple[str, int], Bucket] = defaultdict(self._seat_bucket)
        self.games: dict[str, str] = {}  # the game of each match with connections
        self.filming = asyncio.Semaphore(1)  # films take a while: one at a time
        self.is_draining = False
        self.restores = 0  # how often the database had been restored from a backup when it was last asked
        self.tasks: set[asyncio.Task[Any]] = set()
        self.telling: set[str] = set()

    # Opening and closing.

    async def open(self) -> None:
        """Be ready to serve. The tables are up to date already."""
        await self.people.open()
        self.restores = await self.store.restores()
        self.bus.open()
        for work in (self.hub.run(), self.driver.run(), self._keep_house(), self._look_around()):
            self.start(work)

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something on the side."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("something ended that should not have", exc_info=task.exception())

    def drain(self) -> None:
        """Tell everybody to connect again, elsewhere or later, and let nobody new in."""
        self.is_draining = True
        words = "the server restarts; connect again, with the last number seen"
        for connection in list(self.connections):
            connection.close(messages.Bye(reason="restart", detail=words, reconnect=True))

    async def close(self) -> None:
        """Finish what is under way, and end."""
        self.drain()
        until = time.monotonic() + CLOSING
        while (self.connections or self.hub.waiting) and time.monotonic() < until:
            await asyncio.sleep(0.02)
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.bus.close()
        self.driver.close()
        await self.store.release(self.process)
        await self.database.close()

    # Connections.

    def entered(self, connection: Connection, status: str) -> messages.Present:
        """Somebody has been let in, whose match has its table here; returns who is there now."""
        match = connection.match
        self.connections.add(connection)
        self.lobby.come(match, connection.seat)
        self.games[match] = self.lobby.tables[match].match.game
        self.tell_presence(match)
        return self.lobby.present(match, status)

    def left(self, connection: Connection) -> None:
        """Somebody has gone, who may not even have been let in."""
        if connection not in self.connections:
            return
        match = connection.match
        self.connections.discard(connection)
        audience = self.hub.audiences.get(match)
        if audience is not None:
            audience.watchers.discard(connection)
        self.lobby.go(match, connection.seat)
        if match not in self.lobby.here:
            self.games.pop(match, None)
        self.tell_presence(match)

    def actions(self, match: str) -> Sequence[str]:
        """The actions of a match's game."""
        return GAMES[self.games[match]].actions

    def tell_presence(self, match: str) -> None:
        """Tell who is there now, soon: to everybody here, and to the other processes."""
        if not self.telling:
            self.start(self._tell_presence())
        self.telling.add(match)

    async def _tell_presence(self) -> None:
        await asyncio.sleep(0.05)  # many come and go at once
        told, self.telling = self.telling, set()
        for match in told:
            self._show_presence(match)
        await self._say_presence(told)

    async def _say_presence(self, told: Iterable[str]) -> None:
        """Tell the other processes who is connected here to some matches."""
        await self.bus.say(*(msgspec.json.encode(self.lobby.presence(match)).decode() for match in told))

    def _show_presence(self, match: str) -> None:
        audience = self.hub.audiences.get(match)
        if match in self.lobby.tables and audience is not None:
            self._broadcast(match, self.lobby.present(match, audience.room.status))

    def _broadcast(self, match: str, message: messages.Message) -> None:
        audience, text = self.hub.audiences.get(match), encoded(message)
        for watcher in tuple(audience.watchers) if audience else ():
            if isinstance(watcher, Connection):
                watcher.put(text)

    # News.

    def _moved(self, moved: dict[str, int]) -> None:
        """Another process has changed matches."""
        for match, number in moved.items():
            if number == CHANGED:
                self.start(self.changed(match))
            else:
                self.hub.moved(match, number)

    async def drain_everywhere(self) -> None:
        """`drain` in all processes over the same database."""
        self.drain()
        await self.bus.say(DRAIN)

    def _told(self, words: str) -> None:
        if words == DRAIN:
            self.drain()
            return
        presence = msgspec.json.decode(words, type=Presence)
        if self.lobby.heard(presence):
            self._show_presence(presence.match)

    def _lost(self) -> None:
        """Nobody knows what other processes have said meanwhile."""
        self.hub.all_moved()
        self.start(self._changed_all())
        for match in self.lobby.here:
            self.tell_presence(match)

    async def _changed_all(self) -> None:
        for match in {*self.hub.audiences, *self.hub.loading, *self.lobby.tables}:
            await self.changed(match)

    async def changed(self, match: str) -> None:
        """A match has been started or followed by another, or its seats have changed: here or elsewhere."""
        try:
            await self._change(match)
        except JournalError as error:
            log.warning("what has changed in match %s is not known yet: %s", match, error)
            self.start(self._change_later(match))

    async def _change_later(self, match: str) -> None:
        await asyncio.sleep(AGAIN)
        await self.changed(match)

    async def _change(self, match: str) -> None:
        self.driver.changed(match)
        if match in self.hub.loading:
            await self.hub.audience(match)
        if match in self.hub.audiences:
            kept = await self.store.fetch(match)
            if kept is not None:
                self.hub.started(kept)
        table = await self.lobby.refresh(match)
        if table is None:
            return
        for connection in [c for c in self.connections if c.match == match and c.seat is not None]:
            if not connection.may_stay(table.seats[connection.seat or 0]):
                connection.close(messages.Bye(reason="replaced", detail="the seat is no longer yours"))
        self._show_presence(match)
        if table.match.rematch is not None:
            self._broadcast(match, messages.Rematch(match=table.match.rematch))

    # Limits.

    def _seat_bucket(self) -> Bucket:
        rate = self.settings.rates.messages
        return Bucket(rate, 2 * rate)

    def may_act(self, match: str, seat: int) -> bool:
        """Whether a seat may send another action, whatever connections it has."""
        return self.seat_buckets[match, seat].take(time.monotonic())

    def may_connect(self, address: str) -> bool:
        """Whether an address may open another connection here."""
        rates = self.settings.rates
        return len(self.connections) < rates.connections and self.by_address[address] < rates.address_connections

    async def _look_around(self) -> None:
        """Count together with the other processes what the busiest addresses use; notice when all is restored."""
        while True:
            await asyncio.sleep(SHARE / 1000)
            try:
                for meter in (self.messages, self.requests):
                    await meter.share(now())
                restores = await self.store.restores()
                if restores != self.restores:
                    await self._restored(restores)
            except JournalError:
                continue
            except Exception:
                log.exception("looking around failed")

    async def _restored(self, restores: int) -> None:
        """The database has been restored from a backup: whatever was known may be wrong."""
        log.warning("the database has been restored from a backup")
        await self.people.open()
        self.restores = restores
        self.driver.forget_all()
        self.hub.forget_all()
        words = "the server's data have been restored from a backup; connect again"
        for connection in list(self.connections):
            connection.close(messages.Bye(reason="restored", detail=words, reconnect=True))

    # Housekeeping.

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(HOUSEKEEPING)
            try:
                self.hub.forget_idle(IDLE)
                for match in self.lobby.forget_silent():
                    self._show_presence(match)
                await self._say_presence(self.lobby.here)  # the others forget a process that says nothing
                live = {(c.match, c.seat) for c in self.connections}
                for key in [key for key in self.seat_buckets if key not in live]:
                    del self.seat_buckets[key]
                await self.quotas.forget_old(now())
                if self.settings.keep_days is not None:
                    await self.store.remove_ended(now() - self.settings.keep_days * DAY)
            except JournalError as error:
                log.warning("housekeeping failed: %s", error)
            except Exception:
                log.exception("housekeeping failed")


def warm_up() -> None:
    """Have the everyday sizes of all games compiled by child processes, if they are not yet."""
    if engine.choice() == "auto" and engine.jit_is_on():
        for game in GAMES.values():
            engine.current(game.id, game.capacities[0])
