"""Telling a saved match in words."""

from collections.abc import Iterator
from pathlib import Path

from flagstone.match import MOST_TEXT, Match, MatchError
from flagstone.notation.drawing import draw


def read(file: Path) -> Match:
    """The match saved in a file."""
    with file.open("rb") as source:
        content = source.read(MOST_TEXT + 1)
    try:
        return Match.load(content.decode())
    except UnicodeDecodeError:
        raise MatchError("bad_request", f"{file}: not a saved match: it is not text") from None
    except MatchError as error:
        raise MatchError(error.name, f"{file}: {error}") from None


def tell(file: Path, *, boards: bool = False) -> Iterator[str]:
    """The match in a file, line by line: what it is, what happened, how it ended."""
    told = read(file)
    yield from heading(told)
    match = Match(
        told.game.id,
        {**told.setup, "scripted": told.scripted},
        told.seed,
        tape=told.start_tape.tolist(),
        limit=told.limit,
    )
    yield drawing(match)
    yield from (match.notation.words(event) for event in match.events())
    for number, entry in enumerate(told.log, 1):
        match.replay([entry])
        who = f"seat {entry.seat}"
        if entry.kind == "act":
            events = match.events()
            words = match.notation.says(events) or [match.notation.words(event) for event in events]
            yield f"{number}. {who}: {match.game.actions[entry.action]}. {' '.join(words)}".rstrip()
            if boards:
                yield drawing(match)
        else:
            yield f"{number}. {who if entry.kind != 'stop' else 'the match'}: {entry.kind}, {entry.reason}"
    if not boards:
        yield drawing(match)
    outcome = match.outcome
    yield "The match is still on." if outcome is None else str(outcome)


def heading(match: Match) -> Iterator[str]:
    """What the match is."""
    yield f"{match.game.title}, rules version {match.game.version}, seed {match.seed}, {match.seats} seats"


def drawing(match: Match) -> str:
    """The position as text."""
    return draw(match.game.id, match.state(), match.setup)
