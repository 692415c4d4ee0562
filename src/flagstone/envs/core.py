"""The batch core: thousands of matches of one game, a step of all of them in one call."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from flagstone import engine
from flagstone.boards.settings import is_integer, shown
from flagstone.envs.setups import EnvError, is_shaped, limit_of, origins_of, seed_of, setups_of
from flagstone.envs.sight import Sight, sight_of
from flagstone.rules import GAMES
from flagstone.rules.chance import WORD, mixed
from flagstone.rules.record import layout

LEAD = 12  # the thread that calls has so large a part of its share more to do than those who have to wake up first

Which = Sequence[int] | npt.NDArray[np.integer[Any]] | npt.NDArray[np.bool_] | int


class Observations(NamedTuple):
    """What every lane's seat sees. The arrays are the batch's own: the next step writes what has changed into them.

    So do not write to them; if that was necessary, `Batch.look` puts them right.
    """

    planes: npt.NDArray[np.uint8]  # matches, lanes, planes, rows, columns
    vector: npt.NDArray[np.int32]  # matches, lanes, numbers


class Step(NamedTuple):
    """What came of a step. The arrays are the batch's own: the next step writes over them."""

    observations: Observations
    rewards: npt.NDArray[np.float32]  # matches, seats
    ended: npt.NDArray[np.bool_]  # matches: somebody has won, or it is drawn
    truncated: npt.NDArray[np.bool_]  # matches: cut off by `max_cycles`
    masks: npt.NDArray[np.int8]  # matches, lanes, actions: 1 for those that may be chosen next


@dataclass(frozen=True)
class Saved:
    """One match of a batch as it was: for `Batch.load` of the same batch, or of one with the same game and boards."""

    game: str
    boards: bytes
    state: npt.NDArray[Any]
    book: npt.NDArray[Any]


def batch(
    game: str,
    matches: int = 4096,
    settings: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    **options: Any,
) -> "Batch":
    """Many matches of a game at once; see `Batch` for the options."""
    return Batch(game, matches, settings, **options)


class Batch:
    """Many matches of one game, stepped together. Not safe to share between threads; it uses its own.

    A *lane* is a place for one action and what its seat sees. In the capture-the-flag games a match has a lane for
    every seat, and all seats act in every step, in seat order. In Rowdy Racers and Maze to Savor a match has one lane,
    for the seat to move, which `seat` names.
    """

    def __init__(
        self,
        game: str,
        matches: int = 4096,
        settings: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        boards: int = 1,
        max_cycles: int | None = None,
        rewards: str = "sparse",
        auto_reset: bool = True,
    ) -> None:
        """Make a batch and start its matches.

        `settings` are those of `flagstone games`, or a list of them: then every match is played on one of those
        set-ups, which must agree in size and seats. Where they leave something to chance (Rowdy Racers, Maze to Savor),
        `boards` says how many set-ups are drawn from the seed. `max_cycles` cuts a match off after so many actions of
        each seat (capture the flag), turns (Rowdy Racers) or rounds (Maze to Savor). Without `auto_reset` a match that
        is over waits for `reset`. The results do not depend on `threads`. Raises EnvError.
        """
        self.shaped, self.limit = is_shaped(game, rewards), limit_of(game, max_cycles)
        for name, value, most in (("matches", matches, 2**24), ("threads", threads, 256), ("boards", boards, 2**16)):
            if not is_integer(value) or not 1 <= value <= most:
                raise EnvError(f"{name} is {shown(value)}, not a whole number from 1 to {most}")
        self.game, self.matches, self.threads = game, matches, threads
        self.auto_reset = bool(auto_reset)
        self.setups = setups_of(game, settings, seed_of(seed), boards)
        self._sights = [sight_of(game, setup) for setup in self.setups]
        _check_alike(self._sights)
        self._allocate()
        self._connect()
        self.reset(seed=seed)

    def _allocate(self) -> None:
        sight, rules, matches = self.sight, GAMES[self.game], self.matches
        self.lanes = lanes = 1 if rules.seats else sight.seats
        origins = origins_of(self.game, self.setups)
        sizes = {**rules.capacities[0], "events": 1}
        book = engine.batch_rules(self.game)[0].Book
        self._arrays = {
            "states": np.zeros(matches, origins.dtype),
            "books": np.zeros(matches, layout(book)),
            "events": np.zeros(self.threads, layout(rules.event_list, **sizes)),
            "origins": origins,
            "still": np.concatenate([one.still for one in self._sights]),
            "places": sight.places,
            "distances": np.concatenate([one.distances for one in self._sights]),
            "planes": np.zeros(matches * lanes * int(np.prod(sight.shape)), np.uint8),
            "vectors": np.zeros(matches * lanes * len(sight.vector), np.int32),
            "memory": np.zeros(matches * engine.batch_rules(self.game)[0].memory_size(sight.seats) + 1, np.int32),
            "masks": np.zeros(matches * lanes * len(sight.actions), np.int8),
            "rewards": np.zeros(matches * sight.seats, np.float32),
            "ended": np.zeros(matches, np.bool_),
            "truncated": np.zeros(matches, np.bool_),
            "awake": np.ones(matches, np.bool_),
            "seats": np.zeros(matches * lanes, np.int32),
        }
        self._actions = np.zeros(matches * lanes, np.int64)
        self._words = (0, 0)
        self._sampled = 0

    def _connect(self) -> None:
        """Views of the flat arrays, and what is called with them."""
        arrays, sight, matches, lanes = self._arrays, self.sight, self.matches, self.lanes
        self.observations = Observations(
            arrays["planes"].reshape(matches, lanes, *sight.shape), arrays["vectors"].reshape(matches, lanes, -1)
        )
        self.masks = arrays["masks"].reshape(matches, lanes, -1)
        self.rewards = arrays["rewards"].reshape(matches, -1)
        self.ended, self.truncated = arrays["ended"], arrays["truncated"]
        self.seat = arrays["seats"].reshape(matches, lanes)
        self._rules = engine.batch_rules(self.game)[0]
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        lead = matches // (LEAD * self.threads)
        cuts = [0, *(lead + (matches - lead) * number // self.threads for number in range(1, self.threads + 1))]
        self._parts = list(pairwise(cuts))
        self._lots = [self._lot(number) for number in range(self.threads)]

    def _lot(self, number: int) -> Any:
        """What the compiled code is handed; every thread has its own place for events that nobody reads."""
        arrays, sight = self._arrays, self._sights[0]
        low, high = self._words
        lot: NamedTuple = self._rules.Lot(
            **{**arrays, "events": arrays["events"][number : number + 1]},
            lanes=self.lanes,
            seat_count=sight.seats,
            plane_size=int(np.prod(sight.shape)),
            vector_size=len(sight.vector),
            still_size=len(sight.still),
            map_size=len(sight.distances),
            low=low,
            high=high,
            limit=self.limit,
            shaped=self.shaped,
            renews=self.auto_reset,
        )
        return tuple(lot)

    @property
    def sight(self) -> Sight:
        """What the seats see, in figures: names and shapes."""
        return self._sights[0]

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions of a lane; an action is an index into them."""
        return self.sight.actions

    # Playing.

    def reset(self, which: Which | None = None, *, seed: int | None = None) -> Observations:
        """Start new matches: all, or those with the numbers or marks in `which`.

        With a `seed` the whole batch starts from its beginning, so that the same steps give the same results again.
        Rewards and the signs of an end are cleared for the matches that are reset, and for no other.
        """
        if seed is not None:
            if which is not None:
                raise EnvError("a seed is for the whole batch; reset it without `which`")
            number = seed_of(seed)
            self._words = mixed(number & WORD), mixed(number >> 32 ^ 0x5BD1E995)
            self._lots = [self._lot(number) for number in range(self.threads)]
            self._arrays["books"]["episode"] = -1
            self._sampled = 0
        with self._awake(which):
            self._run((self._rules.restart,), (self._rules.advance, self._actions, False, True))
        return self.observations

    def step(self, actions: npt.ArrayLike, which: Which | None = None, *, look: bool = True) -> Step:
        """Carry out one action of every lane: whole numbers, one for each match and lane.

        `which` are the matches that the step is for, by numbers or marks; the others stay as they are in every respect.
        Without `look` observations and masks stay as they were until `look` is called.

        In the capture-the-flag games an action that is refused when its turn comes, for whatever reason, is a `pass`;
        in the others it loses the match. Matches that are over are reset at once, if `auto_reset` is on: then rewards,
        `ended` and `truncated` are those of the match that is over, observations and masks those of the next.
        """
        self._take(actions)
        with self._awake(which):
            self._run((self._rules.advance, self._actions, True, look))
        return Step(self.observations, self.rewards, self.ended, self.truncated, self.masks)

    def look(self) -> Observations:
        """Write down anew what all seats see, whatever has become of the arrays meanwhile."""
        self._arrays["books"]["shown"] = False
        self._run((self._rules.advance, self._actions, False, True))
        return self.observations

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action for every lane, each as likely as the others; from the batch's seed, so that it repeats."""
        self._sampled += 1
        word = mixed(self._words[0] ^ mixed(self._words[1] ^ self._sampled & WORD))
        actions = np.empty((self.matches, self.lanes), np.int64)
        self._rules.choose(self._arrays["masks"], actions.reshape(-1), word, 0, actions.size)
        return actions

    def _take(self, actions: npt.ArrayLike) -> None:
        given = np.asarray(actions)
        if given.size != self._actions.size or given.dtype.kind not in "iu":
            raise EnvError(
                f"actions are {given.dtype} of shape {given.shape}, not whole numbers of shape "
                f"({self.matches}, {self.lanes}): one for each match and lane"
            )
        if given.dtype == np.int64 and given.flags.c_contiguous:
            self._actions = given.reshape(-1)
        else:
            self._actions = given.astype(np.int64).reshape(-1)

    @contextmanager
    def _awake(self, which: Which | None) -> Iterator[None]:
        """What is done inside is done with these matches only."""
        if which is None:
            yield
            return
        awake = self._arrays["awake"]
        awake[:] = self._marks(which)
        try:
            yield
        finally:
            awake[:] = True

    def _run(self, *calls: tuple[Any, ...]) -> None:
        """Call rules, each with arguments of its own, for all matches, shared out to the threads."""

        def work(number: int) -> None:
            for rule, *arguments in calls:
                rule(self._lots[number], *arguments, *self._parts[number])

        if self._pool is None:
            work(0)
            return
        waiting = [self._pool.submit(work, number) for number in range(1, self.threads)]
        work(0)
        for other in waiting:
            other.result()

    def _marks(self, which: Which | None) -> npt.NDArray[np.bool_]:
        if which is None:
            return np.ones(self.matches, np.bool_)
        given = np.atleast_1d(np.asarray(which))
        if given.dtype == np.bool_ and given.shape == (self.matches,):
            return given
        marks = np.zeros(self.matches, np.bool_)
        if given.size:
            if given.dtype.kind not in "iu" or given.min() < 0 or given.max() >= self.matches:
                raise EnvError(f"matches are chosen by numbers from 0 to {self.matches - 1}, or by one mark for each")
            marks[given] = True
        return marks

    def _one(self, match: Any) -> int:
        if isinstance(match, np.integer):
            match = int(match)
        if not is_integer(match) or not 0 <= match < self.matches:
            raise EnvError(f"there is no match {shown(match)}; there are 0 to {self.matches - 1}")
        return int(match)

    # Keeping.

    def save(self, match: int) -> Saved:
        """One match as it is now, for `load`."""
        one = self._one(match)
        states, books = self._arrays["states"], self._arrays["books"]
        return Saved(self.game, self._boards, states[one : one + 1].copy(), books[one : one + 1].copy())

    def load(self, which: Which, saved: Saved) -> None:
        """Put a saved match in the place of one or several. They go on exactly as it would have.

        What was saved is trusted as the batch's own arrays are: do not load what a stranger gave you.
        """
        if saved.game != self.game or saved.boards != self._boards:
            raise EnvError("the match was saved by a batch of another game or other boards")
        marks = self._marks(which)
        self._arrays["states"][marks] = saved.state[0]
        self._arrays["books"][marks] = saved.book[0]
        self._arrays["books"]["shown"][marks] = False
        over = bool(saved.book["over"][0])
        for number in np.flatnonzero(marks).tolist():
            self._arrays["ended"][number] = over and bool(saved.state["result"][0])
            self._arrays["truncated"][number] = over and not saved.state["result"][0]
            self.rewards[number] = 0
            self._rules.advance(self._lots[0], self._actions, False, True, number, number + 1)

    def clone(self, match: int, which: Which) -> None:
        """Make copies of a match in the places of others."""
        self.load(which, self.save(match))

    @property
    def _boards(self) -> bytes:
        return msgspec.json.encode(self.setups)

    # Asking.

    def see(self, match: int, seat: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
        """What any seat of a match sees now, planes and numbers, whether it is to move or not; new arrays."""
        one, sight = self._one(match), self._sights[int(self._arrays["books"]["board"][match])]
        if not is_integer(seat) or not 0 <= seat < sight.seats:
            raise EnvError(f"there is no seat {shown(seat)}; there are 0 to {sight.seats - 1}")
        planes, vector = np.empty(sight.shape, np.uint8), np.empty(len(sight.vector), np.int32)
        mask = np.empty(len(sight.actions), np.int8)
        states = self._arrays["states"][one : one + 1]
        self._rules.see(states, seat, sight.still, sight.places, planes.reshape(-1), vector, mask)
        return planes, vector

    def setup(self, match: int) -> dict[str, Any]:
        """The resolved set-up that a match is played on: settings for `flagstone.match.Match`."""
        return self.setups[int(self._arrays["books"]["board"][self._one(match)])]

    def seed(self, match: int) -> int:
        """The seed of a match: `Match(game, batch.setup(m), batch.seed(m))` begins, and draws, as it did."""
        return int(self._arrays["books"]["seed"][self._one(match)])

    @property
    def ages(self) -> npt.NDArray[np.int32]:
        """How many steps each match has had."""
        ages: npt.NDArray[np.int32] = self._arrays["books"]["age"]
        return ages

    def view(self, match: int) -> dict[str, Any]:
        """What anybody may see of a match, as `Match.view` tells it; secrets left out until it is over."""
        from flagstone.notation import NOTATIONS

        state = self._arrays["states"][self._one(match)]
        return NOTATIONS[self.game].state(state, bool(state.result))

    # Copies. A copy of a batch plays on as the batch does.

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle keeps: everything but threads and compiled code."""
        made = ("_rules", "_pool", "_parts", "_lots", "observations", "masks", "rewards", "ended", "truncated", "seat")
        return {name: value for name, value in vars(self).items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A batch from a pickle, which is trusted as every pickle is."""
        vars(self).update(state)
        self._arrays = {name: np.array(value) for name, value in self._arrays.items()}
        self._connect()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


def _check_alike(sights: Sequence[Sight]) -> None:
    for number, sight in enumerate(sights):
        if (sight.shape, sight.seats) != (sights[0].shape, sights[0].seats):
            raise EnvError(
                f"set-up {number} has {sight.seats} seats and planes of {sight.shape[1:]}, set-up 0 "
                f"{sights[0].seats} and {sights[0].shape[1:]}; those of one batch must agree"
            )
