"""What there is to see in a position, as floors of tiles: the one picture that every face shows in its own way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Paint:
    """How a tile is coloured."""

    fg: str
    bg: str
    bold: bool = False


@dataclass(frozen=True)
class Tile:
    """What is seen of one cell."""

    glyph: str  # one character: the symbol of the documents
    mark: str  # one more, where there is room
    paint: Paint
    small: str = ""  # the one character where there is room for one only; the glyph if empty
    plain: str = ""  # two ASCII characters for where there are no colours; glyph and mark if empty

    @property
    def one(self) -> str:
        """The tile in one character."""
        return self.small or self.glyph

    @property
    def bare(self) -> str:
        """The tile in two ASCII characters."""
        return self.plain or self.glyph + self.mark

    @property
    def bare_one(self) -> str:
        """The tile in one ASCII character."""
        return (self.small or self.plain or self.glyph)[0]


@dataclass
class Floor:
    """One board, or one floor of a house. Cells outside its tiles are not there."""

    title: str  # empty: none
    rows: int
    columns: int
    base: Callable[[int, int], Tile | None]  # by row and column
    first_column: int = 0  # the one that is shown leftmost
    over: dict[Cell, Tile] = field(default_factory=dict)  # what lies and stands on it

    def tile(self, row: int, column: int) -> Tile | None:
        """What is seen of a cell."""
        return self.over.get((row, column)) or self.base(row, column)


@dataclass
class Scene:
    """A position to look at. Floors come in the order in which they are stacked, the highest first."""

    floors: list[Floor]
    focus: tuple[int, int, int] | None = None  # place in `floors`, row and column of who looks
    legend: list[tuple[Tile, str]] = field(default_factory=list)


# The palette. Sides are told apart by blue, orange and green, which hardly any eye confuses.

GROUND = "#0d1117"
INK = "#c9d1d9"
SIDE = ("#58a6ff", "#ff9e3d", "#5fd38d")
SIDE_INK = ("#04121f", "#221000", "#03180c")
SIDE_DIM = ("#24496f", "#74481c", "#2a5f41")
SIDE_FLOOR = ("#101a27", "#20180f", "#0f1d16")
WALL = Tile("#", "#", Paint("#56606d", "#414a56"))
GOLD = "#ffe066"
GREEN = "#7ee787"
GREY = "#6b7480"
RED = "#ff6b6b"


def player_paint(side: int, *, own: bool = False, out: bool = False) -> Paint:
    """A player: his side's colour, white if it is whoever looks, dim while he is out of the game."""
    if own:
        return Paint("#5c6470", "#c3c9d1", True) if out else Paint("#000000", "#ffffff", True)
    return Paint("#aab4c0", SIDE_DIM[side]) if out else Paint(SIDE_INK[side], SIDE[side], True)


def scene(game: str, view: Mapping[str, Any], setup: Mapping[str, Any], seat: int | None) -> Scene:
    """The position that a view tells, for a seat or a spectator."""
    from flagstone.tui import scene_ctf, scene_rowdy, scene_savor

    if game == "rowdy":
        return scene_rowdy.scene(view, setup, seat)
    if game == "savor":
        return scene_savor.scene(view, setup, seat)
    return scene_ctf.scene(game, view, seat)
