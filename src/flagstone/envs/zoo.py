"""PettingZoo environments of all five games: `env` and `raw_env` (AEC) and `parallel_env`.

Agents are called player_0, player_1, … by their seats. An observation is a dictionary: `observation` are the planes,
`vector` the numbers, `action_mask` what may be chosen.
"""

from collections.abc import Mapping
from secrets import randbits
from types import SimpleNamespace
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from flagstone.boards.settings import shown
from flagstone.envs.setups import MOST_SEED, EnvError, limit_of
from flagstone.envs.sight import PASS
from flagstone.envs.table import RENDER_MODES, Seen, Table
from flagstone.rules.chance import WORD, mixed

Observation = dict[str, Any]


def observation_of(seen: Seen) -> Observation:
    """What a seat sees, as PettingZoo has it."""
    return {"observation": seen.planes, "vector": seen.vector, "action_mask": seen.mask}


class Seeds:
    """The seeds of one match after another: the first as given, those that follow from it."""

    def __init__(self) -> None:
        self.last: int | None = None

    def next(self, seed: int | None) -> int:
        """The seed of the next match, which is `seed` if there is one."""
        if seed is None:
            seed = randbits(63) if self.last is None else mixed(self.last & WORD) << 31 ^ mixed(~self.last & WORD)
        self.last = seed & MOST_SEED if isinstance(seed, int) and seed > 0 else 0
        return seed


class Seated:
    """What both kinds of environments have: spaces of every seat's own, and a table that is shown."""

    metadata: dict[str, Any]
    table: Table
    possible_agents: list[str]

    def _make_spaces(self, actions: int) -> None:
        """Spaces of what every seat sees, and of so many actions."""
        least, most = np.iinfo(np.int32).min, np.iinfo(np.int32).max
        sight = self.table.sight
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(0, 255, sight.shape, np.uint8),
                vector=spaces.Box(least, most, (len(sight.vector),), np.int32),
                action_mask=spaces.Box(0, 1, (actions,), np.int8),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions; `action_names` tells what they are called."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """The position: text (`ansi`), a picture (`rgb_array`), or None after showing it on the terminal (`human`)."""
        return self.table.render()

    def close(self) -> None:
        """There is nothing to release."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class FlagstoneEnv(Seated, AECEnv[str, Observation, int]):
    """A game as PettingZoo's agent-environment cycle: one seat acts after another, as in `agent_selection`."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        settings: Mapping[str, Any] | None = None,
        *,
        max_cycles: int | None = None,
        rewards: str = "sparse",
        render_mode: str | None = None,
    ) -> None:
        """Make an environment; see `flagstone.envs.batch` for what the arguments mean."""
        super().__init__()
        self.metadata = {
            "name": f"flagstone/{game}-v1",
            "render_modes": RENDER_MODES,
            "is_parallelizable": True,
            "render_fps": 4,
        }
        self.game, self.render_mode, self.max_cycles = game, render_mode, limit_of(game, max_cycles)
        self.table = Table(game, settings or {}, max_cycles, rewards, render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self._make_spaces(len(self.table.sight.actions))
        self._seeds = Seeds()

    @property
    def action_names(self) -> tuple[str, ...]:
        """What the actions are called, in their order, as the seat sees the board."""
        return self.table.sight.actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match. With the same seed everything repeats; without one the seed follows from the last."""
        self.table.deal(self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._seat = self.table.to_move() if self.table.has_turns else 0
        self.agent_selection = self.agents[self._seat]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        return observation_of(self.table.see(self.possible_agents.index(agent)))

    def step(self, action: int | None) -> None:
        """The agent whose turn it is acts."""
        agent, table = self.agent_selection, self.table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise EnvError(f"{agent} is not out of the match: its action cannot be None")
        self._cumulative_rewards[agent] = 0.0
        table.act(self._seat, action)
        self._go_on()
        is_truncated = table.cut_off(self.max_cycles)
        if table.is_over or table.shaped:
            self.rewards = dict(zip(self.possible_agents, table.rewards(), strict=True))
            self._accumulate_rewards()
        if is_truncated:
            self.truncations = dict.fromkeys(self.agents, True)
        elif table.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[self._seat]
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """The next seat."""
        if self.table.has_turns:
            self._seat = self.table.to_move()
            return
        self._seat += 1
        if self._seat == len(self.possible_agents):
            self._seat = 0
            self.table.end_cycle()


class FlagstoneParallelEnv(Seated, ParallelEnv[str, Observation, int]):
    """A game as PettingZoo's parallel environment: every step has an action of every agent.

    In the capture-the-flag games they are carried out in seat order, each judged when its turn comes. In Maze to Savor
    a step is a round. In Rowdy Racers a step is an action of the player to move; the other one's only action is
    `pass`, which Rowdy Racers has in this environment only.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        settings: Mapping[str, Any] | None = None,
        *,
        max_cycles: int | None = None,
        rewards: str = "sparse",
        render_mode: str | None = None,
    ) -> None:
        """Make an environment; see `flagstone.envs.batch` for what the arguments mean."""
        self.metadata = {"name": f"flagstone/{game}-v1", "render_modes": RENDER_MODES, "render_fps": 4}
        self.game, self.render_mode, self.max_cycles = game, render_mode, limit_of(game, max_cycles)
        self.table = Table(game, settings or {}, max_cycles, rewards, render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self.waits = game == "rowdy"
        self.action_names = self.table.sight.actions + ((PASS,) if self.waits else ())
        self._make_spaces(len(self.action_names))
        self._seeds = Seeds()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a match. With the same seed everything repeats; without one the seed follows from the last."""
        self.table.deal(self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        seen = {agent: observation_of(self.table.see(seat)) for seat, agent in enumerate(self.possible_agents)}
        if self.waits:
            mover = self.table.to_move()
            for seat, observation in enumerate(seen.values()):
                observation["action_mask"] = np.append(observation["action_mask"], np.int8(seat != mover))
        return seen

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """All agents act at once; when the match is over none is left."""
        table, agents = self.table, self.agents
        missing = [agent for agent in agents if agent not in actions]
        if not agents or missing:
            wrong = f"there is no action of {', '.join(missing)}" if agents else "the match is over: reset first"
            raise EnvError(wrong)
        self._act(actions)
        is_truncated = table.cut_off(self.max_cycles)
        is_ended = table.is_over and not is_truncated
        rewards = dict(zip(agents, table.rewards(), strict=True))
        observations = self._observations()
        if table.is_over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            rewards,
            dict.fromkeys(agents, is_ended),
            dict.fromkeys(agents, is_truncated),
            {agent: {} for agent in agents},
        )

    def _act(self, actions: Mapping[str, int]) -> None:
        table = self.table
        if not self.waits:
            for seat, agent in enumerate(self.possible_agents):
                if not table.is_over:
                    table.act(seat, actions[agent])
            table.end_cycle()
            return
        seat = table.to_move()
        for other, agent in enumerate(self.possible_agents):
            if not 0 <= actions[agent] < len(self.action_names):
                raise EnvError(f"the action of {agent} is {shown(actions[agent])}, not one of {self.action_names}")
            if (actions[agent] == len(self.action_names) - 1) == (other == seat):
                table.match.forfeit(other, "chose an action that is not legal")
        if not table.is_over:
            table.act(seat, actions[self.possible_agents[seat]])


def env(game: str, settings: Mapping[str, Any] | None = None, **options: Any) -> FlagstoneEnv:
    """The AEC environment of a game."""
    return FlagstoneEnv(game, settings, **options)


raw_env = env  # there are no wrappers to do without


def parallel_env(game: str, settings: Mapping[str, Any] | None = None, **options: Any) -> FlagstoneParallelEnv:
    """The parallel environment of a game."""
    return FlagstoneParallelEnv(game, settings, **options)


def module(game: str) -> SimpleNamespace:
    """A game as PettingZoo's modules are: something with `env`, `raw_env` and `parallel_env`."""
    return SimpleNamespace(
        env=lambda **options: env(game, **options),
        raw_env=lambda **options: raw_env(game, **options),
        parallel_env=lambda **options: parallel_env(game, **options),
    )
