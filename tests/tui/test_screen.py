"""What is on the screen, and what keys and clicks do."""

import pytest
from textual.widgets import Input

from flagstone.play import messages
from flagstone.tui.app import PlayApp
from flagstone.tui.board import SIZES
from flagstone.tui.dialogs import Help, Leave
from flagstone.tui.forms import FormScreen, GamesScreen
from flagstone.tui.play import Asked
from flagstone.tui.session import Lost
from tests.tui.pilots import Playing, arrived, playing


def at(here: Playing) -> list[int]:
    """Where the person's player is."""
    assert here.session.seat is not None
    cell: list[int] = here.session.view["players"][here.session.seat]["at"]
    return list(cell)


async def test_arrows_and_letters_move_and_the_board_shows_it() -> None:
    async with playing("classic", seats="1", bots="random", size=(80, 24)) as here:
        row, column = at(here)
        await here.press("up")
        assert at(here) == [row - 1, column]
        await here.press("s", "s")
        assert at(here) == [row + 1, column]
        assert here.table.board.plan is not None
        assert SIZES[here.table.board.plan.size] == (2, 1)
        drawn = here.screen()
        assert "##" in drawn
        assert "f h" in drawn
        assert "H" in drawn
        assert "J J J" in drawn


async def test_a_refusal_is_said_and_changes_nothing() -> None:
    async with playing("classic", seats="1", bots="random") as here:
        before = at(here)
        await here.press("left")
        assert here.text("notice") == " No: a wall is in the way."
        await here.press("g")
        assert "the other team's flag is not here" in here.text("notice")
        assert at(here) == before
        await here.press("right")
        assert here.text("notice") == ""


async def test_diagonals_and_grenades_in_rowdy_racers() -> None:
    async with playing("rowdy", rows="10", columns="10", failure_chance="0", pace="60000") as here:
        row, column = at(here)
        await here.press("enter")
        assert "move first" in here.text("notice")
        moved = 0
        for key, step in (("e", (-1, 1)), ("w", (-1, 0)), ("d", (0, 1))):
            before = at(here)
            await here.press(key)
            if at(here) != before:
                assert at(here) == [before[0] + step[0], before[1] + step[1]]
                moved += 1
        assert moved
        assert [row, column] != at(here)
        assert here.text("headline").count("turn") == 2


async def test_a_click_on_a_neighbouring_cell_is_a_step() -> None:
    async with playing("hammer", seats="1", bots="random") as here:
        row, column = at(here)
        board = here.table.board
        assert board.plan is not None
        across, down = SIZES[board.plan.size]
        left, top = board.plan.places[0]

        async def click(row: int, column: int) -> None:
            x, y = left + column * across - board.camera[0], top + row * down - board.camera[1]
            await here.pilot.click(board, offset=(x, y))
            await here.until(lambda: not here.session.said)

        await click(row - 1, column)
        assert at(here) == [row - 1, column]
        await click(row - 1, column + 5)  # too far away: nothing is wanted
        assert at(here) == [row - 1, column]
        await here.pilot.click("#headline")
        assert at(here) == [row - 1, column]


async def test_the_dice_are_shown_and_only_a_throw_is_possible() -> None:
    async with playing("savor", pace="60000", size=(140, 45)) as here:
        assert "No throw yet" in here.text("dice")
        await here.press("up", "space")
        assert "Ada threw" in here.text("dice")
        assert "●" in here.text("dice")
        assert "A is at the starting area and rolls" in here.text("feed")
        await here.press("space")
        assert "not your throw" in here.text("notice")


async def test_the_screen_is_arranged_anew_when_its_size_changes() -> None:
    async with playing("savor", pace="60000", size=(140, 45)) as here:
        assert here.table.board.plan is not None
        stacked = {x for x, _ in here.table.board.plan.places}
        assert here.table.panel_place == "beside"
        await here.press("space")
        await here.pilot.resize_terminal(80, 24)
        await here.pilot.pause()
        assert here.table.panel_place == "below"
        assert len({y for _, y in here.table.board.plan.places}) == 1
        assert len(stacked) == 2, "floor 2 stands over the middle of the others"
        assert "threw" in here.text("players")
        assert "Floor 2" in here.screen()
        assert "Floor 0" in here.screen()
        assert "A is at" in here.text("feed")
        await here.pilot.resize_terminal(30, 10)
        await here.pilot.resize_terminal(120, 40)
        await here.pilot.pause()
        assert "Floor 0" in here.screen()


async def test_on_a_small_screen_the_board_has_all_of_it_and_news_come_below() -> None:
    async with playing("classic", seats="1", bots="random", pace="60000", size=(40, 15)) as here:
        board = here.table.board
        assert here.table.panel_place == "nowhere"
        assert board.size.width == 40
        assert board.plan is not None
        assert board.plan.fits(*board.size)
        assert here.text("keys") == " ↑↓←→ WASD move  ? help  Esc leave"
        await here.press("g")
        assert "flag is not here" in here.text("notice")
        here.session.resign()
        await here.until(lambda: here.session.outcome is not None)
        assert "resigned" in here.text("feed")
    async with playing("rowdy", rows="40", columns="40", pace="60000", size=(44, 15)) as here:
        assert here.table.panel_place == "nowhere"
        await here.pilot.resize_terminal(44, 30)
        await here.pilot.pause()
        assert here.table.panel_place == "below"
        await here.press("w")
        assert "moved N" in here.text("feed") or "No:" in here.text("notice")
        await here.pilot.resize_terminal(80, 20)
        await here.pilot.pause()
        assert here.table.panel_place == "beside"


async def test_the_camera_follows_on_a_board_larger_than_the_screen() -> None:
    async with playing("hammer", board="grand", seats="1", bots="random", size=(80, 24), pace="60000") as here:
        assert here.table.board.cell_at(0, 0) is not None
        across, down = SIZES[1]

        def is_seen() -> bool:
            board, (row, column) = here.table.board, at(here)
            x, y = column * across - board.camera[0], row * down - board.camera[1]
            return 0 <= x < board.size.width and 0 <= y < board.size.height

        await here.press("plus")
        await here.press("minus")
        for key in ["down"] * 12 + ["right"] * 12:
            await here.press(key)
            assert is_seen()


async def test_help_and_leave_come_over_the_board_and_bots_wait() -> None:
    async with playing("shovel", seats="1", pace="60000") as here:
        await here.pilot.press("question_mark")
        assert isinstance(here.app.screen, Help)
        assert here.session.line.paused  # type: ignore[attr-defined]
        await here.pilot.press("escape")
        await here.until(lambda: here.app.screen is here.table and not here.session.line.paused)  # type: ignore[attr-defined]
        await here.pilot.pause()
        await here.pilot.press("escape")
        await here.until(lambda: isinstance(here.app.screen, Leave) and here.app.focused is not None)
        await here.pilot.press("down", "enter")
        await here.until(lambda: here.session.outcome is not None)
        assert here.session.outcome is not None
        assert here.session.outcome.reason == "resigned"
        assert "resigned" in here.text("feed")


@pytest.mark.parametrize("part", ["headline", "players", "feed", "notice"])
async def test_what_happens_while_the_screen_is_taken_down_disturbs_nobody(part: str) -> None:
    async with playing("rowdy", side="nobody", pace="60000") as here:
        session = here.session
        await here.table.query_one(f"#{part}").remove()
        entry = messages.Entry(number=1, kind="stop", at=0, reason="tested", outcome=messages.Outcome(None, "tested"))
        session.hear(messages.Entries(entries=(entry,)))
        session.hear(Lost())
        assert session.number == 1


async def test_shift_digs_where_a_wall_is() -> None:
    async with playing("shovel", seats="1", bots="random") as here:
        await here.press("A")
        assert "you need a shovel to dig" in here.text("notice")


async def test_from_the_choice_of_games_to_a_match_with_invalid_dimensions_asked_again() -> None:
    app = PlayApp(Asked(name="Ada"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, GamesScreen)
        await pilot.press("down", "down", "down", "enter")
        await pilot.pause()
        form = app.screen
        assert isinstance(form, FormScreen)
        rows, columns = (form.query_one(f"#field-{name} Input", Input) for name in ("rows", "columns"))
        rows.value, columns.value = "9", "a few"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert app.screen is form
        assert app.focused is rows
        told = [str(fault.render()) for fault in form.query(".fault") if not fault.has_class("hidden")]
        assert told == [
            "invalid dimensions: 9 is not a whole number from 10 to 100",
            "invalid dimensions: a few is not a whole number from 10 to 100",
        ]
        rows.value, columns.value = "12", "14"
        await pilot.press("enter")
        await arrived(pilot, app)
        here = Playing(app, pilot)
        assert (here.session.setup["rows"], here.session.setup["columns"]) == (12, 14)
        await pilot.press("escape", "down", "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, GamesScreen)


async def test_the_form_asks_for_a_size_only_of_a_new_board_and_tells_what_is_wrong_with_a_file() -> None:
    app = PlayApp(Asked(name="Ada"))
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        form = app.screen
        assert isinstance(form, FormScreen)
        assert form.query_one("#field-rows").has_class("hidden")
        board = form.query_one("#field-board")
        board.query_one("Select").value = "new"  # type: ignore[attr-defined]
        await pilot.pause()
        assert not form.query_one("#field-rows").has_class("hidden")
        board.query_one("Select").value = "other …"  # type: ignore[attr-defined]
        await pilot.pause()
        board.query_one(Input).value = "nowhere.map"
        await pilot.press("f5")
        await pilot.pause(0.3)
        assert "nowhere.map: no such file" in str(board.query_one(".fault").render())
