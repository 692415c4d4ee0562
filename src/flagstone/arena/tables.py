"""Rows to files, CSV, JSON or Parquet by the ending of the name; and what shares of wins mean."""

import csv
import json
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from math import comb
from pathlib import Path
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


def sign_test(hits: int, of: int) -> float:
    """How often chance alone, heads or tails, would give a share at least as far from a half: the exact p-value."""
    fewer = min(hits, of - hits)
    term, below = comb(of, fewer), 0
    for count in range(fewer, -1, -1):  # from the largest on: each from the one before
        below += term
        term = term * count // (of - count + 1)
    chance: float = 2 * below / 2**of
    return min(1.0, chance)
