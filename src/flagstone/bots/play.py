"""Drives a match of any game with bots to its end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flagstone.boards.settings import shown
from flagstone.bots.bot import PASS, Bot, BotFailed, rng_of, view_of
from flagstone.match import Match, Outcome

MAX_DECISIONS = 500  # of each seat, in the capture-the-flag games
UNDECIDED = "decisions used up"
MOST_REASON = 200  # characters of the reason of a forfeit


@dataclass(frozen=True)
class Played:
    """How a match went."""

    outcome: Outcome
    decisions: int  # asked of all bots together, `pass` included
    actions: int  # accepted
    length: int  # turns or rounds that are over; in the capture-the-flag games accepted actions


def play_match(match: Match, bots: Sequence[Bot], *, seed: int, max_decisions: int = MAX_DECISIONS) -> Played:
    """Play a match to its end, each seat by its own bot; the same seed gives the same match.

    The capture-the-flag games go round the seats (C5) and are stopped undecided when each has decided
    `max_decisions` times. The other games take the seats as they come; only the match's own limit bounds them.
    """
    if len(bots) != match.seats:
        raise ValueError(f"{len(bots)} bots for {match.seats} seats")
    try:
        return _Drive(match, bots, seed).play(max_decisions)
    finally:
        for bot in bots:
            if hasattr(bot, "close"):
                bot.close()


class _Drive:
    """One match under way."""

    def __init__(self, match: Match, bots: Sequence[Bot], seed: int) -> None:
        self.match, self.bots = match, bots
        self.rngs = [rng_of(seed, seat) for seat in range(match.seats)]
        self.numbers = {action: number for number, action in enumerate(match.game.actions)}
        self.has_pass = match.game.seats is None  # the games in which any seat may act at any moment
        self.decisions = self.actions = 0

    def play(self, max_decisions: int) -> Played:
        match = self.match
        for seat, bot in enumerate(self.bots):
            if hasattr(bot, "start"):
                self._ask(seat, bot.start, match.game.id, seat, match.seats, match.setup)
        if self.has_pass:
            self._play_round_robin(max_decisions)
        else:
            self._play_in_turn()
        outcome = match.outcome
        assert outcome is not None
        for seat, bot in enumerate(self.bots):
            if hasattr(bot, "finish"):
                self._ask(seat, bot.finish, view_of(match, seat), outcome)
        length = self.actions if self.has_pass else match.length
        return Played(outcome, self.decisions, self.actions, length)

    def _play_round_robin(self, max_decisions: int) -> None:
        match = self.match
        for _ in range(max_decisions):
            for seat in range(match.seats):
                if match.is_over:
                    return
                if seat not in match.out:
                    self._decide(seat, [*match.legal(seat), PASS])
        match.stop(UNDECIDED)

    def _play_in_turn(self) -> None:
        match = self.match
        while seats := match.to_act():
            seat = seats[0]
            legal = match.legal(seat)
            if seat in match.out:  # the others still want their turns
                self._act(seat, legal[0])
            else:
                self._decide(seat, legal)

    def _decide(self, seat: int, legal: list[str]) -> None:
        self.decisions += 1
        choose = self.bots[seat].choose
        action = self._ask(seat, choose, view_of(self.match, seat), tuple(legal), self.rngs[seat])
        if seat in self.match.out:
            return
        if not isinstance(action, str) or action not in legal:
            self._forfeit(seat, f"answered {shown(action)}, which is not legal")
        elif action != PASS:
            self._act(seat, action)

    def _act(self, seat: int, action: str) -> None:
        code = self.match.act(seat, self.numbers[action])
        assert not code, f"{action} is legal but refused"
        self.actions += 1

    def _ask(self, seat: int, method: Callable[..., Any], *arguments: Any) -> Any:
        """Call a bot; whatever it raises costs it the match and harms nothing else."""
        try:
            return method(*arguments)
        except BotFailed as failure:
            self._forfeit(seat, str(failure)[:MOST_REASON])
            return None
        except (Exception, SystemExit) as error:
            self._forfeit(seat, f"{type(error).__name__}: {error}"[:MOST_REASON])
            return None

    def _forfeit(self, seat: int, reason: str) -> None:
        """A seat loses the match for its side."""
        sides = len(self.match.game.sides)
        for other in (seat, *range(seat % sides, self.match.seats, sides)):
            self.match.forfeit(other, reason)
