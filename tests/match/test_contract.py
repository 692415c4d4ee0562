"""What holds for every game: one contract, checked over `GAMES`."""

import pytest

from flagstone import engine
from flagstone.match import Match
from flagstone.rules import GAMES
from flagstone.rules.record import layout
from tests.samples import SETTINGS, played, random_actions, sample

ALL = pytest.mark.parametrize("game", list(GAMES))


def test_every_game_has_a_sample() -> None:
    assert set(SETTINGS) == set(GAMES)


@ALL
def test_a_refused_action_changes_no_byte_and_the_mask_agrees(game: str) -> None:
    match = sample(game)
    refusals = set()
    for seat, action in random_actions(match, 600):
        legal = match.legal(seat)
        before, entries, events = match.states.tobytes(), len(match.log), match.events()
        code = match.act(seat, action)
        refusals.add(code)
        assert (code == 0) == (match.game.actions[action] in legal)
        if code:
            assert match.states.tobytes() == before
            assert len(match.log) == entries
            assert match.events() == events
        if match.is_over:
            match = sample(game, len(refusals) + 7)
    assert refusals >= {0}


@ALL
def test_save_load_clone_and_replay_give_equal_states(game: str) -> None:
    match = played(game, 400)
    loaded = Match.load(match.save())
    assert loaded.states.tobytes() == match.states.tobytes()
    assert loaded.save() == match.save()
    assert loaded.events() == match.events()
    twin = match.clone()
    again = Match(game, match.setup, match.seed)
    again.replay(match.log)
    for seat, action in random_actions(match.clone(), 200, seed=5):
        codes = {copy.act(seat, action) for copy in (match, loaded, twin, again)}
        assert len(codes) == 1
    assert len({copy.states.tobytes() for copy in (match, loaded, twin, again)}) == 1


@ALL
def test_a_clone_goes_its_own_way(game: str) -> None:
    match = played(game, 50)
    before, log = match.states.tobytes(), list(match.log)
    twin = match.clone()
    for seat, action in random_actions(twin, 100, seed=3):
        twin.act(seat, action)
    assert match.states.tobytes() == before
    assert match.log == log


@ALL
def test_a_resolved_set_up_resolves_to_itself_whatever_the_seed(game: str) -> None:
    match = sample(game)
    assert Match(game, match.setup, seed=99).setup == match.setup


@ALL
def test_the_same_seed_gives_the_same_match_and_another_seed_another(game: str) -> None:
    assert played(game, 300).states.tobytes() == played(game, 300).states.tobytes()
    if GAMES[game].has_chance:
        assert sample(game, 1).states.tobytes() != sample(game, 2).states.tobytes()


@ALL
@pytest.mark.skipif(not engine.jit_is_on(), reason="compares plain with compiled")
def test_plain_and_compiled_give_equal_bytes_for_ten_thousand_actions(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, seed = 0, 0
    while done < 10_000:
        seed += 1
        monkeypatch.setenv("FLAGSTONE_ENGINE", "plain")
        plain = sample(game, seed)
        monkeypatch.setenv("FLAGSTONE_ENGINE", "compiled")
        compiled = sample(game, seed)
        assert (plain.engine.compiled, compiled.engine.compiled) == (False, True)
        for number, (seat, action) in enumerate(random_actions(plain, 2000, seed)):
            assert plain.act(seat, action) == compiled.act(seat, action)
            done += 1
            if number % 50 == 0 or plain.is_over:
                assert plain.states.tobytes() == compiled.states.tobytes()
                assert plain.events() == compiled.events()
            if plain.is_over:
                break


@ALL
def test_once_the_match_is_over_every_action_is_refused(game: str) -> None:
    match = sample(game)
    match.stop("enough")
    assert match.to_act() == []
    for seat in range(match.seats):
        assert match.legal(seat) == []
        for action in match.game.actions:
            assert match.apply(seat, action).refusal == "match_over"


@ALL
def test_what_a_client_gets_is_plain_json_without_secrets(game: str) -> None:
    match = played(game, 200)
    for seat in (None, *range(match.seats)):
        assert_plain(match.view(seat))
    assert_plain(match.state())
    for event in match.events():
        assert_plain(event)
        assert match.notation.words(event).endswith((".", ")"))
    assert not {"seed", "chance"} & set(match.view(0))


def assert_plain(value: object) -> None:
    """Only what JSON knows, and no NumPy in disguise."""
    if isinstance(value, dict):
        for key, part in value.items():
            assert type(key) is str
            assert_plain(part)
    elif isinstance(value, list):
        for part in value:
            assert_plain(part)
    else:
        assert type(value) in (str, int, bool, float, type(None)), type(value)


@ALL
def test_capacity_classes_are_few_and_grow(game: str) -> None:
    sizes = [layout(GAMES[game].state, **capacity).itemsize for capacity in GAMES[game].capacities]
    assert 1 <= len(sizes) <= 5
    assert sizes == sorted(sizes)


def test_a_small_capture_the_flag_state_is_under_4_kib() -> None:
    from flagstone.bench import CTF, origin

    for game in CTF:
        assert origin(game).dtype.itemsize < 4096
