"""What somebody who makes a match may wish for, and the settings of the match that come of it."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from flagstone.boards import shipped
from flagstone.boards.ctf import LARGEST, MOST_SEATS
from flagstone.boards.maze import MOST_TOOLS, SMALLEST
from flagstone.boards.maze import generate as new_maze
from flagstone.boards.savor_generator import generate as new_savor
from flagstone.match import Match, MatchError
from flagstone.play.journal import Terms
from flagstone.rules import GAMES

DEFAULT_BOARD = "courtyard"
DAY = 86_400
PACE, TURN, SEATS = 120, 60.0, 2  # if nothing else is wished for

Title = Annotated[str, msgspec.Meta(max_length=60)]
BoardName = Annotated[str, msgspec.Meta(max_length=60, description="A shipped board, or one of your own.")]
Pace = Annotated[
    int, msgspec.Meta(ge=0, le=60_000, description=f"Without turns: milliseconds between acts; {PACE} if left out.")
]
Turn = Annotated[
    float, msgspec.Meta(ge=1, le=30 * DAY, description=f"Seconds for each turn, null: no clock; {TURN:g} if left out.")
]
Length = Annotated[float, msgspec.Meta(ge=1, le=30 * DAY, description="Without turns: seconds for the whole match.")]
Limit = Annotated[
    int, msgspec.Meta(ge=1, le=10_000_000, description="Actions, turns or rounds until it ends undecided.")
]
SeatsPerTeam = Annotated[
    int, msgspec.Meta(ge=1, le=MOST_SEATS, description=f"In games with teams; {SEATS} if left out.")
]
Side = Annotated[int, msgspec.Meta(ge=SMALLEST, le=LARGEST)]


class Maze(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board to be generated."""

    rows: Side
    columns: Side
    tools: Annotated[int, msgspec.Meta(ge=0, le=MOST_TOOLS)] = 2
    walls: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.8
    seed: Annotated[int, msgspec.Meta(ge=0, lt=2**53)] | None = None  # none: drawn


# What can be wished for only if a game has turns, or only if it has none.
TURNS_ONLY = ("turn",)
NO_TURNS_ONLY = ("board", "maze", "seats_per_team", "pace", "length")


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as somebody wants it. What is left out has sensible defaults."""

    game: str
    title: Title = ""
    public: bool = True
    settings: Annotated[dict[str, Any], msgspec.Meta(description="Of the game, as `GET /api/games` lists them.")] = {}
    board: BoardName | None = None
    maze: Maze | None = None
    seats_per_team: SeatsPerTeam | UnsetType = UNSET
    pace: Pace | UnsetType = UNSET
    turn: Turn | UnsetType | None = UNSET
    length: Length | None = None
    limit: Limit | None = None


def terms(wish: Wish) -> Terms:
    """How fast the match is played, and for how long."""
    if GAMES[wish.game].seats is None:
        return Terms(pace=PACE if wish.pace is UNSET else wish.pace, length=_milliseconds(wish.length))
    return Terms(turn=_milliseconds(TURN if wish.turn is UNSET else wish.turn))


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(1000 * seconds)


def resolved(wish: Wish, seed: int, own_board: Callable[[str], str | None]) -> Match:
    """The match that is wished for, before its start. Raises ValueErrors with every fault."""
    _check(wish)
    settings = dict(wish.settings)
    if GAMES[wish.game].seats is None:
        settings.setdefault("seats_per_team", SEATS if wish.seats_per_team is UNSET else wish.seats_per_team)
        if "board" not in settings:
            settings["board"] = _board(wish, settings["seats_per_team"], seed, own_board)
    elif wish.game == "savor" and "flag" not in settings:
        settings = {**new_savor(seed), **settings}
    return Match(wish.game, settings, seed, limit=wish.limit)


def _check(wish: Wish) -> None:
    """Nothing that is wished for goes unheard: what the game has no use for is refused."""
    has_turns = GAMES[wish.game].seats is not None
    useless = NO_TURNS_ONLY if has_turns else TURNS_ONLY
    faults = [f"{name}: {wish.game} has none" for name in useless if getattr(wish, name) not in (None, UNSET)]
    given = {"board": wish.board, "maze": wish.maze, "settings.board": wish.settings.get("board")}
    boards = [name for name, board in given.items() if board is not None]
    if not has_turns and len(boards) > 1:
        faults.append(f"{' and '.join(boards)}: a match has one board")
    if wish.seats_per_team is not UNSET and "seats_per_team" in wish.settings:
        faults.append("seats_per_team and settings.seats_per_team: say it once")
    if faults:
        raise MatchError("bad_settings", "; ".join(faults))


def _board(wish: Wish, seats: Any, seed: int, own_board: Callable[[str], str | None]) -> str:
    if wish.maze is not None:
        maze = wish.maze
        try:
            seats = msgspec.convert(seats, SeatsPerTeam)
        except msgspec.ValidationError as error:
            raise MatchError("bad_settings", f"seats_per_team: {error}") from None
        return new_maze(
            maze.rows,
            maze.columns,
            seats_per_team=seats,
            tools=maze.tools,
            walls=maze.walls,
            seed=seed if maze.seed is None else maze.seed,
        ).text
    name = wish.board or DEFAULT_BOARD
    return own_board(name) or shipped.text(name)
