"""What a person is told, in words: refusals, events with the names of players, how a match ended; and the keys."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from flagstone.play.messages import REFUSALS as SERVER_REFUSALS
from flagstone.play.messages import Entry
from flagstone.rules import GAMES
from flagstone.tui.session import Session

REFUSALS: Mapping[str, str] = {
    **SERVER_REFUSALS,
    "match_over": "the match is over",
    "no_match": "there is no such match any more",
    "not_your_turn": "it is not your turn",
    "off_board": "there the board ends",
    "wall": "a wall is in the way",
    "jailed": "you are in jail; a teammate has to free you",
    "not_holding": "you do not hold one",
    "occupied": "somebody stands there",
    "safe": "nobody can be tagged in his own home",
    "jailed_target": "whoever stands there is in jail already",
    "hands_full": "a shovel lies there, and your hands are full",
    "no_shovel": "you need a shovel to dig",
    "not_wall": "there is no wall to dig through",
    "not_capturable": "in his own territory he can only be captured with a flag in his hands",
    "no_flag": "the other team's flag is not here",
    "trail": "a light trail blocks that square",
    "chain": "nobody passes diagonally through a light trail",
    "nothing_here": "no grenade lies here that could be picked up",
    "inventory_full": "six grenades are all you can carry",
    "nothing_held": "you hold no grenade",
    "grenade_here": "a grenade is on this square already",
    "must_move": "a turn may not end where it began: move first",
}

GAME_REFUSALS: Mapping[tuple[str, str], str] = {
    ("hammer", "jailed"): "you are in jail and can only walk about in it, until a teammate frees you",
    ("hammer", "wall"): "a wall is in the way, and you have no hammer",
    ("savor", "not_your_turn"): "it is not your throw",
}

QUIET = frozenset({"moved"})  # events of the games without turns that are seen on the board anyway


def refusal(game: str, reason: str) -> str:
    """Why something was refused, as a sentence."""
    words = GAME_REFUSALS.get((game, reason)) or REFUSALS.get(reason) or reason.replace("_", " ")
    return f"No: {words}."


def feed(session: Session, entry: Entry) -> Iterator[str]:
    """What is told of an entry, with the players' names."""
    quiet = QUIET if GAMES[session.game].seats is None else frozenset()
    for event, words in zip(entry.events, entry.says, strict=True):
        if event["event"] not in quiet:
            yield named(session, words)
    if entry.kind == "act" and entry.reason and entry.seat is not None:
        yield f"{session.name(entry.seat)}: {entry.reason}."
    elif entry.kind in ("resign", "forfeit") and entry.seat is not None:
        yield f"{session.name(entry.seat)} is out: {entry.reason or 'resigned'}."
    elif entry.kind == "seat" and entry.seat is not None:
        yield f"A bot plays on for seat {entry.seat + 1}."
    elif entry.kind == "stop":
        yield f"The match was stopped: {entry.reason}."


_TEAM_PLAYER = re.compile(r"[Pp]layer (\d+) of team (\d)")
_PLAYER = re.compile(r"[Pp]layer (\d)\b")


def named(session: Session, words: str) -> str:
    """A sentence of the notation with the names of the players. Maze to Savor keeps its A, B and C (M20)."""
    if session.game == "rowdy":
        return _PLAYER.sub(lambda found: session.name(int(found[1]) - 1), words)
    if session.game == "savor":
        return words
    return _TEAM_PLAYER.sub(lambda found: session.name(2 * (int(found[1]) - 1) + int(found[2]) - 1), words)


def title(session: Session) -> str:
    """The game's name."""
    return GAMES[session.game].title


def side(session: Session, seat: int) -> int:
    """Which side a seat plays for, from 0."""
    return seat % len(GAMES[session.game].sides)


def seat_title(session: Session, seat: int) -> str:
    """A seat as the rulebook calls it."""
    if GAMES[session.game].seats is None:
        return f"{seat // 2 + 1} of team {seat % 2 + 1}"
    return str(GAMES[session.game].sides[seat])


def turn(session: Session) -> str:
    """Whose time it is."""
    if session.status == "open":
        return "waiting for the match to start"
    if session.outcome is not None:
        return ending(session)
    if session.to_move is None:
        return "everybody acts at any time"
    left = session.view.get("actions_left")
    actions = "" if left is None else f", {left} action{'' if left == 1 else 's'} left"
    if session.to_move == session.seat:
        return f"your turn{actions}"
    return f"{session.name(session.to_move)}'s turn{actions}"


def ending(session: Session) -> str:
    """How the match ended, for whoever looks at it."""
    outcome = session.outcome
    if outcome is None:
        return ""
    if outcome.winner is None:
        return f"Nobody won: {outcome.reason}."
    sides = GAMES[session.game].sides
    why = "" if outcome.reason == "won" else f" ({outcome.reason})"
    if session.seat is not None and outcome.winner in sides:
        if side(session, session.seat) == sides.index(outcome.winner):
            return f"You won{why}!" if len(sides) == session_seats(session) else f"Your team won{why}!"
        return f"{winner(session)} won{why}. Better luck next time!"
    return f"{winner(session)} won{why}."


def winner(session: Session) -> str:
    """The winning side by its name."""
    sides = GAMES[session.game].sides
    won = session.outcome.winner if session.outcome is not None else None
    if won in sides and GAMES[session.game].seats is not None:
        return session.name(sides.index(won))
    return f"{str(won)[:1].upper()}{str(won)[1:]}"


def session_seats(session: Session) -> int:
    """How many seats the match has."""
    return len(session.seats)


def notes(session: Session, seat: int) -> list[str]:
    """How a player is doing, in a few words."""
    player: Mapping[str, Any] = session.view["players"][seat]
    if session.game == "rowdy":
        held, debt = player["grenades"], player["debt"]
        return [f"{held} grenade{'' if held == 1 else 's'}"] + ([f"loses {debt} more"] if debt else [])
    if session.game == "savor":
        at = f"{player['at']} {player['direction']}"
        where = {"start": "at the start", "maze": at, "bawana": "inside Bawana"}[player["in"]]
        left = player["effect_left"]
        effect = [player["effect"] + (f" for {left} more" if left else "")] if player["effect"] else []
        return [f"{player['points']} points", where, *effect]
    told = ["in jail"] if player["jailed"] else []
    if player["flag"] is not None:
        told.append("has the flag" if player["flag"] != seat % 2 else "has its own flag")
    if player["tool"] is not None:
        charges = session.view["tools"][player["tool"]]["charges"]
        told.append(f"hammer, {charges} blows" if session.game == "hammer" else "shovel")
    return told or ["free"]


def progress(session: Session) -> str:
    """How far the match has come, in the games with turns."""
    unit = {"rowdy": "turn", "savor": "round"}.get(session.game)
    return f"{unit} {session.view[unit]}" if unit else ""


def clock(session: Session) -> str:
    """The time left, if a clock runs."""
    if session.due is not None and session.status == "running":
        left = max(0, session.due - session.now())
        return f"{minutes(-(-left // 1000))} left"
    return ""


def minutes(seconds: int) -> str:
    """A time as people write it."""
    return f"{seconds // 60}:{seconds % 60:02}"
