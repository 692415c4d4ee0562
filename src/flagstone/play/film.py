"""The film of a match: its log as anybody may see it, entry by entry, for those who cannot run the rules."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from flagstone.match import Entry, Match, MatchError
from flagstone.match import Outcome as MatchOutcome
from flagstone.play import messages
from flagstone.play.changes import changes
from flagstone.play.journal import Kept, Row
from flagstone.play.messages import Outcome

MOST_ENTRIES = 100_000  # of a log that is turned into a film for somebody
MOST_SECONDS = 20
MOST_BYTES = 2**25  # of a film


class Film(msgspec.Struct, frozen=True):
    """A whole match to look at. It goes on to show what was secret once the match is over."""

    game: str
    rules: int
    setup: dict[str, Any]
    seats: int
    start: dict[str, Any]  # the view before the first entry
    entries: tuple[messages.Entry, ...]
    outcome: Outcome | None


class Camera:
    """Follows a match and tells each of its entries by what has changed in the view."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.view = match.view(None)

    def shoot(
        self, number: int, at: int, *, id: str | None = None, reason: str = "", due: int | None = None
    ) -> messages.Entry:
        """Tell the last entry of the match's log, which must be new since the last call."""
        match = self.match
        done = match.log[-1]
        before, self.view = self.view, match.view(None)
        is_act = done.kind == "act"
        events = match.events(secrets=False) if is_act else []
        return messages.Entry(
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
    return _filmed(match, [(entry, 0) for entry in log.log])


def film_of(kept: Kept, rows: Sequence[Row]) -> Film:
    """The film of a live match that is over, with the times of its log. Raises MatchError for too long a one."""
    match = Match(kept.game, kept.setup, kept.seed, limit=kept.limit)
    return _filmed(match, [(Entry(row.kind, row.seat, row.action, reason=row.reason), row.at) for row in rows])


def _filmed(match: Match, log: Sequence[tuple[Entry, int]]) -> Film:
    camera = Camera(match)
    return Film(
        game=match.game.id,
        rules=match.game.version,
        setup=match.setup,
        seats=match.seats,
        start=camera.view,
        entries=tuple(_shots(camera, log)),
        outcome=told(match.outcome),
    )


def _shots(camera: Camera, log: Sequence[tuple[Entry, int]]) -> Iterator[messages.Entry]:
    """The entries of a film, as long as they are not too many to be sent."""
    until, size = time.monotonic() + MOST_SECONDS, 0
    for number, (entry, at) in enumerate(log, 1):
        camera.match.replay([entry])
        shot = camera.shoot(number, at)
        size += len(msgspec.json.encode(shot))
        if size > MOST_BYTES or time.monotonic() > until:
            words = f"its film would have more than {MOST_BYTES} bytes or take longer than {MOST_SECONDS} seconds"
            raise MatchError("too_long", f"the match is too long for a film: {words}")
        yield shot
