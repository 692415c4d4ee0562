"""The screen on which a match is played."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widgets import RichLog, Static

from flagstone.play import messages
from flagstone.tui import panels, words
from flagstone.tui.board import SIZES, BoardView, laid_out
from flagstone.tui.dialogs import Help, Leave, Result
from flagstone.tui.host import Host
from flagstone.tui.keys import action_of, clicked
from flagstone.tui.local import LocalLine
from flagstone.tui.remote import JoinError
from flagstone.tui.scene import scene
from flagstone.tui.session import Heard, Lost, Recalled, Session

if TYPE_CHECKING:
    from flagstone.tui.app import PlayApp

SIDE_WIDTH, MOST_SIDE_WIDTH = 36, 56  # of the panel beside the board
BELOW_HEIGHT = 9  # of the panel below it
LEAST_BOARD = (30, 10)  # columns and lines that a panel leaves to a board that cannot be seen as a whole
LEGEND_FROM = 40  # lines of the terminal, from which the symbols are always shown
NOTICE_SECONDS = 5.0
TICK = 0.5  # seconds between looks at the clock
PANS = {"up": (0, -2), "down": (0, 2), "left": (-4, 0), "right": (4, 0)}


class PlayScreen(Screen[None]):
    """A match: the board, who plays, what happens, and the keys."""

    app: "PlayApp"

    AUTO_FOCUS = ""  # keys are the player's
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help"),
        Binding("escape", "leave", "Leave"),
        Binding("plus,equals_sign", "zoom(1)", "Larger"),
        Binding("minus", "zoom(-1)", "Smaller"),
        Binding("b", "begin", "Begin"),
    ]

    def __init__(self, host: Host, session: Session) -> None:
        super().__init__()
        self.host, self.session = host, session
        self.board = BoardView()
        self.panel_place = "beside"  # the board; or below it, or nowhere, on a small terminal
        self.notice_timer = self.set_timer(0, lambda: None, pause=True)
        self.was_over = False

    # What is on it.

    def compose(self) -> ComposeResult:
        """Headline, board, panel, notice, keys."""
        yield Static(id="headline")
        with Container(id="table"):
            yield self.board
            with Container(id="panel"):
                with VerticalScroll(id="players-box", can_focus=False):
                    yield Static(id="players")
                yield Static(id="dice")
                feed = RichLog(id="feed", wrap=True, max_lines=400, min_width=20)
                feed.can_focus = False
                yield feed
                yield Static(id="legend")
        yield Static(id="notice")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Take part in the match."""
        self.session.listen(self._hear)
        self.run_worker(self.session.run(), name="session", exit_on_error=True)
        self.set_interval(TICK, self._show_headline)
        if self.host.notice:
            self.say(self.host.notice, lasts=True)

    def on_resize(self, event: events.Resize) -> None:
        """Arrange board and panel anew."""
        self._arrange(event.size.width, event.size.height)

    def _arrange(self, width: int, height: int) -> None:
        """Put the panel where the board can be largest."""
        if not self.session.is_ready or not width:
            return
        floors = scene(self.session.game, self.session.view, self.session.setup, self.session.seat).floors
        beside = laid_out(floors, width - SIDE_WIDTH, height - 3, self.board.zoom)
        below = laid_out(floors, width, height - 3 - BELOW_HEIGHT, self.board.zoom)
        fits = (beside.fits(width - SIDE_WIDTH, height - 3), below.fits(width, height - 3 - BELOW_HEIGHT))
        if any(fits):
            place = "below" if fits[1] and (not fits[0] or SIZES[below.size] > SIZES[beside.size]) else "beside"
        elif laid_out(floors, width, height - 3, self.board.zoom).fits(width, height - 3):
            place = "nowhere"
        else:
            is_wide, is_high = width - SIDE_WIDTH >= LEAST_BOARD[0], height - 3 - BELOW_HEIGHT >= LEAST_BOARD[1]
            place = "beside" if is_wide else "below" if is_high else "nowhere"
        panel = self.query_one("#panel")
        side = min(MOST_SIDE_WIDTH, max(SIDE_WIDTH, width - beside.width - 2)) if fits[0] else SIDE_WIDTH
        spare = height - 3 - below.height
        panel.styles.width = "100%" if place == "below" else side
        panel.styles.height = max(BELOW_HEIGHT, min(spare, 14)) if place == "below" else "1fr"
        panel.display = place != "nowhere"
        self.set_class(place == "below", "below")
        self.set_class(self.session.game == "savor" and not (place == "below" and height < LEGEND_FROM), "dice")
        self.set_class(height >= LEGEND_FROM and place == "beside", "legend")
        self.panel_place = place
        self.call_after_refresh(self._show_all)

    # What is shown.

    def _hear(self, message: Heard) -> None:
        if self.is_attached:
            with suppress(NoMatches):  # the screen is being taken down, piece by piece
                self._show_heard(message)

    def _show_heard(self, message: Heard) -> None:
        match message:
            case messages.Welcome():
                self._arrange(*self.size)
                self._notice_connection()
                self._look()
            case messages.Entries():
                self._entered(message.entries)
            case messages.Refused():
                self.say(words.refusal(self.session.game, message.reason))
            case messages.Present():
                self._look()
            case Recalled():
                self._show_all()
            case messages.Rematch():
                self.say("There is another match with the same settings.", lasts=True)
            case messages.Bye() if self.session.bye is not None:
                self.say(f"The server says goodbye: {message.detail}.", lasts=True)
            case Lost():
                self.say("The connection is lost. It is made again by itself …", lasts=True)
        self._show_headline()

    def _notice_connection(self) -> None:
        if self.session.entries or "connection" in str(self.query_one("#notice", Static).content):
            self.say("Connected.")

    def _entered(self, entries: Sequence[messages.Entry]) -> None:
        feed = self.query_one("#feed", RichLog)
        for entry in entries:
            if entry.seat == self.session.seat and not self.host.notice:
                self.say("")
            for line in panels.told(self.session, entry):
                feed.write(line)
                if self.panel_place == "nowhere":
                    self.say(line.plain)
        self._look()
        self._end()

    def _look(self) -> None:
        """Show the position as it is now."""
        session = self.session
        if not session.is_ready:
            return
        self.board.look_at(scene(session.game, session.view, session.setup, session.seat))
        width = self.query_one("#players-box").content_size.width
        large_dice = self.has_class("dice")
        self.query_one("#players", Static).update(panels.players(session, width, large_dice=large_dice))
        if large_dice:
            self.query_one("#dice", Static).update(panels.dice(session), layout=False)

    def _show_all(self) -> None:
        """Show everything, after the screen was arranged anew."""
        session = self.session
        if not session.is_ready:
            return
        self._look()
        self.query_one("#keys", Static).update(panels.footer(session, self.size.width))
        if self.board.scene is not None:
            self.query_one("#legend", Static).update(panels.legend(self.board.scene))
        feed = self.query_one("#feed", RichLog)
        feed.clear()
        for entry in session.entries:
            for line in panels.told(session, entry):
                feed.write(line)
        self._show_headline()
        self._end()

    def _show_headline(self) -> None:
        if self.session.is_ready:
            line = panels.headline(self.session, self.size.width)
            with suppress(NoMatches):  # as above: the clock goes on while the screen is being taken down
                self.query_one("#headline", Static).update(line, layout=False)

    def say(self, text: str, *, lasts: bool = False) -> None:
        """Tell the person something, for a moment or until there is something else to tell."""
        self.query_one("#notice", Static).update(f" {text}" if text else "", layout=False)
        self.notice_timer.stop()
        if text and not lasts:
            self.notice_timer = self.set_timer(NOTICE_SECONDS, lambda: self.say(""))

    def _end(self) -> None:
        """When the match is over, say so once and ask what is next."""
        if self.session.status == "over" and not self.was_over:
            self.was_over = True
            self.say("")
            self.app.push_screen(Result(words.ending(self.session)), self._chosen)

    # What is done.

    def on_key(self, event: events.Key) -> None:
        """An action, or a look around for somebody who watches."""
        session = self.session
        if not session.is_ready:
            return
        key = event.character if event.character and event.character.isalpha() else event.key
        if session.seat is None:
            if key in PANS:
                self.board.pan(*PANS[key])
                event.stop()
            return
        if session.status == "over" and key in ("enter", "space"):
            self.was_over = False
            self._end()
            event.stop()
            return
        action = action_of(session.game, key) or action_of(session.game, event.key)
        if action is not None:
            event.stop()
            self._act(action)

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """A click on a cell is a step to it, a dig, or what is done where one stands."""
        session = self.session
        if session.seat is None:
            return
        player = session.view["players"][session.seat]
        terrain = session.view.get("terrain")
        is_wall = terrain is not None and terrain[event.row][event.column] == "#"
        has_tool = player.get("tool") is not None
        action = clicked(session.game, player["at"][-2:], (event.row, event.column), is_wall, has_tool)
        if action is not None:
            self._act(action)

    def _act(self, action: str) -> None:
        if self.session.status == "open":
            self.say("The match has not been started yet.")
        elif not self.session.act(action):
            self.say("The connection is lost. It is made again by itself …", lasts=True)

    def action_zoom(self, steps: int) -> None:
        """Larger or smaller tiles."""
        self.board.zoom_by(steps)

    @work(exclusive=True, group="host")
    async def action_begin(self) -> None:
        """Start a match that waits for its host."""
        if self.session.status != "open":
            return
        try:
            await self.host.begin()
            self.say("")
        except JoinError as error:
            self.say(f"{error}.")

    def action_help(self) -> None:
        """Keys and symbols."""
        if self.board.scene is not None:
            self._pause(True)
            self.app.push_screen(Help(self.session, self.board.scene), lambda _: self._pause(False))

    def action_leave(self) -> None:
        """Resign, begin something else, or leave."""
        self._pause(True)
        can_resign = self.session.seat is not None and self.session.status == "running"
        self.app.push_screen(Leave(can_resign=can_resign), self._chosen)

    def _pause(self, paused: bool) -> None:
        """Bots and clock of a match in this process wait for a person who reads."""
        if isinstance(self.session.line, LocalLine):
            self.session.line.paused = paused

    def _chosen(self, choice: str | None) -> None:
        """What the person wants, by the name of a button."""
        self._pause(False)
        if choice == "resign":
            self.session.resign()
        elif choice == "again":
            self._again()
        elif choice == "new":
            self.app.show_menu()
        elif choice == "quit":
            self.app.exit()

    @work(exclusive=True, group="host")
    async def _again(self) -> None:
        try:
            session = await self.host.again()
        except ValueError as error:
            self.say(f"{error}.".replace("\n", "; "), lasts=True)
            return
        await asyncio.sleep(0)
        self.app.show_table(self.host, session)
