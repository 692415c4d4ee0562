"""Bots that play live matches from outside: a seat, a pace, a connection that breaks, a bot that cannot go on."""

import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flagstone.bots import connect, make
from flagstone.bots.bot import BotFailed, View, rng_of
from flagstone.bots.connect import ConnectError, LiveBot, Place
from flagstone.bots.pipe import PipeBot
from tests.server.serving import Person, Server, client, free_port, hosted, started

KIT = Path(__file__).parents[2] / "examples" / "bots" / "bot.py"


def quiet(words: str) -> None:
    """Say nothing."""


class Playing(threading.Thread):
    """A bot that plays in a thread; what it raised is raised again where it is waited for."""

    def __init__(self, bot: Any, place: Place) -> None:
        super().__init__(daemon=True)
        self.bot, self.place = bot, place
        self.live: LiveBot | None = None
        self.raised: BaseException | None = None
        self.start()

    def run(self) -> None:
        """Play."""
        try:
            self.live = connect.play(self.bot, self.place, rng_of(1, self.place.seat), quiet)
        except BaseException as error:
            self.raised = error

    def wait(self) -> LiveBot:
        """The end."""
        self.join(60)
        assert not self.is_alive()
        if self.raised is not None:
            raise self.raised
        assert self.live is not None
        return self.live


def test_two_bots_race_to_the_end(server: Server) -> None:
    match = hosted(server, "rowdy", settings={"rows": 10, "columns": 10})
    places = [Place(server.url, match.id, seat, match.tokens[seat]) for seat in (0, 1)]
    bots = [Playing(make("greedy"), places[0]), Playing(PipeBot(f"{sys.executable} {KIT}"), places[1])]
    first, second = (bot.wait() for bot in bots)
    assert first.outcome == second.outcome
    assert first.outcome is not None
    assert first.outcome.reason == "won"
    assert len(first.latency) == len(first.thought) > 3


def test_a_bot_keeps_to_the_pace_of_the_match(server: Server) -> None:
    match = hosted(server, "classic", pace=60, limit=12)
    began = time.monotonic()
    playing = Playing(make("random"), Place(server.url, match.id, 0, match.tokens[0])).wait()
    assert playing.outcome is not None
    assert playing.outcome.reason == "limit reached"
    assert len(playing.latency) == 12
    assert time.monotonic() - began > 11 * 0.06
    assert not [entry for entry in playing.thought if entry < 0]


def test_a_bot_takes_a_seat_by_itself_and_waits_for_the_start(server: Server) -> None:
    host = Person(server, "Hanna")
    made = host.say("/api/matches", game="rowdy", settings={"rows": 10, "columns": 10})
    place = connect.take_seat(server.url, made["id"], "Robo", seat=1)
    assert place.seat == 1
    playing = Playing(make("greedy"), place)
    host.say(f"/api/matches/{made['id']}/start", fill="random")
    assert playing.wait().outcome is not None


@pytest.mark.parametrize(
    ("match", "words"), [("nosuchmatch", "there is no such match"), ("taken", "the match has begun; it can be watched")]
)
def test_a_seat_that_cannot_be_had_is_told_in_the_words_of_the_server(server: Server, match: str, words: str) -> None:
    if match == "taken":
        match = hosted(server, "rowdy").id
    with pytest.raises(ConnectError, match=words):
        connect.take_seat(server.url, match, "Robo", seat=0)


def test_a_server_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(ConnectError, match="refused"):
        connect.take_seat(nowhere, "match", "Robo")
    with pytest.raises(ConnectError, match="begins with http"):
        connect.take_seat("localhost:8000", "match", "Robo")
    monkeypatch.setattr(connect, "PATIENCE", 0.3)
    with pytest.raises(ConnectError, match=r"no connection for 0\.3 seconds"):
        connect.play(make("random"), Place(nowhere, "match", 0, "secret"), Random(1), quiet)


def test_a_wrong_token_ends_it(server: Server) -> None:
    match = hosted(server, "rowdy")
    with pytest.raises(ConnectError, match="the token is not this seat's"):
        connect.play(make("random"), Place(server.url, match.id, 0, "secret"), Random(1), quiet)


class Fails:
    """Plays a little, then does not answer as it should."""

    def __init__(self, how: str) -> None:
        self.how, self.left, self.closed = how, 2, False

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        self.left -= 1
        if self.left:
            return legal[0]
        if self.how == "raises":
            raise KeyError("home")
        return "fly"

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("how", "words"), [("raises", "KeyError: 'home'"), ("rubbish", "answered 'fly', which is not legal")]
)
def test_a_bot_that_cannot_go_on_gives_up_its_match(server: Server, how: str, words: str) -> None:
    match = hosted(server, "rowdy", settings={"failure_chance": 0})  # so that a turn has three actions
    bot = Fails(how)
    with pytest.raises(BotFailed, match=words):
        Playing(bot, Place(server.url, match.id, 0, match.tokens[0])).wait()
    assert bot.closed
    outcome = match.host.ask(f"/api/matches/{match.id}")["match"]["outcome"]
    assert outcome == {"winner": "player 2", "reason": "resigned"}


def test_a_bot_plays_on_after_the_server_was_killed_and_no_action_counts_twice(tmp_path: Path) -> None:
    port = free_port()
    server = started(tmp_path, "--rate", "100", port=port)
    match = hosted(server, "classic", limit=150)
    playing = Playing(make("random"), Place(server.url, match.id, 0, match.tokens[0]))
    with client(server, match.id) as watching:
        watching.catch_up(25)
    os.kill(server.process.pid, signal.SIGKILL)
    server.ended()
    again = started(tmp_path, "--rate", "100", port=port)
    live = playing.wait()
    assert live.outcome is not None
    assert live.outcome.reason == "limit reached"
    assert len(live.latency) == live.count == 150
    again.stop()
