"""The C programs that the compiled Python is measured by play the same games."""

import random
import shutil
from pathlib import Path
from typing import Any

import against_c
import numpy as np
import pytest
from against_c import build, player, resolved, run, text_of

from flagstone import engine
from flagstone.bench import CTF, ctf_board
from flagstone.boards.setups import SETUPS
from flagstone.match import Match
from flagstone.rules import GAMES, savor_odds
from flagstone.rules.record import layout

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is missing (on Debian: apt-get install gcc)")


def crowded_board() -> str:
    """A board on which matches are won quickly: the homes touch, and so do the jails."""
    half = ["s  hhhh", "   hhhh", " s hhhh", "    jjj", "s   jjj", "    jjj"]
    rows = ["#" * 9 + left + left[::-1].upper() + "#" * 9 for left in half]
    return "\n".join(["#" * 32] * 13 + rows + ["#" * 32] * 13)


@pytest.mark.parametrize("board", [ctf_board(), crowded_board()], ids=["bench", "crowded"])
@pytest.mark.parametrize("game", CTF)
def test_capture_the_flag_goes_the_same_way_action_by_action(game: str, board: str, tmp_path: Path) -> None:
    setup = SETUPS[game].resolve({"board": board, "seats_per_team": 4}, 1)
    counts = run(build(game, tmp_path), text_of(game, setup), 0, 2_000_000)
    assert player(game, setup)(counts["steps"]) == (counts["accepted"], counts["matches"])
    assert (counts["matches"] > 0) == (board == crowded_board())


@pytest.mark.parametrize("chance", [0, 1])
def test_a_race_without_chance_goes_the_same_way_action_by_action(chance: float, tmp_path: Path) -> None:
    setup = {**resolved("rowdy"), "failure_chance": chance}
    for macros in ((), ("GAPS",)):
        counts = run(build("rowdy", tmp_path, *macros), text_of("rowdy", setup), 0, 200_000)
        assert player("rowdy", setup)(counts["steps"]) == (counts["accepted"], counts["matches"])


@pytest.mark.parametrize("macros", [(), ("GAPS",)], ids=["square by square", "by gaps"])
def test_races_with_power_failures_are_as_long_on_average(macros: tuple[str, ...], tmp_path: Path) -> None:
    setup = resolved("rowdy")
    counts = run(build("rowdy", tmp_path, *macros), text_of("rowdy", setup), 0, 1_500_000)
    actions, matches = player("rowdy", setup)(3_000_000)
    assert counts["steps"] / counts["matches"] == pytest.approx(actions / matches, rel=0.05)
    assert counts["length"] / counts["steps"] == pytest.approx(turns_an_action(setup), rel=0.02)
    assert counts["wins_1"] / counts["matches"] == pytest.approx(0.5, abs=0.03)


def turns_an_action(setup: dict[str, Any]) -> float:
    """How many turns random races take, by their number of actions."""
    rng, turns, actions = random.Random(1), 0, 0
    for seed in range(60):
        match = Match("rowdy", setup, seed)
        while not match.is_over:
            actions += match.act(match.to_act()[0], rng.randrange(11)) == 0
        turns += match.states[0].turn
    return turns / actions


def savored(games: int) -> tuple[int, list[int]]:
    """Rounds of so many games in all, and who won how many, by the compiled rules."""
    origin = SETUPS["savor"].lay_out(resolved("savor"))
    events = np.zeros(1, layout(GAMES["savor"].event_list, **GAMES["savor"].capacities[0]))
    batch, lengths = np.zeros(1, layout(savor_odds.Batch)), np.zeros(games, np.int32)
    batch[0].limit = 2**40
    code = engine.rule_code("savor_odds", compiled=True)
    code.play_games(origin.copy(), origin, events, batch, lengths)
    return int(lengths.sum()), batch[0].wins.tolist()


def test_games_of_maze_to_savor_with_the_same_draws_are_the_same(tmp_path: Path) -> None:
    counts = run(build("savor", tmp_path, "EXACT"), text_of("savor", resolved("savor")), 0, 2_000_000)
    assert savored(counts["matches"]) == (counts["length"], [counts[f"wins_{seat}"] for seat in (1, 2, 3)])


def test_games_of_maze_to_savor_with_quicker_draws_are_as_long_and_won_as_often(tmp_path: Path) -> None:
    counts = run(build("savor", tmp_path), text_of("savor", resolved("savor")), 0, 5_000_000)
    games = counts["matches"]
    rounds, wins = savored(games)
    assert counts["length"] == pytest.approx(rounds, rel=0.05)
    assert [counts[f"wins_{seat}"] / games for seat in (1, 2, 3)] == pytest.approx(
        [won / games for won in wins], abs=0.03
    )


def test_the_table_names_the_chosen_games(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(against_c, "SECONDS", 0.01)
    monkeypatch.setattr("sys.argv", ["against_c.py", "classic"])
    against_c.main()
    assert "classic" in (table := capsys.readouterr().out)
    assert "hammer" not in table
    monkeypatch.setattr("sys.argv", ["against_c.py", "chess"])
    with pytest.raises(SystemExit):
        against_c.main()
    assert "there is no game chess" in capsys.readouterr().err
