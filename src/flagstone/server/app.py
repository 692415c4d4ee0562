"""The server as an ASGI application."""

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any
from urllib.parse import urlsplit

from litestar import Litestar, MediaType, Request, Response, WebSocket, get, websocket
from litestar.openapi.config import OpenAPIConfig
from litestar.params import Parameter
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from flagstone import __version__
from flagstone.play.hub import now
from flagstone.play.journal import JournalError
from flagstone.server import admin, problems, website
from flagstone.server.codes import by_code
from flagstone.server.house import House, warm_up
from flagstone.server.live import Connection, turn_away
from flagstone.server.matches import FilmController, MatchController, MyMatchesController
from flagstone.server.me import MeController, address_of
from flagstone.server.reference import ReferencePage
from flagstone.server.seats import SeatController
from flagstone.server.settings import Settings
from flagstone.server.shelf import CatalogueController

MOST_BODY = 2**21  # bytes of a request

MATCH_ID = re.compile("[a-z0-9]{1,24}")

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

log = logging.getLogger(__name__)


def with_headers(app: ASGIApp) -> ASGIApp:
    """Adds the headers that keep a browser out of trouble, to every answer."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        await app(scope, receive, send_more)

    return wrapped


def is_own_origin(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> bool:
    """Whether a page may talk to this server: it is this server's own, or allowed. Programs send no origin."""
    if origin is None:
        return True
    try:
        return origin in allowed or urlsplit(origin).netloc == host
    except ValueError:  # it is no address at all
        return False


@websocket("/ws/{match:str}")
async def live(
    socket: WebSocket[Any, Any, Any], match: Annotated[str, Parameter(description="The match's id.")]
) -> None:
    """A connection to a match; `docs/protocol.md` tells what is said on it."""
    house: House = socket.app.state.house
    address = address_of(socket)
    if not is_own_origin(socket.headers.get("origin"), socket.headers.get("host"), house.settings.origins):
        await socket.close(4403, "this page may not connect")  # before it is accepted: the answer is HTTP's 403
        return
    if not MATCH_ID.fullmatch(match):
        await socket.close(4404, "there is no such match")
        return
    if house.is_draining:
        await turn_away(socket, "restart", "the server restarts; connect again, with the last number seen")
        return
    if not house.may_connect(address):
        await turn_away(socket, "too_many", "there are too many connections; try again later")
        return
    house.by_address[address] += 1
    try:
        await Connection(house, socket, match, address).run()
    finally:
        house.by_address[address] -= 1
        if house.by_address[address] <= 0:
            del house.by_address[address]


async def check_request(request: Request[Any, Any, Any]) -> Response[Any] | None:
    """Nobody asks too often, and no page from elsewhere changes anything here."""
    house: House = request.app.state.house
    wait = house.requests.take(address_of(request), now())
    if wait:
        return problems.problem(429, "too_many", "too many requests from your address; try again later", wait)
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if is_own_origin(request.headers.get("origin"), request.headers.get("host"), house.settings.origins):
        return None
    return problems.problem(403, "cross_origin", "requests from other pages are not taken")


@get("/healthz", media_type=MediaType.TEXT, summary="Is the process alive?", tags=["running"])
async def healthz() -> str:
    """Always ok, as long as the process answers at all."""
    return "ok"


@get("/readyz", media_type=MediaType.TEXT, summary="Is the server ready for people?", tags=["running"])
async def readyz(request: Request[Any, Any, Any]) -> Response[str]:
    """Whether the database answers, and no restart is near."""
    house: House = request.app.state.house
    try:
        await house.store.counts()
    except JournalError:
        return Response("the database does not answer", status_code=503)
    if house.is_draining:
        return Response("the server restarts", status_code=503)
    return Response("ok")


@get("/metrics", media_type=MediaType.TEXT, summary="Figures for Prometheus", tags=["running"])
async def metrics(request: Request[Any, Any, Any]) -> bytes:
    """Of the process that answers, and of the matches in the database."""
    house: House = request.app.state.house
    registry = CollectorRegistry()
    gauges = {
        "connections": ("Open WebSocket connections", len(house.connections)),
        "rooms": ("Rooms in memory", len(house.hub.audiences)),
        "orders_waiting": ("Actions that wait to be judged", len(house.hub.waiting)),
        "database_down": ("Whether the database failed when it was last asked", house.hub.is_down),
    }
    counters = {
        "entries": ("Log entries kept by this process", house.hub.entries),
        "refusals": ("Actions refused by this process", house.hub.refusals),
        "rounds": ("Transactions of this process", house.hub.rounds),
        "overtaken": ("Times that a room was overtaken by another process", house.hub.overtaken),
    }
    for name, (words, value) in gauges.items():
        Gauge(f"flagstone_{name}", words, registry=registry).set(value)
    for name, (words, value) in counters.items():
        Counter(f"flagstone_{name}", words, registry=registry).inc(value)
    matches = Gauge("flagstone_matches", "Matches in the database", ["status"], registry=registry)
    try:
        for status, count in (await house.store.counts()).items():
            matches.labels(status).set(count)
    except JournalError:
        log.warning("the database does not answer: its matches are not counted")
    return generate_latest(registry)


def make_app(settings: Settings) -> Litestar:
    """The application of one process; its house is `app.state.house`. To be served `with_headers`."""
    house = House(settings)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await house.open()
        warm_up()
        try:
            yield
        finally:
            await house.close()

    app = Litestar(
        route_handlers=[
            MeController,
            CatalogueController,
            MyMatchesController,
            MatchController,
            SeatController,
            FilmController,
            by_code,
            admin.AdminController,
            live,
            healthz,
            readyz,
            metrics,
            *website.HANDLERS,
        ],
        before_request=check_request,
        exception_handlers=problems.HANDLERS,
        lifespan=[lifespan],
        request_max_body_size=MOST_BODY,
        openapi_config=OpenAPIConfig(
            title="Flagstone",
            version=__version__,
            description="Make, join and follow matches. Playing itself goes over the WebSocket `/ws/{match}`.",
            path="/api/docs",
            use_handler_docstrings=True,
            render_plugins=[ReferencePage()],
        ),
        logging_config=None,
    )
    app.state.house = house
    return app
