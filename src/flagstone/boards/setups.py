"""The one table of how each game is set up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from flagstone.boards import ctf_setup, rowdy, savor
from flagstone.boards.settings import Setting


@dataclass(frozen=True)
class SetUp:
    """How a game is set up. A resolved set-up is itself a valid set of settings, which resolves to itself."""

    settings: tuple[Setting, ...]
    resolve: Callable[[Mapping[str, Any], int], dict[str, Any]]  # (settings, seed) -> the set-up in full
    lay_out: Callable[[Mapping[str, Any]], npt.NDArray[np.record]]  # set-up -> the state before the start


SETUPS: dict[str, SetUp] = {
    game: SetUp(ctf_setup.SETTINGS, ctf_setup.resolve, partial(ctf_setup.lay_out, game))
    for game in ("hammer", "shovel", "classic")
}
SETUPS["rowdy"] = SetUp(rowdy.SETTINGS, rowdy.resolve, rowdy.lay_out)
SETUPS["savor"] = SetUp(savor.SETTINGS, savor.resolve, savor.lay_out)
