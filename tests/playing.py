"""Short ways to set up a capture-the-flag position and to play on it."""

from typing import Any

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


def ctf_match(game: str, board: str = OPEN, seats_per_team: int = 1) -> Match:
    """A match of a capture-the-flag game."""
    return Match(game, {"board": board, "seats_per_team": seats_per_team})


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


def at(match: Match, seat: int) -> tuple[int, int]:
    """Where a player is."""
    row, column = match.state()["players"][seat]["at"]
    return row, column


def player(match: Match, seat: int) -> dict[str, Any]:
    """A player as the state tells of him."""
    told: dict[str, Any] = match.state()["players"][seat]
    return told


def names(reply: Reply) -> list[str]:
    """The names of the events of an action, in order."""
    return [event["event"] for event in reply.events]


def play(match: Match, *actions: tuple[int, str]) -> Reply:
    """Carry out actions that must be accepted; the reply to the last."""
    reply = Reply(None)
    for seat, action in actions:
        reply = match.apply(seat, action)
        assert reply.accepted, f"{action} of seat {seat} was refused: {reply.refusal}"
    return reply
