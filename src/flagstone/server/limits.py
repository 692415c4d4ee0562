"""How much anybody may do: rates in this process, quotas that all processes share. Times come in from outside."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import case, delete, update

from flagstone.play.journal import JournalError
from flagstone.server.database import Database
from flagstone.server.tables import quotas

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000  # in milliseconds
SHARE = SECOND  # milliseconds between tellings of how much each address has used


@dataclass
class Bucket:
    """So many tokens a second, saved up to a burst."""

    rate: float
    burst: float
    tokens: float = -1.0
    filled_at: float = 0.0

    def take(self, at: float) -> bool:
        """Take a token, if there is one."""
        if self.tokens < 0:
            self.tokens = self.burst
        else:
            self.tokens = min(self.burst, self.tokens + (at - self.filled_at) * self.rate)
        self.filled_at = at
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Quotas:
    """Counts of what was used in a window of time, in the database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def use(self, key: str, most: int, window: int, at: int, amount: int = 1) -> int:
        """Use some of a quota. Returns 0, or for how many milliseconds there is nothing left of it."""
        fresh = self.database.insert(quotas).values(key=key, window_ends=at + window, used=amount)
        is_old = quotas.c.window_ends <= at
        counted = fresh.on_conflict_do_update(
            index_elements=[quotas.c.key],
            set_={
                "used": case((is_old, amount), else_=quotas.c.used + amount),
                "window_ends": case((is_old, at + window), else_=quotas.c.window_ends),
            },
        ).returning(quotas.c.used, quotas.c.window_ends)
        async with self.database.writing() as connection:
            used, ends = (await connection.execute(counted)).one()
        return int(ends) - at if used > most else 0

    async def give_back(self, key: str) -> None:
        """Take back one use of a quota: it does not count after all."""
        async with self.database.writing() as connection:
            was_used = (quotas.c.key == key, quotas.c.used > 0)
            await connection.execute(update(quotas).where(*was_used).values(used=quotas.c.used - 1))

    async def forget_old(self, at: int) -> None:
        """Forget windows that are over."""
        async with self.database.writing() as connection:
            await connection.execute(delete(quotas).where(quotas.c.window_ends <= at))


class Meter:
    """How much every address uses of something in a window of time, in this process and in the others.

    What comes in is counted here at once. What an address uses is told to the others every second, if it is so much
    that some processes together might give it too much.
    """

    def __init__(self, quotas: Quotas, kind: str, most: int, window: int) -> None:
        self.quotas, self.kind, self.most, self.window = quotas, kind, most, window
        self.fresh: Counter[str] = Counter()  # what the other processes have not been told
        self.full: dict[str, int] = {}  # addresses that get nothing until a time

    def take(self, address: str, at: int) -> int:
        """Use one. Returns 0, or for how many milliseconds there is nothing left for this address."""
        self.fresh[address] += 1
        if self.fresh[address] > self.most:
            return SHARE
        return max(0, self.full.get(address, 0) - at)

    async def share(self, at: int) -> None:
        """Tell the others what has been used since the last call, and hear when it was too much."""
        fresh, self.fresh = self.fresh, Counter()
        self.full = {address: until for address, until in self.full.items() if until > at}
        for address, amount in fresh.items():
            if amount * 10 * self.window < self.most * SHARE:  # so little that even ten processes may give it
                continue
            try:
                wait = await self.quotas.use(f"{self.kind}:{address}", self.most, self.window, at, amount)
            except JournalError:
                return
            if wait:
                self.full[address] = at + wait
