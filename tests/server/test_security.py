"""What must not be possible: acting for others, forging who one is, seeing secrets, tripping the server up."""

import json
import random
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from flagstone.server.me import normal_address
from flagstone.server.people import COOKIE
from tests.server.serving import (
    ADMIN,
    SECONDS,
    Client,
    Person,
    Postgres,
    Server,
    Starter,
    client,
    hosted,
    kept_seed,
    problem,
)

ELSEWHERE = "https://elsewhere.example"


def test_a_forged_cookie_is_nobodys(server: Server) -> None:
    with Person(server, "Ada") as ada:
        cookie = ada.cookies[COOKIE]
        id, session, signature = cookie.split(".")
        forged = [
            f"{id}.{session}.{'0' * 40}",
            f"{id}.1.{signature}",
            f"x{id}.{session}.{signature}",
            f"{id}.{session}",
        ]
        for value in (*forged, "", "..", "a.b.c.d", "\x7f" * 5000):
            answer = httpx.get(f"{server.url}/api/me", headers={"cookie": f"{COOKIE}={value}"})
            assert (answer.status_code, answer.json()) == (200, None)
        assert ada.ask("/api/me")["name"] == "Ada"


def test_a_cookie_is_out_of_reach_of_scripts_and_other_pages(server: Server) -> None:
    with Person(server) as ada:
        cookie = ada.post("/api/me", json={"name": "Ada"}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_pages_from_elsewhere_cannot_act(server: Server) -> None:
    match = hosted(server)
    with pytest.raises(InvalidStatus) as refused, connect(f"{server.live}/ws/{match.id}", origin=Origin(ELSEWHERE)):
        pass
    assert refused.value.response.status_code == 403
    with connect(f"{server.live}/ws/{match.id}", origin=Origin(server.url)) as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv(SECONDS))["type"] == "welcome"
    answer = match.host.post("/api/matches", json={"game": "rowdy"}, headers={"origin": ELSEWHERE})
    assert problem(answer) == (403, "cross_origin")
    assert match.host.post("/api/matches", json={"game": "rowdy"}, headers={"origin": server.url}).is_success


def test_every_answer_has_the_headers_that_keep_a_browser_out_of_trouble(server: Server) -> None:
    for path in ("/", "/api/games", "/api/nowhere", "/nowhere", "/healthz"):
        headers = httpx.get(f"{server.url}{path}").headers
        assert "default-src 'self'" in headers["content-security-policy"], path
        assert "script-src" not in headers["content-security-policy"], "scripts come from here alone"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_large_requests_are_refused_before_they_are_read(server: Server) -> None:
    with Person(server, "Ada") as ada:
        answer = ada.post("/api/film", content=b'{"match": "' + b"x" * 2**22 + b'"}')
        assert problem(answer) == (413, "too_large")
        assert problem(ada.post("/api/film", json={"match": "x" * (2**20 + 1)}))[0] == 400
        assert problem(ada.post("/api/matches", content=b"{nonsense"))[0] == 400
        deep = b'{"game": "rowdy", "settings": ' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}"
        assert problem(ada.post("/api/matches", content=deep))[0] == 400
        assert ada.ask("/api/me")["name"] == "Ada"


def test_frames_that_are_too_large_or_malformed_end_only_their_connection(server: Server) -> None:
    match = hosted(server)
    rng = random.Random(7)
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        for size in (5_000, 20_000, 2_000_000):
            with connect(f"{server.live}/ws/{match.id}") as socket:
                socket.send("x" * size)
                read_to_the_end(socket)
        for _ in range(60):
            with connect(f"{server.live}/ws/{match.id}", close_timeout=2) as socket:
                socket.socket.sendall(rng.randbytes(rng.randrange(1, 200)))
        for _ in range(60):
            with connect(f"{server.live}/ws/{match.id}", close_timeout=2) as socket:
                socket.send('{"type": "hello"}')
                socket.send(mangled(rng, '{"type":"act","action":"N","id":"1","sent":0}'))
        assert player.act("E")["number"] == 1


def read_to_the_end(socket: ClientConnection) -> None:
    """Read until the server closes the connection."""
    with suppress(ConnectionClosed):
        while socket.recv(SECONDS):
            pass


def mangled(rng: random.Random, text: str) -> bytes:
    """A message with some bytes changed, doubled or lost."""
    content = bytearray(text.encode())
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(content))
        content[at : at + 1] = rng.choice([b"", bytes([rng.randrange(256)]), b'""', b"}", content[at : at + 1] * 2])
    return bytes(content)


def test_characters_that_no_database_keeps_are_refused(start: Starter, tmp_path: Path, postgres: Postgres) -> None:
    server = start(tmp_path, "--database", postgres.database(), "--admin-token", ADMIN)
    with Person(server, "Ada") as ada, Person(server, headers={"authorization": f"Bearer {ADMIN}"}) as admin:
        match = ada.say("/api/matches", game="rowdy")["id"]
        secrets = {"account": "a\0da", "password": "a long password", "code": "x"}
        assert ada.refused("/api/me/sign-in", account="a\0da", password="a long password") == (401, "not_signed_in")
        assert ada.refused("/api/me/sign-in", account="\0", password="a long password") == (422, "bad_name")
        assert ada.refused("/api/me/recover", **secrets) == (401, "not_signed_in")
        assert ada.refused("/api/me", name="\ufdfa" * 24) == (422, "bad_name"), "it is 432 letters long once folded"
        assert ada.say("/api/me", name="A\0da")["name"] == "Ada"
        for path in ("matches?game=a%00", "matches/a%00", "boards/a%00", "codes/a%00", f"matches/{match}?code=%00"):
            assert ada.get(f"/api/{path}").status_code in (200, 400), path
        assert problem(ada.delete("/api/boards/a%00"))[0] == 400
        assert admin.post("/api/admin/bans", json={"name": "\0"}).status_code == 422
        assert admin.post("/api/admin/bans", json={"name": "R\0ude"}).status_code == 204
        assert admin.delete("/api/admin/bans", params={"name": "R\0ude"}).status_code == 204
        assert problem(admin.post(f"/api/admin/matches/{match}/close", json={"reason": "\0"}))[0] == 400
        with pytest.raises(InvalidStatus), connect(f"{server.live}/ws/a%00", open_timeout=SECONDS):
            pass


@pytest.mark.parametrize("forwarded", ["1" * 300, "\x7f", "nobody, nowhere", "::ffff:10.0.0.1", "fe80::1%eth0"])
def test_an_address_that_makes_no_sense_does_no_harm(server: Server, forwarded: str) -> None:
    answer = httpx.post(f"{server.url}/api/me", json={"name": "Ada"}, headers={"x-forwarded-for": forwarded})
    assert answer.is_success, answer.text


def test_addresses_are_counted_by_household() -> None:
    assert normal_address("10.0.0.1") == normal_address("::ffff:10.0.0.1") == "10.0.0.1"
    assert normal_address("2001:db8::1") == normal_address("2001:db8:0:0:ffff::2") != normal_address("2001:db8:0:1::1")
    assert normal_address("x" * 300) == normal_address("") == "nowhere"


def test_a_page_at_no_address_is_from_elsewhere(server: Server) -> None:
    with Person(server, "Ada") as ada:
        answer = ada.post("/api/matches", json={"game": "rowdy"}, headers={"origin": "http://["})
        assert problem(answer) == (403, "cross_origin")


def test_who_guesses_passwords_locks_nobody_else_out(start: Starter, tmp_path: Path) -> None:
    server = start(tmp_path, "--rate", "0.1")  # three failures for an account
    with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server) as other:
        for person, account in ((ada, "ada"), (bob, "bob")):
            person.say("/api/me/account", account=account, password="a long password")
        right = {"account": "ada", "password": "a long password"}
        for _ in range(5):
            assert other.say("/api/me/sign-in", **right)["name"] == "Ada", "what succeeds is not counted"
        for _ in range(3):
            assert other.refused("/api/me/sign-in", account="bob", password="a guess") == (401, "not_signed_in")
        assert other.refused("/api/me/sign-in", account="BOB ", password="a guess") == (429, "too_many")
        assert other.say("/api/me/sign-in", **right)["name"] == "Ada"


def test_bots_and_matches_are_limited(start: Starter, tmp_path: Path) -> None:
    server = start(tmp_path, "--rate", "0.02")  # a bot for each host, 5 in all; a match for each, 24 from an address
    for number in range(25):
        with Person(server, f"Guest {number}") as guest:
            if number == 24:
                assert guest.refused("/api/matches", game="rowdy") == (429, "too_many")
                break
            path = f"/api/matches/{guest.say('/api/matches', game='rowdy')['id']}"
            if number == 0:
                assert guest.refused("/api/matches", game="rowdy") == (429, "too_many")
                assert guest.refused(f"{path}/start", fill="random") == (409, "too_many")
                assert [seat.get("bot") for seat in guest.ask(path)["seats"]] == [None, None]
            if number <= 5:
                guest.say(f"{path}/join")
                answer = guest.post(f"{path}/start", json={"fill": "random"})
                assert answer.is_success if number < 5 else problem(answer) == (503, "busy")


def test_no_seat_is_taken_from_somebody_who_is_connected_to_another_process(
    start: Starter, tmp_path: Path, postgres: Postgres
) -> None:
    database = postgres.database()
    here, there = (start(tmp_path, "--database", database) for _ in range(2))
    with Person(here, "Hanna") as host, Person(there, "Paul") as player, Person(here) as looking:
        match = host.say("/api/matches", game="rowdy")["id"]
        seat = player.say(f"/api/matches/{match}/join", seat=0)
        with client(there, match, **seat):
            until = time.monotonic() + SECONDS
            while not looking.ask(f"/api/matches/{match}")["seats"][0].get("connected"):
                assert time.monotonic() < until, "nobody is connected to this process, and yet it knows"
            assert host.refused(f"/api/matches/{match}/seats/0/bot") == (409, "seat_taken")


def test_what_is_no_match_is_no_websocket(server: Server) -> None:
    for path in ("/ws/", "/ws/../api", "/api/matches"):
        with pytest.raises(InvalidStatus), connect(f"{server.live}{path}", open_timeout=SECONDS):
            pass


def test_nobody_is_told_of_active_grenades_or_the_seed_before_the_end(server: Server) -> None:
    """R11: placed grenades that became active are in no message and no endpoint until the match is over."""
    grenades = [[9, 1], [8, 1], [0, 1], [0, 3]]
    match = hosted(
        server, "rowdy", settings={"rows": 10, "columns": 12, "grenades": grenades, "failure_chance": 0}, title="secret"
    )
    seed = kept_seed(server, match.id)
    told: list[str] = []
    with ExitStack() as stack:
        clients = [stack.enter_context(listening(server, match.id, told))]
        for seat, token in enumerate(match.tokens):
            clients.append(stack.enter_context(listening(server, match.id, told, seat=seat, token=token)))
        one = clients[1]
        for action in ("E", "pick up", "E"):
            one.act(action)
        two = clients[2]
        for action in ("W", "W", "end turn"):
            two.act(action)
        for action in ("use", "E", "E"):  # placed on (9, 2), and active once it is left
            assert "number" in one.act(action), action
        paths = ("", "/log", "/film", "?code=", "/api/matches?count=100")
        for person in (match.host, Person(server, "Olga")):
            told += [person.get(p if p.startswith("/api") else f"/api/matches/{match.id}{p}").text for p in paths]
        told.append(httpx.get(f"{server.url}/metrics").text)
        with client(server, match.id, last=2) as late:
            told.append(json.dumps([late.view, late.entries]))
        text = "\n".join(told)
        assert "placed" in text
        assert '"active"' not in text
        assert "armed" not in text
        assert str(seed) not in text
        one.send(type="resign", id="enough")
        one.answer("enough")
        assert [9, 2, "active"] in one.view["grenades"], "in the end all is shown"
    log = match.host.get(f"/api/matches/{match.id}/log").text
    assert json.loads(log)["seed"] == seed
    assert '"active"' in match.host.get(f"/api/matches/{match.id}/film").text


class listening(client):  # noqa: N801 (used like the function that it extends)
    """A client that writes down every text it is sent."""

    def __init__(self, server: Server, match: str, told: list[str], **hello: Any) -> None:
        super().__init__(server, match, **hello)
        self.told = told

    def __enter__(self) -> Client:
        here: Client = super().__enter__()
        receive, told = here.socket.recv, self.told

        def recv(*arguments: Any) -> Any:
            text = receive(*arguments)
            told.append(str(text))
            return text

        here.socket.recv = recv  # type: ignore[method-assign,assignment]
        return here


def test_secrets_are_kept_hashed_and_not_logged(server: Server) -> None:
    match = hosted(server, public=False)
    with Person(server, "Greta") as guest:
        guest.say("/api/me/account", account="greta g", password="a long password")
        cookie = guest.cookies[COOKIE]
    kept = (server.folder / "flagstone.db").read_bytes() + (server.folder / "flagstone.db-wal").read_bytes()
    log = (server.folder / "server.log").read_bytes()
    for secret in (*match.tokens, "a long password", cookie.rpartition(".")[2]):
        assert secret.encode() not in kept
        assert secret.encode() not in log


def test_no_request_trips_the_server_up(server: Server) -> None:
    """The HTTP interface as it describes itself, but for what only whoever runs the server may do."""
    schema = schemathesis.openapi.from_url(f"{server.url}/api/docs/openapi.json").exclude(path_regex="^/api/admin")
    operations: list[Any] = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 20
    for operation in operations:
        try_out(server, operation)


def try_out(server: Server, operation: Any) -> None:
    """Ask for one thing in many ways, as somebody whom the server knows."""
    with Person(server, "Fuzz") as person:
        cookie = f"{COOKIE}={person.cookies[COOKIE]}"

    @settings(max_examples=20, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy())
    def ask(case: Any) -> None:
        answer = case.call(headers={"cookie": cookie})
        assert answer.status_code < 500, case.as_curl_command()
        assert "Traceback" not in answer.text
        assert str(answer.status_code) in operation.definition.raw["responses"], case.as_curl_command()
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == ["application/problem+json"], case.as_curl_command()

    ask()
