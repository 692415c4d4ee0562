"""Applications under test: with a session to look into, and a person who plays as a bot would, by keys alone."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

from rich.text import Text
from textual import events
from textual.pilot import Pilot
from textual.widgets import RichLog, Static

from flagstone import bots
from flagstone.bots.bot import PASS, view_of
from flagstone.match import Match
from flagstone.tui.app import PlayApp
from flagstone.tui.keys import ACTIONS, DIAGONALS, DIGS, MOVES
from flagstone.tui.local import LocalLine
from flagstone.tui.play import Asked
from flagstone.tui.session import Session
from flagstone.tui.table import PlayScreen
from flagstone.tui.wish import Wish

SECONDS = 30.0  # that anything may take before it is held to have failed
QUICK = {"pace": "0", "seed": "7"}


class Playing:
    """An application with a match on it."""

    def __init__(self, app: PlayApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def table(self) -> PlayScreen:
        """The screen of the match, whatever is on top of it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, PlayScreen))

    @property
    def session(self) -> Session:
        """What the client knows."""
        return self.table.session

    @property
    def match(self) -> Match:
        """The match itself, which no client sees."""
        line = self.session.line
        assert isinstance(line, LocalLine)
        return line.hub.audiences[line.id].room.match

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(SECONDS):
            while not is_so():
                await asyncio.sleep(0.002)

    async def press(self, *keys: str) -> None:
        """Press keys of the match, and wait until what each of them wanted is answered.

        A pilot would wait for the whole machine to be idle after every key; here the screen says that it has the key.
        """
        for key in keys:
            taken, screen = asyncio.Event(), self.app.screen
            self.app.post_message(events.Key(key, key if len(key) == 1 else None))
            self.app.call_later(screen.call_later, taken.set)
            async with asyncio.timeout(SECONDS):
                await taken.wait()
            await self.until(lambda: not self.session.said)

    def text(self, id: str) -> str:
        """What stands in a part of the screen."""
        widget = self.table.query_one(f"#{id}")
        if isinstance(widget, RichLog):
            return "\n".join(strip.text for strip in widget.lines)
        assert isinstance(widget, Static)
        content = widget.content
        return content.plain if isinstance(content, Text) else str(content)

    def screen(self) -> str:
        """All that is seen of the board."""
        board = self.table.board
        return "\n".join(board.render_line(y).text for y in range(board.size.height))


@asynccontextmanager
async def playing(
    game: str, *, size: tuple[int, int] = (100, 40), name: str = "Ada", **values: str
) -> AsyncIterator[Playing]:
    """A match that has begun."""
    wish = Wish(game, {**QUICK, **values}, name=name)
    app = PlayApp(Asked(game=game, name=name), wish)
    async with app.run_test(size=size) as pilot:
        await arrived(pilot, app)
        yield Playing(app, pilot)


async def arrived(pilot: Pilot[None], app: PlayApp) -> None:
    """Wait until a match is on the screen."""
    async with asyncio.timeout(SECONDS):
        while not any(
            isinstance(screen, PlayScreen) and screen.session.is_ready and screen.board.plan is not None
            for screen in app.screen_stack
        ):
            await asyncio.sleep(0.002)
    await pilot.pause()


def key_for(game: str, action: str) -> str:
    """A key for an action."""
    tables = ({key.action: key.key for key in ACTIONS[game]}, *({a: k for k, a in t.items()} for t in TABLES))
    return next(table[action] for table in tables if action in table)


TABLES = (MOVES, DIAGONALS, DIGS)


async def play_to_the_end(here: Playing, bot: str = "greedy", most: int = 1200) -> None:
    """Play the person's seat by keys, as a bot would choose, until the match is over."""
    session, rng = here.session, Random(1)
    seat = session.seat
    assert seat is not None
    mind = bots.make(bot)
    start = getattr(mind, "start", None)
    if start is not None:
        start(session.game, seat, here.match.seats, session.setup)
    for _ in range(most):
        await here.until(lambda: session.status == "over" or session.may_act)
        if session.status == "over":
            return
        legal = here.match.legal(seat)
        if not legal:
            await asyncio.sleep(0.01)
            continue
        offered = [*legal, PASS] if here.match.game.seats is None else legal
        action = mind.choose(view_of(here.match, seat), tuple(offered), rng)
        if action == PASS:
            await asyncio.sleep(0.01)
        else:
            await here.press(key_for(session.game, action))
    raise AssertionError("the match does not end")
