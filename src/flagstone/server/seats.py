"""Seats over HTTP: taking, leaving and giving them."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import Controller, delete, post
from litestar.params import Parameter

from flagstone import bots
from flagstone.play.hub import now
from flagstone.play.room import Order
from flagstone.server import seating, store
from flagstone.server.bot_count import TooManyBotsError
from flagstone.server.finding import MatchId, expect, hosted, present_seats, seen, the_match, the_seat
from flagstone.server.house import House
from flagstone.server.limits import MINUTE
from flagstone.server.me import Asked, Name, Sent, house_of, somebody
from flagstone.server.people import Player, clean_name, folded, hashed, is_token, new_token
from flagstone.server.problems import ProblemError, could_be

SeatNumber = Annotated[int, Parameter(ge=0, le=255, description="A seat's number, from 0.")]


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to join."""

    name: Name | None = None  # none: the name you have already
    seat: Annotated[int, msgspec.Meta(ge=0, le=255)] | None = None  # none: any
    code: Annotated[str, msgspec.Meta(max_length=12)] | None = None


class Joined(msgspec.Struct, frozen=True):
    """A seat, and the secret that is needed to act in it. It is shown this once."""

    seat: int
    token: str


class BotWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot for a seat."""

    bot: Name = "greedy"


class Resigning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, and its secret."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=255)]
    token: Annotated[str, msgspec.Meta(max_length=100)]


class SeatController(Controller):
    """Taking, leaving and giving seats."""

    path = "/api/matches"
    tags = ("seats",)

    @post(
        "/{match:str}/join",
        summary="Take a seat, or come back to yours",
        responses=could_be(401, 403, 404, 409, 413, 415, 422),
    )
    async def join(self, match: MatchId, data: Sent[Joining], request: Asked) -> Joined:
        """In an open match, any seat or a certain one; returns the seat's secret.

        Who has a seat gets it again, also in a running match, by its number, by the name that he has there, or with
        neither: with a new secret. The old one is void.
        """
        house, player = house_of(request), await somebody(request)
        found = await seen(house, match, player, data.code)
        seats = await house.store.seats(match)
        own = own_seat(seats, player, data)
        if own is not None and found.status != "over":
            token = new_token()
            expect_unchanged(
                await seating.change(house.store, found, own, msgspec.structs.replace(own, token=hashed(token)))
            )
            await house.changed(match)
            return Joined(own.number, token)
        name = await _name_to_play_under(house, found, player, data)
        wanted = [seat.number for seat in seats if data.seat in (None, seat.number)]
        if not wanted:
            raise ProblemError(404, "no_seat", f"there are seats 0 to {len(seats) - 1}")
        return await _take_one(house, match, wanted, name, player)

    @post(
        "/{match:str}/seats/{seat:int}/bot",
        summary="Have a bot play a seat",
        responses=could_be(401, 403, 404, 409, 413, 415, 422),
        status_code=204,
    )
    async def seat_bot(self, match: MatchId, seat: SeatNumber, data: Sent[BotWish], request: Asked) -> None:
        """The host can give a bot any seat that is empty or whose player is not connected, unless it was forfeited."""
        house = house_of(request)
        found, taken = await hosted(house, match, seat, await somebody(request))
        bots.make(data.bot)
        if taken.is_taken and (await present_seats(house, match))[seat].connected:
            raise ProblemError(409, "seat_taken", f"{taken.name} is there; only a seat whose player left can be given")
        if found.status == "over":
            raise ProblemError(409, "match_over", "the match is over")
        bot = as_bot(data.bot, seat)
        if found.status == "running":
            await _seat_bot_in_play(house, found, taken, bot)
        else:
            expect_unchanged(await give_to_bots(house, found, [taken], [bot]) == 1)
        await house.changed(match)
        await house.driver.renew(now())

    @delete(
        "/{match:str}/seats/{seat:int}",
        summary="Leave a seat, or make somebody leave it",
        responses=could_be(401, 403, 404, 409),
    )
    async def leave(self, match: MatchId, seat: SeatNumber, request: Asked) -> None:
        """A player can leave his own seat; the host can kick anybody, who then takes no seat in this match any more.

        In a running match the seat is forfeited.
        """
        house, player = house_of(request), await somebody(request)
        found = await the_match(house, match)
        taken = await the_seat(house, match, seat)
        if player.id not in (found.host, taken.player):
            raise ProblemError(403, "forbidden", "only the host and the player himself can do this")
        is_kicked = player.id == found.host != taken.player
        if found.status == "running":
            reason = "kicked" if is_kicked else "left"
            expect(await house.hub.ask(match, Order("forfeit", now(), seat, reason=reason)))
            found, taken = await the_match(house, match), await the_seat(house, match, seat)  # as they are after it
            gone = store.Seat(seat, taken.name, taken.player, None, None)
            await seating.change(house.store, found, taken, gone, kick=is_kicked)
        elif found.status == "open":
            empty = store.Seat(seat, None, None, None, None)
            expect_unchanged(await seating.change(house.store, found, taken, empty, kick=is_kicked))
        await house.changed(match)

    @post("/{match:str}/resign", summary="Give up a seat", responses=could_be(403, 404, 409, 413, 415), status_code=204)
    async def resign(self, match: MatchId, data: Sent[Resigning], request: Asked) -> None:
        """With the seat's secret."""
        house = house_of(request)
        await the_match(house, match)
        if not is_token(data.token, (await the_seat(house, match, data.seat)).token):
            raise ProblemError(403, "forbidden", "the token is not this seat's")
        expect(await house.hub.ask(match, Order("resign", now(), data.seat)))


# Joining.


def own_seat(seats: Sequence[store.Seat], player: Player, asked: Joining) -> store.Seat | None:
    """The seat that somebody who joins has already, if that is the one he asks for."""
    for seat in seats:
        is_his = seat.player == player.id and seat.token is not None  # who has left has no token any more
        is_asked_for = asked.seat in (None, seat.number)
        if (
            is_his
            and is_asked_for
            and (asked.name is None or folded(clean_name(asked.name)) == folded(seat.name or ""))
        ):
            return seat
    return None


async def _name_to_play_under(house: House, match: store.Match, player: Player, asked: Joining) -> str:
    """The name of somebody who may join, or a ProblemError."""
    name = clean_name(asked.name) if asked.name is not None else player.name
    if await seating.is_kicked(house.store, match.id, player.id):
        raise ProblemError(403, "kicked", "the host made you leave this match; it can be watched")
    if await house.people.is_banned(name):
        raise ProblemError(403, "banned", "this name may not play here")
    if is_bot_name(name):
        raise ProblemError(409, "name_taken", "that is what bots are called here; take another name")
    if match.status != "open":
        raise ProblemError(409, "not_open", "the match has begun; it can be watched")
    if match.locked and player.id != match.host:
        raise ProblemError(403, "locked", "the host lets nobody new into this match; it can be watched")
    return name


async def _take_one(house: House, match: str, wanted: Sequence[int], name: str, player: Player) -> Joined:
    """The first of some seats that is free, or a ProblemError."""
    token = new_token()
    for number in wanted:
        try:
            is_taken = await house.store.take_seat(match, store.Seat(number, name, player.id, hashed(token), None))
        except store.NameTakenError:
            words = f"somebody called {name} plays already; take another name"
            raise ProblemError(409, "name_taken", words) from None
        if is_taken:
            await house.changed(match)
            return Joined(number, token)
    raise ProblemError(409, "seat_taken", "the seat is taken" if len(wanted) == 1 else "all seats are taken")


# Bots.


def as_bot(bot: str, seat: int) -> store.Seat:
    """A seat that a bot plays. It is called by the seat, since names are unique in a match."""
    return store.Seat(seat, f"{bot} {seat + 1}", None, None, bot)


def is_bot_name(name: str) -> bool:
    """Whether a name looks like a bot's."""
    bot, _, number = folded(name).rpartition(" ")
    return bot in bots.BOTS and number.isdigit()


async def _seat_bot_in_play(house: House, match: store.Match, taken: store.Seat, bot: store.Seat) -> None:
    """Give a seat of a running match to a bot, and note it in the log."""
    audience = await house.hub.audience(match.id)
    if audience is not None and bot.number in audience.room.match.out:
        raise ProblemError(409, "left", "the seat was forfeited; nobody can play it any more")
    expect_unchanged(await give_to_bots(house, match, [taken], [bot]) == 1)
    verdict = await house.hub.ask(match.id, Order("seat", now(), bot.number, reason=bot.bot or ""))
    if verdict.refusal is not None:
        await seating.change(house.store, await the_match(house, match.id), bot, taken)
    expect(verdict)


async def give_to_bots(house: House, match: store.Match, was: Sequence[store.Seat], bots: Sequence[store.Seat]) -> int:
    """Give seats to bots, but for those that have changed meanwhile; returns how many, or a ProblemError."""
    most = seating.Most(house.settings.rates.bots, most_bots(house))
    try:
        return await seating.seat_bots(house.store, match, was, bots, most)
    except seating.TooManyHostedError:
        words = f"the matches of one host have at most {most.hosted} bots at a time; end one first, or take fewer"
        raise ProblemError(409, "too_many", words) from None
    except TooManyBotsError:
        raise too_many_bots(house) from None


def most_bots(house: House) -> int:
    """How many bots may play on the whole server."""
    return house.settings.rates.process_bots * house.settings.workers


def too_many_bots(house: House) -> ProblemError:
    """What is said when more bots would play."""
    words = f"at most {most_bots(house)} bots play here at a time, and now there are too many; try again later"
    return ProblemError(503, "busy", words, retry_after=MINUTE)


def expect_unchanged(is_unchanged: bool) -> None:
    """A ProblemError if a seat was not as it was known when it was to be changed."""
    if not is_unchanged:
        raise ProblemError(409, "changed", "somebody else changed the seat or the match at this moment; look again")
