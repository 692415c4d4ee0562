"""Photographs every page of the browser client, light and dark, wide and on a phone: `make images`."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, FilePayload, expect, sync_playwright

from flagstone.boards import shipped
from tests.browser import needs
from tests.browser.conftest import ARGUMENTS
from tests.browser.screens import Person
from tests.server.serving import Hosted, Server, client, serving
from tests.server.serving import Person as Caller

FOLDER = needs.ROOT / "docs" / "images"
COLOURS = 256  # of a picture, so that all of them are small
LOOKS = [("wide", False), ("wide", True), ("phone", False), ("phone", True)]

YARD = "\n".join(["###########", "#jjj   JJJ#", "#         #", "#hhf   HHF#", "###########"])

GRID = {
    "rows": 12,
    "columns": 14,
    "failure_chance": 0.012,
    "walls": [[2, 3], [3, 3], [4, 3], [5, 3], [8, 6], [8, 7], [8, 8], [8, 9], [3, 9], [4, 9], [5, 9]],
    "grenades": [[10, 1], [9, 4], [6, 6], [2, 11], [1, 12], [10, 10], [4, 6], [7, 12], [0, 5]],
}


def main() -> None:
    """Take all pictures anew."""
    if needs.missing():
        sys.exit(f"No pictures: this needs {'; '.join(needs.missing())}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needs.chromium(), args=ARGUMENTS)
        for size, dark in LOOKS:
            # A server for each: the bots of the matches before would make it slow.
            with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
                over = finished(server)
                hosted(server, "hammer", start=False, title="Friday's hammer club", board="garden")
                hosted(server, "rowdy", title="Semi-final", settings=GRID)
                for name, pose in POSES.items():
                    photograph(browser, server, name, pose, size, dark=dark, over=over)
        browser.close()
    whole = sum(file.stat().st_size for file in FOLDER.glob("*.png"))
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}, {whole // 1024} KiB")


def photograph(browser: Browser, server: Server, name: str, pose: "Pose", size: str, *, dark: bool, over: str) -> None:
    """One picture of one page."""
    is_phone = size == "phone"
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": 390, "height": 844} if is_phone else {"width": 1280, "height": 800},
        color_scheme="dark" if dark else "light",
        has_touch=is_phone,
        is_mobile=is_phone,
        reduced_motion="reduce",
    )
    person = Person(context.new_page(), server)
    person.open("/you")
    person.page.get_by_label("Your name in matches").fill("Ada")
    person.page.get_by_role("button", name="Keep").click()
    expect(person.page.get_by_role("status")).to_be_visible()
    pose(person, over)
    person.page.wait_for_load_state("networkidle")
    person.page.wait_for_timeout(700)  # until nothing moves any more
    path = FOLDER / f"{name}-{size}-{'dark' if dark else 'light'}.png"
    person.page.screenshot(path=path)
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)
    context.close()


NAMES = ["Ada", "Bea", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo"]


def hosted(server: Server, game: str, *, start: bool = True, **wish: Any) -> Hosted:
    """A match with people of all names in its seats; without a start only half of them are taken."""
    host = Caller(server, "Hanna")
    made = host.say("/api/matches", game=game, **wish)
    seats = len(host.ask(f"/api/matches/{made['id']}")["seats"])
    path = f"/api/matches/{made['id']}"
    taken = NAMES[: seats if start else seats // 2]
    tokens = [host.say(f"{path}/join", seat=seat, name=name)["token"] for seat, name in enumerate(taken)]
    if start:
        host.say(f"{path}/start")
    return Hosted(made["id"], host, tokens, made["code"])


def finished(server: Server) -> str:
    """A race that has been won."""
    match = hosted(server, "rowdy", settings=GRID | {"failure_chance": 0}, title="The final")
    with client(server, match.id, seat=0, token=match.tokens[0]) as ada:
        with client(server, match.id, seat=1, token=match.tokens[1]) as bea:
            for turn in (("NE", "E", "NE"), ("NE", "E", "NE"), ("E", "NE", "E")):
                for step in turn:
                    ada.act(step)
                bea.catch_up(ada.number)
                for step in ("SW", "W", "NW"):
                    bea.act(step)
                ada.catch_up(bea.number)
        ada.send(type="resign", id="enough")
        ada.answer("enough")
    return match.id


# What is photographed.

Pose = Callable[[Person, str], None]


def page(path: str) -> Pose:
    """A page as it stands."""
    return lambda person, over: person.open(path.format(over=over))


def played(game: str, *keys: str) -> Pose:
    """A game against bots, after some keys."""

    def pose(person: Person, over: str) -> None:
        person.play_now(game)
        for key in keys:
            person.page.keyboard.press(key)
            person.page.wait_for_timeout(260)
        person.page.wait_for_timeout(2500 if game != "rowdy" else 600)

    return pose


def race(person: Person, over: str) -> None:
    """A race in the middle."""
    match = hosted(person.server, "rowdy", settings=GRID)
    person.sit(match.id, 0, match.tokens[0])
    with client(person.server, match.id, seat=1, token=match.tokens[1]) as bea:
        for turn in (("e", "e", "ArrowRight"), ("e", "ArrowRight")):
            for key in turn:
                person.page.keyboard.press(key)
                person.page.wait_for_timeout(200)
            bea.catch_up(person.number)
            if len(turn) == 3:
                for step in ("SW", "W", "SW"):
                    bea.act(step)


def refused(person: Person, over: str) -> None:
    """A move into a wall."""
    person.play_now("classic")
    person.page.keyboard.press("ArrowLeft")
    expect(person.page.get_by_test_id("refusal")).to_be_visible()


def wrong(person: Person, over: str) -> None:
    """Dimensions that cannot be."""
    person.open("/new/rowdy")
    person.page.get_by_label("Rows").fill("8")
    person.page.get_by_role("button", name="Make the match").click()
    expect(person.page.locator("#rows-fault")).not_to_be_empty()


def maze_files(person: Person, over: str) -> None:
    """Files of Maze to Savor with faults."""
    person.open("/new/savor")
    person.page.get_by_text("My files").click()
    files = {
        "stairs": "[0, 4, 5, 2, 0, 10] # up\n\n[0, 2, 3, 0, 2, 9]\n[0, 1, 1, 1, 1]\n",
        "poles": "[0, 2, 5, 24]\n",
        "walls": "[1, 0, 2, 8, 2]\n[0, 1, 1, 5, 5]\n",
        "flag": "[0, 4, 12]\n",
        "seed": "20\n",
    }
    payloads = [
        FilePayload(name=f"{name}.txt", mimeType="text/plain", buffer=text.encode()) for name, text in files.items()
    ]
    person.page.get_by_label("All files at once").set_input_files(payloads)
    person.page.get_by_role("button", name="Make the match").click()
    expect(person.page.get_by_text("stairs.txt line 3")).to_be_visible()


def boards(person: Person, over: str) -> None:
    """Boards of one's own, and one that cannot be."""
    rings = ["#" * 15, "#hhh#  s  #HHH#", "#hhf   #   FHH#", "#hhh#  #  #HHH#", "#     ###     #", "#jj #  #  # JJ#"]
    keep(person, "courtyard-2", shipped.text("courtyard"))
    keep(person, "rings", "\n".join([*rings, *rings[4:6], rings[0]]))
    person.open("/boards")
    person.page.get_by_label("Name", exact=True).fill("yard")
    person.page.get_by_label("The board as text").fill("\n".join(rings))
    person.page.get_by_role("button", name="Keep this board").click()
    expect(person.page.get_by_text("This board cannot be played on")).to_be_visible()
    person.page.evaluate("scrollTo(0, 0)")


def keep(person: Person, name: str, text: str) -> None:
    """Keep a board of one's own."""
    board = {"name": name, "text": text}
    answer = person.page.request.post("/api/boards", data=board, headers={"origin": person.server.url})
    assert answer.ok, answer.text()


def won(person: Person, over: str) -> None:
    """A victory."""
    match = hosted(person.server, "classic", settings={"board": YARD}, seats_per_team=1)
    person.sit(match.id, 0, match.tokens[0])
    person.go("N", *"EEEEEEEE", "S")
    person.press("f")
    person.go("N", *"WWWWWWW", "S")
    person.await_result("You win!")


def waiting(person: Person, over: str) -> None:
    """A private match before it begins."""
    person.open("/new/shovel")
    person.page.get_by_text("Only with the link or code").click()
    person.page.get_by_role("button", name="Make the match").click()
    person.await_status("open")


def large(person: Person, over: str) -> None:
    """A board that does not fit."""
    match = hosted(person.server, "shovel", board="wilds", seats_per_team=6)
    person.sit(match.id, 0, match.tokens[0])


def replayed(person: Person, over: str) -> None:
    """A replay, somewhere in the middle."""
    person.open(f"/replay/{over}")
    person.page.get_by_label("Place in the match").fill("8")


POSES: dict[str, Pose] = {
    "lobby": page("/"),
    "classic": played("classic", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"),
    "hammer": played("hammer", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"),
    "shovel": played("shovel", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp"),
    "rowdy": race,
    "savor": played("savor", "Space"),
    "large": large,
    "refusal": refused,
    "waiting": waiting,
    "won": won,
    "result": page("/m/{over}"),
    "replay": replayed,
    "new-classic": page("/new/classic"),
    "new-rowdy-wrong": wrong,
    "new-savor-wrong": maze_files,
    "boards": boards,
    "rules-hammer": page("/rules/hammer"),
    "rules-rowdy": page("/rules/rowdy"),
    "rules-savor": page("/rules/savor"),
    "you": page("/you"),
}

if __name__ == "__main__":
    main()
