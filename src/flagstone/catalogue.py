"""What there is: every game with its sides, seats, actions and settings."""

from typing import Any

import msgspec

from flagstone.boards.settings import SCRIPTED
from flagstone.boards.setups import SETUPS
from flagstone.rules import GAMES


def games() -> list[dict[str, Any]]:
    """Every game as data."""
    return [
        {
            "game": game.id,
            "title": game.title,
            "summary": game.summary,
            "rules": game.version,
            "seats": game.seats or "twice seats_per_team",
            "sides": list(game.sides),
            "actions": list(game.actions),
            "settings": [msgspec.to_builtins(setting) for setting in (*SETUPS[game.id].settings, SCRIPTED)],
        }
        for game in GAMES.values()
    ]


def as_json() -> str:
    """`games` as JSON."""
    return msgspec.json.format(msgspec.json.encode(games())).decode()


def as_text() -> str:
    """`games` for people."""
    return "\n\n".join(_paragraph(game) for game in games())


def _paragraph(game: dict[str, Any]) -> str:
    lines = [
        f"{game['game']}: {game['title']}, rules version {game['rules']}",
        f"  {game['summary']}",
        f"  seats: {game['seats']}, for {', '.join(game['sides'])}",
        f"  actions: {', '.join(game['actions'])}",
        "  settings:",
    ]
    for setting in game["settings"]:
        need = "required" if setting["required"] else f"default {setting['default']}"
        lines.append(f"    {setting['name']}: {setting['kind']} ({need}); {setting['meaning']}")
    return "\n".join(lines)
