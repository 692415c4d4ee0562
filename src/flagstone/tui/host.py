"""Where matches come from: this process, or a server. A host opens one, and another when it is over."""

import asyncio
from collections.abc import Mapping
from typing import Any, Protocol

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


BEGUN = "The match has begun already: you watch."


def own_name(details: Mapping[str, Any], seat: int | None = None) -> str | None:
    """The name under which whoever asked for a match's details can go on at once: in a seat of his that is empty now.

    A seat in which somebody plays, in another terminal perhaps, is nobody's to take up without being named.
    """
    if details["match"]["status"] == "over":
        return None
    own = [details["seats"][number] for number in details["yours"] if seat in (None, number)]
    return next((str(each["name"]) for each in own if not each.get("connected")), None)


class RemoteHost:
    """A match on a server, and those that follow it."""

    def __init__(self, link: Link, name: str, *, watch: bool = False, seat: int | None = None) -> None:
        self.name, self.is_watching, self.seat = name, watch, seat
        self.guest = Guest(link)
        self.notice = ""

    async def open(self) -> Session:
        """The match of the link: one's own seat, or one there is to take, or a view of it."""
        details = await self.guest.details()
        status = details["match"]["status"]
        if self.is_watching:
            return self._watch("You watch.")
        if status == "over":
            return self._watch("The match is over.")
        if status == "running" and not details["yours"]:
            return self._watch(BEGUN)
        try:
            line = await self.guest.sit_down(self.name, self.seat)
        except JoinError as error:
            if error.title == "not_open":
                return self._watch(BEGUN)
            if self.seat is not None or error.title != "seat_taken":
                raise
            return self._watch("All seats are taken: you watch.")
        is_back = line.seat in details["yours"]
        is_host = status == "open" and (await self.guest.details())["host"]
        told = ["You are back in your seat."] if is_back else []
        told += ["You are the host: start the match when everybody is here."] if is_host else []
        self.notice = " ".join(told)
        return Session(line)

    def _watch(self, why: str) -> Session:
        self.notice = why
        return Session(self.guest.watch())

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
