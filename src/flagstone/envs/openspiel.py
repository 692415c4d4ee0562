"""All five games for OpenSpiel: importing this file registers `flagstone_hammer`, `flagstone_rowdy`, … .

    import pyspiel
    import flagstone.envs.openspiel
    game = pyspiel.load_game("flagstone_classic(board=courtyard,seats_per_team=1)")

Every draw is a chance node. The capture-the-flag games, which know no turns, are played round the seats, with `pass`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pyspiel

from flagstone import engine
from flagstone.boards import shipped
from flagstone.envs.setups import limit_of, resolved, seed_of
from flagstone.envs.sight import Sight, sight_of
from flagstone.envs.table import CUT_OFF
from flagstone.match import Match, MatchError
from flagstone.rules import GAMES
from flagstone.rules.rowdy import failure_odds

CTF_PARAMETERS = {"board": "courtyard", "seats_per_team": 2, "max_cycles": 500}
PARAMETERS: dict[str, dict[str, Any]] = {
    "hammer": CTF_PARAMETERS,
    "shovel": CTF_PARAMETERS,
    "classic": CTF_PARAMETERS,
    "rowdy": {"rows": 10, "columns": 10, "failure_chance": 0.05, "seed": 0, "max_cycles": 400},
    "savor": {"elements": "full", "flag_rule": "reach", "stairs_change": 5, "seed": 0, "max_cycles": 400},
}
MOST_DRAW = 11  # of Maze to Savor
PREFIX = "flagstone_"


def type_of(game: str) -> pyspiel.GameType:
    """What OpenSpiel is told about a game."""
    kind, rules = pyspiel.GameType, GAMES[game]
    seats = rules.seats or 2
    return kind(
        short_name=PREFIX + game,
        long_name=f"Flagstone: {rules.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if rules.has_chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game == "rowdy" else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if game == "savor" else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=rules.seats or 256,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS[game],
    )


@dataclass(frozen=True)
class Terms:
    """What all matches of a game on one set-up share."""

    name: str
    setup: dict[str, Any]
    seed: int
    limit: int
    opening: Match | None  # the match before anybody has acted, unless it takes draws to get there

    def __deepcopy__(self, memo: dict[int, Any]) -> "Terms":
        """Copies of a state share their terms."""
        return self


def terms_of(name: str, setup: dict[str, Any], seed: int, limit: int) -> Terms:
    """The terms of a game."""
    try:
        opening = Match(name, {**setup, "scripted": True}, seed)
    except MatchError as error:
        if error.name != "tape_empty":
            raise
        opening = None
    return Terms(name, setup, seed, limit, opening)


class FlagstoneGame(pyspiel.Game):
    """A game on one set-up."""

    name = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make a game from OpenSpiel's parameters. `board` is the name of a shipped board, or a board's text."""
        given = {**PARAMETERS[self.name], **(params or {})}
        settings = dict(given)
        limit, seed = limit_of(self.name, settings.pop("max_cycles")), seed_of(settings.pop("seed", 0))
        if "board" in settings and settings["board"] in shipped.names():
            settings["board"] = shipped.text(settings["board"])
        self.terms = terms_of(self.name, resolved(self.name, settings, seed), seed, limit)
        self.sight: Sight = sight_of(self.name, self.terms.setup)
        area = int(np.prod(self.sight.shape[1:]))
        rounds = limit * self.sight.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.sight.actions),
            max_chance_outcomes={"rowdy": area + 1, "savor": MOST_DRAW + 1}.get(self.name, 0),
            num_players=self.sight.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if self.name == "savor" else 0.0,
            max_game_length=rounds * 3 if self.name == "rowdy" else rounds,
        )
        super().__init__(type_of(self.name), info, dict(params or {}))

    def new_initial_state(self) -> "FlagstoneState":
        """The start of a match; in Rowdy Racers a chance node, since the power may fail before anybody acts."""
        return FlagstoneState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What writes down what a player sees."""
        if params:
            raise ValueError(f"there are no observation parameters; passed {params}")
        is_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.name, self.sight, perfect_recall=is_recall)

    def max_chance_nodes_in_history(self) -> int:
        """More chance nodes than a match can have."""
        area = int(np.prod(self.sight.shape[1:]))
        draws = {"rowdy": 5 * (area + 1), "savor": 1200}.get(self.name, 0)
        return int(self.max_game_length()) * draws


class FlagstoneState(pyspiel.State):
    """A match under way.

    An action that needs draws waits, with those drawn so far, until they are all there; then it is carried out.
    """

    def __init__(self, game: FlagstoneGame) -> None:
        super().__init__(game)
        self.terms, self.name = game.terms, game.name
        self.match: Match | None = None
        self.waiting: tuple[int, int] | None = (-1, -1)  # the seat and action; at first, the start of the match
        self.tape: list[int] = []
        self.record: list[str] = []  # what all have seen happen
        self.seat = self.cycles = 0
        self._carry_out()

    # What OpenSpiel asks.

    def current_player(self) -> int:
        """The player to act, or that chance is, or that the match is over."""
        if self.waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.seat

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.waiting is None and self.match is not None and self.match.is_over

    def returns(self) -> list[float]:
        """1 for the seats of the side that has won, -1 for the others; 0 for all while it is on, or undecided."""
        sides = GAMES[self.name].sides
        outcome = self.match.outcome if self.match is not None and self.is_terminal() else None
        if outcome is None or outcome.winner is None:
            return [0.0] * self.num_players()
        side = sides.index(outcome.winner)
        return [1.0 if seat % len(sides) == side else -1.0 for seat in range(self.num_players())]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.match is not None
        rules = engine.batch_rules(self.name)[0]
        mask = np.zeros(rules.CHOICES, np.int8)
        rules.mark_one(self.match.states, player, mask)
        return [int(choice) for choice in np.flatnonzero(mask)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The values of the next draw, with their chances."""
        if self.name == "rowdy":
            return _rowdy_outcomes(self.terms.setup, self.tape)
        values = [value for value in range(MOST_DRAW + 1) if self._fits(value)]
        return [(value, 1.0 / len(values)) for value in values]

    def _fits(self, value: int) -> bool:
        """Whether a value is one that the next draw can have."""
        assert self.match is not None
        assert self.waiting is not None
        try:
            self.match.clone().act(*self.waiting, [*self.tape, value])
        except MatchError as error:
            return error.name == "tape_empty"
        return True

    def _apply_action(self, action: int) -> None:
        if self.waiting is not None:
            self.tape.append(int(action))
        else:
            self.waiting, self.tape = (self.seat, self._on_the_board(self.seat, action)), []
        self._carry_out()

    def _on_the_board(self, seat: int, choice: int) -> int:
        """The action that a seat means: for the second side the board is turned."""
        turned = engine.batch_rules(self.name)[0].TURNED
        return int(turned[choice]) if seat & 1 and len(turned) > 1 else int(choice)

    def _carry_out(self) -> None:
        """Do what waits, if all its draws are there; otherwise it goes on waiting."""
        assert self.waiting is not None
        seat, action = self.waiting
        actions = GAMES[self.name].actions
        try:
            if self.match is None:
                self.match = self._opened()
            elif action < len(actions):
                self.match.act(seat, action, self.tape)
        except MatchError as error:
            if error.name != "tape_empty":
                raise
            return
        said = "start" if seat < 0 else f"{seat} {actions[action] if action < len(actions) else 'pass'}"
        self.record.append(" ".join([said, *map(str, self.tape)]))
        self.waiting, self.tape = None, []
        self._go_on(seat)

    def _opened(self) -> Match:
        """The match at its start."""
        terms = self.terms
        if terms.opening is not None:
            return terms.opening.clone()
        if not self.tape:
            raise MatchError("tape_empty", "the start takes draws")
        return Match(self.name, {**terms.setup, "scripted": True}, terms.seed, tape=self.tape)

    def _go_on(self, last: int) -> None:
        """Who acts next, and whether that is enough."""
        assert self.match is not None
        rules = GAMES[self.name]
        if rules.seats is None:
            self.seat = (last + 1) % self.num_players()
            self.cycles += last == self.num_players() - 1
        else:
            self.seat = int(self.match.states["to_move"][0])
        if (self.match.length if rules.seats else self.cycles) >= self.terms.limit:
            self.match.stop(CUT_OFF)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        number = self._on_the_board(player, action)
        actions = GAMES[self.name].actions
        return actions[number] if number < len(actions) else "pass"

    def __str__(self) -> str:
        return "\n".join(self.record) + (f"\nwaiting {self.waiting} {self.tape}" if self.waiting else "")


class Observer:
    """Writes down what a player sees: planes and numbers one after another, as `flagstone.envs.batch` has them."""

    def __init__(self, name: str, sight: Sight, *, perfect_recall: bool) -> None:
        self.name, self.sight, self.perfect_recall = name, sight, perfect_recall
        area = int(np.prod(sight.shape))
        self.tensor = np.zeros(area + len(sight.vector), np.float32)
        self.dict = {"planes": self.tensor[:area].reshape(sight.shape), "vector": self.tensor[area:]}

    def set_from(self, state: FlagstoneState, player: int) -> None:
        """Write what a player sees now; before the start of the match, nothing."""
        self.tensor.fill(0)
        if state.match is None:
            return
        sight = self.sight
        planes, vector = np.empty(sight.shape, np.uint8), np.empty(len(sight.vector), np.int32)
        mask = np.empty(len(sight.actions), np.int8)
        see = engine.batch_rules(self.name)[0].see
        see(state.match.states, player, sight.still, sight.places, planes.reshape(-1), vector, mask)
        self.dict["planes"][:] = planes
        self.dict["vector"][:] = vector

    def string_from(self, state: FlagstoneState, player: int) -> str:
        """What a player sees now, or with perfect recall all that has been seen to happen.

        R11. The state's secrets are in neither.
        """
        if self.perfect_recall:
            return "\n".join([f"player {player}", *state.record])
        if state.match is None:
            return f"player {player}: before the start"
        return f"player {player}: {msgspec.json.encode(state.match.view(player)).decode()}"


def _rowdy_outcomes(setup: Mapping[str, Any], tape: list[int]) -> list[tuple[int, float]]:
    """R10. The next draw of Rowdy Racers: how many squares fail, or the next of them, ascending."""
    area = setup["rows"] * setup["columns"]
    left, first = 0, 0
    for value in tape:
        left, first = (left - 1, value + 1) if left else (value, 0)
    if left == 0:
        odds = failure_odds(area, setup["failure_chance"])
        edges = (0, *odds.thresholds)
        shares = [(high - low) / 2**32 for low, high in pairwise(edges)]
        return [(odds.fewest + number, share) for number, share in enumerate(shares) if share > 0]
    outcomes, share = [], left / (area - first)
    for square in range(first, area - left + 1):
        outcomes.append((square, share))
        share *= (area - square - left) / max(1, area - square - 1)
    return outcomes


def _register(game: str) -> type[FlagstoneGame]:
    kind = type(f"{game.capitalize()}Game", (FlagstoneGame,), {"name": game, "__doc__": GAMES[game].summary})
    pyspiel.register_game(type_of(game), kind)
    return kind


REGISTERED = {game: _register(game) for game in GAMES}
