"""Maze to Savor as its document describes the program: five files in, messages out."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flagstone.boards.savor_files import read
from flagstone.match import Match


@dataclass(frozen=True)
class Options:
    """What the files do not say."""

    elements: str = "full"
    flag_rule: str = "reach"
    stairs_change: int = 5
    lenient: bool = False


def match_settings(folder: Path, options: Options) -> tuple[dict[str, Any], int]:
    """The settings and the seed that a folder's files give; warnings of lenient reading go to standard error.

    Raises an error that names every fault with its file, line and reason.
    """
    files = read(folder, lenient=options.lenient, elements=options.elements)
    for warning in files.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    more = {"elements": options.elements, "flag_rule": options.flag_rule, "stairs_change": options.stairs_change}
    return {**files.settings, **more}, files.seed


def run(folder: Path, options: Options, rounds: int) -> Iterator[str]:
    """The messages of a whole game; the last says so if it was stopped by the limit of rounds."""
    settings, seed = match_settings(folder, options)
    match = Match("savor", settings, seed, limit=rounds)
    while not match.is_over:
        seat = match.to_act()[0]
        yield from match.apply(seat, "throw").says or []
    if match.outcome is not None and match.outcome.winner is None:
        yield f"Stopped: nobody has captured the flag in {rounds} round{'' if rounds == 1 else 's'}."
