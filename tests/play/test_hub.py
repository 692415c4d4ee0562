"""The hub: acknowledged means kept, whoever else writes and whatever fails."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest

from flagstone.match import MatchError
from flagstone.play import hub as hub_module
from flagstone.play.hub import Hub
from flagstone.play.journal import Append, JournalError, Judge, Kept, Memory, Row
from flagstone.play.room import Order, Room, Verdict
from tests.play.rooms import T0, act, decoded, encode, hub_over, kept, memory, watched


@dataclass
class Slow(Memory):
    """A store that takes its time, so that others come in between, and that fails when it is told to."""

    rng: random.Random = field(default_factory=lambda: random.Random(1))
    fails_before: int = 0  # so many appends fail, nothing kept
    fails_after: int = 0  # then so many fail, though all is kept
    is_down: bool = False
    appended: list[int] = field(default_factory=list)  # how many matches at a time

    async def pause(self) -> None:
        """Let others go first, a few times."""
        for _ in range(self.rng.randrange(4)):
            await asyncio.sleep(0)
        if self.is_down:
            raise JournalError("down")

    async def rows(self, after: Mapping[str, int]) -> dict[str, list[Row]]:
        """As in memory."""
        await self.pause()
        return await super().rows(after)

    async def append(self, heads: Mapping[str, int], judge: Judge) -> set[str]:
        """As in memory, but others may come in between judging and adding."""
        await self.pause()
        appends = judge({})
        if appends:
            self.appended.append(len(appends))
            await self.pause()
        if self.fails_before and appends:
            self.fails_before -= 1
            raise JournalError("nothing kept")
        moved = await super().append({}, lambda _: appends)
        if self.fails_after and appends:
            self.fails_after -= 1
            raise JournalError("nobody knows")
        return moved


def slow(*matches: object, **how: object) -> Slow:
    """A slow store with these matches."""
    store = Slow(**how)  # type: ignore[arg-type]
    store.kept = memory(*matches).kept  # type: ignore[arg-type]
    return store


async def test_what_is_accepted_is_kept_before_it_is_answered_and_shown() -> None:
    journal = memory(kept())
    hub, _ = await hub_over(journal)
    eye = await watched(hub)
    verdict = await hub.ask("m1", act(0, "N", id="a"))
    assert verdict == Verdict(1)
    assert [row.id for row in journal.logs["m1"]] == ["a"]
    assert [entry.id for entry in eye.seen] == ["a"]


async def test_all_that_waits_is_kept_together() -> None:
    store = slow(kept(id="m1"), kept(id="m2"))
    hub, _ = await hub_over(store)
    await hub.audience("m1")
    await hub.audience("m2")
    verdicts = await asyncio.gather(
        *(hub.ask(match, act(seat, "N")) for match in ("m2", "m1") for seat in (0, 1)), hub.ask("m1", act(0, "N"))
    )
    assert [verdict.number for verdict in verdicts] == [1, 2, 1, 2, 3]
    assert store.appended == [2]


async def test_a_match_that_does_not_exist_is_no_match() -> None:
    hub, _ = await hub_over(memory())
    assert (await hub.ask("nowhere", act(0, "N"))).refusal == "no_match"


async def test_too_many_orders_are_answered_that_the_server_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "MOST_WAITING", 2)
    hub = Hub(memory(kept()), encode)
    answers: list[Verdict] = []
    for _ in range(3):
        hub.order("m1", act(0, "N"), answers.append)
    assert answers == [Verdict(refusal="busy")]


@pytest.mark.parametrize("fault", ["fails_before", "fails_after"])
async def test_after_a_failed_commit_nothing_is_acknowledged_and_the_action_can_be_sent_again(fault: str) -> None:
    store = slow(kept(), **{fault: 1})
    hub, _ = await hub_over(store)
    eye = await watched(hub)
    assert (await hub.ask("m1", act(0, "N", id="a"))).refusal == "unavailable"
    assert eye.seen == []
    assert (await hub.ask("m1", act(0, "N", id="a"))).number == 1
    assert [row.id for row in store.logs["m1"]] == ["a"]
    assert eye.view == Room(store.kept["m1"], store.logs["m1"]).match.view(None)


@dataclass
class Hanging(Slow):
    """A store that can be held up before it adds anything."""

    flows: asyncio.Event = field(default_factory=asyncio.Event)
    is_held: asyncio.Event = field(default_factory=asyncio.Event)

    async def append(self, heads: Mapping[str, int], judge: Judge) -> set[str]:
        """As in memory, once it goes on."""
        judged = judge({})
        self.is_held.set()
        await self.flows.wait()
        return await super().append(heads, lambda _: judged)


async def test_who_waits_too_long_is_told_so_and_what_he_sends_again_counts_once() -> None:
    store = Hanging()
    store.kept = memory(kept()).kept
    hub, _ = await hub_over(store)
    eye = await watched(hub)
    answers: list[Verdict] = []
    hub.order("m1", act(0, "N", id="judged"), answers.append)
    await store.is_held.wait()
    began = asyncio.get_running_loop().time()
    hub.order("m1", act(1, "N", id="waits"), answers.append)
    hub.lose_patience(began)
    assert answers == []
    hub.lose_patience(began + hub_module.PATIENCE + 1)
    assert answers == [Verdict(refusal="unavailable")] * 2
    assert eye.seen == [], "nothing is shown that is not known to be kept"
    store.flows.set()
    assert await hub.ask("m1", act(0, "N", id="judged")) == Verdict(1, again=True)
    assert await hub.ask("m1", act(1, "N", id="waits")) == Verdict(2)
    assert [row.id for row in store.logs["m1"]] == ["judged", "waits"]
    assert len(answers) == 2, "each order is answered once"


async def test_what_was_kept_unknowingly_is_shown_without_anybody_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "RETRY", 0.0)
    store = slow(kept(), fails_after=1)
    hub, _ = await hub_over(store)
    eye = await watched(hub)
    await hub.ask("m1", act(0, "N", id="a"))
    async with asyncio.timeout(5):
        while not eye.seen:
            await asyncio.sleep(0)
    assert eye.seen[0].id == "a"


async def test_a_store_that_is_down_is_told_and_its_return_needs_no_restart() -> None:
    store = slow(kept())
    hub, _ = await hub_over(store)
    eye = await watched(hub)
    store.is_down = True
    for _ in range(3):
        assert (await hub.ask("m1", act(0, "N", id="a"))).refusal == "unavailable"
        assert hub.is_down
    store.is_down = False
    assert (await hub.ask("m1", act(0, "N", id="a"))).number == 1
    assert not hub.is_down
    assert eye.number == 1


async def test_a_visit_that_fails_is_the_visitors_and_no_reason_to_end() -> None:
    hub, _ = await hub_over(memory(kept()))

    def fail(audience: object) -> None:
        raise KeyError("nobody")

    with pytest.raises(KeyError):
        await hub.visit("m1", fail)
    assert (await hub.ask("m1", act(0, "N"))).number == 1


async def test_rooms_may_be_let_go_while_something_is_kept() -> None:
    store = slow(kept())
    hub, _ = await hub_over(store)
    for number in range(20):
        asked = asyncio.create_task(hub.ask("m1", act(0, "NS"[number % 2], id=f"{number}")))
        for _ in range(number):
            await asyncio.sleep(0)
        hub.forget_all()
        await asked
    assert (await hub.ask("m1", act(1, "N"))).refusal is None


async def test_an_order_that_cannot_be_kept_harms_no_other_match() -> None:
    class Picky(Memory):
        """A store that takes no ids with a zero byte, as PostgreSQL does."""

        async def append(self, heads: Mapping[str, int], judge: Judge) -> set[str]:
            def judged(missed: Mapping[str, Sequence[Row]]) -> Sequence[Append]:
                appends = judge(missed)
                if any("\0" in (row.id or "") for append in appends for row in append.rows):
                    raise ValueError("a zero byte")
                return appends

            return await super().append(heads, judged)

    store = Picky()
    store.kept = memory(kept(id="m1"), kept(id="m2")).kept
    hub, _ = await hub_over(store)
    verdicts = await asyncio.gather(
        hub.ask("m1", act(0, "N", id="\0")), hub.ask("m2", act(0, "N", id="a")), hub.ask("m2", act(1, "N", id="b"))
    )
    assert list(verdicts) == [Verdict(refusal="unavailable"), Verdict(1), Verdict(2)]
    assert (await hub.ask("m1", act(0, "N", id="c"))).number == 1


async def test_a_match_of_other_rules_is_said_to_be_one_and_harms_no_other() -> None:
    hub, _ = await hub_over(memory(replace(kept(id="m1"), rules=0), kept(id="m2")))
    verdicts = await asyncio.gather(hub.ask("m1", act(0, "N")), hub.ask("m2", act(0, "N")))
    assert list(verdicts) == [Verdict(refusal="unavailable"), Verdict(1)]
    with pytest.raises(MatchError, match="version 0 of the rules of classic, which are now version 1"):
        await hub.visit("m1", lambda audience: None)


async def test_a_start_while_the_room_is_loaded_is_not_missed() -> None:
    class Starting(Memory):
        """A store in which the match is started as soon as it has been read for the first time."""

        async def fetch(self, match: str) -> Kept | None:
            found = await super().fetch(match)
            self.kept[match] = kept(id=match)
            return found

    store = Starting()
    store.kept = {"m1": kept(started=False)}
    hub, _ = await hub_over(store)
    assert (await hub.ask("m1", act(0, "N"))).number == 1


async def test_an_error_in_one_round_does_not_end_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    hub, loop = await hub_over(memory(kept()))
    with monkeypatch.context() as patch:
        patch.setattr(Room, "judge", lambda *_: 1 / 0)
        assert (await hub.ask("m1", act(0, "N"))).refusal == "unavailable"
    assert (await hub.ask("m1", act(0, "N"))).number == 1
    assert not loop.done()


async def test_what_another_process_adds_is_shown_here() -> None:
    journal = memory(kept())
    here, _ = await hub_over(journal)
    there, _ = await hub_over(journal)
    eye = await watched(here)
    await there.ask("m1", act(0, "N"))
    here.moved("m1", 1)
    async with asyncio.timeout(5):
        while eye.number < 1:
            await asyncio.sleep(0)
    assert eye.seen[0].seat == 0


async def test_who_was_overtaken_judges_again() -> None:
    journal = memory(kept("savor"))
    here, _ = await hub_over(journal)
    there, _ = await hub_over(journal)
    await watched(here)
    await there.ask("m1", Order("act", T0, 0, "throw"))
    assert (await here.ask("m1", Order("act", T0, 0, "throw"))).refusal == "not_your_turn"
    assert len(journal.logs["m1"]) == 1


@pytest.mark.parametrize("seed", range(8))
async def test_three_processes_with_failing_commits_lose_nothing_and_repeat_nothing(seed: int) -> None:
    store = slow(kept(id="m1"), kept("hammer", id="m2"), rng=random.Random(seed), fails_before=3, fails_after=3)
    hubs = [(await hub_over(store))[0] for _ in range(3)]
    eyes = [await watched(hub, match) for hub in hubs for match in ("m1", "m2")]
    acknowledged: dict[tuple[str, int, str], int] = {}
    rng = random.Random(seed)

    async def play(match: str, seat: int) -> None:
        for number in range(25):
            order = act(seat, rng.choice("NESW"), T0 + number, f"{number}")
            for _ in range(30):  # sent again, to any process, as long as it is not known to have counted
                verdict = await rng.choice(hubs).ask(match, order)
                if verdict.refusal not in ("unavailable", "busy"):
                    break
            if verdict.number is not None:
                acknowledged[match, seat, f"{number}"] = verdict.number
            for hub in hubs:
                hub.moved(match)

    await asyncio.gather(*(play(match, seat) for match in ("m1", "m2") for seat in range(4)))
    async with asyncio.timeout(5):
        while any(
            hub.audiences[match].room.kept_number < len(store.logs[match]) for hub in hubs for match in store.kept
        ):
            for hub in hubs:
                hub.all_moved()
            await asyncio.sleep(0)
    logged = {(match, row.seat, row.id): row.number for match, log in store.logs.items() for row in log}
    assert logged == acknowledged
    assert len(logged) > 60
    for match in ("m1", "m2"):
        assert [row.number for row in store.logs[match]] == list(range(1, len(store.logs[match]) + 1))
        view = Room(store.kept[match], store.logs[match]).match.view(None)
        for hub in hubs:
            assert hub.audiences[match].room.match.view(None) == view
        assert sum(eye.view == view for eye in eyes) == 3


async def test_idle_rooms_are_let_go_and_come_back() -> None:
    hub, _ = await hub_over(memory(kept(id="m1"), kept(id="m2")))
    await watched(hub, "m1")
    await hub.ask("m2", act(0, "N"))
    assert hub.forget_idle(0) == 1
    assert list(hub.audiences) == ["m1"]
    assert (await hub.ask("m2", act(1, "N"))).number == 2


async def test_a_room_that_is_watched_rests_and_shows_a_view_to_who_comes_back() -> None:
    hub, _ = await hub_over(memory(kept()))
    await watched(hub)
    await hub.ask("m1", act(0, "N", id="a"))
    room = hub.audiences["m1"].room
    assert [entry.id for entry in decoded(room.missed(0))] == ["a"]
    assert hub.forget_idle(-1) == 0
    assert hub.audiences["m1"].room is room
    assert room.missed(0) is None
    assert room.missed(1) == []
    assert (await hub.ask("m1", act(0, "S", id="b"))).number == 2


async def test_a_room_is_loaded_once_for_all_who_ask_at_the_same_time() -> None:
    hub, _ = await hub_over(slow(kept()))
    audiences = await asyncio.gather(*(hub.audience("m1") for _ in range(5)))
    assert len({id(audience) for audience in audiences}) == 1


async def test_the_rooms_whose_clock_has_run_out() -> None:
    hub, _ = await hub_over(memory(kept(id="m1", length=1000), kept(id="m2")))
    for match in ("m1", "m2"):
        await hub.audience(match)
    assert list(hub.due(T0 + 999)) == []
    assert list(hub.due(T0 + 1000)) == ["m1"]
