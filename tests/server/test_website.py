"""The built pages, and what is said where there are none."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient, create_test_client

from flagstone.server import problems, website
from tests.server.serving import Person, Server, hosted

PAGE, SCRIPT = b"<!doctype html><title>Flagstone</title>", b"console.log(1)"


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of the built pages."""
    folder = tmp_path / "pages"
    (folder / "assets").mkdir(parents=True)
    (tmp_path / "secret.js").write_bytes(b"secret")
    monkeypatch.setattr(website, "PAGES", folder)
    return folder


@pytest.fixture
def browser(pages: Path) -> Iterator[TestClient[Any]]:
    with create_test_client(list(website.HANDLERS), exception_handlers=problems.HANDLERS) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/m/abc123", "/new/rowdy", "/rules/savor", "/replay/abc123", "/boards", "/you"])
def test_the_page_is_served_at_every_path_that_it_shows_something_at(
    path: str, pages: Path, browser: TestClient[Any]
) -> None:
    (pages / "index.html").write_bytes(PAGE)
    answer = browser.get(path)
    assert (answer.status_code, answer.content) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_a_mistyped_address_is_told_to_people_by_the_page_and_to_programs_by_a_problem(
    pages: Path, browser: TestClient[Any]
) -> None:
    (pages / "index.html").write_bytes(PAGE)
    person, program = {"accept": "text/html,*/*;q=0.8"}, {"accept": "*/*"}
    answer = browser.get("/rulez/rowdy", headers=person)
    assert (answer.status_code, answer.content) == (404, PAGE)
    for path, headers in (("/rulez", program), ("/api/matchez", person)):
        answer = browser.get(path, headers=headers)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"


def test_a_missing_page_says_how_to_build_it(browser: TestClient[Any]) -> None:
    answer = browser.get("/")
    assert answer.status_code == 503
    assert "make pages" in answer.text


@pytest.mark.parametrize(
    ("taken", "coding"), [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("identity", None), ("", None)]
)
def test_assets_are_packed_as_the_browser_takes_them(
    taken: str, coding: str | None, pages: Path, browser: TestClient[Any]
) -> None:
    for ending in ("", ".br", ".gz"):
        (pages / "assets" / f"a-1.js{ending}").write_bytes(SCRIPT)
    with browser.stream("GET", "/assets/a-1.js", headers={"accept-encoding": taken}) as answer:
        assert answer.status_code == 200
        assert answer.headers.get("content-encoding") == coding
        assert answer.headers["cache-control"] == website.FOR_GOOD
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("name", ["none.js", "..%2f..%2fsecret.js", "%2e%2e%2f%2e%2e%2fsecret.js", "a.py", "a-1.js.br"])
def test_nothing_else_is_served(name: str, pages: Path, browser: TestClient[Any]) -> None:
    (pages / "assets" / "a.py").write_bytes(SCRIPT)
    (pages / "assets" / "a-1.js.br").write_bytes(SCRIPT)
    assert browser.get(f"/assets/{name}").status_code == 404


def test_a_private_match_is_found_by_its_code(server: Server) -> None:
    match = hosted(server, start=False, public=False)
    with Person(server) as stranger:
        found = stranger.ask(f"/api/codes/{(match.code or '').lower()}")
        assert found == {"id": match.id, "code": match.code}
        assert stranger.get("/api/codes/NOSUCH").status_code == 404
        assert stranger.get("/api/codes/" + "A" * 13).status_code == 400


def test_a_public_match_has_no_code_to_find_it_by(server: Server) -> None:
    match = hosted(server, start=False)
    assert match.code is None
    with Person(server) as stranger:
        assert stranger.get("/api/codes/None").status_code == 404
