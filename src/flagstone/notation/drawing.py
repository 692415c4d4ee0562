"""Positions as plain text: for replays, golden playthroughs and whoever looks at a terminal."""

from collections.abc import Callable, Mapping
from typing import Any

Canvas = list[list[str]]


def draw(game: str, state: Mapping[str, Any], setup: Mapping[str, Any]) -> str:
    """The position that `Match.state` or `Match.view` tells, with the set-up it came from."""
    return _DRAWINGS[game](state, setup)


def _text(canvas: Canvas) -> str:
    return "\n".join("".join(row) for row in canvas)


def _ctf(state: Mapping[str, Any], setup: Mapping[str, Any]) -> str:
    """The board in its own characters; f, F and s where a thing lies, 1 and 2 for players, ! and ? with a flag."""
    canvas = [list(line) for line in state["terrain"]]
    for thing, mark in [*zip(state["flags"], "fF", strict=True), *((tool, "s") for tool in state["tools"])]:
        if thing["at"] and thing["carrier"] is None:
            _put(canvas, thing["at"], mark)
    lines = []
    for seat, player in enumerate(state["players"]):
        _put(canvas, player["at"], ("12" if player["flag"] is None else "!?")[seat % 2])
        holds = [f"flag of team {player['flag'] + 1}"] if player["flag"] is not None else []
        holds += [f"tool {player['tool']}"] if player["tool"] is not None else []
        notes = (["jailed"] if player["jailed"] else []) + holds
        lines.append(f"  seat {seat} at {tuple(player['at'])}{': ' if notes else ''}{', '.join(notes)}")
    return "\n".join([_text(canvas), *lines])


GRENADES = {"lying": "g", "placed": "p", "active": "!", "wreck": "x"}


def _rowdy(state: Mapping[str, Any], setup: Mapping[str, Any]) -> str:
    """# wall, . square, : dark, 1 2 players, a b their trails, g p ! x grenades lying, placed, active, exploded."""
    canvas = [["."] * setup["columns"] for _ in range(setup["rows"])]
    for row, column, _ in state["dark"]:
        canvas[row][column] = ":"
    for cell in state["walls"]:
        _put(canvas, cell, "#")
    for row, column, condition in state["grenades"]:
        canvas[row][column] = GRENADES[condition]
    for player, trail, mark in zip(state["players"], "ab", "12", strict=True):
        for cell in player["trail"]:
            if cell:
                _put(canvas, cell, trail)
        _put(canvas, player["at"], mark)
    lines = [f"  turn {state['turn']}, player {state['to_move'] + 1} to move, {state['actions_left']} actions left"]
    for seat, player in enumerate(state["players"]):
        lines.append(f"  player {seat + 1} holds {player['grenades']} grenades, debt {player['debt']}")
    return "\n".join([_text(canvas), *lines])


def _savor(state: Mapping[str, Any], setup: Mapping[str, Any]) -> str:
    """The floors side by side: . cell, / end of a stair, | pole, F flag, ~ Bawana, # blocked or wall, A B C players."""
    floors: list[Canvas] = [[[" "] * 25 for _ in range(10)] for _ in range(3)]
    for name in state["values"]:
        floor, row, column = (int(number) for number in name.strip("[]").split(","))
        floors[floor][row][column] = "."
    for floor, row, column, to_floor, to_row, to_column in setup["stairs"]:
        _put(floors[floor], [row, column], "/")
        _put(floors[to_floor], [to_row, to_column], "/")
    for one, other, row, column in setup["poles"]:
        for floor in range(min(one, other), max(one, other) + 1):
            if floors[floor][row][column] != " ":
                floors[floor][row][column] = "|"
    for floor, row, column, to_row, to_column in setup["walls"]:
        for r in range(min(row, to_row), max(row, to_row) + 1):
            for c in range(min(column, to_column), max(column, to_column) + 1):
                floors[floor][r][c] = "#"
    for floor, row, column in state["blocked"]:
        floors[floor][row][column] = "#"
    floor, row, column = setup["flag"]
    floors[floor][row][column] = "F"
    for name, player in zip("ABC", state["players"], strict=True):
        floor, row, column = player["at"]
        floors[floor][row][column] = name
    rows = ["   ".join("".join(floor[row]) for floor in floors).rstrip() for row in range(10)]
    lines = [f"  round {state['round']}, {'ABC'[state['to_move']]} to throw"]
    for name, player in zip("ABC", state["players"], strict=True):
        effect = f", {player['effect']}" if player["effect"] else ""
        lines.append(f"  {name} at {player['at']} facing {player['direction']}, {player['points']} points{effect}")
    return "\n".join([*rows, *lines])


def _put(canvas: Canvas, cell: list[int], mark: str) -> None:
    row, column = cell
    canvas[row][column] = mark


_DRAWINGS: dict[str, Callable[[Mapping[str, Any], Mapping[str, Any]], str]] = {
    "hammer": _ctf,
    "shovel": _ctf,
    "classic": _ctf,
    "rowdy": _rowdy,
    "savor": _savor,
}
