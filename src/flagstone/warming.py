"""Compiling ahead, with words."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flagstone import engine
from flagstone.boards import savor_generator, shipped
from flagstone.boards.setups import SETUPS
from flagstone.bots.budget import Budget
from flagstone.bots.search import SearchBot
from flagstone.envs.core import Batch
from flagstone.envs.table import Table
from flagstone.match import MatchError
from flagstone.rules import GAMES

Settings = Mapping[str, Any]

BOARDS = ("courtyard", "crossing", "citadel", "grand")  # one for each everyday size
GRIDS = (16, 32, 100)


class Part(NamedTuple):
    """Something that is compiled by being used."""

    kind: str  # rules, search or environments
    sizes: Mapping[str, int]
    use: Callable[[], object]


def warm(games: Sequence[str], *, everything: bool = False) -> None:
    """Compile games, all if none is named, for every board size that ships; says how long each part took.

    That is the rules, and if it is to be everything, the searches of bots and the kernels of environments too. What is
    kept already is not compiled again.
    """
    for name in games:
        if name not in GAMES:
            raise MatchError("bad_request", f"unknown game {name!r}; there are {', '.join(GAMES)}")
    if not engine.jit_is_on() or engine.choice() == "plain":
        raise ValueError("nothing can be compiled: NUMBA_DISABLE_JIT or FLAGSTONE_ENGINE=plain has turned that off")
    engine.prune()
    for game in games or GAMES:
        for part in parts(game, everything=everything):
            size = ", ".join(f"{count} {what}" for what, count in part.sizes.items() if what != "events")
            print(f"{game}, {part.kind} ({size}): ", end="", flush=True)
            print(_compile(game, part), flush=True)


def _compile(game: str, part: Part) -> str:
    """Compile a part, and say how long it took."""
    name = game if part.kind == "rules" else f"{game}-{part.kind}"
    if engine.is_ready(name, part.sizes):
        return "kept already"
    began = time.perf_counter()
    part.use()
    engine.note_ready(name, part.sizes)
    return f"{time.perf_counter() - began:.1f} s"


def parts(game: str, *, everything: bool) -> Iterator[Part]:
    """What there is to compile of a game."""
    for sizes in everyday_sizes(game):
        yield Part("rules", sizes, lambda sizes=sizes: engine.warm(game, sizes))  # type: ignore[misc]
    if everything:
        for setup, sizes in everyday_setups(game):
            if game != "savor":  # there is nothing to search
                yield Part("search", sizes, lambda setup=setup: _search(game, setup))  # type: ignore[misc]
            yield Part("environments", sizes, lambda setup=setup: _step(game, setup))  # type: ignore[misc]


def everyday_sizes(game: str) -> Sequence[Mapping[str, int]]:
    """The capacity classes that boards usually need; the fifth of the capture-the-flag games is for oddities."""
    return GAMES[game].capacities[:4]


def everyday_setups(game: str) -> Iterator[tuple[Settings, Mapping[str, int]]]:
    """A set-up for each of these sizes, and the size; drawn mazes of Maze to Savor have one size only."""
    settings: Sequence[Settings]
    if game == "savor":
        settings = [savor_generator.generate(0)]
    elif game == "rowdy":
        settings = [{"rows": length, "columns": length} for length in GRIDS]
    else:
        settings = [{"board": shipped.text(name), "seats_per_team": 1} for name in BOARDS]
    for given in settings:
        setup = SETUPS[game].resolve(given, 0)
        dtype = SETUPS[game].lay_out(setup).dtype
        yield setup, next(sizes for sizes in GAMES[game].capacities if engine.state_layout(game, sizes) == dtype)


def _search(game: str, setup: Settings) -> None:
    SearchBot(Budget(nodes=1)).start(game, 0, 2, setup)


def _step(game: str, setup: Settings) -> None:
    lot = Batch(game, 1, setup, rewards="sparse" if game == "savor" else "shaped")
    lot.step(lot.sample())
    lot.see(0, 0)
    Table(game, setup, None, "sparse", None).see(0)
