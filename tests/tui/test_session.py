"""The client core: what it makes of messages, without a face."""

import asyncio
import time
from typing import Any

import pytest

from flagstone.play import messages
from flagstone.play.messages import Act, Entry, FromClient, Resign
from flagstone.rules import GAMES
from flagstone.tui import words
from flagstone.tui.keys import action_of, clicked, hints
from flagstone.tui.remote import JoinError, Link
from flagstone.tui.session import Lost, Session

NOW = time.time_ns() // 1_000_000


class Noted:
    """A line that notes what is said."""

    def __init__(self) -> None:
        self.said: list[FromClient] = []

    def send(self, message: FromClient) -> None:
        """Note it."""
        self.said.append(message)

    async def run(self, session: Session) -> None:
        """There is nothing to hear."""


def welcome(**more: Any) -> messages.Welcome:
    """A welcome to seat 0."""
    usual: dict[str, Any] = {
        "match": "m1",
        "game": "rowdy",
        "status": "running",
        "number": 0,
        "now": NOW,
        "setup": {},
        "actions": ("N",),
        "seats": (messages.Seat(name="Ada"), messages.Seat(name="greedy 2")),
        "pace": 0,
        "seat": 0,
        "view": {"to_move": 0, "turn": 1},
    }
    return messages.Welcome(**{**usual, **more})


def welcomed() -> tuple[Session, Noted]:
    """A session at the start of a match."""
    line = Noted()
    session = Session(line)
    session.hear(welcome())
    return session, line


def entry(number: int, **more: Any) -> Entry:
    """An entry of seat 0."""
    return Entry(number=number, kind="act", at=NOW, seat=0, **more)


def test_entries_change_the_view_and_come_once() -> None:
    session, _ = welcomed()
    first = entry(1, changes=((("turn",), 2),))
    session.hear(messages.Entries(entries=(first,)))
    session.hear(messages.Entries(entries=(first, entry(2, changes=((("to_move",), 1),)))))
    assert session.view == {"to_move": 1, "turn": 2}
    assert (session.number, len(session.entries)) == (2, 2)
    assert not session.may_act


async def test_what_came_too_fast_is_said_again_unless_something_else_is_wanted() -> None:
    session, line = welcomed()
    heard: list[object] = []
    session.listen(heard.append)
    assert session.act("N")
    (first,) = line.said
    assert isinstance(first, Act)
    session.hear(messages.Refused(id=first.id, reason="too_fast", wait=5))
    assert not heard, "nobody is told"
    await asyncio.sleep(0.02)
    assert len(line.said) == 2
    again = line.said[1]
    assert isinstance(again, Act)
    assert again.id != first.id
    session.hear(messages.Refused(id=again.id, reason="too_fast", wait=5))
    session.act("S")
    await asyncio.sleep(0.02)
    assert [said.action for said in line.said if isinstance(said, Act)] == ["N", "N", "S"]


def test_what_was_not_answered_is_said_again_after_the_connection_was_lost() -> None:
    session, line = welcomed()
    session.act("N")
    session.hear(Lost())
    assert not session.act("S"), "there is nobody to say it to"
    session.hear(welcome(view=None))
    assert session.connected
    assert line.said[0] == line.said[1]
    said = line.said[0]
    assert isinstance(said, Act)
    session.hear(messages.Accepted(id=said.id, number=1))
    assert not session.said


def test_a_goodbye_for_good_is_remembered() -> None:
    session, line = welcomed()
    session.hear(messages.Bye(reason="restart", detail="later", reconnect=True))
    assert session.bye is None
    session.hear(messages.Bye(reason="replaced", detail="somebody else"))
    assert session.bye is not None
    assert not session.resign()
    assert not any(isinstance(said, Resign) for said in line.said)


def test_every_refusal_of_every_game_has_words() -> None:
    for game in GAMES.values():
        for reason in (*game.refusals[1:], *messages.REFUSALS):
            told = words.refusal(game.id, reason)
            assert "_" not in told
            assert reason in words.REFUSALS


def test_sentences_have_the_players_names() -> None:
    session, _ = welcomed()
    assert words.named(session, "Player 2 moved N to (3, 4).") == "greedy 2 moved N to (3, 4)."
    session.game = "hammer"
    told = words.named(session, "Player 1 of team 2 was freed by player 1 of team 1.")
    assert told == "greedy 2 was freed by Ada."


def test_keys_are_actions_of_their_games_only() -> None:
    assert action_of("rowdy", "q") == "NW"
    assert action_of("classic", "q") is None
    assert action_of("shovel", "W") == "dig N"
    assert action_of("hammer", "W") is None
    assert action_of("savor", "space") == "throw"
    for game in GAMES:
        assert hints(game)
        footer = "".join(f"  {keys} {meaning}" for keys, meaning in [*hints(game), ("?", "help"), ("Esc", "leave")])
        assert len(footer) - 1 <= 80, "all keys are told at the foot of a usual terminal"


@pytest.mark.parametrize(
    ("game", "cell", "is_wall", "wanted"),
    [
        ("classic", (4, 5), False, "N"),
        ("classic", (5, 5), False, "get flag"),
        ("classic", (4, 4), False, None),
        ("rowdy", (4, 4), False, "NW"),
        ("shovel", (5, 6), True, "dig E"),
        ("savor", (0, 0), False, "throw"),
    ],
)
def test_a_click_wants_what_is_near(game: str, cell: tuple[int, int], is_wall: bool, wanted: str | None) -> None:
    assert clicked(game, (5, 5), cell, is_wall, has_tool=True) == wanted


def test_links_of_pages_are_read() -> None:
    for text in (
        "http://here:8000/m/abc123",
        "here:8000/m/abc123",
        "http://here:8000/m/abc123?code=K7",
        "http://here:8000/#/m/abc123?code=K7",
        "http://here:8000/m/abc123/?x=1&code=K7",
    ):
        link = Link.read(text)
        assert (link.server, link.match) == ("http://here:8000", "abc123")
        assert link.code == ("K7" if "K7" in text else None)
        assert link.live == "ws://here:8000/ws/abc123"
    for text in ("", "http://here/", "ftp://here/m/abc123", "abc123", "http:///m/abc123"):
        with pytest.raises(JoinError, match="not the link of a match"):
            Link.read(text)
