"""Draws: the generator and the tape."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from flagstone import engine
from flagstone.rules import chance as plain
from flagstone.rules.chance import FAULTS, NO_TAPE, Chance, sow
from flagstone.rules.record import layout


@pytest.fixture
def chance() -> Any:
    """The chance code on the engine under test."""
    return engine.rule_code("chance", compiled=engine.jit_is_on())


def source(seed: int = 1, scripted: bool = False) -> Any:
    """A chance record, sown."""
    record = np.zeros(1, layout(Chance))[0]
    sow(record, seed, scripted)
    return record


def draws(chance: Any, record: Any, count: int, high: int = 5, tape: Any = NO_TAPE) -> list[int]:
    """Some draws from 0 to high."""
    return [int(chance.draw(record, tape, 0, high)) for _ in range(count)]


def test_the_same_seed_draws_the_same_on_every_machine_and_engine(chance: Any) -> None:
    assert draws(chance, source(7), 12) == draws(plain, source(7), 12) == [0, 5, 5, 4, 1, 4, 3, 1, 2, 3, 0, 3]
    assert draws(chance, source(7), 50) != draws(chance, source(8), 50)
    assert draws(chance, source(7), 50) != draws(chance, source(7 + 2**32), 50)


def test_a_copied_source_draws_what_the_original_draws(chance: Any) -> None:
    record = source()
    draws(chance, record, 5)
    twin = record.copy()
    assert draws(chance, record, 20) == draws(chance, twin, 20)


@pytest.mark.parametrize("high", [1, 5, 11])
def test_draws_are_uniform(chance: Any, high: int) -> None:
    count = 3000 * (high + 1)
    seen = Counter(draws(chance, source(3), count, high))
    chi_square = sum((seen[value] - 3000) ** 2 / 3000 for value in range(high + 1))
    assert chi_square < {1: 10.8, 5: 20.5, 11: 31.3}[high]  # exceeded once in a thousand seeds


def test_neighbouring_draws_have_nothing_to_do_with_each_other(chance: Any) -> None:
    values = draws(chance, source(5), 30_000)
    pairs = Counter(pairwise(values))
    expected = (len(values) - 1) / 36
    assert sum((pairs[a, b] - expected) ** 2 / expected for a in range(6) for b in range(6)) < 66.6


def test_the_tape_comes_before_the_generator(chance: Any) -> None:
    record, alone = source(9), source(9)
    tape = np.array([5, 0, 4], np.int64)
    assert draws(chance, record, 5, tape=tape) == [5, 0, 4, *draws(chance, alone, 2)]
    assert record.taken == 3


@pytest.mark.parametrize(
    ("tape", "scripted", "count", "fault"),
    [
        ([1], True, 2, "tape_empty"),
        ([], True, 1, "tape_empty"),
        ([6], False, 1, "tape_value"),
        ([-1, 9], True, 3, "tape_value"),
    ],
)
def test_what_is_wrong_with_a_tape_is_noted_first_fault_first(
    chance: Any, tape: list[int], scripted: bool, count: int, fault: str
) -> None:
    record = source(scripted=scripted)
    draws(chance, record, count, tape=np.array(tape, np.int64))
    assert FAULTS[record.fault] == fault


def test_every_bit_of_a_seed_matters(chance: Any) -> None:
    first = [tuple(draws(chance, source(1 << bit), 24)) for bit in range(64)]
    assert len(set(first)) == 64


def test_mixing_is_a_bijection_on_a_sample(chance: Any) -> None:
    mixed: Callable[[int], int] = chance.mixed
    assert len({int(mixed(word)) for word in range(20_000)}) == 20_000
    assert all(0 <= mixed(word) <= 0xFFFFFFFF for word in (0, 1, 0x80000000, 0xFFFFFFFF))
