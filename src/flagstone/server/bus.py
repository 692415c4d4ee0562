"""Notices between the processes of one server: over PostgreSQL's LISTEN; with SQLite there is only one process."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import asyncpg
import msgspec

from flagstone.play.journal import JournalError
from flagstone.server.database import Database, in_words
from flagstone.server.notices import CHANNEL, Moved
from flagstone.server.statements import NOTIFY

log = logging.getLogger(__name__)

RETRY = 1.0  # seconds between tries to listen again
PULSE = 5.0  # seconds between questions whether the connection still lives
PRESENCE = "presence:"  # how a notice begins that tells who is connected where


class Bus:
    """Hears what other processes have done. A connection that was lost may have missed anything."""

    def __init__(
        self,
        database: Database,
        process: str,
        moved: Callable[[dict[str, int]], None],
        told: Callable[[str], None],
        lost: Callable[[], None],
    ) -> None:
        self.database, self.process = database, process
        self.moved, self.told, self.lost = moved, told, lost
        self.task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to listen."""
        if not self.database.is_sqlite:
            self.task = asyncio.create_task(self._listen_for_good())

    async def close(self) -> None:
        """Listen no longer."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def say(self, *words: str) -> None:
        """Tell the other processes things that are worth no more than this moment."""
        if words and not self.database.is_sqlite:
            try:
                async with self.database.writing() as connection:
                    notices = [PRESENCE + each for each in words]
                    await connection.execute(NOTIFY, {"channel": CHANNEL, "notices": notices})
            except JournalError:
                log.warning("a notice was not sent")

    async def _listen_for_good(self) -> None:
        while True:
            try:
                await self._listen()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("not listening to the other processes: %s", in_words(error))
            await asyncio.sleep(RETRY)

    async def _listen(self) -> None:
        """Listen until the connection ends, or PostgreSQL does not answer on it any more."""
        connection = await self.database.connect_alone()
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        try:
            await connection.add_listener(CHANNEL, self._heard)
            self.lost()  # whatever was said before is missed
            while not ended.is_set():
                await connection.execute("SELECT 1")
                with suppress(TimeoutError):
                    async with asyncio.timeout(PULSE):
                        await ended.wait()
        finally:
            connection.terminate()

    def _heard(self, connection: object, process: int, channel: str, notice: object) -> None:
        words = str(notice)
        if words.startswith(PRESENCE):
            self.told(words.removeprefix(PRESENCE))
            return
        news = msgspec.json.decode(words, type=Moved)
        if news.by != self.process:  # what this process has done it knows
            self.moved(news.moved)
