"""Gymnasium: one seat of a match, and one seat each of many."""

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from flagstone.bots import BotError, make
from flagstone.bots.bot import rng_of, view_of
from flagstone.envs import EnvError
from flagstone.envs.gym import SeatEnv, SeatsEnv
from flagstone.match import Match
from tests.envs.playing import CTF, GAMES, settings


def choose(mask: Any, rng: np.random.Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(rng.choice(legal)) if len(legal) else 0


@pytest.mark.parametrize("game", GAMES)
def test_it_passes_the_checker(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(f"flagstone/{game}-v1", settings=settings(game)).unwrapped)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_an_episode_has_an_end(game: str, seat: int) -> None:
    env = SeatEnv(game, settings(game), seat=seat, max_cycles=20)
    _, info = env.reset(seed=1)
    rng, ended, truncated, steps = np.random.default_rng(1), False, False, 0
    while not (ended or truncated):
        seen, reward, ended, truncated, info = env.step(choose(info["action_mask"], rng))
        steps += 1
        assert env.observation_space.contains(seen)
        assert reward == 0 or ended
    assert steps <= 20 * 3
    with pytest.raises(EnvError, match="reset first"):
        env.step(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_brings_the_same_episode_bots_included(game: str) -> None:
    def episode(env: SeatEnv) -> list[Any]:
        seen, info = env.reset(seed=9)
        rng, said = np.random.default_rng(2), list[Any]([seen["planes"].tobytes()])
        for _ in range(12):
            seen, reward, ended, truncated, info = env.step(choose(info["action_mask"], rng))
            said += [seen["planes"].tobytes(), seen["vector"].tobytes(), reward, ended]
            if ended or truncated:
                break
        return said

    env = SeatEnv(game, settings(game))
    assert episode(env) == episode(env) == episode(SeatEnv(game, settings(game)))


@pytest.mark.parametrize("game", [*CTF, "rowdy"])
def test_a_copy_goes_on_as_the_environment_does(game: str) -> None:
    env = SeatEnv(game, settings(game), opponents="greedy")
    _, info = env.reset(seed=2)
    rng = np.random.default_rng(1)
    for _ in range(5):
        *_, info = env.step(choose(info["action_mask"], rng))
    twin = copy.deepcopy(env)
    for _ in range(5):
        action = choose(info["action_mask"], rng)
        mine, theirs = env.step(action), twin.step(action)
        assert np.array_equal(mine[0]["planes"], theirs[0]["planes"])
        assert mine[1:4] == theirs[1:4]
        info = mine[4]
        if mine[2] or mine[3]:
            break


def test_opponents_may_be_named_one_by_one() -> None:
    env = SeatEnv("classic", {}, opponents=["greedy", "random", "search:nodes=5"], seat=2)
    env.reset(seed=1)
    assert {seat: type(bot).__name__ for seat, bot in env.bots.items()} == {
        0: "GreedyBot",
        1: "RandomBot",
        3: "SearchBot",
    }
    with pytest.raises(EnvError, match="the other seats are 3"):
        SeatEnv("classic", opponents=["greedy"])
    with pytest.raises(BotError, match="no bot is called 'clever'"):
        SeatEnv("classic", opponents="clever")
    with pytest.raises(EnvError, match="seat is 4"):
        SeatEnv("classic", seat=4)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_many_at_once(game: str, seat: int) -> None:
    env = gymnasium.make_vec(
        f"flagstone/{game}-v1", 5, "vector_entry_point", settings=settings(game), seat=seat, max_cycles=10
    )
    seen, info = env.reset(seed=4)
    assert env.observation_space.contains(seen)
    rng, ends = np.random.default_rng(1), 0
    for _ in range(60):
        actions = np.array([choose(mask, rng) for mask in info["action_mask"]])
        seen, rewards, ended, truncated, info = env.step(actions)
        assert env.observation_space.contains(seen)
        assert rewards.shape == ended.shape == truncated.shape == (5,)
        over = ended | truncated
        assert (over == info.get("_final_obs", np.zeros(5, bool))).all()
        assert (rewards[~over] == 0).all()
        for number in np.flatnonzero(over):
            ends += 1
            assert env.single_observation_space.contains(info["final_obs"][number])
    assert ends > 0
    if game not in CTF:
        assert (env.unwrapped.batch.seat == seat).all()  # type: ignore[attr-defined]
    env.close()


def test_a_policy_of_its_own_may_play_the_others() -> None:
    asked = []

    def stay(observations: Any, masks: Any, seats: Any) -> Any:
        asked.append(observations.planes.shape)
        return np.full(masks.shape[:2], masks.shape[2] - 1)

    env = SeatsEnv("classic", 3, settings("classic"), opponents=stay)
    env.reset(seed=1)
    before = [env.batch.view(match)["players"][1] for match in range(3)]
    for _ in range(4):
        env.step(np.full(3, 2))
    assert [env.batch.view(match)["players"][1] for match in range(3)] == before
    assert asked == [(3, 2, 12, 7, 9)] * 4


@pytest.mark.parametrize(("game", "seat"), [("rowdy", 0), ("rowdy", 1), ("savor", 1)])
def test_bots_play_the_others_of_a_vector_as_they_play_single_matches(game: str, seat: int) -> None:
    env = SeatsEnv(game, 3, settings(game), seat=seat, opponents="greedy")
    _, info = env.reset(seed=3)
    setup, seed = env.batch.setup(1), env.batch.seed(1)
    alone = Match(game, setup, seed)
    seats = [other for other in range(alone.seats) if other != seat]
    bots = {other: (make("greedy"), rng_of(seed, other)) for other in seats}
    for other, (bot, _) in bots.items():
        bot.start(game, other, alone.seats, alone.setup)  # type: ignore[attr-defined]
    names = env.batch.actions if seat == 0 or game == "savor" else turned(env.batch.actions)
    for _ in range(12):
        while (mover := alone.to_act()[0]) != seat:
            bot, rng = bots[mover]
            alone.apply(mover, bot.choose(view_of(alone, mover), tuple(alone.legal(mover)), rng))
        assert alone.view(None) == env.batch.view(1)
        actions = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
        _, _, ended, _, info = env.step(actions)
        if ended[1]:
            break
        assert alone.apply(seat, names[actions[1]]).accepted


def turned(names: tuple[str, ...]) -> tuple[str, ...]:
    """What the actions of player 2 in Rowdy Racers are called on the board: its directions are turned by half."""
    return (*names[4:8], *names[:4], *names[8:])


def test_greedy_in_a_vector_wins_against_standing_still() -> None:
    for seat in (0, 1):
        env = SeatsEnv("classic", 2, settings("classic"), seat=seat, opponents="greedy", max_cycles=200)
        env.reset(seed=1)
        for _ in range(200):
            _, rewards, ended, _, _ = env.step(np.full(2, len(env.batch.actions) - 1))
            if ended.any():
                break
        assert (rewards[ended] == -1).all()
        assert ended.any()


def test_who_cannot_play_in_a_vector_is_told() -> None:
    with pytest.raises(BotError, match="no bot is called 'clever'; there are: random, greedy, search"):
        SeatsEnv("classic", 3, opponents="clever")
    with pytest.raises(BotError, match="write nodes=1"):
        SeatsEnv("classic", 3, opponents="search:deep")
    with pytest.raises(EnvError, match="opponents are 1; the other seats are 3"):
        SeatsEnv("classic", 3, opponents=["greedy"])


def test_a_vector_repeats_with_its_seed() -> None:
    def play(env: SeatsEnv) -> list[bytes]:
        _, info = env.reset(seed=5)
        said = []
        for number in range(30):
            actions = np.array([np.flatnonzero(mask)[number % mask.sum()] for mask in info["action_mask"]])
            seen, *_, info = env.step(actions)
            said.append(seen["planes"].tobytes())
        return said

    assert play(SeatsEnv("rowdy", 4, settings("rowdy"))) == play(SeatsEnv("rowdy", 4, settings("rowdy"), threads=2))
