"""The commands for bots, as they are typed."""

import subprocess
import sys
from pathlib import Path

import pytest

KIT = Path(__file__).parents[2] / "examples" / "bots" / "bot.py"


def flagstone(*words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end."""
    command = [sys.executable, "-m", "flagstone", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_duel_is_told_and_kept_and_shown_again(tmp_path: Path) -> None:
    words = ("duel", "greedy", "random", "--game", "classic", "--seats", "1", "-n", "2", "--seed", "3")
    done = flagstone(*words, "--keep", str(tmp_path / "kept"), "--out", str(tmp_path / "rows.csv"), "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "A: greedy" in done.stdout
    assert "time for a decision" in done.stdout
    shown = flagstone("replay", "show", str(tmp_path / "kept" / "000001.match"))
    assert shown.returncode == 0
    assert "won" in shown.stdout
    rows = (tmp_path / "rows.csv").read_text().splitlines()
    assert rows[0].startswith("match,seed,team 1,team 2,winner,winning_bot")
    assert len(rows) == 3


def test_a_program_is_tried_match_by_match() -> None:
    done = flagstone("bot", "run", "--exec", f"{sys.executable} {KIT}", "rowdy", "--limit", "10", "--seconds", "20")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("match 0, A first, seed ")
    assert "limit reached" in done.stdout or "won" in done.stdout
    assert "lost: " not in done.stdout


def test_a_program_may_throw_in_maze_to_savor() -> None:
    done = flagstone("bot", "run", "--exec", f"{sys.executable} {KIT}", "savor", "--limit", "5", "--seconds", "20")
    assert done.returncode == 0, done.stderr
    assert "it is luck alone" in done.stdout
    assert "lost: " not in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("duel", "gredy", "greedy"), "no bot is called 'gredy'"),
        (("duel", "greedy", "greedy", "--game", "chess"), "unknown game 'chess'"),
        (("duel", "greedy", "greedy", "-n", "0"), "matches is 0"),
        (("duel", "greedy", "greedy", "--keep", "."), "is there already; name a new or an empty folder"),
        (("duel", "greedy", "search:nodes=0"), "write nodes=1 to 1000000, or ms=1 to 60000"),
        (("bot", "run", "rowdy"), "name the bot with --exec or with --bot, one of them"),
        (("bot", "run", "rowdy", "--bot", "greedy", "--exec", "x"), "one of them"),
        (("bot", "run", "rowdy", "--exec", "./no-such-bot"), "./no-such-bot: there is no such program"),
        (("bot", "run", "rowdy", "--bot", "missing.py"), "missing.py: no such file"),
        (("bot", "connect", "nowhere", "match", "--bot", "greedy"), "begins with http:// or https://"),
        (("bot", "connect", "http://x", "match", "--bot", "greedy", "--token", "t"), "--token needs --seat"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(words: tuple[str, ...], told: str) -> None:
    done = flagstone(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
