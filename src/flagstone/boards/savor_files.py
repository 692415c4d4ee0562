"""The five files of a board of Maze to Savor (M7): stairs.txt, poles.txt, walls.txt, flag.txt and seed.txt."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flagstone.boards.savor_checks import KINDS, Entry, Fault, check

SEED = "seed"
MOST_SEED = 2**64 - 1
MOST_BYTES = 2**20  # of a file; no board needs more than a few thousand
MOST_DIGITS = 25  # of a number; one with more is taken for -1, out of any range like itself
SHOWN = 60  # characters of an entry in error

_NUMBER = re.compile(r"[-+]?[0-9]+")


class FilesError(ValueError):
    """Files that no game can start with; `faults` says what is wrong with them, a line for each fault."""

    faults: tuple[str, ...]

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        # The faults, not the message, are the argument, so that the error survives pickling.
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(self.faults)


@dataclass(frozen=True)
class Files:
    """What the files say."""

    settings: dict[str, Any]  # stairs, poles, walls and flag, as settings of a match
    seed: int
    warnings: tuple[str, ...]  # the entries in error that were left out, when reading was lenient


def read(folder: Path, *, lenient: bool = False, elements: str = "full") -> Files:
    """M7. Read the five files, or raise a FilesError with every fault.

    Lenient reading leaves out the stairs, poles and walls in error, each with a warning; whatever else is wrong stops
    it as well.
    """
    if not folder.is_dir():
        raise FilesError([f"{folder}: {'is no folder' if folder.exists() else 'there is no such folder'}"])
    stopping: list[str] = []
    entries = {kind: _entries(folder, kind, stopping) for kind in (*KINDS, SEED)}
    board = check(entries, full=elements == "full")
    faults = [*board.faults, *_seed_faults(entries[SEED])]
    excused = [fault for fault in faults if lenient and fault.entry.kind in KINDS[:3]]
    if stopping or len(excused) < len(faults):
        raise FilesError([*stopping, *map(str, faults)])
    flag = board.flag()
    assert flag is not None
    (seed,) = entries[SEED][0].numbers or ()
    return Files({**board.settings(), "flag": list(flag)}, seed, tuple(f"{fault}; left out" for fault in excused))


def file_name(kind: str) -> str:
    """The file that has the entries of a kind."""
    return f"{kind}.txt"


def _entries(folder: Path, kind: str, stopping: list[str]) -> list[Entry]:
    """The entries of a file; or none, and why the file cannot be read or should have one."""
    name = file_name(kind)
    try:
        with (folder / name).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        stopping.append(f"{name}: there is no such file in {folder}")
        return []
    except OSError as error:
        stopping.append(f"{name}: cannot be read: {error.strerror}")
        return []
    if len(content) > MOST_BYTES:
        stopping.append(f"{name}: more than {MOST_BYTES} bytes, which is no file of a board")
        return []
    lines = content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").split("\n")
    found = [entry for number, line in enumerate(lines, 1) if (entry := _entry(kind, f"{name} line {number}", line))]
    if not found and kind in ("flag", SEED):
        stopping.append(f"{name}: there is no {kind}")
    return found


def _entry(kind: str, place: str, line: str) -> Entry | None:
    """M7. The entry of a line: spaces, and text after #, are ignored, and brackets may be missing."""
    written = line.partition("#")[0].strip()
    if not written:
        return None
    shown = "".join(character if character.isprintable() else "?" for character in written)
    text = shown if len(shown) <= SHOWN else shown[: SHOWN - 3] + "..."
    inside = "".join(written.split()).removeprefix("[").removesuffix("]")
    parts = inside.split(",") if inside else []
    if not all(map(_NUMBER.fullmatch, parts)):
        return Entry(kind, place, text, None)
    return Entry(kind, place, text, tuple(int(part) if len(part) <= MOST_DIGITS else -1 for part in parts))


def _seed_faults(entries: list[Entry]) -> list[Fault]:
    """M7. The seed is one whole number from 0 to 2**64 - 1."""
    faults = []
    found = False
    for entry in entries:
        if entry.numbers is None or len(entry.numbers) != 1 or not 0 <= entry.numbers[0] <= MOST_SEED:
            faults.append(Fault(entry, "not a whole number from 0 to 2**64 - 1"))
        elif found:
            faults.append(Fault(entry, "a second seed"))
        else:
            found = True
    return faults


def write(folder: Path, settings: Mapping[str, Any], seed: int) -> None:
    """Write a board that passes the checks as five files, which `read` reads back; makes the folder if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in KINDS[:3]:
        lines = [f"{list(entry)}\n" for entry in settings.get(kind) or []]
        (folder / file_name(kind)).write_text("".join(lines), encoding="utf-8")
    (folder / file_name("flag")).write_text(f"{list(settings['flag'])}\n", encoding="utf-8")
    (folder / file_name(SEED)).write_text(f"{seed}\n", encoding="utf-8")
