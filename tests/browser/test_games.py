"""A full game of each of the five in a browser, by keyboard and by clicks."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.screens import TITLES, Person
from tests.server.serving import Hosted, Server, client, hosted

# The way from player 1's home along the middle to the other flag, and back home.
YARD = "\n".join(["###########", "#jjj   JJJ#", "#         #", "#hhf   HHF#", "###########"])
THERE, BACK = ["N", *"EEEEEEEE", "S"], ["N", *"WWWWWWW", "S"]

Go = Callable[[Person, str], None]
WAYS: dict[str, Go] = {
    "keys": lambda person, step: person.go(step),
    "clicks": lambda person, step: person.go_by_click(step),
}


@pytest.fixture(params=WAYS)
def go(request: pytest.FixtureRequest) -> Go:
    return WAYS[request.param]


def seated(person: Person, server: Server, game: str, **wish: Any) -> Hosted:
    """A match in which the person has seat 0, and nobody moves the others."""
    match = hosted(server, game, **wish)
    person.sit(match.id, 0, match.tokens[0])
    return match


@pytest.mark.parametrize("game", ["classic", "hammer", "shovel"])
def test_a_flag_is_brought_home(game: str, go: Go, person: Person, server: Server) -> None:
    seated(person, server, game, settings={"board": YARD})
    for step in THERE:
        go(person, step)
    if game == "classic":
        person.press("f")
        expect(person.page.get_by_test_id("turn")).to_have_text("You carry the flag: bring it home")
    for step in BACK:
        go(person, step)
    if game == "hammer":
        person.page.get_by_role("button", name="Drop flag").click()
    person.await_result("You win!")


def test_a_race_is_won(go: Go, person: Person, server: Server) -> None:
    grid = {"rows": 10, "columns": 10, "walls": [], "grenades": [], "failure_chance": 0}
    match = seated(person, server, "rowdy", settings=grid)
    with client(server, match.id, seat=1, token=match.tokens[1]) as other:
        for turn in range(3):
            expect(person.page.get_by_test_id("turn")).to_have_text("Your turn: 3 actions left")
            for _ in range(3):
                go(person, "NE")
            if turn < 2:
                other.catch_up(person.number)
                for _ in range(3):
                    assert other.act("W").get("kind") == "act"
                person.await_number(other.number)
    person.await_result("You win!")


@pytest.mark.parametrize("by", ["key", "click"])
def test_the_flag_of_three_floors_is_reached(by: str, person: Person, server: Server) -> None:
    match = seated(person, server, "savor", settings={"flag": [0, 4, 12]})
    throw = person.page.get_by_role("button", name="Throw the dice")
    with (
        client(server, match.id, seat=1, token=match.tokens[1]) as second,
        client(server, match.id, seat=2, token=match.tokens[2]) as third,
    ):
        while person.match.get_attribute("data-status") == "running":
            number = person.number + 1
            if by == "key":
                person.page.keyboard.press("Space")
            else:
                throw.click()
            person.await_number(number)
            for other in (second, third):
                other.catch_up(number)
                if other.entries[-1].get("outcome"):
                    break
                number = other.act("throw")["number"]
            person.await_number(number)
    person.await_result()
    lines = person.page.get_by_role("log")
    expect(lines).to_contain_text("captures the flag at [0, 4, 12] and wins the game.")
    expect(lines).to_contain_text("is at the starting area and rolls 6 on the movement dice and is placed on")


def test_a_click_starts_each_game_against_bots(people: People) -> None:
    for game in TITLES:
        person = people()
        person.play_now(game)
        assert person.match.get_attribute("data-seat") == "0"
        expect(person.page.get_by_role("list", name="Players")).to_contain_text("greedy")
        person.page.context.close()
