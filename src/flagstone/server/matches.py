"""Matches over HTTP: making, finding, joining, starting and keeping them."""

import asyncio
import secrets
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, delete, get, post
from litestar.params import Parameter

from flagstone import bots
from flagstone.match import Match, Outcome
from flagstone.play import film, journal, messages
from flagstone.play.hub import now
from flagstone.play.room import Order
from flagstone.rules import GAMES
from flagstone.server import store, wishes
from flagstone.server.finding import ended, expect, hosted, present_seats, seen, the_match, the_seat
from flagstone.server.house import House
from flagstone.server.me import HOUR, MINUTE, Asked, Name, house_of, limited, somebody, used, who_asks
from flagstone.server.people import Player, clean_name, folded, hashed, is_token, new_id, new_token
from flagstone.server.problems import ProblemError
from flagstone.server.shelf import own_boards
from flagstone.server.store import Listing
from flagstone.server.wishes import Wish

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

MatchId = Annotated[str, Parameter(max_length=24, pattern="^[a-z0-9]+$", description="The match's id.")]
SeatNumber = Annotated[int, Parameter(ge=0, le=255, description="A seat's number, from 0.")]
Code = Annotated[str | None, Parameter(max_length=12, description="Of a private match.")]


class Summary(msgspec.Struct, frozen=True):
    """A match in a list."""

    id: str
    game: str
    title: str
    status: str
    public: bool
    seats: int
    taken: int
    created_at: int
    started_at: int | None
    ended_at: int | None
    entries: int
    outcome: Outcome | None
    rematch: str | None


class Page(msgspec.Struct, frozen=True):
    """Some of the matches, and how many there are in all."""

    matches: list[Summary]
    total: int
    offset: int


class Details(msgspec.Struct, frozen=True):
    """A match, with its set-up and seats."""

    match: Summary
    setup: dict[str, Any]
    terms: journal.Terms
    seats: list[messages.Seat]
    host: bool  # whether you are its host
    code: str | None  # shown to its host


class Made(msgspec.Struct, frozen=True):
    """A new match."""

    id: str
    code: str | None  # which others need to join, if it is private


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


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is to be started."""

    fill: Name | None = None  # the bot for seats that are empty


class Resigning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, and its secret."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=255)]
    token: Annotated[str, msgspec.Meta(max_length=100)]


class SavedMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A saved match, as `GET /api/matches/{id}/log` gives it or `Match.save` in Python."""

    match: Annotated[str, msgspec.Meta(max_length=2**20)]


def summary(match: store.Match) -> Summary:
    """A match for a list."""
    fields = {name: getattr(match, name) for name in Summary.__struct_fields__ if name != "entries"}
    return Summary(**fields, entries=match.head)


class MatchController(Controller):
    """Making, finding, joining, starting and keeping matches."""

    path = "/api/matches"
    tags = ("matches",)

    @get("/", summary="Public matches, newest first")
    async def listed(
        self,
        request: Asked,
        status: Annotated[
            str | None, Parameter(pattern="^(open|running|over)(,(open|running|over))*$", description="One or more.")
        ] = None,
        game: Annotated[str | None, Parameter(max_length=20)] = None,
        offset: Annotated[int, Parameter(ge=0, le=1_000_000)] = 0,
        count: Annotated[int, Parameter(ge=1, le=100)] = 20,
    ) -> Page:
        """Open and running ones, unless a status is asked for."""
        states = tuple(status.split(",")) if status else ("open", "running")
        found, total = await house_of(request).store.listed(Listing(states, game, offset, count))
        return Page([summary(match) for match in found], total, offset)

    @post("/", summary="Make a match")
    async def make(self, data: Wish, request: Asked) -> Made:
        """You are its host. Its seed is drawn here and is secret until it is over."""
        player, house = await somebody(request), house_of(request)
        if house.is_draining:
            raise ProblemError(503, "restart", "the server is about to restart; try again in a moment")
        await used(house, f"matches:{player.id}", house.settings.rates.matches, HOUR)
        own = await own_boards(request, player)
        if data.game not in GAMES:
            raise ProblemError(422, "bad_settings", f"unknown game; there are {', '.join(GAMES)}")
        match = await asyncio.to_thread(wishes.resolved, data, secrets.randbits(64), own.get)
        made = await add_match(house, match, data.title, wishes.terms(data), player, public=data.public)
        return Made(made.id, made.code)

    @get("/{match:str}", summary="A match")
    async def match(self, match: MatchId, request: Asked, code: Code = None) -> Details:
        """With its set-up, seats and terms."""
        house, player = house_of(request), await who_asks(request)
        found = await seen(house, match, player, code)
        kept = await house.store.fetch(match)
        assert kept is not None
        is_host = player is not None and player.id == found.host
        return Details(
            match=summary(found),
            setup=kept.setup,
            terms=found.terms,
            seats=await present_seats(house, match),
            host=is_host,
            code=found.code if is_host else None,
        )

    @post("/{match:str}/join", summary="Take a seat")
    async def join(self, match: MatchId, data: Joining, request: Asked) -> Joined:
        """In an open match, any seat or a certain one; returns the seat's secret."""
        house, player = house_of(request), await somebody(request)
        found = await seen(house, match, player, data.code)
        name = clean_name(data.name) if data.name is not None else player.name
        if await house.people.is_banned(name):
            raise ProblemError(403, "banned", "this name may not play here")
        if is_bot_name(name):
            raise ProblemError(409, "name_taken", "that is what bots are called here; take another name")
        if found.status != "open":
            raise ProblemError(409, "not_open", "the match has begun; it can be watched")
        token = new_token()
        seats = await house.store.seats(match)
        wanted = [seat.number for seat in seats if data.seat in (None, seat.number)]
        if not wanted:
            raise ProblemError(404, "no_seat", f"there are seats 0 to {len(seats) - 1}")
        for number in wanted:
            try:
                is_taken = await house.store.take_seat(match, store.Seat(number, name, player.id, hashed(token), None))
            except store.NameTakenError:
                words = f"somebody called {name} plays already; take another name"
                raise ProblemError(409, "name_taken", words) from None
            if is_taken:
                await house.changed(match)
                return Joined(number, token)
        raise ProblemError(409, "seat_taken", "the seat is taken" if data.seat is not None else "all seats are taken")

    @post("/{match:str}/seats/{seat:int}/bot", summary="Have a bot play a seat", status_code=204)
    async def seat_bot(self, match: MatchId, seat: SeatNumber, data: BotWish, request: Asked) -> None:
        """The host can give a bot any seat that is empty or whose player is not connected."""
        house = house_of(request)
        found, taken = await hosted(house, match, seat, await somebody(request))
        bots.make(data.bot)
        if taken.is_taken and (await present_seats(house, match))[seat].connected:
            raise ProblemError(409, "seat_taken", f"{taken.name} is there; only a seat whose player left can be given")
        if found.status == "over":
            raise ProblemError(409, "match_over", "the match is over")
        if found.status == "running":
            expect(await house.hub.ask(match, Order("seat", now(), seat, reason=data.bot)))
        await house.store.change_seat(match, store.Seat(seat, bot_name(data.bot, seat), None, None, data.bot))
        await house.changed(match)
        await house.driver.renew(now())

    @delete("/{match:str}/seats/{seat:int}", summary="Leave a seat, or make somebody leave it")
    async def leave(self, match: MatchId, seat: SeatNumber, request: Asked) -> None:
        """The host can kick anybody; a player can leave his own seat. In a running match the seat is forfeited."""
        house, player = house_of(request), await somebody(request)
        found = await the_match(house, match)
        taken = await the_seat(house, match, seat)
        if player.id not in (found.host, taken.player):
            raise ProblemError(403, "forbidden", "only the host and the player himself can do this")
        if found.status == "running":
            reason = "kicked" if player.id == found.host != taken.player else "left"
            expect(await house.hub.ask(match, Order("forfeit", now(), seat, reason=reason)))
            await house.store.change_seat(match, store.Seat(seat, taken.name, taken.player, None, None))
        elif found.status == "open":
            await house.store.change_seat(match, store.Seat(seat, None, None, None, None))
        await house.changed(match)

    @post("/{match:str}/start", summary="Start a match", status_code=204)
    async def start(self, match: MatchId, data: Start, request: Asked) -> None:
        """By its host. Empty seats are filled with bots if you name one."""
        house, player = house_of(request), await somebody(request)
        found = await the_match(house, match)
        if player.id != found.host:
            raise ProblemError(403, "forbidden", "only the host can start the match")
        if found.status != "open":
            raise ProblemError(409, "not_open", "the match has begun already")
        empty = [seat for seat in await house.store.seats(match) if not seat.is_taken]
        if empty and data.fill is None:
            numbers = ", ".join(str(seat.number) for seat in empty[:10])
            raise ProblemError(409, "seats_empty", f"seats without a player: {numbers}; fill them with a bot")
        if data.fill is not None:
            bots.make(data.fill)
        for seat in empty:
            bot = store.Seat(seat.number, bot_name(data.fill or "", seat.number), None, None, data.fill)
            await house.store.take_seat(match, bot)
        at = now()
        limit = found.terms.turn if GAMES[found.game].seats is not None else found.terms.length
        if not await house.store.start(match, at, None if limit is None else at + limit):
            raise ProblemError(409, "not_open", "the match has begun already, or somebody has just left; try again")
        await house.changed(match)
        await house.driver.renew(at)

    @post("/{match:str}/resign", summary="Give up a seat", status_code=204)
    async def resign(self, match: MatchId, data: Resigning, request: Asked) -> None:
        """With the seat's secret."""
        house = house_of(request)
        await the_match(house, match)
        if not is_token(data.token, (await the_seat(house, match, data.seat)).token):
            raise ProblemError(403, "forbidden", "the token is not this seat's")
        expect(await house.hub.ask(match, Order("resign", now(), data.seat)))

    @post("/{match:str}/rematch", summary="Play again")
    async def rematch(self, match: MatchId, request: Asked, code: Code = None) -> Made:
        """An open match with the same settings, of which you are the host; all who ask get the same one."""
        house, player = house_of(request), await somebody(request)
        found = await seen(house, match, player, code)
        if found.status != "over":
            raise ProblemError(409, "not_over", "the match is not over")
        if found.rematch is None:
            await used(house, f"matches:{player.id}", house.settings.rates.matches, HOUR)
            kept = await house.store.fetch(match)
            assert kept is not None
            again = await asyncio.to_thread(Match, kept.game, kept.setup, secrets.randbits(64), limit=kept.limit)
            made = await add_match(house, again, found.title, found.terms, player, public=found.public, code=found.code)
            rematch = await house.store.set_rematch(match, made.id)
            await house.changed(match)
        else:
            rematch = found.rematch
        return Made(rematch, found.code)

    @get("/{match:str}/log", summary="The log of a match that is over", media_type=MediaType.TEXT)
    async def log(self, match: MatchId, request: Asked, code: Code = None) -> str:
        """The saved match, as `flagstone replay show` and `POST /api/film` take it."""
        house = house_of(request)
        room = await ended(house, await seen(house, match, await who_asks(request), code))
        return await asyncio.to_thread(room.match.save)

    @get("/{match:str}/film", summary="The film of a match that is over")
    async def film(self, match: MatchId, request: Asked, code: Code = None) -> film.Film:
        """The view at its start, and what every entry changed."""
        house = house_of(request)
        await limited(request, "films", 120, MINUTE)
        room = await ended(house, await seen(house, match, await who_asks(request), code))
        return await asyncio.to_thread(lambda: film.film(room.match.save()))


class FilmController(Controller):
    """Films of matches that the server does not keep."""

    path = "/api/film"
    tags = ("matches",)

    @post("/", summary="The film of a saved match", status_code=200)
    async def film(self, data: SavedMatch, request: Asked) -> film.Film:
        """Stateless: nothing is kept."""
        await limited(request, "films", 120, MINUTE)
        return await asyncio.to_thread(film.film, data.match)


async def add_match(  # noqa: PLR0913 (a match is made of as many things)
    house: House, match: Match, title: str, terms: journal.Terms, host: Player, *, public: bool, code: str | None = None
) -> store.Match:
    """Keep a new match."""
    if not public and code is None:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(6))
    made = store.Match(
        id=new_id(),
        game=match.game.id,
        title=clean_name(title) if title.strip() else f"{host.name}'s match"[:60],
        public=public,
        code=code,
        host=host.id,
        status="open",
        terms=terms,
        created_at=now(),
        started_at=None,
        ended_at=None,
        head=0,
        outcome=None,
        rematch=None,
        seats=match.seats,
    )
    kept = journal.Kept(made.id, made.game, match.game.version, match.setup, match.seed, terms, match.limit)
    await house.store.add_match(kept, made)
    return made


def bot_name(bot: str, seat: int) -> str:
    """What a bot is called in a match: names are unique there."""
    return f"{bot} {seat + 1}"


def is_bot_name(name: str) -> bool:
    """Whether a name looks like a bot's."""
    bot, _, number = folded(name).rpartition(" ")
    return bot in bots.BOTS and number.isdigit()
