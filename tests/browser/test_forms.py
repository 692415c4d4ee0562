"""Making a match of each game, and what is said of mistakes."""

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.screens import TITLES, Person


@pytest.mark.parametrize("wrong", ["5", "101", "ten", "", "1.5"])
def test_invalid_dimensions_are_said_at_the_field_and_corrected_there(wrong: str, person: Person) -> None:
    person.open("/new/rowdy")
    rows = person.page.get_by_label("Rows")
    rows.fill(wrong)
    person.page.get_by_role("button", name="Make the match").click()
    expect(rows).to_be_focused()
    expect(rows).to_have_attribute("aria-invalid", "true")
    expect(person.page.locator("#rows-fault")).to_contain_text("10 to 100")
    expect(person.page.locator("#columns-fault")).to_be_empty()
    assert person.page.url.endswith("/new/rowdy"), "no match was made"
    rows.fill("12")
    expect(person.page.locator("#rows-fault")).to_be_empty()
    rows.press("Enter")
    person.await_status("open")


def test_what_only_the_server_finds_is_said_at_the_field_too(person: Person) -> None:
    person.open("/new/classic")
    person.page.get_by_text("My own").click()
    person.page.get_by_label("The board as text").fill("#####\n#h j#\n#####")
    person.page.get_by_role("button", name="Make the match").click()
    board = person.page.get_by_role("alert").filter(has_text="board")
    expect(board).to_contain_text("home")
    person.forgive("422")


def test_the_server_judges_dimensions_as_well(person: Person) -> None:
    """Its words come to the fields, should the page ever not know better."""
    person.open("/new/rowdy")
    person.page.route(
        "**/api/matches",
        lambda route: route.fulfill(
            status=422,
            content_type="application/problem+json",
            body='{"title": "bad_settings", "status": 422, "detail": "invalid dimensions: rows is 9, '
            'not a whole number from 10 to 100 and columns is 7, not a whole number from 10 to 100"}',
        ),
    )
    person.page.get_by_role("button", name="Make the match").click()
    expect(person.page.locator("#rows-fault")).to_contain_text("10 to 100")
    expect(person.page.locator("#columns-fault")).to_contain_text("columns is 7")
    person.forgive("422")


@pytest.mark.parametrize("game", TITLES)
def test_every_game_can_be_made_as_it_stands(game: str, person: Person) -> None:
    person.open(f"/new/{game}")
    person.page.get_by_role("button", name="Start now with bots").click()
    person.await_status("running")
    person.page.reload()
    person.await_status("running")


def test_a_maze_is_made_to_order(person: Person) -> None:
    person.open("/new/hammer")
    person.page.get_by_text("New maze").click()
    person.page.get_by_label("Rows").fill("15")
    person.page.get_by_label("Columns").fill("25")
    person.page.get_by_label("Hammers").fill("3")
    person.page.get_by_label("Seed").fill("7")
    person.page.get_by_label("Players a team").fill("3")
    person.page.get_by_role("button", name="Make the match").click()
    person.await_status("open")
    expect(person.page.get_by_text("Waiting for 5 more")).to_be_visible()


def test_a_maze_of_files_is_played(person: Person) -> None:
    files = {
        "stairs": "[0, 4, 5, 2, 0, 10] # up\r\n\n0, 2, 3, 1, 2, 3",
        "poles": "[0, 2, 5, 24]",
        "walls": "[1, 0, 2, 8, 2]",
        "flag": "[0, 4, 12]",
    }
    person.open("/new/savor")
    person.page.get_by_text("My files").click()
    for name, text in files.items():
        file = FilePayload(name=f"{name}.txt", mimeType="text/plain", buffer=text.encode())
        person.page.get_by_label(f"{name}.txt").set_input_files(file)
    person.page.get_by_role("button", name="Start now with bots").click()
    person.await_status("running")


def test_faults_of_files_are_said_with_the_file_and_the_line(person: Person) -> None:
    files = {
        "stairs": "# up\n\n[0, 4, 5, 0, 0, 10]\n[0, 1, x]\n",
        "poles": "[0, 2, 5, 24]\n[0, 2, 5, 24]\n",
        "walls": "",
        "flag": "\n[0, 4, 12]\n",
        "seed": "20\n",
    }
    person.open("/new/savor")
    person.page.get_by_text("My files").click()
    expect(person.page.get_by_text("seed.txt is not used here")).to_be_visible()
    person.page.get_by_role("button", name="Make the match").click()
    expect(person.page.get_by_role("alert").filter(has_text="flag.txt: there is no such file")).to_be_visible()
    person.page.get_by_label("All files at once").set_input_files(
        [FilePayload(name=f"{name}.txt", mimeType="text/plain", buffer=text.encode()) for name, text in files.items()]
    )
    expect(person.page.get_by_text("Your seed.txt is not used here")).to_be_visible()
    person.page.get_by_role("button", name="Make the match").click()
    for words in (
        "stairs.txt line 3: [0, 4, 5, 0, 0, 10]: it joins a floor to itself",
        "stairs.txt line 4: '[0, 1, x]': not a list of 6 whole numbers",
        "poles.txt line 2: [0, 2, 5, 24]: it repeats poles.txt line 1",
    ):
        expect(person.page.get_by_role("alert").filter(has_text=words)).to_be_visible()
    expect(person.page.get_by_label("stairs.txt")).to_be_focused()
    person.forgive("422")


def test_a_name_is_kept_and_an_account_made(person: Person) -> None:
    person.open("/you")
    person.page.get_by_label("Your name in matches").fill("Ada")
    person.page.get_by_role("button", name="Keep").click()
    expect(person.page.get_by_role("status")).to_have_text("You are called Ada now.")
    person.page.get_by_label("Account name").fill("ada-l")
    person.page.get_by_label("New password").fill("a long enough password")
    person.page.get_by_role("button", name="Make the account").click()
    expect(person.page.get_by_text("Keep this code")).to_be_visible()
    expect(person.page.get_by_text("You are signed in as ada-l")).to_be_visible()


def test_a_mistyped_address_leads_back_to_the_lobby(person: Person) -> None:
    person.open("/rulez/rowdy")
    expect(person.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    person.page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(person.page.get_by_role("heading", name="Rowdy Racers")).to_be_visible()
    person.forgive("404")
