"""Two bots against each other, from both sides of the same matches.

The two matches of a pair have the same set-up and dice, so they are no independent trials: whoever starts near a gap in
the walls may win both times. What the result means is therefore judged by pairs; the last match of an odd number has no
partner and counts for nothing there.
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

from rich.console import Console
from rich.table import Table

from flagstone.arena.simulate import Plan, Row, row_of
from flagstone.arena.tables import flip_test, paired_interval
from flagstone.bots import timing
from flagstone.bots.play import play_match
from flagstone.rules import GAMES

SIDES = ("A", "B")


class Fought(NamedTuple):
    """One match of a duel."""

    row: Row
    winner: int | None  # 0: A, 1: B
    seconds: tuple["array[float]", "array[float]"]  # that each decision took, of A and of B


@dataclass(frozen=True)
class Duel:
    """A against B. Matches 2n and 2n + 1 have the same seed: in the first A plays the first side, in the other B.

    Where there are three sides, whoever plays the first plays the third, too.
    """

    plan: Plan
    keep: Path | None = None  # the folder for all matches

    @classmethod
    def make(cls, plan: Plan, keep: Path | None = None) -> Self:
        """A duel, and the folder to keep its matches in. Raises ValueError if something is in there already."""
        if keep is not None:
            if keep.exists() and (not keep.is_dir() or any(keep.iterdir())):
                raise ValueError(f"{keep}: is there already; name a new or an empty folder")
            keep.mkdir(parents=True, exist_ok=True)
        return cls(plan, keep)

    @property
    def game(self) -> str:
        """The game's id."""
        return self.plan.game

    @property
    def matches(self) -> int:
        """How many matches."""
        return self.plan.matches

    @property
    def sizes(self) -> Mapping[str, int]:
        """The capacity class of all of them."""
        return self.plan.sizes

    def play(self, number: int) -> Fought:
        """Play one match, and keep it if that is wished for."""
        plan = self.plan
        match = plan.match(number // 2)
        first = number % 2  # who plays the first side
        seconds = array("d"), array("d")
        bots = []
        for seat in range(match.seats):
            who = (seat + first) % 2
            bots.append(timing.TimedBot(plan.bots[who](), seconds[who]))
        outcome = play_match(match, bots, seed=match.seed, max_decisions=plan.limit).outcome
        winner = None
        if outcome.winner is not None:
            winner = (match.game.sides.index(outcome.winner) + first) % 2
        if self.keep is not None:
            (self.keep / f"{number:06}.match").write_text(match.save() + "\n", encoding="utf-8")
        names = [plan.bots[(side + first) % 2].name for side in range(len(match.game.sides))]
        row = {**row_of(number, match, names, outcome), "winning_bot": "" if winner is None else SIDES[winner]}
        return Fought(row, winner, seconds)


def story(number: int, fought: Fought) -> str:
    """A match in a line."""
    row = fought.row
    won = "nobody won" if fought.winner is None else f"{SIDES[fought.winner]} won"
    why = "" if row["reason"] == "won" else f": {row['reason']}"
    first = SIDES[number % 2]
    return f"match {number}, {first} first, seed {row['seed']}: {won} after {row['length']}{why}"


def table(duel: Duel, fought: Sequence[Fought]) -> str:
    """The result for people."""
    plan = duel.plan
    title = f"{GAMES[plan.game].title}: {len(fought)} matches, seed {plan.seed}"
    sheet = Table(title=title, title_justify="left")
    for heading in ("", "won", "as first side", "as second", "share", "95 % interval"):
        sheet.add_column(heading, justify="right" if heading else "left")
    for who, bot in enumerate(plan.bots):
        won = [number % 2 for number, one in enumerate(fought) if one.winner == who]
        as_first = won.count(who)
        low, high = paired_interval([lead / 4 + 0.5 for lead in leads(fought, who)])
        share = sum(score(one, who) for one in fought) / len(fought) / 2 + 0.5
        counts = map(str, (len(won), as_first, len(won) - as_first))
        sheet.add_row(f"{SIDES[who]}: {bot.name}", *counts, f"{share:.1%}", f"{low:.1%} – {high:.1%}")
    sheet.caption = _caption(duel, fought)
    times = Table(title="time for a decision", title_justify="left")
    for who, bot in enumerate(plan.bots):
        seconds = array("d")
        for one in fought:
            seconds.extend(one.seconds[who])
        figures = timing.told(seconds)
        if who == 0:
            for heading in ("", *figures):
                times.add_column(heading, justify="right" if heading else "left")
        times.add_row(f"{SIDES[who]}: {bot.name}", *figures.values())
    console = Console(width=100)
    with console.capture() as capture:
        console.print(sheet)
        console.print(times)
    return capture.get().rstrip()


def score(fought: Fought, who: int) -> int:
    """What a match was for a bot: 1 won, -1 lost, 0 undecided."""
    return 0 if fought.winner is None else 1 if fought.winner == who else -1


def leads(fought: Sequence[Fought], who: int = 0) -> list[int]:
    """By how much a bot won each pair of matches, -2 to 2."""
    return [score(one, who) + score(other, who) for one, other in zip(fought[::2], fought[1::2], strict=False)]


def _caption(duel: Duel, fought: Sequence[Fought]) -> str:
    """What the wins mean, and why nobody won or somebody lost otherwise."""
    undecided = sum(one.winner is None for one in fought)
    p = flip_test(leads(fought))
    said = [f"{undecided} undecided; if both were equal, pairs so uneven had the chance p = {p:.2g}"]
    if len(GAMES[duel.game].actions) == 1:
        said.append("in this game there is nothing to choose: it is luck alone")
    reasons: dict[str, int] = {}
    for one in fought:
        if one.row["reason"] != "won":
            loser = "" if one.winner is None else f"{SIDES[1 - one.winner]} lost: "
            reasons[loser + one.row["reason"]] = reasons.get(loser + one.row["reason"], 0) + 1
    said += [f"{count} × {reason}" for reason, count in sorted(reasons.items(), key=lambda item: -item[1])[:10]]
    return "\n".join(said)
