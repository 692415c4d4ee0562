"""What people do before the screen."""

from playwright.sync_api import Locator, Page, expect

from flagstone.notation.steps import STEPS
from tests.server.serving import Server

TITLES = {
    "classic": "Classic CTF",
    "hammer": "Hammer CTF",
    "shovel": "Shovel CTF",
    "rowdy": "Rowdy Racers",
    "savor": "Maze to Savor",
}
KEYS = {
    "N": "ArrowUp",
    "E": "ArrowRight",
    "S": "ArrowDown",
    "W": "ArrowLeft",
    "NE": "e",
    "SE": "c",
    "SW": "z",
    "NW": "q",
}

# What a browser says of a connection that is cut on purpose.
EXPECTED = ("WebSocket connection to", "net::ERR_CONNECTION", "Failed to load resource: net::ERR_CONNECTION")


def console_faults(page: Page, faults: list[str]) -> None:
    """Note every error that a page tells its console."""
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)


class Person:
    """Somebody with a browser."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server
        self.faults: list[str] = []
        console_faults(page, self.faults)

    def open(self, path: str) -> None:
        self.page.goto(path)

    def forgive(self, *words: str) -> None:
        """Errors with these words were to be expected."""
        self.faults[:] = [fault for fault in self.faults if not any(word in fault for word in words)]

    def play_now(self, game: str) -> None:
        self.open("/")
        self.page.get_by_role("button", name=f"Play now: {TITLES[game]}").click()
        self.await_status("running")

    # The match that is shown.

    @property
    def match(self) -> Locator:
        return self.page.locator(".match")

    @property
    def id(self) -> str:
        return self.page.url.split("/m/")[1].split("?")[0]

    def await_status(self, status: str) -> None:
        expect(self.match).to_have_attribute("data-status", status, timeout=20_000)

    @property
    def number(self) -> int:
        """Of the last entry that is shown."""
        return int(self.match.get_attribute("data-number") or 0)

    def await_number(self, number: int) -> None:
        self.page.wait_for_function(
            "least => Number(document.querySelector('.match')?.dataset.number) >= least", arg=number
        )

    def sit(self, match: str, seat: int, token: str, code: str | None = None) -> None:
        """Come to a match with a seat that was taken elsewhere."""
        self.open("/you")
        self.page.evaluate(
            "([match, held]) => localStorage.setItem('flagstone.seats', JSON.stringify({[match]: held}))",
            [match, {"seat": seat, "token": token}],
        )
        self.open(f"/m/{match}" + (f"?code={code}" if code else ""))
        expect(self.match).to_have_attribute("data-seat", str(seat))

    def press(self, key: str) -> None:
        """Press a key, and wait for what comes of it."""
        before = self.number
        self.page.keyboard.press(key)
        self.await_number(before + 1)

    def go(self, *directions: str) -> None:
        for direction in directions:
            self.press(KEYS[direction])

    def go_by_click(self, *directions: str) -> None:
        """Click on the neighbouring cells, one after another."""
        for direction in directions:
            before = self.number
            self.click_beside(direction)
            self.await_number(before + 1)

    def click_beside(self, direction: str) -> None:
        place = self.place_of(int(self.match.get_attribute("data-seat") or 0))
        down, right = STEPS[direction]
        self.board.click(position={"x": place["x"] + right * place["cell"], "y": place["y"] + down * place["cell"]})

    def place_of(self, seat: int) -> dict[str, float]:
        """Where a player is on the board, and how large a cell is, once nothing moves any more."""
        found: dict[str, float] = self.board.evaluate(
            """async (board, seat) => {
                const { stage } = board;
                let before;
                for (;;) {
                    const place = stage.placeOf(seat);
                    const words = JSON.stringify(place);
                    if (words === before) return { ...place, cell: stage.camera.scale / stage.camera.ratio };
                    before = words;
                    await new Promise((soon) => setTimeout(soon, 60));
                }
            }""",
            seat,
        )
        return found

    @property
    def board(self) -> Locator:
        return self.page.get_by_test_id("board")

    def await_result(self, words: str | None = None) -> None:
        result = self.page.get_by_test_id("result")
        expect(result).to_be_visible()
        if words is not None:
            expect(result).to_contain_text(words)
