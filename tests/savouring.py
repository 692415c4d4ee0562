"""Short ways to set up a match of Maze to Savor, to play on it by tapes and to say what happened."""

from collections.abc import Mapping, Sequence
from typing import Any

from flagstone.match import Match
from flagstone.rules import savor

A, B, C = range(3)

# What Bawana's cells do; the names are draws that choose one of them.
BAWANA = ["poisoning", "disoriented", "triggered", "happy", 10, 25, 50, 100]
BAWANA += BAWANA[:4]
TO_POISONING, TO_DISORIENTED, TO_TRIGGERED, TO_HAPPY, TO_TEN, TO_TWENTY_FIVE = range(6)

STARTS = ([0, 6, 12], [0, 9, 8], [0, 9, 16])
ENTRANCE = [0, 9, 19]

# Directions as they are drawn by a disoriented player, and the faces of the direction die.
N, E, S, W = range(4)
FACE_N, FACE_E, FACE_S, FACE_W = range(2, 6)
EMPTY = 6


def maze(values: Mapping[str, str] | None = None, **settings: Any) -> Match:
    """A match in which every draw comes from a tape, and whose cells cost nothing but where values say so."""
    by_hand = {"flag": [0, 0, 24], "values": values or {}, "bawana": BAWANA, "scripted": True}
    return Match("savor", {**by_hand, **settings})


def put(match: Match, seat: int, at: Sequence[int], direction: str = "N", **fields: Any) -> None:
    """Stand a player on a cell of the maze, facing some way, with other fields as they are given."""
    player = match.states[0].players[seat]
    floor, row, column = at
    player.area = savor.IN_MAZE
    player.at = savor.cell_at((floor, row, column))
    player.direction = savor.DIRECTIONS.index(direction)
    for name, value in fields.items():
        setattr(player, name, value)


def at_hand(at: Sequence[int], direction: str = "N", /, **settings: Any) -> Match:
    """A match with A on a cell of the maze, facing some way; points and throws may be given too."""
    fields = {name: settings.pop(name) for name in ("points", "throws") if name in settings}
    match = maze(**settings)
    put(match, A, at, direction, **fields)
    return match


def throw(match: Match, *tape: int, seat: int = A) -> list[str]:
    """A seat throws with a tape; those before it throw a 1 in the starting area. The names of the events."""
    while int(match.states[0].to_move) != seat:
        waiting = int(match.states[0].to_move)
        assert player(match, waiting)["in"] == "start"
        assert match.apply(waiting, "throw", [1]).accepted
    assert match.apply(seat, "throw", tape).refusal is None
    return [event["event"] for event in match.events()]


def player(match: Match, seat: int = A) -> dict[str, Any]:
    """What the state says of a player."""
    return dict(match.state()["players"][seat])


def at(match: Match, seat: int = A) -> list[int]:
    """Where a player is."""
    return list(player(match, seat)["at"])


def points(match: Match, seat: int = A) -> int:
    """A player's movement points."""
    return int(player(match, seat)["points"])


def told(match: Match, name: str) -> dict[str, Any]:
    """The one event of this name of the last action."""
    (event,) = [event for event in match.events() if event["event"] == name]
    return event
