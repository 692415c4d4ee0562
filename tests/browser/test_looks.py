"""Small windows, light and dark, accessibility, speed."""

import pytest
from playwright.sync_api import expect

from tests.browser import needs
from tests.browser.conftest import People
from tests.browser.screens import Person
from tests.server.serving import Server, board, client, hosted

KIB = 1024
MOST_PAGE = 200 * KIB
FIRST_PAINT = 1000  # milliseconds
PAGES = [
    "/",
    "/new/classic",
    "/new/rowdy",
    "/new/savor",
    "/rules/hammer",
    "/rules/rowdy",
    "/rules/savor",
    "/boards",
    "/you",
    "/rules/nothing",
]

AXE = """async () => {
    const found = await axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return found.violations.map((one) => `${one.id}: ` +
        one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | "));
}"""


def violations(person: Person) -> list[str]:
    """What axe finds wrong with the page that is shown."""
    person.page.evaluate(needs.AXE.read_text())
    # What fades in is looked at when it is there.
    person.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")
    found: list[str] = person.page.evaluate(AXE)
    return found


def finished(server: Server) -> str:
    """A match that is over."""
    match = hosted(server, "rowdy", settings={"rows": 10, "columns": 10})
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        player.send(type="resign", id="enough")
        player.answer("enough")
    return match.id


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(dark: bool, people: People, server: Server) -> None:
    person = people(dark=dark)
    over = finished(server)
    for path in [*PAGES, f"/m/{over}", f"/replay/{over}"]:
        person.open(path)
        person.page.wait_for_load_state("networkidle")
        assert violations(person) == [], path
    for game in ("classic", "rowdy", "savor"):
        person.play_now(game)
        assert violations(person) == [], game
    person.open("/new/savor")
    person.page.get_by_text("My files").click()
    person.page.get_by_role("button", name="Make the match").click()
    expect(person.page.get_by_text("stairs.txt: there is no such file")).to_be_visible()
    assert violations(person) == []
    person.open("/boards")
    for text, words in ((board(), "yard is kept."), ("#####", "This board cannot be played on")):
        person.page.get_by_label("Name", exact=True).fill("yard")
        person.page.get_by_label("The board as text").fill(text)
        person.page.get_by_role("button", name="Keep this board").click()
        expect(person.page.get_by_text(words)).to_be_visible()
    assert violations(person) == []
    person.forgive("422")
    person.open("/new/rowdy")
    person.page.get_by_label("Rows").fill("5")
    person.page.get_by_role("button", name="Make the match").click()
    expect(person.page.locator("#rows-fault")).not_to_be_empty()
    assert violations(person) == []
    person.page.get_by_label("Rows").fill("10")
    person.page.get_by_role("button", name="Make the match").click()
    person.await_status("open")
    assert violations(person) == []


@pytest.mark.parametrize("width", [390, 320])
def test_a_phone_shows_every_page_without_scrolling_sideways(width: int, people: People, server: Server) -> None:
    person = people(phone=True, width=width)
    for path in [*PAGES, f"/replay/{finished(server)}"]:
        person.open(path)
        person.page.wait_for_load_state("networkidle")
        assert not sideways(person), path


@pytest.mark.parametrize("size", [(390, 800), (320, 640), (844, 390)], ids=["upright", "small", "on its side"])
@pytest.mark.parametrize("game", ["hammer", "rowdy", "savor"])
def test_a_phone_plays_by_touch(game: str, size: tuple[int, int], people: People) -> None:
    person = people(phone=True, width=size[0], height=size[1])
    person.play_now(game)
    assert not sideways(person)
    name = {"hammer": "Move south", "rowdy": "Move north-east", "savor": "Throw the dice"}[game]
    button = person.page.get_by_role("button", name=name)
    if size != (320, 640):  # where one has to scroll
        expect(button).to_be_in_viewport(ratio=1)
        expect(person.board).to_be_in_viewport(ratio=1)
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    button.tap()
    if game == "rowdy":  # where a wall may stand in one way or another, but not in all
        for other in ("Move north", "Move east"):
            person.page.get_by_role("button", name=other, exact=True).tap()
    person.await_number(1)


def sideways(person: Person) -> bool:
    wide: bool = person.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return wide


def test_colours_follow_the_system_until_chosen(people: People) -> None:
    person = people(dark=True)
    person.open("/")
    expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")
    person.page.get_by_role("button", name="Switch to light colours").click()
    person.page.reload()
    expect(person.page.locator("html")).to_have_attribute("data-theme", "light")


def test_everything_is_reached_by_keyboard(person: Person) -> None:
    person.open("/")
    person.page.keyboard.press("Tab")
    expect(person.page.get_by_text("Skip to the content")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(person.page.locator("main")).to_be_focused()
    person.page.keyboard.press("Tab")
    expect(person.page.get_by_role("button", name="Play now: Classic CTF")).to_be_focused()
    person.page.keyboard.press("Enter")
    person.await_status("running")


def test_the_lobby_is_small_and_quick(people: People) -> None:
    paints = []
    for _ in range(3):
        person = people()
        person.open("/")
        expect(person.page.get_by_role("button", name="Play now: Maze to Savor")).to_be_visible()
        person.page.wait_for_load_state("networkidle")
        timing = person.page.evaluate(
            """() => ({
                paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
                bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
                    .reduce((sum, one) => sum + one.encodedBodySize, 0),
            })"""
        )
        assert timing["bytes"] < MOST_PAGE
        paints.append(timing["paint"])
    assert min(paints) < FIRST_PAINT, "the lobby is not there at once"


def test_built_files_are_packed_and_kept(server: Server, person: Person) -> None:
    answer = person.page.request.get("/")
    assert answer.headers["cache-control"] == "no-cache"
    script = answer.text().split('src="')[1].split('"')[0]
    answer = person.page.request.get(script)
    assert answer.headers["content-encoding"] in ("br", "gzip")
    assert "immutable" in answer.headers["cache-control"]
    assert person.page.request.get("/assets/../index.html.br").status == 404
    assert person.page.request.get("/assets/%2e%2e%2f%2e%2e%2fapp.py").status == 404
