"""Clauses C1, C2 and C4, and the boards that are shipped."""

import pickle
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagstone.boards import shipped
from flagstone.boards.ctf import Board, is_playable, notes, parse
from flagstone.boards.faults import BoardError, Fault
from flagstone.rules.ctf import territory

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
needs_course_maps = pytest.mark.skipif(not DATA.is_dir(), reason="the course's maps are not here")

SMALL = """\
##########
#hhh  HHH#
#      s #
#        #
#jjj  JJJ#
##########"""


def changed(*changes: tuple[int, int, str]) -> str:
    """The small board with other characters from these rows and columns on."""
    lines = SMALL.split("\n")
    for row, column, characters in changes:
        line = lines[row]
        lines[row] = line[:column] + characters + line[column + len(characters) :]
    return "\n".join(lines)


def faults_of(text: str, seats_per_team: int = 1) -> list[str]:
    with pytest.raises(BoardError) as caught:
        parse(text, seats_per_team)
    return [str(fault) for fault in caught.value.faults]


def test_c1_text_becomes_a_board_and_text_again() -> None:
    board = parse(SMALL, 1)
    assert (board.rows, board.columns, board.text) == (6, 10, SMALL)
    assert parse(board.text, 1) == board


def test_c1_cells_come_in_reading_order_and_a_flag_cell_is_a_home_cell() -> None:
    board = parse(changed((1, 3, "f"), (2, 1, "S"), (3, 1, "h")), 1)
    assert board.homes(0) == [(1, 1), (1, 2), (1, 3), (3, 1)]
    assert board.homes(1) == [(1, 6), (1, 7), (1, 8)]
    assert board.jails(0) == [(4, 1), (4, 2), (4, 3)]
    assert board.jails(1) == [(4, 6), (4, 7), (4, 8)]
    assert board.tools() == [(2, 1), (2, 7)]
    assert board.cells("fS") == [(1, 3), (2, 1)]


def test_c1_the_flag_starts_on_its_cell_or_on_home_cell_k_halves() -> None:
    assert parse(changed((1, 3, "f")), 1).flag(0) == (1, 3)
    assert parse(SMALL, 1).flag(0) == (1, 2)  # number 1 of 3
    assert parse(changed((2, 8, "H")), 1).flag(1) == (1, 8)  # number 2 of 4


@pytest.mark.parametrize("end", ["", "\n"])
def test_c1_one_empty_line_after_the_last_row_is_ignored(end: str) -> None:
    assert parse(SMALL + end, 1).text == SMALL


def test_c1_a_second_empty_line_or_a_line_of_spaces_is_a_row() -> None:
    assert faults_of(SMALL + "\n\n") == ["row 6: the line is too short: its length is 0, that of the first line 10"]
    assert parse(SMALL + "\n" + 10 * " ", 1).rows == 7
    assert faults_of("\n" + SMALL)[0] == "too few columns: 0; a board has 5 to 256"


def test_c1_lines_end_with_a_newline_and_nothing_else() -> None:
    assert "row 0, column 10: '\\r' is not a board character; lines end with a newline alone" in faults_of(
        SMALL.replace("\n", "\r\n")
    )
    assert "row 2, column 4: '\\x0c' is not a board character" in faults_of(changed((2, 4, "\f")))


def test_c1_every_unknown_character_is_named_with_its_row_and_column() -> None:
    assert faults_of(changed((2, 5, "x"), (3, 1, "\t"), (3, 8, "é"))) == [
        "row 2, column 5: 'x' is not a board character",
        "row 3, column 1: '\\t' is not a board character",
        "row 3, column 8: 'é' is not a board character",
    ]


def test_c1_short_and_long_lines_are_faults_of_their_row() -> None:
    lines = SMALL.split("\n")
    lines[2] = lines[2][:-1]
    lines[4] += "#"
    assert faults_of("\n".join(lines)) == [
        "row 2: the line is too short: its length is 9, that of the first line 10",
        "row 4: the line is too long: its length is 11, that of the first line 10",
    ]


@pytest.mark.parametrize(
    ("rows", "columns", "what"),
    [(4, 9, "few rows: 4"), (257, 9, "many rows: 257"), (9, 4, "few columns: 4"), (9, 257, "many columns: 257")],
)
def test_c1_a_board_has_5_to_256_rows_and_columns(rows: int, columns: int, what: str) -> None:
    faults = faults_of("\n".join([" " * columns] * rows))
    assert faults[0] == f"too {what}; a board has 5 to 256"
    assert len(faults) == (1 if "many" in what else 5)  # on a small board also no home and no jail for either team


def test_c4_of_a_board_that_is_too_large_nothing_is_said_of_homes_and_jails_beyond() -> None:
    wide = ["hhh" + " " * 294 + "JJJ", *[" " * 300] * 3, "jjj" + " " * 294 + "HHH"]
    assert faults_of("\n".join(wide)) == ["too many columns: 300; a board has 5 to 256"]


def test_c1_the_smallest_and_the_largest_board_are_accepted() -> None:
    assert parse("hhsHH\nh  HH\n     \njj JJ\njj JJ", 1).rows == 5
    assert parse("\n".join(["h" * 128 + "H" * 128, "j" * 128 + "J" * 128, *[" " * 256] * 254]), 63).columns == 256


def test_c1_no_text_at_all_is_a_board_without_rows() -> None:
    assert faults_of("")[0] == "too few rows: 0; a board has 5 to 256"


def test_c2_territory_is_left_of_the_middle_and_the_middle_column_of_an_odd_width() -> None:
    assert [territory(column, 6) for column in range(6)] == [0, 0, 0, 1, 1, 1]
    assert [territory(column, 7) for column in range(7)] == [0, 0, 0, 0, 1, 1, 1]


def test_c2_c4_every_home_jail_and_flag_cell_in_the_other_territory_is_named() -> None:
    assert faults_of(changed((2, 4, "F"), (3, 4, "J"), (3, 5, "hj"), (1, 5, "h"))) == [
        "row 1, column 5: 'h', a home cell of team 1, lies in team 2's territory",
        "row 2, column 4: 'F', a flag cell of team 2, lies in team 1's territory",
        "row 3, column 4: 'J', a jail cell of team 2, lies in team 1's territory",
        "row 3, column 5: 'h', a home cell of team 1, lies in team 2's territory",
        "row 3, column 6: 'j', a jail cell of team 1, lies in team 2's territory",
    ]


def test_c2_the_middle_column_of_an_odd_width_is_team_1s() -> None:
    lines = ["##### #####", "#hhh   HHH#", "#         #", "#jjj   JJJ#", "###########"]
    assert parse("\n".join(lines).replace("hhh  ", "hhhhh"), 1).homes(0)[-1] == (1, 5)
    assert faults_of("\n".join(lines).replace("  HHH", "HHHHH")) == [
        "row 1, column 5: 'H', a home cell of team 2, lies in team 1's territory"
    ]


def test_c4_homes_and_jails_have_2n_plus_1_cells() -> None:
    assert parse(SMALL, 1).most_seats() == 1
    assert faults_of(SMALL, 2) == [
        "team 1 has too few home cells: 3; 5 are needed for seats_per_team 2",
        "team 1 has too few jail cells: 3; 5 are needed for seats_per_team 2",
        "team 2 has too few home cells: 3; 5 are needed for seats_per_team 2",
        "team 2 has too few jail cells: 3; 5 are needed for seats_per_team 2",
    ]


def test_c4_each_team_has_a_home_and_a_jail() -> None:
    bare = SMALL.translate(str.maketrans("hHjJ", "    "))
    assert faults_of(bare) == [f"team {team} has no {what}" for team in (1, 2) for what in ("home", "jail")]
    assert Board(tuple(bare.split("\n"))).most_seats() == 0


def test_c4_a_second_flag_cell_is_named() -> None:
    assert faults_of(changed((1, 1, "fff"), (1, 8, "F"))) == [
        "row 1, column 2: 'f' is a flag cell too many; team 1 has at most one",
        "row 1, column 3: 'f' is a flag cell too many; team 1 has at most one",
    ]


@pytest.mark.parametrize("seats", [-1, 0, 129])
def test_c3_seats_per_team_are_1_to_128(seats: int) -> None:
    assert f"seats_per_team is {seats}; it must be 1 to 128" in faults_of(SMALL, seats)


def test_faults_of_all_kinds_are_found_and_told_together() -> None:
    text = changed((0, 0, "?" * 10), (2, 0, "?" * 10), (3, 4, "H")).replace("jjj", "   ")
    with pytest.raises(BoardError) as caught:
        parse(text + "#", 1)
    assert len(caught.value.faults) == 23  # twenty characters, a long line, a stray home, a missing jail
    assert str(caught.value).count("; ") == 22
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.faults, str(again)) == (caught.value.faults, str(caught.value))


def test_a_fault_says_where_it_is() -> None:
    assert str(Fault("is wrong")) == "is wrong"
    assert str(Fault("is wrong", 3)) == "row 3: is wrong"
    assert str(Fault("is wrong", 3, 5)) == "row 3, column 5: is wrong"


@pytest.mark.parametrize("text", ["f" * 10**6, "f\n" * 10**6, "\n" * 10**6, "x" * 256 + "\n" * 10**6])
def test_a_huge_text_has_a_bounded_number_of_faults(text: str) -> None:
    assert len(faults_of(text)) < 2 * 256 * 256


@given(st.text(alphabet="#  hHjJfFsS\n\r\tx", max_size=300), st.integers(1, 3))
def test_whatever_the_text_it_is_a_board_or_a_board_error(text: str, seats: int) -> None:
    try:
        board = parse(text, seats)
    except BoardError as error:
        assert str(error)  # noqa: PT017 - most of these texts are no boards, some are
    else:
        assert parse(board.text, seats) == board


@given(st.lists(st.text(alphabet="# sS", min_size=12, max_size=12), min_size=3, max_size=20))
def test_c1_any_accepted_board_comes_back_from_its_text(lines: list[str]) -> None:
    board = Board(("hhhf    HHHH", "jjj      JJJ", *lines))
    assert parse(board.text, 1) == board
    assert parse(board.text + "\n", 1) == board
    assert all(is_playable(board) or note for note in notes(board))


def test_c4_a_board_is_playable_when_there_is_a_path_between_the_homes() -> None:
    assert is_playable(parse(SMALL, 1))
    assert notes(parse(SMALL, 1)) == []
    walled = parse(changed(*((row, 4, "#") for row in range(1, 5))), 1)
    assert not is_playable(walled)
    assert notes(walled) == [
        "there is no path between the two homes: no flag can be brought home in classic, "
        "and only through walls in hammer and shovel"
    ]


def test_notes_name_what_cannot_be_reached() -> None:
    lines = [
        "############",
        "#h#hh   HHH#",
        "####   #####",
        "#s     #s#J#",
        "####   #####",
        "#jjj#   JJJ#",
        "############",
    ]
    assert notes(parse("\n".join(lines), 1)) == [
        "the home of team 1 is in parts with no path between them",
        "3 of 3 jail cells of team 1 cannot be reached from a home, the first at row 5, column 1",
        "1 of 4 jail cells of team 2 cannot be reached from a home, the first at row 3, column 10",
        "1 of 2 tools cannot be reached from a home, the first at row 3, column 8",
    ]


def test_a_large_board_is_read_quickly() -> None:
    text, taken = shipped.text("grand"), []
    for _ in range(3):
        start = time.perf_counter()
        parse(text, 20)
        taken.append(time.perf_counter() - start)
    assert min(taken) < 0.3


@needs_course_maps
@pytest.mark.parametrize(
    ("name", "size", "seats", "flags"),
    [("daGame.map", (200, 200), 75, None), ("daGame_small.map", (20, 20), 5, ((10, 1), (10, 14)))],
)
def test_c1_the_course_maps_are_read_as_they_are(
    name: str, size: tuple[int, int], seats: int, flags: tuple[tuple[int, int], tuple[int, int]] | None
) -> None:
    text = (DATA / name).read_text(encoding="ascii")
    board = parse(text, seats)
    assert (board.rows, board.columns) == size
    assert board.text == text.rstrip("\n")
    assert board.most_seats() == seats
    assert board.tools() == []
    assert is_playable(board)
    for team in (0, 1):
        homes = board.homes(team)
        assert board.flag(team) == homes[len(homes) // 2]
    assert flags is None or flags == (board.flag(0), board.flag(1))


def exchanged(board: Board) -> list[tuple[str, ...]]:
    """The board mirrored and turned by half a turn, teams exchanged."""
    mirrored = tuple(line[::-1].translate(str.maketrans("hHjJfF", "HhJjFf")) for line in board.lines)
    return [mirrored, mirrored[::-1]]


def test_six_boards_or_more_are_shipped_in_order_of_size() -> None:
    sizes = [(board.rows, board.columns) for board in (parse(shipped.text(n), 1) for n in shipped.names())]
    assert len(sizes) >= 6
    assert (sizes[0], sizes[-1]) == ((11, 21), (200, 200))
    assert [rows * columns for rows, columns in sizes] == sorted(rows * columns for rows, columns in sizes)


@pytest.mark.parametrize("name", shipped.names())
def test_a_shipped_board_is_fair_complete_and_holds_its_seats(name: str) -> None:
    text = shipped.text(name)
    board = parse(text, 20 if len(text) > 3000 else 4)
    assert board.lines in exchanged(board)
    assert len(board.cells("f")) == len(board.cells("F")) == 1
    assert len(board.tools()) >= 2
    tools_shut = Board(tuple(line.replace("s", "#") for line in board.lines))
    assert is_playable(board)
    assert notes(board) == notes(tools_shut) == []


def test_an_unknown_shipped_board_is_an_error_that_lists_the_names() -> None:
    with pytest.raises(BoardError, match=r"no shipped board is called '\.\./x'; there are: courtyard, garden, "):
        shipped.text("../x")
