"""A real browser before a real server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import needs
from tests.browser.screens import Person
from tests.server.serving import Server, serving

# As Chromium has to be started where there is neither a display nor a sandbox.
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

People = Callable[..., Person]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser its tests are skipped, and say so."""
    if not needs.missing():
        return
    reason = f"needs {'; '.join(needs.missing())}"
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needs.chromium(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def people(server: Server, browser: Browser) -> Iterator[People]:
    """Makes people with a browser of their own. None of them may have seen an error in the end."""
    there: list[Person] = []

    def come(
        at: Server = server,
        *,
        dark: bool = False,
        phone: bool = False,
        width: int | None = None,
        height: int = 800,
    ) -> Person:
        context = browser.new_context(
            base_url=at.url,
            viewport={"width": width or (390 if phone else 1280), "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=phone,
            is_mobile=phone,
        )
        context.set_default_timeout(15_000)
        there.append(Person(context.new_page(), at))
        return there[-1]

    yield come
    faults = [fault for person in there for fault in person.faults]
    for person in there:
        person.page.context.close()
    assert not faults


@pytest.fixture
def person(people: People) -> Person:
    return people()
