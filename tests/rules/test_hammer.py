"""Hammer CTF, clause by clause. How the drawings are read stands in `tests.playing`."""

from collections.abc import Callable
from types import ModuleType

import pytest

from flagstone.match import Match
from flagstone.rules import ctf
from tests.playing import (
    ARMED,
    FIELD,
    TIGHT,
    WIDE,
    at,
    ctf_match,
    hand_flag,
    hand_tool,
    happens,
    move_flag,
    play,
    player,
    position,
    put,
    refused,
    thing,
    told,
)

# Eleven walls in a row, from (2, 3) to (2, 13), and a hammer on either side.
CORRIDOR = """
    ##################
    #hfh          HFH#
    # s###########  S#
    #jjj          JJJ#
    ##################
"""

# Jails so large that what is dropped in them flies far.
BLOCKS = [
    "hhhhfFHHHH",
    *4 * ["jjjjjJJJJ "],
    "jj#jjJJJJ ",
    *4 * ["jjjjjJJJJ "],
    "#  s#   S#",
]
BLOCKS_BOARDS = {
    "open to the right": BLOCKS,
    "open to the left": [line[::-1].swapcase() for line in BLOCKS],
    "as large as its array": [16 * "h" + 16 * "H", " sS".ljust(32), *24 * [32 * " "], *6 * [16 * "j" + 16 * "J"]],
}


def test_h1_any_number_of_players_may_stand_in_one_cell() -> None:
    drawing = """
        #hhfhh  HHFHH#  |  #hhfhh  HHFHH#
        #            #  |  #            #
        #b0j2j  JJJJJ#  |  #0jj2j  JJJJJ#
    """
    match, _ = happens("hammer", drawing, (0, "W"), joined={3: 1})
    play(match, (2, "W"), (2, "W"), (2, "W"))
    assert [at(match, seat) for seat in range(4)] == 4 * [(3, 1)]


def test_h1_a_cell_holds_at_most_one_flag_and_one_hammer_and_a_jail_none() -> None:
    match = ctf_match("hammer", ARMED)
    hand_flag(match, 0, 1)
    hand_tool(match, 0, 0)
    hand_tool(match, 1, 1)
    put(match, 0, 3, 3)  # in the jail, below an empty cell
    play(match, (0, "drop flag"), (0, "drop hammer"))
    assert thing(match, "flags", 1)["at"] == thing(match, "tools", 0)["at"] == [2, 3]
    put(match, 1, 2, 3)
    play(match, (1, "drop hammer"))
    assert thing(match, "tools", 1)["at"] == [1, 3]


def test_h2_a_player_has_a_cell_and_may_be_jailed_and_hold_a_flag_and_a_hammer() -> None:
    match = ctf_match("hammer", ARMED, 2)
    assert player(match, 3) == {"at": [1, 9], "jailed": False, "flag": None, "tool": None}
    hand_flag(match, 3, 0)
    hand_tool(match, 3, 1)
    put(match, 3, 3, 1, jailed=True)
    assert player(match, 3) == {"at": [3, 1], "jailed": True, "flag": 0, "tool": 1}


def test_h2_he_holds_one_object_of_each_type_at_a_time() -> None:
    drawing = """
        #hhfhh  HHHHH#  |  #hhfhh  HHHHH#
        # 0s        1#  |  #  0        1#
        #jjjjj  JJJJJ#  |  #jjjjj  JJJJJ#
    """
    match, events = happens("hammer", drawing, (0, "E"), board=ARMED, carrying={0: "FS"})
    assert events == ["moved seat=0 at=2,3"]
    play(match, (0, "N"))
    assert (player(match, 0)["flag"], player(match, 0)["tool"]) == (1, 1)
    assert thing(match, "flags") == {"at": [1, 3], "carrier": None}
    assert thing(match, "tools") == {"at": [2, 3], "carrier": None, "charges": 10}


def test_h3_a_hammer_starts_on_its_cell_with_ten_charges() -> None:
    assert ctf_match("hammer", ARMED).state()["tools"] == [
        {"at": [2, 3], "carrier": None, "charges": 10},
        {"at": [2, 10], "carrier": None, "charges": 10},
    ]


def test_h3_a_hammer_without_charges_is_gone_for_good() -> None:
    match = ctf_match("hammer", CORRIDOR)
    play(match, (1, "S"), (1, "S"), (0, "S"), (0, "E"))
    for column in range(3, 12):
        assert told(play(match, (0, "E"))) == [
            f"wall_broken seat=0 thing=hammer 0 at=2,{column}",
            f"moved seat=0 at=2,{column}",
        ]
    assert told(play(match, (0, "E"))) == [
        "wall_broken seat=0 thing=hammer 0 at=2,12",
        "hammer_spent seat=0 thing=hammer 0 at=2,12",
        "moved seat=0 at=2,12",
    ]
    assert thing(match, "tools") == {"at": None, "carrier": None, "charges": 0}
    assert player(match, 0)["tool"] is None
    assert refused(match, 0, "E") == "wall"
    assert refused(match, 0, "drop hammer") == "not_holding"
    # It leaves room for another.
    events = told(play(match, (0, "N"), (0, "E"), (0, "E"), (0, "S"), (0, "E"), (0, "E")))
    assert events == ["moved seat=0 at=2,16", "picked_up seat=0 thing=hammer 1 at=2,16"]
    assert thing(match, "tools", 1) == {"at": [2, 16], "carrier": 0, "charges": 10}


def test_h3_the_charges_stay_with_the_hammer_when_it_changes_hands() -> None:
    drawing = """
        #hhfhh  13FHH#
        #    20   S  #
        #jjjjj  JJJJJ#
    """
    match = position("hammer", drawing, board=ARMED, carrying={0: "s"})
    play(match, (0, "N"), (0, "N"), (0, "S"), (0, "S"), (0, "drop hammer"), (0, "E"))
    assert thing(match, "tools") == {"at": [2, 6], "carrier": None, "charges": 9}
    play(match, (2, "E"), (2, "S"))
    assert thing(match, "tools") == {"at": [3, 6], "carrier": 2, "charges": 9}
    play(match, (2, "S"))
    assert thing(match, "tools") == {"at": [4, 6], "carrier": 2, "charges": 8}


@pytest.mark.parametrize("jailed_has_hammer", [False, True])
@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        pytest.param(0, "N", "off_board", id="off the grid"),
        pytest.param(1, "W", "off_board", id="jailed and off the grid"),
        pytest.param(1, "S", "jailed", id="out of the jail"),
        pytest.param(1, "N", "jailed", id="into an adjoining home"),
        pytest.param(3, "E", "jailed", id="into the other, adjoining jail"),
        pytest.param(3, "S", "jailed", id="jailed and a wall"),
        pytest.param(2, "E", "wall", id="a wall without a hammer"),
    ],
)
def test_h4_refusals_of_a_move_in_their_order(seat: int, action: str, reason: str, jailed_has_hammer: bool) -> None:
    drawing = """
        hhf0hHHFHH
        bjjjdJJJJJ
        ..s2#..S..
        ....##....
        ..........
    """
    match = position("hammer", drawing, board=TIGHT)
    if jailed_has_hammer:
        hand_tool(match, 1, 0)
        hand_tool(match, 3, 1)
    assert refused(match, seat, action) == reason


def test_h4_a_jailed_player_moves_within_the_jail_that_holds_him() -> None:
    drawing = """
        hhf0hHHFHH  |  hhf0hHHFHH
        bjjjjJJJJJ  |  jbjjjJJJJJ
        ..s.#..S..  |  ..s.#..S..
        ....##....  |  ....##....
        ..........  |  ..........
    """
    _, events = happens("hammer", drawing, (1, "E"), board=TIGHT)
    assert events == ["moved seat=1 at=1,1"]


@pytest.mark.parametrize("cell", [(1, 1), (1, 8), (3, 1), (3, 8), (2, 7)])
@pytest.mark.parametrize("seat", [0, 1])
def test_h4_any_other_move_is_accepted_homes_and_jails_of_both_teams_included(seat: int, cell: tuple[int, int]) -> None:
    match = ctf_match("hammer", FIELD)
    put(match, 1 - seat, 2, 10)
    row, column = cell
    put(match, seat, *((2, column) if row != 2 else (2, column - 1)))
    play(match, (seat, {1: "N", 2: "E", 3: "S"}[row]))
    assert at(match, seat) == cell


def test_h4_every_wall_can_be_broken_the_border_too_but_nobody_leaves_the_grid() -> None:
    drawing = """
        ##############  |  ######0#######
        #hhfhh01HHFHH#  |  #hhfhh 1HHFHH#
        #         S  #  |  #         S  #
        #jjjjj  JJJJJ#  |  #jjjjj  JJJJJ#
        ##############  |  ##############
    """
    match, events = happens("hammer", drawing, (0, "N"), board=ARMED, carrying={0: "s"})
    assert events == ["wall_broken seat=0 thing=hammer 0 at=0,6", "moved seat=0 at=0,6"]
    assert thing(match, "tools")["charges"] == 9
    assert refused(match, 0, "N") == "off_board"
    play(match, (0, "drop hammer"))  # the wall is free space, on which things can lie
    assert thing(match, "tools")["at"] == [0, 6]
    assert refused(match, 0, "W") == "wall"


@pytest.mark.parametrize(("column", "captured"), [(6, 1), (7, 0)])
def test_h4_a_broken_wall_belongs_to_the_territory_of_its_column(column: int, captured: int) -> None:
    match = ctf_match("hammer", ARMED)
    hand_tool(match, 0, 0)
    put(match, 0, 1, column)
    put(match, 1, 2, column)
    play(match, (0, "N"), (1, "N"), (1, "N"))
    assert [seat for seat in (0, 1) if player(match, seat)["jailed"]] == [captured]


def test_h5_stands_then_collides_then_picks_up_then_wins() -> None:
    drawing = """
        #Fhhh1  HHHHH#  |  #Fhhh0  HHHHH#
        #    0       #  |  #            #
        #jjjjj  JJJJJ#  |  #bjjjj  JJJJJ#
    """
    _, events = happens("hammer", drawing, (0, "N"), carrying={1: "f"})
    assert events == [
        "moved seat=0 at=1,5",
        "captured seat=1 team=1 at=1,5",
        "dropped seat=1 thing=flag 1 at=1,5",
        "picked_up seat=0 thing=flag 1 at=1,5",
        "won team=1",
    ]


def test_h5_collision_before_jailbreak_so_a_captured_mover_frees_nobody() -> None:
    drawing = """
        #hhfhh  HHFHH#  |  #hhfhh  HHFHH#
        #       0    #  |  #            #
        #jjjjj  13cJJ#  |  #jjjjj  13caJ#
    """
    _, events = happens("hammer", drawing, (0, "S"))
    assert events == ["moved seat=0 at=3,8", "captured seat=0 team=2 at=3,8"]


def test_h5_collision_before_pick_up_so_a_captured_mover_takes_nothing() -> None:
    drawing = """
        #hhfhh  HH1HH#  |  #hhfhh  HH1HH#
        #         0  #  |  #            #
        #jjjjj  JJJJJ#  |  #jjjjj  aJJJJ#
    """
    match, events = happens("hammer", drawing, (0, "N"))
    assert events == ["moved seat=0 at=1,10", "captured seat=0 team=2 at=1,10"]
    assert thing(match, "flags", 1) == {"at": [1, 10], "carrier": None}


@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize(
    ("cell", "foreign", "jailed_at"),
    [
        pytest.param((2, 6), 1, (3, 1), id="last column of team 1"),
        pytest.param((1, 5), 1, (3, 1), id="home of team 1"),
        pytest.param((3, 5), 1, (3, 1), id="jail of team 1"),
        pytest.param((2, 7), 0, (3, 8), id="first column of team 2"),
        pytest.param((1, 8), 0, (3, 8), id="home of team 2"),
        pytest.param((3, 8), 0, (3, 9), id="jail of team 2, whose first cell is taken"),
    ],
)
def test_h6_the_foreign_player_is_captured_and_the_other_stays_whoever_moves(
    cell: tuple[int, int], foreign: int, jailed_at: tuple[int, int], mover: int
) -> None:
    match = ctf_match("hammer", FIELD)
    row, column = cell
    put(match, 1 - mover, row, column)
    put(match, mover, *((2, column) if row != 2 else (1, column)))
    events = told(play(match, (mover, "N" if row == 1 else "S")))
    assert events == [
        f"moved seat={mover} at={row},{column}",
        f"captured seat={foreign} team={2 - foreign} at={row},{column}",
    ]
    assert [player(match, seat)["jailed"] for seat in (0, 1)] == [foreign == 0, foreign == 1]
    assert (at(match, foreign), at(match, 1 - foreign)) == (jailed_at, cell)


def test_h6_several_opponents_capture_a_foreign_mover_once_and_all_stay() -> None:
    drawing = """
        #hh2hh  HHFHH#  |  #hh2hh  HHFHH#
        #      01    #  |  #       1    #
        #jjjjj  JJJJJ#  |  #jjjjj  aJJJJ#
    """
    match, events = happens("hammer", drawing, (0, "E"), joined={3: 1})
    assert events == ["moved seat=0 at=2,8", "captured seat=0 team=2 at=2,8"]
    assert at(match, 3) == (2, 8)


@pytest.mark.parametrize("came_last", [1, 3])
def test_h6_a_mover_who_is_not_foreign_captures_all_opponents_there_in_seat_order(came_last: int) -> None:
    drawing = """
        #hh2hh  HHHHH#
        #   01       #
        #jjjjj  JJJJJ#
    """
    match = position("hammer", drawing, joined={3: 1}, carrying={1: "F", 3: "f"})
    put(match, came_last, 2, 5)
    assert told(play(match, (0, "E"))) == [
        "moved seat=0 at=2,5",
        "captured seat=1 team=1 at=2,5",
        "dropped seat=1 thing=flag 2 at=2,5",
        "captured seat=3 team=1 at=2,5",
        "dropped seat=3 thing=flag 1 at=1,5",
        "picked_up seat=0 thing=flag 2 at=2,5",
    ]
    assert [at(match, seat) for seat in range(4)] == [(2, 5), (3, 1), (1, 3), (3, 2)]


@pytest.mark.parametrize(("seat", "action"), [(0, "E"), (1, "W")])
def test_h6_a_jailed_player_is_not_captured_again_and_captures_nobody(seat: int, action: str) -> None:
    drawing = """
        #hhfhh  HHFHH#
        #            #
        #j0bjj  JJJJJ#
    """
    match = position("hammer", drawing)
    assert len(play(match, (seat, action)).events) == 1
    assert at(match, 0) == at(match, 1)
    assert [player(match, seat)["jailed"] for seat in (0, 1)] == [False, True]


def test_h6_in_a_jail_cell_only_those_who_are_not_jailed_are_captured() -> None:
    drawing = """
        #hhfhh  HHFHH#
        #  0 2       #
        #jj1dj  JJJJJ#
    """
    match = position("hammer", drawing)
    play(match, (3, "W"))
    assert told(play(match, (0, "S"))) == ["moved seat=0 at=3,3", "captured seat=1 team=1 at=3,3"]
    assert [at(match, seat) for seat in (0, 1, 3)] == [(3, 3), (3, 1), (3, 3)]


@pytest.mark.parametrize("cell", [(1, 2), (2, 4), (2, 10), (1, 12), (3, 2), (3, 9)])
def test_h6_teammates_in_the_cell_change_nothing(cell: tuple[int, int]) -> None:
    match = ctf_match("hammer", FIELD, 2)
    row, column = cell
    put(match, 2, row, column)
    put(match, 0, row, column - 1)
    assert told(play(match, (0, "E"))) == [f"moved seat=0 at={row},{column}"]
    assert at(match, 0) == at(match, 2) == cell


def test_h7_the_flag_is_dropped_where_he_is_captured_and_the_hammer_kept() -> None:
    drawing = """
        #hhhhh  HHHHH#  |  #hhhhh  HHHHH#
        #    01   S  #  |  #     0   S  #
        #d2jjj  JJJJJ#  |  #d2bjj  JJJJJ#
    """
    match, events = happens("hammer", drawing, (0, "E"), board=ARMED, carrying={0: "F", 1: "fs"})
    assert events == [
        "moved seat=0 at=2,6",
        "captured seat=1 team=1 at=2,6",
        "dropped seat=1 thing=flag 1 at=2,6",
    ]
    assert thing(match, "flags") == {"at": [2, 6], "carrier": None}
    assert player(match, 1) == {"at": [3, 3], "jailed": True, "flag": None, "tool": 0}


def test_h7_a_flag_dropped_in_a_jail_lands_beside_it() -> None:
    drawing = """
        #hhhhh  HHFHH#  |  #hhhhh  HHFHH#
        #  0         #  |  #  f         #
        #jj1jj  JJJJJ#  |  #bj0jj  JJJJJ#
    """
    match, events = happens("hammer", drawing, (0, "S"), carrying={1: "f"})
    assert events[2:] == ["dropped seat=1 thing=flag 1 at=2,3"]
    assert player(match, 0)["flag"] is None


def test_h8_all_jailed_teammates_are_placed_at_home_in_seat_order_and_the_mover_stays() -> None:
    drawing = """
        #1Fhfhhh    35HHHHH#  |  #124fhhh    35HHHHH#
        #               0  #  |  #                  #
        #jjjjjjj    eJcJJJJ#  |  #jjjjjjj    JJJJ0JJ#
    """
    match, events = happens("hammer", drawing, (0, "S"), board=WIDE)
    assert events == ["moved seat=0 at=3,16", "freed seat=2 by=0 at=1,2", "freed seat=4 by=0 at=1,3"]
    assert not any(player(match, seat)["jailed"] for seat in range(6))
    # Being placed is not a move: the flag of team 2 lies where it lay.
    assert player(match, 2)["flag"] is None
    assert thing(match, "flags", 1) == {"at": [1, 2], "carrier": None}


@pytest.mark.parametrize(
    ("middle", "jails", "seat", "action", "freed"),
    [
        pytest.param("#  3         #", "#bjjjj  cJJ0J#", 0, "W", [2], id="from one cell of the jail to the next"),
        pytest.param("#  3         #", "#bjjjj  cJJ0J#", 3, "S", [1], id="team 2 likewise"),
        pytest.param("#  3         #", "#bjjjj  cJJ0J#", 0, "N", [], id="out of the jail"),
        pytest.param("#  3         #", "#bjjjj  cJJ0J#", 2, "E", [], id="jailed himself"),
        pytest.param("#  0     3   #", "#bjjjj  cJJJJ#", 0, "S", [], id="team 1 into its own jail"),
        pytest.param("#  0     3   #", "#bjjjj  cJJJJ#", 3, "S", [], id="team 2 into its own jail"),
    ],
)
def test_h8_only_a_mover_who_comes_free_into_a_cell_of_the_opponents_jail_frees(
    middle: str, jails: str, seat: int, action: str, freed: list[int]
) -> None:
    match = position("hammer", f"#hhfhh  HHFHH#\n{middle}\n{jails}")
    play(match, (seat, action))
    assert [seat for seat in (1, 2) if not player(match, seat)["jailed"]] == freed


@pytest.mark.parametrize(
    ("cell", "lying", "lands"),
    [
        pytest.param((4, 5), (0, 4), (4, 5), id="free space"),
        pytest.param((0, 1), (0, 4), (0, 1), id="his home"),
        pytest.param((0, 7), (0, 4), (0, 7), id="the opponents' home"),
        pytest.param((1, 1), (0, 4), (0, 1), id="a jail: the nearest cell"),
        pytest.param((1, 1), (0, 1), (2, 1), id="a jail below a flag"),
        pytest.param((0, 0), (0, 0), (0, 1), id="a flag lies there, at the top left"),
        pytest.param((0, 9), (0, 9), (0, 8), id="at the top right, a jail below"),
        pytest.param((4, 0), (4, 0), (3, 0), id="at the bottom left: north before east"),
        pytest.param((4, 9), (4, 9), (3, 9), id="at the bottom right: north before west"),
        pytest.param((2, 1), (2, 1), (2, 0), id="a jail above: west before east and south"),
        pytest.param((4, 4), (4, 4), (4, 3), id="a wall above: west before east"),
        pytest.param((2, 9), (2, 9), (2, 8), id="west before south"),
        pytest.param((2, 0), (2, 0), (2, 1), id="east before south"),
    ],
)
def test_h9_a_flag_lands_in_the_own_cell_or_in_the_nearest_where_it_can_lie(
    cell: tuple[int, int], lying: tuple[int, int], lands: tuple[int, int]
) -> None:
    match = ctf_match("hammer", TIGHT, 2)
    put(match, 0, *cell)
    put(match, 2, 3, 2)  # neither team is at home, so that nobody wins
    put(match, 1, 3, 7)
    put(match, 3, *lands)  # who stands there is no hindrance
    hand_flag(match, 0, 1)
    move_flag(match, 0, *lying)
    assert told(play(match, (0, "drop flag"))) == [f"dropped seat=0 thing=flag 2 at={lands[0]},{lands[1]}"]
    assert thing(match, "flags", 1) == {"at": list(lands), "carrier": None}
    assert refused(match, 0, "drop flag") == "not_holding"


@pytest.mark.parametrize("board", BLOCKS_BOARDS)
@pytest.mark.parametrize(("action", "kind", "number"), [("drop flag", "flags", 1), ("drop hammer", "tools", 1)])
def test_h9_no_cell_where_it_can_lie_is_nearer_or_as_near_and_first_in_reading_order(
    action: str, kind: str, number: int, board: str
) -> None:
    start = ctf_match("hammer", "\n".join(BLOCKS_BOARDS[board]))
    hand_flag(start, 0, 1)
    hand_tool(start, 0, 1)
    ground = [(r, c, char) for r, line in enumerate(start.state()["terrain"]) for c, char in enumerate(line)]
    taken = [thing["at"] for i, thing in enumerate(start.state()[kind]) if i != number]
    can_lie = [(r, c) for r, c, char in ground if char in " hH" and [r, c] not in taken]
    for row, column, char in ground:
        if char in "jJ":
            match = start.clone()
            put(match, 0, row, column)
            events = play(match, (0, action)).events
            nearest = min((abs(r - row) + abs(c - column), r, c) for r, c in can_lie)
            assert events[0]["thing"] == f"{action.removeprefix('drop ')} {number + (kind == 'flags')}"
            assert events[0]["at"] == thing(match, kind, number)["at"] == list(nearest[1:])


def test_h9_only_where_nothing_can_lie_anywhere_is_there_no_landing(rule_code: Callable[[str], ModuleType]) -> None:
    state = ctf_match("hammer", TIGHT).states[0]
    cell = ctf.cell_at(state, 1, 1)
    assert rule_code("hammer").nearest_landing(state, cell, ctf.FLAG_LIES) == ctf.cell_at(state, 0, 1)
    state.ground[:] |= ctf.FLAG_LIES  # no board that C4 accepts comes to this
    assert rule_code("hammer").nearest_landing(state, cell, ctf.FLAG_LIES) == ctf.NOWHERE


@pytest.mark.parametrize("order", [("drop flag", "drop hammer"), ("drop hammer", "drop flag")])
def test_h9_a_flag_and_a_hammer_may_share_a_cell_dropped_in_either_order(order: tuple[str, str]) -> None:
    match = ctf_match("hammer", ARMED)
    put(match, 0, 2, 6)
    hand_flag(match, 0, 1)
    hand_tool(match, 0, 0)
    play(match, (0, order[0]), (0, order[1]))
    assert thing(match, "flags", 1)["at"] == thing(match, "tools")["at"] == [2, 6]
    # Standing on it does not pick it up again; coming back does.
    assert player(match, 0) == {"at": [2, 6], "jailed": False, "flag": None, "tool": None}
    play(match, (0, "W"))
    assert told(play(match, (0, "E"))) == [
        "moved seat=0 at=2,6",
        "picked_up seat=0 thing=flag 2 at=2,6",
        "picked_up seat=0 thing=hammer 0 at=2,6",
    ]


@pytest.mark.parametrize("action", ["drop flag", "drop hammer"])
def test_h9_a_drop_is_refused_without_the_thing(action: str) -> None:
    match = ctf_match("hammer", ARMED)
    put(match, 0, 2, 6)
    hand_flag(match, 0, 1)
    hand_tool(match, 0, 0)
    play(match, (0, action))
    assert refused(match, 0, action) == "not_holding"
    assert len(match.legal(0)) == 5  # all but this


def test_h9_a_jailed_player_may_drop_his_hammer() -> None:
    drawing = """
        #hhfhh  H0FHH#  |  #hhfhh  H0FHH#
        #         S  #  |  # s       S  #
        #jbjjj  JJJJJ#  |  #jbjjj  JJJJJ#
    """
    _, events = happens("hammer", drawing, (1, "drop hammer"), board=ARMED, carrying={1: "s"})
    assert events == ["dropped seat=1 thing=hammer 0 at=2,2"]


@pytest.mark.parametrize("flag", [0, 1])
@pytest.mark.parametrize("seat", [0, 1])
def test_h10_a_mover_takes_a_flag_whatever_its_team(seat: int, flag: int) -> None:
    match = ctf_match("hammer", FIELD)
    put(match, seat, 2, 6)
    move_flag(match, flag, 2, 7)
    assert told(play(match, (seat, "E")))[1:] == [f"picked_up seat={seat} thing=flag {flag + 1} at=2,7"]
    assert thing(match, "flags", flag) == {"at": [2, 7], "carrier": seat}
    play(match, (seat, "E"))
    assert thing(match, "flags", flag) == {"at": [2, 8], "carrier": seat}


@pytest.mark.parametrize(
    ("mover_holds", "cell", "takes"),
    [
        pytest.param("", (2, 6), True, id="it landed in his cell"),
        pytest.param("F", (2, 6), False, id="he holds one"),
        pytest.param("", (3, 5), False, id="it landed elsewhere: he stands in the jail"),
    ],
)
def test_h10_a_flag_dropped_in_this_very_move_is_taken_if_it_can_be(
    mover_holds: str, cell: tuple[int, int], takes: bool
) -> None:
    match = ctf_match("hammer", FIELD)
    row, column = cell
    put(match, 1, row, column)
    put(match, 0, row, column - 1)
    hand_flag(match, 1, 0)
    if mover_holds:
        hand_flag(match, 0, 1)
    play(match, (0, "E"))
    assert player(match, 1)["jailed"]
    assert thing(match, "flags")["carrier"] == (0 if takes else None)


# Of a position with an empty jail: whoever acts is in front of the home of team 1, or in it.
@pytest.mark.parametrize(
    ("home", "middle", "carrying", "winner"),
    [
        pytest.param("#F0fhh  HHHHH#", "#    2   13  #", {}, "team 1", id="own flag lies at home"),
        pytest.param("#F0hhh  HHHHH#", "#    2   13  #", {0: "f"}, "team 1", id="a member holds it"),
        pytest.param("#F0hhh  HHHHH#", "#    2   13  #", {2: "f"}, "team 1", id="the mover holds it"),
        pytest.param("#F0f1h  HHHHH#", "#    2    3  #", {}, "team 1", id="an opponent is in"),
        pytest.param("#h0fhh  HHHHH#", "#    2   13  #", {0: "F"}, None, id="their flag is carried"),
        pytest.param("#h0fhh  HHHHH#", "#F   2   13  #", {}, None, id="it lies outside"),
        pytest.param("#h0fhh  HHFHH#", "#    2   13  #", {}, None, id="it lies in their home"),
        pytest.param("#Fhfhh  HHHHH#", "#0   2   13  #", {}, None, id="a member is outside"),
        pytest.param("#Fhfhh  0HHHH#", "#    2   13  #", {}, None, id="a member is in the wrong home"),
        pytest.param("#F0hhh  HHHHH#", "#f   2   13  #", {}, None, id="own flag lies outside"),
        pytest.param("#F0hhh  fHHHH#", "#    2   13  #", {}, None, id="own flag lies in their home"),
        pytest.param("#F0h1h  HHHHH#", "#    2    3  #", {1: "f"}, None, id="an opponent holds it there"),
    ],
)
def test_h11_a_team_wins_when_all_three_conditions_hold(
    home: str, middle: str, carrying: dict[int, str], winner: str | None
) -> None:
    match = position("hammer", f"{home}\n{middle}\n#jjjjj  JJJJJ#", carrying=carrying)
    assert ("won team=1" in told(play(match, (2, "N")))) == match.is_over == (winner is not None)
    assert match.state()["result"] == winner


def test_h11_a_team_with_a_jailed_member_does_not_win() -> None:
    drawing = """
        #Fhfhh  HHHHH#  |  #Fhfh2  HHHHH#
        #    2   13  #  |  #        13  #
        #jjjjj  aJJJJ#  |  #jjjjj  aJJJJ#
    """
    match, _ = happens("hammer", drawing, (2, "N"))
    assert match.state()["result"] is None


@pytest.mark.parametrize(
    ("home", "middle", "carrying", "action", "first"),
    [
        ("#F0h1h  HHHHH#", 12 * " ", "f", "drop flag", "dropped seat=1 thing=flag 1 at=1,4"),
        ("#h0f1h  HHHHH#", 12 * " ", "F", "drop flag", "dropped seat=1 thing=flag 2 at=1,4"),
        ("#F0hhh  HHHHH#", " 1          ", "f", "N", "dropped seat=1 thing=flag 1 at=1,2"),
        ("#F0fhh  HHHHH#", "      1     ", "", "E", "moved seat=1 at=2,8"),
    ],
    ids=["drops their flag", "drops his own flag", "is captured with their flag", "does anything"],
)
def test_h11_a_team_wins_also_when_an_opponent_acts(
    home: str, middle: str, carrying: str, action: str, first: str
) -> None:
    match = position("hammer", f"{home}\n#{middle}#\n#jjjjj  JJJJJ#", carrying={1: carrying})
    assert told(play(match, (1, action)))[-2:] == [first, "won team=1"]
    assert match.state()["result"] == "team 1"


def test_h11_team_2_wins_likewise() -> None:
    drawing = """
        #h0hhh  HHFH1#
        #            #
        #jjjjj  JJJJJ#
    """
    match = position("hammer", drawing, carrying={1: "f"})
    assert told(play(match, (1, "drop flag"))) == ["dropped seat=1 thing=flag 1 at=1,12", "won team=2"]
    assert match.state()["result"] == "team 2"


def test_h10_on_a_board_full_of_hammers_each_is_told_by_its_own_number() -> None:
    lines = ["s" * 256] * 254 + ["hhh" + "s" * 250 + "HHH", "jjj" + "s" * 250 + "JJJ"]
    match = Match("hammer", {"board": "\n".join(lines), "seats_per_team": 1})
    number = 253 * 256  # of the hammer north of the first home cell
    assert match.apply(0, "N").events[-1]["thing"] == f"hammer {number}"
    assert match.state()["players"][0]["tool"] == number
    assert match.apply(0, "drop hammer").events == [
        {"event": "dropped", "seat": 0, "thing": f"hammer {number}", "at": [253, 0]}
    ]
