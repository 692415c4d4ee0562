"""Rowdy Racers as JSON and words."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from flagstone.rules.events import NOBODY, Event
from flagstone.rules.rowdy import (
    DIRECTIONS,
    EVENTS,
    GRENADES,
    NONE,
    NOWHERE,
    REASONS,
    SIDES,
    WALL,
    Player,
    State,
    darkness,
    is_secret,
    place_of,
)

RESULTS = (None, *SIDES)


def state(state: State, secrets: bool = True) -> dict[str, Any]:
    """The whole state, or without its secrets what anybody may be shown (R11)."""
    squares = np.asarray(state.squares)[: state.area]  # in reading order
    grenades = np.asarray(state.grenade)[squares]
    return {
        "turn": int(state.turn),
        "to_move": int(state.to_move),
        "actions_left": int(state.actions_left),
        "started_at": cell(state, state.started_at),
        "players": [player(state, one) for one in state.players],
        "grenades": [
            [*place_of(state, squares[index]), GRENADES[grenades[index]]]
            for index in np.flatnonzero(grenades != NONE)
            if secrets or not is_secret(grenades[index])
        ],
        "dark": dark(state),
        "walls": [cell(state, square) for square in squares[np.asarray(state.barrier)[squares] == WALL]],
        "result": RESULTS[state.result],
        "reason": REASONS[state.reason],
    }


def player(state: State, player: Player) -> dict[str, Any]:
    """Where a player is and what he has."""
    return {
        "at": cell(state, player.at),
        "trail": [None if square == NOWHERE else cell(state, square) for square in player.trail],
        "debt": int(player.debt),
        "grenades": int(player.grenades),
    }


def dark(state: State) -> list[list[int]]:
    """The squares without power, each with the turns for which it has none, this one included."""
    turns = darkness(state)
    rows, columns = np.nonzero(turns > 0)
    left: list[list[int]] = np.column_stack((rows, columns, turns[rows, columns])).tolist()
    return left


def cell(state: State, square: int) -> list[int]:
    """A square as [row, column]."""
    return list(place_of(state, square))


def event(event: Event, state: State) -> dict[str, Any]:
    """An event as JSON: its name, and who, what and where as far as it has them."""
    name = EVENTS[event.kind]
    told: dict[str, Any] = {"event": name}
    if event.seat != NOBODY:
        told["seat"] = int(event.seat)
    if name == "moved":
        told["direction"] = DIRECTIONS[event.what]
    elif name == "exploded":
        told["lost"] = int(event.what)
    elif name == "power_failed":
        told["squares"] = int(event.what)
    if event.at != NOWHERE:
        told["at"] = cell(state, event.at)
    return told


SENTENCES = {
    "moved": "{who} moved {direction} to {at}.",
    "picked_up": "{who} picked up the grenade at {at}.",
    "placed": "{who} placed a grenade at {at}.",
    "armed": "The grenade of {who} at {at} is active.",
    "exploded": "A grenade exploded under {who} at {at}: {lost} actions are lost.",
    "power_failed": "The power failed at {squares}.",
    "turn_ended": "The turn of {who} is over.",
    "turn_skipped": "{who} has no actions in this turn and skips it.",
    "trapped": "{who} is trapped at {at} and loses.",
    "won": "{who} reached the finish at {at} and wins.",
}


def words(event: Mapping[str, Any]) -> str:
    """An event as a sentence; people count players from 1."""
    squares = event.get("squares")
    sentence = SENTENCES[event["event"]].format(
        who=f"player {event.get('seat', 0) + 1}",
        at=tuple(event.get("at", ())),
        direction=event.get("direction"),
        lost=event.get("lost"),
        squares="1 square" if squares == 1 else f"{squares} squares",
    )
    return sentence[0].upper() + sentence[1:]
