"""Random matches of the capture-the-flag games: what must hold whatever anybody does."""

import random
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from flagstone.match import Match
from flagstone.rules import ctf
from flagstone.rules.events import NOBODY

Told = dict[str, Any]  # the state in words


def random_board(rows: int, columns: int, seats_per_team: int, seed: int) -> str:
    """A board with the homes, jails, walls and tools of both teams strewn over it."""
    rng = random.Random(seed)
    cells = {(row, column): " " for row in range(rows) for column in range(columns)}
    for team, (home, jail, flag) in enumerate((tuple("hjf"), tuple("HJF"))):
        own = [cell for cell in cells if ctf.territory(cell[1], columns) == team]
        rng.shuffle(own)
        count = 2 * seats_per_team + 1
        cells |= dict.fromkeys(own[:count], home) | dict.fromkeys(own[count : 2 * count], jail)
        cells[own[rng.randrange(count)]] = rng.choice((home, flag))
        rest = own[2 * count :]
        cells |= dict.fromkeys(rest[: len(rest) // 3], "#") | dict.fromkeys(rest[-1:], "s")
    return "\n".join("".join(cells[row, column] for column in range(columns)) for row in range(rows))


class CtfMachine(RuleBasedStateMachine):
    """Random actions of random seats on a random board of one game."""

    game: ClassVar[str]

    @property
    def state(self) -> Any:
        return self.match.states[0]

    @initialize(rows=st.integers(5, 7), columns=st.integers(6, 9), seats=st.integers(1, 2), seed=st.integers(0, 2**32))
    def start(self, rows: int, columns: int, seats: int, seed: int) -> None:
        self.match = Match(self.game, {"board": random_board(rows, columns, seats, seed), "seats_per_team": seats})
        self.terrain = self.match.state()["terrain"]
        self.opened = 0

    def act(self, seat: int, action: str) -> None:
        """One action, and all that must hold of it."""
        match = self.match
        is_legal = action in match.legal(seat)
        before, entries = match.states.tobytes(), len(match.log)
        reply = match.apply(seat, action)
        assert reply.accepted == is_legal
        if reply.accepted:
            names = [event["event"] for event in reply.events]
            assert names
            assert len(match.log) == entries + 1
            assert ("won" in names) == (names[-1] == "won") == match.is_over
            self.opened += names.count("wall_broken") + names.count("dug")
        else:
            assert reply.events == []
            assert (match.states.tobytes(), len(match.log)) == (before, entries)

    @precondition(lambda self: not self.match.is_over)
    @rule(seed=st.integers(0, 2**32), count=st.integers(1, 20))
    def anybody_does_anything(self, seed: int, count: int) -> None:
        rng = random.Random(seed)
        for _ in range(count):
            self.act(rng.randrange(self.match.seats), rng.choice(self.match.game.actions))

    @precondition(lambda self: not self.match.is_over)
    @rule(seed=st.integers(0, 2**32), count=st.integers(1, 20))
    def somebody_walks(self, seed: int, count: int) -> None:
        rng = random.Random(seed)
        seat = rng.randrange(self.match.seats)
        for _ in range(count):
            actions = self.match.legal(seat)
            if actions:
                self.act(seat, rng.choice(actions))

    @precondition(lambda self: self.match.is_over)
    @rule()
    def nobody_acts_after_the_end(self) -> None:
        assert self.match.to_act() == []
        for seat in range(self.match.seats):
            assert self.match.legal(seat) == []
            for action in self.match.game.actions:
                assert self.match.apply(seat, action).refusal == "match_over"

    @rule(seed=st.integers(0, 2**32))
    def a_clone_plays_on_alone(self, seed: int) -> None:
        before = self.match.states.tobytes()
        twins = [self.match.clone(), self.match.clone()]
        rng = random.Random(seed)
        actions = [(rng.randrange(self.match.seats), rng.choice(self.match.game.actions)) for _ in range(5)]
        replies = [[twin.apply(*action) for action in actions] for twin in twins]
        assert replies[0] == replies[1]
        assert twins[0].states.tobytes() == twins[1].states.tobytes()
        assert self.match.states.tobytes() == before

    def teardown(self) -> None:
        """A saved match is loaded as it was."""
        if hasattr(self, "match"):
            loaded = Match.load(self.match.save())
            assert loaded.states.tobytes() == self.match.states.tobytes()
            assert loaded.log == self.match.log

    @invariant()
    def all_agrees(self) -> None:
        told = self.match.state()
        self.every_flag_and_tool_is_in_one_place(told)
        self.a_player_carries_what_he_may(told)
        self.nobody_is_in_two_places()
        self.the_counts_agree(told)
        self.only_walls_change_and_only_by_tools(told)

    def every_flag_and_tool_is_in_one_place(self, told: Told) -> None:
        """Lying, or with the one player who says that he holds it; a spent hammer is nowhere."""
        state = self.state
        for kind, held_as, bit, records in (
            ("flags", "flag", ctf.FLAG_LIES, state.flag),
            ("tools", "tool", ctf.TOOL_LIES, state.tools),
        ):
            lying = []
            for number, thing in enumerate(told[kind]):
                holders = [seat for seat, player in enumerate(told["players"]) if player[held_as] == number]
                assert holders == ([] if thing["carrier"] is None else [thing["carrier"]])
                if thing["carrier"] is not None:
                    assert thing["at"] == told["players"][thing["carrier"]]["at"]
                elif thing["at"] is None:
                    assert (self.game, thing["charges"]) == ("hammer", 0)
                else:
                    row, column = thing["at"]
                    lying.append((row, column))
                    assert told["terrain"][row][column] in " hH"
                    assert self.game == "hammer" or (row, column) == ctf.place_of(state, records[number].start)
            cells = np.flatnonzero(np.bitwise_and(state.ground, bit))
            assert [ctf.place_of(state, int(cell)) for cell in cells] == sorted(lying)

    def a_player_carries_what_he_may(self, told: Told) -> None:
        for seat, player in enumerate(told["players"]):
            if self.game != "hammer":
                assert player["flag"] in (None, 1 - seat % 2)
                assert player["flag"] is None or player["tool"] is None
            if player["jailed"]:
                assert player["flag"] is None
                assert player["tool"] is None or self.game == "hammer"

    def nobody_is_in_two_places(self) -> None:
        """The players of every cell are those who say that they are there."""
        state, found = self.state, dict[int, int]()
        for cell in np.flatnonzero(np.not_equal(state.occupant, NOBODY)):
            seat = state.occupant[cell]
            while seat != NOBODY:
                assert seat not in found
                found[int(seat)] = int(cell)
                seat = state.players[seat].next
        assert found == {seat: int(state.players[seat].at) for seat in range(self.match.seats)}
        assert self.game == "hammer" or len(set(found.values())) == self.match.seats

    def the_counts_agree(self, told: Told) -> None:
        """Players stand on no wall; who is jailed is in the opponents' jail."""
        away, in_jail = [0, 0], [0, 0]
        for seat, player in enumerate(told["players"]):
            row, column = player["at"]
            ground = told["terrain"][row][column]
            assert ground != "#"
            assert not player["jailed"] or ground == "Jj"[seat % 2]
            away[seat % 2] += ground != "hH"[seat % 2]
            in_jail[seat % 2] += player["jailed"]
        assert list(self.state.away) == away
        assert list(self.state.in_jail) == in_jail

    def only_walls_change_and_only_by_tools(self, told: Told) -> None:
        before, now = "".join(self.terrain), "".join(told["terrain"])
        changes = [change for change in zip(before, now, strict=True) if change[0] != change[1]]
        assert changes == self.opened * [("#", " ")]
        if self.game == "hammer":
            assert sum(10 - tool["charges"] for tool in told["tools"]) == self.opened


@pytest.mark.parametrize("game", ["hammer", "shovel", "classic"])
def test_random_matches_on_random_boards(game: str) -> None:
    machine = type(f"{game}_machine", (CtfMachine,), {"game": game})
    run(machine, settings=settings(max_examples=30, stateful_step_count=60, deadline=None))
