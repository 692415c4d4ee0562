"""A match: the only door to the rules.

A match is its game, the version of its rules, its set-up, its seed and its log; its state is always derived from
these, so that whoever has the log has the match.
"""

import base64
import time
import zlib
from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Self

import msgspec
import numpy as np
import numpy.typing as npt

from flagstone import engine
from flagstone.boards.settings import SCRIPTED, SettingsError, is_integer, shown
from flagstone.boards.setups import SETUPS
from flagstone.notation import NOTATIONS
from flagstone.rules import GAMES
from flagstone.rules.chance import FAULTS, NO_TAPE, TAPE_EMPTY, TAPE_LEFT, Tape, sow
from flagstone.rules.game import Game
from flagstone.rules.record import layout

MOST_ENTRIES = 1_000_000  # of a log that is loaded
MOST_TEXT = 4 * 2**20  # characters of a saved match that is loaded
MOST_LOG = 2**24  # bytes of a log before it is compressed; most actions are one
MOST_SEED = 2**64 - 1
FAR = 2**62  # a draw that is further from 0 is taken for this one, which is out of any range too


class MatchError(ValueError):
    """A request that no match can answer: malformed, where a refusal is merely illegal. `name` is stable."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(detail)
        self.name = name


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of a log: an accepted action, or how a seat or the match ended otherwise."""

    kind: str = "act"  # act, resign, forfeit, stop, seat
    seat: int = 0
    action: int = 0
    tape: tuple[int, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Outcome:
    """How a match ended: the winning side in words, or None, and why."""

    winner: str | None
    reason: str

    def __str__(self) -> str:
        if self.winner is None:
            return f"Nobody won: {self.reason}."
        return f"{self.winner[0].upper()}{self.winner[1:]} won{'' if self.reason == 'won' else f': {self.reason}'}."


@dataclass(frozen=True)
class Reply:
    """The answer to an action."""

    refusal: str | None
    events: list[dict[str, Any]] = field(default_factory=list)
    says: list[str] | None = None  # the lines of M20, of Savor only

    @property
    def accepted(self) -> bool:
        """Whether the action was carried out."""
        return self.refusal is None


class Match:
    """A match from its start, or from its log. Not safe to share between threads."""

    game: Game
    seats: int
    log: list[Entry]

    def __init__(
        self,
        game: str,
        settings: Mapping[str, Any],
        seed: int = 0,
        *,
        tape: Sequence[int] = (),
        limit: int | None = None,
    ) -> None:
        """Start a match.

        `settings` are those of `flagstone games`, and "scripted". `limit` ends the match undecided after so many
        actions (capture the flag), turns (Rowdy Racers) or rounds (Maze to Savor). Raises MatchError.
        """
        if game not in GAMES:
            raise MatchError("bad_request", f"unknown game {shown(game)}; there are {', '.join(GAMES)}")
        if not is_integer(seed) or not 0 <= seed <= MOST_SEED:
            raise MatchError("bad_request", f"seed is {shown(seed)}, not a whole number from 0 to 2**64 - 1")
        if limit is not None and (not is_integer(limit) or limit < 1):
            raise MatchError("bad_request", f"limit is {shown(limit)}, not a whole number from 1")
        self.game, self.seed, self.limit = GAMES[game], seed, limit
        self.setup, self.scripted = _resolved(game, settings, seed)
        self.notation = NOTATIONS[game]
        self.start_tape = _tape(tape)
        self.states = SETUPS[game].lay_out(self.setup)
        state = self.states[0]
        self.seats = self.game.seats or int(state.seats)
        self.out: dict[int, str] = {}  # seats that resigned or forfeited, and why
        self.stopped: str | None = None
        self.log = []
        self.actions = 0  # that were accepted
        self.sizes = self._capacity()
        self.told = np.zeros(1, layout(self.game.event_list, **self.sizes))
        self.engine = engine.current(game, self.sizes)
        self._looked = time.monotonic()
        if self.game.has_chance:
            sow(state.chance, seed, self.scripted)
        self.told[0].count = 0
        self.engine.start(self.states, self.start_tape, self.told)
        self._check_tape(self.states, self.start_tape)

    def _capacity(self) -> Mapping[str, int]:
        itemsize = self.states.dtype.itemsize
        return next(s for s in self.game.capacities if layout(self.game.state, **s).itemsize == itemsize)

    # Asking.

    @property
    def is_over(self) -> bool:
        """Whether every action is refused from now on."""
        return self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is on."""
        result = int(self.states["result"][0])
        if result:
            winner = self.game.sides[result - 1] if result <= len(self.game.sides) else None
            if winner is not None and result - 1 not in self._sides_left():
                return Outcome(None, f"{winner} had left the match when it would have won")
            return Outcome(winner, "won" if winner else "drawn")
        if self.stopped:
            return Outcome(None, self.stopped)
        left = self._sides_left() if self.out else set()
        if len(left) == 1:
            return Outcome(self.game.sides[left.pop()], next(reversed(self.out.values())))
        if self.limit is not None and self.length >= self.limit:
            return Outcome(None, "limit reached")
        return None

    def _sides_left(self) -> set[int]:
        """The sides of which not every seat resigned or forfeited."""
        return {seat % len(self.game.sides) for seat in range(self.seats) if seat not in self.out}

    @property
    def length(self) -> int:
        """What `limit` counts: accepted actions, or turns or rounds that are over."""
        counter = self.game.counter
        return self.actions if counter is None else int(self.states[counter][0]) - 1

    def to_act(self) -> list[int]:
        """The seats that may act."""
        if self.is_over:
            return []
        return [seat for seat in range(self.seats) if self.game.may_act(self.states[0], seat)]

    def legal(self, seat: int) -> list[str]:
        """The actions of a seat that would be accepted, in the game's order."""
        self._check_seat(seat)
        if self.is_over:
            return []
        mask = np.zeros(len(self.game.actions), np.bool_)
        self.engine.fill_mask(self.states, seat, mask)
        return [action for action, accepted in zip(self.game.actions, mask, strict=True) if accepted]

    def state(self) -> dict[str, Any]:
        """The whole state, secrets included: for referees and tests, never for a client, bot or agent."""
        return self.notation.state(self.states[0], True)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), may see: the state without its secrets until the match is over."""
        if seat is not None:
            self._check_seat(seat)
        return self.notation.state(self.states[0], self.is_over)

    def events(self, *, secrets: bool = True) -> list[dict[str, Any]]:
        """The events of the last accepted action, or of the start; without `secrets` those anybody may be told."""
        state, told = self.states[0], self.told["told"][0]
        rows = told[: int(self.told["count"][0])].tolist()
        events = [self.notation.event(event, state) for event in map(_event_type(told.dtype.names)._make, rows)]
        if secrets or self.is_over:
            return events
        return [event for event in events if event["event"] not in self.game.secret_events]

    # Acting.

    def apply(self, seat: int, action: str, tape: Sequence[int] = ()) -> Reply:
        """Judge an action and, if it is accepted, carry it out and log it.

        Raises MatchError, and changes nothing, if there is no such seat or action, or something is wrong with the
        tape. A refusal is an answer, not an error, and changes nothing either.
        """
        self._check_seat(seat)
        if action not in self.game.actions:
            raise MatchError(
                "unknown_action", f"unknown action {shown(action)}; there are {', '.join(self.game.actions)}"
            )
        code = self.act(seat, self.game.actions.index(action), tape)
        if code:
            return Reply(self.game.refusals[code], says=self.notation.says([]))
        events = self.events()
        return Reply(None, events, self.notation.says(events))

    def act(self, seat: int, action: int, tape: Sequence[int] = ()) -> int:
        """`apply` by the action's number, without telling: returns the refusal's code, 0 for accepted.

        Not checked: that seat and action exist.
        """
        code = self._step(seat, action, _tape(tape))
        if not code:
            self.log.append(Entry("act", seat, action, tuple(tape)))
            self.actions += 1
        return code

    def _step(self, seat: int, action: int, tape: Tape) -> int:
        if (self.out or self.stopped or self.limit) and self.is_over:
            return self._refused(self.game.refusals.index("match_over"), tape)
        if not self.engine.compiled:
            self._look_for_compiled()
        careful = self.scripted or len(tape) > 0  # a fault of the tape changes nothing
        states = self.states.copy() if careful else self.states
        told = self.told[0]
        before, told.count = told.count, 0
        code = self.engine.act(states, seat, action, tape, self.told)
        if code:
            told.count = before
            return self._refused(code, tape)
        self._check_tape(states, tape)
        self.states = states
        return 0

    @staticmethod
    def _refused(code: int, tape: Tape) -> int:
        if len(tape):  # a refused action takes no draws, so all of these are left over
            raise _tape_error(TAPE_LEFT, 1, tape)
        return code

    def _check_tape(self, states: npt.NDArray[np.record], tape: Tape) -> None:
        """Raise MatchError if the rules, which have just been called, found something wrong with the tape."""
        if not self.game.has_chance:
            if len(tape):
                raise _tape_error(TAPE_LEFT, 1, tape)
            return
        chance = states[0].chance
        taken, chance.taken = int(chance.taken), 0
        if chance.fault:
            raise _tape_error(int(chance.fault), int(chance.blamed), tape)
        if taken < len(tape):
            raise _tape_error(TAPE_LEFT, taken + 1, tape)

    def _look_for_compiled(self) -> None:
        """Move to the compiled rules once they are there; a match starts plain so that nobody waits."""
        now = time.monotonic()
        if now - self._looked > 0.5:
            self._looked = now
            self.engine = engine.current(self.game.id, self.sizes)

    def _check_seat(self, seat: Any) -> None:
        if not is_integer(seat) or not 0 <= seat < self.seats:
            raise MatchError("unknown_seat", f"unknown seat {shown(seat)}; there are 0 to {self.seats - 1}")

    # Ending otherwise.

    def resign(self, seat: int) -> None:
        """A seat gives up. Its player stays on the board, and whoever drives the match may still act for it.

        The match is over when only one side has seats that did not give up: that side wins.
        """
        self._leave("resign", seat, "resigned")

    def forfeit(self, seat: int, reason: str) -> None:
        """A seat loses by the judgement of whoever drives the match: its clock ran out, its program crashed."""
        self._leave("forfeit", seat, reason)

    def seat(self, seat: int, player: str) -> None:
        """Note that from now on a seat is played by somebody else, such as a bot. Changes nothing."""
        self._check_seat(seat)
        if not self.is_over:
            self.log.append(Entry("seat", seat, reason=player))

    def stop(self, reason: str) -> None:
        """End the match undecided, for a reason."""
        if not self.is_over:
            self.log.append(Entry("stop", reason=reason))
            self.stopped = reason

    def _leave(self, kind: str, seat: int, reason: str) -> None:
        self._check_seat(seat)
        if not self.is_over and seat not in self.out:
            self.log.append(Entry(kind, seat, reason=reason))
            self.out[seat] = reason

    # Keeping.

    def clone(self) -> "Match":
        """An independent copy that plays on exactly as this one would."""
        twin: Match = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.states, twin.told = self.states.copy(), self.told.copy()
        twin.log, twin.out = self.log.copy(), self.out.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        """A clone."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle keeps a match as `save` does."""
        return Match.load, (self.save(),)

    def save(self) -> str:
        """The match as one line of text, which `load` plays again. MatchError for a match that is too long for that."""
        if len(self.log) > MOST_ENTRIES:
            raise MatchError("bad_request", f"the match has more than {MOST_ENTRIES} entries, and cannot be saved")
        log = msgspec.msgpack.encode([_packed(entry, len(self.game.actions)) for entry in self.log])
        if len(log) > MOST_LOG:
            raise MatchError("bad_request", f"the log of the match has more than {MOST_LOG} bytes, and cannot be saved")
        saved = Saved(
            game=self.game.id,
            rules=self.game.version,
            setup=self.setup,
            scripted=self.scripted,
            seed=self.seed,
            tape=tuple(self.start_tape.tolist()),
            limit=self.limit,
            log=base64.b85encode(zlib.compress(log, 9)).decode(),
        )
        return msgspec.json.encode(saved).decode()

    @classmethod
    def load(cls, text: str, *, seconds: float = 60, entries: int = MOST_ENTRIES) -> Self:
        """Play a saved match again. Raises MatchError for anything but the text of a match that can be played.

        The text may be hostile: it is a log that is judged action by action, under limits of entries and time.
        """
        if len(text) > MOST_TEXT:
            raise MatchError("bad_request", f"the saved match has more than {MOST_TEXT} characters")
        try:
            saved = msgspec.json.decode(text, type=Saved)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            raise MatchError("bad_request", f"not a saved match: {error}") from None
        if saved.game in GAMES and saved.rules != GAMES[saved.game].version:
            ours = GAMES[saved.game].version
            detail = f"saved under version {saved.rules} of the rules of {saved.game}; these are version {ours}"
            raise MatchError("bad_request", detail)
        settings = {**saved.setup, "scripted": saved.scripted}
        match = cls(saved.game, settings, saved.seed, tape=saved.tape, limit=saved.limit)
        match.replay(_unpacked(saved.log, match, entries), seconds=seconds)
        return match

    def replay(self, entries: Iterable[Entry], *, seconds: float = 60) -> None:
        """Play the entries of a log on top of this match. Raises MatchError at the first that cannot be played."""
        until = time.monotonic() + seconds
        for number, entry in enumerate(entries):
            if time.monotonic() > until:
                raise MatchError("bad_request", f"playing the log takes longer than {seconds:g} seconds")
            if entry.kind == "act":
                code = self.act(entry.seat, entry.action, entry.tape)
                if code:
                    refusal = self.game.refusals[code]
                    raise MatchError("bad_request", f"entry {number} of the log is refused: {refusal}")
            elif self.is_over:
                raise MatchError("bad_request", f"entry {number} of the log comes after the end of the match")
            elif entry.kind == "stop":
                self.stop(entry.reason)
            elif entry.kind == "seat":
                self.seat(entry.seat, entry.reason)
            else:
                self._leave(entry.kind, entry.seat, entry.reason)


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """A saved match."""

    game: str
    rules: int
    setup: dict[str, Any]
    log: str
    scripted: bool = False
    seed: int = 0
    tape: tuple[int, ...] = ()
    limit: int | None = None


@cache
def _event_type(fields: tuple[str, ...]) -> Any:
    """A plain tuple with the fields of an event record: many times faster to read."""
    return namedtuple("Event", fields)


def _tape_error(fault: int, number: int, tape: Tape) -> MatchError:
    """What is wrong with a tape, and at which of its draws, counted from 1."""
    name = FAULTS[fault] or ""
    if fault == TAPE_EMPTY:
        return MatchError(name, f"draw {number} is due, and the tape does not supply it")
    value = int(tape[number - 1])
    draw = f"draw {number} of the tape, {value if abs(value) < FAR else 'a huge number'},"
    if fault == TAPE_LEFT:
        return MatchError(name, f"{draw} and what follows it is left over")
    return MatchError(name, f"{draw} is out of its range or order")


def _resolved(game: str, settings: Mapping[str, Any], seed: int) -> tuple[dict[str, Any], bool]:
    """The set-up in full, and whether the match is scripted."""
    rest = dict(settings)
    scripted = rest.pop(SCRIPTED.name, None)
    faults: list[str] = []
    if scripted not in (None, False, True) or not isinstance(scripted, bool | None):
        faults.append(f"scripted is {shown(scripted)}, not true or false")
    try:
        setup = SETUPS[game].resolve(rest, seed)
    except SettingsError as error:
        faults = [*error.faults, *faults]
    if faults:
        raise MatchError("bad_settings", str(SettingsError(faults)))
    return setup, bool(scripted)


def _tape(draws: Sequence[int]) -> Tape:
    if not len(draws):
        return NO_TAPE
    for number, draw in enumerate(draws):
        if not is_integer(draw):
            raise MatchError("bad_request", f"draw {number} of the tape is {shown(draw)}, not a whole number")
    return np.array([max(-FAR, min(FAR, draw)) for draw in draws], np.int64)


# A log on the wire: most entries are one number, the action of a seat.


def _packed(entry: Entry, actions: int) -> int | list[Any]:
    if entry.kind != "act":
        return [entry.kind, entry.seat, entry.reason]
    code = entry.seat * actions + entry.action
    return [code, *entry.tape] if entry.tape else code


def _unpacked(log: str, match: Match, most: int) -> list[Entry]:
    try:
        inflater = zlib.decompressobj()
        packed = inflater.decompress(base64.b85decode(log), MOST_LOG)
        if inflater.unconsumed_tail:
            raise MatchError("bad_request", f"the log of the saved match has more than {MOST_LOG} bytes")
        if inflater.unused_data or not inflater.eof:
            raise MatchError("bad_request", "the log of the saved match is cut off, or something follows it")
        codes: list[Any] = msgspec.msgpack.decode(packed, type=list[int | list[int | str]])
    except (ValueError, zlib.error, msgspec.DecodeError) as error:
        if isinstance(error, MatchError):
            raise
        raise MatchError("bad_request", f"not the log of a saved match: {error}") from None
    if len(codes) > most:
        raise MatchError("bad_request", f"the log has more than {most} entries")
    return [_entry(code, number, match) for number, code in enumerate(codes)]


def _entry(code: int | list[Any], number: int, match: Match) -> Entry:
    parts = code if isinstance(code, list) else [code]
    actions = len(match.game.actions)
    match parts:
        case ["resign" | "forfeit" | "seat" as kind, int(seat), str(reason)] if 0 <= seat < match.seats:
            return Entry(kind, seat, reason=reason)
        case ["stop", 0, str(reason)]:
            return Entry("stop", reason=reason)
        case [int(act), *tape] if 0 <= act < match.seats * actions and all(map(is_integer, tape)):
            return Entry("act", act // actions, act % actions, tuple(tape))
    raise MatchError("bad_request", f"entry {number} of the log is {shown(code)}, which is none")
