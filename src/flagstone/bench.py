"""How fast the games run here: `flagstone bench`. Figures are for comparing on one machine, in one run."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from flagstone import engine
from flagstone.boards.setups import SETUPS
from flagstone.envs import speed
from flagstone.match import Match
from flagstone.rules import GAMES
from flagstone.rules.chance import NO_TAPE, mixed
from flagstone.rules.record import layout

RESTART = 2000  # actions after which random play of capture the flag starts anew
CTF = ("hammer", "shovel", "classic")


PLAY, MEMORY, START = "random play, one core", "memory", "start-up"
COMPILED, PLAIN = "a call from Python, compiled", "a call from Python, plain"
ENVS = "environments, classic on 11×21, two seats a team"
GROUPS = (PLAY, MEMORY, COMPILED, PLAIN, ENVS, START)


@dataclass(frozen=True)
class Figure:
    """One measured figure."""

    group: str
    name: str
    value: float
    unit: str


def ctf_board() -> str:
    """A fixed 32×32 board: border walls, 15 % inner walls, homes and jails 3×4, two tools."""
    rows = [["#" if 0 in (r % 31, c % 31) else " " for c in range(32)] for r in range(32)]
    for row in range(1, 31):
        for column in range(1, 16):
            if mixed(32 * row + column) % 100 < 15:
                rows[row][column] = rows[row][31 - column] = "#"
    for row in range(3):
        for column in range(4):
            for marks, top, left in (("hH", 14, 2), ("jJ", 24, 5)):
                rows[top + row][left + column] = marks[0]
                rows[top + row][31 - left - column] = marks[1]
    rows[8][10] = rows[8][21] = "s"
    return "\n".join("".join(row) for row in rows)


SAVOR_BOARD: dict[str, Any] = {
    "stairs": [
        [0, 4, 5, 1, 0, 4], [0, 2, 20, 1, 5, 22], [0, 8, 3, 1, 8, 6], [0, 1, 12, 2, 4, 10], [1, 7, 12, 2, 7, 14],
        [1, 2, 2, 2, 2, 9], [0, 5, 18, 2, 1, 15], [1, 9, 20, 2, 8, 12], [0, 3, 8, 1, 3, 5], [0, 0, 22, 1, 1, 19],
        [1, 6, 10, 2, 5, 11], [0, 6, 1, 1, 9, 1],
    ],
    "poles": [[0, 1, 5, 24], [0, 2, 2, 11], [0, 1, 9, 3], [1, 2, 8, 9], [0, 1, 0, 18]],
    "walls": [
        [0, 3, 2, 3, 4], [0, 0, 9, 2, 9], [0, 4, 15, 4, 17], [1, 4, 3, 6, 3], [1, 7, 18, 7, 20], [2, 0, 13, 1, 13],
        [2, 6, 9, 6, 10], [0, 7, 5, 8, 5],
    ],
    "flag": [2, 0, 16],
}  # fmt: skip


def settings(game: str) -> dict[str, Any]:
    """What each game is measured on."""
    if game in CTF:
        return {"board": ctf_board(), "seats_per_team": 4}
    if game == "rowdy":
        return {"rows": 16, "columns": 16, "failure_chance": 0.05}
    return SAVOR_BOARD


def origin(game: str) -> npt.NDArray[np.record]:
    """The state before the start, to play from."""
    return SETUPS[game].lay_out(SETUPS[game].resolve(settings(game), 1))


def random_play(game: str, seconds: float) -> Iterator[Figure]:
    """Free-running random play, compiled, on this core: the best of many short stretches, since others use it too."""
    rules = engine.compiled(game)
    states = origin(game)
    start = states.copy()
    events = np.zeros(1, layout(GAMES[game].event_list, **{**GAMES[game].capacities[0], "events": 1}))
    rules.start(states, NO_TAPE, events)
    restart = RESTART if game in CTF else 2**40
    steps = 500_000
    rules.play_random(states, start, events, steps, restart)
    best, played, ended = 0.0, 0, 0
    until = time.perf_counter() + 3 * seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        _, over = rules.play_random(states, start, events, steps, restart)
        best = max(best, steps / (time.perf_counter() - began))
        played, ended = played + steps, ended + over
    what = {"rowdy": "legal actions", "savor": "throws"}.get(game, "all actions, refused ones included")
    yield Figure(PLAY, f"{game}: {what}", best / 1e6, "M/s")
    if game not in CTF:
        yield Figure(PLAY, f"{game}: whole games", best * ended / played, "/s")
    yield Figure(MEMORY, f"{game}: one state", states.dtype.itemsize / 1024, "KiB")


def doors(game: str, seconds: float) -> Iterator[Figure]:
    """What one call from Python costs."""
    for choice in ("compiled", "plain"):
        with engine_chosen(choice):
            match = Match(game, settings(game), 1)
            actions = _accepted_actions(match)
            group = COMPILED if choice == "compiled" else PLAIN
            yield Figure(group, f"{game}: match.act", _replayed(match, actions, seconds, Match.act), "µs")
            yield Figure(group, f"{game}: match.apply, told", _replayed(match, actions, seconds, _apply), "µs")
            yield Figure(group, f"{game}: match.legal", _timed(partial(match.legal, 0), seconds), "µs")
            yield Figure(group, f"{game}: match.view", _timed(partial(match.view, 0), seconds), "µs")
            if choice == "compiled":
                for seat, action in actions:
                    match.act(seat, action)
                saved = match.save()
                yield Figure(group, f"{game}: clone", _timed(match.clone, seconds), "µs")
                yield Figure(group, f"{game}: save, {len(actions)} actions", _timed(match.save, seconds), "µs")
                yield Figure(group, f"{game}: load", _timed(partial(Match.load, saved), seconds), "µs")


def _apply(match: Match, seat: int, action: int) -> None:
    match.apply(seat, match.game.actions[action])


def _accepted_actions(match: Match, most: int = 500) -> list[tuple[int, int]]:
    """Random actions that are accepted one after another, for replaying."""
    scout, accepted, word, seat = match.clone(), [], 1, -1
    for _ in range(20 * most):
        word = mixed(word)
        seat = int(scout.game.next_to_act(scout.states[0], seat))
        action = word % len(scout.game.actions)
        if scout.act(seat, action) == 0:
            accepted.append((seat, action))
        if len(accepted) == most or scout.is_over:
            break
    return accepted


def _replayed(match: Match, actions: list[tuple[int, int]], seconds: float, act: Callable[..., object]) -> float:
    """Microseconds an action, the best of some replays."""
    best, until = float("inf"), time.perf_counter() + seconds
    while best == float("inf") or time.perf_counter() < until:
        copy = match.clone()
        began = time.perf_counter()
        for seat, action in actions:
            act(copy, seat, action)
        best = min(best, (time.perf_counter() - began) / len(actions))
    return best * 1e6


def _timed(call: Callable[[], object], seconds: float) -> float:
    """Microseconds a call, the best of some rounds."""
    call()
    best, until = float("inf"), time.perf_counter() + seconds
    while best == float("inf") or time.perf_counter() < until:
        began = time.perf_counter()
        for _ in range(20):
            call()
        best = min(best, (time.perf_counter() - began) / 20)
    return best * 1e6


@contextmanager
def engine_chosen(choice: str) -> Iterator[None]:
    """Matches made inside run on this engine."""
    before = os.environ.get("FLAGSTONE_ENGINE")
    os.environ["FLAGSTONE_ENGINE"] = choice
    try:
        yield
    finally:
        if before is None:
            del os.environ["FLAGSTONE_ENGINE"]
        else:
            os.environ["FLAGSTONE_ENGINE"] = before


FIRST_MOVE = """
import sys
from flagstone import bench, engine
from flagstone.match import Match
match = Match("classic", bench.settings("classic"), 1)
assert match.apply(0, "N").accepted or match.apply(0, "S").accepted
print("moved", flush=True)
engine.wait_for_children()
"""


def start_up(*, compile_all: bool) -> Iterator[Figure]:
    """How long a person waits, in processes of their own."""
    python, group = [sys.executable, "-c"], START
    yield Figure(group, "flagstone --help", _run([sys.executable, "-m", "flagstone", "--help"]), "s")
    yield Figure(group, "import flagstone.match", _run([*python, "import flagstone.match"]), "s")
    with tempfile.TemporaryDirectory() as folder:
        cold = {"FLAGSTONE_CACHE": folder, "FLAGSTONE_ENGINE": "auto"}
        yield Figure(group, "first move, cold cache", _run([*python, FIRST_MOVE], until="moved", **cold), "s")
        yield Figure(group, "first move, warm cache", _run([*python, FIRST_MOVE], until="moved", **cold), "s")
    if compile_all:
        with tempfile.TemporaryDirectory() as folder:
            warm = [sys.executable, "-m", "flagstone", "warm"]
            yield Figure(group, "compile everything", _run(warm, FLAGSTONE_CACHE=folder), "s")


def _run(command: list[str], until: str = "", **environment: str) -> float:
    """Seconds until a process says a word, or ends."""
    began = time.perf_counter()
    with subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        took = 0.0
        for line in process.stdout:
            if until and line.strip() == until:
                took = time.perf_counter() - began
    if process.returncode:
        raise ValueError(f"{' '.join(command)[:60]}… ended with code {process.returncode}")
    return took or time.perf_counter() - began


def figures(*, quick: bool) -> Iterator[Figure]:
    """Everything that is measured, one by one."""
    seconds = 0.1 if quick else 1.0
    for game in GAMES:
        yield from random_play(game, seconds)
    for game in GAMES:
        yield from doors(game, seconds / 5)
    for name, value, unit in speed.measure(seconds):
        yield Figure(ENVS, name, value, unit)
    yield from start_up(compile_all=not quick)


def report(*, as_json: bool, quick: bool) -> None:
    """Measure and print."""
    console = Console(stderr=True)
    with console.status("measuring; a busy machine makes the figures worse"):
        measured = list(figures(quick=quick))
    if as_json:
        print(json.dumps([asdict(figure) for figure in measured], indent=1))
        return
    sheet = Table("", "", "")
    sheet.columns[1].justify = "right"
    group = ""
    for figure in sorted(measured, key=lambda figure: GROUPS.index(figure.group)):
        if figure.group != group:
            group = figure.group
            sheet.add_section()
            sheet.add_row(f"[bold]{group}")
        sheet.add_row(
            "  " + figure.name, f"{figure.value:,.3g}" if figure.value < 1000 else f"{figure.value:,.0f}", figure.unit
        )
    Console().print(sheet)
