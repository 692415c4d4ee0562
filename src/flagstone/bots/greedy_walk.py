"""How greedy walks: down a map of distances, around foes it must fear, and out of a place where it is stuck."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from flagstone.bots.bot import PASS
from flagstone.bots.greedy_ground import FAR, Distances
from flagstone.bots.greedy_sight import Sight

MOVES = ("N", "E", "S", "W")
WALL = {"": 3, "dig ": 2}  # what a wall costs who can open it: charges are few, shovels do not wear out
FEARED = 4  # steps within which a foe is feared
REACH = 9  # steps that a way around foes is looked for
DETOUR = 8  # steps that it may cost
PATIENCE = 7  # decisions without coming nearer before something else is tried, by chance
NERVE = 4  # decisions for which no foe is feared then
STROLL = 9  # steps of an aimless walk at most
LONG_WAY = 16  # decisions for which a long way round is kept to

Step = tuple[str, int, int]  # the action, the cell it leads towards, its cost


@dataclass(frozen=True)
class Errand:
    """What a walk is for, and where it leads."""

    name: str
    goals: frozenset[int]
    distances: Distances | Mapping[int, int]  # of the cells from the nearest goal


class Walker:
    """Walks for one seat; remembers whether it comes nearer."""

    def __init__(self, digs: str) -> None:
        self.digs = digs  # what goes before a direction to open a wall there
        self.errand: str | None = None
        self.going: Errand | None = None  # since the last time somebody looked
        self.best = FAR
        self.stuck = 0
        self.bold = 0  # decisions for which no foe is feared
        self.aside = 0  # decisions for which the way of `other` is gone instead
        self.other: Distances | Mapping[int, int] = {}

    def walk(self, sight: Sight, legal: Sequence[str], rng: Random, errand: Errand) -> str:
        """An action that leads nearer to a goal of the errand, or PASS."""
        self.going = errand
        steps = self._steps(sight, legal)
        if not steps:
            return PASS
        rng.shuffle(steps)
        self._take_stock(sight, rng, errand, steps)
        goal = self.other if self.aside else errand.distances
        if self.bold or not self._fears(sight):
            action, cell, cost = min(steps, key=lambda step: goal[step[1]] + step[2])
            if goal[cell] + cost <= goal[sight.me.cell] and (self.bold or not sight.is_threatened(cell)):
                return action
        return self._around(sight, steps, goal)

    def _steps(self, sight: Sight, legal: Sequence[str]) -> list[Step]:
        """The moves, and walls to open, that are possible here."""
        ground, me = sight.ground, sight.me.cell
        steps: list[Step] = []
        for move, step in zip(MOVES, ground.steps, strict=True):
            cell = me + step
            if ground.is_open(cell):
                if move in legal:
                    steps.append((move, cell, 1))
            elif self.digs + move in legal:
                steps.append((self.digs + move, cell, WALL[self.digs]))
        return steps

    def _take_stock(self, sight: Sight, rng: Random, errand: Errand, steps: list[Step]) -> None:
        """Notice not coming nearer, and after a while try something else by chance."""
        here = errand.distances[sight.me.cell]
        self.bold -= self.bold > 0
        self.aside -= self.aside > 0
        if errand.name != self.errand:
            self.errand, self.best, self.stuck, self.aside = errand.name, here, 0, 0
        elif here < self.best:
            self.best, self.stuck = here, 0
        elif not self.aside:
            self.stuck += 1
        if self.stuck > PATIENCE and rng.random() < 0.3:
            self.best, self.stuck = here, 0
            self._try_else(sight, rng, errand, steps)

    def _try_else(self, sight: Sight, rng: Random, errand: Errand, steps: list[Step]) -> None:
        """Be bold, go the long way round those who are in the way, or take a stroll."""
        chance, ground, me = rng.random(), sight.ground, sight.me.cell
        if chance < 0.4:
            self.bold = NERVE
        elif chance < 0.7:
            enterable = {cell for _, cell, _ in steps}
            blocked = frozenset(
                cell
                for cell, far in ground.around(me).items()
                if 0 < far <= FEARED and (sight.is_blocked(cell) or (far == 1 and cell not in enterable))
            )
            self.other, self.aside = ground.measure(errand.goals, shut=blocked), LONG_WAY
            if self.other[me] >= FAR:
                self.aside = 0
        else:
            near = [cell for cell, far in ground.around(me).items() if 2 <= far <= STROLL]
            self.other, self.aside = ground.around(rng.choice(near or [me])), 1 + rng.randrange(STROLL)

    def _fears(self, sight: Sight) -> bool:
        """Whether a foe is near who could capture me."""
        between, me = sight.ground.between, sight.me.cell
        return any(between(me, foe.cell) <= FEARED for foe in sight.foes)

    def _around(self, sight: Sight, steps: list[Step], goal: Distances | Mapping[int, int]) -> str:
        """The first step of the best way near here that keeps clear of foes; PASS if there is none."""
        me, ground = sight.me.cell, sight.ground
        safe = [step for step in steps if not sight.is_threatened(step[1])]
        in_danger = sight.is_threatened(me)
        if in_danger and not safe:
            return min(steps, key=lambda step: goal[step[1]] + step[2])[0]
        best, chosen = FAR if in_danger else goal[me] + DETOUR, PASS
        waiting = [(cell, cost, action) for action, cell, cost in safe]
        seen = {me, *(cell for cell, _, _ in waiting)}
        for cell, cost, action in waiting:  # grows
            if goal[cell] + cost < best and (in_danger or goal[cell] < goal[me]):
                best, chosen = goal[cell] + cost, action
            if cost < REACH and ground.is_open(cell):
                for step in ground.steps:
                    near = cell + step
                    if near not in seen and ground.is_open(near):
                        seen.add(near)
                        if not sight.is_threatened(near):
                            waiting.append((near, cost + 1, action))
        return chosen
