"""The program in a real terminal: a pseudo-terminal of the system, with keys typed into it."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

SECONDS = 30.0


class Terminal:
    """A terminal with a program in it."""

    def __init__(
        self, *arguments: str, rows: int = 24, columns: int = 80, term: str = "xterm-256color", encoding: str = "utf-8"
    ) -> None:
        self.ours, theirs = pty.openpty()
        self.resize(rows, columns)
        command = [sys.executable, "-m", "flagstone", "play", *arguments]
        environment = {**os.environ, "TERM": term, "COLORTERM": "truecolor", "FLAGSTONE_ENGINE": "plain"}
        environment["PYTHONIOENCODING"] = encoding
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.seen = ""

    def resize(self, rows: int, columns: int) -> None:
        """Make the window another size."""
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def until(self, *texts: str) -> None:
        """Read until every text has been drawn since the last call."""
        limit = time.monotonic() + SECONDS
        while not all(text in self.seen for text in texts):
            assert time.monotonic() < limit, (texts, self.seen[-2000:])
            self._read()
        self.seen = ""

    def _read(self) -> bool:
        if not select.select([self.ours], [], [], 0.2)[0]:
            return True
        try:
            read = os.read(self.ours, 65536)
        except OSError:  # the program has ended
            return False
        self.seen += read.decode("utf-8", "replace")
        return bool(read)

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self.ours, keys.encode())

    def end(self) -> int:
        """Read what is left, and wait for the end."""
        limit = time.monotonic() + SECONDS
        while self.process.poll() is None or self._read():
            assert time.monotonic() < limit
            self._read()
        os.close(self.ours)
        return self.process.wait(SECONDS)


def test_a_match_in_a_terminal_from_the_first_key_to_the_last() -> None:
    terminal = Terminal("rowdy", "--name", "Ada", "--seed", "3", "--pace", "60000")
    terminal.until("Rowdy Racers", "Ada", "your turn, 3 actions left", "\x1b[?1049h")
    terminal.type("\x1b[C")  # the arrow to the right
    terminal.until("2 actions left")
    terminal.type("?")
    terminal.until("Reach your finish")
    terminal.type("q")
    terminal.until("Rowdy Racers", "2 actions left")
    terminal.type("\x11")
    code = terminal.end()
    assert code == 0
    assert "\x1b[?1049l" in terminal.seen, "the terminal is as it was before"
    assert "Traceback" not in terminal.seen


def test_the_choice_of_games_in_a_terminal() -> None:
    terminal = Terminal(rows=30, columns=100)
    terminal.until("Which game shall it be?", "Maze to Savor")
    terminal.type("\x11")
    assert terminal.end() == 0


def test_a_terminal_that_cannot_draw_is_told_what_to_do() -> None:
    terminal = Terminal("rowdy", term="dumb")
    assert terminal.end() == 2
    assert terminal.seen.splitlines() == [
        "flagstone: this terminal can only show lines of text (TERM=dumb); add --ascii to play by them"
    ]


def test_a_terminal_of_another_encoding_is_played_in_its_own_signs() -> None:
    terminal = Terminal("rowdy", "--name", "Ada", "--seed", "3", "--pace", "60000", encoding="ascii")
    terminal.until("* ", "your turn, 3 actions left")
    terminal.type("\x1b[C")
    terminal.until("%%", "2 actions left")
    terminal.type("\x11")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.seen
