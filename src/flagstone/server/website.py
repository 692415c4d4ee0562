"""The browser client: built files, which a browser may keep for good since their names say what is in them."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import Parameter

from flagstone.server.problems import ProblemError

PAGES = Path(__file__).parent / "pages"  # what `web/` is built to
FOR_GOOD = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
PACKED = (("br", ".br"), ("gzip", ".gz"))  # content codings in order of preference, and the files that have them

# Paths at which the client shows a page of its own; it finds out there which.
VIEWS = ["/", "/m/{rest:path}", "/new/{rest:path}", "/rules/{rest:path}", "/replay/{rest:path}", "/boards", "/you"]

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Flagstone</title>
<body style="font: 17px/1.6 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1.25rem">
<h1>The pages are not built yet</h1>
<p>The server is running, but this checkout has no built browser client. Run <code>make pages</code>
(it needs Node.js 20 or newer) and load this page again; <code>make play</code> does it by itself.</p>
<p>Programs can play already: see <a href="/api/docs">the HTTP interface</a>
and <a href="/api/schema">the live messages</a>.</p>
"""

Asked = Request[Any, Any, Any]


@get(VIEWS, include_in_schema=False)
async def page(request: Asked) -> Response[bytes]:
    """The one page of the client, at every path that it shows something at."""
    if not (PAGES / "index.html").is_file():
        return Response(NOT_BUILT.encode(), status_code=503, media_type=TYPES[".html"])
    return await _file("index.html", request, ALWAYS_ASK)


@get("/assets/{name:str}", include_in_schema=False)
async def asset(request: Asked, name: Annotated[str, Parameter(max_length=100)]) -> Response[bytes]:
    """A file whose name has a hash of what is in it."""
    return await _file(f"assets/{name}", request, FOR_GOOD)


@get("/icon.svg", include_in_schema=False)
async def icon(request: Asked) -> Response[bytes]:
    """The icon of the site."""
    return await _file("icon.svg", request, "public, max-age=86400")


async def _file(name: str, request: Asked, cache: str) -> Response[bytes]:
    """A built file, as packed as the browser takes it."""
    path = (PAGES / name).resolve()
    media_type = TYPES.get(path.suffix)
    if media_type is None or not path.is_relative_to(PAGES.resolve()) or not path.is_file():
        raise ProblemError(404, "not_found", "there is no such file")
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    taken = {part.split(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")}
    for coding, ending in PACKED:
        packed = path.with_name(path.name + ending)
        if coding in taken and packed.is_file():
            headers["content-encoding"] = coding
            path = packed
            break
    return Response(
        await asyncio.to_thread(path.read_bytes), media_type=media_type.removesuffix("; charset=utf-8"), headers=headers
    )


@get("/{rest:path}", include_in_schema=False)
async def nowhere(request: Asked) -> Response[bytes]:
    """A mistyped address: the client says so to a person, a problem to a program."""
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if not wants_page or not (PAGES / "index.html").is_file():
        raise ProblemError(404, "not_found", "there is nothing here")
    answer = await _file("index.html", request, ALWAYS_ASK)
    answer.status_code = 404
    return answer


HANDLERS = (page, asset, icon, nowhere)
