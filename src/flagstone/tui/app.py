"""The full face: a Textual application."""

import asyncio
from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType

from flagstone.rules import GAMES
from flagstone.tui.forms import FormScreen, GamesScreen, NameScreen
from flagstone.tui.host import Host, LocalHost, RemoteHost, own_name
from flagstone.tui.play import Asked
from flagstone.tui.remote import Guest, Link
from flagstone.tui.session import Session
from flagstone.tui.table import PlayScreen
from flagstone.tui.wish import Wish, WishError


class PlayApp(App[None]):
    """Plays matches until the person has had enough."""

    TITLE = "Flagstone"
    CSS_PATH = "play.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", "Quit", priority=True)]

    def __init__(self, asked: Asked, wish: Wish | None = None, joined: str = "", known: str | None = None) -> None:
        super().__init__()
        self.asked, self.wish = asked, wish
        self.joined, self.known = joined, known  # what there is to join, and the name of who has a seat there already
        self.hosts: list[Host] = []

    def on_mount(self) -> None:
        """Begin where the command line says."""
        if self.asked.join is not None and (self.asked.name is not None or self.asked.watch):
            self._open(self.remote_host(self.asked.player, watch=self.asked.watch))
        elif self.asked.join is not None and self.known is not None:
            self._open(self.remote_host(self.known, watch=False))
        elif self.asked.join is not None:
            self.push_screen(NameScreen(self.joined, self.asked.player))
        elif self.wish is not None:
            self._open(LocalHost(self.wish))
        else:
            self.push_screen(GamesScreen())

    def remote_host(self, name: str, *, watch: bool) -> RemoteHost:
        """The match of the link, for somebody of a name."""
        host = RemoteHost(Link.read(self.asked.join or ""), name, watch=watch, seat=self.asked.wanted_seat)
        self.hosts.append(host)
        return host

    @work(exclusive=True)
    async def _open(self, host: Host) -> None:
        """Begin with a match. If it cannot be, say why where it can be put right, or leave with the words."""
        try:
            session = await host.open()
        except WishError as error:
            assert self.wish is not None
            form = FormScreen(self.wish)
            await self.push_screen(form)
            form.show_faults(error.faults)
        except ValueError as error:
            self.exit(message=str(error), return_code=2)
        else:
            self.show_table(host, session)

    def show_menu(self) -> None:
        """The choice of games, in place of whatever is shown."""
        self._show(GamesScreen())

    def show_table(self, host: Host, session: Session) -> None:
        """A match, in place of whatever is shown."""
        self._show(PlayScreen(host, session))

    def _show(self, screen: GamesScreen | PlayScreen) -> None:
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    async def on_unmount(self) -> None:
        """Let go of servers."""
        for host in self.hosts:
            await host.close()


def play_full(asked: Asked, wish: Wish | None) -> None:
    """Run the application. Raises ValueErrors for what cannot be played, before anything is drawn."""
    joined, known = asyncio.run(looked_up(asked.join, asked.wanted_seat)) if asked.join is not None else ("", None)
    app = PlayApp(asked, wish, joined, known)
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)


async def looked_up(link: str, seat: int | None) -> tuple[str, str | None]:
    """What there is to join, in words, and under which name to go on in it. Raises JoinError if there is nothing."""
    guest = Guest(Link.read(link))
    try:
        details = await guest.details()
    finally:
        await guest.close()
    match, known = details["match"], own_name(details, seat)
    taken = [each["name"] for each in details["seats"] if each.get("name")]
    told = f"{match['title']}: {GAMES[match['game']].title}, {match['status']}"
    if taken:
        told += f"; {', '.join(taken[:6])} {'is' if len(taken) == 1 else 'are'} there"
    if known is None and match["status"] != "over":
        own = [str(details["seats"][number]["name"]) for number in details["yours"]]
        told += f". You play already, as {' and '.join(own)}: under the same name you go on here" if own else ""
    return f"{told}.", known
