"""How golden files are made."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from flagstone import engine
from flagstone.boards import shipped
from flagstone.bots import make
from flagstone.bots.play import play_match
from flagstone.match import Match
from flagstone.replay import tell
from flagstone.rules import GAMES
from flagstone.rules.chance import NO_TAPE
from tests.samples import SETTINGS, random_actions, sample

HERE = Path(__file__).parent
NAMES = [f"{game}-{how}" for game in GAMES for how in ("random", "greedy")]


def saved(name: str) -> Path:
    """The file of a golden log."""
    return HERE / f"{name}.match"


def told_file(name: str) -> Path:
    """The file of a golden playthrough."""
    return HERE / f"{name}.txt"


def record(name: str) -> str:
    """A new golden log: random actions, or a match between greedy bots."""
    game, how = name.split("-")
    if how == "random":
        match = sample(game, seed=3)
        for seat, action in random_actions(match, 400, seed=3):
            match.act(seat, action)
    else:
        match = Match(game, SETTINGS[game], 4, limit=None if GAMES[game].seats is None else 300)
        play_match(match, [make("greedy") for _ in range(match.seats)], seed=4)
    return match.save()


def playthrough(name: str) -> str:
    """A golden log as text: every entry in words, the position now and then."""
    lines: list[str] = []
    for number, line in enumerate(tell(saved(name), boards=True)):
        is_drawing = "\n" in line
        if not is_drawing or number < 2 or number % 60 == 0 or line.startswith("The match"):
            lines.append(line)
    return "\n".join(lines) + "\n"


def perft_file() -> Path:
    """The file of node counts."""
    return HERE / "perft.txt"


def perft_text() -> str:
    """Node counts of every game without chance, on shipped boards."""
    return "".join(f"{line}\n" for line in perft_lines())


def perft_lines() -> Iterator[str]:
    """One line a game, board and depth."""
    for game in (game.id for game in GAMES.values() if not game.has_chance):
        for board, seats, depth in (("courtyard", 1, 4), ("garden", 2, 3)):
            match = Match(game, {"board": shipped.text(board), "seats_per_team": seats})
            counts = [perft(match, down) for down in range(1, depth + 1)]
            yield f"{game} {board} {seats}: {' '.join(map(str, counts))}"


def perft(match: Match, depth: int) -> int:
    """How many sequences of accepted actions of this length, any seat acting at any moment (C5)."""
    return _nodes(engine.current(match.game.id, match.sizes), match, match.states, depth)


def _nodes(rules: engine.Engine, match: Match, states: np.ndarray[tuple[int], np.dtype[np.record]], depth: int) -> int:
    if depth == 0:
        return 1
    events = np.zeros(1, match.told.dtype)
    total = 0
    for seat in range(match.seats):
        for action in range(len(match.game.actions)):
            after = states.copy()
            if rules.act(after, seat, action, NO_TAPE, events) == 0:
                total += _nodes(rules, match, after, depth - 1)
    return total
