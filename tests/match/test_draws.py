"""Draws by the generator and draws from a tape make the same match."""

from typing import Any

import numpy as np
import pytest

from flagstone.match import Match
from flagstone.rules import GAMES, chance, rowdy, savor
from tests.samples import SETTINGS, random_actions

CHANCE = pytest.mark.parametrize("game", [game.id for game in GAMES.values() if game.has_chance])


def written_down(game: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list to which the plain rules of a game will add every draw in the rulebook's order."""
    drawn: list[int] = []
    draw, fail = chance.draw, rowdy.fail

    def draw_and_write(*arguments: Any) -> int:
        drawn.append(int(draw(*arguments)))
        return drawn[-1]

    def fail_and_write(state: Any, *arguments: Any) -> None:
        fail(state, *arguments)
        squares = [index for index in range(state.area) if state.failed_on[state.squares[index]] == state.turn]
        drawn.extend([len(squares), *squares])

    if game == "rowdy":
        monkeypatch.setattr(rowdy, "fail", fail_and_write)
    else:
        monkeypatch.setattr(savor, "draw", draw_and_write)
    return drawn


def position(match: Match) -> bytes:
    """The state but for where its draws come from."""
    states = match.states.copy()
    states["chance"] = np.zeros((), states.dtype["chance"])
    return states.tobytes()


@CHANCE
def test_a_tape_of_what_the_generator_drew_gives_the_same_match(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    total = 0
    for seed in range(12):
        with monkeypatch.context() as patch:
            patch.setenv("FLAGSTONE_ENGINE", "plain")
            drawn = written_down(game, patch)
            free = Match(game, SETTINGS[game], seed)
            tapes, positions = [tuple(drawn)], [position(free)]
            accepted = []
            for seat, action in random_actions(free, 300, seed):
                drawn.clear()
                if free.act(seat, action) == 0:
                    accepted.append((seat, action))
                    tapes.append(tuple(drawn))
                    positions.append(position(free))
        scripted = Match(game, {**free.setup, "scripted": True}, tape=tapes[0])
        assert position(scripted) == positions[0]
        for (seat, action), tape, after in zip(accepted, tapes[1:], positions[1:], strict=True):
            assert scripted.act(seat, action, tape) == 0
            assert position(scripted) == after
        assert scripted.events() == free.events()
        total += len(accepted)
    assert total > 200
