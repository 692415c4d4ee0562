"""Duels: both seatings, the same on any number of cores, and what the numbers mean."""

import math
from pathlib import Path

import pytest

from flagstone.arena.duel import Duel, Fought, check, story, table
from flagstone.arena.sharing import share
from flagstone.arena.simulate import Plan
from flagstone.arena.tables import sign_test
from flagstone.bots.hiring import hire
from flagstone.match import MatchError
from flagstone.replay import read


def duel(a: str, b: str, game: str = "classic", matches: int = 6, keep: Path | None = None) -> Duel:
    """A duel on a small board."""
    bots = [hire(a), hire(b)]
    plan = Plan.make(game, matches, 3, bots, board="courtyard", seats=1, settings=[], limit=60)
    return Duel(plan, keep)


def told(fought: list[Fought]) -> list[object]:
    """What must be the same each time."""
    return [(one.row, one.winner, len(one.seconds[0]), len(one.seconds[1])) for one in fought]


def test_each_seed_is_played_from_both_sides() -> None:
    fought = [duel("greedy", "random").play(number) for number in range(4)]
    seeds = [one.row["seed"] for one in fought]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert [one.row["team 1"] for one in fought] == ["greedy", "random"] * 2
    assert [one.row["team 2"] for one in fought] == ["random", "greedy"] * 2


@pytest.mark.parametrize("game", ["classic", "rowdy"])
def test_a_duel_is_the_same_on_any_number_of_cores(game: str) -> None:
    work = duel("greedy", "search:nodes=20", game)
    alone = share(work, 1, quiet=True)
    assert told(alone) == told(share(work, 3, quiet=True))


def test_a_bot_against_itself_wins_as_often_as_it_loses() -> None:
    fought = share(duel("greedy", "greedy", matches=8), 1, quiet=True)
    wins = [sum(one.winner == who for one in fought) for who in (0, 1)]
    assert wins[0] == wins[1], "the same seeds, sides swapped"


def test_matches_are_kept_and_play_again(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    check("rowdy", folder)
    work = duel("greedy", "random", "rowdy", 3, folder)
    fought = share(work, 1, quiet=True)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["000000.match", "000001.match", "000002.match"]
    for file, one in zip(files, fought, strict=True):
        outcome = read(file).outcome
        assert outcome is not None
        assert outcome.winner == one.row["winner"]


def test_a_folder_that_is_not_empty_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    with pytest.raises(ValueError, match="is there already; name a new or an empty folder"):
        check("rowdy", tmp_path)


def test_three_sides_are_no_duel() -> None:
    with pytest.raises(MatchError, match="savor has 3 sides"):
        check("savor", None)


def test_the_table_names_wins_shares_times_and_reasons() -> None:
    work = duel("greedy", "python3 -c 0", matches=2)
    fought = share(work, 1, quiet=True)
    words = table(work, fought)
    assert "A: greedy" in words
    assert "100.0%" in words
    assert "2 × B lost: ended with exit code 0" in words
    assert "p = 0.5" in words
    assert "decisions" in words
    assert story(1, fought[1]).startswith("match 1, B first, seed ")
    assert story(1, fought[1]).endswith("A won after 0: ended with exit code 0")


@pytest.mark.parametrize(("hits", "of"), [(0, 0), (0, 1), (1, 2), (3, 10), (10, 10), (60, 100), (412, 1000)])
def test_the_p_value_is_the_exact_binomial(hits: int, of: int) -> None:
    chances = [math.comb(of, count) / 2**of for count in range(of + 1)]
    as_far = sum(chance for count, chance in enumerate(chances) if abs(2 * count - of) >= abs(2 * hits - of))
    assert sign_test(hits, of) == pytest.approx(min(1.0, as_far))


def test_the_p_value_of_many_matches_is_found() -> None:
    assert sign_test(10_200, 20_000) == pytest.approx(0.0047, rel=0.02)
