"""The picture of Maze to Savor: three floors, the highest first."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from flagstone.tui.scene import GOLD, SIDE_DIM, WALL, Cell, Floor, Paint, Scene, Tile, player_paint

SPAN = {2: (8, 16)}  # columns that a floor has, where it does not have all 25
ROWS, COLUMNS = 10, 25
STARTS: Mapping[Cell, int] = {(6, 12): 0, (9, 8): 1, (9, 16): 2}
BAWANA_INSIDE = [(row, column) for row in (7, 8, 9) for column in (21, 22, 23, 24)]
ENTRANCE = (9, 19)

CELL = "#12161c"
PLAIN = Paint("#3a434e", CELL)
COST, GIFT, FACTOR = Paint("#9a5b64", CELL), Paint("#4f9a66", CELL), Paint("#d0a93a", CELL, True)
STAIR, POLE = Paint("#6fdcf0", "#123038", True), Paint("#d3a4ff", "#2c1c3a", True)
YARD, KITCHEN, DOOR = Paint("#4a5566", "#1a202b"), Paint("#ff9ecb", "#3a1830"), Paint("#ff9ecb", "#24141f", True, True)
FLAG = Tile("F", " ", Paint("#1a1400", GOLD, True), plain="F>")
KINDS = {"poisoning": "p", "disoriented": "d", "triggered": "t", "happy": "h"}
SENSES = {"up": "^", "down": "v", "both": " "}
ARROWS = {"N": ("↑", "^"), "E": ("→", ">"), "S": ("↓", "v"), "W": ("←", "<")}


def scene(view: Mapping[str, Any], setup: Mapping[str, Any], seat: int | None) -> Scene:
    """A position of Maze to Savor."""
    ground = [dict[Cell, Tile]() for _ in range(3)]
    for name, value in view["values"].items():
        floor, row, column = map(int, name.strip("[]").split(","))
        ground[floor][row, column] = _value(value)
    _draw_yards(ground[0], view, setup)
    _draw_ways(ground, view, setup)
    _draw_walls(ground, view, setup)
    floor, row, column = setup["flag"]
    ground[floor][row, column] = FLAG
    for number, player in enumerate(view["players"]):
        floor, row, column = player["at"]
        ground[floor][row, column] = _player(number, player, number == seat)
    floors = [_floor(number, tiles) for number, tiles in enumerate(ground)][::-1]
    looks = view["to_move"] if seat is None else seat
    floor, row, column = view["players"][looks]["at"]
    return Scene(floors, (2 - floor, row, column), legend())


def _floor(number: int, tiles: dict[Cell, Tile]) -> Floor:
    first, last = SPAN.get(number, (0, COLUMNS - 1))
    title = f"Floor {number}"

    def base(row: int, column: int) -> Tile | None:
        return tiles.get((row, column))

    return Floor(title, ROWS, last - first + 1, base, first_column=first)


@cache
def _value(value: str) -> Tile:
    """M8. A cell with its value."""
    if value == "-0":
        return Tile("·", " ", PLAIN, plain=". ")
    paint = {"-": COST, "+": GIFT, "x": FACTOR}[value[0]]
    digit = value[1] if len(value) == 2 else "*"
    return Tile(value[0], digit, paint, small=".")


def _draw_yards(tiles: dict[Cell, Tile], view: Mapping[str, Any], setup: Mapping[str, Any]) -> None:
    """The starting area; and Bawana, which the base game does not have."""
    for row in range(6, 10):
        for column in range(8, 17):
            tiles[row, column] = Tile(" ", " ", YARD, plain="  ")
    for cell, player in STARTS.items():
        tiles[cell] = Tile("abc"[player], " ", Paint("#8894a5", SIDE_DIM[player]))
    if setup["elements"] == "full":
        for cell, kind in zip(BAWANA_INSIDE, view["bawana"], strict=True):
            tiles[cell] = _kitchen(kind)
        for cell in [*((6, column) for column in range(20, 25)), *((row, 20) for row in (7, 8, 9))]:
            tiles[cell] = WALL
        under = tiles.get(ENTRANCE)
        if under is not None:
            tiles[ENTRANCE] = Tile(under.glyph, under.mark, DOOR, small="e", plain="e ")


@cache
def _kitchen(kind: str | int) -> Tile:
    if isinstance(kind, int):
        digits = f"{min(kind, 99):02}"
        return Tile(digits[0], digits[1], KITCHEN, small="~")
    return Tile(KINDS[kind], " ", KITCHEN, small="~", plain=f"~{KINDS[kind]}")


def _draw_ways(ground: list[dict[Cell, Tile]], view: Mapping[str, Any], setup: Mapping[str, Any]) -> None:
    for one, other, row, column in setup["poles"]:
        for floor in range(min(one, other), max(one, other) + 1):
            if (row, column) in ground[floor]:
                ground[floor][row, column] = Tile("|", "v" if floor > min(one, other) else "_", POLE)
    for sense, ends in zip(view["stairs"], setup["stairs"], strict=True):
        low = min(ends[0], ends[3])
        for floor, row, column in (ends[:3], ends[3:]):
            usable = sense == "both" or (sense == "up") == (floor == low)
            leads = ("^" if floor == low else "v") if usable else "-"
            ground[floor][row, column] = Tile("/", leads, STAIR)


def _draw_walls(ground: list[dict[Cell, Tile]], view: Mapping[str, Any], setup: Mapping[str, Any]) -> None:
    for floor, row, column, to_row, to_column in setup["walls"]:
        for r in range(min(row, to_row), max(row, to_row) + 1):
            for c in range(min(column, to_column), max(column, to_column) + 1):
                ground[floor][r, c] = WALL
    for floor, row, column in view["blocked"]:
        ground[floor][row, column] = WALL


def _player(number: int, player: Mapping[str, Any], own: bool) -> Tile:
    arrow, plain = ARROWS[player["direction"]]
    out = player["in"] == "bawana"
    sign = "ABC"[number]
    return Tile(sign, arrow, player_paint(number, own=own, out=out), plain=f"{sign}{plain}")


@cache
def legend() -> list[tuple[Tile, str]]:
    """The symbols, and what they mean."""
    return [
        (Tile("A", "↑", player_paint(0, own=True), plain="A^"), "you go north"),
        (Tile("B", "←", player_paint(1), plain="B<"), "another player"),
        (FLAG, "flag"),
        (_value("-3"), "costs 3"),
        (_value("+2"), "gives 2"),
        (_value("x2"), "doubles"),
        (Tile("/", "^", STAIR), "stairs up"),
        (Tile("/", "v", STAIR), "stairs down"),
        (Tile("/", "-", STAIR), "wrong way now"),
        (Tile("|", "v", POLE), "pole down"),
        (Tile("|", "_", POLE), "its foot"),
        (WALL, "wall"),
        (Tile("e", " ", DOOR), "Bawana's door"),
        (_kitchen("poisoning"), "food poisoning"),
        (_kitchen("disoriented"), "disoriented"),
        (_kitchen("triggered"), "triggered"),
        (_kitchen("happy"), "happy"),
        (_kitchen(48), "48 points"),
        (Tile("a", " ", Paint("#8894a5", SIDE_DIM[0])), "start of A"),
    ]
