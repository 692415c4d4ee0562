"""Bots by what a command line calls them."""

import pickle
import re
import sys
from pathlib import Path

import pytest

from flagstone.bots import BOTS, BotError
from flagstone.bots.budget import MOST_MS, MOST_NODES, MOST_ROOM, SLICE, Budget, budget
from flagstone.bots.greedy import GreedyBot
from flagstone.bots.hiring import command, hire
from flagstone.bots.pipe import PipeBot
from flagstone.bots.search import USUAL, SearchBot

GOOD = """
from helper import WORD
class Eastward:
    def choose(self, view, legal, rng):
        return "E" if WORD and "E" in legal else legal[-1]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text("WORD = 'east'\n")
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "two.py").write_text(GOOD + GOOD.replace("Eastward", "Westward"))
    (tmp_path / "none.py").write_text("class Nobody: pass\n")
    (tmp_path / "broken.py").write_text("x = 1\nfor\n")
    (tmp_path / "raises.py").write_text("x = 1\n\n1 / 0\n")
    (tmp_path / "quits.py").write_text("raise SystemExit(4)\n")
    return tmp_path


def test_bundled_bots_are_hired_by_name() -> None:
    for name in BOTS:
        assert type(hire(name)()) is type(BOTS[name]())
    assert isinstance(hire("greedy")(), GreedyBot)


def test_search_takes_a_budget() -> None:
    bots = [hire(name)() for name in ("search", "search:nodes=7", "search:ms=30")]
    assert all(isinstance(bot, SearchBot) for bot in bots)
    assert [bot.budget for bot in bots] == [USUAL, Budget(nodes=7), Budget(ms=30)]  # type: ignore[attr-defined]


NO_BUDGETS = ["", "nodes", "nodes=", "nodes=0", "nodes=x", "nodes=-1", "nodes=²", "ms=0", "depth=3", "nodes=1,ms=1"]


@pytest.mark.parametrize("wish", [*NO_BUDGETS, f"nodes={MOST_NODES + 1}", f"ms={MOST_MS + 1}", "nodes=" + "9" * 5000])
def test_a_budget_that_is_none_is_told(wish: str) -> None:
    with pytest.raises(BotError, match=re.escape("write nodes=1 to 1000000, or ms=1 to 60000")):
        hire(f"search:{wish}")


def test_a_budget_of_nodes_is_spent_at_once_and_one_of_time_in_slices() -> None:
    asked: list[int] = []
    assert budget("nodes=500").spend(lambda count: asked.append(count) or 3) == 3  # type: ignore[func-returns-value]
    assert asked == [500]
    asked.clear()
    budget("ms=5").spend(lambda count: asked.append(count) or 3)  # type: ignore[func-returns-value]
    assert set(asked) == {SLICE}
    assert budget("ms=60000").room == MOST_ROOM
    assert budget("nodes=70").room == 70


def test_other_bundled_bots_take_no_settings() -> None:
    with pytest.raises(BotError, match="greedy takes no settings"):
        hire("greedy:ms=3")


def test_an_unknown_name_is_told_with_all_that_could_be() -> None:
    with pytest.raises(BotError, match="no bot is called 'gredy'; there are: random, greedy, search; or give"):
        hire("gredy")


def test_a_file_is_hired_with_or_without_the_name_of_its_only_bot(folder: Path) -> None:
    for text in (f"{folder}/good.py", f"{folder}/good.py:Eastward", f"{folder}/two.py:Westward"):
        bot = hire(text)()
        assert bot.choose(None, ("N", "E"), None) == "E"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("missing.py", "missing.py: no such file"),
        ("none.py", "none.py: has no class with a method choose"),
        ("two.py", "two.py: has several bots, name one: "),
        ("good.py:Westward", "good.py: has no class Westward with a method choose"),
        ("broken.py", "broken.py, line 2: SyntaxError: "),
        ("raises.py", "raises.py, line 3: ZeroDivisionError: division by zero"),
        ("quits.py", "quits.py, line 1: SystemExit: 4"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_in_one_line(folder: Path, file: str, words: str) -> None:
    with pytest.raises(BotError) as raised:
        hire(f"{folder}/{file}")
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_command_is_hired_if_its_program_is_there(folder: Path) -> None:
    hired = hire(f"{sys.executable} {folder}/good.py", 3)
    bot = hired()
    assert isinstance(bot, PipeBot)
    assert (bot.command, bot.seconds) == (f"{sys.executable} {folder}/good.py", 3)
    for text, words in (("./no-such-bot", "there is no such program"), ("'", "no closing quotation"), (" ", "empty")):
        with pytest.raises(BotError, match=words):
            command(text)


def test_hired_bots_can_be_sent_to_another_process(folder: Path) -> None:
    for text in ("search:nodes=5", f"{folder}/good.py:Eastward", f"{sys.executable} x"):
        hired = hire(text)
        assert pickle.loads(pickle.dumps(hired)) == hired
