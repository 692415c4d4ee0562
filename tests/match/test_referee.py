"""The referee: one line in, one line out, whatever comes in."""

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagstone import match as match_module
from flagstone.match import Entry, Match, MatchError
from flagstone.referee import MOST_LINE, Referee, serve
from flagstone.rules import GAMES
from tests.playing import OPEN
from tests.samples import SETTINGS, sample

NEW = {"cmd": "new", "game": "classic", "settings": {"board": OPEN, "seats_per_team": 1}, "seed": 7}


def answers(*requests: Any) -> list[dict[str, Any]]:
    """What a referee answers to requests, given as JSON or as raw bytes, each on its line."""
    lines = [request if isinstance(request, bytes) else json.dumps(request).encode() for request in requests]
    target = io.BytesIO()
    serve(io.BytesIO(b"\n".join(lines) + b"\n"), target)
    return [json.loads(line) for line in target.getvalue().splitlines()]


def test_a_match_from_new_to_save_and_back() -> None:
    new, act, legal, view, save = answers(
        NEW,
        {"cmd": "act", "seat": 0, "action": "E"},
        {"cmd": "legal", "seat": 0},
        {"cmd": "view", "seat": None},
        {"cmd": "save"},
    )
    assert new["ok"]
    assert new["to_act"] == [0, 1]
    assert new["events"] == []
    assert act["accepted"]
    assert act["refusal"] is None
    assert act["state"]["players"][0]["at"] == [1, 2]
    assert legal["actions"] == ["E", "S", "W"]
    assert view["state"] == act["state"]
    loaded, again = answers({"cmd": "load", "match": save["match"]}, {"cmd": "save"})
    assert loaded["state"] == act["state"]
    assert again == save


def test_m20_every_answer_to_a_throw_carries_what_is_said() -> None:
    new = {"cmd": "new", "game": "savor", "settings": SETTINGS["savor"]}
    thrown, refused = answers(new, *({"cmd": "act", "seat": 0, "action": "throw"} for _ in range(2)))[1:]
    assert thrown["says"][0].startswith("A is at the starting area and rolls")
    assert (refused["refusal"], refused["says"]) == ("not_your_turn", [])


def test_a_refusal_is_an_answer_and_not_an_error() -> None:
    act = answers(NEW, {"cmd": "act", "seat": 0, "action": "N"})[1]
    assert (act["ok"], act["accepted"], act["refusal"], act["events"]) == (True, False, "wall", [])


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b'{"cmd": NaN}', "not_json"),
        (b'{"cmd": "act", "seat": 1e999}', "bad_request"),
        (b"\xff\xfe", "not_json"),
        (b'{"cmd": "\xc3\x28"}', "not_json"),
        (b"[" * 1_000_000, "not_json"),
        (b'{"a":' * 100_000, "not_json"),
        (b" " * (MOST_LINE + 1), "too_long"),
        (b"x" * 10_000_000, "too_long"),
        (b"null", "bad_request"),
        (b"[]", "bad_request"),
        (b"{}", "bad_request"),
        (b'{"cmd": 5}', "bad_request"),
        (b'{"cmd": "play"}', "unknown_command"),
        (b'{"cmd": "save", "seat": 0}', "bad_request"),
        (b'{"cmd": "act", "seat": "0", "action": "N"}', "bad_request"),
        (b'{"cmd": "act", "seat": 0}', "bad_request"),
        (b'{"cmd": "act", "seat": 0, "action": 3}', "bad_request"),
        (b'{"cmd": "act", "seat": 0, "action": "N", "tape": [1.5]}', "bad_request"),
        (b'{"cmd": "act", "seat": 0, "action": "N", "tape": [true]}', "bad_request"),
        (b'{"cmd": "act", "seat": 0, "action": "N", "tape": [99999999999999999999999]}', "tape_left"),
        (b'{"cmd": "act", "seat": 99999999999999999999999, "action": "N"}', "unknown_seat"),
        (b'{"cmd": "act", "seat": 0, "action": "jump"}', "unknown_action"),
        (b'{"cmd": "new", "game": "chess"}', "bad_request"),
        (b'{"cmd": "new", "game": "classic", "settings": []}', "bad_request"),
        (b'{"cmd": "new", "game": "classic", "seed": -1}', "bad_request"),
        (b'{"cmd": "new", "game": "classic", "settings": {"board": ""}}', "bad_settings"),
        (b'{"cmd": "load", "match": "{}"}', "bad_request"),
    ],
)
def test_bad_input_is_answered_by_name_and_the_referee_goes_on(line: bytes, name: str) -> None:
    new, bad, save = answers(NEW, line, {"cmd": "save"})
    assert new["ok"]
    assert (bad["ok"], bad["error"]) == (False, name), bad
    assert isinstance(bad["detail"], str)
    assert len(bad["detail"]) < 5000
    assert "Traceback" not in bad["detail"]
    assert save["ok"], "the match under way is still there"


@pytest.mark.parametrize("command", ["act", "legal", "view", "save"])
def test_without_a_match_there_is_no_match(command: str) -> None:
    fields: dict[str, dict[str, Any]] = {"act": {"seat": 0, "action": "N"}, "legal": {"seat": 0}}
    more = fields.get(command, {})
    assert answers({"cmd": command, **more})[0]["error"] == "no_match"


def test_games_tells_every_game_with_settings_actions_and_seats() -> None:
    told = answers({"cmd": "games"})[0]["games"]
    assert [game["game"] for game in told] == list(GAMES)
    assert all(game["settings"] and game["actions"] and game["seats"] for game in told)


def test_the_last_line_may_lack_its_end() -> None:
    target = io.BytesIO()
    serve(io.BytesIO(b'{"cmd": "games"}'), target)
    assert target.getvalue().count(b"\n") == 1


def test_a_fault_of_the_referee_itself_is_answered_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    referee = Referee()
    assert referee.answer(json.dumps(NEW).encode())["ok"]
    with monkeypatch.context() as patch:
        patch.setattr(Match, "legal", lambda *_: 1 // 0)
        reply = referee.answer(b'{"cmd": "legal", "seat": 0}')
    assert reply["error"] == "internal_error"
    assert "ZeroDivisionError" in reply["detail"]
    assert referee.answer(b'{"cmd": "save"}')["error"] == "no_match"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.sampled_from(["cmd", "game", "settings", "seed", "tape", "seat", "action", "match", "x"])
VALUES = JSON | st.sampled_from([*GAMES, "new", "act", "legal", "view", "save", "load", "N", "throw", 0, 1, [1, 2]])
SETTING_FAULTS = st.sampled_from(list(GAMES)).flatmap(
    lambda game: st.tuples(
        st.just(game),
        st.dictionaries(st.sampled_from([*SETTINGS[game], "scripted", "values", "bawana", "x"]), JSON, min_size=1),
    )
)
NAMES = {
    "not_json", "too_long", "bad_request", "unknown_command", "no_match", "unknown_seat", "unknown_action",
    "bad_settings", "tape_empty", "tape_left", "tape_value",
}  # fmt: skip


@settings(deadline=None, max_examples=150)
@given(
    st.lists(st.binary(max_size=60) | st.dictionaries(FIELDS, VALUES).map(lambda d: json.dumps(d).encode()), max_size=8)
)
def test_whatever_comes_in_is_answered_in_order(lines: list[bytes]) -> None:
    lines = [line.replace(b"\n", b" ") for line in lines]
    replies = answers(NEW, *lines, {"cmd": "games"})
    assert len(replies) == len(lines) + 2
    assert "games" in replies[-1]
    for reply in replies:
        assert reply["ok"] or reply["error"] in NAMES


@settings(deadline=None, max_examples=150)
@given(SETTING_FAULTS)
def test_strange_settings_are_bad_settings_or_a_match(case: tuple[str, dict[str, Any]]) -> None:
    game, faults = case
    request = {"cmd": "new", "game": game, "settings": {**SETTINGS[game], **faults}}
    reply = Referee().answer(json.dumps(request, allow_nan=True).encode())
    assert reply["ok"] or reply["error"] in ("bad_settings", "not_json", "tape_empty")


@pytest.mark.parametrize("value", ["1" + "0" * 5000, "1e999", '"\\ud800"'])
def test_json_that_no_request_has_is_a_bad_request(value: str) -> None:
    answer = Referee().answer(f'{{"cmd": "view", "seat": {value}}}'.encode())
    assert answer["error"] == "bad_request"


@pytest.mark.parametrize("line", [b"", b"  \t", b"NaN", b'{"cmd": NaN}', b"[" * 100_000, b'"', b"\xff"])
def test_what_is_not_json_is_said_to_be_none(line: bytes) -> None:
    assert Referee().answer(line)["error"] == "not_json"


def test_a_huge_draw_is_called_huge() -> None:
    referee = Referee()
    new = {"cmd": "new", "game": "savor", "settings": {**SETTINGS["savor"], "scripted": True}, "seed": None}
    referee.answer(json.dumps(new).encode())
    answer = referee.answer(json.dumps({"cmd": "act", "seat": 0, "action": "throw", "tape": [10**50]}).encode())
    assert (answer["error"], answer["detail"][:38]) == ("tape_value", "draw 1 of the tape, a huge number, is ")


def test_a_match_too_long_to_be_loaded_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    match = sample("classic")
    for _ in range(3):
        match.log.append(Entry("act", 0, 0))
    monkeypatch.setattr(match_module, "MOST_LOG", 2)
    with pytest.raises(MatchError, match="more than 2 bytes, and cannot be saved"):
        match.save()
    monkeypatch.setattr(match_module, "MOST_ENTRIES", 2)
    with pytest.raises(MatchError, match="more than 2 entries, and cannot be saved"):
        match.save()
