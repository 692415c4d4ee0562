"""How long a search may take: so many simulations, the same everywhere, or so much time, for live play."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from flagstone.bots.bot import BotError

MOST_NODES = 1_000_000
MOST_MS = 60_000
SLICE = 64  # simulations between looks at the clock
MOST_ROOM = 300_000  # positions that a tree has room for; simulations that come after add none


@dataclass(frozen=True)
class Budget:
    """A number of simulations for each decision, or if that is 0, milliseconds."""

    nodes: int = 0
    ms: int = 0

    @property
    def room(self) -> int:
        """For how many positions a tree has to have room."""
        return min(self.nodes or MOST_ROOM, MOST_ROOM)

    def spend(self, search: Callable[[int], int]) -> int:
        """Call a search, which goes on for so many simulations each time, until the budget is spent."""
        if self.nodes:
            return search(self.nodes)
        until = time.perf_counter() + self.ms / 1000
        while True:
            action = search(SLICE)
            if time.perf_counter() >= until:
                return action


def budget(text: str) -> Budget:
    """A budget as it is written: nodes=2000 or ms=100. BotError if it is something else."""
    what, _, number = text.partition("=")
    most = {"nodes": MOST_NODES, "ms": MOST_MS}.get(what)
    if most is None or not number.isascii() or not number.isdigit() or not 1 <= int(number[:12]) <= most:
        raise BotError(f"search:{text[:40]}: write nodes=1 to {MOST_NODES}, or ms=1 to {MOST_MS}")
    return Budget(**{what: int(number)})
