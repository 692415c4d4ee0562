"""What the capture-the-flag games share, clause by clause; C1 and C4 are tested with the boards."""

from collections.abc import Callable
from types import ModuleType

import pytest

from flagstone.match import Match, MatchError
from flagstone.rules.ctf import territory
from tests.playing import (
    FIELD,
    OPEN,
    TIGHT,
    at,
    ctf_match,
    play,
    player,
    position,
    put,
    refused,
)

CTF = ("hammer", "shovel", "classic")
each_game = pytest.mark.parametrize("game", CTF)

# Nine columns: column 4 is the middle one.
ODD = """
    hhf...HFH
    .........
    .........
    .........
    jjj...JJJ
"""


@pytest.mark.parametrize(("columns", "of_team_1"), [(5, 3), (6, 3), (14, 7), (255, 128), (256, 128)])
def test_c2_the_left_half_is_team_1s_territory_with_the_middle_column(columns: int, of_team_1: int) -> None:
    assert [territory(column, columns) for column in range(columns)] == of_team_1 * [0] + (columns - of_team_1) * [1]


@pytest.mark.parametrize(("column", "foreign"), [(0, 1), (3, 1), (4, 1), (5, 0), (8, 0)])
@pytest.mark.parametrize("game", ["hammer", "classic"])
def test_c2_who_is_captured_follows_from_the_territory_of_the_column(game: str, column: int, foreign: int) -> None:
    match = ctf_match(game, ODD)
    put(match, foreign, 2, column)
    put(match, 1 - foreign, 3, column)
    play(match, (1 - foreign, "N"))
    assert [seat for seat in (0, 1) if player(match, seat)["jailed"]] == [foreign]


@each_game
@pytest.mark.parametrize("char", "hjf")
def test_c2_homes_jails_and_flags_lie_in_their_teams_territory(game: str, char: str) -> None:
    board = f"""
        ##############
        #hhhhh  HHHHH#
        #      {char}     #
        #jjjjj  JJJJJ#
        ##############
    """
    with pytest.raises(MatchError, match="row 2, column 7"):
        ctf_match(game, board)


@each_game
def test_c3_seats_alternate_between_the_teams_and_start_at_home_in_reading_order(game: str) -> None:
    board = """
        ##############
        #h  h  H  H H#
        h hh#  #HH...#
        #jjjjj  JJJJJ#
        ##############
    """
    match = ctf_match(game, board, 2)
    assert match.seats == 4
    assert [at(match, seat) for seat in range(4)] == [(1, 1), (1, 7), (1, 4), (1, 10)]


@each_game
@pytest.mark.parametrize("seats_per_team", [0, 129])
def test_c3_a_team_has_1_to_128_seats(game: str, seats_per_team: int) -> None:
    with pytest.raises(MatchError, match="seats_per_team"):
        ctf_match(game, FIELD, seats_per_team)


def test_c3_a_match_with_128_seats_a_team() -> None:
    row = 40 * "h" + 40 * "H"
    board = "\n".join([*7 * [row], *7 * [row.replace("h", "j").replace("H", "J")]])
    match = ctf_match("classic", board, 128)
    assert match.seats == 256
    assert (at(match, 254), at(match, 255)) == ((3, 7), (3, 47))
    play(match, (254, "S"), (255, "S"))
    assert (at(match, 254), at(match, 255)) == ((4, 7), (4, 47))


@each_game
def test_c5_any_seat_may_act_at_any_moment_a_jailed_one_too(game: str) -> None:
    drawing = """
        #hhfhh  HHFHH#
        #0          1#
        #djjjj  J2JJJ#
    """
    match = position(game, drawing)
    play(match, (0, "E"), (0, "E"), (1, "W"), (0, "W"), (2, "N"))
    assert match.to_act() == [0, 1, 2, 3]
    assert refused(match, 3, "E") == (None if game == "hammer" else "jailed")


@each_game
def test_c5_programs_that_need_turns_take_seats_round_robin(game: str, rule_code: Callable[[str], ModuleType]) -> None:
    state = ctf_match(game, FIELD, 2).states[0]
    assert [rule_code(game).next_to_act(state, last) for last in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize("first", [0, 2])
@pytest.mark.parametrize("game", ["shovel", "classic"])
def test_c5_actions_are_carried_out_in_the_order_in_which_they_arrive(game: str, first: int) -> None:
    drawing = """
        #hhfhh  13FHH#
        #  0 2       #
        #jjjjj  JJJJJ#
    """
    match = position(game, drawing)
    second = 2 - first
    play(match, (first, {0: "E", 2: "W"}[first]))
    assert refused(match, second, {0: "E", 2: "W"}[second]) == "occupied"


@each_game
@pytest.mark.parametrize(("action", "cell"), [("N", (1, 4)), ("E", (2, 5)), ("S", (3, 4)), ("W", (2, 3))])
def test_c6_north_is_up_east_right_south_down_west_left(game: str, action: str, cell: tuple[int, int]) -> None:
    match = ctf_match(game, FIELD)
    put(match, 0, 2, 4)
    play(match, (0, action))
    assert at(match, 0) == cell


@each_game
@pytest.mark.parametrize("action", ["NE", "n", "", "north", "pass"])
def test_c6_there_are_no_other_directions(game: str, action: str) -> None:
    match = ctf_match(game, FIELD)
    before = match.states.tobytes()
    with pytest.raises(MatchError) as caught:
        match.apply(0, action)
    assert caught.value.name == "unknown_action"
    assert match.states.tobytes() == before


@each_game
@pytest.mark.parametrize(
    ("cell", "actions"), [((0, 0), "NW"), ((0, 9), "NE"), ((4, 0), "SW"), ((4, 9), "SE"), ((0, 4), "N"), ((2, 9), "E")]
)
def test_c6_leaving_the_grid_is_refused(game: str, cell: tuple[int, int], actions: str) -> None:
    match = ctf_match(game, TIGHT)
    put(match, 1, 2, 7)
    put(match, 0, *cell)
    for action in actions:
        assert refused(match, 0, action) == "off_board"


@pytest.mark.parametrize(
    ("middle", "jails", "action", "cell"),
    [
        pytest.param("#2   01      #", "#jjjj3  JJJJJ#", "E", (3, 1), id="the first in reading order"),
        pytest.param("#2   01      #", "#djjjj  JJJJJ#", "E", (3, 2), id="without a jailed player"),
        pytest.param("#    01      #", "#32jjj  JJJJJ#", "E", (3, 3), id="without any player"),
        pytest.param("#0    2      #", "#13jjj  JJJJJ#", "S", (3, 3), id="nor the one in which he is"),
    ],
)
@each_game
def test_c7_who_is_sent_to_jail_is_placed_on_its_first_unoccupied_cell(
    game: str, middle: str, jails: str, action: str, cell: tuple[int, int]
) -> None:
    match = position(game, f"#hhfhh  HHFHH#\n{middle}\n{jails}")
    if (game, action) == ("hammer", "S"):
        put(match, 3, 2, 10)  # he would be captured too
        put(match, 2, 3, 2)
    play(match, (0, action))
    assert (at(match, 1), player(match, 1)["jailed"]) == (cell, True)


@pytest.mark.parametrize("game", ["hammer", "classic"])
def test_c7_who_is_freed_is_placed_on_the_first_unoccupied_cell_of_his_home(game: str) -> None:
    drawing = """
        #1hfhh  H3FHH#
        #       0    #
        #jjjjj  cJJJJ#
    """
    match = position(game, drawing)
    play(match, (0, "S"))
    assert (at(match, 2), player(match, 2)["jailed"]) == ((1, 2), False)


@each_game
def test_c8_every_action_is_refused_once_the_match_is_over(game: str) -> None:
    drawing = """
        #h0fhh  H1HHH#
        #            #
        #jjjjj  JJJJJ#
    """
    match = position(game, drawing, carrying={0: "F"})
    play(match, (0, "drop flag" if game == "hammer" else "W"))
    assert match.state()["result"] == "team 1"
    assert (match.is_over, match.to_act()) == (True, [])
    for seat in (0, 1):
        assert {refused(match, seat, action) for action in match.game.actions} == {"match_over"}
        assert match.legal(seat) == []


@each_game
def test_c9_no_game_takes_a_draw(game: str) -> None:
    settings = {"board": OPEN, "seats_per_team": 1}
    scripted = Match(game, {**settings, "scripted": True})  # in which a draw without a tape would be an error
    others = [Match(game, settings, seed) for seed in (0, 1, 2**64 - 1)]
    for match in (scripted, *others):
        play(match, (0, "S"), (1, "S"), (0, "S"), (1, "W"), (0, "E"))
        assert match.states.tobytes() == scripted.states.tobytes()
    with pytest.raises(MatchError) as caught:
        scripted.apply(0, "W", tape=[0])
    assert caught.value.name == "tape_left"
    with pytest.raises(MatchError):
        Match(game, settings, tape=[0])


# A position in which every refusal of every game can be met, and how.
REFUSALS_BOARD = """
    hhfhhHHFHH
    jjjjjJJJJJ
    ..s.#S....
    ....##....
    ..........
"""
REFUSALS_DRAWING = """
    hhfhh3HFHH
    jjjb20JJJJ
    ..s.#S....
    ....##....
    ..........
"""
REFUSALS: dict[str, list[tuple[dict[int, str], int, str, str]]] = {
    "hammer": [
        ({}, 3, "N", "off_board"),
        ({}, 1, "N", "jailed"),
        ({}, 2, "S", "wall"),
        ({}, 0, "drop flag", "not_holding"),
    ],
    "shovel": [
        ({}, 1, "N", "jailed"),
        ({}, 3, "N", "off_board"),
        ({}, 2, "S", "wall"),
        ({}, 2, "E", "occupied"),
        ({}, 0, "N", "safe"),
        ({}, 2, "W", "jailed_target"),
        ({0: "F"}, 0, "S", "hands_full"),
        ({}, 0, "dig N", "no_shovel"),
        ({2: "s"}, 2, "dig N", "not_wall"),
    ],
    "classic": [
        ({}, 1, "N", "jailed"),
        ({}, 3, "N", "off_board"),
        ({}, 2, "S", "wall"),
        ({}, 2, "E", "occupied"),
        ({}, 2, "W", "jailed_target"),
        ({}, 0, "N", "not_capturable"),
        ({}, 0, "get flag", "no_flag"),
    ],
}


@pytest.mark.parametrize(
    ("game", "carrying", "seat", "action", "reason"),
    [pytest.param(game, *case, id=f"{game} {case[-1]}") for game, cases in REFUSALS.items() for case in cases],
)
def test_c10_match_over_comes_before_all_other_refusals(
    game: str, carrying: dict[int, str], seat: int, action: str, reason: str
) -> None:
    drawing = REFUSALS_DRAWING
    if game == "classic":
        drawing = drawing.replace("s", ".").replace("S", ".")
    match = position(game, drawing, board=REFUSALS_BOARD, carrying=carrying)
    assert refused(match, seat, action) == reason
    match.states[0].result = 1
    assert refused(match, seat, action) == "match_over"
