"""What there is to see in a position, as floors of tiles: the one picture that every face shows in its own way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Paint:
    """How a tile is coloured, and what tells it apart where there are no colours."""

    fg: str
    bg: str
    bold: bool = False
    underline: bool = False  # a thing of side 2, which shares its letters and digits with those of side 1
    reverse: bool = False  # whoever looks


@dataclass(frozen=True)
class Tile:
    """What is seen of one cell."""

    glyph: str  # one character: the symbol of the documents
    mark: str  # one more, where there is room; of a player as many as his number needs
    paint: Paint
    small: str = ""  # the one character where there is room for one only; the glyph if empty
    plain: str = ""  # ASCII for where there are no colours; glyph and mark if empty
    lines: tuple[str, ...] = ()  # where there is room for more than one line: who stands there, what he carries
    edge: str = ""  # drawn along the right side, where a tile is wider than one character

    @property
    def one(self) -> str:
        """The tile in one character."""
        return self.small or self.glyph

    def text(self, width: int) -> str:
        """The tile in two characters or more; of a number that is too long its end is shown."""
        if self.glyph == self.mark:
            return self.glyph * width
        room = width - 1
        mark = self.mark if len(self.mark) <= room else self.mark[-room:]
        return (self.glyph + mark).ljust(width)

    def bare(self, width: int) -> str:
        """The tile in two ASCII characters or more."""
        return self.plain.ljust(width) if self.plain else self.text(width)

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
    needs: int = 2  # characters across in which every tile is told in full
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
        return Paint(*(("#5c6470", "#c3c9d1") if out else ("#000000", "#ffffff")), bold=True, reverse=True)
    return Paint("#aab4c0", SIDE_DIM[side]) if out else Paint(SIDE_INK[side], SIDE[side], True)


def scene(game: str, view: Mapping[str, Any], setup: Mapping[str, Any], seat: int | None) -> Scene:
    """The position that a view tells, for a seat or a spectator."""
    from flagstone.tui import scene_ctf, scene_rowdy, scene_savor

    if game == "rowdy":
        return scene_rowdy.scene(view, setup, seat)
    if game == "savor":
        return scene_savor.scene(view, setup, seat)
    return scene_ctf.scene(game, view, seat)
