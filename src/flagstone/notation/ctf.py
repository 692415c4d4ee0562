"""The capture-the-flag games as JSON and words."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from flagstone.rules import GAMES
from flagstone.rules.ctf import NOTHING, NOWHERE, PLACE, SIDES, State
from flagstone.rules.events import NOBODY, Event
from flagstone.rules.record import read

RESULTS = (None, *SIDES, "draw")
TERRAIN = b"?# hj????# HJ???".ljust(256, b"?")  # by place: kind, and territory of team 1 or 2


def state(state: State, secrets: bool = True) -> dict[str, Any]:
    """The whole state; these games have no secrets."""
    stride, seats, tools = (int(read(state, name)) for name in ("stride", "seats", "tool_count"))
    players = [
        {
            "at": [at // stride - 1, at % stride - 1],
            "jailed": jailed,
            "flag": or_none(flag, NOTHING),
            "tool": or_none(tool, NOTHING),
        }
        for at, tool, _, flag, jailed, *_ in read(state, "players")[:seats].tolist()
    ]

    def thing(at: int, carrier: int) -> dict[str, Any]:
        """Where a thing is: its carrier's cell while it is carried; nowhere once it is spent."""
        if carrier != NOBODY:
            return {"at": list(players[carrier]["at"]), "carrier": carrier}
        return {"at": None if at == NOWHERE else [at // stride - 1, at % stride - 1], "carrier": None}

    return {
        "terrain": terrain(state),
        "players": players,
        "flags": [thing(at, carrier) for _, at, carrier, *_ in read(state, "flag").tolist()],
        "tools": [
            {**thing(at, carrier), "charges": or_none(charges, NOTHING)}
            for _, at, carrier, charges, *_ in read(state, "tools")[:tools].tolist()
        ],
        "result": RESULTS[read(state, "result")],
    }


def terrain(state: State) -> list[str]:
    """The board's rows in the characters of C1, without the things on it."""
    rows, stride = int(read(state, "rows")), int(read(state, "stride"))
    places = np.bitwise_and(read(state, "ground")[: (rows + 2) * stride], PLACE)
    return list(_drawn(places.tobytes(), stride))


@lru_cache(maxsize=64)
def _drawn(places: bytes, stride: int) -> tuple[str, ...]:
    """The rows of a board without its rim; hardly ever has a board changed since it was drawn last."""
    text = places.translate(TERRAIN).decode()
    return tuple(text[first + 1 : first + stride - 1] for first in range(stride, len(text) - stride, stride))


def cell(state: State, number: int) -> list[int]:
    """A cell as [row, column]."""
    row, column = divmod(number, int(read(state, "stride")))
    return [row - 1, column - 1]


def or_none(value: int, nothing: int) -> int | None:
    """A number, or null where the state says that there is none."""
    return None if value == nothing else value


# What the field `what` of an event is, by the event's name; where the kind of tool differs, by game.
BY_SEAT = ("freed", "tagged")
THINGS = ("picked_up", "dropped", "returned", "flag_taken", "flag_returned")
TOOLS = ("wall_broken", "hammer_spent", "dug")


def event(game: str, event: Event, state: State) -> dict[str, Any]:
    """An event as JSON: its name, and who, by whom, what and where as far as it has them."""
    name = GAMES[game].events[event.kind]
    told: dict[str, Any] = {"event": name}
    if event.seat != NOBODY:
        told["seat"] = int(event.seat)
    if name in BY_SEAT or (name == "captured" and game == "classic"):
        told["by"] = int(event.what)
    elif name in ("captured", "won"):
        told["team"] = int(event.what) + 1
    elif name in THINGS:
        told["thing"] = f"flag {event.what + 1}" if event.what < 2 else f"{TOOL_WORDS[game]} {event.what - 2}"
    elif name in TOOLS:
        told["thing"] = f"{TOOL_WORDS[game]} {event.what}"
    if event.seat != NOBODY:
        told["at"] = cell(state, event.at)
    return told


TOOL_WORDS = {"hammer": "hammer", "shovel": "shovel", "classic": ""}

SENTENCES = {
    "moved": "{who} moved to {at}.",
    "wall_broken": "{who} broke the wall at {at}.",
    "hammer_spent": "{who}'s hammer is spent.",
    "dug": "{who} dug through the wall at {at}.",
    "captured": "{who} was captured at {at} by {by}.",
    "tagged": "{who} was tagged at {at} by {by}.",
    "freed": "{who} was freed by {by}.",
    "picked_up": "{who} picked up the {thing} at {at}.",
    "dropped": "{who} dropped the {thing}, which lies at {at}.",
    "returned": "The {thing} returned to {at}.",
    "flag_taken": "{who} took the {thing} at {at}.",
    "flag_returned": "The {thing} returned to {at}.",
    "won": "Team {team} won.",
    "drawn": "Everybody is in jail: a draw.",
}


def words(event: Mapping[str, Any]) -> str:
    """An event as a sentence."""
    by = player(event["by"]) if "by" in event else f"team {event.get('team')}"
    thing = str(event.get("thing", ""))
    if thing.startswith("flag "):
        thing = f"flag of team {thing[5:]}"
    sentence = SENTENCES[event["event"]].format(
        who=player(event.get("seat", 0)),
        by=by,
        thing=thing,
        at=tuple(event.get("at", ())),
        team=event.get("team"),
    )
    return sentence[0].upper() + sentence[1:]


def player(seat: int) -> str:
    """A seat in words; people count from 1."""
    return f"player {seat // 2 + 1} of team {seat % 2 + 1}"
