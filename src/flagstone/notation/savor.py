"""Maze to Savor as JSON and in the words of M20."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, SupportsInt

import numpy as np

from flagstone.rules.savor import (
    BAWANA_KINDS,
    BLOCKED_BY_STAIR,
    DIRECTIONS,
    EVENTS,
    NAMES,
    OPEN,
    POISONED,
    Event,
    Player,
    State,
    name_of,
    place_of,
)

RESULTS = (None, *NAMES)
AREAS = ("start", "maze", "bawana")
EFFECTS = (None, "poisoned", "disoriented", "triggered")
SENSES = ("", "up", "down", "both")
KIND_NAMES = {kind: name for name, kind in BAWANA_KINDS.items()}


def state(state: State, secrets: bool = True) -> dict[str, Any]:
    """The whole state; its only secrets, the seed and the generator, are never shown."""
    squares: Any = np.asarray(state.squares)
    standing = np.flatnonzero(squares["ground"] == OPEN)
    worth = zip(standing.tolist(), *(squares[name][standing].tolist() for name in ("times", "plus")), strict=True)
    return {
        "round": int(state.rounds),
        "to_move": int(state.to_move),
        "players": [player(one) for one in state.players],
        "stairs": [SENSES[sense] for sense in state.senses[: state.stair_count]],
        "values": {name_of(number): value(times, plus) for number, times, plus in worth},
        "bawana": [bawana_cell(kind) for kind in state.bawana],
        "blocked": [cell(number) for number in np.flatnonzero(squares["ground"] == BLOCKED_BY_STAIR)],
        "result": RESULTS[state.result],
    }


def player(player: Player) -> dict[str, Any]:
    """Where a player is and how he is doing."""
    counts = player.effect == POISONED or player.effect_left > 0
    return {
        "at": cell(player.at),
        "in": AREAS[player.area],
        "direction": DIRECTIONS[player.direction],
        "throws": int(player.throws),
        "points": int(player.points),
        "effect": EFFECTS[player.effect],
        "effect_left": int(player.effect_left) if counts else None,
    }


def cell(number: SupportsInt) -> list[int]:
    """A cell as [floor, row, column]."""
    return list(place_of(int(number)))


@cache
def value(times: int, plus: int) -> str:
    """M8. A cell's value: a cost, a gift or a factor."""
    if times != 1:
        return f"x{times}"
    return f"+{plus}" if plus > 0 else f"-{-plus}"


def bawana_cell(kind: int) -> str | int:
    """What one of Bawana's cells does: its kind, or the points it gives."""
    return KIND_NAMES.get(int(kind), int(kind))


# Events. Which fields each has, beside its name and the seat.

Field = Callable[[Event], Any]

AT: dict[str, Field] = {"at": lambda event: cell(event.at)}
DIE: dict[str, Field] = {"die": lambda event: int(event.what)}
THROW: dict[str, Field] = {
    **DIE,
    "direction": lambda event: DIRECTIONS[event.direction],
    "steps": lambda event: int(event.steps),
    **AT,
}
PASSAGE: dict[str, Field] = {**AT, "to": lambda event: cell(event.what)}
INSIDE: dict[str, Field] = {"cell": lambda event: bawana_cell(event.what), **AT}

FIELDS: dict[str, dict[str, Field]] = {
    "stayed_out": DIE,
    "entered": AT,
    "blocked": THROW,
    "walked": THROW,
    "turned": {**THROW, "face": lambda event: int(event.face)},
    "walked_disoriented": THROW,
    "walked_triggered": THROW,
    "account": {
        "steps": THROW["steps"],
        "cost": lambda event: int(event.what),
        "points": lambda event: int(event.points),
        "direction": THROW["direction"],
    },
    "took_stairs": PASSAGE,
    "slid_down": PASSAGE,
    "placed": INSIDE,
    "fit_again": INSIDE,
    "earned": {"points": lambda event: int(event.what), **AT},
    "captured": {"other": lambda event: int(event.what), **AT},
    "flag_captured": AT,
    "looped": AT,
    "fell": AT,
}


def event(event: Event, state: State) -> dict[str, Any]:
    """An event as JSON: its name, whose it is, and the fields of its kind."""
    name = EVENTS[event.kind]
    if name == "stairs_changed":
        return {"event": name, "stairs": [SENSES[sense] for sense in state.senses[: state.stair_count]]}
    told = {field: read(event) for field, read in FIELDS.get(name, {}).items()}
    return {"event": name, "seat": int(event.seat), **told}


# M20. The document's messages, word for word; where it has none, plain sentences in the same style.
LINES = {
    "stayed_out": "{who} is at the starting area and rolls {die} on the movement dice cannot enter the maze.",
    "entered": "{who} is at the starting area and rolls 6 on the movement dice and is placed on {at} of the maze.",
    "blocked": "{who} rolls and {die} on the movement dice and cannot move in the {direction}. Player remains at {at}",
    "walked": "{who} rolls and {die} on the movement dice and moves {direction} by {steps} cells and is now at {at}.",
    "turned": (
        "{who} rolls and {die} on the movement dice and {face} on the direction dice, changes direction to "
        "{direction} and moves {steps} cells and is now at {at}."
    ),
    "walked_disoriented": (
        "{who} rolls and {die} on the movement dice and is disoriented and move in the {direction} "
        "and moves {steps} cells and is placed at the {at}."
    ),
    "walked_triggered": (
        "{who} is triggered and rolls and {die} on the movement dice and move in the {direction} "
        "and moves {steps} cells and is placed at the {at}."
    ),
    "account": (
        "{who} moved {steps} that cost {cost} movement points and is left with {points} "
        "and is moving in the {direction}."
    ),
    "took_stairs": (
        "{who} lands on {at} which is a stair cell. {who} takes the stairs and now placed at {to} in floor {floor}."
    ),
    "slid_down": "{who} lands on {at} which is a pole cell. {who} slides down and now placed at {to} in floor {floor}.",
    "depleted": "{who} movement points are depleted and requires replenishment. Transporting to Bawana.",
    "placed": "{who} is placed on a {cell} and effects take place.",
    "missed_turn": "{who} is still food poisoned and misses the turn.",
    "fit_again": (
        "{who} is now fit to proceed from the food poisoning episode and now placed on a {cell} "
        "and the effects take place."
    ),
    "poisoned": "{who} eats from Bawana and have a bad case of food poisoning. Will need three rounds to recover.",
    "disoriented": (
        "{who} eats from Bawana and is disoriented and is placed at the entrance of Bawana with 50 movement points."
    ),
    "triggered": (
        "{who} eats from Bawana and is triggered due to bad quality of food. "
        "{who} is placed at the entrance of Bawana with 50 movement points."
    ),
    "happy": (
        "{who} eats from Bawana and is happy. "
        "{who} is placed at the entrance of Bawana with 200 movement points."
    ),
    "earned": "{who} eats from Bawana and earns {points} movement points and is placed at the {at}.",
    "flag_captured": "{who} captures the flag at {at} and wins the game.",
    "looped": "{who} is caught in a loop of stairs and poles and is moved to {at} in the starting area.",
    "fell": "{who} falls into the starting area and is moved to {at} in the starting area.",
    "recovered": "{who} has recovered from disorientation.",
    "captured": "{who} captures {other}, who is moved to {at} in the starting area.",
    "stairs_changed": "The stairs change direction and are now {stairs}.",
}  # fmt: skip

DIRECTION_WORDS = dict(zip(DIRECTIONS, ("North", "East", "South", "West"), strict=True))
FACE_WORDS = {1: "Empty", 2: "North", 3: "East", 4: "South", 5: "West", 6: "Empty"}
CELL_WORDS = {
    "poisoning": "Food Poisoning cell",
    "disoriented": "Disoriented cell",
    "triggered": "Triggered cell",
    "happy": "Happy cell",
}


def words(event: Mapping[str, Any]) -> str:
    """M20. An event as its message."""
    said = dict(event)
    if "seat" in said:
        said["who"] = NAMES[said["seat"]]
    if "other" in said:
        said["other"] = NAMES[said["other"]]
    if "direction" in said:
        said["direction"] = DIRECTION_WORDS[said["direction"]]
    if "face" in said:
        said["face"] = FACE_WORDS[said["face"]]
    if "to" in said:
        said["floor"] = said["to"][0]
    if "cell" in said:
        said["cell"] = CELL_WORDS.get(said["cell"], "Movement Points cell")
    if "stairs" in said:
        said["stairs"] = ", ".join(said["stairs"])
    return LINES[said["event"]].format(**said)


def says(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """M20. What is said of the events of a turn, line by line."""
    return [words(event) for event in events]
