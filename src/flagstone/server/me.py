"""Guests and accounts over HTTP, and what every request asks first: who is it, and is it not too often?"""

import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import Body

from flagstone.play.hub import now
from flagstone.server.house import House
from flagstone.server.limits import HOUR, MINUTE
from flagstone.server.people import COOKIE, Player, account_name, clean_name
from flagstone.server.problems import ProblemError, could_be

COOKIE_DAYS = 400
NOWHERE = "nowhere"  # the address of all who have none that makes sense

Name = Annotated[str, msgspec.Meta(max_length=100)]
Password = Annotated[str, msgspec.Meta(max_length=400)]

Asked = Request[Any, Any, Any]
T = TypeVar("T")
Sent: TypeAlias = Annotated[T, Body()]  # what a request has in its body


def house_of(request: Asked) -> House:
    """The server process that answers."""
    house: House = request.app.state.house
    return house


class Me(msgspec.Struct, frozen=True):
    """You, as the server knows you."""

    name: str
    account: str | None  # the name that signs in; none: a guest


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name."""

    name: Name


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account and its password."""

    account: Name
    password: Password


class Recovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account, its one-time code, and a new password."""

    account: Name
    code: Annotated[str, msgspec.Meta(max_length=60)]
    password: Password


class Account(msgspec.Struct, frozen=True):
    """An account, and the code that recovers it once. The code is shown this once."""

    name: str
    account: str
    recovery_code: str


async def who_asks(request: Asked) -> Player | None:
    """The player of the request's cookie, if there is one."""
    return await house_of(request).people.known(request.cookies.get(COOKIE), now())


async def somebody(request: Asked) -> Player:
    """The player of the request's cookie. Raises ProblemError for nobody."""
    player = await who_asks(request)
    if player is None:
        raise ProblemError(401, "no_player", "say who you are first: POST /api/me with a name")
    return player


def known_as(player: Player, request: Asked, content: Any = None, status: int = 200) -> Response[Any]:
    """An answer with the cookie by which a player is known again."""
    house = house_of(request)
    cookie = Cookie(
        key=COOKIE,
        value=house.people.cookie(player),
        max_age=COOKIE_DAYS * 86_400,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    me = Me(player.name, player.account)
    return Response(me if content is None else content, status_code=status, cookies=[cookie])


async def limited(request: Asked, what: str, most: int, window: int) -> None:
    """Count one use of something by the request's address. Raises ProblemError when there have been too many."""
    house = house_of(request)
    await used(house, f"{what}:{address_of(request)}", most, window)


async def used(house: House, key: str, most: int, window: int) -> None:
    """Count one use of a quota."""
    wait = await house.quotas.use(key, most, window, now())
    if wait:
        raise ProblemError(429, "too_many", "too many of these requests; try again later", retry_after=wait)


@asynccontextmanager
async def guarded(request: Asked, account: str) -> AsyncIterator[None]:
    """Somebody tries to get at an account.

    Only tries that fail are counted, by account too: who guesses one keeps no others at his address out of theirs.
    """
    house, address = house_of(request), address_of(request)
    rates, key = house.settings.rates, f"sign-ins:{address}"
    most = {f"{key}:{account_name(account)}": rates.sign_ins, key: rates.address_sign_ins}
    for key, tries in most.items():  # before it is known whether it fails: many at once are many
        await used(house, key, tries, 10 * MINUTE)
    yield
    for key in most:
        await house.quotas.give_back(key)


def address_of(request: Any) -> str:
    """Where a request or a connection comes from."""
    return normal_address(request.client.host) if request.client else NOWHERE


@lru_cache(maxsize=10_000)
def normal_address(given: str) -> str:
    """An address as it is counted: IPv6 by the network of 64 bits, of which one household has all."""
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return NOWHERE
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), 64), strict=False))


class MeController(Controller):
    """Guests and accounts."""

    path = "/api/me"
    tags = ("me",)

    @get("/", summary="Who you are", responses=could_be())
    async def me(self, request: Asked) -> Me | None:
        """Null for somebody the server does not know."""
        player = await who_asks(request)
        return None if player is None else Me(player.name, player.account)

    @post("/", summary="Say or change your name", responses=could_be(403, 413, 415, 422), status_code=200)
    async def rename(self, data: Sent[Named], request: Asked) -> Response[Me]:
        """Somebody new becomes a guest and gets a cookie."""
        house, name = house_of(request), clean_name(data.name)
        if await house.people.is_banned(name):
            raise ProblemError(403, "banned", "this name may not play here")
        player = await who_asks(request)
        if player is None:
            await limited(request, "guests", house.settings.rates.guests, HOUR)
            player = await house.people.add_guest(name, now())
        else:
            player = await house.people.rename(player, name)
        return known_as(player, request)

    @post("/account", summary="Turn a guest into an account", responses=could_be(401, 403, 409, 413, 415, 422))
    async def register(self, data: Sent[SignIn], request: Asked) -> Response[Account]:
        """The answer has a code with which the account can be recovered once; it is shown this once."""
        player = await somebody(request)
        async with guarded(request, data.account):
            player, code = await house_of(request).people.register(player, data.account, data.password)
        return known_as(player, request, Account(player.name, player.account or "", code), 201)

    @post("/sign-in", summary="Sign in to an account", responses=could_be(401, 403, 413, 415, 422), status_code=200)
    async def sign_in(self, data: Sent[SignIn], request: Asked) -> Response[Me]:
        """With the name and the password of the account."""
        async with guarded(request, data.account):
            player = await house_of(request).people.sign_in(data.account, data.password)
        return known_as(player, request)

    @post(
        "/recover",
        summary="Recover an account on another device",
        responses=could_be(401, 403, 413, 415, 422),
        status_code=200,
    )
    async def recover(self, data: Sent[Recovery], request: Asked) -> Response[Account]:
        """With the one-time code; the answer has the next one. Whoever was signed in is no longer."""
        async with guarded(request, data.account):
            player, code = await house_of(request).people.recover(data.account, data.code, data.password)
        return known_as(player, request, Account(player.name, player.account or "", code))

    @post("/sign-out", summary="Sign out", responses=could_be(403), status_code=204)
    async def sign_out(self, request: Asked) -> Response[None]:
        """Forget the cookie, on every device."""
        player = await who_asks(request)
        if player is not None:
            await house_of(request).people.sign_out_everywhere(player)
        return Response(None, status_code=204, cookies=[Cookie(key=COOKIE, value="", max_age=0)])
