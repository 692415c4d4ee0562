"""Boards of one's own in the browser."""

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.screens import Person

YARD = "\n".join(["###########", "#jjj   JJJ#", "#         #", "#hhf   HHF#", "###########"])


def write(person: Person, name: str, text: str) -> None:
    """Fill the form, and send it."""
    person.page.get_by_label("Name", exact=True).fill(name)
    person.page.get_by_label("The board as text").fill(text)
    person.page.get_by_role("button", name="Keep this board").click()


def test_a_board_is_kept_changed_and_played_on(person: Person) -> None:
    person.open("/boards")
    expect(person.page.get_by_text("You keep none yet")).to_be_visible()
    write(person, "yard", YARD)
    expect(person.page.get_by_role("status").filter(has_text="yard is kept.")).to_be_visible()
    expect(person.page.get_by_text("5 × 11, up to 1 a team")).to_be_visible()
    person.page.get_by_role("button", name="Change yard").click()
    expect(person.page.get_by_label("The board as text")).to_have_value(YARD)
    person.page.get_by_label("The board as text").fill(YARD.replace("#         #", "#    s    #"))
    person.page.get_by_role("button", name="Keep this board").click()
    expect(person.page.get_by_role("status").filter(has_text="yard is changed.")).to_be_visible()
    person.page.reload()
    person.page.get_by_role("link", name="New match of Hammer CTF on yard").click()
    expect(person.page.get_by_label("Which one")).to_have_value("yard")
    person.page.get_by_label("Players a team").fill("1")
    person.page.get_by_role("button", name="Start now with bots").click()
    person.await_status("running")
    assert person.board.evaluate("board => board.stage.camera.world") == {"width": 11, "height": 5}


def test_a_board_that_is_deleted_comes_back(person: Person) -> None:
    person.open("/boards")
    write(person, "courtyard", YARD)  # which stands in for the shipped one
    person.page.get_by_role("button", name="Delete courtyard").click()
    expect(person.page.get_by_text("You keep none yet")).to_be_visible()
    person.page.get_by_role("button", name="Undo").click()
    expect(person.page.get_by_role("heading", name="courtyard", exact=True)).to_be_visible()
    person.open("/new/classic")
    expect(person.page.get_by_label("Which one").get_by_role("option", name="Courtyard, 5 × 11")).to_have_count(1)
    expect(person.page.get_by_label("Which one").get_by_role("option", name="Courtyard")).to_have_count(1)


@pytest.mark.parametrize("name", ["", "My Yard", "a" * 41])
def test_a_name_that_cannot_be_is_said_at_the_field(name: str, person: Person) -> None:
    person.open("/boards")
    person.page.get_by_label("Name", exact=True).evaluate("field => (field.maxLength = 99)")
    write(person, name, YARD)
    expect(person.page.get_by_label("Name", exact=True)).to_be_focused()
    expect(person.page.locator("#name-fault")).not_to_be_empty()
    person.page.get_by_label("Name", exact=True).fill("yard")
    expect(person.page.locator("#name-fault")).to_be_empty()


def test_faults_are_listed_and_shown_in_the_text(person: Person) -> None:
    person.open("/boards")
    write(person, "yard", YARD.replace("#         #", "#    x    #").replace("JJJ", "  J"))
    faults = person.page.get_by_role("alert").filter(has_text="This board cannot be played on")
    expect(faults.get_by_role("listitem")).to_have_count(2)
    expect(faults).to_contain_text("team 2 has too few jail cells")
    faults.get_by_role("button", name="Show").click()
    area = person.page.get_by_label("The board as text")
    expect(area).to_be_focused()
    marked = area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert marked == "x"
    person.forgive("422")


def test_a_board_comes_from_a_file_or_a_ready_made_one(person: Person) -> None:
    person.open("/boards")
    file = FilePayload(name="Old Yard.map", mimeType="text/plain", buffer=YARD.replace("\n", "\r\n").encode())
    person.page.get_by_label("From a file").set_input_files(file)
    expect(person.page.get_by_label("Name", exact=True)).to_have_value("old-yard")
    person.page.get_by_role("button", name="Keep this board").click()
    expect(person.page.get_by_role("heading", name="old-yard")).to_be_visible()
    person.page.get_by_label("Begin with a ready-made board").select_option("garden")
    expect(person.page.get_by_text("columns. All lines")).to_be_visible()
