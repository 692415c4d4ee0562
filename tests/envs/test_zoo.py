"""PettingZoo's own tests, unmodified, and what they do not ask."""

import copy
import pickle
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

from flagstone.envs import EnvError, zoo
from tests.envs.playing import CTF, GAMES, settings

pytestmark = [
    # of its own games PettingZoo knows by name which have dictionaries as observations
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def choose(env: Any, agent: str, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(env.observe(agent)["action_mask"])))


def play(env: Any, steps: int, seed: int = 1) -> list[Any]:
    """Some random steps, and all that was said."""
    rng, said = np.random.default_rng(seed), []
    for _ in range(steps):
        if not env.agents:
            break
        seen, reward, ended, truncated, _ = env.last()
        said.append((env.agent_selection, reward, ended, truncated, *[one.tobytes() for one in seen.values()]))
        env.step(None if ended or truncated else choose(env, env.agent_selection, rng))
    return said


@pytest.mark.parametrize("game", GAMES)
def test_it_passes_the_api_tests(game: str) -> None:
    api_test(zoo.env(game, settings(game), max_cycles=40), num_cycles=60)
    parallel_api_test(zoo.parallel_env(game, settings(game), max_cycles=40), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_it_passes_the_seed_test(game: str) -> None:
    seed_test(lambda: zoo.env(game, settings(game)), num_cycles=30)


@pytest.mark.parametrize("game", GAMES)
def test_it_passes_the_render_test(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **options: zoo.env(game, settings(game), **options))
    assert capsys.readouterr().out


@pytest.mark.parametrize(("terminal", "before"), [(True, "\x1b[H\x1b[2J"), (False, "")])
def test_on_a_terminal_each_position_takes_the_place_of_the_last(
    terminal: bool, before: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    env = zoo.parallel_env("classic", settings("classic"), render_mode="human")
    text = zoo.parallel_env("classic", settings("classic"), render_mode="ansi")
    for one in (env, text):
        one.reset(seed=1)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    env.step(dict.fromkeys(env.agents, 0))
    text.step(dict.fromkeys(text.agents, 0))
    assert capsys.readouterr().out == f"{before}{text.render()}\n"


@pytest.mark.parametrize("game", [*CTF, "savor"])
def test_it_passes_the_max_cycles_test(game: str) -> None:
    max_cycles_test(zoo.module(game))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_on_as_the_environment_does(game: str, copied: Any) -> None:
    env = zoo.env(game, settings(game), max_cycles=20)
    env.reset(seed=4)
    play(env, 7)
    twin = copied(env)
    assert twin.table.match.state() == env.table.match.state()
    assert play(env, 60, seed=2) == play(twin, 60, seed=2)
    env.reset()
    twin.reset()
    assert play(env, 5) == play(twin, 5)


@pytest.mark.parametrize("game", GAMES)
def test_seeds_repeat_and_follow_from_each_other(game: str) -> None:
    one, two = zoo.env(game, settings(game)), zoo.env(game, settings(game))
    one.reset(seed=3)
    two.reset(seed=3)
    said = play(one, 20)
    assert play(two, 20) == said
    one.reset()
    two.reset()
    assert one.table.match.seed == two.table.match.seed != 3
    two.reset(seed=3)
    assert play(two, 20) == said


def test_no_global_generator_is_asked() -> None:
    np.random.seed(1)
    before = np.random.get_state()[1].copy()  # type: ignore[index]
    env = zoo.env("rowdy")
    env.reset(seed=2)
    play(env, 10)
    assert np.array_equal(np.random.get_state()[1], before)  # type: ignore[index]


def test_the_winner_is_paid_one_and_the_loser_pays_it() -> None:
    env = zoo.env("rowdy")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.rewards == {"player_0": -1, "player_1": 1}
    assert all(env.terminations.values())
    assert env.table.match.outcome is not None
    assert env.table.match.outcome.reason == "chose an action that is not legal"


def test_in_parallel_the_racer_who_waits_can_only_pass() -> None:
    env = zoo.parallel_env("rowdy")
    seen, _ = env.reset(seed=1)
    wait = env.action_names.index("pass")
    assert np.flatnonzero(seen["player_1"]["action_mask"]).tolist() == [wait]
    assert seen["player_0"]["action_mask"][wait] == 0
    move = int(np.flatnonzero(seen["player_0"]["action_mask"])[0])
    *_, ended, _, _ = env.step({"player_0": move, "player_1": wait})
    assert not any(ended.values())
    _, rewards, ended, _, _ = env.step({"player_0": wait, "player_1": wait})
    assert rewards == {"player_0": -1, "player_1": 1}
    assert all(ended.values())
    assert env.agents == []


@pytest.mark.parametrize("game", GAMES)
def test_aec_and_parallel_agree(game: str) -> None:
    aec, parallel = zoo.env(game, settings(game)), zoo.parallel_env(game, settings(game))
    aec.reset(seed=6)
    parallel.reset(seed=6)
    rng = np.random.default_rng(1)
    for _ in range(15):
        if not aec.agents or any(aec.terminations.values()):
            break
        actions = dict.fromkeys(parallel.agents, len(parallel.action_names) - 1)
        for _ in parallel.agents if game != "rowdy" else [0]:
            agent = aec.agent_selection
            actions[agent] = choose(aec, agent, rng)
            aec.step(actions[agent])
            if any(aec.terminations.values()):
                break
        parallel.step(actions)
        assert aec.table.match.state() == parallel.table.match.state()


@pytest.mark.parametrize("game", [*CTF, "rowdy"])
def test_shaped_rewards_are_those_of_the_batch(game: str) -> None:
    from flagstone.envs import batch

    lot = batch(game, 1, settings(game), seed=2, rewards="shaped")
    env = zoo.parallel_env(game, lot.setup(0), rewards="shaped")
    env.reset(seed=lot.seed(0))
    for _ in range(30):
        actions = lot.sample()
        step = lot.step(actions)
        given = dict.fromkeys(env.agents, len(env.action_names) - 1)
        for lane, action in enumerate(actions[0].tolist()):
            seat = lane if game != "rowdy" else env.table.to_move()
            given[f"player_{seat}"] = action
        _, rewards, ended, *_ = env.step(given)
        assert list(rewards.values()) == pytest.approx(step.rewards[0].tolist(), abs=1e-6)
        if any(ended.values()):
            break


def test_with_shaped_rewards_an_illegal_action_costs_what_it_costs_in_a_batch() -> None:
    from flagstone.envs import batch

    lot = batch("rowdy", 1, settings("rowdy"), seed=2, rewards="shaped")
    env = zoo.env("rowdy", lot.setup(0), rewards="shaped")
    env.reset(seed=lot.seed(0))
    legal = int(np.flatnonzero(lot.masks[0, 0])[0])
    for action in (legal, 8):  # nobody has a grenade to pick up there
        step = lot.step([[action]])
        env.step(action)
        assert list(env.rewards.values()) == pytest.approx(step.rewards[0].tolist(), abs=1e-6)


def test_wrong_ways_are_named() -> None:
    with pytest.raises(EnvError, match="render_mode is 'film'"):
        zoo.env("classic", render_mode="film")
    env = zoo.env("classic", settings("classic"))
    env.reset(seed=1)
    for action in (-1, 6):
        with pytest.raises(EnvError, match="not a whole number from 0 to 5"):
            env.step(action)
    with pytest.raises(EnvError, match="cannot be None"):
        env.step(None)
    with pytest.raises(EnvError, match="seed is -1"):
        env.reset(seed=-1)
    parallel = zoo.parallel_env("classic", settings("classic"))
    with pytest.raises(EnvError, match="reset first"):
        parallel.step({})
    parallel.reset()
    with pytest.raises(EnvError, match="no action of player_1"):
        parallel.step({"player_0": 0})


def test_pictures_have_a_tile_for_every_cell() -> None:
    env = zoo.env("classic", settings("classic"), render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.shape[0] * 9 == picture.shape[1] * 7
    play(env, 20)
    assert not np.array_equal(env.render(), picture)
