"""The set-up of a match of Maze to Savor: a board, the values of its cells and what Bawana's do."""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from flagstone.boards.savor_checks import KINDS, Entry, check
from flagstone.boards.settings import Reader, Setting, is_integer, shown
from flagstone.rules.record import layout
from flagstone.rules.savor import BAWANA_INSIDE, BAWANA_KINDS, GAME, MOST_POINTS, State, cell_at, name_of, open_places
from flagstone.rules.savor import set_up as lay_out_state

ELEMENTS = ("full", "base")
FLAG_RULES = ("reach", "land")
STAIRS_CHANGE = 5  # M17
MOST_ROUNDS = 1_000_000_000

SETTINGS = (
    Setting("stairs", "list of [floor, row, column, floor, row, column]", [], meaning="stairs, by both ends (M4)"),
    Setting("poles", "list of [floor, floor, row, column]", [], meaning="poles (M5)"),
    Setting("walls", "list of [floor, row, column, row, column]", [], meaning="walls, from one cell to another (M3)"),
    Setting("flag", "[floor, row, column]", required=True, meaning="where the flag is"),
    Setting("values", 'object of "[f, r, c]": "-3", "+2" or "x2"', meaning="values of cells; drawn if not given (M8)"),
    Setting("bawana", f"list of 12: {', '.join(BAWANA_KINDS)} or a number", meaning="drawn if not given (M8)"),
    Setting("elements", " or ".join(ELEMENTS), ELEMENTS[0], meaning="all elements or only the base game (M18)"),
    Setting("flag_rule", " or ".join(FLAG_RULES), FLAG_RULES[0], meaning="how the flag is captured (M12)"),
    Setting("stairs_change", f"integer, 0 to {MOST_ROUNDS}", STAIRS_CHANGE, meaning="rounds; 0 is never (M17)"),
)

# M8. The groups that cells are shared out to: their shares in percent, and their values.
GROUPS = (
    (25, ("-0",)),
    (35, ("-1", "-2", "-3", "-4")),
    (25, ("+1", "+2")),
    (10, ("+3", "+4", "+5")),
    (5, ("x2", "x3")),
)
VALUE = re.compile(r"-0|[-+][1-9][0-9]{0,9}|x([2-9]|[1-9][0-9]{1,9})")  # costs from 0, gifts from 1, factors from 2

T = TypeVar("T")


def resolve(settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The set-up in full, or a SettingsError with every fault. What is not given of M8 is drawn from the seed."""
    reader = Reader(settings, SETTINGS)
    elements = reader.choice("elements", ELEMENTS, ELEMENTS[0])
    rules = {
        "elements": elements,
        "flag_rule": reader.choice("flag_rule", FLAG_RULES, FLAG_RULES[0]),
        "stairs_change": reader.integer("stairs_change", 0, MOST_ROUNDS, STAIRS_CHANGE),
    }
    if not reader.given("flag"):
        reader.fail("flag: there is no flag")
    board = check({kind: read_entries(reader, kind) for kind in KINDS}, full=elements == "full")
    for fault in board.faults:
        reader.fail(fault)
    cells = [cell_at(place) for place in open_places({**board.settings(), "elements": elements})]
    values = read_values(reader, cells) if reader.given("values") else draw_values(cells, seed)
    bawana = read_bawana(reader) if reader.given("bawana") else draw_bawana(seed)
    reader.finish()
    return {**board.settings(), "flag": list(board.flag() or ()), **rules, "values": values, "bawana": bawana}


def read_entries(reader: Reader, kind: str) -> list[Entry]:
    """The entries of a setting; the flag is one entry."""
    if kind == "flag":
        flag = reader.settings.get("flag")
        return [] if flag is None else [_entry(kind, "flag", flag)]
    return [_entry(kind, f"{kind}[{number}]", given) for number, given in enumerate(reader.items(kind))]


def _entry(kind: str, place: str, given: Any) -> Entry:
    if not isinstance(given, list | tuple) or not all(map(is_integer, given)):
        return Entry(kind, place, shown(given), None)
    text = ", ".join(map(shown, given[:8])) + (", …" if len(given) > 8 else "")
    return Entry(kind, place, f"[{text}]", tuple(given))


def read_values(reader: Reader, cells: Sequence[int]) -> dict[str, str]:
    """The values of all cells that can be stood on; those that are not given cost 0."""
    given = reader.settings["values"]
    values = {name_of(cell): "-0" for cell in cells}
    if not isinstance(given, Mapping):
        reader.fail(f"values is {shown(given)}, not an object")
        return values
    for name, value in given.items():
        if name not in values:
            reader.fail(f"values: {shown(name)} is not a cell that can be stood on, written as [0, 5, 12]")
        elif not isinstance(value, str) or not VALUE.fullmatch(value) or int(value[1:]) > MOST_POINTS:
            reader.fail(
                f"values: {name} is {shown(value)}, "
                f"not a cost from -0, a gift from +1 or a factor from x2, to {MOST_POINTS}"
            )
        else:
            values[name] = value
    return values


def read_bawana(reader: Reader) -> list[str | int]:
    """What Bawana's cells do, in reading order."""
    given = reader.items("bawana")
    if isinstance(reader.settings["bawana"], list) and len(given) != len(BAWANA_INSIDE):
        entries = "entry" if len(given) == 1 else "entries"
        reader.fail(f"bawana has {len(given)} {entries}, not {len(BAWANA_INSIDE)}")
    for number, kind in enumerate(given[: len(BAWANA_INSIDE)]):
        is_kind = isinstance(kind, str) and kind in BAWANA_KINDS
        if not is_kind and not (is_integer(kind) and 1 <= kind <= MOST_POINTS):
            kinds = ", ".join(BAWANA_KINDS)
            reader.fail(
                f"bawana[{number}] is {shown(kind)}, not one of {kinds} or a number of points from 1 to {MOST_POINTS}"
            )
    return list(given)


def shares(count: int) -> list[int]:
    """M8. How many cells each group gets: largest remainder, ties to the group named first."""
    whole = [count * percent // 100 for percent, _ in GROUPS]
    by_remainder = sorted(range(len(GROUPS)), key=lambda group: -(count * GROUPS[group][0] % 100))
    for group in by_remainder[: count - sum(whole)]:
        whole[group] += 1
    return whole


def draw_values(cells: Sequence[int], seed: int) -> dict[str, str]:
    """M8. Values at random for the cells that can be stood on."""
    rng = Random(f"savor values {seed}")
    names = [name_of(cell) for cell in cells]
    shuffled = iter(_shuffled(names, rng))
    values = {}
    for size, (_, group) in zip(shares(len(names)), GROUPS, strict=True):
        for _ in range(size):
            values[next(shuffled)] = group[rng.randrange(len(group))]
    return {name: values[name] for name in names}


def draw_bawana(seed: int) -> list[str | int]:
    """M8. Two cells each of the four kinds, and four that give 10 to 100 points."""
    rng = Random(f"savor bawana {seed}")
    return _shuffled([*BAWANA_KINDS, *BAWANA_KINDS, *(10 + rng.randrange(91) for _ in range(4))], rng)


def _shuffled(things: Sequence[T], rng: Random) -> list[T]:
    left = list(things)
    return [left.pop(rng.randrange(len(left))) for _ in things]


def lay_out(setup: Mapping[str, Any]) -> npt.NDArray[np.record]:
    """The state before the start of a match with a set-up that `resolve` made."""
    stairs, poles = len(setup["stairs"]), len(setup["poles"])
    states = np.zeros(1, layout(State, **GAME.capacity(stairs=stairs, ways=2 * stairs + 2 * poles)))
    lay_out_state(states[0], setup)
    return states
