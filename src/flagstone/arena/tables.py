"""Rows to files, CSV, JSON or Parquet by the ending of the name; and what shares of wins mean."""

import csv
import json
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from statistics import fmean, pvariance
from typing import Any

ENDINGS = (".csv", ".json", ".parquet")


def check(file: Path) -> None:
    """Raise ValueError now if `write` could not write this file later, when the work is done."""
    if file.suffix not in ENDINGS:
        raise ValueError(f"{file}: the name of an output file ends in one of {', '.join(ENDINGS)}")
    if not file.parent.is_dir():
        raise ValueError(f"{file}: there is no folder {file.parent}")
    if file.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise ValueError(f"{file}: Parquet needs pyarrow: pip install 'flagstone[report]'")


def write(file: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows that all have the same fields; there is at least one."""
    if file.suffix == ".csv":
        with file.open("w", newline="", encoding="utf-8") as target:
            writer = csv.DictWriter(target, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    elif file.suffix == ".json":
        file.write_text(json.dumps(list(rows), indent=1) + "\n", encoding="utf-8")
    else:
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows)), file)


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share, by Wilson's score."""
    if of == 0:
        return 0.0, 1.0
    z = 1.959964
    share = hits / of
    middle = share + z * z / (2 * of)
    spread = z * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    scale = 1 + z * z / of
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def flip_test(leads: Sequence[int]) -> float:
    """The exact p-value of a sign-flip test: how often chance alone would give a sum at least as far from 0.

    A lead is what A won more than B in a pair of matches: -2 to 2. If neither bot is better, each might as well have
    been its opposite, whatever the set-up or the side did for the winner, and however alike the two matches are.
    """
    ones, twos = (_binomials(sum(abs(lead) == size for lead in leads)) for size in (1, 2))
    at_least = [*reversed([*accumulate(ones)]), 0]  # ways in which so many single leads, or more, are A's
    missing = abs(sum(leads)) + len(ones) - 1 + 2 * (len(twos) - 1)  # by how much all leads for B fall short
    hits = sum(
        ways * at_least[min(max((missing - 4 * heads + 1) // 2, 0), len(ones))] for heads, ways in enumerate(twos)
    )
    chance: float = 2 * hits / 2 ** (len(ones) + len(twos) - 2)
    return min(1.0, chance)


def _binomials(count: int) -> list[int]:
    """In how many ways so many coins show no head, one head, …"""
    return [*accumulate(range(1, count + 1), lambda ways, head: ways * (count - head + 1) // head, initial=1)]


def paired_interval(shares: Sequence[float]) -> tuple[float, float]:
    """The 95 % confidence interval of the mean of what was won of each pair, 0 to 1; the pairs are independent.

    It is the normal one after two pairs wholly won and two wholly lost are added, as Agresti and Coull do for single
    shares: so it is sensible for few pairs too, and where all came out alike.
    """
    added = [*shares, 1.0, 1.0, 0.0, 0.0]
    middle, spread = fmean(added), 1.959964 * (pvariance(added) / len(added)) ** 0.5
    return max(0.0, middle - spread), min(1.0, middle + spread)
