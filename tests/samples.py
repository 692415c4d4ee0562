"""Sample set-ups of every game, and random play on them."""

import random
from collections.abc import Iterator
from typing import Any

from flagstone.boards import shipped
from flagstone.match import Match

SETTINGS: dict[str, dict[str, Any]] = {
    "hammer": {"board": shipped.text("courtyard"), "seats_per_team": 2},
    "shovel": {"board": shipped.text("courtyard"), "seats_per_team": 3},
    "classic": {"board": shipped.text("courtyard"), "seats_per_team": 2},
    "rowdy": {"rows": 10, "columns": 12, "failure_chance": 0.05},
    "savor": {
        "stairs": [[0, 4, 5, 1, 0, 4], [0, 2, 20, 1, 5, 22], [0, 1, 12, 2, 4, 10], [1, 7, 12, 2, 7, 14]],
        "poles": [[0, 1, 5, 24], [0, 2, 2, 11]],
        "walls": [[0, 3, 2, 3, 4], [1, 4, 3, 6, 3]],
        "flag": [2, 0, 16],
    },
}


def sample(game: str, seed: int = 1) -> Match:
    """A match of a game on its sample set-up."""
    return Match(game, SETTINGS[game], seed)


def random_actions(match: Match, count: int, seed: int = 1) -> Iterator[tuple[int, int]]:
    """Random seats and actions, in the games with turns mostly the seat's whose turn it is."""
    rng = random.Random(seed)
    for _ in range(count):
        seat = match.game.next_to_act(match.states[0], rng.randrange(match.seats))
        if rng.random() < 0.05:
            seat = rng.randrange(match.seats)
        yield int(seat), rng.randrange(len(match.game.actions))


def played(game: str, count: int, seed: int = 1) -> Match:
    """A match after some random actions, refused ones included; shorter if it ends."""
    match = sample(game, seed)
    for seat, action in random_actions(match, count, seed):
        match.act(seat, action)
        if match.is_over:
            break
    return match
