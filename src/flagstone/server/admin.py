"""What only whoever runs the server may do, with the token of `flagstone serve --admin-token`."""

import hmac
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from flagstone.play.hub import now
from flagstone.play.room import Order
from flagstone.server.finding import MatchId, expect, the_match
from flagstone.server.me import Named, Sent, house_of
from flagstone.server.problems import ProblemError, could_be


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a match is closed."""

    reason: Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")] = (
        "closed by the host of the server"
    )


class Figures(msgspec.Struct, frozen=True):
    """How the server is doing."""

    matches: dict[str, int]
    connections: int
    rooms: int
    is_draining: bool
    banned: list[str]


async def guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Let nobody in without the token."""
    token = connection.app.state.house.settings.admin_token
    given = connection.headers.get("authorization", "").removeprefix("Bearer ")
    if token is None:
        raise ProblemError(404, "not_found", "this server was started without --admin-token")
    if not hmac.compare_digest(given.encode(), token.encode()):
        raise ProblemError(401, "forbidden", "the admin token is missing or wrong")


class AdminController(Controller):
    """Running the server."""

    path = "/api/admin"
    tags = ("admin",)
    guards = (guard,)

    @get("/", summary="How the server is doing", responses=could_be(401, 404))
    async def figures(self, request: Request[Any, Any, Any]) -> Figures:
        """Of this process, and of the matches in the database."""
        house = house_of(request)
        return Figures(
            matches=await house.store.counts(),
            connections=len(house.connections),
            rooms=len(house.hub.audiences),
            is_draining=house.is_draining,
            banned=await house.people.bans(),
        )

    @post(
        "/matches/{match:str}/close",
        summary="Close a match",
        responses=could_be(401, 403, 404, 409, 413, 415),
        status_code=204,
    )
    async def close(self, match: MatchId, data: Sent[Closing], request: Request[Any, Any, Any]) -> None:
        """A running match ends undecided; an open one is started no more."""
        house = house_of(request)
        found = await the_match(house, match)
        if found.status == "open":
            await house.store.start(match, now(), None, anyway=True)
            await house.changed(match)
        expect(await house.hub.ask(match, Order("stop", now(), reason=data.reason)))

    @post("/bans", summary="Ban a name", responses=could_be(401, 403, 404, 413, 415, 422), status_code=204)
    async def ban(self, data: Sent[Named], request: Request[Any, Any, Any]) -> None:
        """Nobody of this name takes a seat any more."""
        await house_of(request).people.ban(data.name)

    @delete("/bans", summary="Let a banned name play again", responses=could_be(401, 403, 404, 422))
    async def unban(self, name: Annotated[str, msgspec.Meta(max_length=100)], request: Request[Any, Any, Any]) -> None:
        """From now on."""
        await house_of(request).people.unban(name)

    @post("/drain", summary="Make ready for a restart", responses=could_be(401, 403, 404), status_code=204)
    async def drain(self, request: Request[Any, Any, Any]) -> None:
        """Everybody, in all processes, is told to connect again, and nobody new is let in until they are restarted."""
        await house_of(request).drain_everywhere()
