"""The three floors of Maze to Savor as a picture, the traffic as a heat map."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from flagstone.arena.odds import Odds
from flagstone.rules.savor import (
    BAWANA_INSIDE,
    COLUMNS,
    FIRST_PLACES,
    NAMES,
    PLAN,
    ROWS,
    blocked_places,
    cell_at,
    is_in_starting_area,
    open_places,
    pole_bottom,
    pole_entries,
    stair_ends,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WALL, NO_CELL, START, INK = "#4a4e57", "#ffffff", "#e8e4d8", "#1f2430"


def check(file: Path) -> None:
    """Raise ValueError now if `draw` could not draw this file later."""
    if file.suffix != ".png":
        raise ValueError(f"{file}: the name of a picture ends in .png")
    if not file.parent.is_dir():
        raise ValueError(f"{file}: there is no folder {file.parent}")
    if find_spec("matplotlib") is None:
        raise ValueError(f"{file}: pictures need matplotlib: pip install 'flagstone[report]'")


def draw(file: Path, odds: Odds) -> None:
    """Draw the floors, how often each cell is visited in a game, stairs, poles, walls and the flag."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.colors import LogNorm
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 13.2), layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    rate = odds.visits / odds.games
    busy = rate[rate > 0]
    norm = LogNorm(max(busy.min(), busy.max() / 10_000), busy.max())
    floors: Any = figure.subplots(3, 1)
    figure.suptitle(f"Visits to each cell in a game ({odds.games:,} games)", fontsize=15, color=INK)
    for floor, axes in enumerate(floors):
        image = _floor(axes, floor, odds, rate, norm)
        _marks(axes, floor, odds)
    figure.colorbar(image, ax=floors, shrink=0.5, aspect=40, label="visits a game")
    figure.savefig(file, dpi=110)


def _floor(axes: "Axes", floor: int, odds: Odds, rate: Any, norm: Any) -> Any:
    """One floor: heat where players can be, walls dark, what the floor does not have left white."""
    heat = np.full((ROWS, COLUMNS), np.nan)
    ground = np.ones((ROWS, COLUMNS, 3))
    walkable = {*open_places(odds.setup), *BAWANA_INSIDE}
    for row in range(ROWS):
        for column in range(COLUMNS):
            place = (floor, row, column)
            colour = NO_CELL
            if is_in_starting_area(place):
                colour = START
            elif place in walkable:
                colour = "#f4f4f2"
                heat[row, column] = rate[cell_at(place)] or np.nan
            elif place in PLAN:
                colour = WALL
            ground[row, column] = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    axes.imshow(ground)
    image = axes.imshow(heat, cmap="YlOrRd", norm=norm)
    axes.set_title(f"floor {floor}", loc="left", fontsize=12, color=INK)
    axes.set_xticks(range(0, COLUMNS, 4))
    axes.set_yticks(range(0, ROWS, 3))
    axes.set_xticks(np.arange(-0.5, COLUMNS), minor=True)
    axes.set_yticks(np.arange(-0.5, ROWS), minor=True)
    axes.grid(which="minor", color="white", linewidth=0.8)
    axes.tick_params(which="both", length=0, colors="#6b7080", labelsize=8)
    for side in axes.spines.values():
        side.set_visible(False)
    return image


def _marks(axes: "Axes", floor: int, odds: Odds) -> None:
    """Letters on the cells: S and a number for a stair's ends, P for a pole, the flag, the players' first cells."""
    from matplotlib.patheffects import withStroke

    marks: dict[tuple[int, int], list[str]] = {}

    def mark(place: tuple[int, int, int], text: str) -> None:
        if place[0] == floor:
            marks.setdefault(place[1:], []).append(text)

    for number, stair in enumerate(odds.setup["stairs"], 1):
        for end in stair_ends(stair):
            mark(end, f"S{number}")
    for number, pole in enumerate(odds.setup["poles"], 1):
        for place in (*pole_entries(pole), pole_bottom(pole)):
            mark(place, f"P{number}")
    for name, place in zip(NAMES, FIRST_PLACES, strict=True):
        mark(place, name)
    for place in blocked_places(odds.setup["stairs"]):
        mark(place, "×")
    for (row, column), texts in marks.items():
        halo = [withStroke(linewidth=1.8, foreground="white")]
        style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 7, "fontweight": "bold", "color": INK}
        axes.text(column, row, "\n".join(texts), path_effects=halo, **style)
    flag_floor, row, column = odds.setup["flag"]
    if flag_floor == floor:
        axes.plot(column, row, marker="*", markersize=17, color="#2f6fdb", markeredgecolor="white")
    if floor == 0:
        axes.text(12, 7.6, "starting area", ha="center", va="center", fontsize=9, color="#6b7080")
        if odds.setup["elements"] == "full":
            axes.text(22.5, 6, "Bawana", ha="center", va="center", fontsize=8, color="white")
