"""Matches over HTTP: making, finding, starting and keeping them."""

import asyncio
import secrets
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, get, post
from litestar.params import Parameter

from flagstone import bots
from flagstone.match import Match, Outcome
from flagstone.play import film, journal, messages
from flagstone.play.hub import now
from flagstone.rules import GAMES
from flagstone.server import store, wishes
from flagstone.server.bot_count import TooManyBotsError
from flagstone.server.finding import Code, MatchId, ended, present_seats, seen, the_match, the_set_up
from flagstone.server.house import House
from flagstone.server.limits import HOUR, MINUTE
from flagstone.server.me import Asked, Name, Sent, house_of, limited, somebody, used, who_asks
from flagstone.server.people import Player, clean_title, new_id
from flagstone.server.problems import ProblemError, could_be
from flagstone.server.seating import running_bots
from flagstone.server.seats import as_bot, give_to_bots, most_bots, too_many_bots
from flagstone.server.shelf import own_boards
from flagstone.server.store import Listing
from flagstone.server.wishes import Wish

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

Offset = Annotated[int, Parameter(ge=0, le=1_000_000)]
Count = Annotated[int, Parameter(ge=1, le=100)]


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
    locked: bool  # whether it takes nobody new
    code: str | None  # shown to its host
    host_name: str
    yours: list[int]  # the seats that you can come back to
    rules: int  # the version of the game's rules
    limit: int | None  # actions, turns or rounds until it ends undecided


class Made(msgspec.Struct, frozen=True):
    """A new match."""

    id: str
    code: str | None  # which others need to join, if it is private


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is to be started."""

    fill: Name | None = None  # the bot for seats that are empty


class Locking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether nobody new may take a seat."""

    locked: bool = True


class SavedMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A saved match, as `GET /api/matches/{id}/log` gives it or `Match.save` in Python."""

    match: Annotated[str, msgspec.Meta(max_length=2**20)]


def summary(match: store.Match) -> Summary:
    """A match for a list."""
    fields = {name: getattr(match, name) for name in Summary.__struct_fields__ if name != "entries"}
    return Summary(**fields, entries=match.head)


async def page(house: House, listing: Listing) -> Page:
    """The matches of a listing."""
    found, total = await house.store.listed(listing)
    return Page([summary(match) for match in found], total, listing.offset)


class MyMatchesController(Controller):
    """What somebody has to do with."""

    path = "/api/me/matches"
    tags = ("me",)

    @get("/", summary="Your matches, newest first", responses=could_be(401))
    async def mine(self, request: Asked, offset: Offset = 0, count: Count = 20) -> Page:
        """Those that you host or have a seat in: also private ones, and those that are over."""
        player = await somebody(request)
        states = ("open", "running", "over")
        return await page(house_of(request), Listing(states, None, offset, count, player.id))


class MatchController(Controller):
    """Making, finding, starting and keeping matches."""

    path = "/api/matches"
    tags = ("matches",)

    @get("/", summary="Public matches, newest first", responses=could_be())
    async def listed(
        self,
        request: Asked,
        status: Annotated[
            str | None, Parameter(pattern="^(open|running|over)(,(open|running|over))*$", description="One or more.")
        ] = None,
        game: Annotated[str | None, Parameter(pattern="^[a-z]{1,20}$")] = None,
        offset: Offset = 0,
        count: Count = 20,
    ) -> Page:
        """Open and running ones, unless a status is asked for."""
        states = tuple(status.split(",")) if status else ("open", "running")
        return await page(house_of(request), Listing(states, game, offset, count))

    @post("/", summary="Make a match", responses=could_be(401, 403, 413, 415, 422))
    async def make(self, data: Sent[Wish], request: Asked) -> Made:
        """You are its host. Its seed is drawn here and is secret until it is over."""
        player, house = await somebody(request), house_of(request)
        if house.is_draining:
            raise ProblemError(503, "restart", "the server is about to restart; try again in a moment")
        await count_match(request, player)
        own = await own_boards(request, player)
        if data.game not in GAMES:
            raise ProblemError(422, "bad_settings", f"unknown game; there are {', '.join(GAMES)}")
        match = await asyncio.to_thread(wishes.resolved, data, secrets.randbits(64), own.get)
        made = new_match(match, data.title, wishes.terms(data), player, public=data.public)
        await keep_match(house, match, made)
        return Made(made.id, made.code)

    @get("/{match:str}", summary="A match", responses=could_be(403, 404))
    async def match(self, match: MatchId, request: Asked, code: Code = None) -> Details:
        """With its set-up, seats and terms."""
        house, player = house_of(request), await who_asks(request)
        found = await seen(house, match, player, code)
        kept = await the_set_up(house, match)
        is_host = player is not None and player.id == found.host
        own = (seat for seat in await house.store.seats(match) if player is not None and seat.player == player.id)
        return Details(
            match=summary(found),
            setup=kept.setup,
            terms=found.terms,
            seats=await present_seats(house, match),
            host=is_host,
            locked=found.locked,
            code=found.code if is_host else None,
            host_name=await house.people.name(found.host),
            yours=[seat.number for seat in own if seat.token is not None],
            rules=kept.rules,
            limit=kept.limit,
        )

    @post(
        "/{match:str}/start",
        summary="Start a match",
        responses=could_be(401, 403, 404, 409, 413, 415, 422),
        status_code=204,
    )
    async def start(self, match: MatchId, data: Sent[Start], request: Asked) -> None:
        """By its host. Empty seats are filled with bots if you name one."""
        house, player = house_of(request), await somebody(request)
        found = await the_match(house, match)
        if player.id != found.host:
            raise ProblemError(403, "forbidden", "only the host can start the match")
        if found.status != "open":
            raise ProblemError(409, "not_open", "the match has begun already")
        seats = await house.store.seats(match)
        empty = [seat for seat in seats if not seat.is_taken]
        if empty and data.fill is None:
            numbers = ", ".join(str(seat.number) for seat in empty[:10])
            raise ProblemError(409, "seats_empty", f"seats without a player: {numbers}; fill them with a bot")
        if data.fill is not None:
            bots.make(data.fill)
        bots_here = len(empty) + sum(seat.bot is not None for seat in seats)
        if bots_here and await running_bots(house.store) + bots_here > most_bots(house):
            raise too_many_bots(house)  # before any seat is given; others may start at this moment, so look again below
        if empty:
            await give_to_bots(house, found, empty, [as_bot(data.fill or "", seat.number) for seat in empty])
        at = now()
        limit = found.terms.turn if GAMES[found.game].seats is not None else found.terms.length
        due = None if limit is None else at + limit
        try:
            is_started = await house.store.start(match, at, due, most_bots=most_bots(house) if bots_here else None)
        except TooManyBotsError:
            raise too_many_bots(house) from None
        if not is_started:
            raise ProblemError(409, "not_open", "the match has begun already, or somebody has just left; try again")
        await house.changed(match)
        await house.driver.renew(at)

    @post(
        "/{match:str}/lock",
        summary="Let nobody new take a seat",
        responses=could_be(401, 403, 404, 409, 413, 415),
        status_code=204,
    )
    async def lock(self, match: MatchId, data: Sent[Locking], request: Asked) -> None:
        """By its host, before the start. Who has a seat keeps it; with `locked` false everybody may join again."""
        house, player = house_of(request), await somebody(request)
        if player.id != (await the_match(house, match)).host:
            raise ProblemError(403, "forbidden", "only the host can lock the match")
        if not await house.store.lock_out(match, data.locked):
            raise ProblemError(409, "not_open", "the match has begun already")
        await house.changed(match)

    @post("/{match:str}/rematch", summary="Play again", responses=could_be(401, 403, 404, 409))
    async def rematch(self, match: MatchId, request: Asked, code: Code = None) -> Made:
        """An open match with the same settings, of which you are the host; all who ask get the same one."""
        house, player = house_of(request), await somebody(request)
        found = await seen(house, match, player, code)
        if found.status != "over":
            raise ProblemError(409, "not_over", "the match is not over")
        if found.rematch is None:
            await count_match(request, player)
            kept = await the_set_up(house, match)
            again = await asyncio.to_thread(Match, kept.game, kept.setup, secrets.randbits(64), limit=kept.limit)
            made = new_match(again, found.title, found.terms, player, public=found.public, code=found.code)
            rematch = await keep_match(house, again, made, follows=match)
            await house.changed(match)
        else:
            rematch = found.rematch
        return Made(rematch, found.code)

    @get(
        "/{match:str}/log",
        summary="The log of a match that is over",
        responses=could_be(403, 404, 409),
        media_type=MediaType.TEXT,
    )
    async def log(self, match: MatchId, request: Asked, code: Code = None) -> str:
        """The saved match, as `flagstone replay show` and `POST /api/film` take it."""
        house = house_of(request)
        room = await ended(house, await seen(house, match, await who_asks(request), code))
        return await asyncio.to_thread(room.match.save)

    @get("/{match:str}/film", summary="The film of a match that is over", responses=could_be(403, 404, 409))
    async def film(self, match: MatchId, request: Asked, code: Code = None) -> film.Film:
        """The view at its start, and what every entry changed."""
        house = house_of(request)
        await limited(request, "films", 120, MINUTE)
        room = await ended(house, await seen(house, match, await who_asks(request), code))
        rows = (await house.store.rows({match: 0})).get(match, [])
        async with house.filming:
            return await asyncio.to_thread(film.film_of, room.kept, rows)


class FilmController(Controller):
    """Films of matches that the server does not keep."""

    path = "/api/film"
    tags = ("matches",)

    @post("/", summary="The film of a saved match", responses=could_be(403, 413, 415, 422), status_code=200)
    async def film(self, data: Sent[SavedMatch], request: Asked) -> film.Film:
        """Stateless: nothing is kept."""
        await limited(request, "films", 120, MINUTE)
        async with house_of(request).filming:
            return await asyncio.to_thread(film.film, data.match)


async def count_match(request: Asked, player: Player) -> None:
    """Count a match that somebody makes, for him and for his address."""
    rates = house_of(request).settings.rates
    await used(house_of(request), f"matches:{player.id}", rates.matches, HOUR)
    await limited(request, "matches-from", rates.address_matches, HOUR)


def new_match(
    match: Match, title: str, terms: journal.Terms, host: Player, *, public: bool, code: str | None = None
) -> store.Match:
    """A new match, which is not kept yet."""
    if not public and code is None:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(6))
    return store.Match(
        id=new_id(),
        game=match.game.id,
        title=clean_title(title) if title.strip() else f"{host.name}'s match",
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


async def keep_match(house: House, match: Match, made: store.Match, follows: str | None = None) -> str:
    """Keep a new match; returns its id, or that of the one that follows the other already."""
    kept = journal.Kept(made.id, made.game, match.game.version, match.setup, match.seed, made.terms, match.limit)
    return await house.store.add_match(kept, made, follows)
