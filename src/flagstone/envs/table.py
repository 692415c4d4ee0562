"""One match as an environment plays it: what PettingZoo's and Gymnasium's environments share."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from flagstone import engine
from flagstone.boards.settings import is_integer, shown
from flagstone.envs.render import ansi, picture, show
from flagstone.envs.setups import EnvError, is_shaped, limit_of, resolved, seed_of
from flagstone.envs.sight import Sight, sight_of
from flagstone.match import Match
from flagstone.rules import GAMES

ILLEGAL = "chose an action that is not legal"
CUT_OFF = "limit reached"
RENDER_MODES = ["ansi", "rgb_array", "human"]


class Seen(NamedTuple):
    """What a seat sees, in arrays of its own."""

    planes: npt.NDArray[np.uint8]
    vector: npt.NDArray[np.int32]
    mask: npt.NDArray[np.int8]


class Table:
    """One match after another, on settings that stay; copies and pickles keep the exact state."""

    match: Match
    sight: Sight

    def __init__(
        self, game: str, settings: Mapping[str, Any], max_cycles: int | None, rewards: str, render_mode: str | None
    ) -> None:
        """Get ready; `deal` starts the first match. Raises EnvError."""
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise EnvError(f"render_mode is {shown(render_mode)}, not one of {', '.join(RENDER_MODES)}")
        self.game, self.settings, self.render_mode = game, dict(settings), render_mode
        self.shaped, self.limit = is_shaped(game, rewards), limit_of(game, max_cycles)
        self.deal(0)  # says what is wrong with the settings, and how large things are

    def deal(self, seed: int) -> None:
        """Start a match. Whatever the settings leave to chance comes from the seed, too."""
        setup = resolved(self.game, self.settings, seed_of(seed))
        self.sight = sight_of(self.game, setup)
        self.match = Match(self.game, setup, seed)
        if not self.match.engine.compiled and engine.choice() == "auto" and engine.jit_is_on():
            engine.wait_for_children()  # once on this machine; an environment is made to be fast
            self.match.engine = engine.current(self.game, self.match.sizes)
        self.cycles = 0
        self._hopes = self._hope()

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return self.match.seats

    @property
    def has_turns(self) -> bool:
        """Whether seats move in turn; else each acts once in every cycle."""
        return GAMES[self.game].seats is not None

    def to_move(self) -> int:
        """The seat whose turn it is, in the games with turns."""
        return int(self.match.states["to_move"][0])

    # Playing.

    def see(self, seat: int) -> Seen:
        """What a seat sees, and what it may choose."""
        sight = self.sight
        planes, vector = np.empty(sight.shape, np.uint8), np.empty(len(sight.vector), np.int32)
        mask = np.empty(len(sight.actions), np.int8)
        see = engine.batch_rules(self.game)[0].see
        see(self.match.states, seat, sight.still, sight.places, planes.reshape(-1), vector, mask)
        return Seen(planes, vector, mask)

    def act(self, seat: int, choice: Any) -> None:
        """Carry out a seat's choice, an index into the actions as this seat means them.

        What is refused is a `pass` in the capture-the-flag games; in the others it loses the match.
        """
        if not is_integer(choice):
            choice = int(choice)
        if not 0 <= choice < len(self.sight.actions):
            raise EnvError(f"action is {shown(choice)}, not a whole number from 0 to {len(self.sight.actions) - 1}")
        rules = engine.batch_rules(self.game)[0]
        action = int(rules.TURNED[choice]) if seat & 1 and len(rules.TURNED) > 1 else choice
        if action != rules.PASS and self.match.act(seat, action) and self.has_turns:
            self.match.forfeit(seat, ILLEGAL)

    def name(self, seat: int, choice: int) -> str:
        """What a seat's choice is called on the board as it is, not as the seat sees it."""
        rules = engine.batch_rules(self.game)[0]
        return self.sight.actions[int(rules.TURNED[choice]) if seat & 1 and len(rules.TURNED) > 1 else choice]

    def choice(self, seat: int, action: str) -> int:
        """The choice of a seat that has this name on the board."""
        return next(choice for choice in range(len(self.sight.actions)) if self.name(seat, choice) == action)

    def end_cycle(self) -> None:
        """Every seat has acted once, in the games without turns."""
        self.cycles += 1

    def cut_off(self, limit: int) -> bool:
        """Whether the match has reached a limit and is stopped by it now."""
        if (self.match.length if self.has_turns else self.cycles) < limit or self.match.is_over:
            return False
        self.match.stop(CUT_OFF)
        return True

    @property
    def is_over(self) -> bool:
        """Whether the match is over, by its rules or otherwise."""
        match = self.match
        return bool(match.states["result"][0]) or ((bool(match.out) or match.stopped is not None) and match.is_over)

    def rewards(self) -> list[float]:
        """What every seat is paid for what has happened since this was asked last."""
        paid = [0.0] * self.seats
        if self.shaped:
            hopes = self._hope()
            paid = (hopes - self._hopes).tolist()
            self._hopes = hopes
        if self.is_over:
            outcome = self.match.outcome
            assert outcome is not None
            if outcome.winner is not None:
                sides = self.match.game.sides
                side = sides.index(outcome.winner)
                paid = [reward + (1 if seat % len(sides) == side else -1) for seat, reward in enumerate(paid)]
        return paid

    def _hope(self) -> npt.NDArray[np.float32]:
        hopes = np.zeros(self.seats, np.float32)
        if self.shaped and not self.match.out:  # whose match is lost by a forfeit has nothing to hope for
            engine.batch_rules(self.game)[0].hope(self.match.states, self.sight.distances, hopes)
        return hopes

    # Showing and keeping.

    def render(self) -> Any:
        """The position as the render mode has it: text, a picture, or None after showing it on the terminal."""
        match = self.match
        if self.render_mode == "rgb_array":
            return picture(self.game, match.view(None), match.setup)
        if self.render_mode == "ansi":
            return ansi(self.game, match.view(None), match.setup)
        if self.render_mode == "human":
            show(ansi(self.game, match.view(None), match.setup))
        return None

    def __getstate__(self) -> dict[str, Any]:
        """What copies and pickles keep; what is seen of the set-up is made anew."""
        return {**vars(self), "sight": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """The same match at the same point."""
        vars(self).update(state)
        self.sight = sight_of(self.game, self.match.setup)
