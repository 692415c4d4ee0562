"""What is asked for a match, and what is said of answers that will not do."""

from pathlib import Path

import pytest

from flagstone.rules import GAMES
from flagstone.tui.play import Asked, PlayError
from flagstone.tui.wish import Wish, WishError, questions


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_answers_make_a_match_of_every_game(game: str) -> None:
    line = Wish(game, {"seed": "3"}, name="Ada").start()
    assert line.seats[0].name == "Ada"
    assert all(seat.bot == "greedy" for seat in line.seats[1:])
    assert line.seat == 0


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_a_usual_answer_that_will_do(game: str) -> None:
    for question in questions(game):
        assert question.fault(question.usual) is None
        if question.low is not None and not question.may_be_empty:
            assert question.fault("") is not None
        if question.low is not None:
            for wrong in ("x", "-1", "1e999", "999999999999999999999999", "٣.٣.٣"):
                assert question.fault(wrong) is not None, (question.name, wrong)


@pytest.mark.parametrize(("rows", "columns"), [("9", "16"), ("101", "16"), ("16", ""), ("ten", "0")])
def test_invalid_dimensions_are_said_with_the_allowed_range(rows: str, columns: str) -> None:
    with pytest.raises(WishError) as caught:
        Wish("rowdy", {"rows": rows, "columns": columns}).start()
    assert caught.value.faults
    for name, fault in caught.value.faults.items():
        assert name in ("rows", "columns")
        assert fault.startswith("invalid dimensions")
        assert "from 10 to 100" in fault


@pytest.mark.parametrize(
    ("game", "values", "name", "words"),
    [
        ("classic", {"bots": "grandmaster"}, "bots", "no bot is called 'grandmaster'; there are random, greedy"),
        ("classic", {"bots": "greedy,greedy,greedy"}, "bots", "3 bots for 2 sides"),
        ("classic", {"seats": "50"}, "seats", "too few home cells"),
        ("classic", {"board": "nowhere"}, "board", "no shipped board is called 'nowhere'"),
        ("savor", {"board": "/nowhere"}, "board", "nowhere"),
        ("savor", {"elements": "most"}, "elements", "not one of full, base"),
        ("hammer", {"board": "new", "rows": "3"}, "rows", "from 9 to 256"),
        ("hammer", {"board": "new", "rows": "9", "columns": "9", "tools": "64"}, "board", "tools"),
    ],
)
def test_what_is_wrong_is_said_at_its_question(game: str, values: dict[str, str], name: str, words: str) -> None:
    with pytest.raises(WishError) as caught:
        Wish(game, values).start()
    assert words in caught.value.faults[name]


def test_boards_come_from_files_folders_and_the_generator(tmp_path: Path) -> None:
    from flagstone.boards import shipped
    from flagstone.boards.savor_files import write
    from flagstone.boards.savor_generator import generate

    file = tmp_path / "mine.map"
    file.write_text(shipped.text("garden"))
    assert Wish("shovel", {"board": str(file)}).start().seats
    write(tmp_path / "maze", generate(5), 5)
    line = Wish("savor", {"board": str(tmp_path / "maze")}).start()
    assert line.hub.journal.kept[line.id].seed == 5  # type: ignore[attr-defined]
    new = Wish("classic", {"board": "new", "rows": "11", "columns": "21", "seats": "3"}).start()
    assert len(new.seats) == 6


def test_each_side_can_have_its_own_bot() -> None:
    seats = Wish("classic", {"bots": "random, greedy", "side": "team 2"}).start().seats
    assert [seat.bot for seat in seats] == ["random", None, "random", "greedy"]
    assert {seat.bot for seat in Wish("savor", {"side": "nobody"}).start().seats} == {"greedy"}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Asked(game="chess"), "no game is called 'chess'"),
        (Asked(values={"rows": "12"}), "name the game"),
        (Asked(game="savor", values={"rows": "12"}), "Maze to Savor has no --rows"),
        (Asked(game="rowdy", seat=3), "you can take 1 to 2"),
        (Asked(game="rowdy", settings=("chance",)), "is not name=JSON"),
        (Asked(game="classic", values={"board": "garden", "rows": "12"}), "has its own rows and columns"),
    ],
)
def test_options_that_do_not_fit_together_are_named(asked: Asked, words: str) -> None:
    with pytest.raises(PlayError, match=words):
        asked.wish()


def test_rows_on_the_command_line_mean_a_new_board_and_settings_reach_the_game() -> None:
    wish = Asked(game="classic", values={"rows": "11", "columns": "21"}).wish()
    assert wish is not None
    assert wish.value("board") == "new"
    quiet = Asked(game="rowdy", settings=("failure_chance=0",)).wish()
    assert quiet is not None
    assert quiet.start().hub.journal.kept.popitem()[1].setup["failure_chance"] == 0  # type: ignore[attr-defined]
