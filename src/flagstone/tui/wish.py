"""A new match against bots: what is asked for it, what is wrong with the answers, and the match that comes of them."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flagstone import bots
from flagstone.boards import ctf, library, maze, rowdy, savor, shipped
from flagstone.boards.maze import generate as new_maze
from flagstone.boards.savor_files import read as read_savor
from flagstone.boards.savor_generator import generate as new_savor
from flagstone.match import MOST_SEED, Match
from flagstone.play.journal import Terms
from flagstone.play.messages import Seat
from flagstone.rules import GAMES
from flagstone.tui.local import LocalLine

NEW = "new"  # the board that is generated
MOST_PACE = 60_000  # milliseconds
LONGEST_CLOCK = 86_400  # seconds
PEOPLE_PACE = 120  # the least milliseconds between two actions of a person without turns, unless bots are faster

Values = Mapping[str, str]  # what was answered, by question; as it was typed


@dataclass(frozen=True)
class Question:
    """Something that is asked for a new match."""

    name: str
    label: str
    usual: str
    hint: str = ""
    choices: tuple[str, ...] = ()
    low: float | None = None  # of a number; none: no number
    high: float = 0
    whole: bool = True
    may_be_empty: bool = False
    needs_new: bool = False  # only asked for a generated board
    strict: bool = True  # only the choices are taken

    def fault(self, given: str) -> str | None:
        """What is wrong with an answer, with what is allowed; None if nothing is."""
        if not given and self.may_be_empty:
            return None
        if self.low is None:
            known = not self.strict or given in self.choices
            return None if known else f"{given[:30]!r} is not one of {', '.join(self.choices)}"
        limits = f"{self.low} to {self.high}" if self.whole else f"{self.low:g} to {self.high:g}"
        allowed = f"{'a whole number' if self.whole else 'a number'} from {limits}"
        try:
            number = int(given) if self.whole else float(given)
        except ValueError:
            number = None
        if number is not None and self.low <= number <= self.high:
            return None
        words = f"{given[:20] or 'nothing'} is not {allowed}"
        return f"invalid dimensions: {words}" if self.name in ("rows", "columns") else words


BOT_NAMES = tuple(bots.BOTS)


def questions(game: str) -> tuple[Question, ...]:
    """What is asked for a match of a game, in order."""
    asked = {"rowdy": _rowdy, "savor": _savor}.get(game, _ctf)
    return (*asked(), *_everybody(game))


def _ctf() -> Iterator[Question]:
    boards = (*shipped.names(), NEW)
    yield Question("board", "Board", "courtyard", "shipped, a file, or a new one", boards, strict=False)
    low, high = maze.SMALLEST, ctf.LARGEST
    yield Question("rows", "Rows", "15", f"{low} to {high}", low=low, high=high, needs_new=True)
    yield Question("columns", "Columns", "31", f"{low} to {high}", low=low, high=high, needs_new=True)
    yield Question("tools", "Tools", "4", "hammers or shovels on it", low=0, high=maze.MOST_TOOLS, needs_new=True)
    hint = "how much of the maze stands, 0 to 1"
    yield Question("walls", "Walls", "0.8", hint, low=0, high=1, whole=False, needs_new=True)
    yield Question("seats", "Seats a team", "2", f"1 to {ctf.MOST_SEATS}", low=1, high=ctf.MOST_SEATS)


def _rowdy() -> Iterator[Question]:
    low, high, usual = rowdy.SMALLEST, rowdy.LARGEST, str(rowdy.USUAL)
    yield Question("rows", "Rows", usual, f"{low} to {high}", low=low, high=high)
    yield Question("columns", "Columns", usual, f"{low} to {high}", low=low, high=high)
    hint = "chance of each square, each turn"
    yield Question("failure_chance", "Power failures", str(rowdy.FAILURE_CHANCE), hint, low=0, high=1, whole=False)


def _savor() -> Iterator[Question]:
    yield Question("board", "Board", NEW, "a new one, or a folder with the five files", (NEW,), strict=False)
    yield Question("elements", "Elements", savor.ELEMENTS[0], "base: rules 1 to 3 alone", savor.ELEMENTS)
    hint = "reach: also in passing; land: with the last step"
    yield Question("flag_rule", "Flag", savor.FLAG_RULES[0], hint, savor.FLAG_RULES)
    usual, high = str(savor.STAIRS_CHANGE), savor.MOST_ROUNDS
    yield Question("stairs_change", "Stairs change", usual, "after so many rounds; 0: never", low=0, high=high)


PACES = {"rowdy": "500", "savor": "900"}  # milliseconds a bot takes; in capture the flag 350


def _everybody(game: str) -> Iterator[Question]:
    has_teams = GAMES[game].seats is None
    if has_teams:
        hint = "of both teams, or yours,theirs"
        yield Question("bots", "Bots", "greedy", hint, BOT_NAMES, strict=False)
    else:
        yield Question("bots", "Bots", "greedy", "one for all, or one for each", BOT_NAMES, strict=False)
    seats = GAMES[game].seats
    most = 2 if seats is None else seats
    names = ("team 1", "team 2") if has_teams else tuple(map(str, GAMES[game].sides))
    yield Question("side", "You are", names[0], "or watch the bots", (*names[:most], "nobody"))
    yield Question("pace", "Pace", PACES.get(game, "350"), "milliseconds a bot takes", low=0, high=MOST_PACE)
    hint = "seconds a match; empty: no clock" if has_teams else "seconds a turn; empty: no clock"
    yield Question("clock", "Clock", "", hint, low=1, high=LONGEST_CLOCK, may_be_empty=True)
    yield Question("seed", "Seed", "", "empty: a new one every time", low=0, high=MOST_SEED, may_be_empty=True)


class WishError(ValueError):
    """Answers that no match can be made of: by question what is wrong; "" for what belongs to none."""

    def __init__(self, game: str, faults: Mapping[str, str]) -> None:
        self.faults = dict(faults)
        labels = {question.name: question.name.replace("_", " ") for question in questions(game)}
        super().__init__("\n".join(f"{labels[name]}: {f}" if name else f for name, f in self.faults.items()))


@dataclass(frozen=True)
class Wish:
    """A match as somebody wants it."""

    game: str
    values: Values = field(default_factory=dict)  # by question; what is missing is as usual
    settings: Mapping[str, Any] = field(default_factory=dict)  # further settings of the game
    name: str = "you"

    def value(self, name: str) -> str:
        """The answer to a question."""
        return self.values.get(name, {q.name: q.usual for q in questions(self.game)}.get(name, "")).strip()

    def with_values(self, values: Values) -> "Wish":
        """The same with other answers."""
        return replace(self, values={**self.values, **values})

    def asked(self) -> list[Question]:
        """The questions that matter with these answers."""
        is_new = self.value("board") == NEW
        return [question for question in questions(self.game) if is_new or not question.needs_new]

    def faults(self) -> dict[str, str]:
        """What is wrong with each answer by itself."""
        faults = {q.name: fault for q in self.asked() if (fault := q.fault(self.value(q.name))) is not None}
        if "bots" not in faults and (fault := self._bots_fault()) is not None:
            faults["bots"] = fault
        return faults

    def _bots_fault(self) -> str | None:
        named, sides = self.value("bots").split(","), len(GAMES[self.game].sides)
        if len(named) not in (1, sides):
            return f"{len(named)} bots for {sides} sides; name one, or {sides}"
        unknown = [name.strip()[:30] for name in named if name.strip() not in BOT_NAMES]
        return f"no bot is called {unknown[0]!r}; there are {', '.join(BOT_NAMES)}" if unknown else None

    def start(self) -> LocalLine:
        """A new match that is about to run. Raises WishError with all that is wrong."""
        if faults := self.faults():
            raise WishError(self.game, faults)
        try:
            match = self._match()
        except (ValueError, OSError) as error:
            raise WishError(self.game, self._by_question(str(error))) from None
        seat = self._seat()
        pace = int(self.value("pace"))
        clock = round(1000 * float(self.value("clock"))) if self.value("clock") else None
        terms = Terms(turn=clock) if match.game.seats else Terms(pace=min(pace, PEOPLE_PACE), length=clock)
        return LocalLine(match, terms, self._seats(match, seat), seat=seat, pace=pace)

    def _match(self) -> Match:
        seed = int(self.value("seed")) if self.value("seed") else secrets.randbits(63)
        if self.game == "rowdy":
            rows, columns = int(self.value("rows")), int(self.value("columns"))
            settings: dict[str, Any] = {"rows": rows, "columns": columns}
            settings["failure_chance"] = float(self.value("failure_chance"))
        elif self.game == "savor":
            settings, seed = self._savor(seed)
        else:
            settings = {"board": self._board(seed), "seats_per_team": int(self.value("seats"))}
        return Match(self.game, {**settings, **self.settings}, seed)

    def _savor(self, seed: int) -> tuple[dict[str, Any], int]:
        """The settings of a match of Maze to Savor; the files of a folder have a seed of their own."""
        rules = {name: self.value(name) for name in ("elements", "flag_rule")}
        more = {**rules, "stairs_change": int(self.value("stairs_change"))}
        if self.value("board") == NEW:
            return {**new_savor(seed), **more}, seed
        files = read_savor(Path(self.value("board")), elements=rules["elements"])
        return {**files.settings, **more}, seed if self.value("seed") else files.seed

    def _board(self, seed: int) -> str:
        if self.value("board") != NEW:
            return library.find(self.value("board"))
        rows, columns, seats, tools = (int(self.value(name)) for name in ("rows", "columns", "seats", "tools"))
        walls = float(self.value("walls"))
        return new_maze(rows, columns, seats_per_team=seats, tools=tools, walls=walls, seed=seed).text

    def _by_question(self, words: str) -> dict[str, str]:
        """A fault of the whole, at the question that it is about."""
        if self.game == "rowdy" and words.startswith("invalid dimensions"):
            return {"columns" if "columns" in words.partition(":")[2].split(" is ")[0] else "rows": words}
        if "seats_per_team" in words:
            return {"seats": words}
        return {"board" if any(q.name == "board" for q in self.asked()) else "": words}

    def _seat(self) -> int | None:
        side = next(q for q in questions(self.game) if q.name == "side").choices.index(self.value("side"))
        return side if side < len(GAMES[self.game].sides) else None

    def _seats(self, match: Match, own: int | None) -> Sequence[Seat]:
        """Who sits where. With one bot named for each side it plays there, whoever else does."""
        named = [name.strip() for name in self.value("bots").split(",")]
        sides = len(match.game.sides)
        return [
            Seat(name=self.name, connected=True)
            if seat == own
            else Seat(name=f"{bot} {seat + 1}", bot=bot, connected=True)
            for seat in range(match.seats)
            for bot in [named[seat % sides % len(named)]]
        ]
