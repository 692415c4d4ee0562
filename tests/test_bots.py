"""Bots: the contract, and that the two of them are as good as is said of them."""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from flagstone.boards import maze, shipped
from flagstone.bots import BOTS, BotError, make
from flagstone.bots.bot import PASS, Bot, View, rng_of, view_of
from flagstone.bots.greedy_ground import FAR, Ground, ground_of
from flagstone.bots.play import UNDECIDED, Played, play_match
from flagstone.match import Match, Outcome
from flagstone.rules import GAMES
from tests.samples import SETTINGS

CTF = ("hammer", "shovel", "classic")
TURNS = tuple(game for game in GAMES if game not in CTF)
OPEN = """
###########
#hhh   HHH#
#hhh   HHH#
#         #
#jjj   JJJ#
#jjj   JJJ#
###########
""".strip()
DIVIDED = """
#############
#hhh  #  HHH#
#hfh  #  HFH#
#hhh  #  HHH#
#  s  #  s  #
#jjj  #  JJJ#
#jjj  #  JJJ#
#############
""".strip()


def match_of(game: str, board: str = OPEN, seats: int = 1, seed: int = 0) -> Match:
    if game in CTF:
        return Match(game, {"board": board, "seats_per_team": seats}, seed)
    return Match(game, SETTINGS[game], seed, limit=300)


def played(match: Match, *names: str, max_decisions: int = 500) -> Played:
    """A match between bundled bots, one name a side."""
    bots = [make(names[seat % len(names)]) for seat in range(match.seats)]
    return play_match(match, bots, seed=match.seed, max_decisions=max_decisions)


class Passing:
    """Passes, or plays what comes first; keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        self.told.append((game, seat, seats, sorted(setup)))

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        self.told.append((view.seat, tuple(legal), view.state["result"]))
        return PASS if PASS in legal else legal[0]

    def finish(self, view: View, outcome: Outcome) -> None:
        self.told.append(outcome)


class Broken:
    """Does something wrong when it is first asked."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        if isinstance(self.answer, BaseException):
            raise self.answer
        answer: str = self.answer
        return answer


# The table.


def test_every_bot_can_be_made_and_is_another_each_time() -> None:
    for name in BOTS:
        assert make(name) is not make(name)


def test_an_unknown_bot_is_an_error_that_names_those_that_exist() -> None:
    with pytest.raises(BotError, match=re.escape("no bot is called 'gredy'; there are: random, greedy, search")):
        make("gredy")


# The contract.


@pytest.mark.parametrize("game", CTF)
def test_pass_is_the_last_choice_of_everybody_and_never_in_the_log(game: str) -> None:
    match, bots = match_of(game), [Passing(), Passing()]
    result = play_match(match, bots, seed=1, max_decisions=3)
    assert result == Played(Outcome(None, UNDECIDED), decisions=6, actions=0, length=0)
    assert [entry.kind for entry in match.log] == ["stop"]
    for seat, bot in enumerate(bots):
        start, *decisions, finish = bot.told
        assert start == (game, seat, 2, ["board", "seats_per_team"])
        assert finish == result.outcome
        legal = (*match_of(game).legal(seat), PASS)
        assert decisions == [(seat, legal, None)] * 3


@pytest.mark.parametrize("game", TURNS)
def test_the_games_with_turns_have_no_pass(game: str) -> None:
    match = match_of(game)
    bots = [Passing() for _ in range(match.seats)]
    play_match(match, bots, seed=1)
    assert not any(PASS in told[1] for bot in bots for told in bot.told[1:-1])


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("S", "answered 'S', which is not legal"),
        (None, "answered null, which is not legal"),
        (0, "answered 0, which is not legal"),
        ("x" * 10_000, f"answered '{'x' * 56}..., which is not legal"),
        (KeyError("home"), "KeyError: 'home'"),
        (ValueError("y" * 10_000), f"ValueError: {'y' * 188}"),
        (SystemExit(3), "SystemExit: 3"),
        (RecursionError(), "RecursionError: "),
    ],
)
def test_a_bot_that_answers_rubbish_or_raises_loses_the_match_with_the_reason(answer: Any, reason: str) -> None:
    match = match_of("classic", "\n".join(OPEN.splitlines()[:3] + OPEN.splitlines()[4:]).replace("   ", "###"), 2)
    bots: list[Bot] = [make("random"), Broken(answer), make("random"), make("random")]
    result = play_match(match, bots, seed=1)
    assert result.outcome == Outcome("team 1", reason)


def test_a_bot_that_raises_at_the_start_or_the_end_harms_nothing_else() -> None:
    class Rude(Passing):
        def finish(self, view: View, outcome: Outcome) -> None:
            raise ValueError("so there")

    class Late(Passing):
        def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
            raise ValueError("not today")

    assert play_match(match_of("hammer"), [Rude(), Rude()], seed=1, max_decisions=2).outcome.reason == UNDECIDED
    result = play_match(match_of("hammer"), [Rude(), Late()], seed=1)
    assert result == Played(Outcome("team 1", "ValueError: not today"), decisions=0, actions=0, length=0)


def test_where_others_are_left_a_bot_that_lost_only_takes_its_turns() -> None:
    match = match_of("savor")
    result = play_match(match, [Broken("run"), make("random"), make("random")], seed=1)
    assert match.out == {0: "answered 'run', which is not legal"}
    assert result.outcome.winner != "A"
    assert result.outcome.reason in ("won", "limit reached", "A had left the match when it would have won")


def test_there_must_be_a_bot_for_each_seat() -> None:
    with pytest.raises(ValueError, match="1 bots for 2 seats"):
        play_match(match_of("shovel"), [make("random")], seed=1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_gives_the_same_match_and_another_seed_another(game: str, name: str) -> None:
    board = shipped.text("courtyard")
    logs = []
    for seed in (5, 5, 6):
        match = match_of(game, board, 2, seed)
        played(match, name, max_decisions=25 if name == "search" else 60)
        logs.append((match.log, match.state()))
    assert logs[0] == logs[1] != logs[2]


@pytest.mark.parametrize("game", CTF)
def test_what_bots_of_other_matches_found_out_changes_nothing(game: str) -> None:
    board = shipped.text("citadel")
    logs = []
    for seed in (5, 7, 5):
        match = match_of(game, board, 2, seed)
        played(match, "greedy", max_decisions=150)
        logs.append(match.log)
    assert logs[0] == logs[2]


def test_every_seat_has_dice_of_its_own() -> None:
    draws = {rng_of(seed, seat).random() for seed in range(20) for seat in range(8)}
    assert len(draws) == 160


def test_a_view_shows_the_state_as_the_match_does_and_hides_its_secrets() -> None:
    match = match_of("classic")
    view = view_of(match, 1)
    assert (view.game, view.seat, view.seats, view.setup) == ("classic", 1, 2, match.setup)
    assert view.state == match.view(1)
    assert view.state is view.state


# How good they are. The seeds are fixed; each number leaves room below what was measured.


@pytest.mark.parametrize("game", CTF)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_matches_between_greedy_teams_usually_end_with_a_winner(game: str, seats: int) -> None:
    board = shipped.text("courtyard")
    results = [played(match_of(game, board, seats, seed), "greedy") for seed in range(6)]
    assert sum(result.outcome.winner is not None for result in results) >= 5


@pytest.mark.parametrize("game", CTF)
def test_greedy_matches_end_with_a_winner_on_generated_boards(game: str) -> None:
    boards = [maze.generate(17, 29, seats_per_team=3, seed=seed).text for seed in range(5)]
    results = [played(match_of(game, board, 3, 1), "greedy") for board in boards]
    assert sum(result.outcome.winner is not None for result in results) >= 4


@pytest.mark.parametrize("game", [game for game in GAMES if game != "savor"])
def test_greedy_beats_random_from_either_side(game: str) -> None:
    wins = 0
    for seed in range(10):
        match = match_of(game, shipped.text("garden"), 2, seed)
        names = ("greedy", "random") if seed % 2 else ("random", "greedy")
        outcome = played(match, *names).outcome
        assert outcome.reason in ("won", "limit reached", UNDECIDED), "a bundled bot never forfeits"
        wins += outcome.winner == match.game.sides[names.index("greedy")]
    assert wins >= 9


@pytest.mark.parametrize("game", ["hammer", "shovel"])
def test_greedy_opens_a_way_where_there_is_none(game: str) -> None:
    results = [played(match_of(game, DIVIDED, 1, seed), "greedy") for seed in range(6)]
    assert sum(result.outcome.winner is not None for result in results) >= 5


@pytest.mark.parametrize("game", CTF)
def test_greedy_plays_on_where_it_can_reach_nothing(game: str) -> None:
    board = DIVIDED.replace("s", " ")
    assert played(match_of(game, board, 2), "greedy", max_decisions=80).outcome.reason == UNDECIDED


@pytest.mark.parametrize("game", CTF)
def test_greedy_can_take_over_a_match_that_is_under_way(game: str) -> None:
    match = match_of(game, shipped.text("courtyard"), 2, 3)
    bots: list[Bot] = [make("random") for _ in range(4)]
    rngs = [rng_of(3, seat) for seat in range(4)]
    for turn in range(120):
        seat = turn % 4
        legal = [*match.legal(seat), PASS]
        action = bots[seat].choose(view_of(match, seat), legal, rngs[seat])
        if action != PASS and not match.is_over:
            match.apply(seat, action)
    assert played(match, "greedy").outcome.reason in ("won", UNDECIDED)


# The ground that greedy walks on.


def distances(rows: Sequence[str], goal: tuple[int, int], wall: int) -> list[list[int]]:
    """The same by relaxing every cell until nothing changes."""
    found = {goal: 0}
    cost = {" ": 1, "#": wall}
    while True:
        before = dict(found)
        for r, line in enumerate(rows):
            for c, character in enumerate(line):
                if not cost[character] and (r, c) != goal:
                    continue
                for near in ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)):
                    if near in before and cost[rows[near[0]][near[1]]]:
                        by_way = found[near] + cost[rows[near[0]][near[1]]]
                        found[r, c] = min(found.get((r, c), FAR), by_way)
        if found == before:
            return [[found.get((r, c), FAR) for c in range(len(rows[0]))] for r in range(len(rows))]


@pytest.mark.parametrize("wall", [0, 2, 3])
def test_distances_are_right_also_after_walls_fell(wall: int) -> None:
    rng = Random(wall)
    rows = ["".join(rng.choice("## ") for _ in range(9)) for _ in range(7)]
    rows[3] = rows[3][:4] + " " + rows[3][5:]
    ground: Ground | None = None
    for _ in range(8):
        ground = ground_of(rows, ground)
        found = ground.distances(frozenset((ground.cell((3, 4)),)), wall)
        told = [[found[ground.cell((r, c))] for c in range(9)] for r in range(7)]
        assert told == distances(rows, (3, 4), wall)
        row, column = rng.randrange(7), rng.randrange(9)
        rows = [*rows[:row], rows[row][:column] + " " + rows[row][column + 1 :], *rows[row + 1 :]]
