"""One match over standard input and output: a JSON object a line in, a line out, in order.

Whatever comes in is answered, and the referee goes on.
"""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import msgspec

from flagstone import catalogue
from flagstone.boards.settings import shown
from flagstone.match import MOST_TEXT, Match, MatchError, Reply

MOST_LINE = MOST_TEXT + 1024  # bytes of a request; the longest is a saved match


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What every request has."""

    cmd: str


class New(Request):
    """Start a match."""

    game: str
    settings: dict[str, Any] | None = None
    seed: int | None = None
    tape: list[int] | None = None


class Act(Request):
    """Carry out an action, or say why not."""

    seat: int
    action: str
    tape: list[int] | None = None


class Legal(Request):
    """The actions that a seat could take now."""

    seat: int


class View(Request):
    """What a seat may see, or a spectator."""

    seat: int | None = None


class Load(Request):
    """Play a saved match again and go on from there."""

    match: str


class Referee:
    """Answers requests; holds one match."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.commands: dict[str, tuple[type[Request], Callable[[Any], dict[str, Any]]]] = {
            "new": (New, self.new),
            "act": (Act, self.act),
            "legal": (Legal, self.legal),
            "view": (View, self.view),
            "save": (Request, self.save),
            "load": (Load, self.load),
            "games": (Request, self.games),
        }

    def answer(self, line: bytes) -> dict[str, Any]:
        """The answer to one line, never an exception."""
        try:
            return {"ok": True, **self._carry_out(line)}
        except MatchError as error:
            return {"ok": False, "error": error.name, "detail": str(error)}
        except Exception as error:  # a fault of ours: nobody knows what the match is now, but the referee goes on
            self.match = None
            detail = f"the referee is at fault ({type(error).__name__}); the match has been given up"
            return {"ok": False, "error": "internal_error", "detail": detail}

    def _carry_out(self, line: bytes) -> dict[str, Any]:
        if len(line) > MOST_LINE:
            raise MatchError("too_long", f"the line has more than {MOST_LINE} bytes")
        request = _decoded(line)
        if not isinstance(request, dict):
            raise MatchError("bad_request", "a request is a JSON object")
        command = request.get("cmd")
        if not isinstance(command, str):
            raise MatchError("bad_request", "a request has a field cmd, the name of a command")
        if command not in self.commands:
            known = ", ".join(self.commands)
            raise MatchError("unknown_command", f"unknown command {shown(command)}; there are {known}")
        kind, carry_out = self.commands[command]
        try:
            return carry_out(msgspec.convert(request, kind))
        except msgspec.ValidationError as error:
            raise MatchError("bad_request", str(error)) from None

    def the_match(self) -> Match:
        """The match under way."""
        if self.match is None:
            raise MatchError("no_match", "there is no match; start one with new or load")
        return self.match

    def new(self, request: New) -> dict[str, Any]:
        """Start a match; the one before is gone, unless this one cannot start."""
        self.match = Match(request.game, request.settings or {}, request.seed or 0, tape=request.tape or ())
        return self._position(self.match)

    def act(self, request: Act) -> dict[str, Any]:
        """Judge an action and carry it out."""
        match = self.the_match()
        reply = match.apply(request.seat, request.action, request.tape or ())
        return self._told(match, reply)

    def legal(self, request: Legal) -> dict[str, Any]:
        """The actions that would be accepted, in the game's order."""
        return {"actions": self.the_match().legal(request.seat)}

    def view(self, request: View) -> dict[str, Any]:
        """The state as a seat sees it."""
        return {"state": self.the_match().view(request.seat)}

    def save(self, request: Request) -> dict[str, Any]:
        """The match as one string."""
        return {"match": self.the_match().save()}

    def load(self, request: Load) -> dict[str, Any]:
        """The match that a string holds; the one before is gone, unless this one cannot be played."""
        self.match = Match.load(request.match)
        return self._position(self.match)

    def games(self, request: Request) -> dict[str, Any]:
        """Every game with its settings, actions and seats."""
        return {"games": catalogue.games()}

    @staticmethod
    def _position(match: Match) -> dict[str, Any]:
        return {"state": match.state(), "to_act": match.to_act(), "events": match.events()}

    @staticmethod
    def _told(match: Match, reply: Reply) -> dict[str, Any]:
        told: dict[str, Any] = {"accepted": reply.accepted, "refusal": reply.refusal, "events": reply.events}
        if reply.says is not None:
            told["says"] = reply.says
        return {**told, "state": match.state(), "to_act": match.to_act()}


def _decoded(line: bytes) -> Any:
    """A line as JSON."""
    if not line.strip():
        raise MatchError("not_json", "the line is empty")
    try:
        return msgspec.json.decode(line)
    except RecursionError:
        raise MatchError("not_json", "nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        if _is_json(line):  # only numbers of thousands of digits and halves of characters come here
            raise MatchError("bad_request", f"a number or a text that no request has: {error}") from None
        raise MatchError("not_json", f"not JSON: {error}") from None


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line, parse_int=str, parse_constant=_no_json)
    except (ValueError, RecursionError):
        return False
    return True


def _no_json(name: str) -> None:
    """NaN and Infinity are Python's, not JSON's."""
    raise ValueError(name)


def lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream without their ends; of a line that is too long, just enough to see that it is."""
    while line := source.readline(MOST_LINE + 2):
        kept = line
        while not line.endswith(b"\n"):
            line = source.readline(MOST_LINE)
            if not line:
                break
        yield kept.removesuffix(b"\n")


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Answer every line of a stream until it ends."""
    referee = Referee()
    for line in lines(source):
        target.write(msgspec.json.encode(referee.answer(line)) + b"\n")
        target.flush()


def main() -> None:
    """Answer standard input on standard output."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
