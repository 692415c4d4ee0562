"""The rules of a version stay what they were. After a deliberate change: a new version, and `make golden`."""

import pytest

from flagstone.match import Match
from flagstone.replay import read
from flagstone.rules import GAMES
from tests.golden.playthroughs import HERE, NAMES, perft_file, perft_text, playthrough, saved, told_file


@pytest.mark.parametrize("name", NAMES)
def test_the_playthrough_is_as_it_was(name: str) -> None:
    assert saved(name).exists(), "run `make golden`"
    assert playthrough(name) == told_file(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_golden_log_is_of_this_version_and_saves_to_the_same_text(name: str) -> None:
    match = read(saved(name))
    assert match.game.version == GAMES[name.split("-", maxsplit=1)[0]].version
    assert Match.load(match.save()).save() == match.save()


def test_no_golden_file_is_left_over() -> None:
    known = {path.name for name in NAMES for path in (saved(name), told_file(name))} | {perft_file().name}
    assert {path.name for path in HERE.iterdir() if path.suffix in (".txt", ".match")} == known


def test_the_node_counts_are_as_they_were() -> None:
    assert perft_text() == perft_file().read_text(encoding="utf-8")
