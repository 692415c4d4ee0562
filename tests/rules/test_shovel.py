"""Shovel CTF, clause by clause. How the drawings are read stands in `tests.playing`."""

import pytest

from tests.playing import (
    ARMED,
    FIELD,
    HOMECOMINGS,
    TIGHT,
    WIDE,
    at,
    ctf_match,
    hand_flag,
    hand_tool,
    happens,
    play,
    player,
    position,
    put,
    refused,
    thing,
    told,
)


def test_s1_flags_and_shovels_start_on_their_cells_and_everyone_at_home() -> None:
    state = ctf_match("shovel", ARMED, 2).state()
    assert [player["at"] for player in state["players"]] == [[1, 1], [1, 8], [1, 2], [1, 9]]
    assert state["flags"] == [{"at": [1, 3], "carrier": None}, {"at": [1, 10], "carrier": None}]
    assert state["tools"] == [
        {"at": [2, 3], "carrier": None, "charges": None},
        {"at": [2, 10], "carrier": None, "charges": None},
    ]


def test_s1_a_flag_or_shovel_that_does_not_lie_on_its_cell_is_carried() -> None:
    match = ctf_match("shovel", ARMED)
    put(match, 0, 2, 2)
    put(match, 1, 2, 9)
    hand_flag(match, 1, 0)
    play(match, (0, "E"), (0, "E"), (1, "W"))
    assert thing(match, "tools") == {"at": [2, 4], "carrier": 0, "charges": None}
    assert thing(match, "flags") == {"at": [2, 8], "carrier": 1}


def test_s2_a_player_carries_nothing_or_one_shovel_or_the_opponents_flag() -> None:
    match = ctf_match("shovel", ARMED)
    put(match, 0, 2, 2)
    assert player(match, 0) == {"at": [2, 2], "jailed": False, "flag": None, "tool": None}
    play(match, (0, "E"))
    assert player(match, 0) == {"at": [2, 3], "jailed": False, "flag": None, "tool": 0}
    put(match, 0, 2, 9)
    assert refused(match, 0, "E") == "hands_full"
    put(match, 0, 2, 10)
    play(match, (0, "N"))
    assert player(match, 0) == {"at": [1, 10], "jailed": False, "flag": 1, "tool": None}
    assert refused(match, 0, "S") == "hands_full"


@pytest.mark.parametrize(
    ("cell", "jailed", "reason"),
    [
        pytest.param((1, 8), False, "safe", id="safe on his home"),
        pytest.param((2, 8), False, None, id="free in his territory"),
        pytest.param((3, 8), False, None, id="free in his own jail"),
        pytest.param((2, 5), False, None, id="free outside"),
        pytest.param((1, 5), False, None, id="free on the opponents' home"),
        pytest.param((3, 5), False, None, id="free in the opponents' jail, once bailed out"),
        pytest.param((3, 5), True, "jailed_target", id="jailed"),
    ],
)
@pytest.mark.parametrize("carrying", [False, True])
def test_s2_a_player_is_jailed_or_safe_on_his_home_or_free(
    cell: tuple[int, int], jailed: bool, reason: str | None, carrying: bool
) -> None:
    match = ctf_match("shovel", FIELD)
    row, column = cell
    put(match, 1, row, column, jailed=jailed)
    put(match, 0, row, column - 1)
    if carrying:
        hand_flag(match, 1, 0)
    assert refused(match, 0, "E") == reason


# Positions on TIGHT in which a MOVE is refused, for several reasons if there are.
BESIDE_HOME = """
    0hfhhHHFHH
    bdjjjJJJJJ
    2.s.#..S..
    ....##....
    ..........
"""
BESIDE_WALL = """
    hh2hhHHFHH
    jjj3baJJJJ
    ..s.#..S..
    ....##....
    ..........
"""
BESIDE_TOOL = """
    0hfhhHHFHH
    jjbjjJJJJJ
    ..s.#..S..
    ....##....
    ..........
"""
MATE_ON_TOOL = """
    h3fhhHHFHH
    jbjjjJJJJJ
    .02.#..S..
    ....##....
    ..........
"""
FOE_ON_TOOL = """
    hhfhhHHFHH
    jjjjjJ1JJJ
    ..32#.0S..
    ....##....
    ..........
"""


@pytest.mark.parametrize(
    ("drawing", "carrying", "seat", "action", "reason"),
    [
        pytest.param(BESIDE_HOME, {}, 1, "W", "jailed", id="jailed before off_board"),
        pytest.param(BESIDE_HOME, {}, 1, "N", "jailed", id="jailed before safe"),
        pytest.param(BESIDE_HOME, {}, 1, "E", "jailed", id="jailed, and no bail for a jailed teammate"),
        pytest.param(BESIDE_WALL, {}, 1, "S", "jailed", id="jailed before wall"),
        pytest.param(BESIDE_WALL, {}, 1, "W", "jailed", id="jailed before occupied"),
        pytest.param(BESIDE_WALL, {}, 1, "E", "jailed", id="jailed before jailed_target"),
        pytest.param(BESIDE_WALL, {}, 1, "N", "jailed", id="jailed where anybody else may go"),
        pytest.param(BESIDE_TOOL, {1: "S"}, 1, "S", "jailed", id="jailed before hands_full"),
        pytest.param(BESIDE_TOOL, {}, 0, "N", "off_board", id="off_board"),
        pytest.param(FOE_ON_TOOL, {}, 2, "E", "wall", id="wall"),
        pytest.param(FOE_ON_TOOL, {2: "S"}, 2, "E", "wall", id="wall with a shovel"),
        pytest.param(MATE_ON_TOOL, {}, 0, "E", "occupied", id="occupied"),
        pytest.param(MATE_ON_TOOL, {0: "S"}, 0, "E", "occupied", id="occupied before hands_full"),
        pytest.param(MATE_ON_TOOL, {}, 0, "N", "jailed_target", id="jailed_target"),
        pytest.param(FOE_ON_TOOL, {0: "s"}, 0, "E", "hands_full", id="hands_full with a shovel"),
        pytest.param(FOE_ON_TOOL, {0: "F"}, 0, "E", "hands_full", id="hands_full with a flag"),
        pytest.param(FOE_ON_TOOL, {2: "S"}, 2, "W", "hands_full", id="hands_full before a tag"),
        pytest.param(FOE_ON_TOOL, {}, 2, "W", None, id="a tag on a shovel with empty hands"),
        pytest.param(FOE_ON_TOOL, {}, 0, "E", None, id="a shovel with empty hands"),
    ],
)
def test_s3_refusals_of_a_move_in_their_order(
    drawing: str, carrying: dict[int, str], seat: int, action: str, reason: str | None
) -> None:
    assert refused(position("shovel", drawing, board=TIGHT, carrying=carrying), seat, action) == reason


def test_s3_tags_then_enters_then_frees() -> None:
    drawing = """
        #hhhhh  H3FHH#  |  #hhfhh  H3FHH#
        #        0   #  |  #            #
        #jjjjj  c1JJJ#  |  #bjjjj  20JJJ#
    """
    _, events = happens("shovel", drawing, (0, "S"), carrying={1: "f"})
    assert events == [
        "tagged seat=1 by=0 at=3,9",
        "returned seat=1 thing=flag 1 at=1,3",
        "moved seat=0 at=3,9",
        "freed seat=2 by=0 at=3,8",
    ]


def test_s3_tags_then_enters_then_wins() -> None:
    drawing = """
        #hh01h  HHHHH#  |  #hhf0h  HHHHH#
        #            #  |  #            #
        #jjjjj  JJJJJ#  |  #bjjjj  JJJJJ#
    """
    _, events = happens("shovel", drawing, (0, "E"), carrying={0: "F", 1: "f"})
    assert events == [
        "tagged seat=1 by=0 at=1,4",
        "returned seat=1 thing=flag 1 at=1,3",
        "moved seat=0 at=1,4",
        "won team=1",
    ]


@pytest.mark.parametrize("cell", [(1, 5), (2, 3), (3, 4), (2, 9), (3, 9)])
@pytest.mark.parametrize("tagger", [0, 1])
def test_s4_a_free_player_is_tagged_anywhere_and_goes_to_the_taggers_jail(tagger: int, cell: tuple[int, int]) -> None:
    match = ctf_match("shovel", FIELD)
    row, column = cell if tagger == 0 else (cell[0], 13 - cell[1])
    put(match, 1 - tagger, row, column)
    put(match, tagger, *((2, column) if row != 2 else (1, column)))
    assert told(play(match, (tagger, "N" if row == 1 else "S"))) == [
        f"tagged seat={1 - tagger} by={tagger} at={row},{column}",
        f"moved seat={tagger} at={row},{column}",
    ]
    jail = (3, 1) if tagger == 0 else (3, 8)
    assert player(match, 1 - tagger) == {"at": list(jail), "jailed": True, "flag": None, "tool": None}
    assert at(match, tagger) == (row, column)


def test_s4_the_flag_returns_to_its_flag_cell_whoever_stands_there() -> None:
    drawing = """
        #hh2hh  HHFH3#  |  #hh2hh  HHFH3#
        #       01   #  |  #        0   #
        #jjjjj  JJJJJ#  |  #bjjjj  JJJJJ#
    """
    match, events = happens("shovel", drawing, (0, "E"), carrying={1: "f"})
    assert events[:2] == ["tagged seat=1 by=0 at=2,9", "returned seat=1 thing=flag 1 at=1,3"]
    assert thing(match, "flags") == {"at": [1, 3], "carrier": None}
    assert player(match, 1)["flag"] is None


def test_s4_a_shovel_returns_to_its_own_designated_cell() -> None:
    drawing = """
        #hhfhh  HHFHH#  |  #hhfhh  HHFHH#
        #    01      #  |  #     0   S  #
        #jjjjj  JJJJJ#  |  #bjjjj  JJJJJ#
    """
    match, events = happens("shovel", drawing, (0, "E"), board=ARMED, carrying={0: "s", 1: "S"})
    assert events[:2] == ["tagged seat=1 by=0 at=2,6", "returned seat=1 thing=shovel 1 at=2,10"]
    assert player(match, 1)["tool"] is None


def test_s4_tagged_in_the_jail_he_goes_to_another_cell_of_it() -> None:
    drawing = """
        #hhfhh  HHFHH#  |  #hhfhh  HHFHH#
        #0   2       #  |  #    2       #
        #1djjj  JJJJJ#  |  #0dbjj  JJJJJ#
    """
    happens("shovel", drawing, (0, "S"))


@pytest.mark.parametrize(("number", "cell"), [(0, (2, 3)), (1, (2, 10))])
@pytest.mark.parametrize("seat", [0, 1])
def test_s5_a_shovel_is_taken_by_a_mover_who_carries_nothing(seat: int, number: int, cell: tuple[int, int]) -> None:
    match = ctf_match("shovel", ARMED)
    row, column = cell
    put(match, seat, row, column - 1)
    assert told(play(match, (seat, "E"))) == [
        f"moved seat={seat} at={row},{column}",
        f"picked_up seat={seat} thing=shovel {number} at={row},{column}",
    ]
    assert player(match, seat)["tool"] == number


@pytest.mark.parametrize("seat", [0, 1])
def test_s5_the_opponents_flag_is_taken_with_empty_hands_and_the_own_flag_left_alone(seat: int) -> None:
    match = ctf_match("shovel", FIELD, 2)
    put(match, seat, 2, 3)
    events = told(play(match, (seat, "N")))
    assert events[1:] == ([] if seat == 0 else ["picked_up seat=1 thing=flag 1 at=1,3"])
    put(match, seat, 2, 10)
    put(match, seat + 2, 2, 6)  # so that nobody wins
    events = told(play(match, (seat, "N")))
    assert events[1:] == ([] if seat == 1 else ["picked_up seat=0 thing=flag 2 at=1,10"])


def test_s5_who_carries_a_shovel_takes_the_flag_and_the_shovel_returns() -> None:
    drawing = """
        #hhfhh  HHFH1#  |  #hhfhh  HH0H1#
        #         0  #  |  #  s      S  #
        #jjjjj  JJJJJ#  |  #jjjjj  JJJJJ#
    """
    _, events = happens("shovel", drawing, (0, "N"), board=ARMED, carrying={0: "s"})
    assert events == [
        "moved seat=0 at=1,10",
        "picked_up seat=0 thing=flag 2 at=1,10",
        "returned seat=0 thing=shovel 0 at=2,3",
    ]


def test_s5_the_own_flag_is_left_alone_with_a_shovel_too() -> None:
    match = ctf_match("shovel", ARMED)
    put(match, 0, 2, 3)
    hand_tool(match, 0, 0)
    assert told(play(match, (0, "N"))) == ["moved seat=0 at=1,3"]
    assert (player(match, 0)["flag"], player(match, 0)["tool"]) == (None, 0)


@pytest.mark.parametrize(
    ("carries", "takes"),
    [
        pytest.param("", True, id="with empty hands it is taken"),
        pytest.param("F", False, id="with a flag it is left there"),
        pytest.param("S", False, id="with a shovel it is left there"),
    ],
)
def test_s5_a_shovel_that_returns_into_the_cell_entered(carries: str, takes: bool) -> None:
    drawing = """
        #hhfhh  HHFHH#
        # 01      S  #
        #jjjjj  JJJJJ#
    """
    match = position("shovel", drawing, board=ARMED, carrying={0: carries, 1: "s"})
    taken = ["picked_up seat=0 thing=shovel 0 at=2,3"] if takes else []
    assert told(play(match, (0, "E"))) == [
        "tagged seat=1 by=0 at=2,3",
        "returned seat=1 thing=shovel 0 at=2,3",
        "moved seat=0 at=2,3",
        *taken,
    ]
    assert thing(match, "tools") == {"at": [2, 3], "carrier": 0 if takes else None, "charges": None}


def test_s5_only_what_lies_in_the_cell_entered_is_taken_not_what_returns_under_a_player() -> None:
    drawing = """
        #hhfhh  HH03H#
        #    21      #
        #jjjjj  JJJJJ#
    """
    match = position("shovel", drawing, carrying={2: "F"})
    play(match, (1, "W"))
    assert thing(match, "flags", 1) == {"at": [1, 10], "carrier": None}
    play(match, (0, "W"), (0, "E"))
    assert thing(match, "flags", 1) == {"at": [1, 10], "carrier": 0}


@pytest.mark.parametrize(
    ("carrying", "seat", "action", "reason"),
    [
        pytest.param({}, 1, "dig W", "jailed", id="jailed before no_shovel"),
        pytest.param({1: "s"}, 1, "dig W", "jailed", id="jailed before off_board"),
        pytest.param({1: "s"}, 1, "dig E", "jailed", id="jailed before not_wall"),
        pytest.param({}, 0, "dig N", "no_shovel", id="no_shovel before off_board"),
        pytest.param({}, 0, "dig E", "no_shovel", id="no_shovel before not_wall"),
        pytest.param({0: "F"}, 0, "dig E", "no_shovel", id="no_shovel but a flag"),
        pytest.param({}, 2, "dig E", "no_shovel", id="no_shovel before a wall"),
        pytest.param({0: "s"}, 0, "dig N", "off_board", id="off_board"),
        pytest.param({0: "s"}, 0, "dig W", "off_board", id="off_board to the west"),
        pytest.param({0: "s"}, 0, "dig E", "not_wall", id="not_wall: home"),
        pytest.param({0: "s"}, 0, "dig S", "not_wall", id="not_wall: jail, with a player in it"),
        pytest.param({2: "s"}, 2, "dig S", "not_wall", id="not_wall: floor"),
        pytest.param({2: "s"}, 2, "dig E", None, id="a wall"),
    ],
)
def test_s6_refusals_of_a_dig_in_their_order(
    carrying: dict[int, str], seat: int, action: str, reason: str | None
) -> None:
    drawing = """
        0hfhhHHFHH
        bjjjjJJJJJ
        ..s2#..S3.
        ....##....
        ..........
    """
    match = position("shovel", drawing, board=TIGHT, carrying=carrying)
    assert refused(match, seat, action) == reason


def test_s6_the_wall_becomes_floor_and_the_player_stays() -> None:
    drawing = """
        ##############  |  ###### #######
        #hhfhh0 HHF1H#  |  #hhfhh0 HHF1H#
        #         S  #  |  #         S  #
        #jjjjj  JJJJJ#  |  #jjjjj  JJJJJ#
        ##############  |  ##############
    """
    match, events = happens("shovel", drawing, (0, "dig N"), board=ARMED, carrying={0: "s"})
    assert events == ["dug seat=0 thing=shovel 0 at=0,6"]
    assert refused(match, 0, "dig N") == "not_wall"
    play(match, (0, "N"))
    assert refused(match, 0, "dig N") == refused(match, 0, "N") == "off_board"


def test_s6_every_wall_can_be_dug_with_one_shovel_which_does_not_wear_out() -> None:
    match = ctf_match("shovel", ARMED)
    put(match, 0, 3, 1)
    hand_tool(match, 0, 0)
    play(match, (0, "dig W"))
    for column in range(1, 13):
        play(match, (0, "dig S"))
        assert match.state()["terrain"][4] == "#" + column * " " + (13 - column) * "#"
        if column < 12:
            play(match, (0, "E"))
    assert thing(match, "tools") == {"at": [3, 12], "carrier": 0, "charges": None}


def test_s7_entering_the_jail_frees_all_jailed_teammates_who_stay_there() -> None:
    drawing = """
        #hhhfhhh    1H3F5HH#  |  #hhhfhhh    1H3F5HH#
        #               0  #  |  #                  #
        #jjjjjjj    eJcJJJJ#  |  #jjjjjjj    4J2J0JJ#
    """
    match, events = happens("shovel", drawing, (0, "S"), board=WIDE)
    assert events == ["moved seat=0 at=3,16", "freed seat=2 by=0 at=3,14", "freed seat=4 by=0 at=3,12"]
    # They may move and be tagged again.
    play(match, (2, "N"), (1, "S"))
    assert told(play(match, (1, "S")))[0] == "tagged seat=4 by=1 at=3,12"
    assert player(match, 4) == {"at": [3, 13], "jailed": True, "flag": None, "tool": None}
    # And be freed again.
    assert told(play(match, (0, "W"))) == ["moved seat=0 at=3,15", "freed seat=4 by=0 at=3,13"]


def test_s7_a_move_into_a_jailed_teammate_frees_all_and_the_mover_stays_where_he_was() -> None:
    drawing = """
        #hhhfhhh    1H3F5HH#  |  #hhhfhhh    1H3F5HH#
        #            0     #  |  #            0     #
        #jjjjjjj    ecJJJJJ#  |  #jjjjjjj    42JJJJJ#
    """
    match, events = happens("shovel", drawing, (0, "S"), board=WIDE)
    assert events == ["freed seat=2 by=0 at=3,13", "freed seat=4 by=0 at=3,12"]
    assert refused(match, 0, "S") == "occupied"


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
def test_s7_only_who_enters_a_cell_of_the_opponents_jail_bails_out(
    middle: str, jails: str, seat: int, action: str, freed: list[int]
) -> None:
    match = position("shovel", f"#hhfhh  HHFHH#\n{middle}\n{jails}")
    play(match, (seat, action))
    assert [seat for seat in (1, 2) if not player(match, seat)["jailed"]] == freed


@pytest.mark.parametrize(("home", "middle", "carrying", "winner"), HOMECOMINGS)
def test_s8_a_team_wins_at_home_with_the_opponents_flag_and_its_own_on_its_cell(
    home: str, middle: str, carrying: dict[int, str], winner: str | None
) -> None:
    match = position("shovel", f"{home}\n{middle}\n#jjjjj  JJJJJ#", carrying=carrying)
    assert ("won team=1" in told(play(match, (2, "N")))) == match.is_over == (winner is not None)
    assert match.state()["result"] == winner


def test_s8_a_team_with_a_jailed_member_does_not_win() -> None:
    drawing = """
        #hhfhh  HHHHH#  |  #hhfh2  HHHHH#
        #    2   13  #  |  #        13  #
        #jjjjj  aJJJJ#  |  #jjjjj  aJJJJ#
    """
    match, _ = happens("shovel", drawing, (2, "N"), carrying={2: "F"})
    assert match.state()["result"] is None


@pytest.mark.parametrize("action", ["S", "dig N"])
@pytest.mark.parametrize(("actor", "winner"), [(1, 0), (0, 1)])
def test_s8_is_checked_for_each_team_after_every_accepted_action(actor: int, winner: int, action: str) -> None:
    match = ctf_match("shovel", ARMED)
    put(match, actor, 1, 7)
    hand_flag(match, winner, 1 - winner)
    hand_tool(match, actor, 0)
    assert told(play(match, (actor, action)))[-1] == f"won team={winner + 1}"
    assert match.state()["result"] == f"team {winner + 1}"
