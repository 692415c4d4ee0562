"""Greedy in Hammer CTF: flags are picked up by walking, dropped at home, and lie where their carrier was captured."""

from collections.abc import Callable

from flagstone.bots.greedy_ctf import HUNT, CtfGreedy
from flagstone.bots.greedy_walk import Errand

POUNCE = 4  # steps within which every one of us goes for a foe on our ground


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
            self.pounce,
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

    def guard_count(self) -> int:
        """Few: nobody can be captured on his own ground, so that one guard is enough to stop one raider for good."""
        return self.members // 2 if self.members > 3 else self.members // 3

    def _is_at_home(self, flag: int) -> bool:
        carrier = self.sight.carriers[flag]
        return self.sight.flags[flag] in self.sight.home and (carrier is None or carrier % 2 == self.own)

    def pounce(self) -> str | None:
        """A foe near me on our ground, where he can do nothing to me, is hunted; a large team leaves it to guards."""
        if self.members > 3 or self.sight.is_exposed(self.sight.me):
            return None
        return self.hunt(POUNCE)

    def drop(self) -> str | None:
        """H9. A flag that I hold at home is dropped where none lies."""
        sight = self.sight
        if sight.me.flag is None or not sight.is_home:
            return None
        lying = [cell for cell, who in zip(sight.flags, sight.carriers, strict=True) if who is None]
        return self.walk("make room", sight.home - {*lying}) if sight.me.cell in lying else "drop flag"

    def carry(self) -> str | None:
        """A flag that I hold goes home, ours as well as theirs."""
        return None if self.sight.me.flag is None else self.walk("bring home", self.sight.home)

    def raid(self) -> str:
        """Go for the nearest flag that is not on our home and that none of us carries, or watch over who carries."""
        sight = self.sight
        errands = []
        for flag in (0, 1):
            carrier, goals = sight.carriers[flag], frozenset((sight.flags[flag],))
            if carrier is None and not self._is_at_home(flag):
                errands.append(Errand("raid", goals, self.map_to(goals)))
            elif carrier is not None and carrier % 2 == self.theirs:
                found = self.towards(sight.flags[flag])
                errands.append(Errand("chase", goals, found))
        if not errands:
            return self.hunt(HUNT) or self.gather()
        return self.go(min(errands, key=lambda errand: errand.distances[sight.me.cell]))
