"""Greedy in Hammer CTF: flags are picked up by walking, dropped at home, and lie where their carrier was captured."""

from collections.abc import Callable

from flagstone.bots.greedy_ctf import HUNT, CtfGreedy


class HammerGreedy(CtfGreedy):
    """Plays one seat in Hammer CTF. Both flags are worth a raid: ours lies about, too."""

    digs = ""  # a move with a hammer breaks the wall

    def stages(self) -> tuple[Callable[[], str | None], ...]:
        """What is thought of, in this order."""
        return (
            self.drop,
            self.capture,
            self.carry,
            self.finish,
            self.rescue,
            self.guard,
            self.fetch_tool,
            self.raid,
        )

    def is_secured(self) -> bool:
        """Whether the other team's flag lies on our home."""
        return self._is_at_home(self.theirs)

    def is_safe(self) -> bool:
        """Whether our flag lies on our home, or one of us has it there."""
        return self._is_at_home(self.own)

    def _is_at_home(self, flag: int) -> bool:
        carrier = self.sight.carriers[flag]
        return self.sight.flags[flag] in self.sight.home and (carrier is None or carrier % 2 == self.own)

    def drop(self) -> str | None:
        """H9. A flag that I hold at home is dropped where none lies."""
        sight = self.sight
        if sight.me.flag is None or not sight.is_home:
            return None
        lying = [cell for cell, who in zip(sight.flags, sight.carriers, strict=True) if who is None]
        return self.settle() if sight.me.cell in lying else "drop flag"

    def carry(self) -> str | None:
        """A flag that I hold goes home, ours as well as theirs."""
        return None if self.sight.me.flag is None else self.walk("bring home", self.sight.home)

    def wanted(self) -> frozenset[int]:
        """Where a raid goes: to the flags that are not on our home and that none of us carries."""
        sight = self.sight
        goals = set()
        for flag in (0, 1):
            carrier = sight.carriers[flag]
            if not self._is_at_home(flag) and (carrier is None or carrier % 2 == self.theirs):
                goals.add(sight.flags[flag])
        return frozenset(goals)

    def raid(self) -> str:
        """Go for what is wanted; when that is nothing, watch over those who carry."""
        wanted = self.wanted()
        return self.walk("raid", wanted) if wanted else self.hunt(HUNT) or self.gather()
