"""Search in Rowdy Racers: what it knows of the grenades that nobody is shown, and the tree search itself."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from flagstone import engine
from flagstone.boards import rowdy as board
from flagstone.bots.bot import View
from flagstone.bots.budget import Budget
from flagstone.bots.imagined import States, rowdy_states
from flagstone.rules import rowdy as rules
from flagstone.rules.record import layout
from flagstone.rules.rowdy_search import MOST_HIDDEN, MOST_SPOTS, Node, Plan

Square = tuple[int, int]


class Guess:
    """Where grenades are active: those of one's own are known, the others may be where the opponent was."""

    def __init__(self, setup: Mapping[str, Any], seat: int) -> None:
        self.seat, self.all = seat, len(setup["grenades"])
        self.mine: set[Square] = set()  # where I left one
        self.theirs: list[set[Square]] = []  # for each of his, where it may be

    def look(self, view: Mapping[str, Any]) -> None:
        """Take note of what a view tells about grenades that it does not show."""
        foe = view["players"][1 - self.seat]
        seen = {(row, column) for row, column, _ in view["grenades"]}
        stood = {tuple(player["at"]) for player in view["players"]}
        self.mine -= {(row, column) for row, column, kind in view["grenades"] if kind == "wreck"}
        self.theirs = [left for spots in self.theirs if (left := spots - seen - stood)]
        active = self.all - len(view["grenades"]) - sum(player["grenades"] for player in view["players"])
        unknown = active - len(self.mine - seen)  # while I stand on mine it is placed, and shown
        passed = {tuple(square) for square in foe["trail"] if square} - seen - stood
        while len(self.theirs) < unknown:
            self.theirs.append(passed)
        del self.theirs[max(unknown, 0) :]

    def acted(self, at: Square, action: str) -> None:
        """Remember what one does oneself."""
        if action == "use":
            self.mine.add(at)
        elif action == "pick up":
            self.mine.discard(at)


class RowdySearch:
    """Plays one seat in Rowdy Racers."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        """Measure the ways to the finish, and get a tree ready."""
        self.seat, self.setup = seat, setup
        self.guess = Guess(setup, seat)
        states = board.lay_out(setup)
        self.code = engine.rule_code("rowdy_search", compiled=engine.jit_is_on())
        sizes = {"squares": len(states[0].squares), "events": 1}
        self.events = np.zeros(1, layout(rules.GAME.event_list, **sizes))
        self.plans = np.zeros(1, layout(Plan, **sizes))
        self.nodes = np.zeros(self.budget.room + 1, layout(Node))
        self.code.measure(states, self.plans)
        self._go_on(states, states.copy(), 0)  # compiles, so that no decision has to wait for it

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Search from what the view shows."""
        state = view.state
        self.guess.look(state)
        chosen = legal[0] if len(legal) == 1 else self._search(state, rng)
        at = state["players"][self.seat]["at"]
        self.guess.acted((at[0], at[1]), chosen)
        return chosen

    def _search(self, view: Mapping[str, Any], rng: Random) -> str:
        roots = rowdy_states(self.setup, view)
        self._imagine(roots[0])
        plan = self.plans[0]
        plan.seat, plan.word, plan.nodes = self.seat, rng.getrandbits(32), 0
        scratch = roots.copy()
        action = self.budget.spend(lambda count: self._go_on(roots, scratch, count))
        return rules.ACTIONS[self._first(roots[0], action)]

    def _first(self, state: rules.State, action: int) -> int:
        """What costs nothing before an action that ends the turn without power: to handle a grenade.

        The tree hardly sees what that is good for, since the opponent in it knows all grenades and goes around them.
        """
        me, foe = (int(state.players[seat].at) for seat in (self.seat, 1 - self.seat))
        if action >= rules.MOVES or state.actions_left == 1:
            return action
        target = rules.step(state, me, action)
        if rules.has_power(state, target) or target == state.starts[1 - self.seat]:
            return action
        if state.grenade[me] == rules.LYING and rules.pick_up_refusal(state, self.seat) == rules.ACCEPTED:
            return rules.PICK_UP
        if rules.use_refusal(state, self.seat) == rules.ACCEPTED and self._is_on_their_way(state, me, foe):
            return rules.USE
        return action

    def _is_on_their_way(self, state: rules.State, me: int, foe: int) -> bool:
        """Whether one of the opponent's shortest ways to his finish seems to lead over my square, not at once."""
        (row, column), (their_row, their_column) = rules.place_of(state, me), rules.place_of(state, foe)
        apart = max(abs(row - their_row), abs(column - their_column))
        far = self.plans[0].far[1 - self.seat]
        return bool(apart > 1 and far[me] + apart <= far[foe])

    def _go_on(self, roots: States, scratch: States, count: int) -> int:
        action: int = self.code.search(roots, scratch, self.events, self.plans, self.nodes, count)
        return action

    def _imagine(self, state: rules.State) -> None:
        """Put grenades of one's own where they are, and tell the plan where the others may be."""
        for square in (rules.square_at(state, *square) for square in self.guess.mine):
            if state.grenade[square] == rules.NONE:
                state.grenade[square] = rules.ACTIVE
        plan = self.plans[0]
        plan.hidden_count = min(len(self.guess.theirs), MOST_HIDDEN)
        for hidden, spots in zip(plan.hidden, self.guess.theirs, strict=False):
            squares = [rules.square_at(state, *spot) for spot in sorted(spots)][:MOST_SPOTS]
            hidden.count = len(squares)
            hidden.spots[: len(squares)] = squares
