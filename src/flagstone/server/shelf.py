"""Games, bots, boards and messages over HTTP: what there is to play with."""

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Response, delete, get, post
from litestar.params import Parameter
from sqlalchemy import delete as delete_from
from sqlalchemy import func, select

from flagstone import bots, catalogue
from flagstone.boards import shipped
from flagstone.boards.ctf import parse
from flagstone.play import messages
from flagstone.server.database import Database
from flagstone.server.me import Asked, Sent, house_of, somebody, who_asks
from flagstone.server.people import Player
from flagstone.server.problems import ProblemError, could_be
from flagstone.server.tables import boards, players

MOST_BOARDS = 50  # of one's own


BOARD_NAME = "^[a-z0-9][a-z0-9-]*$"
BoardName = Annotated[str, Parameter(max_length=40, pattern=BOARD_NAME, description="A board's name.")]


class BoardText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board of one's own."""

    name: Annotated[str, msgspec.Meta(max_length=40, pattern=BOARD_NAME)]
    text: Annotated[str, msgspec.Meta(max_length=256 * 257)]


class BoardSize(msgspec.Struct, frozen=True):
    """A board, without its text."""

    name: str
    rows: int
    columns: int
    most_seats: int  # per team
    own: bool


class CatalogueController(Controller):
    """Games, boards and messages."""

    path = "/api"
    tags = ("catalogue",)

    @get("/games", summary="All games with their settings", responses=could_be())
    async def games(self) -> Response[list[dict[str, Any]]]:
        """Sides, seats, actions and settings of every game."""
        return encoded(catalogue.games)

    @get("/bots", summary="The bots that can take a seat", responses=could_be())
    async def bots(self) -> Response[list[str]]:
        """Their names."""
        return encoded(bot_names)

    @get("/schema", summary="The JSON Schema of the live messages", responses=could_be())
    async def schema(self) -> Response[dict[str, Any]]:
        """What clients send and what the server sends, by name."""
        return encoded(message_schema)

    @get("/boards", summary="Shipped boards, and your own", responses=could_be())
    async def boards(self, request: Asked) -> list[BoardSize]:
        """Without their texts."""
        found = [_size(name, shipped.text(name), own=False) for name in shipped.names()]
        player = await who_asks(request)
        if player is not None:
            found += [_size(name, text, own=True) for name, text in (await own_boards(request, player)).items()]
        return found

    @get("/boards/{name:str}", summary="The text of a board", responses=could_be(404), media_type=MediaType.TEXT)
    async def board(self, name: BoardName, request: Asked) -> str:
        """One of your own before a shipped one."""
        player = await who_asks(request)
        own = (await own_boards(request, player)).get(name) if player is not None else None
        if own is None and name not in shipped.names():
            raise ProblemError(404, "no_board", "there is no such board")
        return own or shipped.text(name)

    @post("/boards", summary="Keep a board of your own", responses=could_be(401, 403, 409, 413, 415, 422))
    async def keep_board(self, data: Sent[BoardText], request: Asked) -> BoardSize:
        """One of the same name is replaced. A board in error is refused with every fault."""
        player = await somebody(request)
        await asyncio.to_thread(parse, data.text, 1)
        await keep_own(house_of(request).database, player, data)
        return _size(data.name, data.text, own=True)

    @delete("/boards/{name:str}", summary="Forget a board of your own", responses=could_be(401, 403))
    async def forget_board(self, name: BoardName, request: Asked) -> None:
        """Matches that are played on it go on."""
        await _forget_board(request, await somebody(request), name)


def encoded(content: Callable[[], Any]) -> Response[Any]:
    """An answer that is always the same; it is encoded once."""
    return Response(_encoded(content), media_type=MediaType.JSON)


@cache
def _encoded(content: Callable[[], Any]) -> bytes:
    return msgspec.json.encode(content())


def bot_names() -> list[str]:
    """The bots that can take a seat."""
    return list(bots.BOTS)


def _size(name: str, text: str, *, own: bool) -> BoardSize:
    board = parse(text, 1)
    return BoardSize(name, board.rows, board.columns, board.most_seats(), own)


async def own_boards(request: Asked, player: Player) -> dict[str, str]:
    """The boards of a player's own, by name."""
    async with house_of(request).database.reading() as connection:
        query = select(boards.c.name, boards.c.text).where(boards.c.owner == player.id).order_by(boards.c.name)
        return {row.name: row.text for row in await connection.execute(query)}


async def keep_own(database: Database, player: Player, board: BoardText) -> None:
    """Keep a board of a player's own. Of two that are kept at the same moment under one name the last one counts."""
    fresh = database.insert(boards).values(owner=player.id, name=board.name, text=board.text)
    others = select(func.count()).where(boards.c.owner == player.id, boards.c.name != board.name)
    async with database.writing() as connection:
        await connection.execute(select(players.c.id).where(players.c.id == player.id).with_for_update())  # in turn
        if (await connection.execute(others)).scalar_one() >= MOST_BOARDS:
            raise ProblemError(409, "too_many", f"you have {MOST_BOARDS} boards; delete one first")
        await connection.execute(
            fresh.on_conflict_do_update(index_elements=[boards.c.owner, boards.c.name], set_={"text": board.text})
        )


async def _forget_board(request: Asked, player: Player, name: str) -> None:
    async with house_of(request).database.writing() as connection:
        await connection.execute(delete_from(boards).where(boards.c.owner == player.id, boards.c.name == name))


def message_schema() -> dict[str, Any]:
    """The JSON Schema of all messages."""
    (client, server), components = msgspec.json.schema_components(
        (messages.FromClient, messages.FromServer), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The live messages of Flagstone",
        "$defs": {**components, "FromClient": client, "FromServer": server},
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/FromServer"}],
    }
