"""Programs as bots: what they are told, and that whatever they do costs them no more than their match."""

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flagstone.bots import make
from flagstone.bots.bot import BotFailed, view_of
from flagstone.bots.pipe import LONGEST, PipeBot
from flagstone.bots.play import play_match
from flagstone.match import Match, Outcome
from tests.samples import SETTINGS

posix = pytest.mark.skipif(os.name != "posix", reason="sessions are of POSIX")

SAYS = """
import json, sys
said = open({log!r}, "a")
for line in sys.stdin:
    print(line, end="", file=said, flush=True)
    if json.loads(line)["type"] == "choose":
        print(json.dumps({{"action": json.loads(line)["legal"][0]}}), flush=True)
"""


def program(code: str, *arguments: str, seconds: float = 5.0) -> PipeBot:
    """A bot that is a few lines of Python."""
    words = [sys.executable, "-c", code, *arguments]
    return PipeBot(" ".join("'" + word.replace("'", "'\\''") + "'" for word in words), seconds)


def race(bot: PipeBot) -> Outcome:
    """How a race goes in which the program is player 1."""
    match = Match("rowdy", SETTINGS["rowdy"], 1, limit=20)
    bot_settles_at_once(bot)
    return play_match(match, [bot, make("random")], seed=1).outcome


def bot_settles_at_once(bot: PipeBot) -> None:
    """Programs that never answer are not waited for longer than need be."""
    start = bot.start

    def starting(*arguments: Any) -> None:
        start(*arguments)
        bot.patience = max(bot.seconds, 0.5)

    vars(bot)["start"] = starting


def test_a_program_is_told_of_the_match_each_decision_and_the_end(tmp_path: Path) -> None:
    import json

    log = tmp_path / "said"
    match = Match("classic", SETTINGS["classic"], 1)
    bots = [program(SAYS.format(log=str(log))), *(make("random") for _ in range(3))]
    outcome = play_match(match, bots, seed=1, max_decisions=3).outcome
    start, *decisions, finish = [json.loads(line) for line in log.read_text().splitlines()]
    assert (start["type"], start["protocol"], start["game"], start["seat"], start["seats"]) == (
        "start",
        1,
        "classic",
        0,
        4,
    )
    assert start["setup"]["seats_per_team"] == 2
    assert [decision["type"] for decision in decisions] == ["choose"] * 3
    assert decisions[0]["state"]["players"] == Match("classic", SETTINGS["classic"], 1).view(0)["players"]
    assert decisions[0]["legal"][-1] == "pass"
    assert len({decision["random"] for decision in decisions}) == 3
    assert finish["outcome"] == {"winner": outcome.winner, "reason": outcome.reason}


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import sys; sys.exit(3)", "ended with exit code 3"),
        ("import sys; sys.stdin.readline(); print('N')", "answered 'N', which is no line such as"),
        ("print('{\"action\": 7}')", "answered '{\"action\": 7}', which is no line such as"),
        ('print(\'{"action": "fly"}\')', "answered 'fly', which is not legal"),
        (f"print('x' * {2 * LONGEST})", f"answered a line of more than {LONGEST} bytes"),
        ("import sys; sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n')", "which is no line such as"),
    ],
)
def test_a_program_that_crashes_or_answers_rubbish_loses_with_the_reason(code: str, reason: str) -> None:
    outcome = race(program(code))
    assert outcome.winner == "player 2"
    assert reason in outcome.reason


def test_a_program_that_does_not_answer_loses_after_its_time() -> None:
    outcome = race(program("import sys; sys.stdin.read()", seconds=0.5))
    assert outcome == Outcome("player 2", "no answer in 0.5 seconds")


@posix
def test_a_program_that_kills_itself_is_named_with_the_signal() -> None:
    outcome = race(program("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"))
    assert outcome == Outcome("player 2", "ended by SIGSEGV")


def test_a_program_that_never_reads_keeps_nobody_waiting() -> None:
    board = "\n".join(["#" * 200] * 30 + ["#hj" + " " * 194 + "JH#"] * 4 + ["#" * 200] * 30)
    match = Match("classic", {"board": board, "seats_per_team": 1}, 1)
    bot = program("import time; time.sleep(60)", seconds=0.5)
    bot_settles_at_once(bot)
    began = time.monotonic()
    assert play_match(match, [bot, make("random")], seed=1).outcome.winner == "team 2"
    assert time.monotonic() - began < 20


def test_a_program_that_floods_its_output_is_read_no_more_than_it_is_asked() -> None:
    flood = 'import sys\nwhile True: print(\'{"action": "nonsense"}\')'
    assert race(program(flood)).reason == "answered 'nonsense', which is not legal"


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_program_and_what_it_started_end_with_the_match(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code = f"""
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
time.sleep(600)
"""
    race(program(code, seconds=2.0))
    parent, child = map(int, pids.read_text().split())
    until = time.monotonic() + 10
    while is_alive(parent) or is_alive(child):
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_program_that_cannot_be_started_loses() -> None:
    assert race(PipeBot("/no/such/program")).reason == "/no/such/program: no such file or directory"


def test_a_bot_may_be_closed_at_any_time_and_more_than_once() -> None:
    bot = program("import sys; sys.stdin.read()", seconds=0.2)
    bot.close()
    match = Match("rowdy", SETTINGS["rowdy"], 1)
    bot.start("rowdy", 0, 2, match.setup)
    bot.patience = 0.2
    with pytest.raises(BotFailed, match="no answer"):
        bot.choose(view_of(match, 0), match.legal(0), Random(1))
    bot.close()
    bot.close()
