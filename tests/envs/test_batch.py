"""The batch core: the same rules as `Match`, whoever is asked, in whatever order."""

import copy
import pickle
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from flagstone import engine
from flagstone.envs import Batch, EnvError, batch
from flagstone.match import Match
from flagstone.rules.rowdy import DIRECTIONS
from tests.envs.playing import CTF, GAMES, settings

EAST_AND_WEST = {"N": "N", "S": "S", "E": "W", "W": "E", "dig N": "dig N", "dig S": "dig S", "dig E": "dig W"}
EAST_AND_WEST |= {"dig W": "dig E"}
HALF_A_TURN = {name: DIRECTIONS[(number + 4) % 8] for number, name in enumerate(DIRECTIONS)}


def as_meant(game: str, seat: int, action: str) -> str:
    """What an action of a seat is called on the board as it is."""
    if seat % 2 == 0 or game == "savor":
        return action
    return (EAST_AND_WEST if game in CTF else HALF_A_TURN).get(action, action)


def follow(game: str, twin: Match, lot: Batch, match: int, actions: npt.NDArray[np.int64]) -> None:
    """Do in a match by itself what a step does in a batch."""
    for lane in range(lot.lanes):
        if not twin.is_over:
            seat = int(lot.seat[match, lane])
            action = as_meant(game, seat, lot.actions[actions[match, lane]])
            if action != "pass":
                twin.apply(seat, action)


def everything(lot: Batch) -> list[npt.NDArray[Any]]:
    return [*lot.observations, lot.rewards, lot.ended, lot.truncated, lot.masks, lot.seat]


def assert_same(one: Batch, other: Batch) -> None:
    for mine, theirs in zip(everything(one), everything(other), strict=True):
        assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_plays_what_a_match_with_its_seed_and_set_up_plays(game: str) -> None:
    lot = batch(game, 3, settings(game), seed=5, max_cycles=20)
    twins = [Match(game, lot.setup(match), lot.seed(match)) for match in range(3)]
    ends = 0
    for _ in range(60):
        actions = lot.sample()
        for match, twin in enumerate(twins):
            follow(game, twin, lot, match, actions)
        step = lot.step(actions)
        for match in range(3):
            if step.ended[match] or step.truncated[match]:
                ends += 1
                assert twins[match].is_over == step.ended[match]
                twins[match] = Match(game, lot.setup(match), lot.seed(match))
            assert lot.view(match) == twins[match].view(None)
    assert ends > 0


@pytest.mark.parametrize("game", GAMES)
def test_the_mask_is_what_is_legal(game: str) -> None:
    lot = batch(game, 2, settings(game), seed=2)
    for _ in range(10):
        lot.step(lot.sample())
    for match in range(2):
        twin = Match(game, lot.setup(match), lot.seed(match))
        twin.states[0] = lot.save(match).state[0]
        for lane in range(lot.lanes):
            seat = int(lot.seat[match, lane])
            legal = {*twin.legal(seat), *(["pass"] if game in CTF else [])}
            marked = {lot.actions[number] for number in np.flatnonzero(lot.masks[match, lane])}
            assert {as_meant(game, seat, action) for action in marked} == legal


@pytest.mark.parametrize("game", GAMES)
def test_threads_change_nothing(game: str) -> None:
    one, two = (batch(game, 7, settings(game), seed=3, threads=threads, max_cycles=15) for threads in (1, 3))
    for _ in range(25):
        actions = one.sample()
        assert np.array_equal(actions, two.sample())
        one.step(actions)
        two.step(actions)
        assert_same(one, two)
    two.close()


@pytest.mark.parametrize("game", GAMES)
def test_planes_that_are_kept_up_to_date_are_those_that_are_drawn_anew(game: str) -> None:
    lot = batch(game, 4, settings(game), seed=4, max_cycles=40)
    for _ in range(3):
        for _ in range(15):
            lot.step(lot.sample())
        kept = lot.observations.planes.copy()
        lot.look()
        assert np.array_equal(kept, lot.observations.planes)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_begins_everything_again_and_another_seed_something_else(game: str) -> None:
    lot = batch(game, 3, settings(game), seed=8, max_cycles=10)
    first = [everything(lot)[0].copy()]
    actions = []
    for _ in range(12):
        actions.append(lot.sample())
        first.append(lot.step(actions[-1]).observations.planes.copy())
    seeds = [lot.seed(match) for match in range(3)]
    lot.reset(seed=8)
    for number, before in enumerate(first):
        assert np.array_equal(lot.observations.planes, before)
        if number < 12:
            assert np.array_equal(lot.sample(), actions[number])
            lot.step(actions[number])
    assert [lot.seed(match) for match in range(3)] == seeds
    lot.reset(seed=9)
    assert len({*seeds, *(lot.seed(match) for match in range(3))}) == 6


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_match_goes_on_in_another_place_as_it_would_have(game: str) -> None:
    lot = batch(game, 4, settings(game), seed=1, auto_reset=False)
    for _ in range(6):
        lot.step(lot.sample())
    lot.clone(0, [2])
    lot.load([3], lot.save(0))
    for _ in range(20):
        actions = lot.sample()
        actions[2] = actions[3] = actions[0]
        lot.step(actions)
        for mine in everything(lot):
            assert np.array_equal(mine[2], mine[0])
            assert np.array_equal(mine[3], mine[0])


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda lot: pickle.loads(pickle.dumps(lot))], ids=["copy", "pickle"])
@pytest.mark.parametrize("game", GAMES)
def test_a_copy_goes_on_as_the_batch_does(game: str, copied: Any) -> None:
    lot = batch(game, 3, settings(game), seed=6, threads=2, max_cycles=8)
    for _ in range(5):
        lot.step(lot.sample())
    twin = copied(lot)
    assert_same(lot, twin)
    for _ in range(8):
        actions = lot.sample()
        lot.step(actions)
        assert np.array_equal(twin.sample(), actions)
        twin.step(actions)
        assert_same(lot, twin)


def test_without_auto_reset_a_match_that_is_over_waits() -> None:
    lot = batch("classic", 3, settings("classic"), max_cycles=4, auto_reset=False)
    for _ in range(4):
        lot.step(lot.sample())
    assert lot.truncated.all()
    before = lot.observations.planes.copy()
    lot.step(lot.sample())
    assert np.array_equal(lot.observations.planes, before)
    assert lot.truncated.all()
    lot.reset([1])
    assert lot.truncated.tolist() == [True, False, True]
    assert lot.ages.tolist() == [4, 0, 4]
    lot.reset(np.array([True, False, False]))
    assert lot.ages.tolist() == [0, 0, 4]


def test_a_step_may_be_for_some_matches_only() -> None:
    lot = batch("rowdy", 4, settings("rowdy"), seed=3)
    before = [one.copy() for one in everything(lot)]
    lot.step(lot.sample(), which=[1, 3])
    for mine, was in zip(everything(lot), before, strict=True):
        assert np.array_equal(mine[[0, 2]], was[[0, 2]])
    assert lot.ages.tolist() == [0, 1, 0, 1]


def test_a_step_without_looking_shows_nothing_until_it_is_looked() -> None:
    lot, twin = (batch("classic", 2, settings("classic"), seed=3) for _ in range(2))
    for _ in range(9):
        actions = twin.sample()
        before = lot.observations.planes.copy()
        lot.step(actions, look=False)
        twin.step(actions)
        assert np.array_equal(lot.observations.planes, before)
    lot.look()
    assert_same(lot, twin)


def at(lot: Batch, seat: int, *names: str) -> list[int]:
    """The numbers of a seat with these names."""
    vector = lot.observations.vector[0, seat]
    return [int(vector[lot.sight.vector.index(name)]) for name in names]


def act(lot: Batch, *names: str) -> Any:
    return lot.step([[lot.actions.index(name) for name in names]])


def test_both_teams_see_themselves_on_the_left_and_mean_east_by_forward() -> None:
    board = "#########\n#hfh#HFH#\n#jjj#JJJ#\n#       #\n#########"
    lot = batch("classic", 1, {"board": board, "seats_per_team": 1})
    for name in ("walls", "own home", "their home", "own jail", "their jail"):
        one, other = lot.observations.planes[0, :, lot.sight.planes.index(name)]
        assert one.any()
        assert np.array_equal(one, other), name
    assert at(lot, 0, "self: row", "self: column") == [1, 1]
    assert at(lot, 1, "self: row", "self: column") == [1, 3]  # (1, 5) seen from the other side
    before = lot.view(0)["players"][1]["at"]
    act(lot, "pass", "W")
    assert lot.view(0)["players"][1]["at"] == [before[0], before[1] + 1]
    planes = lot.observations.planes[0, 1]
    assert np.argwhere(planes[lot.sight.planes.index("the seat itself")]).tolist() == [[1, 2]]


OPEN = "###########\n#jjj   JJJ#\n#hfh   HFH#\n#         #\n###########"


@pytest.mark.parametrize("rewards", ["sparse", "shaped"])
def test_a_win_pays_one_and_a_loss_costs_one_and_a_new_match_begins(rewards: str) -> None:
    lot = batch("classic", 1, {"board": OPEN, "seats_per_team": 1}, rewards=rewards)
    went = ["S", *["E"] * 7, "N", "get flag", "S", *["W"] * 6]
    total = np.zeros(2)
    for action in went:
        step = act(lot, action, "pass")
        total += step.rewards[0]
    assert not step.ended[0]
    if rewards == "sparse":
        assert total.tolist() == [0, 0]
    else:
        assert total[0] > 0.3
        assert total[0] == pytest.approx(-total[1])
    step = act(lot, "N", "pass")
    total += step.rewards[0]
    assert step.ended.tolist() == [True]
    assert total.tolist() == pytest.approx([1, -1], abs=0.1)  # less what the start promised
    assert lot.ages.tolist() == [0]
    assert lot.view(0)["result"] is None


def test_what_is_refused_is_a_pass_and_judged_when_its_turn_comes() -> None:
    board = "#############\n#hhhf  #FHHH#\n#hjjj   JJJH#\n#   jj JJ   #\n#############"
    lot = batch("classic", 1, {"board": board, "seats_per_team": 2})
    state = lot.view(0)
    act(lot, "N", "get flag", "N", "N")  # walls and no flag
    assert lot.view(0) == state
    act(lot, "S", "pass", "E", "pass")  # seat 2 leaves (1, 2), seat 0 goes into the jail below
    assert [player["at"] for player in lot.view(0)["players"]][::2] == [[2, 1], [1, 3]]


@pytest.mark.parametrize("action", [10, 77, -1])
def test_in_rowdy_an_action_that_is_not_legal_loses(action: int) -> None:
    lot = batch("rowdy", 2, settings("rowdy"), auto_reset=False)
    step = lot.step([[action], [int(np.flatnonzero(lot.masks[1, 0])[0])]])
    assert step.ended.tolist() == [True, False]
    assert step.rewards.tolist() == [[-1, 1], [0, 0]]


@pytest.mark.parametrize("action", [99, -5, 2**40])
def test_in_capture_the_flag_an_action_that_does_not_exist_is_a_pass(action: int) -> None:
    lot = batch("hammer", 1, settings("hammer"))
    before = lot.view(0)
    lot.step([[action, action]])
    assert lot.view(0) == before


def test_nothing_that_is_secret_is_seen() -> None:
    """R11. Active grenades are in no plane, and no two seeds look different before a draw is taken."""
    board = {"rows": 10, "columns": 10, "walls": [], "grenades": [[9, 1]], "failure_chance": 0}
    lot = batch("rowdy", 1, board)
    twin = batch("rowdy", 1, {**board, "grenades": []})
    for name in ("E", "pick up", "E"):
        act(lot, name)
    empty = lot.observations.planes[0, 0].copy()  # seat 1 looks; the grenade is held
    for name in ("N", "N", "N"):
        act(lot, name)
    act(lot, "use")
    placed = lot.observations.planes[0, 0][lot.sight.planes.index("placed")]
    assert placed.sum() == 1
    act(lot, "E")  # and so it is armed
    planes = dict(zip(lot.sight.planes, lot.observations.planes[0, 0], strict=True))
    assert [planes[name].sum() for name in ("lying", "placed", "wrecks")] == [0, 0, 0]
    assert np.count_nonzero(lot._arrays["states"][0].grenade) == 1
    assert empty.shape == twin.observations.planes[0, 0].shape


def test_rowdy_seats_both_start_at_the_bottom_left() -> None:
    lot = batch("rowdy", 1, {"rows": 10, "columns": 12, "walls": [], "grenades": [], "failure_chance": 1})
    planes = dict(zip(lot.sight.planes, lot.observations.planes[0, 0], strict=True))
    assert np.argwhere(planes["the seat itself"]).tolist() == [[9, 0]]
    assert np.argwhere(planes["own finish"]).tolist() == [[0, 11]]
    assert (planes["dark"] == 3).all()
    act(lot, "N")  # which ends the turn: the target is dark
    planes = dict(zip(lot.sight.planes, lot.observations.planes[0, 0], strict=True))
    assert lot.seat[0, 0] == 1
    assert np.argwhere(planes["the seat itself"]).tolist() == [[9, 0]]
    assert np.argwhere(planes["opponent"]).tolist() == [[1, 11]]
    assert np.argwhere(planes["their trail"]).size == 2
    seen, numbers = lot.see(0, 0)
    assert np.argwhere(seen[lot.sight.planes.index("the seat itself")]).tolist() == [[8, 0]]
    assert numbers[0] == 0  # not to move


def test_the_boards_of_a_batch_are_several_if_asked() -> None:
    lot = batch("rowdy", 40, {"rows": 10, "columns": 10}, boards=4, seed=2)
    walls = {str(lot.setup(match)["walls"]) for match in range(40)}
    assert len(lot.setups) == 4
    assert len(walls) == 4
    for match in range(40):
        drawn = sorted(np.argwhere(lot.see(match, 0)[0][0]).tolist())
        assert drawn == lot.setup(match)["walls"]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"matches": 0}, "matches is 0"),
        ({"matches": True}, "matches is true"),
        ({"threads": 1.5}, "threads is 1.5"),
        ({"seed": -1}, "seed is -1"),
        ({"max_cycles": 0}, "max_cycles is 0"),
        ({"rewards": "rich"}, "rewards is 'rich', not sparse or shaped"),
        ({"game": "savor", "rewards": "shaped"}, "nothing to learn"),
        ({"game": "savor", "settings": {"walls": []}}, "a board needs a flag"),
        ({"settings": {"seats_per_team": 100}}, "seats"),
        ({"settings": []}, "empty list"),
        ({"settings": [{"seats_per_team": 1}, {"seats_per_team": 2}]}, "must agree"),
        ({"settings": {"colour": "red"}}, "unknown setting 'colour'"),
    ],
)
def test_what_cannot_be_made_says_why(arguments: dict[str, Any], fault: str) -> None:
    given: dict[str, Any] = {"game": "classic", "matches": 2} | arguments
    with pytest.raises(EnvError, match=fault):
        batch(**given)


def test_what_cannot_be_done_says_why() -> None:
    lot = batch("classic", 2, settings("classic"))
    other = batch("shovel", 2, settings("shovel"))
    for wrong in ([[0, 0]], [[0.5, 0.5], [0.5, 0.5]], [["N", "N"], ["N", "N"]]):
        with pytest.raises(EnvError, match="one for each match and lane"):
            lot.step(wrong)
    for which in ([2], [-1], [0.5], [True]):
        with pytest.raises(EnvError, match="matches are chosen by numbers"):
            lot.reset(which)  # type: ignore[arg-type]
    for match in (2, -1, "one", None):
        with pytest.raises(EnvError, match="there is no match"):
            lot.save(match)  # type: ignore[arg-type]
    with pytest.raises(EnvError, match="there is no seat"):
        lot.see(0, 2)
    with pytest.raises(EnvError, match="another game"):
        other.load([0], lot.save(0))
    with pytest.raises(EnvError, match="whole batch"):
        lot.reset([0], seed=1)
    assert lot.reset([]).planes.shape[0] == 2


@pytest.mark.parametrize("game", ["hammer", "rowdy"])
def test_shaped_rewards_say_who_stands_better(game: str) -> None:
    lot = batch(game, 4, settings(game), rewards="shaped", seed=3)
    some = False
    for _ in range(40):
        step = lot.step(lot.sample())
        some |= bool((step.rewards != 0).any())
        over = step.ended | step.truncated
        assert np.allclose(step.rewards[~over].sum(1), 0, atol=1e-6)
    assert some


def test_a_hammer_that_is_carried_is_seen_by_its_charges() -> None:
    lot = batch("hammer", 1, settings("hammer"))
    tools = lot.sight.planes.index("tools")
    assert np.argwhere(lot.observations.planes[0, 0, tools]).tolist() == [[3, 2], [3, 6]]
    for action in ("S", "S", "E"):
        act(lot, action, "pass")
    assert at(lot, 0, "self: tool", "opponent 1: tool") == [10, 0]
    assert at(lot, 1, "self: tool", "opponent 1: tool") == [0, 10]
    assert np.argwhere(lot.observations.planes[0, 0, tools]).tolist() == [[3, 6]]
    act(lot, "W", "pass")
    act(lot, "W", "pass")  # through the border
    assert at(lot, 0, "self: tool", "self: column") == [9, 0]
    walls = lot.observations.planes[0, :, lot.sight.planes.index("walls")]
    assert walls[0, 3, 0] == walls[1, 3, 8] == 0


def test_stairs_are_seen_where_they_can_be_taken() -> None:
    lot = batch("savor", 1, {"flag": [0, 0, 2], "stairs": [[0, 4, 5, 1, 0, 4]], "stairs_change": 1})
    planes = dict(zip(lot.sight.planes, lot.observations.planes[0, 0], strict=True))
    assert np.argwhere(planes["stairs up"]).tolist() == [[4, 5]]
    assert np.argwhere(planes["stairs down"]).tolist() == [[10, 4]]
    for _ in range(3):
        lot.step([[0]])
    planes = dict(zip(lot.sight.planes, lot.observations.planes[0, 0], strict=True))
    assert planes["stairs up"].sum() + planes["stairs down"].sum() == 1


@pytest.mark.parametrize("game", GAMES)
def test_one_match_is_seen_as_a_match_of_a_batch_is(game: str) -> None:
    lot = batch(game, 1, settings(game), seed=4)
    for _ in range(12):
        lot.step(lot.sample())
    rules, state = engine.batch_rules(game)[0], lot.save(0).state
    mask, seat = np.zeros(len(lot.actions), np.int8), int(lot.seat[0, 0])
    rules.mark_one(state, seat, mask)
    assert np.array_equal(mask, lot.masks[0, 0])
    planes, vector = lot.see(0, seat)
    assert np.array_equal(planes, lot.observations.planes[0, 0])
    assert np.array_equal(vector, lot.observations.vector[0, 0])
    hopes = np.ones(lot.sight.seats, np.float32)
    rules.hope(state, lot.sight.distances, hopes)
    assert hopes.sum() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_pays_the_side_that_has_won(game: str) -> None:
    lot = batch(game, 1, settings(game))
    winner_of, state = engine.batch_rules(game)[1].winner_of, lot.save(0).state
    state["result"] = 2
    assert [winner_of(state[0], seat) for seat in range(lot.sight.seats)] == [-1, 1, -1][: lot.sight.seats]


def test_sampled_actions_are_legal_and_evenly_spread() -> None:
    lot = batch("classic", 500, settings("classic"), seed=1)
    chosen = np.concatenate([lot.sample()[:, 0] for _ in range(20)])
    counts = np.bincount(chosen, minlength=len(lot.actions))
    legal = np.flatnonzero(lot.masks[0, 0])
    assert counts[legal].sum() == 10_000
    assert (abs(counts[legal] / 10_000 - 1 / len(legal)) < 0.03).all()
