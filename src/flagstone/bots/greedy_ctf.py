"""Greedy in the capture-the-flag games: no search, but a plan a decision, made from the view alone."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from flagstone.boards.ctf import parse
from flagstone.bots.bot import PASS, View
from flagstone.bots.greedy_ground import FAR, Distances, Ground, Near, ground_of
from flagstone.bots.greedy_sight import EXPOSED, Figure, Sight
from flagstone.bots.greedy_walk import MOVES, WALL, Errand, Walker

LATEST = 4  # who sets out first meets foes in step with him: by chance, so that no side has the better of it
HUNT = 12  # steps within which a foe is hunted
WATCH = 7  # how far from its flag a guard walks
STANDOFF = 10  # decisions of waiting at home after which a flag's carrier may try his luck outside
SORTIE = 60  # decisions that this takes at most
SELDOM = 0.05  # the chance, a decision, of what is done now and then


class CtfGreedy:
    """Plays one seat in Classic or Shovel CTF, where a flag is carried home and captured from its carrier."""

    digs = "dig "  # what goes before a direction to open a wall there

    def start(self, game: str, seat: int, seats: int, setup: Mapping[str, Any]) -> None:
        """Read what the board says about the start, which no later view shows."""
        self.seat, self.own, self.theirs = seat, seat % 2, 1 - seat % 2
        self.members = seats // 2
        self.exposed = EXPOSED[game]
        board = parse(setup["board"], setup["seats_per_team"])
        self.ground: Ground | None = None
        self.terrain: Sequence[str] = ()
        self.flag_cells = [board.flag(0), board.flag(1)]
        self.tool_cells = board.tools() if game == "shovel" else []
        self.walker = Walker(self.digs)
        self.lag: int | None = None
        self.waited = self.sortie = 0
        self.post: int | None = None  # where I walk to as a guard
        self.pursued: tuple[int, Distances, Ground] | None = None  # a cell, the distances from it, and when

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """The first stage that knows what to do decides."""
        if len(legal) == 1:
            return legal[0]
        if self.lag is None:
            self.lag = rng.randrange(LATEST)
        if self.lag:
            self.lag -= 1
            return PASS
        state = view.state
        if self.ground is None or state["terrain"] != self.terrain:
            self.terrain = state["terrain"]
            self.ground = ground_of(self.terrain, self.ground)
            self.shut = frozenset(self.ground.cell(cell) for cell in self.tool_cells)
        self.sight = Sight(self.ground, self.seat, state, self.exposed)
        self.legal, self.rng = legal, rng
        for stage in self.stages():
            action = stage()
            if action is not None:
                return action
        return PASS

    def stages(self) -> tuple[Callable[[], str | None], ...]:
        """What is thought of, in this order."""
        return (
            self.capture,
            self.take_flag,
            self.carry,
            self.finish,
            self.recover,
            self.rescue,
            self.guard,
            self.fetch_tool,
            self.raid,
        )

    # What is so.

    def is_secured(self) -> bool:
        """Whether the other team's flag is held by my team."""
        carrier = self.sight.carriers[self.theirs]
        return carrier is not None and carrier % 2 == self.own

    def is_safe(self) -> bool:
        """Whether my team's flag is where it must be to win."""
        return self.sight.carriers[self.own] is None

    def guard_count(self) -> int:
        """How many of us keep near our flag."""
        return self.members // 2

    # Walking.

    def walk(self, name: str, goals: frozenset[int]) -> str:
        """A step towards the nearest of these cells, through walls with a tool that opens them."""
        return self.go(Errand(name, goals, self.map_to(goals)))

    def go(self, errand: Errand) -> str:
        """A step of an errand."""
        return self.walker.walk(self.sight, self.legal, self.rng, errand)

    def map_to(self, goals: frozenset[int]) -> Distances:
        """The distances to these cells for me now."""
        sight = self.sight
        wall = 0 if sight.tool is None else WALL[self.digs]
        if self.shut and (sight.tool is not None or sight.me.flag is not None):  # S3. hands_full
            found = sight.ground.distances(goals, wall, self.shut)
            if found[sight.me.cell] < FAR:
                return found
        return sight.ground.distances(goals, wall)

    def towards(self, target: int) -> Distances | Near:
        """How far cells are from a target that moves, walls standing; from where it was a while ago if it is far."""
        ground, me = self.sight.ground, self.sight.me.cell
        near = ground.around(target)
        if me in near:
            return near
        if self.pursued is not None:
            centre, found, since = self.pursued
            if 4 * ground.between(centre, target) <= found[me] and (found[me] < FAR or since is ground):
                return found
        found = ground.measure(frozenset((target,)))
        self.pursued = target, found, ground
        return found

    # The stages, each an action or None.

    def capture(self) -> str | None:
        """A foe beside me who can be captured is."""
        sight = self.sight
        prey = [
            (foe.flag is None, self.rng.random(), move)
            for move, step in zip(MOVES, sight.ground.steps, strict=True)
            for foe in sight.foes
            if foe.cell == sight.me.cell + step and move in self.legal and sight.is_exposed(foe)
        ]
        return min(prey)[2] if prey else None

    def take_flag(self) -> str | None:
        """K3. GET FLAG, wherever it is possible."""
        return "get flag" if "get flag" in self.legal else None

    def carry(self) -> str | None:
        """The flag I carry goes home, and stays there unless nothing comes of it."""
        sight = self.sight
        if sight.me.flag is None:
            return None
        if sight.captives and not sight.mates:
            return self.walk("free all", sight.ground.jails[self.theirs])
        if not sight.is_home:
            if self.sortie:
                return self.sally()
            return self.walk("bring home", sight.home)
        self.waited += 1
        if self.waited > STANDOFF and not self.is_safe() and self.rng.random() < SELDOM:
            self.waited, self.sortie = 0, SORTIE
        if self.sortie:
            return self.sally()
        return self.settle()

    def sally(self) -> str:
        """Out of a standoff: with the flag against the foe who has ours."""
        self.sortie -= 1
        foe = self.sight.carrier_of(self.own)
        if foe is None:
            return self.gather()
        found = self.towards(foe.cell)
        return self.go(Errand("sally", frozenset((foe.cell,)), found))

    def finish(self) -> str | None:
        """We have both flags where they must be: free those in jail and come home."""
        if not (self.is_secured() and self.is_safe()):
            return None
        return self.rescue() or self.gather()

    def gather(self) -> str:
        """Come home, or make room there."""
        return self.settle() if self.sight.is_home else self.walk("gather", self.sight.home)

    def settle(self) -> str:
        """At home: out of the way of teammates who are still to come, and of danger."""
        sight = self.sight
        comes = any(mate.cell not in sight.home and self._is_beside(mate) for mate in sight.mates)
        threatened = sight.is_threatened(sight.me.cell)
        if not (comes or threatened):
            return PASS
        rooms = [
            move
            for move, step in zip(MOVES, sight.ground.steps, strict=True)
            if move in self.legal and sight.me.cell + step in sight.home
        ]
        if threatened:
            safe = [m for m in rooms if not sight.is_threatened(self._beyond(m))]
            return self.rng.choice(safe) if safe else PASS
        return self.rng.choice([*rooms, PASS])

    def recover(self) -> str | None:
        """The foe who has our flag is hunted by those who are near."""
        foe = self.sight.carrier_of(self.own)
        if foe is None:
            return None
        sight = self.sight
        rank = sight.rank(sight.mates, lambda cell: sight.ground.between(cell, foe.cell))
        near_enough = rank < max(1, self.members - 1) or self.is_secured()
        found = self.towards(foe.cell)
        if not near_enough or found[sight.me.cell] >= FAR:
            return None
        return self.go(Errand("recover", frozenset((foe.cell,)), found))

    def rescue(self) -> str | None:
        """Jailed teammates are freed by whoever is nearest to them."""
        sight = self.sight
        if not sight.captives:
            return None
        jail = sight.ground.jails[self.theirs]
        distances = self.map_to(jail)
        free = [mate for mate in sight.mates if mate.flag is None]
        wanted = 1 if 2 * sight.captives < self.members else 2
        if sight.rank(free, distances.__getitem__) >= wanted or distances[sight.me.cell] >= FAR:
            return None
        return self.go(Errand("rescue", jail, distances))

    def guard(self) -> str | None:
        """The last members keep near our flag."""
        if self.seat // 2 < self.members - self.guard_count():
            return None
        return self.hunt(HUNT) or self.patrol()

    def hunt(self, reach: int) -> str | None:
        """Go for a foe near here who can be captured where he is."""
        sight = self.sight
        between = sight.ground.between
        prey = [
            (between(sight.me.cell, foe.cell), foe.cell)
            for foe in sight.foes
            if sight.is_exposed(foe) and sight.ground.owner[foe.cell] == self.own
        ]
        if not prey:
            return None
        cell = min(prey)[1]
        found = sight.ground.around(cell)
        if found[sight.me.cell] > reach:
            return None
        return self.go(Errand("hunt", frozenset((cell,)), found))

    def patrol(self) -> str:
        """Walk about near our flag."""
        sight = self.sight
        flag = sight.ground.cell(self.flag_cells[self.own])
        if self.post is None or sight.me.cell == self.post or self.rng.random() < SELDOM:
            near = sight.ground.around(flag)
            cells = [c for c, far in near.items() if 2 < far <= WATCH and sight.ground.owner[c] == self.own]
            self.post = self.rng.choice(cells) if cells else flag
        found = self.towards(self.post)
        return self.go(Errand("patrol", frozenset((self.post,)), found))

    def fetch_tool(self) -> str | None:
        """A tool that lies near the way to the flag and shortens it is taken along."""
        sight = self.sight
        if sight.tool is not None or not sight.lying_tools or sight.carriers[self.theirs] is not None:
            return None
        goals = frozenset((sight.flags[self.theirs],))
        direct = sight.ground.distances(goals)[sight.me.cell]
        between = sight.ground.between
        tool = min(sight.lying_tools, key=lambda cell: between(cell, sight.me.cell))
        if between(tool, sight.me.cell) >= direct:
            return None
        there = frozenset((tool,))
        opened = sight.ground.distances(goals, WALL[self.digs])
        if sight.ground.distances(there)[sight.me.cell] + opened[tool] + 2 < direct:
            return self.walk("fetch tool", there)
        return None

    def raid(self) -> str:
        """Go for the other team's flag; when a teammate has it, watch over his way."""
        if self.is_secured():
            return self.hunt(HUNT) or self.gather()
        return self.walk("raid", frozenset((self.sight.flags[self.theirs],)))

    # Small questions.

    def _beyond(self, move: str) -> int:
        return self.sight.me.cell + self.sight.ground.steps[MOVES.index(move)]

    def _is_beside(self, mate: Figure) -> bool:
        return self.sight.ground.between(mate.cell, self.sight.me.cell) == 1
