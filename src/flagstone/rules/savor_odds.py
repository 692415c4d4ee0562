"""Whole games of Maze to Savor, counted: what `flagstone savor odds` runs. No rule stands here."""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from .chance import NO_TAPE, spread
from .jit import rule
from .record import Record, i64
from .savor import (
    ATE_DISORIENTING,
    CELLS,
    EARNED,
    ENTERED,
    FIT_AGAIN,
    ON,
    PLACED,
    SEATS,
    SLID_DOWN,
    STEPS,
    TOOK_STAIRS,
    Events,
    apply,
)

States = npt.NDArray[np.record]


class Batch(Record):
    """Some games to play, and what came of them."""

    first: i64  # the number of the first game
    stem: i64  # a word that the seeds of all games grow from
    limit: i64  # rounds after which a game ends undecided
    wins: Annotated[list[int], np.int64, SEATS]
    undecided: i64
    visits: Annotated[list[int], np.int64, CELLS]  # arrivals at every cell, by step, stair, pole or being placed


@rule
def play_games(states: States, origin: States, events: States, batches: States, lengths: npt.NDArray[np.int32]) -> None:
    """Play as many games from `origin` as `lengths` has entries, which become their lengths in rounds."""
    batch = batches[0]
    for number in range(len(lengths)):
        states[0] = origin[0]
        state = states[0]
        spread(state.chance, batch.first + number, batch.stem)
        while state.result == ON and state.rounds <= batch.limit:
            seat = state.to_move
            before = state.players[seat].at
            events[0].count = 0
            apply(state, seat, 0, NO_TAPE, events[0])
            count_visits(batch.visits, events[0], before)
        lengths[number] = min(state.rounds, batch.limit)
        if state.result == ON:
            batch.undecided += 1
        else:
            batch.wins[state.result - 1] += 1


@rule
def count_visits(visits: npt.NDArray[np.int64], events: Events, cell: int) -> None:
    """Count the cells of one turn that began in a cell: walk it again by what was told of it."""
    thrown = events.told[0]
    left = int(thrown.steps)
    step = STEPS[thrown.direction]
    for number in range(events.count):
        event = events.told[number]
        if event.kind in (TOOK_STAIRS, SLID_DOWN):
            while cell != event.at:
                cell += step
                visits[cell] += 1
                left -= 1
            cell = event.what
            visits[cell] += 1
        elif event.kind in (ENTERED, PLACED, FIT_AGAIN) or ATE_DISORIENTING <= event.kind <= EARNED:
            visits[event.at] += 1
    if is_walk(thrown.kind):
        for _ in range(left):
            cell += step
            visits[cell] += 1


@rule
def is_walk(kind: int) -> bool:
    """Whether an event tells of a throw in the maze, so that its steps are steps."""
    return ENTERED < kind < TOOK_STAIRS
