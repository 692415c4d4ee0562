"""Classic CTF, clause by clause. How the drawings are read stands in `tests.playing`."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from flagstone.match import Outcome
from flagstone.rules.record import layout
from tests.playing import (
    ARMED,
    FIELD,
    HOMECOMINGS,
    TIGHT,
    WIDE,
    at,
    ctf_match,
    hand_flag,
    happens,
    play,
    player,
    position,
    put,
    refused,
    thing,
    told,
)


def test_k1_tool_cells_are_plain_floor() -> None:
    match = ctf_match("classic", ARMED)
    assert match.state()["tools"] == []
    assert match.state()["terrain"][2] == "#            #"
    put(match, 0, 2, 2)
    assert told(play(match, (0, "E"))) == ["moved seat=0 at=2,3"]


def test_k1_a_flag_lies_on_its_cell_or_is_carried_even_into_a_jail() -> None:
    match = ctf_match("classic", FIELD)
    assert match.state()["flags"] == [{"at": [1, 3], "carrier": None}, {"at": [1, 10], "carrier": None}]
    put(match, 0, 2, 8)
    hand_flag(match, 0, 1)
    play(match, (0, "S"))
    assert thing(match, "flags", 1) == {"at": [3, 8], "carrier": 0}
    put(match, 1, 2, 8)
    play(match, (1, "S"))
    assert thing(match, "flags", 1) == {"at": [1, 10], "carrier": None}


def test_k1_of_a_player_is_told_where_he_is_whether_jailed_and_whether_he_carries() -> None:
    match = ctf_match("classic", FIELD)
    assert player(match, 1) == {"at": [1, 8], "jailed": False, "flag": None, "tool": None}
    hand_flag(match, 1, 0)
    put(match, 1, 3, 2, jailed=True)
    assert player(match, 1) == {"at": [3, 2], "jailed": True, "flag": 0, "tool": None}


# Positions on TIGHT in which a MOVE is refused, for several reasons if there are.
BESIDE_HOME = """
    0hfhhHHFHH
    bdjjjJJJJJ
    2...#.....
    ....##....
    ..........
"""
BESIDE_WALL = """
    hh2hhHHFHH
    jjj3baJJJJ
    ....#.....
    ....##....
    ..........
"""
IN_LINE = """
    hhfhhHHFHH
    jjb20J3JJJ
    ....#.....
    ....##....
    ..........
"""


@pytest.mark.parametrize(
    ("drawing", "carrying", "seat", "action", "reason"),
    [
        pytest.param(BESIDE_HOME, {}, 1, "W", "jailed", id="jailed before off_board"),
        pytest.param(BESIDE_HOME, {}, 1, "N", "jailed", id="jailed before not_capturable"),
        pytest.param(BESIDE_HOME, {0: "F"}, 1, "N", "jailed", id="jailed beside somebody capturable"),
        pytest.param(BESIDE_HOME, {}, 1, "E", "jailed", id="jailed beside a jailed teammate"),
        pytest.param(BESIDE_WALL, {}, 1, "S", "jailed", id="jailed before wall"),
        pytest.param(BESIDE_WALL, {}, 1, "W", "jailed", id="jailed before occupied"),
        pytest.param(BESIDE_WALL, {}, 1, "E", "jailed", id="jailed before jailed_target"),
        pytest.param(BESIDE_WALL, {}, 1, "N", "jailed", id="jailed where anybody else may go"),
        pytest.param(BESIDE_HOME, {}, 0, "N", "off_board", id="off_board"),
        pytest.param(IN_LINE, {}, 0, "S", "wall", id="wall"),
        pytest.param(IN_LINE, {}, 0, "W", "occupied", id="occupied"),
        pytest.param(IN_LINE, {2: "F"}, 0, "W", "occupied", id="occupied by a carrier"),
        pytest.param(IN_LINE, {}, 2, "W", "jailed_target", id="jailed_target"),
        pytest.param(BESIDE_WALL, {}, 3, "W", None, id="nobody there"),
    ],
)
def test_k2_refusals_of_a_move_in_their_order(
    drawing: str, carrying: dict[int, str], seat: int, action: str, reason: str | None
) -> None:
    assert refused(position("classic", drawing, board=TIGHT, carrying=carrying), seat, action) == reason


def test_k2_a_jailed_opponent_is_told_before_one_who_cannot_be_captured() -> None:
    match = ctf_match("classic", FIELD)
    put(match, 1, 2, 9, jailed=True)  # set up: jailed, and in his own territory
    put(match, 0, 2, 8)
    assert refused(match, 0, "E") == "jailed_target"


def test_k2_the_mover_enters_a_cell_where_nobody_is() -> None:
    drawing = """
        #hhfhh  HHFHH#  |  #hhfhh  HHFHH#
        #          01#  |  #           1#
        #jjjjj  JJJJJ#  |  #jjjjj  JJJ0J#
    """
    _, events = happens("classic", drawing, (0, "S"))
    assert events == ["moved seat=0 at=3,11"]


def test_k3_the_flag_is_taken_by_command_not_by_stepping_on_it() -> None:
    drawing = """
        #hhfhh  HHFH1#  |  #hhfhh  HH0H1#
        #         0  #  |  #            #
        #jjjjj  JJJJJ#  |  #jjjjj  JJJJJ#
    """
    match, events = happens("classic", drawing, (0, "N"))
    assert events == ["moved seat=0 at=1,10"]
    assert thing(match, "flags", 1) == {"at": [1, 10], "carrier": None}
    assert told(play(match, (0, "get flag"))) == ["flag_taken seat=0 thing=flag 2 at=1,10"]
    play(match, (0, "S"))
    assert thing(match, "flags", 1) == {"at": [2, 10], "carrier": 0}
    assert player(match, 0)["flag"] == 1


def test_k3_team_2_takes_the_flag_of_team_1_likewise() -> None:
    match = ctf_match("classic", FIELD)
    put(match, 1, 1, 3)
    assert told(play(match, (1, "get flag"))) == ["flag_taken seat=1 thing=flag 1 at=1,3"]
    assert thing(match, "flags") == {"at": [1, 3], "carrier": 1}
    assert refused(match, 1, "get flag") == "no_flag"


@pytest.mark.parametrize(
    ("cell", "jailed", "carrying", "reason"),
    [
        pytest.param((3, 8), True, {}, "jailed", id="jailed before no_flag"),
        pytest.param((1, 10), True, {}, "jailed", id="jailed where the flag lies"),
        pytest.param((2, 10), False, {}, "no_flag", id="beside the flag"),
        pytest.param((1, 3), False, {}, "no_flag", id="on the own flag"),
        pytest.param((1, 10), False, {0: 1}, "no_flag", id="he has it"),
        pytest.param((1, 10), False, {2: 1}, "no_flag", id="a teammate has it"),
        pytest.param((1, 10), False, {}, None, id="on the opponents' flag"),
    ],
)
def test_k3_get_flag_is_refused_unless_the_opponents_flag_lies_there(
    cell: tuple[int, int], jailed: bool, carrying: dict[int, int], reason: str | None
) -> None:
    match = ctf_match("classic", FIELD, 2)
    put(match, 0, *cell, jailed=jailed)
    for seat, team in carrying.items():
        hand_flag(match, seat, team)
    assert refused(match, 0, "get flag") == reason


@pytest.mark.parametrize(
    ("cell", "carrying", "capturable"),
    [
        pytest.param((1, 8), False, False, id="on his home"),
        pytest.param((2, 7), False, False, id="in the first column of his territory"),
        pytest.param((3, 8), False, False, id="in his own jail"),
        pytest.param((1, 8), True, True, id="on his home with a flag"),
        pytest.param((2, 7), True, True, id="in his territory with a flag"),
        pytest.param((3, 8), True, True, id="in his own jail with a flag"),
        pytest.param((2, 6), False, True, id="just outside his territory"),
        pytest.param((1, 5), False, True, id="on the opponents' home"),
        pytest.param((3, 5), False, True, id="in the opponents' jail, not jailed"),
        pytest.param((2, 6), True, True, id="outside with a flag"),
    ],
)
@pytest.mark.parametrize("captor_carries", [False, True])
def test_k4_who_carries_a_flag_or_is_outside_his_territory_can_be_captured_by_anybody(
    cell: tuple[int, int], carrying: bool, capturable: bool, captor_carries: bool
) -> None:
    match = ctf_match("classic", FIELD, 2)
    row, column = cell
    put(match, 1, row, column)
    put(match, 0, row, column - 1)
    put(match, 2, 3, 3)
    put(match, 3, 3, 12)
    if carrying:
        hand_flag(match, 1, 0)
    if captor_carries:
        hand_flag(match, 0, 1)
    assert refused(match, 0, "E") == (None if capturable else "not_capturable")
    assert player(match, 1)["jailed"] == capturable
    assert at(match, 0) == (row, column - 1)


def test_k5_the_captured_player_is_jailed_his_flag_returns_and_the_mover_stays() -> None:
    drawing = """
        #hh2hh  HHHH3#  |  #hh2hh  HHHH3#
        #       01   #  |  #       0    #
        #jjjjj  JJJJJ#  |  #bjjjj  JJJJJ#
    """
    match, events = happens("classic", drawing, (0, "E"), carrying={0: "F", 1: "f"})
    assert events == ["captured seat=1 by=0 at=2,9", "flag_returned seat=1 thing=flag 1 at=1,3"]
    assert thing(match, "flags") == {"at": [1, 3], "carrier": None}
    assert thing(match, "flags", 1) == {"at": [2, 8], "carrier": 0}
    assert player(match, 1) == {"at": [3, 1], "jailed": True, "flag": None, "tool": None}


def test_k5_a_carrier_is_captured_in_his_own_home() -> None:
    drawing = """
        #hhhhh  1HFHH#  |  #hhfhh  HHFHH#
        #       0    #  |  #       0    #
        #jjjjj  JJJJJ#  |  #bjjjj  JJJJJ#
    """
    _, events = happens("classic", drawing, (0, "N"), carrying={1: "f"})
    assert events == ["captured seat=1 by=0 at=1,8", "flag_returned seat=1 thing=flag 1 at=1,3"]


def test_k5_captured_in_the_jail_he_goes_to_another_cell_of_it() -> None:
    drawing = """
        #hhfhh  HHFHH#  |  #hhfhh  HHFHH#
        #0   2       #  |  #0   2       #
        #1djjj  JJJJJ#  |  #jdbjj  JJJJJ#
    """
    _, events = happens("classic", drawing, (0, "S"))
    assert events == ["captured seat=1 by=0 at=3,1"]


def test_k5_he_goes_to_the_jail_of_the_movers_team() -> None:
    drawing = """
        #hhfhh  HHFHH#  |  #hhfhh  HHFHH#
        #      01    #  |  #       1    #
        #jjjjj  c3JJJ#  |  #jjjjj  c3aJJ#
    """
    _, events = happens("classic", drawing, (1, "W"))
    assert events == ["captured seat=0 by=1 at=2,7"]


def test_k6_a_move_into_a_jailed_teammate_sends_him_home_alone_and_the_mover_stays() -> None:
    drawing = """
        #1hhfhhh    35HFHHH#  |  #12hfhhh    35HFHHH#
        #            0     #  |  #            0     #
        #jjjjjjj    ecJJJJJ#  |  #jjjjjjj    eJJJJJJ#
    """
    match, events = happens("classic", drawing, (0, "S"), board=WIDE)
    assert events == ["freed seat=2 by=0 at=1,2"]
    play(match, (2, "E"))


def test_k7_a_mover_who_enters_the_opponents_jail_frees_all_in_seat_order_and_stays() -> None:
    drawing = """
        #1hhfhhh    35HFHHH#  |  #124fhhh    35HFHHH#
        #               0  #  |  #                  #
        #jjjjjjj    eJcJJJJ#  |  #jjjjjjj    JJJJ0JJ#
    """
    _, events = happens("classic", drawing, (0, "S"), board=WIDE)
    assert events == ["moved seat=0 at=3,16", "freed seat=2 by=0 at=1,2", "freed seat=4 by=0 at=1,3"]


@pytest.mark.parametrize(
    ("middle", "jails", "seat", "action", "freed"),
    [
        pytest.param("#  3         #", "#bjjjj  cJJ0J#", 0, "W", [2], id="from one cell of the jail to the next"),
        pytest.param("#  3         #", "#bjjjj  cJJ0J#", 3, "S", [1], id="team 2 likewise"),
        pytest.param("#  3         #", "#bjjjj  cJJ0J#", 0, "N", [], id="out of the jail"),
        pytest.param("#  0     3   #", "#bjjjj  cJJJJ#", 0, "S", [], id="team 1 into its own jail"),
        pytest.param("#  0     3   #", "#bjjjj  cJJJJ#", 3, "S", [], id="team 2 into its own jail"),
    ],
)
def test_k7_only_who_enters_a_cell_of_the_opponents_jail_frees(
    middle: str, jails: str, seat: int, action: str, freed: list[int]
) -> None:
    match = position("classic", f"#hhfhh  HHFHH#\n{middle}\n{jails}")
    play(match, (seat, action))
    assert [seat for seat in (1, 2) if not player(match, seat)["jailed"]] == freed


@pytest.mark.parametrize(("home", "middle", "carrying", "winner"), HOMECOMINGS)
def test_k8_a_team_wins_at_home_with_the_opponents_flag_and_its_own_on_its_cell(
    home: str, middle: str, carrying: dict[int, str], winner: str | None
) -> None:
    match = position("classic", f"{home}\n{middle}\n#jjjjj  JJJJJ#", carrying=carrying)
    assert ("won team=1" in told(play(match, (2, "N")))) == match.is_over == (winner is not None)
    assert match.state()["result"] == winner


def test_k8_a_team_with_a_jailed_member_does_not_win() -> None:
    drawing = """
        #hhfhh  HHHHH#  |  #hhfh2  HHHHH#
        #    2   13  #  |  #        13  #
        #jjjjj  aJJJJ#  |  #jjjjj  aJJJJ#
    """
    match, _ = happens("classic", drawing, (2, "N"), carrying={2: "F"})
    assert match.state()["result"] is None


def test_k8_a_capture_can_win() -> None:
    drawing = """
        #hhhh01 HHHHH#  |  #hhfh0  HHHHH#
        #            #  |  #            #
        #jjjjj  JJJJJ#  |  #bjjjj  JJJJJ#
    """
    _, events = happens("classic", drawing, (0, "E"), carrying={0: "F", 1: "f"})
    assert events == [
        "captured seat=1 by=0 at=1,6",
        "flag_returned seat=1 thing=flag 1 at=1,3",
        "won team=1",
    ]


def test_k8_freeing_the_last_member_from_a_home_beside_the_jail_can_win() -> None:
    board = """
        ############
        #hhfhhJJJJJ#
        #          #
        #jjjjjHHFHH#
        ############
    """
    drawing = """
        #hhfh0cJJJJ#  |  #2hfh0JJJJJ#
        #          #  |  #          #
        #jjjjj13HHH#  |  #jjjjj13HHH#
    """
    _, events = happens("classic", drawing, (0, "E"), board=board, carrying={0: "F"})
    assert events == ["freed seat=2 by=0 at=1,1", "won team=1"]


@pytest.mark.parametrize(("actor", "winner"), [(1, 0), (0, 1)])
def test_k8_is_checked_for_each_team_after_every_accepted_action(actor: int, winner: int) -> None:
    match = ctf_match("classic", FIELD)
    put(match, actor, 1, 7)
    hand_flag(match, winner, 1 - winner)
    assert told(play(match, (actor, "S"))) == [f"moved seat={actor} at=2,7", f"won team={winner + 1}"]
    assert match.state()["result"] == f"team {winner + 1}"


@pytest.mark.parametrize("free", [None, 0, 1, 2, 3])
def test_k9_a_draw_when_all_players_of_both_teams_are_jailed(
    rule_code: Callable[[str], ModuleType], free: int | None
) -> None:
    drawing = """
        #hhfhh  HHFHH#
        #            #
        #bdjjj  acJJJ#
    """
    if free is not None:
        drawing = drawing.replace("abcd"[free], "0123"[free])
    match = position("classic", drawing)
    events: Any = np.zeros(1, layout(match.game.event_list, events=64))
    rule_code("classic").settle(match.states[0], events[0])
    drawn = free is None
    assert match.state()["result"] == ("draw" if drawn else None)
    assert [match.game.events[event.kind] for event in events[0].told[: events[0].count]] == drawn * ["drawn"]
    assert match.outcome == (Outcome(None, "drawn") if drawn else None)
    assert (refused(match, 0, "get flag") == "match_over") == drawn
