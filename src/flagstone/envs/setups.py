"""What environments are played on, also if nobody says on what, and for how long."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from flagstone.boards import savor_generator, shipped
from flagstone.boards.settings import SettingsError, is_integer, shown
from flagstone.boards.setups import SETUPS
from flagstone.bots.play import MAX_DECISIONS
from flagstone.rules import GAMES

REWARDS = ("sparse", "shaped")
LIMITS = {"rowdy": 400, "savor": 400}  # turns, rounds; the others: actions of each seat
MOST_SEED = 2**63 - 1


class EnvError(ValueError):
    """An environment that cannot be made, or a step that cannot be taken; says what to do."""


def settings_of(game: str, settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The settings of a game with those that are missing filled in: Courtyard with two seats a team, a drawn board."""
    if game not in GAMES:
        raise EnvError(f"unknown game {shown(game)}; there are {', '.join(GAMES)}")
    given = dict(settings)
    if GAMES[game].seats is None:
        return {"board": shipped.text("courtyard"), "seats_per_team": 2} | given
    if game == "savor" and "flag" not in given:
        if given.keys() & {"stairs", "poles", "walls"}:
            raise EnvError("savor: a board needs a flag; give `flag` too, or none of stairs, poles and walls")
        return savor_generator.generate(seed) | given
    return given


def resolved(game: str, settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The set-up in full. Whatever the settings leave to chance comes from the seed."""
    filled = settings_of(game, settings, seed)
    try:
        return SETUPS[game].resolve(filled, seed)
    except SettingsError as error:
        raise EnvError(f"{game}: {error}") from None


def limit_of(game: str, limit: int | None) -> int:
    """After how many steps of all seats, turns or rounds a match that is still on is cut off."""
    if limit is None:
        return LIMITS.get(game, MAX_DECISIONS)
    if not is_integer(limit) or not 1 <= limit < 2**31:
        raise EnvError(f"max_cycles is {shown(limit)}, not a whole number from 1 to 2**31 - 1")
    return limit


def seed_of(seed: Any) -> int:
    """A seed that somebody gave."""
    if not is_integer(seed) or not 0 <= seed <= MOST_SEED:
        raise EnvError(f"seed is {shown(seed)}, not a whole number from 0 to 2**63 - 1")
    return int(seed)


def is_shaped(game: str, rewards: str) -> bool:
    """Whether rewards are shaped."""
    if rewards not in REWARDS:
        raise EnvError(f"rewards is {shown(rewards)}, not {' or '.join(REWARDS)}")
    if rewards == "shaped" and game == "savor":
        raise EnvError("savor: rewards cannot be shaped; a player has only one action, so there is nothing to learn")
    return rewards == "shaped"


def setups_of(
    game: str, settings: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None, seed: int, boards: int
) -> list[dict[str, Any]]:
    """The set-ups of a batch, in full."""
    given: Iterable[Mapping[str, Any]] = [settings or {}] if isinstance(settings, Mapping | None) else settings
    setups: list[dict[str, Any]] = []
    for one in given:
        for number in range(boards):
            setup = resolved(game, one, seed + number)
            if setup not in setups:
                setups.append(setup)
    if not setups:
        raise EnvError("settings is an empty list; give at least one set-up")
    return setups


def origins_of(game: str, setups: Sequence[dict[str, Any]]) -> npt.NDArray[np.record]:
    """The state of each set-up before the start, all of one layout."""
    origins = [SETUPS[game].lay_out(setup) for setup in setups]
    if len({one.dtype for one in origins}) > 1:
        sizes = sorted({one.dtype.itemsize for one in origins})
        raise EnvError(f"the set-ups need states of different sizes ({sizes} bytes); those of one batch must agree")
    return np.concatenate(origins).view(origins[0].dtype)
