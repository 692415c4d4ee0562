"""Search in the capture-the-flag games: greedy's plan, looked into with the rules where opponents are near."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from flagstone import engine
from flagstone.boards import ctf_setup
from flagstone.bots.bot import PASS, View
from flagstone.bots.budget import Budget
from flagstone.bots.greedy_ctf import CtfGreedy
from flagstone.bots.greedy_hammer import HammerGreedy
from flagstone.bots.imagined import States, ctf_states
from flagstone.rules import GAMES, ctf
from flagstone.rules.record import layout

CLOSE = 6  # rows and columns within which an opponent is worth a search
NEAR = 9  # and others take part in it
MOST_NODES = 20_000  # that a tree is given room for: what comes after still counts, but adds no positions


class CtfSearch:
    """Plays one seat in Hammer, Shovel or Classic CTF."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        """Get greedy and a tree ready."""
        self.game, self.seat, self.setup = game, seat, setup
        self.greedy = HammerGreedy() if game == "hammer" else CtfGreedy()
        self.greedy.start(game, seat, seats, setup)
        self.code = engine.searching(game)
        roots = ctf_setup.lay_out(game, setup)
        self.events = np.zeros(1, layout(GAMES[game].event_list, events=1))
        self.plans = np.zeros(1, layout(self.code.Plan))
        self.nodes = np.zeros(min(self.budget.room, MOST_NODES) + 1, layout(self.code.Node))
        self.maps = np.zeros((5, len(roots[0].ground)), np.int32)
        self.waiting = np.zeros(len(roots[0].ground), np.int32)
        self._measure(roots, 0, [int(roots[0].first_home[0])])
        self._go_on(roots, roots.copy(), 0)  # compiles, so that no decision has to wait for it

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """What greedy would do; if an opponent is near, what a search makes of it."""
        self.greedy.walker.going = None
        planned = self.greedy.choose(view, legal, rng)
        if len(legal) == 1 or not hasattr(self.greedy, "sight"):  # it has not set out yet
            return planned
        near = self._near(view.state)
        return planned if near is None else self._search(view.state, near, planned, rng)

    def _near(self, state: Mapping[str, Any]) -> list[int] | None:
        """The others who take part, in the order in which they act after the seat; None if no opponent is close."""
        players, count = state["players"], len(state["players"])
        me = players[self.seat]
        if me["jailed"]:
            return None
        row, column = me["at"]
        found: list[tuple[int, int]] = []
        is_close = False
        for turn in range(1, count):
            seat = (self.seat + turn) % count
            player = players[seat]
            far = max(abs(player["at"][0] - row), abs(player["at"][1] - column))
            if not player["jailed"] and far <= NEAR:
                found.append((far, turn))
                is_close |= far <= CLOSE and seat % 2 != self.seat % 2
        if not is_close:
            return None
        nearest = sorted(found)[: self.code.MOST_NEAR]
        return [(self.seat + turn) % count for turn in sorted(turn for _, turn in nearest)]

    def _search(self, view: Mapping[str, Any], near: list[int], planned: str, rng: Random) -> str:
        roots = ctf_states(self.game, self.setup, view)
        actions = (*GAMES[self.game].actions, PASS)
        plan = self.plans[0]
        plan.seat, plan.favoured, plan.word, plan.nodes = self.seat, actions.index(planned), rng.getrandbits(32), 0
        plan.near_count, plan.near[: len(near)] = len(near), near
        self._draw_maps(roots, view)
        scratch = roots.copy()
        return actions[self.budget.spend(lambda count: self._go_on(roots, scratch, count))]

    def _draw_maps(self, roots: States, view: Mapping[str, Any]) -> None:
        """How far it is to where the seat goes, to the homes, and to the flags."""
        ground = self.greedy.sight.ground
        errand = self.greedy.walker.going
        goals = [*(errand.goals if errand is not None else (self.greedy.sight.me.cell,))]
        self._measure(roots, 0, goals)
        for team in (0, 1):
            self._measure(roots, 1 + team, [*ground.homes[team]])
            self._measure(roots, 3 + team, [ctf.cell_at(roots[0], *view["flags"][team]["at"])])

    def _measure(self, roots: States, which: int, goals: Sequence[int]) -> None:
        self.code.spread_out(roots, np.array(goals, np.int32), self.maps[which], self.waiting)

    def _go_on(self, roots: States, scratch: States, count: int) -> int:
        self.plans[0].budget = count
        self.code.search(roots, scratch, self.events, self.plans, self.nodes, self.maps)
        action: int = self.code.favourite(self.nodes)
        return action
