"""Finding a private match by the code alone, as it is read out in a class."""

from typing import Annotated

from litestar import get
from litestar.params import Parameter
from sqlalchemy import select

from flagstone.server.limits import MINUTE
from flagstone.server.matches import Made
from flagstone.server.me import Asked, house_of, limited
from flagstone.server.problems import ProblemError, could_be
from flagstone.server.tables import matches

MOST_TRIES = 300  # a minute from one address: a class, but nobody who guesses


@get("/api/codes/{code:str}", summary="The private match with a code", responses=could_be(404), tags=["matches"])
async def by_code(code: Annotated[str, Parameter(max_length=12, pattern=r"^[^\x00]*$")], request: Asked) -> Made:
    """The newest one that is not over, or else the newest; a rematch has the code of the match before it."""
    await limited(request, "codes", MOST_TRIES, MINUTE)
    query = (
        select(matches.c.id, matches.c.code)
        .where(matches.c.code == code.strip().upper())
        .order_by(matches.c.status == "over", matches.c.created_at.desc())
        .limit(1)
    )
    async with house_of(request).database.reading() as connection:
        found = (await connection.execute(query)).first()
    if found is None:
        raise ProblemError(404, "no_match", "no match has this code")
    return Made(found.id, found.code)
