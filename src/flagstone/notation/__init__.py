"""States, actions and events as JSON and words: the same text everywhere."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from . import ctf, rowdy, savor


def _silent(events: Iterable[Mapping[str, Any]]) -> list[str] | None:
    return None


@dataclass(frozen=True)
class Notation:
    """How one game is written."""

    state: Callable[[Any, bool], dict[str, Any]]  # (state, with its secrets?)
    event: Callable[[Any, Any], dict[str, Any]]  # (event record, state after the action)
    words: Callable[[Mapping[str, Any]], str]  # an event as a sentence
    says: Callable[[Iterable[Mapping[str, Any]]], list[str] | None] = _silent  # the lines of M20, of Savor only


NOTATIONS: dict[str, Notation] = {
    game: Notation(ctf.state, partial(ctf.event, game), ctf.words) for game in ("hammer", "shovel", "classic")
}
NOTATIONS["rowdy"] = Notation(rowdy.state, rowdy.event, rowdy.words)
NOTATIONS["savor"] = Notation(savor.state, savor.event, savor.words, savor.says)
