"""Duels: both seatings, the same on any number of cores, and what the numbers mean."""

from itertools import product
from pathlib import Path

import pytest

from flagstone.arena.duel import Duel, Fought, leads, story, table
from flagstone.arena.sharing import share
from flagstone.arena.simulate import Plan
from flagstone.arena.tables import flip_test, paired_interval
from flagstone.bots.hiring import hire
from flagstone.replay import read
from flagstone.rules import GAMES


def duel(a: str, b: str, game: str = "classic", matches: int = 6, keep: Path | None = None) -> Duel:
    """A duel on a small board."""
    bots = [hire(a), hire(b)]
    plan = Plan.make(game, matches, 3, bots, board="courtyard", seats=1, settings=[], limit=60)
    return Duel.make(plan, keep)


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
        duel("greedy", "random", keep=tmp_path)


def test_a_game_of_three_is_fought_with_one_bot_on_two_sides_and_then_on_the_other() -> None:
    work = duel("greedy", "random", "savor", matches=2)
    fought = share(work, 1, quiet=True)
    sides = [[one.row[name] for name in GAMES["savor"].sides] for one in fought]
    assert sides == [["greedy", "random", "greedy"], ["random", "greedy", "random"]]
    for one, names in zip(fought, sides, strict=True):
        if one.winner is not None:
            assert (one.winner == 0) == (names[GAMES["savor"].sides.index(one.row["winner"])] == "greedy")
    assert "it is luck alone" in table(work, fought)


def test_the_table_names_wins_shares_times_and_reasons() -> None:
    work = duel("greedy", "python3 -c 0", matches=2)
    fought = share(work, 1, quiet=True)
    words = table(work, fought)
    assert "A: greedy" in words
    assert "100.0%" in words
    assert "2 × B lost: ended with exit code 0" in words
    assert "p = 1" in words, "one pair proves nothing"
    assert "decisions" in words
    assert story(1, fought[1]).startswith("match 1, B first, seed ")
    assert story(1, fought[1]).endswith("A won after 0: ended with exit code 0")


@pytest.mark.parametrize(
    "pairs", [[], [0], [2], [1, -2], [2, 2, 1, 0, -1], [2] * 5, [1, 1, 1, 2, 2, -1, 0], [-2, -2, 2, -1, -1, -1, -1]]
)
def test_the_p_value_counts_all_ways_to_flip_the_pairs(pairs: list[int]) -> None:
    ways = [abs(sum(signs)) >= abs(sum(pairs)) for signs in product(*((lead, -lead) for lead in pairs))]
    assert flip_test(pairs) == pytest.approx(sum(ways) / len(ways))


def test_pairs_in_which_each_wins_once_prove_nothing() -> None:
    assert flip_test([0] * 1000) == 1
    assert flip_test([2] * 12 + [0] * 88) == 2 / 2**12
    assert flip_test([2] * 5100 + [-2] * 4900) == pytest.approx(0.0466, rel=0.02)


def test_the_interval_is_that_of_the_pairs() -> None:
    assert paired_interval([]) == pytest.approx((0.01, 0.99), abs=0.01)
    low, high = paired_interval([1.0] * 100)
    assert 0.94 < low < 0.97
    assert high == 1
    whole = paired_interval([1.0] * 60 + [0.0] * 40)
    assert whole == pytest.approx((0.502, 0.691), abs=0.002), "as Agresti and Coull for 60 of 100"
    halves = paired_interval([0.5] * 80 + [1.0] * 20)
    assert halves[1] - halves[0] < whole[1] - whole[0]
    assert sum(paired_interval([0.25, 0.75])) == pytest.approx(1)


def test_a_match_without_a_partner_is_left_out_of_the_pairs() -> None:
    work = duel("greedy", "random", matches=3)
    fought = share(work, 1, quiet=True)
    assert [one.winner for one in fought] == [0, 0, 0]
    assert leads(fought) == [2]
    assert leads(fought, 1) == [-2]
    assert "p = 1" in table(work, fought)
    assert "p = 1" in table(work, fought[:1])
