"""Short ways to set up a race of Rowdy Racers, to play on it and to say what happened."""

from collections.abc import Iterable
from typing import Any

from flagstone.match import Match
from flagstone.rules import rowdy

Cell = tuple[int, int]


def race(walls: Iterable[Cell] = (), grenades: Iterable[Cell] = (), **settings: Any) -> Match:
    """A match on 10×10 squares on which the power fails only where a tape says so."""
    tape = settings.pop("tape", ())
    by_hand = {"rows": 10, "columns": 10, "walls": [*walls], "grenades": [*grenades], "failure_chance": 0}
    return Match("rowdy", {**by_hand, **settings}, tape=tape)


def go(match: Match, *actions: str, tape: Iterable[int] = ()) -> list[str]:
    """Actions of whoever is to move, all accepted, the last one with a tape; the names of the events of the last."""
    for number, action in enumerate(actions, 1):
        draws = list(tape) if number == len(actions) else []
        assert match.apply(int(match.states[0].to_move), action, draws).refusal is None
    return [event["event"] for event in match.events()]


def refused(match: Match, action: str, seat: int | None = None) -> str | None:
    """Why an action is refused; it changes nothing."""
    before = match.states.tobytes()
    refusal = match.apply(int(match.states[0].to_move) if seat is None else seat, action).refusal
    assert match.states.tobytes() == before or refusal is None
    return refusal


def put(match: Match, seat: int, at: Cell, *trail: Cell | None) -> None:
    """Stand a player somewhere with a trail behind him; if he is to move, his turn started there."""
    state = match.states[0]
    player = state.players[seat]
    for square in (player.at, *player.trail):
        state.barrier[square] = rowdy.ACCEPTED
    squares = [rowdy.square_at(state, *cell) if cell else rowdy.NOWHERE for cell in trail]
    player.at = rowdy.square_at(state, *at)
    player.trail[:] = squares + [rowdy.NOWHERE] * (3 - len(squares))
    for square in squares:
        state.barrier[square] = rowdy.TRAIL if square else rowdy.ACCEPTED
    state.barrier[player.at] = rowdy.OCCUPIED
    if state.to_move == seat:
        state.started_at = player.at


def lay(match: Match, cell: Cell, kind: int) -> None:
    """Put a grenade of some kind on a square."""
    match.states[0].grenade[rowdy.square_at(match.states[0], *cell)] = kind


def racer(match: Match, seat: int) -> dict[str, Any]:
    """What the state says of a player."""
    return dict(match.state()["players"][seat])
