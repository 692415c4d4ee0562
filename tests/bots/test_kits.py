"""The starter kits play whole matches."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from flagstone.bots.bot import Bot
from flagstone.bots.pipe import PipeBot
from flagstone.bots.play import play_match
from flagstone.match import Match
from tests.samples import SETTINGS

KITS = Path(__file__).parents[2] / "examples" / "bots"


def needed(*programs: str) -> None:
    """Skip the test where a program is missing."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")


@pytest.fixture(scope="module", params=["python", "javascript", "c++", "java"])
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command that runs a kit, built where it has to be."""
    folder = tmp_path_factory.mktemp("kit")
    if request.param == "python":
        return f"{sys.executable} {KITS / 'bot.py'}"
    if request.param == "javascript":
        needed("node")
        return f"node {KITS / 'bot.js'}"
    if request.param == "c++":
        needed("g++")
        build = ["g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o", str(folder / "mybot")]
        subprocess.run([*build, str(KITS / "bot.cpp")], check=True)
        return str(folder / "mybot")
    needed("javac", "java")
    subprocess.run(["javac", "-Xlint:all", "-Werror", "-d", str(folder), str(KITS / "Bot.java")], check=True)
    return f"java -cp {folder} Bot"


@pytest.mark.parametrize("game", SETTINGS)
def test_a_kit_plays_a_match_by_the_rules_and_the_same_one_for_the_same_seed(command: str, game: str) -> None:
    logs = []
    for _ in range(2):
        match = Match(game, SETTINGS[game], 5, limit=None if game == "classic" else 15)
        bots: list[Bot] = [PipeBot(command, 20) for _ in range(match.seats)]
        outcome = play_match(match, bots, seed=5, max_decisions=15).outcome
        assert outcome.reason in ("won", "limit reached", "decisions used up"), "nobody has forfeited"
        logs.append(match.log)
    assert logs[0] == logs[1]
