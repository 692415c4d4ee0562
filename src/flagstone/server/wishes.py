"""What somebody who makes a match may wish for, and the settings of the match that come of it."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from flagstone.boards import shipped
from flagstone.boards.ctf import LARGEST, MOST_SEATS
from flagstone.boards.maze import MOST_TOOLS, SMALLEST
from flagstone.boards.maze import generate as new_maze
from flagstone.boards.savor_generator import generate as new_savor
from flagstone.match import Match
from flagstone.play.journal import Terms
from flagstone.rules import GAMES

DEFAULT_BOARD = "courtyard"
DAY = 86_400

Title = Annotated[str, msgspec.Meta(max_length=60)]
Seconds = Annotated[float, msgspec.Meta(ge=1, le=30 * DAY)]
Side = Annotated[int, msgspec.Meta(ge=SMALLEST, le=LARGEST)]


class Maze(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board to be generated."""

    rows: Side
    columns: Side
    tools: Annotated[int, msgspec.Meta(ge=0, le=MOST_TOOLS)] = 2
    walls: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.8
    seed: Annotated[int, msgspec.Meta(ge=0, lt=2**53)] | None = None  # none: drawn


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as somebody wants it. What is left out has sensible defaults."""

    game: str
    title: Title = ""
    public: bool = True
    settings: dict[str, Any] = {}  # of the game, as `GET /api/games` lists them
    board: Annotated[str, msgspec.Meta(max_length=60)] | None = None  # a shipped board, or one of your own
    maze: Maze | None = None  # or a new one
    seats_per_team: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)] = 2
    pace: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 120  # milliseconds between a seat's actions, without turns
    turn: Seconds | None = 60.0  # seconds for each turn; null for no clock
    length: Seconds | None = None  # seconds for the whole match, without turns
    limit: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)] | None = None  # actions, turns or rounds until undecided


def terms(wish: Wish) -> Terms:
    """How fast the match is played, and for how long."""
    if GAMES[wish.game].seats is None:
        return Terms(pace=wish.pace, length=_milliseconds(wish.length))
    return Terms(turn=_milliseconds(wish.turn))


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(1000 * seconds)


def resolved(wish: Wish, seed: int, own_board: Callable[[str], str | None]) -> Match:
    """The match that is wished for, before its start. Raises ValueErrors with every fault."""
    settings = dict(wish.settings)
    if wish.game in GAMES and GAMES[wish.game].seats is None:
        if "board" not in settings:
            settings["board"] = _board(wish, seed, own_board)
        settings.setdefault("seats_per_team", wish.seats_per_team)
    elif wish.game == "savor" and "flag" not in settings:
        settings = {**new_savor(seed), **settings}
    return Match(wish.game, settings, seed, limit=wish.limit)


def _board(wish: Wish, seed: int, own_board: Callable[[str], str | None]) -> str:
    if wish.maze is not None:
        maze = wish.maze
        return new_maze(
            maze.rows,
            maze.columns,
            seats_per_team=wish.seats_per_team,
            tools=maze.tools,
            walls=maze.walls,
            seed=seed if maze.seed is None else maze.seed,
        ).text
    name = wish.board or DEFAULT_BOARD
    return own_board(name) or shipped.text(name)
