"""The document's program, `flagstone savor run`, and `flagstone savor odds`."""

import json
from pathlib import Path

import pytest

from flagstone.boards.savor_files import write
from flagstone.match import Match
from tests.samples import SETTINGS
from tests.test_cli import refused, run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The five files of the sample board."""
    write(tmp_path, SETTINGS["savor"], 7)
    return tmp_path


def messages(*arguments: str) -> list[str]:
    """What a game that runs says."""
    code, output, errors = run("savor", "run", *arguments)
    assert (code, errors) == (0, "")
    return output.splitlines()


def test_a_game_runs_from_five_files_to_the_flag_and_again_the_same(folder: Path) -> None:
    said = messages(str(folder))
    assert any(line.endswith("captures the flag at [2, 0, 16] and wins the game.") for line in said[-3:])
    assert messages(str(folder)) == said
    (folder / "seed.txt").write_text("8\n")
    assert messages(str(folder)) != said


def test_a_new_board_runs_and_nothing_is_overwritten(tmp_path: Path) -> None:
    new = tmp_path / "maze"
    assert run("savor", "new", str(new), "--seed", "5")[0] == 0
    assert messages(str(new), "--rounds", "3")[-1] == "Stopped: nobody has captured the flag in 3 rounds."
    assert "is there already" in refused("savor", "new", str(new))
    other = tmp_path / "other"
    run("savor", "new", str(other), "--seed", "5")
    assert (new / "stairs.txt").read_text() == (other / "stairs.txt").read_text()


def test_its_messages_are_those_of_a_match_with_the_same_set_up_and_seed(folder: Path) -> None:
    match = Match("savor", SETTINGS["savor"], 7)
    expected: list[str] = []
    while not match.is_over:
        expected += match.apply(match.to_act()[0], "throw").says or []
    assert messages(str(folder)) == expected


def test_a_round_limit_ends_the_game_with_a_message(folder: Path) -> None:
    said = messages(str(folder), "--rounds", "4")
    assert said[-1] == "Stopped: nobody has captured the flag in 4 rounds."
    assert len(said) >= 13


def test_the_options_change_the_game(folder: Path) -> None:
    plain = messages(str(folder))
    assert "Bawana" not in "".join(messages(str(folder), "--elements", "base"))
    assert not any(line.startswith("The stairs change") for line in messages(str(folder), "--stairs-change", "0"))
    often = messages(str(folder), "--stairs-change", "1", "--rounds", "10")
    assert sum(line.startswith("The stairs change") for line in often) == 10
    assert messages(str(folder), "--flag-rule", "land") != [] != plain


def test_every_fault_of_the_files_is_told_with_its_place_and_no_game_starts(folder: Path) -> None:
    stairs = folder / "stairs.txt"
    stairs.write_text("[0, 4, 5]  # short\n[0, 9, 1, 0, 9, 2]\n" + stairs.read_text())
    (folder / "walls.txt").write_text("cheese\n")
    (folder / "poles.txt").unlink()
    code, output, errors = run("savor", "run", str(folder))
    assert (code, output) == (2, "")
    for words in ("stairs.txt line 1", "stairs.txt line 2", "walls.txt line 1: cheese", "poles.txt"):
        assert words in errors
    assert errors.count("\n") == 4
    assert all(line.startswith("flagstone: ") for line in errors.splitlines())


def test_lenient_leaves_out_entries_in_error_with_a_warning_each(folder: Path) -> None:
    (folder / "walls.txt").write_text("[0, 3, 2, 3, 4]\n[0, 3, 2, 4, 4]\n")
    code, output, errors = run("savor", "run", str(folder), "--lenient", "--rounds", "2")
    assert code == 0
    assert output
    assert errors.count("\n") == 1
    assert errors.startswith("warning: walls.txt line 2: [0, 3, 2, 4, 4]")


@pytest.mark.parametrize("command", ["run", "odds"])
@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--elements", "some", "elements is 'some'"),
        ("--flag-rule", "jump", "flag_rule is 'jump'"),
        ("--stairs-change", "-1", "stairs_change is -1"),
        ("--rounds", "0", "--rounds"),
    ],
)
def test_bad_options_are_told(folder: Path, command: str, option: str, value: str, words: str) -> None:
    assert words in refused("savor", command, str(folder), option, value)


def test_odds_are_told_and_written(folder: Path, tmp_path: Path) -> None:
    cells, picture = tmp_path / "cells.json", tmp_path / "traffic.png"
    arguments = ["savor", "odds", str(folder), "--games", "40", "--rounds", "500"]
    code, output, errors = run(*arguments, "--cells", str(cells), "--picture", str(picture))
    assert code == 0, errors
    for words in ("40 games, seed 7", "95 % interval", "median", "most visited cells"):
        assert words in output
    assert len(json.loads(cells.read_text())) == 500
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--games", "0", "games is 0"),
        ("--picture", "x.gif", ".png"),
        ("--picture", "/nowhere/x.png", "no folder /nowhere"),
        ("--cells", "x.txt", ".csv"),
    ],
)
def test_odds_refuse_what_they_could_not_do(folder: Path, option: str, value: str, words: str) -> None:
    assert words in refused("savor", "odds", str(folder), option, value)
