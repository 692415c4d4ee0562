"""Matches between people: joining, watching, losing the connection, playing again."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.screens import EXPECTED, Person
from tests.server.serving import Person as Caller
from tests.server.serving import Server, client, free_port, hosted, started

GRID = {"rows": 10, "columns": 10, "walls": [], "grenades": [], "failure_chance": 0}


def test_two_browsers_meet_by_a_code_and_play_a_match(people: People) -> None:
    ada, bea = people(), people()
    ada.open("/new/rowdy")
    ada.page.get_by_label("Power failures").fill("0")
    ada.page.get_by_text("Only with the link or code").click()
    ada.page.get_by_role("button", name="Make the match").click()
    ada.await_status("open")
    code = ada.page.locator(".code").inner_text()

    bea.open("/")
    bea.page.get_by_label("Join with a code").fill(code.lower())
    bea.page.get_by_role("button", name="Join", exact=True).click()
    bea.await_status("open")
    bea.page.get_by_role("button", name="Take a seat").click()
    expect(ada.page.get_by_text("Everybody is here")).to_be_visible()
    ada.page.get_by_role("button", name="Start", exact=True).click()
    bea.await_status("running")

    expect(bea.page.get_by_test_id("turn")).to_contain_text("is moving")
    ada.page.get_by_role("button", name="End turn").click()
    expect(ada.page.get_by_test_id("refusal")).to_contain_text("Move first")
    ada.page.get_by_role("button", name="Give up").click()
    ada.page.get_by_role("button", name="Really give up?").click()
    bea.await_result("You win!")
    ada.await_result("wins")


def test_who_gives_up_watches_how_the_others_play_on(person: Person, server: Server) -> None:
    match = hosted(server, "classic", seats_per_team=2)
    person.sit(match.id, 0, match.tokens[0])
    expect(person.page.get_by_text("Fetch the orange flag, and bring it home.")).to_be_visible()
    person.page.get_by_role("button", name="Give up").click()
    person.page.get_by_role("button", name="Really give up?").click()
    expect(person.page.get_by_test_id("turn")).to_have_text("You have given up; the others play on")
    expect(person.page.get_by_role("button", name="Take flag")).to_be_hidden()
    expect(person.page.get_by_role("log")).to_contain_text("player 0 gave up.")
    with client(server, match.id, seat=1, token=match.tokens[1]) as other:
        number = other.act("S")["number"]
    person.await_number(number)
    person.page.reload()
    expect(person.page.get_by_test_id("turn")).to_have_text("You have given up; the others play on")


def test_the_rules_of_a_match_open_beside_it(person: Person, server: Server) -> None:
    match = hosted(server, "savor")
    person.open(f"/m/{match.id}")
    person.await_status("running")
    with person.page.context.expect_page() as opened:
        person.page.get_by_role("link", name="Rules", exact=True).click()
    expect(opened.value.get_by_role("heading", name="Maze to Savor")).to_be_visible()
    assert match.id in person.page.url
    opened.value.close()


def test_a_private_match_needs_its_code(people: People, server: Server) -> None:
    match = hosted(server, "classic", public=False)
    stranger, friend = people(), people()
    stranger.open(f"/m/{match.id}")
    expect(stranger.page.get_by_role("heading", name="You cannot watch this match")).to_be_visible()
    stranger.forgive("403")
    friend.open(f"/m/{match.id}?code={match.code}")
    friend.await_status("running")
    expect(friend.page.get_by_test_id("turn")).to_have_text("You are watching")
    stranger.open("/")
    stranger.page.get_by_label("Join with a code").fill("NOSUCH")
    stranger.page.get_by_role("button", name="Join", exact=True).click()
    expect(stranger.page.get_by_text("No match has the code NOSUCH.")).to_be_visible()
    stranger.forgive("404", "403")


def test_a_refusal_is_said_at_the_board_and_changes_nothing(person: Person, server: Server) -> None:
    match = hosted(server, "classic")
    person.sit(match.id, 0, match.tokens[0])
    person.await_status("running")
    for key, words in (("f", "Their flag is not in your cell."), ("ArrowLeft", "There is a wall.")):
        person.page.keyboard.press(key)
        said = person.page.get_by_test_id("refusal")
        expect(said).to_have_text(words)
        place, box = person.place_of(0), said.bounding_box()
        board = person.board.bounding_box()
        assert box is not None
        assert board is not None
        assert abs(box["y"] + box["height"] - board["y"] - place["y"]) < 120, "it is said where it happened"
    assert person.number == 0
    person.page.keyboard.press("ArrowUp")
    expect(said).to_be_hidden()


def test_the_host_has_a_bot_play_for_who_left(person: Person, server: Server) -> None:
    person.open("/new/rowdy")
    person.page.get_by_role("button", name="Make the match").click()
    person.await_status("open")
    with Caller(server, "Bea") as bea:
        bea.say(f"/api/matches/{person.id}/join")
    person.page.get_by_role("button", name="Start", exact=True).click()
    person.await_status("running")
    players = person.page.get_by_role("list", name="Players")
    expect(players).to_contain_text("away")
    players.get_by_role("button", name="Let a bot play").click()
    expect(players).to_contain_text("greedy 2")
    expect(person.page.get_by_role("log")).to_contain_text("A bot plays this seat now.")


def test_a_host_lets_nobody_else_in_and_opens_again(person: Person, people: People, server: Server) -> None:
    person.open("/new/rowdy")
    person.page.get_by_role("button", name="Make the match").click()
    person.await_status("open")
    person.page.get_by_role("button", name="Let nobody else in").click()
    again = person.page.get_by_role("button", name="Let others in")
    expect(again).to_be_visible()
    stranger = people(server)
    stranger.open(f"/m/{person.id}")
    expect(stranger.page.get_by_text("The host lets nobody else in.")).to_be_visible()
    expect(stranger.page.get_by_role("button", name="Sit here")).to_be_hidden()
    again.click()
    expect(person.page.get_by_role("button", name="Let nobody else in")).to_be_visible()
    stranger.page.reload()
    stranger.page.get_by_role("button", name="Take a seat").click()
    expect(person.page.get_by_role("heading", name="Everybody is here")).to_be_visible()


def test_a_reload_keeps_the_seat(person: Person) -> None:
    person.play_now("savor")
    person.press("Space")
    person.await_number(1)
    person.page.reload()
    person.await_number(1)
    assert person.match.get_attribute("data-seat") == "0"
    expect(person.page.get_by_test_id("turn")).to_contain_text("Your turn")
    number = int(person.match.get_attribute("data-number") or 0)
    person.press("Space")
    person.await_number(number + 1)


def test_throws_go_on_by_themselves_until_told_to_stop(person: Person) -> None:
    person.play_now("savor")
    person.page.get_by_role("button", name="Keep throwing").click()
    person.await_number(7)  # three throws of the player's, with the bots' between them
    person.page.get_by_role("button", name="Stop throwing").click()
    expect(person.page.get_by_role("button", name="Keep throwing")).to_be_visible()
    expect(person.page.get_by_test_id("turn")).to_contain_text("Your turn")
    number = person.number
    person.press("Space")
    person.await_number(number + 1)


def test_a_lost_connection_heals_itself_and_catches_up(people: People, tmp_path: Path) -> None:
    port = free_port()
    server = started(tmp_path, port=port)
    try:
        person = people(server)
        match = hosted(server, "classic")
        person.sit(match.id, 0, match.tokens[0])
        person.press("ArrowUp")
        server.kill()
        expect(person.page.get_by_role("status").filter(has_text="Reconnecting")).to_be_visible()
        server = started(tmp_path, port=port)
        with client(server, match.id, seat=1, token=match.tokens[1]) as other:
            number = other.act("N")["number"]
            other.act("S")
        person.await_number(number + 1)
        expect(person.match).to_have_attribute("data-link", "live")
        person.press("ArrowDown")
    finally:
        server.stop()
    person.forgive(*EXPECTED)


def test_a_finished_match_is_replayed_and_played_again(person: Person, server: Server) -> None:
    person.play_now("savor")
    first = person.id
    person.press("Space")
    person.page.get_by_role("button", name="Give up").click()
    person.page.get_by_role("button", name="Really give up?").click()
    person.await_status("running")
    expect(person.page.get_by_role("log")).to_contain_text("gave up")

    match = hosted(server, "rowdy", settings=GRID)
    with client(server, match.id, seat=0, token=match.tokens[0]) as other:
        for step in ("N", "N", "NE"):
            other.act(step)
        other.send(type="resign", id="enough")
        other.answer("enough")
    person.open(f"/replay/{match.id}")
    film = person.page.get_by_test_id("replay")
    expect(film).to_have_attribute("data-number", "4")
    place = person.page.get_by_label("Place in the match")
    place.fill("2")
    expect(film).to_have_attribute("data-number", "2")
    expect(person.page.get_by_text("2 / 4")).to_be_visible()

    person.open(f"/m/{match.id}")
    person.await_result()
    person.page.get_by_role("button", name="Play this again").click()
    person.await_status("open")
    assert person.id not in (match.id, first)
    expect(person.page.get_by_text("Waiting for 1 more")).to_be_visible()


def test_somebody_watches_a_running_match(people: People, server: Server) -> None:
    match = hosted(server, "rowdy", settings=GRID, title="The great race")
    person = people()
    person.open("/")
    row = person.page.get_by_role("listitem").filter(has_text="The great race")
    row.get_by_role("link", name="Watch").click()
    person.await_status("running")
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        player.act("NE")
    person.await_number(1)
    expect(person.page.get_by_test_id("turn")).to_contain_text("is moving")
    assert person.page.get_by_role("button", name="End turn").count() == 0
