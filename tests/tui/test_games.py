"""Whole games by keys, of each of the five."""

import pytest
from textual.widgets import Button

from flagstone.rules import GAMES
from flagstone.tui.dialogs import Result
from tests.tui.pilots import Playing, play_to_the_end, playing

ALONE = {"seats": "1", "bots": "random", "pace": "60000", "seed": "1"}  # the bot takes one step out of the way
BOARDS: dict[str, dict[str, str]] = {
    "hammer": ALONE,
    "shovel": ALONE,
    "classic": ALONE,
    "rowdy": {"rows": "10", "columns": "10"},
    "savor": {"seed": "6"},
}


def assert_shown(here: Playing) -> None:
    """What the client knows is what the match is."""
    assert here.session.view == here.match.view(here.session.seat)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_can_be_played_and_another_one_begun(game: str) -> None:
    async with playing(game, size=(100, 40), **BOARDS[game]) as here:
        await play_to_the_end(here)
        assert_shown(here)
        await here.until(lambda: isinstance(here.app.screen, Result))
        first = here.session
        assert first.outcome is not None
        assert here.text("feed").strip()
        await here.until(lambda: isinstance(here.app.focused, Button))
        await here.pilot.press("enter")
        await here.until(lambda: here.session is not first and here.session.is_ready)
        assert here.session.game == game
        assert here.session.status == "running"


async def test_bots_play_on_their_own_while_somebody_watches() -> None:
    async with playing("rowdy", side="nobody", rows="10", columns="10") as here:
        assert here.session.seat is None
        await here.until(lambda: here.session.status == "over")
        assert "won" in here.text("headline")
        await here.pilot.press("escape", "up")


async def test_the_clock_runs_out() -> None:
    async with playing("rowdy", clock="1") as here:
        assert "left" in here.text("headline")
        await here.until(lambda: here.session.outcome is not None)
        assert here.session.outcome is not None
        assert here.session.outcome.winner == "player 2"
        assert "clock ran out" in here.text("feed")
