"""`flagstone play`: what was said on the command line becomes a host, and a host gets a face."""

import asyncio
import getpass
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from flagstone.rules import GAMES
from flagstone.tui.wish import NEW, Wish, WishError, questions

MOST_NAME = 24  # characters


class PlayError(ValueError):
    """Options that do not fit together."""


@dataclass(frozen=True)
class Asked:
    """What was said on the command line."""

    game: str | None = None
    join: str | None = None
    values: Mapping[str, str | None] = field(default_factory=dict)  # by question; None: not said
    settings: tuple[str, ...] = ()  # name=JSON
    name: str | None = None
    seat: int | None = None  # from 1
    watch: bool = False
    plain: bool = False

    def wish(self) -> Wish | None:
        """The match that is wanted, if a game was named. Raises PlayError, and WishError with all that is wrong."""
        said = {name: value for name, value in self.values.items() if value is not None}
        if self.game is None:
            if said or self.settings or self.seat is not None or self.watch:
                raise PlayError("name the game that the options are for, such as flagstone play rowdy")
            return None
        if self.game not in GAMES:
            raise PlayError(f"no game is called {self.game[:30]!r}; there are {', '.join(GAMES)}")
        known = {question.name: question for question in questions(self.game)}
        for name in said:
            if name not in known:
                raise PlayError(f"{GAMES[self.game].title} has no --{name}")
        if "rows" in said or "columns" in said:
            if said.get("board", NEW) != NEW:
                raise PlayError(f"--board {said['board']} has its own rows and columns; leave one or the other out")
            said |= {"board": NEW} if "board" in known else {}
        sides = known["side"].choices
        if self.watch:
            said["side"] = sides[-1]
        elif self.seat is not None:
            if self.seat >= len(sides):
                raise PlayError(f"--seat is {self.seat}; against bots you can take 1 to {len(sides) - 1}")
            said["side"] = sides[self.seat - 1]
        wish = Wish(self.game, said, self._settings(), name=self.player)
        if faults := wish.faults():
            raise WishError(self.game, faults)
        return wish

    def _settings(self) -> dict[str, Any]:
        settings = {}
        for text in self.settings:
            name, equals, value = text.partition("=")
            try:
                settings[name] = msgspec.json.decode(value)
            except msgspec.DecodeError:
                settings[name] = value
            if not name or not equals:
                raise PlayError(f"--set {text[:60]!r} is not name=JSON, such as failure_chance=0.1")
        return settings

    @property
    def wanted_seat(self) -> int | None:
        """The seat on a server, from 0; None for any."""
        return None if self.seat is None else self.seat - 1

    @property
    def player(self) -> str:
        """What the person is called: as he says, or as the computer knows him."""
        if self.name is not None:
            return " ".join(self.name.split())[:MOST_NAME] or "Player"
        try:
            return getpass.getuser().capitalize()[:MOST_NAME]
        except (OSError, KeyError):
            return "Player"


def play(asked: Asked) -> None:
    """Play until the person has had enough. Raises ValueErrors for what cannot be played."""
    if asked.join is not None:
        _check_joined(asked)
    wish = None if asked.join is not None else asked.wish()
    if asked.plain:
        from flagstone.tui.asking import play_plain

        asyncio.run(play_plain(asked, wish))
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise PlayError("this is no terminal; add --ascii to play by lines of text")
    if os.environ.get("TERM") in ("dumb", "unknown"):
        raise PlayError(
            f"this terminal can only show lines of text (TERM={os.environ['TERM']}); add --ascii to play by them"
        )
    from flagstone.tui.app import play_full

    play_full(asked, wish)


def _check_joined(asked: Asked) -> None:
    said = [f"--{name}" for name, value in asked.values.items() if value is not None]
    said += ["--set"] if asked.settings else []
    if asked.game is not None:
        raise PlayError("--join names a match that is there already; leave the game out")
    if said:
        raise PlayError(f"{said[0]} is for a new match; --join names one that is there already")
