"""The picture of the capture-the-flag games: `h H j J f F #` as in the documents."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flagstone.tui.scene import (
    GOLD,
    GREEN,
    SIDE_FLOOR,
    WALL,
    Cell,
    Floor,
    Paint,
    Scene,
    Tile,
    player_paint,
)

HOMES = (Paint("#7fb8f0", "#1a3c60"), Paint("#efb877", "#5d3a12"))
JAILS = (Paint("#8f9ff0", "#2a2b55"), Paint("#ef8f9a", "#552a33"))
TOOLS = {"hammer": "T", "shovel": "s", "classic": "s"}  # on the board; the board texts have s for both


def _base(character: str, side: int) -> Tile:
    if character == "#":
        return WALL
    if character in "hH":
        return Tile(character, " ", HOMES["hH".index(character)])
    if character in "jJ":
        return Tile(character, " ", JAILS["jJ".index(character)])
    return Tile(" ", " ", Paint("#30363d", SIDE_FLOOR[side]))


BASES = {(character, side): _base(character, side) for character in "# hHjJ" for side in (0, 1)}


def scene(game: str, view: Mapping[str, Any], seat: int | None) -> Scene:
    """A position of one of the three games."""
    terrain: list[str] = view["terrain"]
    columns = len(terrain[0])

    def base(row: int, column: int) -> Tile:
        return BASES[terrain[row][column], int(2 * column >= columns)]

    floor = Floor("", len(terrain), columns, base)
    _lay_things(game, view, floor)
    _stand_players(game, view, floor, seat)
    own = None if seat is None else view["players"][seat]["at"]
    return Scene([floor], None if own is None else (0, *own), legend(game))


def _lay_things(game: str, view: Mapping[str, Any], floor: Floor) -> None:
    lying: dict[Cell, str] = {}
    for tool in view["tools"]:
        if tool["at"] and tool["carrier"] is None:
            lying[tuple(tool["at"])] = TOOLS[game]
    for flag, sign in zip(view["flags"], "fF", strict=True):
        if flag["at"] and flag["carrier"] is None:
            cell = tuple(flag["at"])
            lying[cell] = sign + lying.get(cell, "")
    for cell, signs in lying.items():
        paint = floor.base(*cell).paint  # type: ignore[union-attr]  # whatever lies there lies on the board
        colour = GOLD if signs[0] in "fF" else GREEN
        floor.over[cell] = Tile(signs[0], signs[1:] or " ", Paint(colour, paint.bg, True))


def _stand_players(game: str, view: Mapping[str, Any], floor: Floor, seat: int | None) -> None:
    """Who shares a cell is drawn over the others: the one who looks on top, then carriers, then the free."""

    def rank(number: int) -> tuple[bool, bool, bool]:
        player = view["players"][number]
        return (number == seat, player["flag"] is not None, not player["jailed"])

    for number in sorted(range(len(view["players"])), key=rank):
        player, team = view["players"][number], number % 2
        sign = str(number // 2 + 1)
        mark = "x" if player["jailed"] else " "
        if player["tool"] is not None:
            mark = TOOLS[game]
        if player["flag"] is not None:
            mark = "fF"[player["flag"]]
        floor.over[tuple(player["at"])] = Tile(
            sign[0],
            sign[1] if len(sign) > 1 else mark,
            player_paint(team, own=number == seat, out=player["jailed"]),
            small=mark if mark in "fF" else sign[-1],
            plain="@" + (mark if mark != " " else "@") if number == seat else _plain(team, number // 2, mark),
        )


def _plain(team: int, member: int, mark: str) -> str:
    """A player without colours: `(` for team 1 or `[` for team 2, and his number or the flag he has."""
    digits = "123456789abcdefghijklmnopqrstuvwxyz"
    sign = digits[member] if member < len(digits) else "+"
    return ("(" if team == 0 else "[") + (mark if mark in "fF" else sign)


@lru_cache
def legend(game: str) -> list[tuple[Tile, str]]:
    """The symbols, and what they mean."""
    tools = {"hammer": "hammer", "shovel": "shovel"}
    told = [
        (Tile("1", " ", player_paint(0, own=True), plain="@@"), "you"),
        (Tile("1", " ", player_paint(0), plain="(1"), "team 1"),
        (Tile("1", " ", player_paint(1), plain="[1"), "team 2"),
        (Tile("2", "x", player_paint(1, out=True), plain="[2"), "in jail"),
        (Tile("1", "f", player_paint(1), plain="[f"), "has a flag"),
        (BASES["h", 0], "home 1"),
        (BASES["H", 1], "home 2"),
        (BASES["j", 0], "jail of 1"),
        (BASES["J", 1], "jail of 2"),
        (Tile("f", " ", Paint(GOLD, HOMES[0].bg, True)), "flag 1"),
        (Tile("F", " ", Paint(GOLD, HOMES[1].bg, True)), "flag 2"),
        (WALL, "wall"),
    ]
    if game in tools:
        told.append((Tile(TOOLS[game], " ", Paint(GREEN, SIDE_FLOOR[0], True)), tools[game]))
    return told
