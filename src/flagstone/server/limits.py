"""How much anybody may do: rates in this process, quotas that all processes share. Times come in from outside."""

from dataclasses import dataclass

from sqlalchemy import case, delete, select

from flagstone.server.database import Database
from flagstone.server.tables import quotas


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

    async def left(self, key: str, most: int, at: int) -> int:
        """How much of a quota is left."""
        async with self.database.reading() as connection:
            query = select(quotas.c.used).where(quotas.c.key == key, quotas.c.window_ends > at)
            return most - ((await connection.execute(query)).scalar_one_or_none() or 0)

    async def forget_old(self, at: int) -> None:
        """Forget windows that are over."""
        async with self.database.writing() as connection:
            await connection.execute(delete(quotas).where(quotas.c.window_ends <= at))
