"""A room: what it accepts, when, and what it shows."""

import copy
from typing import Any

import pytest

from flagstone.match import MatchError
from flagstone.play import film as film_module
from flagstone.play.changes import apply, changes
from flagstone.play.film import Camera, film_of
from flagstone.play.journal import Row
from flagstone.play.room import Order, Room, Verdict
from flagstone.rules import GAMES
from tests.play.rooms import T0, Eye, act, decoded, judged, kept, shown
from tests.samples import played, random_actions, sample


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1, "b": [1, 2]}, {"a": 2, "b": [1, 2]}, [(("a",), 2)]),
        ({"at": [1, 2]}, {"at": [1, 3]}, [(("at",), [1, 3])]),
        ({"p": [{"at": [0, 0]}, {"at": [1, 1]}]}, {"p": [{"at": [0, 0]}, {"at": [1, 2]}]}, [(("p", 1, "at"), [1, 2])]),
        ({"t": ["ab", "cd", "ef"]}, {"t": ["ab", "cx", "ef"]}, [(("t", 1), "cx")]),
        ({"l": [[1, 1]]}, {"l": [[1, 1], [2, 2]]}, [(("l",), [[1, 1], [2, 2]])]),
        ({"a": 1}, {"b": 1}, [((), {"b": 1})]),
        (None, {"a": 1}, [((), {"a": 1})]),
    ],
)
def test_changes_are_short_and_make_one_view_the_other(before: Any, after: Any, told: Any) -> None:
    assert changes(before, after) == told
    assert apply(copy.deepcopy(before), told) == after


@pytest.mark.parametrize("game", list(GAMES))
def test_a_film_shows_every_view_of_the_match(game: str) -> None:
    match = sample(game)
    camera = Camera(match)
    eye = Eye(match.view(None))
    number = 0
    for seat, action in random_actions(match, 400):
        if match.act(seat, action) == 0:
            number += 1
            eye.show([camera.shoot(number, T0)])
            assert eye.view == match.view(None)
    assert number > 20


def test_an_action_is_an_entry_with_its_changes_events_and_words() -> None:
    room = Room(kept())
    assert judged(room, act(0, "N", id="a")) == [Verdict(1)]
    (entry,) = shown(room)
    assert (entry.number, entry.kind, entry.seat, entry.action, entry.id, entry.at) == (1, "act", 0, "N", "a", T0)
    assert entry.changes == ((("players", 0, "at"), room.match.view(None)["players"][0]["at"]),)
    assert entry.events[0]["event"] == "moved"
    assert entry.says[0].startswith("Player 1 of team 1 moved")


def test_a_refused_action_is_no_entry() -> None:
    room = Room(kept())
    assert judged(room, act(0, "get flag")) == [Verdict(refusal="no_flag")]
    assert (room.number, shown(room)) == (0, [])


def test_an_action_that_is_sent_again_counts_once() -> None:
    room = Room(kept())
    first, again, other = judged(room, act(0, "N", id="a"), act(0, "N", id="a"), act(1, "N", id="a"))
    assert (first, again, other) == (Verdict(1), Verdict(1, again=True), Verdict(2))
    reloaded = Room(room.kept, rows_of(room))
    assert reloaded.judge(act(0, "S", id="a")) == Verdict(1, again=True)


def rows_of(room: Room) -> list[Row]:
    """The rows of what a room shows."""
    actions = room.match.game.actions
    return [
        Row(e.number, e.kind, e.seat or 0, actions.index(e.action) if e.action else 0, e.at, e.reason or "", e.id)
        for e in shown(room)
    ]


def test_pace_is_the_least_time_between_two_actions_of_a_seat() -> None:
    room = Room(kept(pace=120))
    verdicts = judged(room, act(0, "N"), act(0, "S", T0 + 119), act(1, "N", T0 + 119), act(0, "S", T0 + 120))
    assert [verdict.number for verdict in verdicts] == [1, None, 2, 3]
    assert verdicts[1] == Verdict(refusal="too_fast", wait=1)


def test_pace_is_judged_from_the_logged_times_so_that_it_holds_everywhere() -> None:
    room = Room(kept(pace=120))
    judged(room, act(0, "N"))
    elsewhere = Room(room.kept, rows_of(room))
    assert elsewhere.judge(act(0, "S", T0 + 100)).wait == 20


def test_a_refused_action_does_not_use_up_the_pace() -> None:
    room = Room(kept(pace=120))
    assert [v.refusal for v in judged(room, act(0, "get flag"), act(0, "N"))] == ["no_flag", None]


def test_logged_times_never_go_back() -> None:
    room = Room(kept())
    judged(room, act(0, "N", T0 + 50), act(1, "N", T0 + 20))
    assert [entry.at for entry in shown(room)] == [T0 + 50, T0 + 50]


def test_a_clock_that_went_back_does_not_stop_the_match() -> None:
    room = Room(kept(pace=100))
    assert judged(room, act(0, "N", at=T0)) == [Verdict(1)]
    hour = 3_600_000
    late, soon, later = judged(
        room,
        act(0, "S", at=T0 - hour),
        act(0, "N", at=T0 - hour + 40),
        act(0, "N", at=T0 - hour + 100),
    )
    assert (late, later) == (Verdict(2), Verdict(3))
    assert soon == Verdict(refusal="too_fast", wait=60)


def test_a_start_that_is_told_twice_does_not_set_the_clock_back() -> None:
    room = Room(kept("rowdy", turn=60_000))
    judged(room, act(0, "N", at=T0 + 50_000), act(0, "N", at=T0 + 50_000), act(0, "N", at=T0 + 50_000))
    due = room.due
    room.start(T0)
    assert room.due == due == T0 + 110_000


def test_before_the_start_nobody_acts() -> None:
    room = Room(kept(started=False))
    assert room.status == "open"
    assert room.due is None
    assert room.judge(act(0, "N")).refusal == "not_running"
    room.start(T0)
    assert room.status == "running"
    assert room.judge(act(0, "N")).number == 1


def test_a_match_without_turns_ends_when_its_time_is_up() -> None:
    room = Room(kept(length=60_000))
    assert room.due == T0 + 60_000
    early, late = judged(room, Order("clock", T0 + 59_999), Order("clock", T0 + 60_000))
    assert (early.refusal, late.number) == ("too_early", 1)
    assert room.status == "over"
    assert room.due is None
    outcome = shown(room)[-1].outcome
    assert outcome is not None
    assert outcome.reason == "time is up"
    assert room.judge(act(0, "N", T0 + 60_001)).refusal == "match_over"


def test_a_player_of_rowdy_racers_who_runs_out_of_time_forfeits() -> None:
    room = Room(kept("rowdy", turn=1000))
    assert room.due == T0 + 1000
    assert judged(room, Order("clock", T0 + 1000)) == [Verdict(1)]
    assert shown(room)[-1].kind == "forfeit"
    assert room.match.outcome is not None
    assert (room.match.outcome.winner, room.match.outcome.reason) == ("player 2", "the clock ran out")


def test_a_turn_has_one_clock_for_all_its_actions() -> None:
    room = Room(kept("rowdy", turn=1000))
    legal = room.match.legal(0)[0]
    judged(room, act(0, legal, T0 + 400))
    if room.match.to_act() == [0]:
        assert room.due == T0 + 1000
    while room.match.to_act() == [0]:
        judged(room, act(0, room.match.legal(0)[0], T0 + 500))
    assert room.due == T0 + 1500


def test_the_clock_throws_for_a_player_of_maze_to_savor() -> None:
    room = Room(kept("savor", turn=1000))
    judged(room, Order("clock", T0 + 1000))
    (entry,) = shown(room)
    assert (entry.kind, entry.seat, entry.action, entry.reason) == ("act", 0, "throw", "the clock ran out")
    assert room.match.to_act() == [1]
    assert entry.due == room.due == T0 + 2000


def test_for_a_player_who_has_left_maze_to_savor_is_thrown_at_once() -> None:
    room = Room(kept("savor"))
    judged(room, Order("resign", T0 + 5, 0))
    assert room.due == T0 + 5
    judged(room, Order("clock", T0 + 5))
    assert shown(room)[-1].reason == "the player has left"
    assert room.due is None
    assert room.judge(act(0, "throw", T0 + 9)).refusal == "left"


def test_an_order_for_another_moment_is_too_late() -> None:
    room = Room(kept("savor"))
    judged(room, act(0, "throw"))
    assert room.judge(Order("act", T0, 1, "throw", number=0)).refusal == "too_late"
    assert room.judge(Order("act", T0, 1, "throw", number=1)).number == 2


def test_who_resigned_does_not_act_and_does_not_resign_again() -> None:
    room = Room(kept())
    judged(room, Order("resign", T0, 0))
    assert [v.refusal for v in judged(room, act(0, "N"), Order("resign", T0, 0))] == ["left", "left"]
    judged(room, Order("resign", T0, 2))
    outcome = shown(room)[-1].outcome
    assert outcome is not None
    assert outcome.winner == "team 2"


def test_a_seat_that_a_bot_takes_over_is_an_entry() -> None:
    room = Room(kept())
    judged(room, Order("seat", T0, 3, reason="greedy"))
    assert (shown(room)[-1].kind, shown(room)[-1].seat, shown(room)[-1].reason) == ("seat", 3, "greedy")
    assert Room(room.kept, rows_of(room)).number == 1


@pytest.mark.parametrize("game", list(GAMES))
def test_what_is_undone_leaves_no_trace(game: str) -> None:
    room, same = Room(kept(game)), Room(kept(game))
    for number, (seat, action) in enumerate(random_actions(played(game, 0), 300)):
        order = act(seat, room.match.game.actions[action], T0 + number, f"i{number}")
        if number % 3 == 0:
            room.judge(order)
            room.judge(act(seat, order.action, T0 + number, f"j{number}"))
            room.undo()
        assert room.judge(order) == same.judge(order)
        room.keep()
        same.keep()
    assert room.match.states.tobytes() == same.match.states.tobytes()
    assert room.match.log == same.match.log
    assert shown(room) == shown(same)
    assert (room.due, room.number, room.ids) == (same.due, same.number, same.ids)


def test_who_comes_back_gets_what_he_missed_or_is_shown_a_view() -> None:
    room = Room(kept())
    judged(room, act(0, "N"), act(1, "N"), act(0, "S"), act(1, "S"))
    assert [entry.number for entry in decoded(room.missed(2))] == [3, 4]
    assert room.missed(4) == []
    assert room.missed(5) is None, "nobody has seen what has not happened"
    assert room.missed(-1) is None
    reloaded = Room(room.kept, rows_of(room))
    assert reloaded.missed(4) == []
    assert reloaded.missed(3) is None


def test_a_film_of_a_live_match_has_the_times_of_its_log() -> None:
    here = kept()
    room = Room(here)
    judged(room, act(0, "N", at=T0 + 5), act(1, "N", at=T0 + 9))
    rows = [Row(entry.number, "act", entry.seat or 0, 0, entry.at) for entry in shown(room)]
    film = film_of(here, rows)
    assert [entry.at for entry in film.entries] == [T0 + 5, T0 + 9]
    assert [entry.changes for entry in film.entries] == [entry.changes for entry in shown(room)]


@pytest.mark.parametrize(("name", "limit"), [("MOST_BYTES", 100), ("MOST_SECONDS", 0)])
def test_a_film_that_would_be_too_large_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, limit: int) -> None:
    rows = [Row(number, "act", 0, (number - 1) % 2 * 2, T0) for number in (1, 2, 3, 4)]
    assert len(film_of(kept(), rows).entries) == 4
    monkeypatch.setattr(film_module, name, limit)
    with pytest.raises(MatchError, match="too long for a film"):
        film_of(kept(), rows)
