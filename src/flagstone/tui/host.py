"""Where matches come from: this process, or a server. A host opens one, and another when it is over."""

import asyncio
from typing import Protocol

from flagstone.tui.remote import Guest, JoinError, Link
from flagstone.tui.session import Session
from flagstone.tui.wish import Wish


class Host(Protocol):
    """Somebody who opens matches."""

    notice: str  # what a person should know of the match that was opened; empty if nothing

    async def open(self) -> Session:
        """The match, not yet running. Raises WishError or JoinError."""

    async def again(self) -> Session:
        """Another match like the last one. Raises as `open`."""

    async def begin(self) -> None:
        """Start a match that waits for its host. Raises JoinError."""

    async def close(self) -> None:
        """Let go of everything."""


class LocalHost:
    """Matches against bots, in this process."""

    def __init__(self, wish: Wish) -> None:
        self.wish, self.notice = wish, ""

    async def open(self) -> Session:
        """A new match."""
        return Session(await asyncio.to_thread(self.wish.start))  # a large board takes its time

    async def again(self) -> Session:
        """A new match with the same wishes."""
        return await self.open()

    async def begin(self) -> None:
        """These matches start by themselves."""

    async def close(self) -> None:
        """There is nothing to let go of."""


class RemoteHost:
    """A match on a server, and those that follow it."""

    def __init__(self, link: Link, name: str, *, watch: bool = False, seat: int | None = None) -> None:
        self.name, self.is_watching, self.seat = name, watch, seat
        self.guest = Guest(link)
        self.notice = ""

    async def open(self) -> Session:
        """The match of the link: a seat in it if there is one to take, or a view of it."""
        details = await self.guest.details()
        status = details["match"]["status"]
        if self.is_watching:
            self.notice = "You watch."
            return Session(self.guest.watch())
        if status != "open":
            self.notice = "The match has begun already: you watch." if status == "running" else "The match is over."
            return Session(self.guest.watch())
        try:
            line = await self.guest.sit_down(self.name, self.seat)
        except JoinError as error:
            if self.seat is not None or "all seats are taken" not in str(error):
                raise
            self.notice = "All seats are taken: you watch."
            return Session(self.guest.watch())
        is_own = (await self.guest.details())["host"]
        self.notice = "You are the host: start the match when everybody is here." if is_own else ""
        return Session(line)

    async def again(self) -> Session:
        """The match that follows, with the same settings; whoever asks first is its host."""
        await self.guest.again(self.name)
        return await self.open()

    async def begin(self) -> None:
        """Start the match, with bots in the seats that are empty."""
        await self.guest.start("greedy")

    async def close(self) -> None:
        """Let go of the connections."""
        await self.guest.close()
