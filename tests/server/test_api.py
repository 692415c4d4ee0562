"""Making, finding, joining and keeping matches over HTTP."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from flagstone.match import Match
from flagstone.play.changes import apply
from flagstone.rules import GAMES
from flagstone.server.shelf import CatalogueController
from tests.server.serving import ADMIN, Person, Server, board, client, hosted, problem


@pytest.fixture
def host(server: Server) -> Iterator[Person]:
    """Somebody who makes matches."""
    with Person(server, "Hanna") as person:
        yield person


def test_the_server_is_alive_and_ready(server: Server) -> None:
    assert httpx.get(f"{server.url}/healthz").text == "ok"
    assert httpx.get(f"{server.url}/readyz").text == "ok"
    metrics = httpx.get(f"{server.url}/metrics").text
    assert "flagstone_connections 0.0" in metrics
    page = httpx.get(server.url).text
    assert "<title>Flagstone</title>" in page


def test_the_catalogue_has_games_bots_boards_and_the_schema_of_messages(server: Server) -> None:
    with Person(server) as nobody:
        assert [game["game"] for game in nobody.ask("/api/games")] == list(GAMES)
        assert "greedy" in nobody.ask("/api/bots")
        assert {"name": "courtyard", "rows": 11, "columns": 21, "most_seats": 4, "own": False} in nobody.ask(
            "/api/boards"
        )
        assert nobody.get("/api/boards/courtyard").text == board()
        assert problem(nobody.get("/api/boards/atlantis")) == (404, "no_board")
        assert {"Hello", "Act", "Welcome", "Entries"} <= nobody.ask("/api/schema")["$defs"].keys()


def test_the_interface_is_described_on_a_page_without_scripts(server: Server) -> None:
    with Person(server) as nobody:
        paths = nobody.ask("/api/docs/openapi.json")["paths"]
        assert "/api/matches/{match}/join" in paths
        page = nobody.get("/api/docs")
        assert page.headers["content-type"].startswith("text/html")
        for path, item in paths.items():
            for method in item:
                assert f"<code>{method.upper()} {path}</code>" in page.text
        assert "<script" not in page.text
        assert "://" not in page.text, "nothing on it comes from elsewhere"
        assert '<section id="Joining">' in page.text
        assert '<a href="#Problem">Problem</a>' in page.text


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
def test_what_is_always_the_same_is_not_kept_for_every_query() -> None:
    app = Litestar([CatalogueController])
    with TestClient(app) as visitor:
        games = [visitor.get("/api/games", params={"x": number}).json() for number in range(3)]
    assert games[0] == games[1] == games[2]
    assert not app.stores.get("response_cache")._store  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_match_from_making_it_to_its_film(server: Server, game: str) -> None:
    match = hosted(server, game, limit=12)
    host, actions = match.host, [a for a in GAMES[game].actions if not a.startswith("drop")]
    with ExitStack() as stack:
        watcher = stack.enter_context(client(server, match.id))
        players = [
            stack.enter_context(client(server, match.id, seat=seat, token=token))
            for seat, token in enumerate(match.tokens)
        ]
        latest = watcher
        for turn in count():
            player = players[latest.view.get("to_move", turn % len(players))]
            player.catch_up(latest.number)
            told = player.act(actions[turn % len(actions)])
            latest = player
            if "outcome" in told:
                break
        watcher.catch_up(latest.number)
        assert watcher.view == player.view
        assert watcher.entries[-1]["outcome"] == told["outcome"]
    saved = host.get(f"/api/matches/{match.id}/log").text
    assert Match.load(saved).is_over
    film = host.ask(f"/api/matches/{match.id}/film")
    assert [entry["at"] for entry in film["entries"]] == [entry["at"] for entry in watcher.entries]
    without_times = [{**entry, "at": 0} for entry in film["entries"]]
    assert host.say("/api/film", match=saved) == {**film, "entries": without_times}
    view = film["start"]
    for entry in film["entries"]:
        view = apply(view, entry.get("changes", []))
    assert view == Match.load(saved).view(None)
    assert len(film["entries"]) == len(watcher.entries)


def test_a_match_is_listed_while_it_is_open_or_running(server: Server, host: Person) -> None:
    made = [host.say("/api/matches", game="rowdy", title=f"race {number}")["id"] for number in range(3)]
    listed = host.ask("/api/matches", game="rowdy")
    assert [match["id"] for match in listed["matches"]][:3] == made[::-1]
    page = host.ask("/api/matches", game="rowdy", offset=1, count=1)
    assert [match["id"] for match in page["matches"]] == made[1:2]
    assert page["total"] == listed["total"]
    assert made[0] not in [match["id"] for match in host.ask("/api/matches", status="running")["matches"]]
    host.say(f"/api/matches/{made[0]}/start", fill="random")
    assert made[0] in [match["id"] for match in host.ask("/api/matches", status="running")["matches"]]
    assert problem(host.get("/api/matches", params={"status": "lost"}))[0] == 400


def test_a_private_match_is_not_listed_and_needs_its_code(server: Server, host: Person) -> None:
    made = host.say("/api/matches", game="rowdy", public=False)
    assert made["id"] not in host.get("/api/matches", params={"count": 100}).text
    with Person(server, "Paul") as other:
        assert problem(other.get(f"/api/matches/{made['id']}")) == (403, "needs_code")
        assert other.refused(f"/api/matches/{made['id']}/join", code="WRONG1") == (403, "needs_code")
        seat = other.say(f"/api/matches/{made['id']}/join", code=made["code"].lower())
        assert seat["seat"] == 0
        details = other.ask(f"/api/matches/{made['id']}")
        assert (details["host"], details["code"]) == (False, None)
    assert host.ask(f"/api/matches/{made['id']}")["code"] == made["code"]


@pytest.mark.parametrize(
    ("wish", "status", "words"),
    [
        ({"game": "chess"}, 422, "there are hammer"),
        ({"game": "rowdy", "settings": {"rows": 9, "columns": 200}}, 422, "invalid dimensions: rows is 9, not a whole"),
        ({"game": "classic", "board": "atlantis"}, 422, "there are: courtyard"),
        ({"game": "classic", "maze": {"rows": 9, "columns": 9}, "seats_per_team": 40}, 422, "hold at most 4"),
        ({"game": "classic", "settings": {"board": "####"}}, 422, "too few rows"),
        ({"game": "classic", "seats_per_team": 0}, 400, "seats_per_team"),
        ({"game": "rowdy", "seats_per_team": 1}, 422, "seats_per_team: rowdy has none"),
        ({"game": "classic", "seats_per_team": 1, "settings": {"seats_per_team": 2}}, 422, "say it once"),
        ({"game": "classic", "maze": {"rows": 9, "columns": 9}, "settings": {"seats_per_team": "x"}}, 422, "seats_per"),
        ({"game": "classic", "turn": 60}, 422, "turn: classic has none"),
        ({"game": "classic", "board": "garden", "maze": {"rows": 9, "columns": 9}}, 422, "board and maze: a match has"),
        ({"game": "rowdy", "board": "garden", "pace": 5}, 422, "board: rowdy has none; pace: rowdy has none"),
        ({"game": "savor", "maze": {"rows": 9, "columns": 9}}, 422, "maze: savor has none"),
        ({"game": "rowdy", "title": "\u200b"}, 422, "a title has at least one letter"),
        ({"game": "rowdy", "pace": -1}, 400, "pace"),
        ({"game": "rowdy", "speed": 3}, 400, "speed"),
        ({"game": "savor", "settings": {"flag": [0, 0]}}, 422, "2 numbers where 3 are needed"),
        ({}, 400, "game"),
    ],
)
def test_a_wish_that_cannot_be_is_told_what_is_wrong(host: Person, wish: object, status: int, words: str) -> None:
    answer = host.post("/api/matches", json=wish)
    assert problem(answer)[0] == status
    assert words in answer.json()["detail"]


def test_names_are_cleaned_and_unique_in_a_match(server: Server, host: Person) -> None:
    match = host.say("/api/matches", game="classic")["id"]
    join = f"/api/matches/{match}/join"
    host.say(join, name="  Ada\u202e \u200b Lovelace\n")
    names = [seat.get("name") for seat in host.ask(f"/api/matches/{match}")["seats"]]
    assert names[0] == "Ada Lovelace"
    with Person(server, "Other") as other:
        assert other.refused(join, name="ＡDA lovelace") == (409, "name_taken")
    assert host.refused(join, name="\u202e\u200b") == (422, "bad_name")
    assert host.refused(join, name="Greedy ２") == (409, "name_taken"), "that is what bots are called"
    assert host.refused(join, name="x" * 25) == (422, "bad_name")
    assert host.refused(join, name="Grace", seat=0) == (409, "seat_taken")
    assert host.refused(join, name="Grace", seat=9) == (404, "no_seat")
    for number in range(3):
        host.say(join, name=f"Grace {number}")
    assert host.refused(join, name="Late") == (409, "seat_taken")


def test_a_title_is_longer_than_a_name_may_be(host: Person) -> None:
    match = host.say("/api/matches", game="rowdy", title="  " + "long " * 11)["id"]
    assert host.ask(f"/api/matches/{match}")["match"]["title"] == ("long " * 11).strip()
    assert host.refused("/api/matches", game="rowdy", title="x" * 61)[0] == 400


def test_the_details_of_a_match_say_what_it_is_played_by(server: Server, host: Person) -> None:
    match = host.say("/api/matches", game="rowdy", limit=40)["id"]
    details = host.ask(f"/api/matches/{match}")
    assert (details["limit"], details["host_name"]) == (40, "Hanna")
    assert details["rules"] == GAMES["rowdy"].version
    assert host.ask(f"/api/matches/{host.say('/api/matches', game='savor')['id']}")["limit"] is None


def test_who_has_a_seat_comes_back_to_it_with_a_new_secret(server: Server) -> None:
    match = hosted(server, "rowdy")
    path = f"/api/matches/{match.id}"
    assert match.host.ask(path)["yours"] == [0, 1]
    with client(server, match.id, seat=0, token=match.tokens[0]) as before:
        back = match.host.say(f"{path}/join", seat=0)
        assert before.next("bye")["reason"] == "replaced", "the old secret is void"
    with client(server, match.id, seat=back["seat"], token=back["token"]) as now:
        assert now.act("E")["number"] == 1
    assert match.host.say(f"{path}/join")["seat"] == 0
    assert match.host.say(f"{path}/join", name="PLAYER 1")["seat"] == 1, "by the name that he has there"
    assert match.host.refused(f"{path}/join", seat=1, name="player 0") == (409, "not_open")
    with Person(server, "player 0") as other:
        assert other.refused(f"{path}/join", seat=0) == (409, "not_open")
        assert other.ask(path)["yours"] == []
    match.host.say(f"{path}/resign", seat=0, token=match.host.say(f"{path}/join")["token"])
    assert match.host.refused(f"{path}/join") == (409, "not_open"), "it is over"


def test_everybody_finds_his_own_matches(server: Server) -> None:
    with Person(server, "Hanna") as host, Person(server, "Paul") as player:
        made = [host.say("/api/matches", game="rowdy", public=public) for public in (True, False, False)]
        ids = [match["id"] for match in made]
        player.say(f"/api/matches/{ids[1]}/join", code=made[1]["code"])
        mine = host.ask("/api/me/matches")
        assert ([match["id"] for match in mine["matches"]], mine["total"]) == (ids[::-1], 3)
        assert [match["id"] for match in host.ask("/api/me/matches", offset=1, count=1)["matches"]] == [ids[1]]
        assert [match["id"] for match in player.ask("/api/me/matches")["matches"]] == [ids[1]]
    with Person(server) as nobody:
        assert problem(nobody.get("/api/me/matches")) == (401, "no_player")


def test_nobody_without_a_name_makes_or_joins(server: Server, host: Person) -> None:
    match = host.say("/api/matches", game="rowdy")["id"]
    with Person(server) as nobody:
        assert nobody.ask("/api/me") is None
        assert nobody.refused("/api/matches", game="rowdy") == (401, "no_player")
        assert nobody.refused(f"/api/matches/{match}/join") == (401, "no_player")


def test_only_the_host_starts_kicks_and_seats_bots(server: Server, host: Person) -> None:
    match = host.say("/api/matches", game="rowdy")["id"]
    path = f"/api/matches/{match}"
    with Person(server, "Olga") as other, Person(server, "Piet") as third:
        other.say(f"{path}/join")
        assert other.refused(f"{path}/start", fill="greedy") == (403, "forbidden")
        assert other.refused(f"{path}/seats/1/bot") == (403, "forbidden")
        assert problem(third.delete(f"{path}/seats/0")) == (403, "forbidden")
        assert host.refused(f"{path}/start") == (409, "seats_empty")
        assert host.refused(f"{path}/start", fill="deep blue") == (422, "bad_settings")
        assert host.delete(f"{path}/seats/0").status_code == 204
        assert host.ask(path)["seats"][0].get("name") is None
        third.say(f"{path}/join")
        assert third.delete(f"{path}/seats/0").status_code == 204, "everybody may leave his own seat"
    host.say(f"{path}/seats/0/bot", bot="random")
    host.say(f"{path}/start", fill="random")
    assert [seat["bot"] for seat in host.ask(path)["seats"]] == ["random", "random"]
    assert host.refused(f"{path}/start") == (409, "not_open")
    assert host.refused(f"{path}/join") == (409, "not_open")


def test_who_was_kicked_does_not_come_back_to_the_match(server: Server, host: Person) -> None:
    for is_running in (False, True):
        path = f"/api/matches/{host.say('/api/matches', game='savor')['id']}"
        with Person(server, "Olga") as other:
            other.say(f"{path}/join", seat=0)
            if is_running:
                host.say(f"{path}/start", fill="random")
            assert host.delete(f"{path}/seats/0").status_code == 204
            assert other.refused(f"{path}/join") == (403, "kicked")
            assert other.ask(path)["yours"] == []
            assert other.say("/api/matches", game="rowdy")["id"], "but he may play elsewhere"
            if is_running:
                assert host.refused(f"{path}/seats/0/bot") == (409, "left"), "a forfeited seat is nobody's any more"


def test_a_seat_is_resigned_with_its_secret(server: Server) -> None:
    match = hosted(server, "rowdy")
    path = f"/api/matches/{match.id}"
    assert match.host.refused(f"{path}/resign", seat=0, token=match.tokens[1]) == (403, "forbidden")
    assert match.host.refused(f"{path}/rematch") == (409, "not_over")
    assert problem(match.host.get(f"{path}/log")) == (409, "not_over")
    match.host.say(f"{path}/resign", seat=0, token=match.tokens[0])
    told = match.host.ask(path)["match"]
    assert (told["status"], told["outcome"]) == ("over", {"winner": "player 2", "reason": "resigned"})
    assert match.host.refused(f"{path}/resign", seat=0, token=match.tokens[0]) == (409, "match_over")


def test_a_rematch_has_the_same_settings_and_is_the_same_for_all_who_ask(server: Server) -> None:
    match = hosted(server, "rowdy", settings={"rows": 11, "columns": 13}, title="once")
    match.host.say(f"/api/matches/{match.id}/resign", seat=0, token=match.tokens[0])
    rematch = match.host.say(f"/api/matches/{match.id}/rematch")["id"]
    with Person(server, "Other") as other:
        assert other.say(f"/api/matches/{match.id}/rematch")["id"] == rematch
    details = match.host.ask(f"/api/matches/{rematch}")
    assert (details["setup"]["rows"], details["match"]["title"], details["match"]["status"]) == (11, "once", "open")


def test_who_leaves_a_running_match_forfeits_and_a_bot_can_take_the_seat(server: Server) -> None:
    match = hosted(server, "savor")
    path = f"/api/matches/{match.id}"
    match.host.say(f"{path}/seats/1/bot", bot="random")
    with client(server, match.id) as watcher:
        assert match.host.delete(f"{path}/seats/2").status_code == 204
        while not watcher.entries:
            watcher.next("entries")
        assert [(entry["kind"], entry["seat"]) for entry in watcher.entries] == [("forfeit", 2)]
        present = watcher.next("present")
    assert [seat.get("bot") for seat in present["seats"]] == [None, "random", None]


def test_accounts_are_recovered_with_a_code_that_works_once(server: Server) -> None:
    with Person(server, "Gast") as guest, Person(server) as elsewhere:
        assert guest.refused("/api/me/account", account="ada", password="short") == (422, "bad_password")
        account = guest.say("/api/me/account", account="Ada L", password="correct horse")
        assert guest.ask("/api/me") == {"name": "Gast", "account": "ada l"}
        assert guest.refused("/api/me/account", account="again", password="correct horse") == (409, "has_account")
        assert elsewhere.refused("/api/me/sign-in", account="ada l", password="wrong horse") == (401, "not_signed_in")
        assert elsewhere.refused("/api/me/sign-in", account="nobody", password="wrong horse") == (401, "not_signed_in")
        assert elsewhere.say("/api/me/sign-in", account=" ADA \u3000 L", password="correct horse")["name"] == "Gast"
        with Person(server, "Neu") as new:
            assert new.refused("/api/me/account", account="ada L", password="some password") == (409, "name_taken")
            recovery = {"account": "Ada L", "code": account["recovery_code"].upper(), "password": "new password"}
            assert new.say("/api/me/recover", **recovery)["recovery_code"] != account["recovery_code"]
            assert new.refused("/api/me/recover", **recovery) == (401, "not_signed_in")
        assert guest.ask("/api/me") is None, "cookies from before the recovery are void"
        assert elsewhere.refused("/api/me/sign-in", account="ada l", password="correct horse") == (401, "not_signed_in")
        elsewhere.say("/api/me/sign-in", account="ada l", password="new password")
        assert elsewhere.post("/api/me/sign-out").status_code == 204
        assert elsewhere.ask("/api/me") is None


def test_a_host_lets_nobody_new_into_his_match(server: Server, host: Person) -> None:
    match = host.say("/api/matches", game="rowdy")["id"]
    with Person(server, "Paul") as paul, Person(server, "Rita") as rita:
        seat = paul.say(f"/api/matches/{match}/join")["seat"]
        assert paul.refused(f"/api/matches/{match}/lock") == (403, "forbidden")
        host.say(f"/api/matches/{match}/lock", locked=True)
        assert rita.ask(f"/api/matches/{match}")["locked"]
        assert rita.refused(f"/api/matches/{match}/join") == (403, "locked")
        assert paul.say(f"/api/matches/{match}/join")["seat"] == seat, "who has a seat comes back to it"
        host.say(f"/api/matches/{match}/lock", locked=False)
        rita.say(f"/api/matches/{match}/join")
    host.say(f"/api/matches/{match}/start")
    assert host.refused(f"/api/matches/{match}/lock") == (409, "not_open")


def test_boards_of_ones_own(server: Server, host: Person) -> None:
    assert host.say("/api/boards", name="mine", text=board())["own"]
    assert host.get("/api/boards/mine").text == board()
    with Person(server, "Other") as other:
        assert problem(other.get("/api/boards/mine")) == (404, "no_board")
    match = host.say("/api/matches", game="hammer", board="mine")["id"]
    assert host.ask(f"/api/matches/{match}")["setup"]["board"] == board()
    assert host.refused("/api/boards", name="bad", text="###\n#") == (422, "bad_settings")
    assert host.delete("/api/boards/mine").status_code == 204
    assert problem(host.get("/api/boards/mine")) == (404, "no_board")


@pytest.mark.parametrize("text", ["", "{}", "null", json.dumps({"game": "classic"}), "x" * 1000])
def test_a_film_of_what_is_no_match_is_refused(host: Person, text: str) -> None:
    assert host.refused("/api/film", match=text)[0] == 422


def test_the_admin_api_needs_its_token(server: Server, host: Person) -> None:
    assert problem(host.get("/api/admin")) == (401, "forbidden")
    assert problem(host.get("/api/admin", headers={"authorization": "Bearer wrong"})) == (401, "forbidden")
    with Person(server, headers={"authorization": f"Bearer {ADMIN}"}) as admin:
        assert admin.ask("/api/admin")["matches"]["open"] >= 1
        match = hosted(server, "rowdy").id
        admin.say(f"/api/admin/matches/{match}/close", reason="maintenance")
        outcome = host.ask(f"/api/matches/{match}")["match"]["outcome"]
        assert outcome == {"winner": None, "reason": "maintenance"}
        opened = host.say("/api/matches", game="rowdy")["id"]
        admin.say(f"/api/admin/matches/{opened}/close")
        assert host.ask(f"/api/matches/{opened}")["match"]["status"] == "over"
        admin.say("/api/admin/bans", name="Rude Name")
        assert host.refused("/api/me", name="rude NAME") == (403, "banned")
        running = host.say("/api/matches", game="rowdy")["id"]
        assert host.refused(f"/api/matches/{running}/join", name="Rude name") == (403, "banned")
        assert admin.delete("/api/admin/bans", params={"name": "rude name"}).status_code == 204
        host.say(f"/api/matches/{running}/join", name="Rude name")
