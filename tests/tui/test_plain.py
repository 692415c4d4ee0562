"""The plain face, through a pipe."""

import io
import os
import subprocess
import sys

import pytest

from flagstone.cli import main
from flagstone.rules import GAMES
from flagstone.tui.plain import read_actions, window

SHORT = {"hammer": ["--clock", "1"], "shovel": ["--clock", "1"], "classic": ["--clock", "1"], "rowdy": ["--rows", "10"]}


def run(*arguments: str, said: str = "") -> "subprocess.CompletedProcess[str]":
    """`flagstone play` with lines said to it."""
    command = [sys.executable, "-m", "flagstone", "play", *arguments]
    environment = {**os.environ, "FLAGSTONE_ENGINE": "plain", "PYTHONIOENCODING": "ascii"}
    return subprocess.run(command, input=said, capture_output=True, text=True, timeout=60, check=False, env=environment)


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_a_whole_game_for_somebody_who_watches(game: str) -> None:
    done = run(game, "--ascii", "--watch", "--pace", "0", "--seed", "1", *SHORT.get(game, []))
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert GAMES[game].title in done.stdout
    assert "won" in done.stdout or "time is up" in done.stdout


def test_a_whole_game_is_played_by_lines() -> None:
    done = run("savor", "--ascii", "--pace", "0", "--seed", "4", "--name", "Ada", said="\n" * 400 + "quit\n")
    assert done.returncode == 0
    assert "* A is at the starting area and rolls" in done.stdout
    assert "captures the flag at" in done.stdout
    assert "won" in done.stdout
    assert done.stdout.rstrip().endswith("Goodbye.")


def test_moves_refusals_and_questions_are_answered() -> None:
    said = "n\nw\nget\nlegend\nwho\nhelp\nfly\nn, s\nagain\nresign\nagain\nquit\n"
    done = run("classic", "--ascii", "--pace", "60000", "--name", "Ada", "--seats", "1", said=said)
    assert done.returncode == 0
    for told in (
        "@@",
        "No: a wall is in the way.",
        "No: the other team's flag is not here.",
        "jail of 1",
        "Ada (1 of team 1): you, free",
        "Nobody understands 'fly'; type help.",
        "The match is still on",
        "Ada is out: resigned.",
        "Goodbye.",
    ):
        assert told in done.stdout, told
    assert done.stdout.count("Classic CTF.") == 2, "another match was begun"


def test_a_game_is_chosen_and_invalid_dimensions_are_asked_for_again() -> None:
    said = "chess\n4\n5\n12\n1000\n20\n\n\n\n\n\n\nquit\n"
    done = run("--ascii", "--name", "Ada", said=said)
    assert done.returncode == 0, done.stderr
    assert "'chess' is none of them." in done.stdout
    assert "invalid dimensions: 5 is not a whole number from 10 to 100" in done.stdout
    assert "invalid dimensions: 1000 is not a whole number from 10 to 100" in done.stdout
    assert sum(39 <= len(line) <= 40 and set(line) <= set(". #:gF12@0123") for line in done.stdout.splitlines()) >= 8


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rowdy", "--ascii", "--rows", "5"], "flagstone: rows: invalid dimensions: 5 is not a whole number from 10"),
        (["chess", "--ascii"], "no game is called 'chess'"),
        (["rowdy"], "this is no terminal; add --ascii"),
        (["--ascii"], "the input ended before everything was asked"),
        (["--ascii", "--join", "nonsense"], "is not the link of a match"),
        (["--ascii", "--name", "Ada", "--join", "http://127.0.0.1:9/m/abcdef"], "does not answer"),
        (["rowdy", "--join", "http://127.0.0.1:9/m/abcdef"], "leave the game out"),
        (["--join", "http://127.0.0.1:9/m/abcdef", "--rows", "4"], "--rows is for a new match"),
    ],
)
def test_errors_are_one_line_and_code_2(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["flagstone", "play", *arguments])
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    errors = capsys.readouterr().err
    assert words in errors
    assert len(errors.splitlines()) == 1


def test_an_error_is_one_line_and_code_2_in_a_process_too() -> None:
    done = run("rowdy", "--ascii", "--rows", "5")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


def test_without_textual_the_word_is_clear_and_the_plain_face_still_plays() -> None:
    program = "import sys; sys.modules['textual'] = None; from flagstone.cli import main; main()"
    command = [sys.executable, "-c", program, "play", "rowdy", "--ascii"]
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, "Rowdy Racers." in done.stdout) == (0, True), done.stderr


def test_lines_are_read_as_actions() -> None:
    assert read_actions("classic", "N n north s") == ["N", "N", "N", "S"]
    assert read_actions("classic", "get") == ["get flag"]
    assert read_actions("shovel", "dig north") == ["dig N"]
    assert read_actions("rowdy", "northeast") == ["NE"]
    assert read_actions("rowdy", "pick up") == ["pick up"]
    assert read_actions("rowdy", "e, use, end") == ["E", "use", "end turn"]
    assert read_actions("hammer", "drop") is None, "a flag or a hammer?"
    assert read_actions("savor", "n") is None
    assert read_actions("classic", "") is None


def test_a_window_holds_its_centre() -> None:
    for length, room, centre in [(5, 10, 2), (100, 10, 0), (100, 10, 50), (100, 10, 99)]:
        shown = window(length, room, centre)
        assert centre in shown
        assert len(shown) == min(length, room)
