"""Rowdy Racers, clause by clause; the power failures (R10) are in `test_rowdy_power`."""

from collections.abc import Callable
from types import ModuleType

import pytest

from flagstone.notation import NOTATIONS
from flagstone.rules import rowdy
from tests.racing import Cell, go, lay, put, race, racer, refused

DEAD_END = [(7, 0), (7, 1), (8, 1), (9, 1)]  # player 1 has only (8, 0) to go to
ENCLOSED = [(8, 0), (8, 1), (9, 1)]
PICKED = ["N", "pick up"]  # from the start, with a grenade on (8, 0)


# R1


@pytest.mark.parametrize(("rows", "columns"), [(10, 10), (10, 100), (100, 10), (13, 37), (100, 100)])
def test_r1_player_1_starts_at_the_bottom_left_and_player_2_at_the_top_right(rows: int, columns: int) -> None:
    match = race(rows=rows, columns=columns)
    assert [racer(match, seat)["at"] for seat in (0, 1)] == [[rows - 1, 0], [0, columns - 1]]
    assert match.legal(0) == ["N", "NE", "E"]
    go(match, "N", "end turn")
    assert match.legal(1) == ["S", "SW", "W"]


def test_r1_each_finishes_on_the_others_start() -> None:
    match = race()
    put(match, 0, (0, 8))
    put(match, 1, (5, 5))
    assert go(match, "E") == ["moved", "won"]
    match = race()
    put(match, 0, (5, 5))
    put(match, 1, (9, 1))
    go(match, "N", "end turn")
    assert go(match, "W") == ["moved", "won"]
    assert match.state()["result"] == "player 2"


# R4


def test_r4_seat_0_begins_turns_alternate_and_have_three_actions() -> None:
    match = race()
    state = match.state()
    assert (state["turn"], state["to_move"], state["actions_left"], state["started_at"]) == (1, 0, 3, [9, 0])
    assert go(match, "N", "N") == ["moved"]
    assert match.state()["actions_left"] == 1
    assert go(match, "N") == ["moved", "turn_ended"]
    state = match.state()
    assert (state["turn"], state["to_move"], state["actions_left"], state["started_at"]) == (2, 1, 3, [0, 9])
    go(match, "S", "S", "S")
    assert (match.state()["turn"], match.state()["started_at"]) == (3, [6, 0])


def test_r4_a_turn_on_a_square_without_power_has_two_actions() -> None:
    assert race(tape=[1, 90]).state()["actions_left"] == 2
    assert race(tape=[1, 81]).state()["actions_left"] == 2
    assert race(tape=[1, 92]).state()["actions_left"] == 3
    match = race()
    go(match, "N", "end turn", tape=[1, 9])
    assert match.state()["actions_left"] == 2


def test_r4_debt_is_paid_before_the_turn_and_ages_the_trail() -> None:
    match = race()
    put(match, 1, (0, 5), (0, 6), (0, 7), (0, 8))
    match.states[0].players[1].debt = 2
    go(match, "N", "end turn")
    assert match.state()["actions_left"] == 1
    assert racer(match, 1) == {"at": [0, 5], "trail": [None, None, [0, 6]], "debt": 0, "grenades": 0}


def test_r4_a_turn_without_actions_is_skipped_and_counted() -> None:
    match = race()
    match.states[0].players[1].debt = 4
    go(match, "N")
    assert go(match, "end turn", tape=[0, 0]) == ["turn_ended", "turn_skipped"]
    state = match.state()
    assert (state["turn"], state["to_move"], racer(match, 1)["debt"]) == (3, 0, 1)
    go(match, "N", "end turn", tape=[0])
    assert (match.state()["actions_left"], racer(match, 1)["debt"]) == (2, 0)


def test_r4_turns_of_both_players_can_be_skipped_one_after_the_other() -> None:
    match = race(tape=[0], scripted=True)
    go(match, "N")
    for seat in (0, 1):
        match.states[0].players[seat].debt = 4
    # Both stand without power, which is paid with two of two actions, twice each.
    tape = [2, 9, 80, 0, 0, 2, 9, 80, 0]
    events = go(match, "end turn", tape=tape)
    assert events == [
        *("turn_ended", "power_failed", "turn_skipped", "turn_skipped"),
        *("turn_skipped", "power_failed", "turn_skipped"),
    ]
    state = match.state()
    assert (state["turn"], state["to_move"], state["actions_left"]) == (6, 1, 2)
    assert [player["debt"] for player in state["players"]] == [0, 0]


def test_r4_debt_that_is_exactly_the_turn_skips_it() -> None:
    match = race()
    match.states[0].players[1].debt = 3
    go(match, "N")
    assert go(match, "end turn") == ["turn_ended", "turn_skipped"]
    assert racer(match, 1)["debt"] == 0


def test_r4_programs_ask_whoever_is_to_move(rule_code: Callable[[str], ModuleType]) -> None:
    match = race()
    assert rule_code("rowdy").next_to_act(match.states[0], 0) == 0
    go(match, "N", "end turn")
    assert rule_code("rowdy").next_to_act(match.states[0], 0) == 1
    assert match.to_act() == [1]


# R5


def test_r5_the_trail_is_what_the_last_three_actions_appended() -> None:
    match = race(grenades=[(7, 1)])
    go(match, "N")
    assert racer(match, 0)["trail"] == [[9, 0], None, None]
    go(match, "NE", "pick up")
    assert racer(match, 0)["trail"] == [None, [8, 0], [9, 0]]
    go(match, "S", "S", "S")
    assert racer(match, 1)["trail"] == [[2, 9], [1, 9], [0, 9]]
    go(match, "N")
    assert racer(match, 0)["trail"] == [[7, 1], None, [8, 0]]


def test_r5_only_the_owners_actions_age_a_trail() -> None:
    match = race()
    go(match, "N", "N", "N", "S", "S", "S")
    assert racer(match, 0)["trail"] == [[7, 0], [8, 0], [9, 0]]


def test_r5_empty_actions_age_a_trail() -> None:
    match = race()
    go(match, "N", "end turn")
    assert racer(match, 0)["trail"] == [None, None, [9, 0]]


def test_r5_a_trail_square_blocks_until_the_owners_third_later_action_is_done() -> None:
    match = race()
    put(match, 0, (5, 5), (5, 6), (6, 6), (6, 5))
    assert refused(match, "S") == "trail"  # in the third later action, too
    go(match, "W")
    assert racer(match, 0)["trail"] == [[5, 5], [5, 6], [6, 6]]
    assert refused(match, "SE") is None


# R6


def test_r6_a_move_needs_a_square_that_is_on_the_grid_and_free() -> None:
    match = race(walls=[(8, 0)])
    assert [refused(match, move) for move in ("W", "NW", "SW", "S", "SE")] == ["off_board"] * 5
    assert refused(match, "N") == "wall"
    put(match, 1, (9, 1), (8, 1))
    assert refused(match, "E") == "occupied"
    assert refused(match, "NE") == "trail"


@pytest.mark.parametrize(("action", "row", "column"), [(a, *c) for a, c in {
    "N": (4, 5), "NE": (4, 6), "E": (5, 6), "SE": (6, 6), "S": (6, 5), "SW": (6, 4), "W": (5, 4), "NW": (4, 4),
}.items()])  # fmt: skip
def test_r6_a_move_goes_one_square_in_its_direction(action: str, row: int, column: int) -> None:
    match = race()
    put(match, 0, (5, 5))
    go(match, action)
    assert racer(match, 0)["at"] == [row, column]
    assert racer(match, 0)["trail"] == [[5, 5], None, None]


def test_r6_walls_never_block_a_diagonal() -> None:
    match = race(walls=[(8, 0), (9, 1)])
    assert match.legal(0) == ["NE"]


@pytest.mark.parametrize(
    ("at", "trail", "blocked"),
    [
        ((4, 5), [(5, 6)], True),  # between a player and his head
        ((5, 6), [(4, 5)], True),
        ((4, 5), [None, None, (5, 6)], True),  # empty entries are skipped
        ((2, 5), [(3, 5), (4, 5), (5, 6)], True),  # between two trail squares
        ((2, 5), [(4, 5), None, (5, 6)], True),
        ((4, 5), [(3, 6), (4, 7), (5, 6)], False),  # behind the tail, which lies diagonally next to its owner
        ((2, 5), [(3, 4), (4, 5)], False),
        ((8, 8), [(4, 5)], False),
    ],
)
def test_r6_a_diagonal_between_neighbours_of_a_chain_is_blocked(
    at: Cell, trail: list[Cell | None], blocked: bool
) -> None:
    match = race()
    put(match, 0, (5, 5))
    put(match, 1, at, *trail)
    assert refused(match, "NE") == ("chain" if blocked else None)


def test_r6_ones_own_chain_blocks_too() -> None:
    match = race()
    put(match, 0, (5, 5), (4, 5), None, (5, 6))
    assert refused(match, "NE") == "chain"
    put(match, 0, (5, 5), (4, 5))
    assert refused(match, "NE") is None


def test_r6_squares_of_different_chains_do_not_block_a_diagonal() -> None:
    match = race()
    put(match, 0, (5, 5), (4, 5))
    put(match, 1, (5, 6), (5, 7))
    assert refused(match, "NE") is None


def test_r6_leaving_a_square_makes_the_grenade_placed_there_active() -> None:
    match = race(grenades=[(8, 0), (7, 1)])
    go(match, *PICKED, "use", "S", "end turn")
    assert match.state()["grenades"] == [[7, 1, "lying"], [8, 0, "placed"]]
    assert go(match, "NE") == ["moved", "armed"]
    assert match.state()["grenades"] == [[7, 1, "lying"], [8, 0, "active"]]
    assert go(match, "N") == ["moved"]  # a lying one stays as it is
    assert match.state()["grenades"] == [[7, 1, "lying"], [8, 0, "active"]]


def test_r6_the_finish_comes_before_a_grenade_and_before_the_dark() -> None:
    match = race(tape=[1, 9])
    put(match, 1, (5, 5))
    put(match, 0, (0, 8))
    lay(match, (0, 9), rowdy.ACTIVE)
    assert go(match, "E") == ["moved", "won"]
    assert match.state()["grenades"] == [[0, 9, "active"]]
    assert racer(match, 0)["debt"] == 0


def test_r6_ones_own_start_is_a_square_like_any_other() -> None:
    match = race()
    put(match, 0, (8, 0))
    assert go(match, "S") == ["moved"]


@pytest.mark.parametrize(("tape", "lost"), [([0], 3), ([1, 35], 4)])
def test_r6_an_active_grenade_explodes_and_costs_three_actions_or_four_in_the_dark(tape: list[int], lost: int) -> None:
    match = race(tape=tape)
    put(match, 0, (5, 5))
    lay(match, (4, 5), rowdy.ACTIVE)
    assert go(match, "N") == ["moved", "exploded", "turn_ended"]
    assert match.events()[1] == {"event": "exploded", "seat": 0, "lost": lost, "at": [4, 5]}
    assert match.state()["grenades"] == [[4, 5, "wreck"]]
    assert racer(match, 0) == {"at": [4, 5], "trail": [None, None, [5, 5]], "debt": lost - 2, "grenades": 0}


def test_r6_ones_own_grenade_explodes_too() -> None:
    match = race(grenades=[(8, 0)])
    go(match, *PICKED, "use", "S", "end turn", "E", "N", "N", "S", "end turn", "W", "S")
    assert go(match, "S") == ["moved", "exploded", "turn_ended"]
    assert racer(match, 0)["debt"] == 3


def test_r6_a_wreck_does_not_explode() -> None:
    match = race()
    lay(match, (8, 0), rowdy.WRECK)
    assert go(match, "N") == ["moved"]
    assert match.state()["grenades"] == [[8, 0, "wreck"]]


def test_r6_entering_a_square_without_power_ends_the_turn() -> None:
    match = race(tape=[1, 60])
    assert go(match, "N") == ["moved"]
    assert go(match, "N") == ["moved", "turn_ended"]
    assert racer(match, 0)["trail"] == [None, [8, 0], [9, 0]]


# R7


def test_r7_pick_up_takes_a_lying_or_a_placed_grenade() -> None:
    match = race(grenades=[(8, 0)])
    assert refused(match, "pick up") == "nothing_here"
    go(match, "N")
    assert go(match, "pick up") == ["picked_up"]
    assert match.state()["grenades"] == []
    assert racer(match, 0)["grenades"] == 1
    go(match, "use", "S", "end turn")
    assert go(match, "pick up") == ["picked_up"]
    assert (racer(match, 0)["grenades"], match.state()["grenades"]) == (1, [])


def test_r7_a_wreck_cannot_be_picked_up() -> None:
    match = race()
    lay(match, (9, 0), rowdy.WRECK)
    assert refused(match, "pick up") == "nothing_here"


def test_r7_nobody_holds_more_than_six() -> None:
    match = race()
    lay(match, (9, 0), rowdy.LYING)
    match.states[0].players[0].grenades = 6
    assert refused(match, "pick up") == "inventory_full"
    match.states[0].players[0].grenades = 5
    go(match, "pick up")
    assert racer(match, 0)["grenades"] == 6


def test_r7_use_places_one_where_there_is_none_of_any_kind() -> None:
    match = race()
    assert refused(match, "use") == "nothing_held"
    match.states[0].players[0].grenades = 2
    for kind in (rowdy.LYING, rowdy.PLACED, rowdy.ACTIVE, rowdy.WRECK):
        lay(match, (9, 0), kind)
        assert refused(match, "use") == "grenade_here"
    lay(match, (9, 0), rowdy.NONE)
    assert go(match, "use") == ["placed"]
    assert refused(match, "use") == "grenade_here"
    assert (racer(match, 0)["grenades"], match.state()["grenades"]) == (1, [[9, 0, "placed"]])


def test_r7_end_turn_passes_the_rest_as_empty_actions() -> None:
    match = race()
    go(match, "N")
    assert go(match, "end turn") == ["turn_ended"]
    assert racer(match, 0)["trail"] == [None, None, [9, 0]]
    go(match, "S", "S", "S", "N", "N")
    assert go(match, "end turn") == ["turn_ended"]
    assert racer(match, 0)["trail"] == [None, [7, 0], [8, 0]]


def test_r7_a_turn_may_not_end_where_it_started() -> None:
    match = race()
    lay(match, (9, 0), rowdy.LYING)
    assert refused(match, "end turn") == "must_move"
    go(match, "pick up", "use")
    assert match.state()["actions_left"] == 1
    assert refused(match, "pick up") == "must_move"
    go(match, "N")

    match = race()
    match.states[0].players[0].grenades = 1
    match.states[0].actions_left = 1
    assert refused(match, "use") == "must_move"
    match.states[0].actions_left = 2
    assert go(match, "use") == ["placed"]


def test_r7_elsewhere_pick_up_and_use_may_be_the_last_action() -> None:
    match = race(grenades=[(8, 0)])
    assert go(match, "N", "pick up", "use") == ["placed", "turn_ended"]
    match = race(grenades=[(7, 0)])
    assert go(match, "N", "N", "pick up") == ["picked_up", "turn_ended"]


def test_r7_passing_over_a_lying_grenade_does_nothing() -> None:
    match = race(grenades=[(8, 0)])
    assert go(match, "N", "N") == ["moved"]
    assert match.state()["grenades"] == [[8, 0, "lying"]]


# R8


@pytest.mark.parametrize(("before", "debt"), [([], 1), (["W"], 2), (["W", "W"], 3)])
def test_r8_lost_actions_are_taken_from_this_turn_and_then_from_the_next(before: list[str], debt: int) -> None:
    match = race()
    put(match, 0, (5, 5))
    go(match, *before)
    lay(match, (4, 5 - len(before)), rowdy.ACTIVE)
    assert go(match, "N") == ["moved", "exploded", "turn_ended"]
    assert racer(match, 0)["debt"] == debt
    events = go(match, "S", "S", "S")
    assert ("turn_skipped" in events) == (debt == 3)
    assert racer(match, 0)["debt"] == 0


# R9


def test_r9_a_player_without_a_move_at_the_start_of_his_turn_loses() -> None:
    match = race(walls=ENCLOSED)
    state = match.state()
    assert (state["result"], state["reason"]) == ("player 2", "trapped")
    assert match.events() == [{"event": "trapped", "seat": 0, "at": [9, 0]}]
    assert match.to_act() == []


def test_r9_a_player_without_a_move_before_a_later_action_loses() -> None:
    match = race(walls=DEAD_END)
    assert go(match, "N") == ["moved", "trapped"]
    assert (match.state()["result"], match.state()["reason"]) == ("player 2", "trapped")


def test_r9_another_action_does_not_save_him() -> None:
    match = race(walls=DEAD_END, grenades=[(8, 0)])
    assert go(match, "N") == ["moved", "trapped"]


def test_r9_a_skipped_turn_loses_nothing() -> None:
    match = race(walls=[(1, 8), (1, 9), (0, 8)])
    match.states[0].players[1].debt = 3
    go(match, "N")
    assert go(match, "end turn") == ["turn_ended", "turn_skipped"]
    assert not match.is_over
    go(match, "N")
    assert go(match, "end turn") == ["turn_ended", "trapped"]
    assert match.state()["result"] == "player 1"


def test_r9_a_turn_that_ended_in_a_dead_end_loses_when_the_next_begins_without_a_way() -> None:
    match = race(walls=DEAD_END, tape=[1, 70])
    assert go(match, "N") == ["moved", "turn_ended"]  # the square left blocks until the next action
    assert not match.is_over
    go(match, "S")
    assert go(match, "end turn") == ["turn_ended", "trapped"]
    assert match.state()["result"] == "player 2"


# R11


def test_r11_active_grenades_are_shown_to_nobody_until_the_match_is_over() -> None:
    match = race(grenades=[(8, 0), (5, 5)])
    lay(match, (3, 3), rowdy.WRECK)
    go(match, *PICKED, "use")
    shown = [[3, 3, "wreck"], [5, 5, "lying"], [8, 0, "placed"]]
    assert [match.view(seat)["grenades"] for seat in (0, 1, None)] == [shown] * 3
    go(match, "S", "end turn", "N")
    assert [match.view(seat)["grenades"] for seat in (0, 1, None)] == [shown[:2]] * 3
    assert match.state()["grenades"] == [*shown[:2], [8, 0, "active"]]
    put(match, 1, (5, 6))
    put(match, 0, (0, 8))
    go(match, "E")
    assert match.view(1)["grenades"] == [*shown[:2], [8, 0, "active"]]


def test_r11_that_a_grenade_became_active_is_told_to_nobody() -> None:
    match = race(grenades=[(8, 0)])
    go(match, *PICKED, "use", "S", "end turn", "N")
    assert [event["event"] for event in match.events()] == ["moved", "armed"]
    assert [event["event"] for event in match.events(secrets=False)] == ["moved"]


def test_r11_all_else_is_shown() -> None:
    match = race(grenades=[(8, 0)], tape=[1, 55])
    go(match, *PICKED)
    assert match.view(1) == match.state()
    assert match.view(1)["players"][0]["grenades"] == 1


# R12


def test_r12_a_match_that_is_over_comes_before_the_turn_and_the_turn_before_the_action() -> None:
    match = race()
    assert [refused(match, action, 1) for action in match.game.actions] == ["not_your_turn"] * 11
    match = race(walls=ENCLOSED)
    for seat in (0, 1):
        assert [refused(match, action, seat) for action in match.game.actions] == ["match_over"] * 11
        assert match.legal(seat) == []


def test_r12_what_is_wrong_with_pick_up_and_use_comes_in_order() -> None:
    match = race()
    match.states[0].actions_left = 1
    player = match.states[0].players[0]
    player.grenades = 6
    assert refused(match, "pick up") == "nothing_here"
    assert refused(match, "use") == "must_move"
    lay(match, (9, 0), rowdy.LYING)
    assert refused(match, "pick up") == "inventory_full"
    assert refused(match, "use") == "grenade_here"
    player.grenades = 0
    assert refused(match, "pick up") == "must_move"
    assert refused(match, "use") == "nothing_held"


def test_r12_a_trail_comes_before_a_chain() -> None:
    match = race()
    put(match, 0, (5, 5))
    put(match, 1, (4, 5), (5, 6), (4, 6))
    assert refused(match, "NE") == "trail"


# R13


def test_r13_a_winning_move_is_spent_and_all_else_stays() -> None:
    match = race()
    put(match, 1, (5, 5))
    put(match, 0, (0, 8), (0, 7))
    go(match, "E")
    state = match.state()
    assert (state["turn"], state["to_move"], state["started_at"], state["actions_left"]) == (1, 0, [0, 8], 2)
    assert (state["result"], state["reason"]) == ("player 1", "finish")
    assert racer(match, 0)["trail"] == [[0, 8], [0, 7], None]


def test_r13_a_trapped_players_actions_stay() -> None:
    state = race(walls=ENCLOSED).state()
    assert (state["turn"], state["to_move"], state["started_at"], state["actions_left"]) == (1, 0, [9, 0], 3)
    match = race(walls=DEAD_END)
    go(match, "N")
    assert (match.state()["actions_left"], match.state()["started_at"]) == (2, [9, 0])


# How it is told.


SENTENCES = {
    "Player 1 moved NE to (8, 1).": {"event": "moved", "seat": 0, "direction": "NE", "at": [8, 1]},
    "Player 2 picked up the grenade at (0, 8).": {"event": "picked_up", "seat": 1, "at": [0, 8]},
    "Player 1 placed a grenade at (8, 1).": {"event": "placed", "seat": 0, "at": [8, 1]},
    "The grenade of player 1 at (8, 1) is active.": {"event": "armed", "seat": 0, "at": [8, 1]},
    "A grenade exploded under player 2 at (8, 1): 4 actions are lost.": {
        "event": "exploded", "seat": 1, "lost": 4, "at": [8, 1],
    },
    "The power failed at 1 square.": {"event": "power_failed", "squares": 1},
    "The power failed at 12 squares.": {"event": "power_failed", "squares": 12},
    "The turn of player 2 is over.": {"event": "turn_ended", "seat": 1},
    "Player 2 has no actions in this turn and skips it.": {"event": "turn_skipped", "seat": 1},
    "Player 1 is trapped at (8, 1) and loses.": {"event": "trapped", "seat": 0, "at": [8, 1]},
    "Player 1 reached the finish at (0, 9) and wins.": {"event": "won", "seat": 0, "at": [0, 9]},
}  # fmt: skip


def test_every_event_is_told_in_words() -> None:
    assert {event["event"] for event in SENTENCES.values()} == set(rowdy.EVENTS)
    assert [NOTATIONS["rowdy"].words(event) for event in SENTENCES.values()] == list(SENTENCES)


def test_events_are_told_with_who_where_and_what() -> None:
    match = race(grenades=[(8, 0)], tape=[12, *range(40, 52)])
    told = match.events()
    for actions in (["N"], ["pick up"], ["use"], ["S", "end turn"], ["NE"], ["end turn"]):
        go(match, *actions)
        told += match.events()
    known = list(SENTENCES.values())
    assert told[0] == known[6]
    assert told[1:4] == [
        {"event": "moved", "seat": 0, "direction": "N", "at": [8, 0]},
        {"event": "picked_up", "seat": 0, "at": [8, 0]},
        {"event": "placed", "seat": 0, "at": [8, 0]},
    ]
    assert told[4:6] == [{"event": "turn_ended", "seat": 0}, {"event": "turn_ended", "seat": 1}]
    assert told[6:] == [
        {"event": "moved", "seat": 0, "direction": "NE", "at": [7, 1]},
        {"event": "armed", "seat": 0, "at": [8, 0]},
        {"event": "turn_ended", "seat": 0},
    ]
