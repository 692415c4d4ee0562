"""The picture of the capture-the-flag games: `h H j J f F #` as in the documents."""

from collections.abc import Mapping
from dataclasses import replace
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
BRACKETS = (("(", ")"), ("[", "]"))  # around the numbers of team 1 and 2
FRONTIER = "┊"  # between the territories


def _base(character: str, side: int) -> Tile:
    if character == "#":
        return WALL
    if character in "hH":
        return Tile(character, " ", HOMES["hH".index(character)])
    if character in "jJ":
        return Tile(character, " ", JAILS["jJ".index(character)])
    return Tile(" ", " ", Paint("#484f58", SIDE_FLOOR[side]))


BASES = {(character, side): _base(character, side) for character in "# hHjJ" for side in (0, 1)}
LAST_FLOOR = replace(BASES[" ", 0], mark="", edge=FRONTIER, plain=" :")  # in the last column of team 1's territory


def scene(game: str, view: Mapping[str, Any], seat: int | None) -> Scene:
    """A position of one of the three games."""
    terrain: list[str] = view["terrain"]
    columns = len(terrain[0])
    last = (columns - 1) // 2  # column of team 1 (C2)

    def base(row: int, column: int) -> Tile:
        character = terrain[row][column]
        return LAST_FLOOR if column == last and character == " " else BASES[character, int(column > last)]

    digits = len(str((len(view["players"]) + 1) // 2))
    floor = Floor("", len(terrain), columns, base, needs=1 + digits)
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
        floor.over[tuple(view["players"][number]["at"])] = _player(game, view["players"][number], number, seat)


def _player(game: str, player: Mapping[str, Any], number: int, seat: int | None) -> Tile:
    """`(1` is player 1 of team 1, `[1` of team 2; what he carries, or an x in jail, comes in place of the bracket."""
    team, own = number % 2, number == seat
    flag = "" if player["flag"] is None else "fF"[player["flag"]]
    tool = "" if player["tool"] is None else TOOLS[game]
    return player_tile(team, number // 2 + 1, flag + "x" * player["jailed"] + tool, own=own)


def player_tile(team: int, number: int, has: str = "", *, own: bool = False) -> Tile:
    """A player who has a flag, is in jail (x) or has a tool. Letters but a flag's are small in team 1, large in 2."""
    opens, closes = BRACKETS[team]
    has = "".join(sign if sign in "fF" else (sign.lower(), sign.upper())[team] for sign in has)
    sign = has[:1] or opens
    return Tile(
        sign,
        str(number),
        replace(player_paint(team, own=own, out="x" in has.lower()), underline=team == 1),
        small=sign if sign in "fF" else str(number)[-1],
        plain="@" + (has[:1] or "@") if own else "",
        lines=(f"{opens}{number}{closes}", *([has] if has else [])),
    )


@lru_cache
def legend(game: str) -> list[tuple[Tile, str]]:
    """The symbols, and what they mean."""
    tools = {"hammer": "hammer", "shovel": "shovel"}
    told = [
        (player_tile(0, 1, own=True), "you"),
        (player_tile(0, 2), "team 1"),
        (player_tile(1, 2), "team 2"),
        (player_tile(0, 3, "x"), "in jail"),
        (player_tile(1, 3, "f"), "has a flag"),
        (BASES["h", 0], "home 1"),
        (BASES["H", 1], "home 2"),
        (BASES["j", 0], "jail of 1"),
        (BASES["J", 1], "jail of 2"),
        (Tile("f", " ", Paint(GOLD, HOMES[0].bg, True)), "flag 1"),
        (Tile("F", " ", Paint(GOLD, HOMES[1].bg, True)), "flag 2"),
        (WALL, "wall"),
    ]
    if game in tools:
        told.append((player_tile(0, 4, TOOLS[game]), f"has a {tools[game]}"))
        told.append((Tile(TOOLS[game], " ", Paint(GREEN, SIDE_FLOOR[0], True)), tools[game]))
    told.append((LAST_FLOOR, "frontier"))
    return told
