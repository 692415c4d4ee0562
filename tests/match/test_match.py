"""A match: what it answers, how it is kept, how it ends otherwise than by its rules."""

import json
import random
from typing import Any

import pytest

from flagstone.boards import shipped
from flagstone.match import Match, MatchError, Outcome
from tests.playing import OPEN, ctf_match
from tests.samples import sample


def error_of(call: Any) -> MatchError:
    """The MatchError that a call raises."""
    with pytest.raises(MatchError) as caught:
        call()
    return caught.value


def test_an_accepted_action_is_told_and_logged() -> None:
    match = ctf_match("classic")
    reply = match.apply(0, "E")
    assert reply.accepted
    assert reply.events == [{"event": "moved", "seat": 0, "at": [1, 2]}]
    assert [entry.action for entry in match.log] == [1]
    assert match.notation.words(reply.events[0]) == "Player 1 of team 1 moved to (1, 2)."


def test_a_refusal_has_a_name_and_is_not_logged() -> None:
    match = ctf_match("classic")
    assert match.apply(0, "N").refusal == "wall"
    assert match.log == []


@pytest.mark.parametrize("seat", [-1, 2, 10**30, True, 0.0, "0", None])
def test_an_unknown_seat_is_an_error(seat: Any) -> None:
    for ask in (lambda m: m.apply(seat, "N"), lambda m: m.legal(seat), lambda m: m.resign(seat)):
        error = error_of(lambda ask=ask: ask(ctf_match("classic")))
        assert error.name == "unknown_seat"
        assert "0 to 1" in str(error)


@pytest.mark.parametrize("action", ["", "n", "NE", "drop flag", None, 0, ["N"]])
def test_an_unknown_action_is_an_error_that_lists_the_actions(action: Any) -> None:
    error = error_of(lambda: ctf_match("classic").apply(0, action))
    assert error.name == "unknown_action"
    assert "get flag" in str(error)


def test_every_fault_of_the_settings_is_told_at_once() -> None:
    board = "#####\n#hhQ#\n#j J#\n#####\n####"
    error = error_of(lambda: Match("hammer", {"board": board, "seats_per_team": 0, "speed": 3, "scripted": "yes"}))
    assert error.name == "bad_settings"
    for part in ("speed", "seats_per_team is 0", "row 1, column 3", "row 4", "scripted is 'yes'"):
        assert part in str(error)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", None, True])
def test_a_seed_is_a_whole_number_of_64_bits(seed: Any) -> None:
    assert error_of(lambda: Match("classic", {"board": OPEN, "seats_per_team": 1}, seed)).name == "bad_request"


def test_a_tape_in_a_game_without_draws_is_left_over_and_nothing_changes() -> None:
    match = ctf_match("classic")
    before = match.states.tobytes()
    assert error_of(lambda: match.apply(0, "E", tape=[3])).name == "tape_left"
    assert error_of(lambda: match.apply(0, "N", tape=[3])).name == "tape_left"
    assert match.states.tobytes() == before
    assert match.log == []


def test_a_side_whose_seats_have_all_resigned_has_lost() -> None:
    match = Match("classic", {"board": shipped.text("courtyard"), "seats_per_team": 2})
    match.resign(1)
    assert match.outcome is None
    match.forfeit(3, "out of time")
    assert match.outcome == Outcome("team 1", "out of time")
    assert match.apply(0, "N").refusal == "match_over"
    assert Match.load(match.save()).outcome == match.outcome


def test_in_a_game_of_three_the_last_one_left_wins() -> None:
    match = sample("savor")
    match.resign(0)
    assert match.outcome is None
    assert match.to_act() == [0]  # he stays on the board; whoever drives the match throws for him
    match.resign(2)
    assert match.outcome == Outcome("B", "resigned")


def test_a_seat_that_has_left_does_not_win_by_being_thrown_for() -> None:
    match = sample("savor")
    match.resign(0)
    match.states[0].result = 1  # its player is carried to the flag
    assert match.outcome == Outcome(None, "A had left the match when it would have won")
    match.states[0].result = 2
    assert match.outcome == Outcome("B", "won")


def test_resigning_twice_or_after_the_end_is_logged_once() -> None:
    match = ctf_match("hammer")
    match.resign(0)
    match.resign(0)
    match.resign(1)
    match.stop("late")
    assert [entry.kind for entry in match.log] == ["resign"]


def test_a_limit_ends_a_match_undecided() -> None:
    match = Match("classic", {"board": OPEN, "seats_per_team": 1}, limit=2)
    for action in ("E", "W"):
        assert match.apply(0, action).accepted
    assert match.outcome == Outcome(None, "limit reached")
    assert match.apply(0, "E").refusal == "match_over"
    assert Match.load(match.save()).outcome == match.outcome


def test_the_limit_of_a_turn_game_counts_its_rounds() -> None:
    match = Match("savor", sample("savor").setup, 1, limit=2)
    throws = 0
    while not match.is_over:
        assert match.apply(throws % 3, "throw").accepted
        throws += 1
    assert throws == 6


def test_a_log_of_2000_actions_is_under_8_kib_without_its_board() -> None:
    for game, seats in (("hammer", 2), ("shovel", 60), ("classic", 83)):
        match = Match(game, {"board": shipped.text("grand"), "seats_per_team": seats})
        rng = random.Random(1)
        while len(match.log) < 2000:
            match.act(rng.randrange(match.seats), rng.randrange(len(match.game.actions)))
        size = len(match.save()) - len(json.dumps(match.setup["board"]))
        assert size < 8 * 1024, f"{game}: {size} bytes"


def test_a_saved_match_names_its_rules_and_another_version_is_told() -> None:
    saved = json.loads(ctf_match("classic").save())
    assert saved["rules"] == 1
    error = error_of(lambda: Match.load(json.dumps({**saved, "rules": 2})))
    assert "version 2" in str(error)
    assert "version 1" in str(error)


HOSTILE = [
    "",
    "{",
    "[]",
    "{}",
    "null",
    '"\\ud800"',
    "\ud800",
    "[" * 100_000,
    '{"game": "classic", "rules": 1, "setup": {}, "log": ""}',
    '{"game": "chess", "rules": 1, "setup": {}, "log": ""}',
    '{"game": "classic", "rules": 1, "setup": {"board": 5}, "log": "x"}',
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_no_match(text: str) -> None:
    assert error_of(lambda: Match.load(text)).name in ("bad_request", "bad_settings")


def test_a_changed_log_is_judged_again() -> None:
    match = ctf_match("classic")
    match.apply(0, "E")
    saved = json.loads(match.save())
    for log in ("", "~~~", "é", saved["log"][:-1], saved["log"] + saved["log"]):
        assert error_of(lambda log=log: Match.load(json.dumps({**saved, "log": log}))).name == "bad_request"


def packed(*codes: Any) -> str:
    """A saved classic match with these codes for a log."""
    import base64
    import zlib

    import msgspec

    saved = json.loads(ctf_match("classic").save())
    log = base64.b85encode(zlib.compress(msgspec.msgpack.encode(list(codes)))).decode()
    return json.dumps({**saved, "log": log})


@pytest.mark.parametrize(
    "codes",
    [[0], [10], [-1], [2**63], [[]], [[1, "x"]], [["resign", 2, ""]], [["stop", 0, "a"], 1], [["stop"]], [[1, 7]]],
)
def test_a_log_that_cannot_be_played_says_which_entry(codes: list[Any]) -> None:
    error = error_of(lambda: Match.load(packed(*codes)))
    assert error.name in ("bad_request", "tape_left")


def test_a_log_that_inflates_without_end_is_cut_off() -> None:
    import base64
    import zlib

    saved = json.loads(ctf_match("classic").save())
    bomb = base64.b85encode(zlib.compress(b"\x00" * 50_000_000, 9)).decode()
    assert "has more than" in str(error_of(lambda: Match.load(json.dumps({**saved, "log": bomb}))))


def test_loading_takes_no_longer_than_it_may() -> None:
    match = ctf_match("classic")
    for _ in range(200):
        match.apply(0, "E")
        match.apply(0, "W")
    assert "longer than" in str(error_of(lambda: Match.load(match.save(), seconds=0)))


def test_who_plays_a_seat_from_now_on_is_noted_and_changes_nothing() -> None:
    match = ctf_match("classic")
    before = match.states.tobytes()
    match.seat(1, "greedy")
    assert match.states.tobytes() == before
    assert Match.load(match.save()).log == match.log
    match.stop("enough")
    match.seat(1, "random")
    assert [entry.kind for entry in match.log] == ["seat", "stop"]


def test_a_log_with_more_entries_than_wanted_is_not_loaded() -> None:
    match = ctf_match("classic")
    for action in "ESNW":
        match.apply(0, action)
    assert len(Match.load(match.save(), entries=len(match.log)).log) == len(match.log)
    assert "more than 1 entries" in str(error_of(lambda: Match.load(match.save(), entries=1)))
