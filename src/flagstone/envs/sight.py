"""What the seats of one set-up see: shapes, names, and the arrays that the compiled code draws from."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from flagstone import engine
from flagstone.boards.setups import SETUPS
from flagstone.rules import GAMES

PASS = "pass"  # the last action of every seat in the capture-the-flag games: let others act


@dataclass(frozen=True)
class Sight:
    """What the seats of a match see, in figures."""

    seats: int
    actions: tuple[str, ...]  # of a seat, `pass` included
    planes: tuple[str, ...]
    vector: tuple[str, ...]
    shape: tuple[int, ...]  # of the planes: planes, rows, columns
    still: npt.NDArray[np.uint8]
    places: npt.NDArray[np.int32]
    distances: npt.NDArray[np.float32]


def sight_of(game: str, setup: Mapping[str, Any]) -> Sight:
    """What the seats of a match with this resolved set-up see."""
    return _sight(game, engine.choice(), msgspec.json.encode(setup))


@lru_cache(maxsize=64)
def _sight(game: str, choice: str, text: bytes) -> Sight:
    state = SETUPS[game].lay_out(msgspec.json.decode(text))[0]
    rules, sight = engine.batch_rules(game)
    seats = GAMES[game].seats or int(state.seats)
    return Sight(
        seats=seats,
        actions=GAMES[game].actions + ((PASS,) if rules.PASS >= 0 else ()),
        planes=sight.PLANES,
        vector=sight.vector_names(seats),
        shape=(len(sight.PLANES), *sight.plane_shape(state)),
        still=sight.still_planes(state).reshape(-1),
        places=sight.places(state),
        distances=sight.distances(state).reshape(-1),
    )
