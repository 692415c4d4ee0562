"""Search: looks ahead with the compiled rules, in every game in which there is something to choose."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from flagstone.bots.bot import View
from flagstone.bots.budget import Budget
from flagstone.bots.greedy import Part, SavorGreedy
from flagstone.bots.search_ctf import CtfSearch
from flagstone.bots.search_rowdy import RowdySearch

USUAL = Budget(nodes=8000)


class SearchBot:
    """Plays as the part of it that knows the game, each decision within a budget."""

    part: Part

    def __init__(self, budget: Budget = USUAL) -> None:
        self.budget = budget

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        """Take the part of the game."""
        if game == "savor":
            self.part = SavorGreedy()
        else:
            self.part = (RowdySearch if game == "rowdy" else CtfSearch)(self.budget)
        self.part.start(game, seat, seats, setup)

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """What the part chooses."""
        return self.part.choose(view, legal, rng)
