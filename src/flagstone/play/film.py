"""The film of a match: its log as anybody may see it, entry by entry, for those who cannot run the rules."""

from collections.abc import Iterator
from typing import Any

import msgspec

from flagstone.match import Match
from flagstone.match import Outcome as MatchOutcome
from flagstone.play.changes import changes
from flagstone.play.messages import Entry, Outcome

MOST_ENTRIES = 20_000  # of a log that is turned into a film for somebody
MOST_SECONDS = 20


class Film(msgspec.Struct, frozen=True):
    """A whole match to look at. It goes on to show what was secret once the match is over."""

    game: str
    rules: int
    setup: dict[str, Any]
    seats: int
    start: dict[str, Any]  # the view before the first entry
    entries: tuple[Entry, ...]
    outcome: Outcome | None


class Camera:
    """Follows a match and tells each of its entries by what has changed in the view."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.view = match.view(None)

    def shoot(self, number: int, at: int, *, id: str | None = None, reason: str = "", due: int | None = None) -> Entry:
        """Tell the last entry of the match's log, which must be new since the last call."""
        match = self.match
        done = match.log[-1]
        before, self.view = self.view, match.view(None)
        is_act = done.kind == "act"
        events = match.events(secrets=False) if is_act else []
        return Entry(
            number=number,
            kind=done.kind,
            at=at,
            seat=None if done.kind == "stop" else done.seat,
            action=match.game.actions[done.action] if is_act else None,
            id=id,
            reason=reason or done.reason or None,
            changes=tuple(changes(before, self.view)),
            events=tuple(events),
            says=tuple(map(match.notation.words, events)),
            due=due,
            outcome=told(match.outcome),
        )


def told(outcome: MatchOutcome | None) -> Outcome | None:
    """An outcome as a message has it."""
    return None if outcome is None else Outcome(outcome.winner, outcome.reason)


def film(text: str) -> Film:
    """The film of a saved match, which may be hostile. Raises MatchError for what is no match, or too long a one."""
    log = Match.load(text, seconds=MOST_SECONDS, entries=MOST_ENTRIES)
    match = Match(
        log.game.id,
        {**log.setup, "scripted": log.scripted},
        log.seed,
        tape=log.start_tape.tolist(),
        limit=log.limit,
    )
    camera = Camera(match)
    start = camera.view
    return Film(
        game=match.game.id,
        rules=match.game.version,
        setup=match.setup,
        seats=match.seats,
        start=start,
        entries=tuple(_shots(camera, log)),
        outcome=told(match.outcome),
    )


def _shots(camera: Camera, log: Match) -> Iterator[Entry]:
    for number, entry in enumerate(log.log, 1):
        camera.match.replay([entry])
        yield camera.shoot(number, 0)
