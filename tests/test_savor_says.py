"""What is said in Maze to Savor (M20): the document's Expected Output, word for word, and its order."""

from typing import Any

import pytest

from flagstone.match import Match
from flagstone.notation.savor import LINES
from flagstone.rules import savor
from tests.savouring import (
    TO_DISORIENTED,
    TO_HAPPY,
    TO_POISONING,
    TO_TRIGGERED,
    TO_TWENTY_FIVE,
    A,
    B,
    C,
    at_hand,
    maze,
    put,
    throw,
)

DEPLETED = "A movement points are depleted and requires replenishment. Transporting to Bawana."


def said(match: Match, *tape: int, seat: int = A) -> list[str]:
    """The lines of a turn."""
    throw(match, *tape, seat=seat)
    return match.notation.says(match.events()) or []


def test_m20_at_the_starting_area() -> None:
    match = maze()
    assert said(match, 4) == ["A is at the starting area and rolls 4 on the movement dice cannot enter the maze."]
    assert said(match, 6, seat=B) == [
        "B is at the starting area and rolls 6 on the movement dice and is placed on [0, 9, 7] of the maze.",
        "B moved 0 that cost 0 movement points and is left with 100 and is moving in the West.",
    ]


def test_m20_in_the_maze_without_the_direction_die() -> None:
    assert said(at_hand([0, 5, 12]), 2) == [
        "A rolls and 2 on the movement dice and moves North by 2 cells and is now at [0, 3, 12].",
        "A moved 2 that cost 0 movement points and is left with 100 and is moving in the North.",
    ]


@pytest.mark.parametrize(
    ("face", "word", "direction"), [(4, "South", "South"), (1, "Empty", "East"), (6, "Empty", "East")]
)
def test_m20_in_the_maze_with_the_direction_die(face: int, word: str, direction: str) -> None:
    cell = "[0, 5, 3]" if direction == "South" else "[0, 3, 5]"
    assert said(at_hand([0, 3, 3], "E", throws=3), 2, face) == [
        f"A rolls and 2 on the movement dice and {word} on the direction dice, changes direction to {direction} "
        f"and moves 2 cells and is now at {cell}.",
        f"A moved 2 that cost 0 movement points and is left with 100 and is moving in the {direction}.",
    ]


def test_m20_blocked_has_no_full_stop() -> None:
    assert said(at_hand([0, 1, 3]), 4) == [
        "A rolls and 4 on the movement dice and cannot move in the North. Player remains at [0, 1, 3]",
        "A moved 0 that cost 2 movement points and is left with 98 and is moving in the North.",
    ]


def test_m20_the_cost_is_negative_for_a_gain_and_before_cutting_to_0() -> None:
    match = at_hand([0, 5, 12], points=5, values={"[0, 4, 12]": "-3", "[0, 3, 12]": "x3"})
    assert said(match, 2)[1] == (
        "A moved 2 that cost -1 movement points and is left with 6 and is moving in the North."
    )
    match = at_hand([0, 5, 12], points=1, values={"[0, 4, 12]": "-4"})
    assert said(match, 1, TO_HAPPY)[1] == (
        "A moved 1 that cost 4 movement points and is left with 0 and is moving in the North."
    )


def test_m20_in_the_base_game_the_cost_is_0() -> None:
    match = at_hand([0, 0, 12], elements="base")
    assert said(match, 3)[1] == (
        "A moved 0 that cost 0 movement points and is left with 100 and is moving in the North."
    )


def test_m20_stairs_and_poles() -> None:
    match = at_hand([0, 3, 3], stairs=[[0, 2, 3, 1, 2, 5]], poles=[[0, 1, 1, 5]])
    assert said(match, 2) == [
        "A rolls and 2 on the movement dice and moves North by 2 cells and is now at [0, 1, 5].",
        "A lands on [0, 2, 3] which is a stair cell. A takes the stairs and now placed at [1, 2, 5] in floor 1.",
        "A lands on [1, 1, 5] which is a pole cell. A slides down and now placed at [0, 1, 5] in floor 0.",
        "A moved 2 that cost 0 movement points and is left with 100 and is moving in the North.",
    ]


EATS = {
    TO_POISONING: [
        "A is placed on a Food Poisoning cell and effects take place.",
        "A eats from Bawana and have a bad case of food poisoning. Will need three rounds to recover.",
    ],
    TO_DISORIENTED: [
        "A is placed on a Disoriented cell and effects take place.",
        "A eats from Bawana and is disoriented and is placed at the entrance of Bawana with 50 movement points.",
    ],
    TO_TRIGGERED: [
        "A is placed on a Triggered cell and effects take place.",
        "A eats from Bawana and is triggered due to bad quality of food. "
        "A is placed at the entrance of Bawana with 50 movement points.",
    ],
    TO_HAPPY: [
        "A is placed on a Happy cell and effects take place.",
        "A eats from Bawana and is happy. A is placed at the entrance of Bawana with 200 movement points.",
    ],
    TO_TWENTY_FIVE: [
        "A is placed on a Movement Points cell and effects take place.",
        "A eats from Bawana and earns 25 movement points and is placed at the [0, 9, 19].",
    ],
}


@pytest.mark.parametrize("draw", EATS)
def test_m20_at_bawana(draw: int) -> None:
    assert said(at_hand([0, 0, 12], points=2), 1, draw) == [
        "A rolls and 1 on the movement dice and cannot move in the North. Player remains at [0, 0, 12]",
        "A moved 0 that cost 2 movement points and is left with 0 and is moving in the North.",
        DEPLETED,
        *EATS[draw],
    ]


def test_m20_missed_turns() -> None:
    match = at_hand([0, 0, 12], points=2)
    throw(match, 1, TO_POISONING)
    for _ in range(2):
        assert said(match) == ["A is still food poisoned and misses the turn."]
    assert said(match, TO_TWENTY_FIVE) == [
        "A is still food poisoned and misses the turn.",
        "A is now fit to proceed from the food poisoning episode and now placed on a Movement Points cell "
        "and the effects take place.",
        "A eats from Bawana and earns 25 movement points and is placed at the [0, 9, 19].",
    ]


def dizzy(left: int, **settings: Any) -> Match:
    """A match in which A walks in random directions."""
    match = at_hand([0, 3, 12], **settings)
    match.states[0].players[A].effect, match.states[0].players[A].effect_left = savor.DISORIENTED, left
    return match


def test_m20_moving_disoriented_and_recovering_by_the_fourth_throw() -> None:
    match = dizzy(2)
    moves = (
        "A rolls and 3 on the movement dice and is disoriented and move in the West and moves 3 cells "
        "and is placed at the [0, 3, 9]."
    )
    assert said(match, 3, 3)[0] == moves
    assert said(match, 6, 3) == [
        "A rolls and 6 on the movement dice and is disoriented and move in the West and moves 6 cells "
        "and is placed at the [0, 3, 3].",
        "A moved 6 that cost 0 movement points and is left with 100 and is moving in the West.",
        "A has recovered from disorientation.",
    ]


def test_m20_blocked_comes_before_disoriented() -> None:
    assert said(dizzy(1), 4, 0) == [
        "A rolls and 4 on the movement dice and cannot move in the North. Player remains at [0, 3, 12]",
        "A moved 0 that cost 2 movement points and is left with 98 and is moving in the North.",
        "A has recovered from disorientation.",
    ]


def test_m20_recovery_by_bawana_and_by_being_sent_to_the_start() -> None:
    match = dizzy(3, points=2)
    assert said(match, 6, 0, TO_DISORIENTED)[2:] == [
        DEPLETED,
        *EATS[TO_DISORIENTED],
        "A has recovered from disorientation.",
    ]
    match = dizzy(3, stairs=[[0, 2, 12, 2, 2, 12]], poles=[[0, 2, 2, 12]])
    assert said(match, 1, 0)[-2:] == [
        "A is caught in a loop of stairs and poles and is moved to [0, 6, 12] in the starting area.",
        "A has recovered from disorientation.",
    ]


def test_m20_recovery_comes_before_captures() -> None:
    match = dizzy(1)
    put(match, C, [0, 2, 12])
    state = match.states[0]
    state.players[C].effect, state.players[C].effect_left = savor.DISORIENTED, 4
    assert said(match, 1, 0)[2:] == [
        "A has recovered from disorientation.",
        "C has recovered from disorientation.",
        "A captures C, who is moved to [0, 9, 16] in the starting area.",
    ]


def test_m20_a_captured_player_whose_disorientation_has_not_set_in_does_not_recover() -> None:
    match = at_hand([0, 9, 18], "E")
    put(match, B, [0, 9, 19])
    match.states[0].players[B].effect = savor.DISORIENTED
    assert said(match, 1)[2:] == ["A captures B, who is moved to [0, 9, 8] in the starting area."]


def test_m20_moving_triggered_and_triggered_comes_before_the_direction_die() -> None:
    match = at_hand([0, 5, 12], throws=3)
    match.states[0].players[A].effect = savor.TRIGGERED
    assert said(match, 2, 3) == [
        "A is triggered and rolls and 2 on the movement dice and move in the East and moves 4 cells "
        "and is placed at the [0, 5, 16].",
        "A moved 4 that cost 0 movement points and is left with 100 and is moving in the East.",
    ]


def test_m20_the_steps_are_those_really_walked_up_to_the_flag() -> None:
    assert said(at_hand([0, 0, 3], "E", flag=[0, 0, 5]), 6) == [
        "A rolls and 6 on the movement dice and moves East by 2 cells and is now at [0, 0, 5].",
        "A moved 2 that cost 0 movement points and is left with 100 and is moving in the East.",
        "A captures the flag at [0, 0, 5] and wins the game.",
    ]


def test_m20_now_at_is_the_last_cell_before_the_start() -> None:
    assert said(at_hand([1, 7, 9], "E", poles=[[0, 1, 7, 11]]), 5) == [
        "A rolls and 5 on the movement dice and moves East by 2 cells and is now at [0, 7, 11].",
        "A lands on [1, 7, 11] which is a pole cell. A slides down and now placed at [0, 7, 11] in floor 0.",
        "A moved 2 that cost 0 movement points and is left with 100 and is moving in the East.",
        "A falls into the starting area and is moved to [0, 6, 12] in the starting area.",
    ]


def test_m20_now_at_is_the_last_cell_before_bawana() -> None:
    match = at_hand([0, 5, 12], points=1, values={"[0, 4, 12]": "-1"}, stairs=[[0, 4, 12, 2, 4, 12]])
    assert said(match, 3, TO_HAPPY)[:2] == [
        "A rolls and 3 on the movement dice and moves North by 1 cells and is now at [0, 4, 12].",
        "A moved 1 that cost 1 movement points and is left with 0 and is moving in the North.",
    ]


def test_m20_stairs_changed_comes_last() -> None:
    match = maze(stairs=[[0, 1, 1, 1, 1, 1], [0, 2, 2, 1, 2, 2]], stairs_change=1)
    throw(match, 1, seat=B)
    put(match, C, [0, 5, 12])
    put(match, A, [0, 4, 12])
    assert said(match, 1, 0, 1, seat=C)[2:] == [
        "C captures A, who is moved to [0, 6, 12] in the starting area.",
        "The stairs change direction and are now up, down.",
    ]


def test_m20_every_event_has_its_line() -> None:
    assert set(LINES) == set(savor.EVENTS)
