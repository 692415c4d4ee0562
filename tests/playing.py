"""Short ways to draw a capture-the-flag position, to play on it and to say what happened.

A drawing is a board on which the things that lie there and the players are drawn too: `f` and `F` are the flags of
team 1 and 2, `s` and `S` the first and the second tool, `0` is the player of seat 0 and `a` the same when he is jailed,
`1` and `b` are seat 1. Seats 0, 2, 4 play for team 1 (h, j), seats 1, 3, 5 for team 2 (H, J). A dot is floor.
Where several share a cell the lowest seat is drawn. The first and the last row may be left out, if nobody is there.
Drawings that follow each other stand side by side:

    #hfh  HFH#  |  #hfh  HFH#
    #  0 1   #  |  #   01   #
    #jjj  JJJ#  |  #jjj  JJJ#
"""

from collections.abc import Mapping
from inspect import cleandoc
from typing import Any

import pytest

from flagstone.match import Match, Reply
from flagstone.rules import ctf

OPEN = """
###########
#hhh   HHH#
#hhh   HHH#
#         #
#jjj   JJJ#
#jjj   JJJ#
###########
""".strip()

# The board of a drawing, unless the test draws its own. Columns 0 to 6 are team 1's territory, 7 to 13 team 2's.
FIELD = """
    ##############
    #hhfhh  HHFHH#
    #            #
    #jjjjj  JJJJJ#
    ##############
"""

# The same for three seats a team; columns 0 to 9 are team 1's.
WIDE = """
    ####################
    #hhhfhhh    HHHFHHH#
    #                  #
    #jjjjjjj    JJJJJJJ#
    ####################
"""

# FIELD with two tools.
ARMED = """
    ##############
    #hhfhh  HHFHH#
    #  s      S  #
    #jjjjj  JJJJJ#
    ##############
"""

# Homes adjoin jails, the teams' jails adjoin each other, nothing closes the board. Columns 0 to 4 are team 1's.
TIGHT = """
    hhfhhHHFHH
    jjjjjJJJJJ
    ..s.#..S..
    ....##....
    ..........
"""

# Where S8 and K8 say the same: rows 1 and 2 of a position on FIELD, who carries what, and who has won when seat 2 has
# gone north into (1, 5), his home.
HOMECOMINGS = [
    pytest.param("#h0fhh  HHHHH#", "#    2   13  #", {0: "F"}, "team 1", id="a member has their flag"),
    pytest.param("#h0fhh  HHHHH#", "#    2   13  #", {2: "F"}, "team 1", id="the mover has their flag"),
    pytest.param("#hh0hh  HHHHH#", "#    2   13  #", {2: "F"}, "team 1", id="a member stands on the own flag"),
    pytest.param("#h0f1h  HHHHH#", "#    2    3  #", {2: "F"}, "team 1", id="an opponent is in"),
    pytest.param("#h0fhh  HHFHH#", "#    2   13  #", {}, None, id="nobody has their flag"),
    pytest.param("#h0hhh  HHHHH#", "#    2   13  #", {0: "F", 1: "f"}, None, id="an opponent has the own flag"),
    pytest.param("#h0h1h  HHHHH#", "#    2    3  #", {0: "F", 1: "f"}, None, id="and stands there with it"),
    pytest.param("#hhfhh  HHHHH#", "#0   2   13  #", {2: "F"}, None, id="a member is outside"),
    pytest.param("#hhfhh  HHHHH#", "#0   2   13  #", {0: "F"}, None, id="the carrier is outside"),
    pytest.param("#hhfhh  0HHHH#", "#    2   13  #", {2: "F"}, None, id="a member is in the wrong home"),
]

FREE, JAILED = "012345", "abcde"  # f is a flag: seat 5 cannot be drawn jailed
FLAGS, TOOLS = "fF", "sS"


def ctf_match(game: str, board: str = OPEN, seats_per_team: int = 1) -> Match:
    """A match of a capture-the-flag game; a board that begins with a new line is a drawing."""
    if board.startswith("\n"):
        board = panels(board)[0].replace(".", " ")
    return Match(game, {"board": board, "seats_per_team": seats_per_team})


def panels(drawing: str) -> list[str]:
    """The drawings that stand side by side, as texts."""
    lines = [line.split("|") for line in cleandoc(drawing).splitlines()]
    return ["\n".join(parts) for parts in zip(*map(_stripped, lines), strict=True)]


def _stripped(parts: list[str]) -> list[str]:
    return [part.strip() for part in parts]


def whole(picture: str, board: str) -> str:
    """A drawing as `drawn` would draw it, with the first and the last row of its board if it leaves them out."""
    lines = panels(board)[0].split("\n")
    whole = picture if picture.count("\n") == len(lines) - 1 else "\n".join([lines[0], picture, lines[-1]])
    return whole.replace(".", " ")


def position(
    game: str,
    drawing: str,
    *,
    board: str = FIELD,
    carrying: Mapping[int, str] | None = None,
    joined: Mapping[int, int] | None = None,
) -> Match:
    """A match in the position of a drawing: as if everybody had walked there.

    What is drawn as a player hides the board, which is why it is given beside the drawing. `carrying` gives a seat
    the things of these characters, drawn or not; `joined` puts a seat that is not drawn into the cell of one that is.
    """
    (panel,) = panels(drawing)
    picture = whole(panel, board)
    drawn_at = {
        char: (row, column)
        for row, line in enumerate(picture.split("\n"))
        for column, char in enumerate(line)
        if char in FREE + JAILED + FLAGS + TOOLS
    }
    seats = {(FREE + JAILED).index(char) % len(FREE): char for char in drawn_at if char in FREE + JAILED}
    seats |= {seat: seats[host] for seat, host in (joined or {}).items()}
    match = ctf_match(game, board, len(seats) // 2)
    for seat, char in sorted(seats.items()):
        put(match, seat, *drawn_at[char], jailed=char in JAILED)
    for char in FLAGS:
        if char in drawn_at:
            move_flag(match, FLAGS.index(char), *drawn_at[char])
    for seat, things in (carrying or {}).items():
        for thing in things:
            if thing in FLAGS:
                hand_flag(match, seat, FLAGS.index(thing))
            else:
                hand_tool(match, seat, TOOLS.index(thing))
    lines = zip(picture.split("\n"), match.state()["terrain"], strict=True)
    carried = "".join((carrying or {}).values())
    rest = "\n".join("".join(t if c in carried else c for c, t in zip(*line, strict=True)) for line in lines)
    assert drawn(match) == rest, f"the drawing does not fit its board:\n{drawn(match)}\n\n{rest}"
    return match


def drawn(match: Match) -> str:
    """A match's position as a drawing."""
    state = match.state()
    cells = [list(line) for line in state["terrain"]]
    for things, chars in ((state["tools"], TOOLS), (state["flags"], FLAGS)):
        for thing, char in zip(things, chars, strict=False):
            if thing["at"]:
                cells[thing["at"][0]][thing["at"][1]] = char
    for seat, player in reversed(list(enumerate(state["players"]))):
        row, column = player["at"]
        cells[row][column] = (JAILED if player["jailed"] else FREE)[seat]
    return "\n".join("".join(line) for line in cells)


def happens(
    game: str,
    drawing: str,
    action: tuple[int, str],
    *,
    board: str = FIELD,
    carrying: Mapping[int, str] | None = None,
    joined: Mapping[int, int] | None = None,
) -> tuple[Match, list[str]]:
    """Play an action that turns the first of two drawings into the second: the match, and what was told."""
    before, after = panels(drawing)
    match = position(game, before, board=board, carrying=carrying, joined=joined)
    events = told(play(match, action))
    assert drawn(match) == whole(after, board), f"it led to\n{drawn(match)}"
    return match, events


def refused(match: Match, seat: int, action: str) -> str | None:
    """Try an action, which may change nothing at all if it is refused: why it is, or None."""
    before, log = match.states.tobytes(), list(match.log)
    is_legal = action in match.legal(seat)
    reply = match.apply(seat, action)
    assert is_legal == reply.accepted
    if reply.refusal is not None:
        assert (match.states.tobytes(), match.log, reply.events) == (before, log, [])
    return reply.refusal


def put(match: Match, seat: int, row: int, column: int, *, jailed: bool = False) -> None:
    """Put a player somewhere, as if he had walked there: a position to try a rule on."""
    state: Any = match.states[0]
    team = seat % 2
    player = state.players[seat]
    if player.jailed != jailed:
        player.jailed = jailed
        state.in_jail[team] += 1 if jailed else -1
    ctf.stand(state, seat, ctf.cell_at(state, row, column))


def hand_flag(match: Match, seat: int, team: int) -> None:
    """Let a player carry a team's flag (0 or 1)."""
    ctf.take_flag(match.states[0], team, seat)


def hand_tool(match: Match, seat: int, number: int) -> None:
    """Let a player carry a tool."""
    ctf.take_tool(match.states[0], number, seat)


def move_flag(match: Match, team: int, row: int, column: int) -> None:
    """Let a lying flag (of team 0 or 1) lie elsewhere."""
    state: Any = match.states[0]
    state.ground[state.flag[team].at] ^= ctf.FLAG_LIES
    ctf.lay_flag(state, team, ctf.cell_at(state, row, column))


def at(match: Match, seat: int) -> tuple[int, int]:
    """Where a player is."""
    row, column = match.state()["players"][seat]["at"]
    return row, column


def player(match: Match, seat: int) -> dict[str, Any]:
    """A player as the state tells of him."""
    told: dict[str, Any] = match.state()["players"][seat]
    return told


def thing(match: Match, kind: str, number: int = 0) -> dict[str, Any]:
    """One of the `flags` or `tools` as the state tells of it."""
    told: dict[str, Any] = match.state()[kind][number]
    return told


def names(reply: Reply) -> list[str]:
    """The names of the events of an action, in order."""
    return [event["event"] for event in reply.events]


def told(reply: Reply) -> list[str]:
    """The events of an action with all their fields, each as one line such as `moved seat=0 at=2,5`."""
    return [" ".join([event["event"], *_fields(event)]) for event in reply.events]


def _fields(event: Mapping[str, Any]) -> list[str]:
    rest = {name: value for name, value in event.items() if name != "event"}
    return [f"{k}={','.join(map(str, v)) if k == 'at' else v}" for k, v in rest.items()]


def play(match: Match, *actions: tuple[int, str]) -> Reply:
    """Carry out actions that must be accepted; the reply to the last."""
    reply = Reply(None)
    for seat, action in actions:
        reply = match.apply(seat, action)
        assert reply.accepted, f"{action} of seat {seat} was refused: {reply.refusal}"
    return reply
