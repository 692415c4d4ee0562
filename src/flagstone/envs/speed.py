"""How fast the environments are here, beside a plain fill of the same arrays and beside installed peers."""

import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from flagstone import engine
from flagstone.boards import shipped
from flagstone.envs.core import Batch
from flagstone.rules import GAMES
from flagstone.rules.record import layout

Measured = tuple[str, float, str]  # what, how much, of what

MATCHES = 4096
COURTYARD = {"board": shipped.text("courtyard"), "seats_per_team": 2}
RESTART = 2000


def measure(seconds: float) -> Iterator[Measured]:
    """Classic CTF on an 11×21 board with two seats a team, and single environments of all kinds."""
    yield from batches(seconds)
    if find_spec("pettingzoo"):
        yield from single_environments(seconds)
        yield from _if_it_runs("PettingZoo connect_four", connect_four, seconds)
    if find_spec("pyspiel"):
        yield from open_spiel(seconds)
    if find_spec("pgx"):
        yield from _if_it_runs("Pgx connect_four", pgx, seconds)


def batches(seconds: float) -> Iterator[Measured]:
    """The batch core."""
    lot = Batch("classic", MATCHES, COURTYARD)
    lanes = MATCHES * lot.lanes
    looking = lanes / _best(lot.step, lot.sample, seconds)
    arrays: list[npt.NDArray[Any]] = [lot.observations.planes, lot.observations.vector, lot.masks]
    size = sum(one.nbytes for one in arrays) / lanes
    copies = [np.empty_like(one) for one in arrays]

    def fill(_: object) -> None:
        for one in copies:
            one.fill(0)

    filling = lanes / _best(fill, lambda: None, seconds)
    yield "batch, one core: observations and masks of seats", looking / 1e6, "M/s"
    yield "  bytes they hold", looking * size / 1e9, "GB/s"
    yield "  plain fill of the same arrays", filling * size / 1e9, "GB/s"
    yield "  share of the plain fill", looking / filling, ""
    rng, choices = np.random.default_rng(1), len(GAMES["classic"].actions)
    stepping = lanes / _best(
        lambda actions: lot.step(actions, look=False), lambda: rng.integers(0, choices, (MATCHES, lot.lanes)), seconds
    )
    raw = _rules_alone(seconds)
    yield "batch, one core: stepping alone", stepping / 1e6, "M actions/s"
    yield "  rules alone, random play on this board", raw / 1e6, "M actions/s"
    yield "  share of the rules' speed", stepping / raw, ""
    two = Batch("classic", MATCHES, COURTYARD, threads=2)
    one_core = two_cores = float("inf")
    for _ in range(4):  # in turn, since both feel who else uses the machine
        one_core = min(one_core, _best(lot.step, lot.sample, seconds / 4))
        two_cores = min(two_cores, _best(two.step, two.sample, seconds / 4))
    two.close()
    yield "batch, two threads: observations and masks of seats", lanes / two_cores / 1e6, "M/s"
    yield "  times one core", one_core / two_cores, ""


def _rules_alone(seconds: float) -> float:
    """Random play of one match, as `flagstone bench` measures it for every game."""
    rules, lot = engine.compiled("classic"), Batch("classic", 1, COURTYARD)
    origin = lot.save(0).state
    states = origin.copy()
    events = np.zeros(1, layout(GAMES["classic"].event_list, **{**GAMES["classic"].capacities[0], "events": 1}))
    steps = 200_000
    took = _best(lambda _: rules.play_random(states, origin, events, steps, RESTART), lambda: None, seconds)
    return steps / took


def single_environments(seconds: float) -> Iterator[Measured]:
    """One match at a time, random actions."""
    from flagstone.envs import zoo
    from flagstone.envs.gym import SeatEnv

    aec = zoo.env("classic", COURTYARD)
    aec.reset(seed=1)
    yield "PettingZoo, AEC: last and step", _rate(_aec_steps(aec, 6), seconds), "/s"
    parallel = zoo.parallel_env("classic", COURTYARD)
    choices = [dict.fromkeys(parallel.possible_agents, action) for action in range(6)]

    def all_at_once(number: int) -> None:
        if not parallel.agents:
            parallel.reset(seed=1)
        parallel.step(choices[number % 6])

    yield "PettingZoo, parallel: steps of all four", _rate(all_at_once, seconds), "/s"
    seat = SeatEnv("classic", {**COURTYARD, "seats_per_team": 1}, opponents="random")
    seat.reset(seed=1)

    def alone(number: int) -> None:
        *_, ended, truncated, _ = seat.step(number % 6)
        if ended or truncated:
            seat.reset()

    yield "Gymnasium: steps against the random bot", _rate(alone, seconds), "/s"


def _aec_steps(env: Any, choices: int) -> Callable[[int], None]:
    """A step of a PettingZoo environment, looking before; any action will do if there are so many of them."""

    def step(number: int) -> None:
        if not env.agents:
            env.reset(seed=1)
        seen, _, ended, truncated, _ = env.last()
        if ended or truncated:
            env.step(None)
        elif choices:
            env.step(number % choices)
        else:
            legal = seen["action_mask"].nonzero()[0]
            env.step(int(legal[number % len(legal)]))

    return step


def connect_four(seconds: float) -> Iterator[Measured]:
    """PettingZoo's own."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.raw_env()
    env.reset(seed=1)
    yield "peer: PettingZoo connect_four, last and step", _rate(_aec_steps(env, 0), seconds), "/s"


def open_spiel(seconds: float) -> Iterator[Measured]:
    """OpenSpiel from Python: its own connect_four, which is C++, and its tic_tac_toe in Python; then ours."""
    import pyspiel

    from flagstone.envs import openspiel  # registers

    names = {
        "peer: OpenSpiel connect_four from Python": "connect_four",
        "peer: OpenSpiel tic_tac_toe, a Python game": "python_tic_tac_toe",
        "OpenSpiel: classic": f"{openspiel.PREFIX}classic",
    }
    for what, name in names.items():
        if name not in pyspiel.registered_names():
            from open_spiel.python.games import tic_tac_toe  # noqa: F401 (registers)
        game = pyspiel.load_game(name)
        states = [game.new_initial_state()]

        def step(number: int, game: Any = game, states: list[Any] = states) -> None:
            state = states[0]
            if state.is_terminal():
                state = states[0] = game.new_initial_state()
            state.observation_tensor(0)
            legal = state.legal_actions()
            state.apply_action(legal[number % len(legal)])

        yield f"{what}: look and step", _rate(step, seconds), "/s"


def pgx(seconds: float) -> Iterator[Measured]:
    """Pgx's connect_four, as many matches at once."""
    import jax
    import pgx as peer

    env = peer.make("connect_four")
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), MATCHES))
    step = jax.jit(jax.vmap(env.step))
    actions = states.legal_action_mask.argmax(1)
    took = _best(lambda _: jax.block_until_ready(step(states, actions)), lambda: None, seconds)
    yield "peer: Pgx connect_four on this processor, batch", MATCHES / took / 1e6, "M/s"


def _if_it_runs(peer: str, figures: Callable[[float], Iterator[Measured]], seconds: float) -> Iterator[Measured]:
    """The figures of a peer; if something that it needs is not installed, a word about that."""
    try:
        yield from figures(seconds)
    except ImportError as error:
        print(f"{peer} is not measured: {error}", file=sys.stderr)


def _best(call: Callable[[Any], object], prepare: Callable[[], Any], seconds: float) -> float:
    """The seconds of the fastest call; what it is handed is prepared off the clock."""
    call(prepare())
    best, until = float("inf"), time.perf_counter() + seconds
    while best == float("inf") or time.perf_counter() < until:
        prepared = prepare()
        began = time.perf_counter()
        call(prepared)
        best = min(best, time.perf_counter() - began)
    return best


def _rate(step: Callable[[int], None], seconds: float) -> float:
    """Steps a second: of the fastest hundred, since others use the machine too."""
    for number in range(100):
        step(number)

    def hundred(_: object) -> None:
        for number in range(100):
            step(number)

    return 100 / _best(hundred, lambda: None, seconds)
