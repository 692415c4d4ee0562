"""The odds of Maze to Savor: many games, counted."""

from collections import Counter

import numpy as np
import pytest

from flagstone.arena import odds
from flagstone.match import Match, MatchError
from flagstone.rules.chance import spread
from flagstone.rules.savor import CELLS, cell_at
from tests.samples import SETTINGS


def test_odds_are_the_same_on_one_core_and_on_more(monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for cores in (1, 3):
        monkeypatch.setattr(odds, "cores", lambda cores=cores: cores)
        monkeypatch.setattr(odds, "PART", 7)
        results.append(odds.count(SETTINGS["savor"], 7, 30, 300, quiet=True))
    one, more = results
    assert one.wins == more.wins
    assert one.lengths.tolist() == more.lengths.tolist()
    assert one.visits.tolist() == more.visits.tolist()
    assert sum(one.wins) + one.undecided == 30


def test_odds_count_what_the_messages_tell() -> None:
    """A game of the odds, played again as a match: who won, after how many rounds, who went where."""
    counted = odds.count(SETTINGS["savor"], 7, 1, 200, quiet=True)
    match = Match("savor", SETTINGS["savor"], 7, limit=200)
    spread(match.states[0].chance, 0, odds.stem_of(7))
    visits: Counter[int] = Counter()
    steps = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
    while not match.is_over:
        seat = match.to_act()[0]
        floor, row, column = match.state()["players"][seat]["at"]
        events = match.apply(seat, "throw").events
        thrown = events[0]
        left = thrown.get("steps", 0)
        ways = [event for event in events if event["event"] in ("took_stairs", "slid_down")]
        for way in [*ways, None]:
            while left and (way is None or [floor, row, column] != way["at"]):
                row, column = row + steps[thrown["direction"]][0], column + steps[thrown["direction"]][1]
                visits[cell_at((floor, row, column))] += 1
                left -= 1
            if way:
                floor, row, column = way["to"]
                visits[cell_at((floor, row, column))] += 1
        for event in events:
            if event["event"] in ("entered", "placed", "fit_again"):
                visits[cell_at(tuple(event["at"]))] += 1
            elif event["event"] in ("disoriented", "triggered", "happy", "earned"):
                visits[cell_at((0, 9, 19))] += 1
    assert counted.visits.tolist() == [visits[cell] for cell in range(CELLS)]
    assert int(counted.lengths[0]) == min(match.state()["round"], 200)
    winner = match.state()["result"]
    assert counted.wins == tuple(int(name == winner) for name in "ABC")


def test_games_of_the_odds_have_nothing_in_common() -> None:
    counted = odds.count(SETTINGS["savor"], 7, 60, 2000, quiet=True)
    assert len(set(counted.lengths.tolist())) > 30
    assert np.all(counted.lengths >= 1)


def test_odds_need_a_limit_of_at_least_one_round() -> None:
    with pytest.raises(MatchError):
        odds.count(SETTINGS["savor"], 7, 1, 0)
