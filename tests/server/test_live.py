"""Playing over a WebSocket: who is let in, what is answered, and that a reconnect loses and repeats nothing."""

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from flagstone.play import messages
from flagstone.server import live
from flagstone.server.settings import Settings
from tests.server.serving import SECONDS, Hosted, Person, Server, client, hosted, problem, serving


@pytest.fixture
def match(server: Server) -> Hosted:
    """A match of Classic CTF with two seats."""
    return hosted(server)


def goodbye(server: Server, match: str, *texts: str | bytes, **headers: Any) -> tuple[int, dict[str, Any]]:
    """How a connection ends that begins with these texts: the code, and the last message."""
    with connect(f"{server.live}/ws/{match}", open_timeout=SECONDS, **headers) as socket:
        last: dict[str, Any] = {}
        with suppress(ConnectionClosed):
            for text in texts:
                socket.send(text)
            while True:
                last = json.loads(socket.recv(SECONDS))
        return socket.protocol.close_code or 0, last


def hello(**fields: object) -> str:
    """A hello."""
    return json.dumps({"type": "hello", **fields})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Input data was truncated"),
        ("hello", "malformed"),
        ("[]", "Expected `object`"),
        ('{"type": "dance"}', "Invalid value 'dance'"),
        ('{"type": "act", "action": "N", "id": "1"}', "the first message of a connection is hello"),
        ('{"type": "hello", "seat": "0"}', "Expected `int | null`"),
        ('{"type": ' + "[" * 3000, "recursion"),
        ('{"type": "ping", "sent": ' + "9" * 5000 + "}", "at most 4096 characters"),
        (b"\xff\xfe\x00", "malformed"),
    ],
)
def test_a_first_message_that_makes_no_sense_ends_the_connection_with_words(
    server: Server, match: Hosted, text: str | bytes, words: str
) -> None:
    code, bye = goodbye(server, match.id, text)
    assert (code, bye["type"], bye["reason"]) == (4400, "bye", "bad_message")
    assert words in bye["detail"]
    assert "reconnect" not in bye


def test_only_who_has_the_seats_secret_gets_the_seat(server: Server, match: Hosted) -> None:
    for fields in ({"seat": 0}, {"seat": 0, "token": "guess"}, {"seat": 0, "token": match.tokens[1]}, {"seat": 9}):
        code, bye = goodbye(server, match.id, hello(**fields))
        assert (code, bye["reason"]) == (4403, "forbidden")
    assert goodbye(server, "nowhere", hello())[0] == 4404


def test_a_private_match_shows_itself_to_those_who_have_its_code(server: Server) -> None:
    match = hosted(server, public=False)
    assert goodbye(server, match.id, hello())[0] == 4403
    assert goodbye(server, match.id, hello(code="AAAAAA"))[0] == 4403
    with client(server, match.id, code=match.code) as watcher:
        assert watcher.view["result"] is None
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        assert player.view["result"] is None


def test_an_action_is_shown_to_everybody_as_an_entry(server: Server, match: Hosted) -> None:
    with (
        client(server, match.id, seat=0, token=match.tokens[0]) as player,
        client(server, match.id, seat=1, token=match.tokens[1]) as opponent,
        client(server, match.id) as watcher,
    ):
        entry = player.act("E", "mine")
        assert (entry["kind"], entry["seat"], entry["action"], entry["number"]) == ("act", 0, "E", 1)
        assert entry["events"][0]["event"] == "moved"
        for other in (opponent, watcher):
            other.catch_up(1)
            assert other.entries == [entry]
            assert other.view == player.view


def test_a_refusal_says_why_to_the_player_alone(server: Server) -> None:
    match = hosted(server, pace=60_000)
    with client(server, match.id, seat=0, token=match.tokens[0]) as player, client(server, match.id) as watcher:
        assert player.act("get flag")["reason"] == "no_flag"
        assert player.act("fly")["reason"] == "unknown_action"
        player.act("E")
        refused = player.act("W")
        assert refused["reason"] == "too_fast"
        assert 0 < refused["wait"] <= 60_000
        assert watcher.act("N")["reason"] == "not_seated"
        player.send(type="ping", sent=7.5)
        assert player.next("pong")["sent"] == 7.5
        watcher.catch_up(1)
        assert [entry["number"] for entry in watcher.entries] == [1]


def test_an_action_that_is_sent_again_counts_once(server: Server, match: Hosted) -> None:
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        number = player.act("E", "once")["number"]
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        assert player.act("E", "once") == {"type": "accepted", "id": "once", "number": number}
        assert player.act("W", "twice")["number"] == number + 1


def test_who_comes_back_gets_what_he_missed_and_nothing_twice(server: Server, match: Hosted) -> None:
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        with client(server, match.id) as watcher:
            player.act("E")
            watcher.catch_up(1)
            seen, view = watcher.number, watcher.view
        for action in ("W", "E", "W"):
            player.act(action)
        with client(server, match.id, last=seen) as watcher:
            assert watcher.view is None, "what is missing comes as entries"
            watcher.view = view
            watcher.catch_up(4)
            assert [entry["number"] for entry in watcher.entries] == [2, 3, 4]
            assert watcher.view == player.view
        for last in (5, 10**6, -1):
            with client(server, match.id, last=last) as watcher:
                assert (watcher.number, watcher.view) == (4, player.view)
        with client(server, match.id, last=2, restores=1) as watcher:
            assert watcher.view == player.view, "of other data than these nothing is known"


def test_presence_tells_who_is_there(server: Server, match: Hosted) -> None:
    with client(server, match.id) as watcher:
        with client(server, match.id, seat=1, token=match.tokens[1]):
            while watcher.next("present") != (present := watcher.others[-1]) or not present["seats"][1].get(
                "connected"
            ):
                pass
            assert [seat.get("name") for seat in present["seats"]] == ["player 0", "player 1"]
            assert present["watching"] == 1
        while watcher.next("present")["seats"][1].get("connected"):
            pass


def test_too_many_messages_end_the_connection_and_nothing_else(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("strict"), "--rate", "0.1") as strict:
        match = hosted(strict)
        with client(strict, match.id) as watcher:
            ping = json.dumps({"type": "ping"})
            code, bye = goodbye(strict, match.id, hello(), *[ping] * 20)
            assert (code, bye["reason"], bye["reconnect"]) == (4429, "too_many", True)
            watcher.send(type="ping")
            watcher.next("pong")
        with Person(strict, "Nora") as guest:
            for _ in range(5000):
                answer = guest.get("/api/me")
                if answer.status_code != 200:
                    break
            assert problem(answer) == (429, "too_many")
            assert int(answer.headers["retry-after"]) > 0


class Stuck:
    """A socket to a client that never reads."""

    async def accept(self) -> None:
        """Let him in."""

    async def receive(self) -> None:
        """Hear nothing."""
        await asyncio.Event().wait()

    async def send(self, event: object) -> None:
        """Wait for him for good."""
        await asyncio.Event().wait()


async def test_a_slow_reader_is_dropped_and_what_waits_for_him_is_bounded() -> None:
    class House:
        settings = Settings()

    connection = live.Connection(House(), Stuck(), "m1", "nowhere")  # type: ignore[arg-type]
    running = asyncio.create_task(connection.run())
    text = "x" * 100_000
    for _ in range(100):
        connection.show((), text)
        await asyncio.sleep(0)
        assert sum(map(len, connection.queue)) <= live.MOST_QUEUED + len(text)
    assert connection.bye is not None
    assert (connection.bye.reason, connection.bye.reconnect) == ("too_slow", True)
    assert len(connection.queue) == 1, "only the goodbye is left"
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def test_every_reason_to_say_goodbye_has_a_code() -> None:
    assert set(live.CODES) >= {"restart", "restored", "bad_message", "forbidden", "no_match", "too_slow", "replaced"}
    assert len(set(live.CODES.values())) == len(live.CODES)
    assert messages.Bye("restart", "…").reconnect is False


@pytest.mark.parametrize(
    ("game", "wish", "kind", "reason"),
    [
        ("rowdy", {"turn": 1}, "forfeit", "the clock ran out"),
        ("savor", {"turn": 1}, "act", "the clock ran out"),
        ("classic", {"length": 1}, "stop", "time is up"),
    ],
)
def test_when_the_clock_runs_out_the_server_acts(
    server: Server, game: str, wish: dict[str, Any], kind: str, reason: str
) -> None:
    match = hosted(server, game, **wish)
    with client(server, match.id) as watcher:
        watcher.catch_up(1)
        entry = watcher.entries[0]
        assert (entry["kind"], entry["reason"]) == (kind, reason)
        assert ("outcome" in entry) == (kind != "act")
