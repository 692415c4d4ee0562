"""One live match: judges what its seats want, under pace and clock, and remembers what to show.

A room knows no store, no network and no clock of its own: times come in with the orders, in milliseconds since 1970.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any

import msgspec

from flagstone.match import Entry, Match
from flagstone.play import messages
from flagstone.play.film import Camera, told
from flagstone.play.journal import Append, Kept, Row

BEHIND = 1000  # milliseconds that an order may come from before the log's last entry
REMEMBERED = 512  # entries kept ready for those who come back

_encoder = msgspec.json.Encoder()

CLOCK, LEFT = "the clock ran out", "the player has left"


@dataclass(frozen=True)
class Order:
    """What somebody wants of a match."""

    kind: str  # as in the log; or clock: what is due when time has run out
    at: int  # when it came
    seat: int = 0
    action: str = ""
    id: str | None = None
    reason: str = ""
    number: int | None = None  # it only counts if this is still the last entry's


@dataclass(frozen=True)
class Verdict:
    """What became of an order: the number of its entry, or why there is none."""

    number: int | None = None
    refusal: str | None = None
    wait: int | None = None  # milliseconds until it would not be too fast
    again: bool = False  # the order had been carried out before


class Room:
    """A match as it is played now. Entries are `fresh` until they are kept, or undone."""

    def __init__(self, kept: Kept, rows: Iterable[Row] = ()) -> None:
        self.kept = kept
        self.match = Match(kept.game, kept.setup, kept.seed, limit=kept.limit)
        self.number = self.kept_number = 0
        self.last_at = self.turn_began = kept.started_at or 0
        self.turn = self._turn()
        self.acted_at = [0] * self.match.seats
        self.heard_at = [0] * self.match.seats  # the same by the times of the orders, which may be behind the log's
        self.ids: dict[tuple[int, str], int] = {}
        self.fresh: list[tuple[Row, messages.Entry]] = []
        # The last entries up to `kept_number`, encoded: as objects they would be thousands for the garbage collector
        # to look through, and everybody would wait for it.
        self.shown: deque[bytes] = deque(maxlen=REMEMBERED)
        for row in rows:
            self._enter(row)
        self.kept_number = self.number
        self.camera = Camera(self.match)

    # Asking.

    @property
    def has_turns(self) -> bool:
        """Whether one seat at a time is to act."""
        return self.match.game.seats is not None

    @property
    def status(self) -> str:
        """Whether the match is open, running or over."""
        if self.match.is_over:
            return "over"
        return "open" if self.kept.started_at is None else "running"

    @property
    def due(self) -> int | None:
        """When the clock runs out, if it runs."""
        if self.status != "running":
            return None
        terms = self.kept.terms
        if not self.has_turns:
            return None if terms.length is None else (self.kept.started_at or 0) + terms.length
        if self.match.to_act()[0] in self.match.out:
            return self.last_at
        return None if terms.turn is None else self.turn_began + terms.turn

    def missed(self, last: int) -> list[msgspec.Raw] | None:
        """The entries behind a number that a client has seen, encoded, or None if a view has to say it."""
        behind = self.kept_number - last
        if not 0 <= behind <= len(self.shown):
            return None
        return [msgspec.Raw(entry) for entry in islice(self.shown, len(self.shown) - behind, None)]

    def rest(self) -> None:
        """Nothing happens here: let go of the entries that are kept ready. Who comes back is shown a view."""
        self.shown.clear()

    def welcome(self, seats: Sequence[messages.Seat], seat: int | None, last: int | None, at: int) -> messages.Welcome:
        """Where the match stands, for somebody in a seat or a spectator. A view is in it if `missed` is None."""
        missed = None if last is None else self.missed(last)
        return messages.Welcome(
            match=self.kept.id,
            game=self.match.game.id,
            status=self.status,
            number=self.kept_number if missed is None or last is None else last,
            now=at,
            setup=self.match.setup,
            actions=self.match.game.actions,
            seats=tuple(seats),
            pace=self.kept.terms.pace,
            seat=seat,
            view=self.camera.view if missed is None else None,
            due=self.due,
            outcome=told(self.match.outcome),
        )

    # Judging.

    def start(self, at: int) -> None:
        """The match has been started; its clock runs from then. Says nothing new the second time."""
        if self.kept.started_at is not None:
            return
        self.kept = Kept(**{**vars(self.kept), "started_at": at})
        self.last_at = self.turn_began = at

    def judge(self, order: Order) -> Verdict:
        """Carry an order out, or say why not. What is carried out is fresh until `keep`."""
        if order.id is not None and (order.seat, order.id) in self.ids:
            return Verdict(self.ids[order.seat, order.id], again=True)
        if self.status != "running":
            return Verdict(refusal="match_over" if self.status == "over" else "not_running")
        if order.number is not None and order.number != self.number:
            return Verdict(refusal="too_late")
        if not self.fresh:
            self._before = self._position()
        at = max(order.at, self.last_at)
        verdict = self._carry_out(order, at)
        if verdict.refusal is None:
            row = self._entered(order, at)
            self.fresh.append((row, self._shot(row)))
            return Verdict(row.number)
        return verdict

    def _carry_out(self, order: Order, at: int) -> Verdict:
        match = self.match
        if order.kind == "act":
            return self._act(order, at)
        if order.kind == "clock":
            return self._run_out(at)
        if order.kind == "stop":
            match.stop(order.reason)
        elif order.kind == "seat":
            match.seat(order.seat, order.reason)
        elif order.seat in match.out:
            return Verdict(refusal="left")
        elif order.kind == "resign":
            match.resign(order.seat)
        else:
            match.forfeit(order.seat, order.reason)
        return Verdict()

    def _act(self, order: Order, at: int) -> Verdict:
        match = self.match
        if order.seat in match.out:
            return Verdict(refusal="left")
        wait = self._wait(order, at)
        if wait > 0 and not self.has_turns:
            return Verdict(refusal="too_fast", wait=wait)
        code = match.act(order.seat, match.game.actions.index(order.action))
        if code:
            return Verdict(refusal=match.game.refusals[code])
        self.heard_at[order.seat] = order.at
        return Verdict()

    def _wait(self, order: Order, at: int) -> int:
        """For how long an action comes too soon after the seat's last one."""
        since = at - self.acted_at[order.seat]
        if (
            order.at + BEHIND < self.last_at
        ):  # a clock went back, and the log's times stand still until it is there again
            since = order.at - self.heard_at[order.seat]
        return self.kept.terms.pace - since if since >= 0 else 0

    def _run_out(self, at: int) -> Verdict:
        """Time is up: a match without turns ends; Rowdy's player forfeits; Savor's throws."""
        if self.due is None or at < self.due:
            return Verdict(refusal="too_early")
        match = self.match
        if not self.has_turns:
            match.stop("time is up")
            return Verdict()
        seat = match.to_act()[0]
        if len(match.game.actions) > 1:
            match.forfeit(seat, CLOCK)
        else:
            match.act(seat, 0)
        return Verdict()

    def _entered(self, order: Order, at: int) -> Row:
        """The row of what the match logged last, by which the room goes on."""
        done = self.match.log[-1]
        reason = done.reason
        if order.kind == "clock" and done.kind == "act":
            reason = LEFT if done.seat in self.match.out else CLOCK
        row = Row(self.number + 1, done.kind, done.seat, done.action, at, reason, order.id)
        self._note(row)
        return row

    def _enter(self, row: Row) -> None:
        """Play an entry that is kept already."""
        self.match.replay([Entry(row.kind, row.seat, row.action, reason=row.reason)])
        self._note(row)

    def _shot(self, row: Row) -> messages.Entry:
        """What is shown of the entry just played."""
        return self.camera.shoot(row.number, row.at, id=row.id, reason=row.reason, due=self.due)

    def _note(self, row: Row) -> None:
        self.number, self.last_at = row.number, row.at
        if row.id is not None:
            self.ids[row.seat, row.id] = row.number
        if row.kind == "act":
            self.acted_at[row.seat] = row.at
        if (turn := self._turn()) != self.turn:
            self.turn, self.turn_began = turn, row.at

    def _turn(self) -> tuple[int, ...]:
        """What changes when another turn begins."""
        return (self.match.length, *self.match.to_act()) if self.has_turns else ()

    # Keeping.

    def append(self) -> Append:
        """What has to be kept."""
        rows = [row for row, _ in self.fresh]
        return Append(self.kept.id, self.kept_number, rows, self.due, self.match.outcome)

    def keep(self) -> list[messages.Entry]:
        """What was fresh is kept now, and may be shown."""
        entries = [entry for _, entry in self.fresh]
        self.fresh.clear()
        self.kept_number = self.number
        self.shown.extend(map(_encoder.encode, entries))
        return entries

    def undo(self) -> None:
        """What was fresh has not been kept, or nobody knows: back to what has been."""
        if self.fresh:
            for row, _ in self.fresh:
                if row.id is not None:
                    del self.ids[row.seat, row.id]
            self.fresh.clear()
            vars(self).update(self._before)
            self.number = self.kept_number

    def _position(self) -> dict[str, Any]:
        """All that judging changes, but for the ids of what is fresh."""
        match = self.match.clone()
        camera = Camera.__new__(Camera)
        camera.match, camera.view = match, self.camera.view
        kept = {name: getattr(self, name) for name in ("last_at", "turn_began", "turn")}
        return {**kept, "match": match, "camera": camera, **self._times()}

    def _times(self) -> dict[str, list[int]]:
        return {"acted_at": self.acted_at.copy(), "heard_at": self.heard_at.copy()}

    _before: Mapping[str, Any] = MappingProxyType({})

    def catch_up(self, rows: Iterable[Row]) -> list[messages.Entry]:
        """Play what others have added to the log, as far as it is new. Nothing may be fresh."""
        entries = []
        for row in rows:
            if row.number > self.number:
                self._enter(row)
                entries.append(self._shot(row))
        self.shown.extend(map(_encoder.encode, entries))
        self.kept_number = self.number
        return entries
