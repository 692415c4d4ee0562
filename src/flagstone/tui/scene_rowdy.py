"""The picture of Rowdy Racers."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from flagstone.tui.scene import GREEN, GREY, RED, SIDE, SIDE_DIM, WALL, Cell, Floor, Paint, Scene, Tile, player_paint

SQUARE = Tile("·", " ", Paint("#39424d", "#12161c"), plain=". ")
DARK = Paint("#7a62b8", "#271b45")
GRENADES = {
    "lying": ("g", GREEN),
    "placed": ("p", "#ffd166"),
    "active": ("!", RED),
    "wreck": ("x", GREY),
}
TRAILS = ("▓▒░", "≡=-")  # of player 1 and 2, newest first


def scene(view: Mapping[str, Any], setup: Mapping[str, Any], seat: int | None) -> Scene:
    """A position of Rowdy Racers."""
    rows, columns = setup["rows"], setup["columns"]
    floor = Floor("", rows, columns, lambda row, column: SQUARE)
    over = floor.over
    for player, cell in enumerate([(0, columns - 1), (rows - 1, 0)]):
        over[cell] = _finish(player)
    dark: dict[Cell, int] = {(row, column): turns for row, column, turns in view["dark"]}
    for cell, turns in dark.items():
        under = over.get(cell)
        over[cell] = _dark(turns) if under is None else Tile(under.glyph, under.mark, Paint(under.paint.fg, DARK.bg))
    for row, column in view["walls"]:
        over[row, column] = WALL
    for row, column, condition in view["grenades"]:
        sign, colour = GRENADES[condition]
        is_dark = (row, column) in dark
        ground = DARK.bg if is_dark else SQUARE.paint.bg
        over[row, column] = Tile(sign, ":" if is_dark else " ", Paint(colour, ground, True))
    for number, player in enumerate(view["players"]):
        _draw_trail(over, number, player["trail"])
    for number, player in enumerate(view["players"]):
        mark = "g" if player["grenades"] else " "
        own = number == seat
        over[tuple(player["at"])] = Tile(
            str(number + 1), mark, player_paint(number, own=own), plain=f"{number + 1}{'@' if own else mark}"
        )
    own_at = view["players"][view["to_move"] if seat is None else seat]["at"]
    return Scene([floor], (0, *own_at), legend())


def _draw_trail(over: dict[Cell, Tile], number: int, trail: list[list[int] | None]) -> None:
    for age, cell in enumerate(trail):
        if cell:
            paint = Paint(SIDE[number], SIDE_DIM[number])
            shade = TRAILS[number][age]
            over[cell[0], cell[1]] = Tile(shade, shade, paint, plain="ab"[number] * 2)


@cache
def _finish(player: int) -> Tile:
    return Tile("F", str(player + 1), Paint(SIDE[player], SIDE_DIM[player], True))


@cache
def _dark(turns: int) -> Tile:
    return Tile(":", str(turns), DARK, plain=": ")


@cache
def legend() -> list[tuple[Tile, str]]:
    """The symbols, and what they mean."""
    ground = SQUARE.paint.bg
    signs = {name: Tile(sign, " ", Paint(colour, ground, True)) for name, (sign, colour) in GRENADES.items()}
    return [
        (Tile("1", " ", player_paint(0, own=True), plain="1@"), "you"),
        (Tile("1", " ", player_paint(0)), "player 1"),
        (Tile("2", " ", player_paint(1)), "player 2"),
        *(
            (Tile(trail[0], trail[2], Paint(SIDE[player], SIDE_DIM[player]), plain=sign), f"trail {player + 1}")
            for player, (trail, sign) in enumerate(zip(TRAILS, ("aa", "bb"), strict=True))
        ),
        (_finish(0), "finish of 1"),
        (_finish(1), "finish of 2"),
        (WALL, "wall"),
        (_dark(2), "no power, turns"),
        (signs["lying"], "grenade"),
        (signs["placed"], "placed"),
        (signs["wreck"], "exploded"),
    ]
