"""Frames on a 200×200 board while forty seats move."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, WebSocketRoute

from tests.browser.crowd import walking
from tests.browser.screens import Person
from tests.server.serving import Server, hosted

SEATS, BOARD = 40, "grand"
PACE = 0.125  # seconds between two steps of a seat
MEDIAN, SLOW = 20.0, 50.0  # milliseconds between frames: of most, and of all but one in twenty
DRAWN = 8.0  # milliseconds that drawing a frame takes: half of what there is, so that time is left for everything else


def walk(person: Person, say: Callable[[str], None], start: int, seconds: float) -> int:
    """Have all seats walk about, as the server would tell it; returns the number of entries."""
    number, began, steps = start, time.monotonic(), 0
    while time.monotonic() - began < seconds:
        entries = []
        while steps < (time.monotonic() - began) / PACE * SEATS:
            seat, round_ = steps % SEATS, steps // SEATS
            number += 1
            steps += 1
            at = [4 + seat * 4 + (round_ % 2), 4 + (round_ // 2) % 180]
            entries.append(
                {
                    "number": number,
                    "kind": "act",
                    "at": 0,
                    "seat": seat,
                    "action": "E",
                    "changes": [[["players", seat, "at"], at]],
                    "events": [{"event": "moved", "seat": seat, "at": at}],
                    "says": [f"Player {seat // 2 + 1} of team {seat % 2 + 1} moved to {tuple(at)}."],
                }
            )
        if entries:
            say(json.dumps({"type": "entries", "entries": entries}))
        person.page.wait_for_timeout(12)
    return number - start


@pytest.mark.parametrize("shown", ["followed", "whole"])
def test_frames_are_quick_on_a_large_board_while_forty_seats_move(shown: str, person: Person, server: Server) -> None:
    match = hosted(server, "classic", board=BOARD, seats_per_team=SEATS // 2)
    routes: list[WebSocketRoute] = []

    def pass_on(route: WebSocketRoute) -> None:
        route.connect_to_server()
        routes.append(route)

    person.page.route_web_socket("**/ws/*", pass_on)
    person.sit(match.id, 0, match.tokens[0])
    person.await_status("running")
    if shown == "whole":
        person.page.get_by_role("button", name="Show the whole board").click()
    walk(person, routes[-1].send, 0, 0.5)
    person.board.evaluate("board => { board.frames.apart.length = board.frames.took.length = 0 }")
    entries = walk(person, routes[-1].send, person.number, 3.0)
    assert entries > SEATS * 10
    frames = person.board.evaluate("board => board.frames")
    apart, took = sorted(frames["apart"]), sorted(frames["took"])
    assert len(apart) > 60
    assert apart[len(apart) // 2] < MEDIAN
    assert apart[len(apart) * 19 // 20] < SLOW
    assert took[len(took) // 2] < DRAWN


# The same with forty players who are really there: on a machine that has the server, the players and the browser on two
# cores, how far frames are apart says little; what the page itself has to do is counted in the processor's time.

REAL_MEDIAN = 34.0  # milliseconds between frames
BUSY = 0.5  # share of the time that the page's thread may need for everything it does
WATCHED = 4.0  # seconds


def processor_time(session: CDPSession) -> float:
    """Seconds of the processor's time that the page's thread has used so far."""
    metrics: list[dict[str, Any]] = session.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))


@pytest.mark.parametrize("shown", ["played", "watched whole"])
def test_frames_are_quick_while_forty_players_act_on_the_server(shown: str, person: Person, server: Server) -> None:
    match = hosted(server, "classic", board=BOARD, seats_per_team=SEATS // 2, pace=60)
    players = dict(enumerate(match.tokens))
    if shown == "played":
        person.sit(match.id, 0, players.pop(0))
    else:
        person.open(f"/m/{match.id}")
    person.await_status("running")
    if shown != "played":
        person.page.get_by_role("button", name="Show the whole board").click()
    session = person.page.context.new_cdp_session(person.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    with walking(server.live, match.id, players, every=PACE):
        person.await_number(SEATS)
        person.board.evaluate("board => { board.frames.apart.length = board.frames.took.length = 0 }")
        before, number, began = processor_time(session), person.number, time.monotonic()
        while time.monotonic() - began < WATCHED:
            if shown == "played":
                person.page.keyboard.press("ArrowRight")
            person.page.wait_for_timeout(100)
        seconds, entries = time.monotonic() - began, person.number - number
        busy = (processor_time(session) - before) / seconds
        frames = person.board.evaluate("board => board.frames")
    assert entries > SEATS * 2, "the server carries out what forty players do"
    apart, took = sorted(frames["apart"]), sorted(frames["took"])
    assert len(took) > 60
    assert apart[len(apart) // 2] < REAL_MEDIAN
    assert took[len(took) // 2] < DRAWN
    assert busy < BUSY
