"""The plain face: a line in, text out, for a terminal that can do nothing else, a screen reader, or a pipe."""

import asyncio
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

from flagstone.play import messages
from flagstone.rules import GAMES
from flagstone.tui import words
from flagstone.tui.host import Host
from flagstone.tui.keys import ACTIONS
from flagstone.tui.scene import Floor, scene
from flagstone.tui.session import Heard, Lost, Recalled, Session

WORDS = {"north": "N", "east": "E", "south": "S", "west": "W"}
GAP = "   "  # between floors
MOST_RECALLED = 10  # lines of what happened before somebody came
LEAST_ROWS = 24  # of a board that is cut to fit the terminal
WATCHED = {"savor": 3, "rowdy": 3}  # entries between two drawings for somebody who watches; otherwise 40
HELP = """\
  an action       in full or shortened; several on one line are done one after another:
                  {actions}
  look            draw the board; so does an empty line{throw}
  legend          what the symbols mean
  who             the players
  resign          give up
  again           another match, when this one is over
  start           start the match, if you are its host
  quit            leave"""


class Lines:
    """The lines of a text, read beside the loop. None follows the last."""

    def __init__(self, source: TextIO) -> None:
        self.source = source
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self.source:
                self.loop.call_soon_threadsafe(self.queue.put_nowait, line)
            self.loop.call_soon_threadsafe(self.queue.put_nowait, None)
        except (RuntimeError, ValueError, OSError):
            pass  # the loop or the source has been closed: nobody reads any more

    async def next(self) -> str | None:
        """The next line; None for the end."""
        line = await self.queue.get()
        if line is None:
            self.queue.put_nowait(None)
        return None if line is None else line.strip()


class Plain:
    """One person, or none, at one host's matches."""

    def __init__(self, host: Host, lines: Lines, say: Callable[[str], None]) -> None:
        self.host, self.lines, self.say = host, lines, say
        self.news = asyncio.Event()
        self.answered: str | None = None
        self.drawn = self.heard_number = 0
        self.was_connected = True

    async def play(self) -> None:
        """Play until the person leaves, or the match is over and nobody wants another."""
        session: Session | None = await self.host.open()
        while session is not None:
            session.listen(self._hear)
            self.session = session
            running = asyncio.create_task(session.run())
            try:
                session = await self._play(session)
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)

    async def _play(self, session: Session) -> Session | None:
        await self._until(lambda: session.is_ready or session.bye is not None)
        if session.bye is not None:
            self.say(f"The server says goodbye: {session.bye.detail}.")
            return None
        self.drawn = self.heard_number = session.number or 0
        self.say(f"{words.title(session)}. {self.host.notice or 'Type help for what you can say.'}")
        self._draw()
        while True:
            line = await self._line(session)
            if line is None or (quits := line.lower() in ("quit", "exit", "q")):
                if line is None or quits:
                    self.say("Goodbye.")
                return None
            if line.lower() == "again":
                if session.status == "over":
                    return await self.host.again()
                self.say("The match is still on; resign first, or quit.")
            else:
                await self._command(line)

    async def _line(self, session: Session) -> str | None:
        """What the person says next; None when he has nothing more to say, and nothing more happens either."""
        line = await self.lines.next()
        if line is None and session.seat is None:
            await self._until(lambda: session.status == "over" or session.bye is not None)
        return line

    async def _until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            self.news.clear()
            await self.news.wait()

    # Out.

    def _hear(self, message: Heard) -> None:
        session = self.session
        match message:
            case messages.Entries():
                self._tell(message.entries)
            case messages.Refused():
                self.say(words.refusal(session.game, message.reason))
                self.answered = message.id
            case messages.Rematch():
                self.say("There is another match: say again to play it.")
            case Recalled():
                told = [line for entry in session.entries for line in words.feed(session, entry)]
                self.say("What happened last:")
                for line in told[-MOST_RECALLED:]:
                    self.say(f"* {line}")
            case Lost():
                if self.was_connected:
                    self.say("The connection is lost; it is made again by itself.")
            case messages.Welcome():
                if not self.was_connected:
                    self.say("Connected again.")
        if isinstance(message, Lost | messages.Welcome):
            self.was_connected = session.connected
        self.news.set()

    def _tell(self, entries: Sequence[messages.Entry]) -> None:
        session = self.session
        was_over = self.heard_number == -1
        for entry in entries:
            for told in words.feed(session, entry):
                self.say(f"* {told}")
        number = session.number or 0
        if session.outcome is not None:
            if not was_over:
                self._draw()
                self.say("Say again for another match, or quit.")
            self.heard_number = -1
        elif session.seat is None:
            if number >= self.drawn + WATCHED.get(session.game, 40):
                self._draw()
        elif session.to_move is not None and session.may_act and session.seat != entries[-1].seat:
            self._draw()

    def _draw(self) -> None:
        session = self.session
        self.drawn = session.number or 0
        for line in drawing(session, shutil.get_terminal_size()):
            self.say(line)
        told = [words.turn(session), words.clock(session)]
        self.say(f"[{'; '.join(part for part in told if part)}]")

    # In.

    async def _command(self, line: str) -> None:
        session, said = self.session, line.lower()
        if said == "help":
            throw = ", but for a throw" if session.game == "savor" else ""
            self.say(HELP.format(actions=", ".join(session.actions), throw=throw))
        elif said == "legend":
            for tile, meaning in scene(session.game, session.view, session.setup, session.seat).legend:
                self.say(f"  {tile.bare(2)}  {meaning}")
        elif said == "who":
            for told in players(session):
                self.say(told)
        elif said == "resign":
            session.resign()
            await self._until(lambda: not session.said or session.bye is not None)
        elif said == "start":
            await self.host.begin()
        elif said == "look" or (not said and (session.game != "savor" or session.status == "over")):
            self._draw()
        else:
            await self._act(line)

    async def _act(self, line: str) -> None:
        session = self.session
        actions = read_actions(session.game, line or "throw")
        if actions is None:
            self.say(f"Nobody understands {line[:60]!r}; type help.")
            return
        for action in actions:
            if session.seat is not None and session.to_move is not None:
                await self._until(lambda: session.may_act or session.status != "running")
            if not await self._do(action):
                return
        if session.outcome is None and (session.to_move is None or session.may_act):
            self._draw()

    async def _do(self, action: str) -> bool:
        """Do one thing, and wait for what comes of it. False: it was refused, or there was nobody to say it to."""
        session, self.answered = self.session, None
        if not session.act(action):
            self.say("The connection is lost; say it again later.")
            return False
        await self._until(lambda: not session.said or self.answered is not None or session.bye is not None)
        return self.answered is None and session.status != "over"


def read_actions(game: str, line: str) -> list[str] | None:
    """The actions that a line names, in full or shortened: one, or several one after another."""
    one = read_action(game, line)
    if one is not None:
        return [one]
    several = [read_action(game, word) for word in line.replace(",", " ").split()]
    return [action for action in several if action] if several and all(several) else None


def read_action(game: str, said: str) -> str | None:
    """The action that a word names: itself, a compass word, a key, or the only one that begins so."""
    text = " ".join(said.lower().split())
    for word, short in WORDS.items():
        text = text.replace(word, short.lower())
    actions = GAMES[game].actions
    for action in actions:
        if text in (action.lower(), action.lower().replace(" ", "")):
            return action
    keys = {key.key: key.action for key in ACTIONS[game]}
    if text in keys:
        return keys[text]
    begun = [action for action in actions if text and action.lower().startswith(text)]
    return begun[0] if len(begun) == 1 else None


def players(session: Session) -> Iterator[str]:
    """The players, a line each."""
    for seat in range(len(session.seats)):
        marks = ["you"] if seat == session.seat else []
        marks += [] if session.seats[seat].connected else ["not connected"]
        told = ", ".join([*marks, *words.notes(session, seat)])
        yield f"  {session.name(seat)} ({words.seat_title(session, seat)}){': ' if told else ''}{told}"


def drawing(session: Session, size: Sequence[int]) -> Iterator[str]:
    """The position as text that fits a terminal, and how the players are doing."""
    shown = scene(session.game, session.view, session.setup, session.seat)
    columns = max(20, size[0] - 1)
    wide = sum(floor.needs * floor.columns for floor in shown.floors) + len(GAP) * (len(shown.floors) - 1) <= columns
    is_small = len(shown.floors) > 1 and not wide
    focus = shown.focus or (0, 0, 0)
    parts = []
    for place, floor in enumerate(shown.floors):
        across = 1 if is_small else floor.needs
        rows = floor.rows if is_small else max(LEAST_ROWS, size[1] - 8 - len(session.seats))
        centre = focus[1:] if focus[0] == place else (0, floor.first_column)
        parts.append(list(_floor(floor, centre, (rows, columns // across), across)))
    for line in zip(*parts, strict=True):
        yield GAP.join(line).rstrip()
    yield from players(session)


def _floor(floor: Floor, centre: Sequence[int], room: Sequence[int], across: int) -> Iterator[str]:
    """The part of a floor for which there is room, around a cell; a tile takes so many characters."""
    rows = window(floor.rows, room[0], centre[0])
    columns = window(floor.columns, room[1], centre[1] - floor.first_column)
    width = len(columns) * across
    if floor.title:
        yield floor.title.ljust(width)[:width]
    elif len(rows) < floor.rows or len(columns) < floor.columns:
        last = (rows[-1], columns[-1])
        yield f"rows {rows[0]} to {last[0]} of {floor.rows}, columns {columns[0]} to {last[1]} of {floor.columns}"
    for row in rows:
        tiles = [floor.tile(row, floor.first_column + column) for column in columns]
        yield "".join((tile.bare(across) if across > 1 else tile.bare_one) if tile else " " * across for tile in tiles)


def window(length: int, room: int, centre: int) -> range:
    """The part of a row or column of so many cells that is shown, with a cell in the middle as far as that goes."""
    if length <= room:
        return range(length)
    first = min(max(0, centre - room // 2), length - room)
    return range(first, first + room)


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)
