"""The contract that every game fulfils: facts as data, rules as functions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .record import Record


@dataclass(frozen=True)
class Game:
    """A game. Names are indexed by the codes of the rule code.

    Rule code assumes what the doors in `doors.py` make sure of: `apply` is only called with an action that `refusal`
    accepts, seats and actions are in range.
    """

    id: str
    title: str
    summary: str
    version: int  # of its rules; every saved match names it
    clauses: tuple[str, ...]  # the ids of its rulebook, in order
    sides: tuple[str, ...]  # who can win, in words; seat s plays for side s % len(sides)
    unit: str  # what the length of a match is counted in: actions, turns or rounds
    counter: str | None  # the field of the state that numbers those under way from 1; None: accepted actions
    seats: int | None  # None: twice the setting `seats_per_team`
    actions: tuple[str, ...]
    refusals: tuple[str, ...]  # by code; code 0 is the accepted action
    events: tuple[str, ...]  # by kind
    secret_events: frozenset[str]  # kinds that nobody is told before the match is over
    has_chance: bool  # its state has a field `chance`
    state: type[Record]
    event_list: type[Record]  # `Events`: count and told, sized "events"
    capacities: tuple[Mapping[str, int], ...]  # smallest first; sizes for `layout` of the state and of the events
    refusal: Callable[[Any, int, int], int]  # (state, seat, action) -> code
    apply: Callable[[Any, int, int, Any, Any], None]  # (state, seat, action, tape, events)
    reseed: Callable[[Any, int], None]  # (state, seed): start the generator anew
    begin: Callable[[Any, Any, Any], None]  # (state, tape, events): what happens at the start of a match
    may_act: Callable[[Any, int], bool]  # (state, seat)
    next_to_act: Callable[[Any, int], int]  # (state, the seat that acted last) -> seat, for programs that take turns

    def capacity(self, **needed: int) -> Mapping[str, int]:
        """The smallest capacity class that holds what is needed."""
        for sizes in self.capacities:
            if all(sizes[name] >= count for name, count in needed.items()):
                return sizes
        raise ValueError(f"{self.title} cannot hold {needed}")


def span(letter: str, last: int, *more: str) -> tuple[str, ...]:
    """The clause ids of a rulebook: letter 1 to last, and those that stand outside the count."""
    return (*(f"{letter}{number}" for number in range(1, last + 1)), *more)
