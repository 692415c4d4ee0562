"""What is wrong with a request, as a body of `application/problem+json`."""

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from flagstone.boards.faults import BoardError
from flagstone.bots import BotError
from flagstone.match import MatchError
from flagstone.play.journal import JournalError
from flagstone.server.people import PeopleError

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
MOST_DETAIL = 4000  # characters; settings can have thousands of faults
STATUS = {"not_signed_in": 401, "name_taken": 409, "has_account": 409}  # of errors about people, others 422

MEANINGS = {
    400: "The request makes no sense: its path, its query or its body.",
    401: "Nobody the server knows, or a wrong secret.",
    403: "Not for you, or not from this page.",
    404: "There is no such thing.",
    409: "Not now, or not any more.",
    413: "The body is too large.",
    415: "The body is no JSON.",
    422: "What is wished for cannot be; the words say why.",
    429: "Too many requests; try again after `Retry-After` seconds.",
    503: "The server cannot do it now; try again after `Retry-After` seconds.",
}

Asked = Request[Any, Any, Any]


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a request."""

    type: str  # about:blank
    title: str  # a stable name, such as seat_taken
    status: int
    detail: str  # words for people


def could_be(*statuses: int) -> dict[int, ResponseSpec]:
    """The problems that a request can have, for the OpenAPI document; some can come of any request."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=MEANINGS[status], media_type=MEDIA_TYPE)
        for status in sorted({400, 429, 503, *statuses})
    }


class ProblemError(Exception):
    """A request that is refused. `name` is stable, the words are for people."""

    def __init__(self, status: int, name: str, detail: str, *, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.status, self.name, self.retry_after = status, name, retry_after


def problem(status: int, name: str, detail: str, retry_after: int | None = None) -> Response[Problem]:
    """A problem as a response; `retry_after` in milliseconds."""
    detail = detail if len(detail) <= MOST_DETAIL else f"{detail[:MOST_DETAIL]}…"
    headers = {} if retry_after is None else {"Retry-After": str(-(-retry_after // 1000))}
    content = Problem("about:blank", name, status, detail)
    return Response(content, status_code=status, media_type=MEDIA_TYPE, headers=headers)


def refused(request: Asked, error: ProblemError) -> Response[Any]:
    """A refusal of ours."""
    return problem(error.status, error.name, str(error), error.retry_after)


def bad_settings(request: Asked, error: MatchError | BoardError | BotError) -> Response[Any]:
    """Settings, boards, bots and saved matches that cannot be."""
    return problem(422, getattr(error, "name", "bad_settings"), str(error))


def bad_person(request: Asked, error: PeopleError) -> Response[Any]:
    """Names, passwords and codes."""
    return problem(STATUS.get(error.name, 422), error.name, str(error))


def unavailable(request: Asked, error: JournalError) -> Response[Any]:
    """The database does not answer."""
    log.error("the database does not answer: %s", error)
    return problem(503, "unavailable", "the server cannot reach its database; try again in a moment", 2000)


def http(request: Asked, error: HTTPException) -> Response[Any]:
    """What the framework found wrong: paths, methods, bodies."""
    detail = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        parts = (f"{one.get('key', 'body')}: {one.get('message')}" for one in error.extra if isinstance(one, dict))
        detail = "; ".join(parts) or detail
    names = {400: "bad_request", 404: "not_found", 405: "bad_method", 413: "too_large", 415: "bad_media_type"}
    response = problem(error.status_code, names.get(error.status_code, "refused"), detail)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def too_deep(request: Asked, error: RecursionError) -> Response[Any]:
    """A body that is nested so deeply that it cannot be read."""
    return problem(400, "bad_request", "the body is nested too deeply")


def fault(request: Asked, error: Exception) -> Response[Any]:
    """A fault of ours: it is logged, and nothing of it is told."""
    log.exception("a request failed", exc_info=error)
    return problem(500, "internal_error", "the server made a mistake; it has been noted")


HANDLERS: dict[Any, Any] = {
    ProblemError: refused,
    MatchError: bad_settings,
    BoardError: bad_settings,
    BotError: bad_settings,
    PeopleError: bad_person,
    JournalError: unavailable,
    RecursionError: too_deep,
    HTTPException: http,
    Exception: fault,
}
