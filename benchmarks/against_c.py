"""The five games in compiled Python beside straightforward C programs of them, in one run.

    python benchmarks/against_c.py                 # all five; Rowdy Racers also against failures drawn a quicker way
    python benchmarks/against_c.py classic savor

Both play at random on what `flagstone bench` plays on, and are measured in turn, C, Python, C, Python, …; what counts
is the best of many short stretches of each, in processor time.
"""

import argparse
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from flagstone import engine
from flagstone.bench import CTF, RESTART, settings
from flagstone.boards.setups import SETUPS
from flagstone.rules import GAMES
from flagstone.rules.chance import NO_TAPE
from flagstone.rules.record import layout
from flagstone.rules.savor import BAWANA_KINDS, worth

SOURCES = Path(__file__).parent / "c"
COMPILER = ("gcc", "-O3", "-march=native", "-Wall", "-Wextra", "-Werror")
STRETCH = 100_000  # steps, as in yardstick.c
TURNS, SECONDS = 5, 1.0  # how often, and how long each time, each of the two is measured


@dataclass(frozen=True)
class Race:
    """One line of the table."""

    game: str
    what: str
    macros: tuple[str, ...] = ()


RACES = (
    Race("hammer", "all actions"),
    Race("shovel", "all actions"),
    Race("classic", "all actions"),
    Race("rowdy", "legal actions"),
    Race("rowdy", "legal, failures by gaps", ("GAPS",)),
    Race("savor", "throws"),
)


def build(game: str, folder: Path, *macros: str) -> Path:
    """Compile the C program of a game."""
    program = folder / "-".join((game, *macros))
    sources = [SOURCES / "yardstick.c", SOURCES / f"{game}.c"]
    subprocess.run([*COMPILER, *(f"-D{macro}" for macro in macros), "-o", program, *sources, "-lm"], check=True)
    return program


def run(program: Path, text: str, seconds: float, least: int = 0) -> dict[str, int]:
    """What the C program prints of play for so many seconds, and for at least so many steps."""
    command: list[str | Path] = [program, str(seconds), str(least)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return {name: int(value) for name, value in map(str.split, done.stdout.splitlines())}


def resolved(game: str) -> dict[str, Any]:
    """The set-up that `flagstone bench` plays on."""
    return SETUPS[game].resolve(settings(game), 1)


def text_of(game: str, setup: Mapping[str, Any]) -> str:
    """A set-up as the C program of the game reads it."""
    if game in CTF:
        return f"{setup['board']}\n"
    return text_of_rowdy(setup) if game == "rowdy" else text_of_savor(setup)


def text_of_rowdy(setup: Mapping[str, Any]) -> str:
    """The failure chance, then the grid."""
    marks = dict.fromkeys(map(tuple, setup["walls"]), "#") | dict.fromkeys(map(tuple, setup["grenades"]), "g")
    grid = [
        "".join(marks.get((row, column), ".") for column in range(setup["columns"])) for row in range(setup["rows"])
    ]
    return "\n".join((str(setup["failure_chance"]), *grid, ""))


def text_of_savor(setup: Mapping[str, Any]) -> str:
    """A line for whatever lies on the board."""
    lines = [(kind, *entry) for kind in ("stair", "pole", "wall") for entry in setup[f"{kind}s"]]
    lines += [("value", *json.loads(cell), *worth(value)) for cell, value in setup["values"].items()]
    lines += [("flag", *setup["flag"]), ("bawana", *(BAWANA_KINDS.get(kind, kind) for kind in setup["bawana"]))]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def player(game: str, setup: Mapping[str, Any]) -> Callable[[int], tuple[int, int]]:
    """Random play of the compiled rules: it takes steps to go, and tells how many were accepted and matches ended."""
    rules = engine.compiled(game)
    states = SETUPS[game].lay_out(setup)
    origin = states.copy()
    events = np.zeros(1, layout(GAMES[game].event_list, **{**GAMES[game].capacities[0], "events": 1}))
    rules.start(states, NO_TAPE, events)
    restart = RESTART if game in CTF else 2**40
    return lambda steps: rules.play_random(states, origin, events, steps, restart)


def steps_a_second(play: Callable[[int], object], seconds: float) -> float:
    """The rate of the best of many stretches."""
    best, until = 0.0, time.thread_time() + seconds
    while time.thread_time() < until:
        began = time.thread_time()
        play(STRETCH)
        best = max(best, STRETCH / (time.thread_time() - began))
    return best


def measured(race: Race, folder: Path) -> tuple[float, float]:
    """Steps a second in C and in compiled Python, measured in turn."""
    setup = resolved(race.game)
    program, text, play = build(race.game, folder, *race.macros), text_of(race.game, setup), player(race.game, setup)
    play(STRETCH)  # what is not compiled yet is compiled now
    in_c = in_python = 0.0
    for _ in range(TURNS):
        in_c = max(in_c, run(program, text, SECONDS)["steps_a_second"])
        in_python = max(in_python, steps_a_second(play, SECONDS))
    return in_c, in_python


def main() -> None:
    """Measure the chosen games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all if none is named")
    games = parser.parse_args().games or list(GAMES)
    if unknown := set(games) - set(GAMES):
        parser.error(f"there is no game {', '.join(sorted(unknown))}; there are {', '.join(GAMES)}")
    if not shutil.which("gcc"):
        parser.error("gcc is missing (on Debian: apt-get install gcc)")
    sheet = Table("game", "steps", "C, M/s", "compiled Python, M/s", "ratio")
    for column in sheet.columns[2:]:
        column.justify = "right"
    with tempfile.TemporaryDirectory() as folder, Console(stderr=True).status("measuring"):
        for race in RACES:
            if race.game in games:
                in_c, in_python = measured(race, Path(folder))
                sheet.add_row(
                    race.game, race.what, f"{in_c / 1e6:.1f}", f"{in_python / 1e6:.1f}", f"{in_python / in_c:.2f}"
                )
    Console().print(sheet)


if __name__ == "__main__":
    main()
