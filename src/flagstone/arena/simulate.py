"""Many matches between bots, and who won how many."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from rich.console import Console
from rich.table import Table

from flagstone.arena.sharing import share
from flagstone.arena.tables import wilson
from flagstone.boards.ctf import notes, parse
from flagstone.boards.library import find
from flagstone.boards.savor_generator import generate as savor_board
from flagstone.bots.hiring import Hired
from flagstone.bots.play import play_match
from flagstone.match import Match, MatchError, Outcome
from flagstone.rules import GAMES

MOST_MATCHES = 10**9
LIMITS = {"rowdy": 2000, "savor": 20_000}  # turns, rounds
DECISIONS = 500  # of each seat, in the games without turns

Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What is simulated."""

    game: str
    matches: int
    seed: int
    bots: tuple[Hired, ...]  # one a side, or one for all; in a duel the two
    settings: Mapping[str, Any]
    limit: int

    @classmethod
    def make(  # noqa: PLR0913 (as many words as the command has)
        cls,
        game: str,
        matches: int,
        seed: int,
        bots: Sequence[Hired],
        *,
        board: str,
        seats: int,
        settings: Sequence[str],
        limit: int | None,
    ) -> Self:
        """A plan from the words of the command line; MatchError or BoardError says what is wrong with it.

        Maze to Savor is played on a board drawn from the seed, unless the settings have a flag.
        """
        if game not in GAMES:
            raise MatchError("bad_request", f"unknown game {game!r}; there are {', '.join(GAMES)}")
        if not 1 <= matches <= MOST_MATCHES:
            raise MatchError("bad_request", f"matches is {matches}, not a whole number from 1 to {MOST_MATCHES}")
        given = dict(_setting(text) for text in settings)
        if GAMES[game].seats is None:
            given = {"board": find(board), "seats_per_team": seats, **given}
        elif game == "savor" and "flag" not in given:
            given = {**savor_board(seed), **given}
        plan = cls(
            game,
            matches,
            seed,
            tuple(bots),
            given,
            limit or LIMITS.get(game, DECISIONS),
        )
        plan.match(0)  # so that bad settings are told before the work begins
        return plan

    def match(self, number: int) -> Match:
        """Match number so and so, before its start."""
        limit = None if GAMES[self.game].seats is None else self.limit
        return Match(self.game, self.settings, self.match_seed(number), limit=limit)

    @property
    def sizes(self) -> Mapping[str, int]:
        """The capacity class of all its matches."""
        return self.match(0).sizes

    def play(self, number: int) -> Row:
        """Play one match."""
        match, sides = self.match(number), self.seating(number)
        seated = [sides[seat % len(sides)]() for seat in range(match.seats)]
        outcome = play_match(match, seated, seed=match.seed, max_decisions=self.limit).outcome
        return row_of(number, match, [side.name for side in sides], outcome)

    def notes(self) -> list[str]:
        """Warnings about the board that is played on."""
        if GAMES[self.game].seats is not None:
            return []
        return notes(parse(self.settings["board"], self.settings["seats_per_team"]))

    def match_seed(self, number: int) -> int:
        """The seed of a match: a hash, so that neighbours have nothing in common."""
        digest = hashlib.blake2b(f"{self.seed}/{number}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big")

    def seating(self, number: int) -> tuple[Hired, ...]:
        """Which bot plays which side in a match: they change sides from match to match."""
        sides = len(GAMES[self.game].sides)
        bots = self.bots * sides if len(self.bots) == 1 else self.bots
        turn = number % sides
        return bots[turn:] + bots[:turn]


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise MatchError("bad_settings", f"--set {text}: write it as name=value")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value  # a word


def row_of(number: int, match: Match, sides: Sequence[str], outcome: Outcome) -> Row:
    """What came of a match, for a table."""
    winner = match.game.sides.index(outcome.winner) if outcome.winner else None
    return {
        "match": number,
        "seed": str(match.seed),
        **dict(zip(match.game.sides, sides, strict=True)),
        "winner": outcome.winner or "",
        "winning_bot": sides[winner] if winner is not None else "",
        "reason": outcome.reason,
        "length": match.length,
        "actions": match.actions,
    }


def run(plan: Plan, workers: int | None = None, *, quiet: bool = False) -> list[Row]:
    """Play all matches of a plan; a row each, in order. MatchError if it has not one bot, or one for each side."""
    sides, bots = len(GAMES[plan.game].sides), len(plan.bots)
    if bots not in (1, sides):
        raise MatchError("bad_request", f"--bots names {bots} bots; {plan.game} takes one, or {sides}")
    return share(plan, workers, quiet=quiet)


def table(plan: Plan, rows: Sequence[Row]) -> str:
    """The results for people: by bot, then by side."""
    sheet = Table(title=f"{GAMES[plan.game].title}: {len(rows)} matches, seed {plan.seed}", title_justify="left")
    for heading in ("", "played", "won", "share", "95 % interval"):
        sheet.add_column(heading, justify="left" if not heading else "right")
    sides = GAMES[plan.game].sides
    names = [bot.name for bot in plan.bots]
    for bot in dict.fromkeys(names):
        if len(set(names)) > 1:
            seats = sum(row[side] == bot for row in rows for side in sides)
            _share(sheet, bot, sum(row["winning_bot"] == bot for row in rows), seats)
    sheet.add_section()
    for side in sides:
        _share(sheet, side, sum(row["winner"] == side for row in rows), len(rows))
    sheet.add_section()
    for reason in sorted({row["reason"] for row in rows if not row["winner"]}):
        _share(sheet, reason, sum(row["reason"] == reason and not row["winner"] for row in rows), len(rows))
    lengths = sorted(row["length"] for row in rows)
    sheet.caption = (
        f"{GAMES[plan.game].unit} a match: {lengths[0]} to {lengths[-1]}, median {lengths[len(lengths) // 2]}"
    )
    console = Console(width=100)
    with console.capture() as capture:
        console.print(sheet)
    return capture.get().rstrip()


def _share(sheet: Table, name: str, hits: int, of: int) -> None:
    low, high = wilson(hits, of)
    sheet.add_row(name, str(of), str(hits), f"{hits / max(of, 1):.1%}", f"{low:.1%} – {high:.1%}")
