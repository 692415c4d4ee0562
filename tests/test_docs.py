"""What the documents show works."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

NAMES = {"match": "ID"}  # in paths, where they are called otherwise in the documents
ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "docs"}
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), names)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "sh")], ids=lambda page: page.name)
def test_the_commands_of_a_page_run_one_after_another(page: Path, tmp_path: Path) -> None:
    lines = [line.partition("#")[0].strip() for block in blocks(page, "sh") for line in block.splitlines()]
    home = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    for line in lines:
        if line.startswith("flagstone "):
            words = [sys.executable, "-m", *shlex.split(line)]
            if "serve" in words:
                serves(words, home)
                continue
            done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path, env=home)
            assert done.returncode == 0, f"{line}: {done.stderr}"
            assert done.stdout


def serves(words: list[str], home: dict[str, str]) -> None:
    """A server says where it is, and ends when it is told to. One that needs PostgreSQL is not started here."""
    if any(word.startswith("postgresql:") for word in words):
        return
    command = [*words, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=home) as server:
        assert server.stdout is not None
        try:
            assert server.stdout.readline().startswith("Flagstone is at http://")
            server.terminate()
            assert server.wait(20) == 0
        finally:
            server.kill()


def test_the_readme_names_every_game_and_links_only_to_what_is_there() -> None:
    from flagstone.rules import GAMES

    text = PAGES[0].read_text(encoding="utf-8")
    assert all(f"`{game}`" in text for game in GAMES)
    for page in PAGES:
        for link in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_the_messages_in_the_protocol_are_messages() -> None:
    from flagstone.play.messages import FromClient, FromServer

    known = msgspec.json.Decoder(FromClient | FromServer)
    shown = [known.decode(text) for text in re.findall(r"```json\n(.*?)```", page("protocol.md"), re.DOTALL)]
    assert {type(message) for message in shown} == set(get_args(FromClient) + get_args(FromServer))


def test_the_protocol_names_every_refusal_and_every_goodbye() -> None:
    from flagstone.play.messages import REFUSALS
    from flagstone.server.live import CODES

    text = page("protocol.md")
    for name, words in REFUSALS.items():
        assert f"| `{name}` | {words.split(';')[0]}" in text
    for reason, code in CODES.items():
        assert f"| `{reason}` | {code} |" in text


def test_every_request_is_told_of(tmp_path: Path) -> None:
    from flagstone.server.app import make_app
    from flagstone.server.settings import Settings

    told = page("protocol.md") + page("hosting.md")
    schema = make_app(Settings(data=str(tmp_path))).openapi_schema.to_schema()  # which warns of nothing, too
    for path, operations in schema["paths"].items():
        shown = re.sub(r"\{(\w+)\}", lambda found: NAMES.get(found[1], found[1].upper()), path)
        for method in operations:
            assert re.search(rf"`({method.upper()} )?{re.escape(shown)}[`?]", told), f"{method} {shown}"


def page(name: str) -> str:
    """A page of the documents."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")
