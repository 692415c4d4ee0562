"""What commands say of faults and in any encoding, and how they end when they are stopped."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from flagstone.cli import main
from flagstone.cli_output import LONGEST
from tests.server.serving import children

SECONDS = 60.0


def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The lines with which a command refuses, in this process."""
    monkeypatch.setattr(sys, "argv", ["flagstone", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    out, errors = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    return errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bord"], "No such command 'bord'. Did you mean 'board'? See flagstone --help"),
        (["board", "new", "9", "x"], "Invalid value for 'columns': it should be a valid integer; see flagstone board"),
        (["simulate", "rowdy", "--limit", "0"], "'--limit': it should be greater than or equal to 1; see flag"),
        (["simulate", "rowdy", "-n", "9" * 20], "not a whole number from 1 to 1000000000"),
        (["board", "check", "."], ".: is a folder; a board is a file, or one of: courtyard"),
        (["play", "rowdy", "--ascii", "--seed", "-1"], "-1 is not a whole number from 0 to 18446744073709551615"),
    ],
)  # fmt: skip
def test_what_is_wrong_comes_with_what_to_do(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    errors = refused(monkeypatch, capsys, *arguments)
    assert words in errors
    assert errors.count("\n") == 1


def test_what_is_no_text_is_no_board_and_a_shipped_board_is_found_beside_a_folder_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "binary"
    file.write_bytes(bytes(range(256)) * 20)
    for command in (["board", "check"], ["board", "show"], ["simulate", "hammer", "--board"]):
        assert refused(monkeypatch, capsys, *command, str(file)) == f"flagstone: {file}: is no text, so no board\n"
    (tmp_path / "garden").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["flagstone", "board", "show", "garden"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0


def test_a_fault_neither_commands_the_terminal_nor_fills_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("stairs", "poles", "walls", "flag", "seed"):
        (tmp_path / f"{name}.txt").write_text("\x1b[31m\x07[\n")
    errors = refused(monkeypatch, capsys, "savor", "run", str(tmp_path))
    assert "?[31m?[" in errors
    assert "\x1b" not in errors
    (tmp_path / "long.map").write_text("?" * 60 + "\n" + "?" * 60)
    errors = refused(monkeypatch, capsys, "simulate", "hammer", "--board", str(tmp_path / "long.map"))
    assert errors.endswith(" … and more\n")
    assert len(errors) < LONGEST + 30


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_signs_that_an_encoding_does_not_have_stop_nothing(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "flagstone", "simulate", "rowdy", "-n", "1", "--bots", "random"]
    done = subprocess.run(command, capture_output=True, env=environment, check=True, timeout=SECONDS)
    shown = done.stdout.decode(encoding)
    assert "?" not in shown
    assert "+----" in shown
    assert "| player 1 |" in shown


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "flagstone", "games"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=SECONDS)
    assert (done.returncode, done.stderr) == (2, "flagstone: input or output: no space left on device\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["duel", "random", "search:ms=60000", "--game", "rowdy", "-n", "10", "--workers", "2"],
        ["savor", "odds", "MAZE", "--games", "500000000"],
    ],
)
def test_ctrl_c_ends_at_once_what_would_take_hours(arguments: list[str], tmp_path: Path) -> None:
    maze = str(tmp_path / "maze")
    subprocess.run([sys.executable, "-m", "flagstone", "savor", "new", maze], check=True, capture_output=True)
    command = [sys.executable, "-m", "flagstone", *(maze if word == "MAZE" else word for word in arguments)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    until = time.monotonic() + SECONDS

    def is_at_work() -> bool:
        threads = len(list(Path(f"/proc/{process.pid}/task").iterdir()))
        return threads > 3 if "odds" in arguments else len(children(process.pid)) >= 2

    while not is_at_work():
        assert time.monotonic() < until
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all of them
    out, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, out, errors) == (130, "", "")
