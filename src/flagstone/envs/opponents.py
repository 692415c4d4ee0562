"""Bots in the other seats of environments."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from flagstone import engine
from flagstone.boards.settings import shown
from flagstone.bots import BOTS, BotError
from flagstone.bots.bot import Bot, View, rng_of
from flagstone.bots.hiring import Hired, hire
from flagstone.envs.core import Batch
from flagstone.envs.setups import EnvError


def hired(opponents: str | Sequence[str], seat: int, seats: int) -> dict[int, Hired]:
    """Who plays which of the other seats: one bundled bot all of them, or one named for each, in seat order."""
    names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != seats - 1:
        raise EnvError(f"opponents are {len(names)}; the other seats are {seats - 1}")
    for name in names:
        if not isinstance(name, str) or name.partition(":")[0] not in BOTS:
            raise BotError(f"no bot is called {shown(name)}; there are: {', '.join(BOTS)}")
    return {other: hire(name) for other, name in enumerate([*names[:seat], "", *names[seat:]]) if other != seat}


class Cast(NamedTuple):
    """The bots of one match of a batch."""

    seed: int  # of the match
    bots: dict[int, tuple[Bot, Random]]  # by seat


class Company:
    """Bots for every match of a batch. They decide one by one, in Python, from what the last step left."""

    def __init__(self, batch: Batch, hired: dict[int, Hired]) -> None:
        self.batch, self.hired = batch, hired
        self.casts: list[Cast | None] = [None] * batch.matches
        turned = engine.batch_rules(batch.game)[0].TURNED
        plain = batch.actions
        self.names = plain, tuple(plain[int(choice)] for choice in turned) if len(turned) > 1 else plain

    def choose(self, which: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """An action for every lane; for those of other matches and of the seat that no bot plays, any."""
        batch = self.batch
        actions = np.zeros((batch.matches, batch.lanes), np.int64)
        for match in np.flatnonzero(which).tolist():
            for lane, seat in enumerate(range(batch.lanes) if batch.lanes > 1 else batch.seat[match].tolist()):
                if seat in self.hired:
                    actions[match, lane] = self._ask(match, lane, seat)
        return actions

    def _ask(self, match: int, lane: int, seat: int) -> int:
        batch, names = self.batch, self.names[seat & 1]
        bot, rng = self._cast(match).bots[seat]
        allowed = {name for name, mask in zip(names, batch.masks[match, lane], strict=True) if mask}
        legal = tuple(name for name in batch.actions if name in allowed)  # in the game's order, for every seat
        view = View(batch.game, seat, batch.sight.seats, batch.setup(match), lambda: batch.view(match))
        return names.index(bot.choose(view, legal, rng))

    def _cast(self, match: int) -> Cast:
        """The bots of a match; new ones for a new match."""
        cast, seed = self.casts[match], self.batch.seed(match)
        if cast is None or cast.seed != seed:
            cast = Cast(seed, {seat: (one(), rng_of(seed, seat)) for seat, one in self.hired.items()})
            self.casts[match] = cast
            for seat, (bot, _) in cast.bots.items():
                start: Any = getattr(bot, "start", None)
                if start is not None:
                    start(self.batch.game, seat, self.batch.sight.seats, self.batch.setup(match))
        return cast
