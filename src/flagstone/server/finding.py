"""Matches and seats, found for those who may see them or do something with them."""

from typing import Annotated

from litestar.params import Parameter

from flagstone.play import journal, messages
from flagstone.play.room import Room, Verdict
from flagstone.server import store
from flagstone.server.house import House
from flagstone.server.people import Player
from flagstone.server.problems import ProblemError

MatchId = Annotated[str, Parameter(max_length=24, pattern="^[a-z0-9]+$", description="The match's id.")]
Code = Annotated[str | None, Parameter(max_length=12, description="Of a private match.")]


async def the_match(house: House, match: str) -> store.Match:
    """A match, or a ProblemError."""
    found = await house.store.match(match)
    if found is None:
        raise ProblemError(404, "no_match", "there is no such match")
    return found


async def the_set_up(house: House, match: str) -> journal.Kept:
    """A match with its set-up and seed, or a ProblemError: it may just have been forgotten."""
    kept = await house.store.fetch(match)
    if kept is None:
        raise ProblemError(404, "no_match", "there is no such match")
    return kept


async def seen(house: House, match: str, player: Player | None, code: str | None) -> store.Match:
    """A match that somebody may see: a public one, his own, one he plays in, or one whose code he has."""
    found = await the_match(house, match)
    if found.public or (player is not None and player.id == found.host):
        return found
    if found.has_code(code):
        return found
    if player is not None and any(seat.player == player.id for seat in await house.store.seats(match)):
        return found
    raise ProblemError(403, "needs_code", "the match is private; it needs its code")


async def the_seat(house: House, match: str, seat: int) -> store.Seat:
    """A seat, or a ProblemError."""
    seats = await house.store.seats(match)
    if seat >= len(seats):
        raise ProblemError(404, "no_seat", f"there are seats 0 to {len(seats) - 1}")
    return seats[seat]


async def hosted(house: House, match: str, seat: int, player: Player) -> tuple[store.Match, store.Seat]:
    """A match and a seat of it, for its host."""
    found = await the_match(house, match)
    if found.host != player.id:
        raise ProblemError(403, "forbidden", "only the host can do this")
    return found, await the_seat(house, match, seat)


async def present_seats(house: House, match: str) -> list[messages.Seat]:
    """The seats of a match, and who is connected, to whichever process."""
    return [
        messages.Seat(seat.name, seat.bot, seat.bot is not None or house.lobby.is_connected(match, seat.number))
        for seat in await house.store.seats(match)
    ]


async def ended(house: House, match: store.Match) -> Room:
    """The room of a match that is over."""
    if match.status != "over":
        raise ProblemError(409, "not_over", "the match is not over; its log would tell secrets")
    audience = await house.hub.audience(match.id)
    if audience is None:
        raise ProblemError(404, "no_match", "there is no such match")
    return audience.room


def expect(verdict: Verdict) -> None:
    """A verdict that must not be a refusal; otherwise a ProblemError."""
    if verdict.refusal is not None:
        status = 503 if verdict.refusal in ("unavailable", "busy") else 409
        raise ProblemError(status, verdict.refusal, messages.REFUSALS.get(verdict.refusal, "the match is over"))
