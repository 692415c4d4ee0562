"""Matches on a server: finding one by its link, taking a seat, and a line to it that mends itself."""

import asyncio
import re
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException

from flagstone.play.messages import Entries, FromClient, FromServer, Hello, Ping, Welcome
from flagstone.tui import identity
from flagstone.tui.session import MOST_REMEMBERED, Lost, Session

SECONDS = 15.0  # for any request
PINGS = 5.0  # seconds between them
SOONEST, LATEST = 0.25, 5.0  # seconds until a broken connection is made again
MOST_MESSAGE = 2**24  # characters of a message

COOKIE = "flagstone"  # by which the server knows a guest again

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(FromServer)


class JoinError(ValueError):
    """A match that cannot be joined; the words are for people, the title is the server's stable name for it."""

    def __init__(self, words: str, title: str = "") -> None:
        super().__init__(words)
        self.title = title


@dataclass(frozen=True)
class Link:
    """Where a match is."""

    server: str  # http://host:port
    match: str
    code: str | None = None

    @classmethod
    def read(cls, text: str) -> "Link":
        """The link of a match's page, such as http://host/m/ID?code=CODE. Raises JoinError."""
        parts = urlsplit(text if "://" in text else f"http://{text}")
        places = re.findall(r"/(?:m|match|matches|ws)/([a-z0-9]{4,24})(?=$|[/?#])", f"{parts.path}#{parts.fragment}")
        if parts.scheme not in ("http", "https") or not parts.netloc or not places:
            raise JoinError(f"{text[:80]!r} is not the link of a match, such as http://host/m/ID")
        queries = parse_qs(parts.query) | parse_qs(urlsplit(parts.fragment).query)
        return cls(f"{parts.scheme}://{parts.netloc}", places[0], queries.get("code", [None])[0])

    @property
    def live(self) -> str:
        """Where the match's WebSocket is."""
        return f"{self.server.replace('http', 'ws', 1)}/ws/{self.match}"


class Guest:
    """Somebody on a server, who is known by a cookie: from an earlier visit, or from when he says his name."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.http = httpx.AsyncClient(base_url=link.server, timeout=SECONDS)
        self._is_known_by(identity.remembered(link.server))

    def _is_known_by(self, cookie: str | None) -> None:
        self.http.cookies.clear()
        if cookie is not None:
            self.http.headers["Cookie"] = f"{COOKIE}={cookie}"

    async def details(self) -> dict[str, Any]:
        """The match as the server tells it. Raises JoinError."""
        return dict(await self._ask("GET", f"/api/matches/{self.link.match}"))

    async def sit_down(self, name: str, seat: int | None = None) -> "RemoteLine":
        """Take a seat, any or a certain one, under a name, or come back to one's own. Raises JoinError."""
        await self._ask("POST", "/api/me", name=name)
        body = {} if seat is None else {"seat": seat}
        joined = await self._ask("POST", f"/api/matches/{self.link.match}/join", code=self.link.code, name=name, **body)
        return RemoteLine(self.link, seat=joined["seat"], token=joined["token"])

    def watch(self) -> "RemoteLine":
        """Look on."""
        return RemoteLine(self.link)

    async def again(self, name: str) -> None:
        """Go on to the match that follows. Raises JoinError."""
        await self._ask("POST", "/api/me", name=name)
        made = await self._ask("POST", f"/api/matches/{self.link.match}/rematch")
        self.link = Link(self.link.server, made["id"], made["code"])

    async def start(self, fill: str) -> None:
        """Start the match, which only its host can, with bots in the empty seats. Raises JoinError."""
        await self._ask("POST", f"/api/matches/{self.link.match}/start", fill=fill)

    async def close(self) -> None:
        """Let go of the connections to the server."""
        await self.http.aclose()

    async def _ask(self, method: str, path: str, **body: Any) -> Any:
        query = {} if self.link.code is None else {"code": self.link.code}
        try:
            answer = await self.http.request(method, path, params=query, json=body if method == "POST" else None)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise JoinError(f"{self.link.server} does not answer: {str(error) or type(error).__name__}") from None
        if cookie := answer.cookies.get(COOKIE):
            self._is_known_by(cookie)
            identity.remember(self.link.server, cookie)
        try:
            told = answer.json() if answer.content else None
        except ValueError:
            told = None
        if answer.is_success and (told is not None or answer.status_code == httpx.codes.NO_CONTENT):
            return told
        problem = told if isinstance(told, dict) else {}
        words = (
            problem.get("detail") or f"{self.link.server} answers {answer.status_code}, which is no Flagstone server's"
        )
        raise JoinError(str(words), str(problem.get("title", "")))


class RemoteLine:
    """A WebSocket to a match. When it breaks it is made again, and goes on where it was."""

    def __init__(self, link: Link, *, seat: int | None = None, token: str | None = None) -> None:
        self.link, self.seat, self.token = link, seat, token
        self.waiting: asyncio.Queue[FromClient] = asyncio.Queue()

    def send(self, message: FromClient) -> None:
        """Say something as soon as what was said before is out."""
        self.waiting.put_nowait(message)

    async def run(self, session: Session) -> None:
        """Stay connected until the server says goodbye for good."""
        wait = SOONEST
        while session.bye is None:
            try:
                async with connect(self.link.live, open_timeout=SECONDS, max_size=MOST_MESSAGE) as socket:
                    try:
                        await self._talk(socket, session)
                    except asyncio.CancelledError:  # whoever leaves does not wait for the server's goodbye
                        socket.transport.abort()
                        raise
                    wait = SOONEST
            except (OSError, WebSocketException, InvalidHandshake, InvalidURI, TimeoutError, msgspec.DecodeError):
                pass
            if session.bye is None:
                session.hear(Lost())
                await asyncio.sleep(wait)
                wait = min(2 * wait, LATEST)

    def _hello(self, session: Session, last: int | None) -> str:
        who = Hello(seat=self.seat, token=self.token, code=self.link.code)
        return _encoder.encode(msgspec.structs.replace(who, last=last, restores=session.restores)).decode()

    async def _talk(self, socket: ClientConnection, session: Session) -> None:
        self.waiting = asyncio.Queue()  # what was not sent is not sent late; what needs an answer is said again
        is_new = session.number is None
        await socket.send(self._hello(session, session.number))
        helpers = [asyncio.create_task(work) for work in (self._write(socket), self._ping())]
        try:
            async for text in socket:
                session.hear(_decoder.decode(text))
                if is_new and session.number:
                    helpers.append(asyncio.create_task(self._look_back(session, session.number)))
                is_new = False
        finally:
            for helper in helpers:
                helper.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)

    async def _look_back(self, session: Session, number: int) -> None:
        """Learn what led to the entry of a number, to tell it; as far as the server has it at hand."""
        try:
            async with connect(self.link.live, open_timeout=SECONDS, max_size=MOST_MESSAGE) as socket:
                await socket.send(self._hello(session, max(0, number - MOST_REMEMBERED)))
                async for text in socket:
                    match _decoder.decode(text):
                        case Welcome(view=view) if view is not None:
                            return
                        case Entries(entries=entries):
                            session.recall(entries)
                            return
        except (OSError, WebSocketException, TimeoutError, msgspec.DecodeError):
            pass  # the match can be played without

    async def _write(self, socket: ClientConnection) -> None:
        while True:
            message = await self.waiting.get()
            await socket.send(_encoder.encode(message).decode())

    async def _ping(self) -> None:
        while True:
            self.send(Ping(sent=time.monotonic()))
            await asyncio.sleep(PINGS)
