"""The scripts in `examples/` that play through the documented protocol, run as they are."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.serving import Server

Command = Callable[[str, str], list[str]]

EXAMPLES = Path(__file__).parents[2] / "examples"


def in_python(url: str, game: str) -> list[str]:
    """The command that plays a game with the script in Python."""
    return [sys.executable, str(EXAMPLES / "play.py"), url, game]


def in_javascript(url: str, game: str) -> list[str]:
    """The command that plays a game with the script in JavaScript."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    flags = ["--experimental-websocket"] if int(version[1:].split(".")[0]) < 22 else []
    return [node, *flags, str(EXAMPLES / "play.mjs"), url, game]


@pytest.mark.parametrize("command", [in_python, in_javascript])
@pytest.mark.parametrize(("game", "limit"), [("classic", 40), ("rowdy", 4), ("savor", 3)])
def test_an_example_plays_a_whole_match(server: Server, command: Command, game: str, limit: int) -> None:
    words = [*command(server.url, game), str(limit)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert " won: " in done.stdout.splitlines()[-1]
    assert len(done.stdout.splitlines()) > 5


def test_an_example_says_what_the_server_refuses(server: Server) -> None:
    done = subprocess.run(in_python(server.url, "chess"), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "unknown game" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_examples_send_no_more_than_the_schema_knows() -> None:
    from flagstone.server.shelf import message_schema

    hello = message_schema()["$defs"]["Hello"]["properties"].keys()
    assert {"seat", "token", "last", "restores"} <= hello
