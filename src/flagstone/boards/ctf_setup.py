"""The set-up of a capture-the-flag match: a board and how many play on it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from flagstone.boards.ctf import MOST_SEATS, Board, parse
from flagstone.boards.faults import BoardError
from flagstone.boards.settings import Reader, Setting, shown
from flagstone.rules import GAMES, ctf
from flagstone.rules.record import layout

SETTINGS = (
    Setting("board", "text, one line a row", required=True, meaning="the board (C1)"),
    Setting("seats_per_team", f"integer, 1 to {MOST_SEATS}", required=True, meaning="players of each team (C3)"),
)
MOST_TEXT = 256 * 257  # no accepted board is longer


def resolve(settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The set-up in full, or a SettingsError with every fault. Chance decides nothing (C9)."""
    reader = Reader(settings, SETTINGS)
    for setting in SETTINGS:
        if not reader.given(setting.name):
            reader.fail(f"{setting.name} is missing")
    seats = reader.integer("seats_per_team", 1, MOST_SEATS, 1)
    text = settings.get("board")
    if text is not None and not isinstance(text, str):
        reader.fail(f"board is {shown(text)}, not text")
    elif text is not None and len(text) > MOST_TEXT:
        reader.fail(f"board has {len(text)} characters, more than a board of 256 rows and columns")
    elif text is not None:
        try:
            text = _board(text, seats).text
        except BoardError as error:
            for fault in error.faults:
                reader.fail(f"board: {fault}")
    reader.finish()
    return {"board": text, "seats_per_team": seats}


@lru_cache(maxsize=16)
def _board(text: str, seats_per_team: int) -> Board:
    return parse(text, seats_per_team)


def lay_out(game: str, setup: Mapping[str, Any]) -> npt.NDArray[np.record]:
    """The state before the start of a match with a set-up that `resolve` made."""
    board = _board(setup["board"], setup["seats_per_team"])
    tools = [] if game == "classic" else board.tools()
    seats = 2 * setup["seats_per_team"]
    cells = (board.rows + 2) * (board.columns + 2)
    rules = GAMES[game]
    states = np.zeros(1, layout(rules.state, **rules.capacity(cells=cells, seats=seats, tools=len(tools))))
    ctf.set_up(states[0], board.lines, [board.flag(0), board.flag(1)], tools, setup["seats_per_team"])
    return states
