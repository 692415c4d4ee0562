"""Compiling ahead, with words."""

from collections.abc import Mapping, Sequence

from flagstone import engine
from flagstone.match import MatchError
from flagstone.rules import GAMES


def warm(games: Sequence[str]) -> None:
    """Compile games, all if none is named, for every board size that ships; says how long each took."""
    for name in games:
        if name not in GAMES:
            raise MatchError("bad_request", f"unknown game {name!r}; there are {', '.join(GAMES)}")
    engine.prune()
    for name in games or GAMES:
        for sizes in everyday_sizes(name):
            kept = engine.is_ready(name, sizes)
            seconds = 0.0 if kept else engine.warm(name, sizes)
            size = ", ".join(f"{count} {what}" for what, count in sizes.items() if what != "events")
            print(f"{name} ({size}): {'kept already' if kept else f'{seconds:.1f} s'}")


def everyday_sizes(game: str) -> Sequence[Mapping[str, int]]:
    """The capacity classes that boards usually need; the fifth of the capture-the-flag games is for oddities."""
    return GAMES[game].capacities[:4]
