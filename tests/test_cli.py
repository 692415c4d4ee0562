"""The commands, as a person types them."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from flagstone import __version__
from flagstone.cli import app
from tests.playing import OPEN, ctf_match
from tests.samples import played

SHARED = Path(__file__).parents[2] / "shared" / "data"


def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    done = subprocess.run(
        [sys.executable, "-m", "flagstone", *arguments], input=stdin, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def refused(*arguments: str) -> str:
    """The one line with which a command refuses."""
    code, output, errors = run(*arguments)
    assert code == 2, errors
    assert output == ""
    assert "Traceback" not in errors
    assert errors.count("\n") == 1
    assert errors.startswith("flagstone: ")
    return errors


def commands(command: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], bool]]:
    """All commands that there are, and whether each is a group of others."""
    command = command or typer.main.get_command(app)
    parts = getattr(command, "commands", {})
    yield path, bool(parts)
    for name, part in parts.items():
        yield from commands(part, (*path, name))


@pytest.mark.parametrize(("command", "is_group"), list(commands()), ids=str)
def test_every_command_has_help_with_an_example(command: tuple[str, ...], is_group: bool) -> None:
    code, output, errors = run(*command, "--help")
    assert (code, errors) == (0, "")
    assert is_group or re.search(r"Example: .*flagstone " + " ".join(command), " ".join(output.split()))


def test_version() -> None:
    assert run("version")[1].startswith(f"flagstone {__version__}\nrules: hammer 1, ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bord"], "No such command 'bord'"),
        (["--nope"], "--nope"),
        (["board", "new", "9"], "columns"),
        (["board", "new", "8", "300"], "rows is 8; it must be 9 to 256; columns is 300"),
        (["board", "new", "9", "x"], "columns"),
        (["board", "new", "9", "9", "--seats", "40"], "seats"),
        (["board", "check", "nowhere.map"], "nowhere.map: no such file"),
        (["board", "show", "atlantis"], "there are: courtyard"),
        (["warm", "chess"], "unknown game 'chess'"),
        (["replay", "show", "nowhere.match"], "nowhere.match: no such file"),
        (["replay", "show", "."], "directory"),
        (["simulate", "chess"], "unknown game 'chess'"),
        (["simulate", "hammer", "--bots", "deep"], "deep"),
        (["simulate", "hammer", "--bots", "greedy,random,random"], "takes one, or 2"),
        (["simulate", "hammer", "--seats", "9"], "19 are needed for seats_per_team 9"),
        (["simulate", "hammer", "-n", "0"], "matches is 0"),
        (["simulate", "hammer", "--set", "speed=9"], "unknown setting 'speed'"),
        (["simulate", "hammer", "--set", "speed"], "name=value"),
        (["simulate", "hammer", "--out", "x.xls"], ".csv, .json, .parquet"),
        (["simulate", "hammer", "--out", "/nowhere/x.csv"], "no folder /nowhere"),
        (["simulate", "rowdy", "--set", "rows=9"], "invalid dimensions"),
        (["simulate", "hammer", "--limit", "0"], "--limit"),
        (["simulate", "hammer", "--workers", "-1"], "--workers"),
        (["savor", "run", ".", "--rounds", "0"], "--rounds"),
        (["serve", "--workers", "2"], "2 workers need PostgreSQL (--database postgresql://…); SQLite is for one"),
        (["serve", "--database", "mysql://x/y"], "a database is sqlite or postgresql, not mysql"),
        (["serve", "--database", "postgresql://x@127.0.0.1:1/y"], "postgresql://x@127.0.0.1:1/y: cannot be opened"),
        (["serve", "--admin-token", ""], "--admin-token is empty"),
        (["serve", "--origin", "example.org"], "--origin 'example.org' is no origin"),
        (["serve", "--origin", "https://example.org/play"], "is no origin, such as https://example.org"),
        (["serve", "--database", "postgresql://x@127.0.0.1:y/z"], "the port in the address of the database"),
        (["serve", "--database", "sqlite:///:memory:"], "a SQLite database needs a file"),
        (["serve", "--host", "192.0.2.1"], "cannot listen at 192.0.2.1 port 8000"),
        (["serve", "--port", "70000"], "--port"),
        (["serve", "--data", "/dev/null"], "/dev/null: "),
        (["backup", "/nowhere/monday.db"], "no folder /nowhere"),
        (["backup", "README.md"], "README.md: is there already"),
        (["backup", "monday.db", "--data", "/nowhere"], "/nowhere/flagstone.db: there is no such database"),
        (["restore", "nowhere.db"], "nowhere.db: there is no such file"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_line_and_exit_code_2(arguments: list[str], words: str) -> None:
    assert words in refused(*arguments)


def test_a_board_from_new_passes_check(tmp_path: Path) -> None:
    code, board, _ = run("board", "new", "15", "31", "--seats", "3", "--seed", "5")
    assert code == 0
    assert run("board", "new", "15", "31", "--seats", "3", "--seed", "5")[1] == board
    file = tmp_path / "maze.map"
    file.write_text(board)
    assert run("board", "check", str(file), "--seats", "3")[1].startswith(f"{file}: 15 rows, 31 columns")
    assert run("board", "show", str(file))[1] == board


def test_check_names_every_fault_with_row_and_column(tmp_path: Path) -> None:
    file = tmp_path / "bad.map"
    file.write_bytes(b"#####\n#hxH#\n#j\xffJ#\n####\n#####\n")
    code, output, errors = run("board", "check", str(file))
    assert (code, output) == (2, "")
    for words in (
        "row 1, column 2: 'x'",
        "row 2, column 2",
        "row 3: the line is too short",
        "team 1 has too few home cells: 1",
    ):
        assert words in errors


@pytest.mark.skipif(not SHARED.is_dir(), reason="the course's maps are not beside this checkout")
@pytest.mark.parametrize("name", ["daGame.map", "daGame_small.map"])
def test_the_original_courses_maps_load_and_play(name: str) -> None:
    assert run("board", "check", str(SHARED / name), "--seats", "5")[0] == 0
    code, output, _ = run(
        "simulate", "classic", "--board", str(SHARED / name), "-n", "2", "--bots", "random", "--limit", "20"
    )
    assert code == 0
    assert "decisions used up" in output


def test_c4_a_board_without_a_path_between_the_homes_is_played_with_a_warning(tmp_path: Path) -> None:
    split = ["###########", *["#hhh###HHH#"] * 2, *["#jjj###JJJ#"] * 2, "###########"]
    (tmp_path / "split.map").write_text("\n".join(split))
    arguments = ("classic", "--board", str(tmp_path / "split.map"), "--seats", "1", "-n", "1", "--limit", "3")
    code, output, errors = run("simulate", *arguments)
    assert code == 0
    assert "1 matches" in output
    assert errors.startswith("warning: there is no path between the two homes")


def test_simulate_gives_the_same_results_on_one_core_and_on_two(tmp_path: Path) -> None:
    files = [tmp_path / "one.csv", tmp_path / "two.csv"]
    for workers, file in zip(("1", "2"), files, strict=True):
        code, output, errors = run(
            "simulate",
            "hammer",
            "-n",
            "12",
            "--seed",
            "3",
            "--bots",
            "greedy,random",
            "--workers",
            workers,
            "--out",
            str(file),
        )
        assert code == 0, errors
        assert "greedy" in output
    assert files[0].read_text() == files[1].read_text()
    assert files[0].read_text().count("\n") == 13


def test_simulate_draws_a_board_of_maze_to_savor() -> None:
    code, output, errors = run("simulate", "savor", "-n", "4", "--bots", "random", "--limit", "50")
    assert code == 0, errors
    assert "rounds a match" in output


@pytest.mark.parametrize("ending", [".json", ".parquet"])
def test_simulate_writes_json_and_parquet(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"out{ending}"
    assert run("simulate", "rowdy", "-n", "3", "--bots", "random", "--out", str(file))[0] == 0
    if ending == ".json":
        rows = json.loads(file.read_text())
    else:
        import pyarrow.parquet

        rows = pyarrow.parquet.read_table(file).to_pylist()
    assert [row["match"] for row in rows] == [0, 1, 2]
    assert all(row["player 1"] == "random" for row in rows)


def test_replay_show_tells_a_match_in_words(tmp_path: Path) -> None:
    match = ctf_match("classic")
    for seat, action in ((0, "E"), (1, "W")):
        match.apply(seat, action)
    match.resign(1)
    file = tmp_path / "a.match"
    file.write_text(match.save() + "\n")
    code, output, _ = run("replay", "show", str(file))
    assert code == 0
    assert "1. seat 0: E. Player 1 of team 1 moved to (1, 2)." in output
    assert "Team 1 won: resigned." in output
    assert OPEN.splitlines()[0] in output


@pytest.mark.parametrize("game", ["rowdy", "savor"])
def test_replay_show_draws_the_other_games(tmp_path: Path, game: str) -> None:
    file = tmp_path / "a.match"
    file.write_text(played(game, 60).save())
    code, output, errors = run("replay", "show", str(file), "--boards")
    assert (code, errors) == (0, "")
    assert "to move" in output or "to throw" in output


def test_the_referee_answers_on_standard_output() -> None:
    code, output, _ = run("referee", stdin='{"cmd": "save"}\n{"cmd": "games"}\n')
    assert code == 0
    assert [json.loads(line)["ok"] for line in output.splitlines()] == [False, True]


def test_output_that_nobody_reads_is_no_error() -> None:
    command = f"{sys.executable} -m flagstone games | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stderr == ""
