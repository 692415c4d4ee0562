"""Gymnasium environments of all five games, for one agent: bots have the other seats.

After `import flagstone.envs`, `gymnasium.make("flagstone/hammer-v1")` makes one, and `gymnasium.make_vec` many at once.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from secrets import randbits
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from flagstone.boards.settings import is_integer, shown
from flagstone.bots.bot import Bot, rng_of, view_of
from flagstone.envs.core import Batch, Observations
from flagstone.envs.opponents import Company, hired
from flagstone.envs.setups import EnvError
from flagstone.envs.sight import PASS
from flagstone.envs.table import RENDER_MODES, Seen, Table

Observation = dict[str, npt.NDArray[Any]]
Policy = Callable[[Observations, npt.NDArray[np.int8], npt.NDArray[np.int32]], npt.NDArray[Any]]


def observation_space(shape: tuple[int, ...], numbers: int) -> spaces.Dict:
    """The space of what a seat sees."""
    least, most = np.iinfo(np.int32).min, np.iinfo(np.int32).max
    return spaces.Dict(planes=spaces.Box(0, 255, shape, np.uint8), vector=spaces.Box(least, most, (numbers,), np.int32))


class SeatEnv(gymnasium.Env[Observation, int]):
    """One seat of a match; a step is this seat's action and what the others do until it is to act again.

    `info["action_mask"]` says what may be chosen. What is not legal is a `pass` in the capture-the-flag games and loses
    the match in the others.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        settings: Mapping[str, Any] | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        max_cycles: int | None = None,
        rewards: str = "sparse",
        render_mode: str | None = None,
    ) -> None:
        """Make an environment for a seat.

        `opponents` is the bundled bot in every other seat, teammates included (`random`, `greedy`, `search:nodes=500`),
        or one for each of them in seat order. The other arguments are those of `flagstone.envs.batch`.
        """
        self.table = Table(game, settings or {}, max_cycles, rewards, render_mode)
        self.render_mode = render_mode
        if not is_integer(seat) or not 0 <= seat < self.table.seats:
            raise EnvError(f"seat is {shown(seat)}, not a whole number from 0 to {self.table.seats - 1}")
        self.seat = seat
        self.hired = hired(opponents, seat, self.table.seats)
        self.observation_space: Any = observation_space(self.table.sight.shape, len(self.table.sight.vector))
        self.action_space = spaces.Discrete(len(self.table.sight.actions))  # type: ignore[assignment]

    @property
    def action_names(self) -> tuple[str, ...]:
        """What the actions are called, in their order, as the seat sees the board."""
        return self.table.sight.actions

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a match. With the same seed everything repeats, bots included."""
        super().reset(seed=seed)
        dealt = int(self.np_random.integers(2**62))
        self.table.deal(dealt)
        self.bots: dict[int, Bot] = {seat: one() for seat, one in self.hired.items()}
        self.rngs: dict[int, Random] = {seat: rng_of(dealt, seat) for seat in self.bots}
        match = self.table.match
        for seat, bot in self.bots.items():
            if hasattr(bot, "start"):
                bot.start(match.game.id, seat, match.seats, match.setup)
        self._play_others(range(self.seat))
        self.table.rewards()  # nobody is paid for what came before
        return self._answer(self.table.see(self.seat))

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """This seat acts, then the others until it is to act again."""
        table = self.table
        if table.is_over:
            raise EnvError("the match is over: reset first")
        table.act(self.seat, action)
        self._play_others(range(self.seat + 1, table.seats))
        table.end_cycle()
        table.cut_off(table.limit)
        if not table.is_over and not table.has_turns:
            self._play_others(range(self.seat))
        reward = table.rewards()[self.seat]
        is_truncated = table.match.stopped is not None
        observation, info = self._answer(table.see(self.seat))
        if self.render_mode == "human":
            self.render()
        return observation, float(reward), table.is_over and not is_truncated, is_truncated, info

    @staticmethod
    def _answer(seen: Seen) -> tuple[Observation, dict[str, Any]]:
        return {"planes": seen.planes, "vector": seen.vector}, {"action_mask": seen.mask}

    def _play_others(self, seats: range) -> None:
        """The bots act: those of the given seats once, or in the games with turns until it is this seat's turn."""
        table = self.table
        if not table.has_turns:
            for seat in seats:
                if not table.is_over:
                    self._play_bot(seat)
            return
        while not table.is_over and table.to_move() != self.seat and not table.cut_off(table.limit):
            self._play_bot(table.to_move())

    def _play_bot(self, seat: int) -> None:
        match = self.table.match
        legal = match.legal(seat)
        if not self.table.has_turns:
            legal.append(PASS)
        action = self.bots[seat].choose(view_of(match, seat), tuple(legal), self.rngs[seat])
        if action != PASS:
            match.apply(seat, action)

    def render(self) -> Any:
        """The position: text (`ansi`), a picture (`rgb_array`), or None after showing it on the terminal (`human`)."""
        return self.table.render()


class SeatsEnv(VectorEnv[Observation, npt.NDArray[Any], npt.NDArray[Any]]):
    """One seat each of many matches, over the batch core.

    A match that is over starts anew in the same step, and `info["final_obs"]` keeps what was seen at its end.
    `info["action_mask"]` says what may be chosen.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        settings: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] | Policy = "random",
        **options: Any,
    ) -> None:
        """Make a vector of environments.

        `opponents` is `random`; or a function that chooses for all lanes at once: it is handed the observations, the
        masks and the lanes' seats of the whole batch, and answers an array of matches × lanes; what it chooses for this
        seat is not used; or bundled bots, as for `SeatEnv`. These cost time in Python for every decision of every
        match, and where all seats act in every step, all decide from what the last step left. The other arguments are
        those of `flagstone.envs.batch`.
        """
        self.render_mode = None
        self.batch = batch = Batch(game, num_envs, settings, auto_reset=False, **options)
        seats = batch.sight.seats
        if not is_integer(seat) or not 0 <= seat < seats:
            raise EnvError(f"seat is {shown(seat)}, not a whole number from 0 to {seats - 1}")
        self.num_envs, self.seat = num_envs, seat
        self.policy = opponents if callable(opponents) else None
        self.company = None
        if opponents != "random" and not callable(opponents):
            self.company = Company(batch, hired(opponents, seat, seats))
        self.single_observation_space = observation_space(batch.sight.shape, len(batch.sight.vector))
        self.single_action_space = spaces.Discrete(len(batch.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._lane = seat if batch.lanes > 1 else 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all matches, or those marked in `options["reset_mask"]`. With the same seed everything repeats."""
        marks = (options or {}).get("reset_mask")
        if seed is None and marks is None:
            seed = randbits(62) if self._np_random is None else int(self.np_random.integers(2**62))
        if seed is not None:
            super().reset(seed=seed)
        self.batch.reset(marks, seed=seed)
        self._wait_for_turn(np.zeros(self.num_envs, np.float32))
        return self._seen(), {"action_mask": self._mask()}

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """An action of every match's seat, and what the others do until it is to act again."""
        batch = self.batch
        chosen = self._chosen(np.full(self.num_envs, batch.lanes > 1))
        chosen[:, self._lane] = actions
        batch.step(chosen)
        rewards = batch.rewards[:, self.seat].copy()
        self._wait_for_turn(rewards)
        ended, truncated = batch.ended.copy(), batch.truncated.copy()
        info: dict[str, Any] = {}
        over = ended | truncated
        if over.any():
            info["final_obs"] = self._final(over)
            info["_final_obs"] = over
            batch.reset(over)
            self._wait_for_turn(np.zeros(self.num_envs, np.float32))
        info["action_mask"] = self._mask()
        return self._seen(), rewards, ended, truncated, info

    def _chosen(self, which: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """What everybody else chooses, where it matters."""
        batch = self.batch
        if self.company is not None:
            return self.company.choose(which)
        if self.policy is not None:
            return np.array(self.policy(batch.observations, batch.masks, batch.seat), np.int64)
        return batch.sample()

    def _wait_for_turn(self, rewards: npt.NDArray[np.float32]) -> None:
        """In the games with turns the others act until it is this seat's turn in every match, or it is over.

        Matches that need not wait are put back as they were.
        """
        batch = self.batch
        if batch.lanes > 1:
            return
        while True:
            waits = (batch.seat[:, 0] != self.seat) & ~batch.ended & ~batch.truncated
            if not waits.any():
                return
            batch.step(self._chosen(waits), which=waits)
            rewards[waits] += batch.rewards[waits, self.seat]

    def _seen(self) -> Observation:
        planes, vector = self.batch.observations
        return {"planes": planes[:, self._lane].copy(), "vector": vector[:, self._lane].copy()}

    def _mask(self) -> npt.NDArray[np.int8]:
        return self.batch.masks[:, self._lane].copy()

    def _final(self, over: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
        """What was seen at the end of the matches that are over, each by itself, as Gymnasium has it."""
        final = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(over).tolist():
            planes, vector = self.batch.see(number, self.seat)
            final[number] = {"planes": planes, "vector": vector}
        return final

    def close_extras(self, **arguments: Any) -> None:
        """Let the threads go."""
        self.batch.close()
