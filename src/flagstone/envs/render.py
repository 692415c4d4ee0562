"""Positions as text and as pictures."""

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from flagstone.notation.drawing import draw

REDRAW = "\x1b[H\x1b[2J"  # the cursor home, then a blank screen
TILE = 14  # pixels of a cell
Picture = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

FLOOR, WALL, VOID = (238, 236, 228), (70, 72, 82), (28, 30, 38)
BLUE, RED, GREEN, GOLD, GREY = (38, 102, 204), (208, 62, 52), (34, 140, 84), (232, 178, 36), (150, 150, 158)
PALE_BLUE, PALE_RED, PALE_GREEN, DARK = (188, 210, 244), (246, 200, 194), (204, 232, 212), (150, 148, 160)
JAIL_BLUE, JAIL_RED, BLACK = (140, 172, 222), (226, 152, 146), (20, 20, 24)

# What a character of a drawing looks like: its ground, and the mark on it.
Look = tuple[Colour, str, Colour]
WALLS_AND_PLAYERS: dict[str, Look] = {
    "#": (WALL, "", WALL),
    "1": (FLOOR, "disc", BLUE),
    "2": (FLOOR, "disc", RED),
}
CTF = WALLS_AND_PLAYERS | {
    " ": (FLOOR, "", FLOOR),
    "h": (PALE_BLUE, "", FLOOR),
    "H": (PALE_RED, "", FLOOR),
    "j": (JAIL_BLUE, "bars", BLACK),
    "J": (JAIL_RED, "bars", BLACK),
    "f": (PALE_BLUE, "flag", BLUE),
    "F": (PALE_RED, "flag", RED),
    "s": (FLOOR, "cross", GOLD),
    "!": (GOLD, "disc", BLUE),
    "?": (GOLD, "disc", RED),
}
ROWDY = WALLS_AND_PLAYERS | {
    ".": (FLOOR, "", FLOOR),
    ":": (DARK, "", DARK),
    "a": (PALE_BLUE, "bars", BLUE),
    "b": (PALE_RED, "bars", RED),
    "g": (FLOOR, "dot", GREEN),
    "p": (FLOOR, "dot", GOLD),
    "!": (FLOOR, "dot", RED),
    "x": (FLOOR, "cross", GREY),
}
SAVOR: dict[str, Look] = {
    " ": (VOID, "", VOID),
    "#": (WALL, "", WALL),
    ".": (FLOOR, "", FLOOR),
    "/": (PALE_GREEN, "cross", GREEN),
    "|": (PALE_GREEN, "bars", GREEN),
    "F": (FLOOR, "flag", GOLD),
    "A": (FLOOR, "disc", BLUE),
    "B": (FLOOR, "disc", RED),
    "C": (FLOOR, "disc", GREEN),
}
LOOKS = {"rowdy": ROWDY, "savor": SAVOR}


def ansi(game: str, view: Mapping[str, Any], setup: Mapping[str, Any]) -> str:
    """A position as text, with a line for every player below the board."""
    return draw(game, view, setup)


def show(text: str) -> None:
    """Print a position: on a terminal in place of the last one, elsewhere below it."""
    print(f"{REDRAW}{text}" if sys.stdout.isatty() else text, flush=True)


def picture(game: str, view: Mapping[str, Any], setup: Mapping[str, Any]) -> Picture:
    """A position as a picture: rows, columns, and red, green and blue."""
    lines = draw(game, view, setup).splitlines()
    lines = lines[: 10 if game == "savor" else len(view["terrain"]) if "terrain" in view else setup["rows"]]
    width = max(map(len, lines))
    looks = LOOKS.get(game, CTF)
    rows = [np.concatenate([tile(*looks[char]) for char in line.ljust(width)], axis=1) for line in lines]
    return np.concatenate(rows)


@cache
def tile(ground: Colour, mark: str, colour: Colour) -> Picture:
    """The picture of one cell."""
    pixels = np.empty((TILE, TILE, 3), np.uint8)
    pixels[:] = ground
    pixels[0] = pixels[:, 0] = np.array(ground) * 11 // 12  # a line between cells
    row, column = np.mgrid[0:TILE, 0:TILE] - TILE / 2 + 0.5
    shapes = {
        "disc": row**2 + column**2 < (TILE * 0.40) ** 2,
        "dot": row**2 + column**2 < (TILE * 0.22) ** 2,
        "bars": (column % 4 < 1) & (abs(row) < TILE * 0.35),
        "cross": (abs(abs(row) - abs(column)) < 1.1) & (abs(row) < TILE * 0.32),
        "flag": ((abs(column + 3) < 1) & (abs(row) < 5)) | ((row < 1) & (row > -5) & (column > -3) & (column < 4)),
    }
    if mark:
        pixels[shapes[mark]] = colour
    pixels.setflags(write=False)
    return pixels
