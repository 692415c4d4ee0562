"""The odds of a Maze to Savor set-up: many free-running games, counted."""

import hashlib
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from flagstone import engine
from flagstone.arena.sharing import cores
from flagstone.arena.tables import wilson
from flagstone.match import Match, MatchError
from flagstone.rules.record import layout
from flagstone.rules.savor import CELLS, NAMES, PLAN, cell_at
from flagstone.rules.savor_odds import Batch

PART = 2000  # games that one thread plays at a time
MOST_GAMES = 2**31


@dataclass(frozen=True)
class Odds:
    """What came of all games."""

    setup: Mapping[str, Any]
    games: int
    seed: int
    limit: int
    wins: tuple[int, ...]
    undecided: int
    lengths: npt.NDArray[np.int32]  # rounds of every game
    visits: npt.NDArray[np.int64]  # arrivals at every cell, all games together


def count(settings: Mapping[str, Any], seed: int, games: int, limit: int, *, quiet: bool = False) -> Odds:
    """Play so many games, each with dice of its own, on the values that the seed deals; on all cores.

    The same settings and seed give the same odds on any number of cores.
    """
    if not 1 <= games <= MOST_GAMES:
        raise MatchError("bad_request", f"games is {games}, not a whole number from 1 to {MOST_GAMES}")
    match = Match("savor", settings, seed, limit=limit)
    stem = stem_of(seed)
    lengths = np.zeros(games, np.int32)
    wins, visits, undecided = np.zeros(len(NAMES), np.int64), np.zeros(CELLS, np.int64), 0
    play = engine.rule_code("savor_odds", compiled=engine.choice() != "plain" and engine.jit_is_on()).play_games

    def part(first: int) -> Any:
        batches = np.zeros(1, layout(Batch))
        batches[0].first, batches[0].stem, batches[0].limit = first, stem, limit
        states = match.states.copy()
        play(states, match.states, match.told.copy(), batches, lengths[first : first + PART])
        return batches[0]

    console = Console(stderr=True)
    with (
        Progress(console=console, transient=True, disable=quiet or not sys.stderr.isatty()) as progress,
        ThreadPoolExecutor(cores()) as pool,
    ):
        task = progress.add_task("games", total=games)
        try:
            for done in as_completed([pool.submit(part, first) for first in range(0, games, PART)]):
                batch = done.result()
                wins += batch.wins
                visits += batch.visits
                undecided += int(batch.undecided)
                progress.advance(task, PART)
        except BaseException:  # whoever presses Ctrl+C does not wait for the other games
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return Odds(match.setup, games, seed, limit, tuple(wins.tolist()), undecided, lengths, visits)


def stem_of(seed: int) -> int:
    """The word that the seeds of all games of these odds grow from."""
    return int.from_bytes(hashlib.blake2b(f"odds {seed}".encode(), digest_size=4).digest(), "big")


def cells(odds: Odds) -> list[dict[str, Any]]:
    """A row for every cell of the maze: how often it is visited in a game."""
    return [
        {
            "floor": floor,
            "row": row,
            "column": column,
            "value": odds.setup["values"].get(f"[{floor}, {row}, {column}]", ""),
            "visits": int(odds.visits[cell_at((floor, row, column))]),
            "visits_per_game": round(float(odds.visits[cell_at((floor, row, column))]) / odds.games, 6),
        }
        for floor, row, column in PLAN
    ]


def table(odds: Odds) -> str:
    """The odds for people."""
    console = Console(width=100)
    with console.capture() as capture:
        console.print(_wins(odds))
        console.print(_lengths(odds))
        console.print(_visits(odds))
    return capture.get().rstrip()


def _wins(odds: Odds) -> Table:
    sheet = Table(title=f"{odds.games:,} games, seed {odds.seed}", title_justify="left")
    for heading in ("", "won", "chance", "95 % interval"):
        sheet.add_column(heading, justify="right" if heading else "left")
    for name, won in [*zip(NAMES, odds.wins, strict=True), (f"undecided in {odds.limit:,} rounds", odds.undecided)]:
        if won or name in NAMES:
            low, high = wilson(won, odds.games)
            sheet.add_row(name, f"{won:,}", f"{won / odds.games:.2%}", f"{low:.2%} – {high:.2%}")
    return sheet


def _lengths(odds: Odds) -> Table:
    sheet = Table(title="rounds a game", title_justify="left")
    shares = (0, 5, 25, 50, 75, 95, 100)
    values = np.percentile(odds.lengths, shares, method="lower").astype(int)
    for heading in ("mean", "shortest", "5 %", "25 %", "median", "75 %", "95 %", "longest"):
        sheet.add_column(heading, justify="right")
    sheet.add_row(f"{odds.lengths.mean():,.1f}", *(f"{value:,}" for value in values))
    return sheet


def _visits(odds: Odds) -> Table:
    sheet = Table(title="most visited cells", title_justify="left")
    for heading in ("cell", "value", "visits a game"):
        sheet.add_column(heading, justify="right")
    for row in sorted(cells(odds), key=lambda row: -row["visits"])[:10]:
        cell = f"[{row['floor']}, {row['row']}, {row['column']}]"
        sheet.add_row(cell.replace("[", r"\["), str(row["value"]), f"{row['visits_per_game']:,.2f}")
    return sheet
