"""What changed between two views, as data that any client can apply in a few lines."""

from collections.abc import Sequence
from typing import Any, TypeAlias

Step: TypeAlias = str | int  # a field of an object, or a place in a list
Change: TypeAlias = tuple[tuple[Step, ...], Any]  # a path into the view, and what stands there now

MOST_IN_A_LIST = 8  # changed items of a list; with more the whole list is told anew


def changes(before: Any, after: Any, path: tuple[Step, ...] = ()) -> list[Change]:
    """The changes that make one view another: none where they are equal.

    Objects with the same fields and lists of the same length are compared part by part; else the whole is told anew.
    """
    if before is after or before == after:
        return []
    if isinstance(after, dict) and isinstance(before, dict) and before.keys() == after.keys():
        return [change for key, part in after.items() for change in changes(before[key], part, (*path, key))]
    if isinstance(after, list) and isinstance(before, list) and len(before) == len(after):
        changed = [place for place, part in enumerate(after) if part != before[place]]
        if len(changed) <= MOST_IN_A_LIST and _is_nested(after, changed):
            return [c for place in changed for c in changes(before[place], after[place], (*path, place))]
    return [(path, after)]


def _is_nested(items: list[Any], changed: list[int]) -> bool:
    """Whether it is worth telling the changed items one by one; a cell, [row, column], is not."""
    return len(items) > len(changed) and isinstance(items[changed[0]], dict | list | str)


def apply(view: Any, told: Sequence[Change]) -> Any:
    """The view after the changes; the one handed in is used up."""
    for path, value in told:
        if not path:
            view = value
            continue
        *way, last = path
        part = view
        for step in way:
            part = part[step]
        part[last] = value
    return view
