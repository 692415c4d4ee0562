"""Which key is which action, and what a click on a cell wants; the same for every face."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flagstone.notation.steps import STEPS
from flagstone.rules import GAMES

MOVES: Mapping[str, str] = {
    "up": "N",
    "w": "N",
    "right": "E",
    "d": "E",
    "down": "S",
    "s": "S",
    "left": "W",
    "a": "W",
}
DIAGONALS: Mapping[str, str] = {
    "q": "NW",
    "e": "NE",
    "z": "SW",
    "c": "SE",
    "home": "NW",
    "pageup": "NE",
    "end": "SW",
    "pagedown": "SE",
}
DIGS: Mapping[str, str] = {
    **{key.upper(): f"dig {direction}" for key, direction in MOVES.items() if len(key) == 1},
    **{f"shift+{key}": f"dig {direction}" for key, direction in MOVES.items() if len(key) > 1},
}


@dataclass(frozen=True)
class Key:
    """A key for something that is not a direction."""

    key: str
    action: str
    shown: str  # the key as people call it


ACTIONS: Mapping[str, tuple[Key, ...]] = {
    "hammer": (Key("f", "drop flag", "F"), Key("h", "drop hammer", "H")),
    "shovel": (),
    "classic": (Key("g", "get flag", "G"), Key("space", "get flag", "Space")),
    "rowdy": (Key("p", "pick up", "P"), Key("u", "use", "U"), Key("enter", "end turn", "Enter")),
    "savor": (Key("space", "throw", "Space"), Key("enter", "throw", "Enter")),
}


def action_of(game: str, key: str) -> str | None:
    """The action of a game that a key stands for."""
    actions = GAMES[game].actions
    table = {**MOVES, **DIAGONALS, **DIGS, **{each.key: each.action for each in ACTIONS[game]}}
    action = table.get(key)
    return action if action in actions else None


def hints(game: str) -> list[tuple[str, str]]:
    """The keys of a game with what they do, for people."""
    told = [] if game == "savor" else [("↑↓←→ WASD", "move")]
    if game == "rowdy":  # all of its keys fit into 80 columns
        told = [("WASD", "move"), ("QEZC", "diagonally")]
    if game == "shovel":
        told.append(("Shift+WASD", "dig"))
    seen: dict[str, list[str]] = {}
    for key in ACTIONS[game]:
        seen.setdefault(key.action, []).append(key.shown)
    return [*told, *((" ".join(keys), action) for action, keys in seen.items())]


def clicked(game: str, own: Sequence[int], cell: Sequence[int], is_wall: bool, has_tool: bool) -> str | None:
    """What a click on a cell wants of a player at another: a step, a dig, or what is done where he stands."""
    if game == "savor":
        return "throw"
    step = (cell[0] - own[0], cell[1] - own[1])
    if step == (0, 0):
        return {"classic": "get flag", "rowdy": "pick up", "hammer": "drop flag"}.get(game)
    direction = {step: name for name, step in STEPS.items()}.get(step)
    if direction is None or direction not in GAMES[game].actions:
        return None
    return f"dig {direction}" if game == "shovel" and is_wall and has_tool else direction
