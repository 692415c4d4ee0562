"""Greedy in Rowdy Racers: the best way through this turn, towards the finish and with room to go on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from random import Random
from typing import Any

from flagstone.bots.bot import View
from flagstone.notation.steps import STEPS

Square = tuple[int, int]
Trail = tuple[Square | None, ...]

FAR = 10_000
TRAPPED = 1000
BREADTH = 5  # moves that are looked at in a position
CLOSE = 5  # moves within which the racers can get in each other's way
CRAMPED = {1: 8, 2: 3, 3: 1}  # how bad it is then to have so few moves at the end of a turn
PATIENCE = 5  # turns without coming nearer before another way is tried, by chance
BLINDED = 4  # how bad it is to walk onto an active grenade
STOCK = 2  # grenades worth an action to pick up
WIDE = 4  # how far to each side another way of the opponent is looked for
GATES = 2  # squares beside each other that he can choose from, at most
AMBUSH = range(2, 9)  # how far ahead of the opponent a grenade is placed


@dataclass(frozen=True)
class Racer:
    """A racer and what he drags along."""

    at: Square
    trail: Trail

    def moved(self, to: Square) -> "Racer":
        """R5. After a move."""
        return Racer(to, (self.at, *self.trail[:2]))

    def rested(self, actions: int) -> "Racer":
        """R5. After so many empty actions."""
        return Racer(self.at, (*[None] * min(3, actions), *self.trail)[:3])

    def chain(self) -> list[Square]:
        """R6. His square, then his trail, newest first."""
        return [self.at, *(square for square in self.trail if square)]


class RowdyGreedy:
    """Plays one seat in Rowdy Racers."""

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        """Learn the board, which no view shows whole."""
        self.seat = seat
        self.rows, self.columns = setup["rows"], setup["columns"]
        corners = ((0, self.columns - 1), (self.rows - 1, 0))
        self.finish, self.start_square = corners[seat], corners[1 - seat]
        self.walls: frozenset[Square] | None = None
        self.hidden: set[Square] = set()  # where a grenade of mine is active
        self.feared: frozenset[Square] | None = None  # those that `ways` knows of
        self.stale, self.nearest = 0, FAR  # turns without coming nearer than ever
        self.dodged: frozenset[Square] = frozenset()  # where the opponent was when that took too long
        self.dodging = 0  # turns for which this is kept up
        self.plan: list[str] = []
        self.expected: object = None

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """The next step of the plan for this turn, made anew when something came otherwise."""
        self._look(view.state)
        action = self._handle_grenades(legal)
        if action is None:
            if not self.plan or self.expected != (self.me, self.left) or self.plan[0] not in legal:
                self.plan = self._search(self.me, self.left, rng)
            action = self.plan.pop(0) if self.plan else ""
            if action not in legal:
                action = rng.choice([move for move in legal if move in STEPS] or list(legal))
            if action in STEPS:
                self.expected = self.me.moved(_beyond(self.me.at, action)), self.left - 1
        if action == "use":
            self.hidden.add(self.me.at)
        elif action == "pick up":
            self.hidden.discard(self.me.at)
        return action

    # What is so.

    def _look(self, state: Mapping[str, Any]) -> None:
        if self.walls is None:
            self.walls = frozenset((r, c) for r, c in state["walls"])
            self.their_ways = self._ways_to(self.start_square, frozenset())
        players = state["players"]
        self.me, self.foe = (
            Racer(tuple(players[seat]["at"]), tuple(tuple(s) if s else None for s in players[seat]["trail"]))
            for seat in (self.seat, 1 - self.seat)
        )
        self.held = players[self.seat]["grenades"]
        self.left = state["actions_left"]
        row = self.me.at[0]
        self.dark = {(r, c): left for r, c, left in state["dark"] if -3 <= r - row <= 3}  # as far as a turn leads
        wrecks = {(r, c) for r, c, what in state["grenades"] if what == "wreck"}
        self.hidden -= wrecks
        if self.feared is None or self.feared != self.hidden | self.dodged:
            self.feared = frozenset(self.hidden | self.dodged)
            self.ways = self._ways_to(self.finish, self.feared)

    def _ways_to(self, goal: Square, feared: frozenset[Square]) -> dict[Square, int]:
        """How many actions every square is from a goal for a lone racer, those that feared squares cost included."""
        found = {goal: 0}
        waiting = [goal]
        for square in waiting:  # grows
            distance = found[square] + (1 + BLINDED if square in feared else 1)
            for step in STEPS.values():
                near = square[0] + step[0], square[1] + step[1]
                if distance < found.get(near, FAR) and self._is_free(near):
                    found[near] = distance
                    waiting.append(near)
        return found

    def _is_free(self, square: Square) -> bool:
        """Whether a square is on the grid and no wall."""
        assert self.walls is not None
        row, column = square
        return 0 <= row < self.rows and 0 <= column < self.columns and square not in self.walls

    def _moves(self, mover: Racer, other: Racer) -> Iterator[tuple[str, Square]]:
        """R6. The legal moves of a racer, and where they lead."""
        chains = mover.chain(), other.chain()
        taken = {*chains[0], *chains[1]}
        links = {link for chain in chains for one, two in pairwise(chain) for link in ((one, two), (two, one))}
        row, column = mover.at
        for move, (down, across) in STEPS.items():
            to = row + down, column + across
            crosses = down and across and ((row + down, column), (row, column + across)) in links
            if not crosses and to not in taken and self._is_free(to):
                yield move, to

    def _take_stock(self, rng: Random) -> None:
        """Once a turn: notice not coming nearer to the finish, and after a while keep away from the opponent."""
        self.dodging -= self.dodging > 0
        if self.dodged and not self.dodging:
            self.dodged = frozenset()
        here = self.ways.get(self.me.at, FAR)
        self.stale = 0 if here < self.nearest else self.stale + 1
        self.nearest = min(here, self.nearest)
        if self.stale > PATIENCE and rng.random() < 0.3:
            self.stale, self.nearest, self.dodging = 0, FAR, rng.randrange(3, 12)
            row, column = self.foe.at
            self.dodged = frozenset(product(range(row - 2, row + 3), range(column - 2, column + 3)))

    # Grenades.

    def _handle_grenades(self, legal: Sequence[str]) -> str | None:
        """Place one where the opponent is about to come by; pick one up while there is time."""
        ahead = _distance(self.me.at, self.foe.at)
        if "use" in legal and self.left > 1 and ahead in AMBUSH and self._is_on_their_way():
            return "use"
        if "pick up" in legal and self.left > 1 and self.held < STOCK and self.me.at not in self.hidden:
            return "pick up" if self.ways.get(self.me.at, FAR) > AMBUSH.stop else None
        return None

    def _is_on_their_way(self) -> bool:
        """Whether the opponent's shortest ways to his finish, as far as shows, can hardly avoid my square."""
        theirs, foe = self.their_ways, self.foe.at
        level, shortest = theirs.get(self.me.at, FAR), theirs.get(foe, FAR)
        row, column = self.me.at
        near = product(range(row - WIDE, row + WIDE + 1), range(column - WIDE, column + WIDE + 1))
        gates = [gate for gate in near if theirs.get(gate) == level and level + _distance(gate, foe) <= shortest]
        return self.me.at in gates and len(gates) <= GATES

    # The turn.

    def _search(self, racer: Racer, left: int, rng: Random) -> list[str]:
        """The moves of this turn that end it best."""
        self._take_stock(rng)
        return self._best(racer, left, rng)[1]

    def _best(self, racer: Racer, left: int, rng: Random) -> tuple[float, list[str]]:
        """How good the best end of the turn is from here, low is good, and the moves that lead to it."""
        if left == 0:
            return self._worth(racer), []
        options = [(self.ways.get(to, FAR), rng.random(), move, to) for move, to in self._moves(racer, self.foe)]
        if not options:
            return TRAPPED, []
        best: tuple[float, list[str]] = (FAR * 2, [])
        for _, _, move, to in sorted(options)[:BREADTH]:
            if to == self.finish:
                return -TRAPPED, [move]
            after = racer.moved(to)
            rest: list[str] = []
            if to in self.hidden:
                worth = self._worth(after.rested(left - 1)) + BLINDED
            elif self.dark.get(to):
                worth = self._worth(after.rested(left - 1))
            else:
                worth, rest = self._best(after, left - 1, rng)
            if worth < best[0]:
                best = worth, [move, *rest]
        return best

    def _worth(self, racer: Racer) -> float:
        """How good a position is to end the turn in: near the finish, with room for me and little for the opponent."""
        worth: float = self.ways.get(racer.at, FAR)
        if self.dark.get(racer.at, 0) > 2:  # still without power in my next turn
            worth += 0.3
        room = sum(1 for _ in self._moves(racer, self.foe))
        if room == 0:
            worth += TRAPPED
        if _distance(racer.at, self.foe.at) <= CLOSE:
            theirs = sum(1 for _ in self._moves(self.foe, racer))
            worth -= CRAMPED.get(theirs, 0) / 2 if theirs else TRAPPED
            worth += 0 if self.dodging else CRAMPED.get(room, 0)
        return worth


def _beyond(square: Square, move: str) -> Square:
    down, across = STEPS[move]
    return square[0] + down, square[1] + across


def _distance(one: Square, other: Square) -> int:
    """The moves between two squares if nothing is in the way."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
