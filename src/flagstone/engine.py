"""Loads the rules, plain and compiled, and keeps what is compiled.

The rules are two instances of the same files. `flagstone.rules` is plain Python and ready at once.
`flagstone.compiled` is the same package under another name, in which `@rule` compiles; what it compiles is kept in a
folder named by everything the result depends on, since Numba's own cache notices neither an edit in a callee in
another file nor the bounds-check flag.

The environment variable FLAGSTONE_ENGINE decides what a match runs on: `auto` (the default: plain until a child
process has compiled the game, then compiled), `compiled` or `plain`.
"""

import hashlib
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from flagstone import rules
from flagstone.rules.chance import NO_TAPE
from flagstone.rules.game import Game
from flagstone.rules.record import layout

RULES = Path(rules.__file__).parent
COMPILED = "flagstone.compiled"
GAMES = rules.GAMES


@dataclass(frozen=True)
class Engine:
    """One game's doors (see `flagstone.rules.doors`), plain or compiled."""

    game: Game
    compiled: bool
    start: Callable[..., None]
    act: Callable[..., int]
    fill_mask: Callable[..., None]
    play_random: Callable[..., tuple[int, int]]


def jit_is_on() -> bool:
    """Whether Numba compiles at all; NUMBA_DISABLE_JIT=1 turns it off for the whole process."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def bounds_are_checked() -> bool:
    """Whether compiled rule code raises on an index out of range, as plain code does."""
    return os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


@cache
def plain(game: str) -> Engine:
    """A game's rules as plain Python."""
    return _engine(GAMES[game], _load_doors("flagstone.rules", game), compiled=False)


@cache
def compiled(game: str) -> Engine:
    """A game's rules compiled; each function compiles at its first call, or comes from the cache."""
    package = _compiled_rules()
    with _numba_cache(cache_folder() / game):
        return _engine(package.GAMES[game], _load_doors(COMPILED, game), compiled=True)


def _engine(game: Game, doors: ModuleType, *, compiled: bool) -> Engine:
    return Engine(game, compiled, doors.start, doors.act, doors.fill_mask, doors.play_random)


@cache
def _compiled_rules() -> ModuleType:
    with _numba_cache(cache_folder() / "rules"):
        spec = importlib.util.spec_from_file_location(
            COMPILED, RULES / "__init__.py", submodule_search_locations=[str(RULES)]
        )
        return _execute(spec)


def rule_code(game: str, *, compiled: bool) -> ModuleType:
    """A file of the rules as it runs plain or compiled: for tests, and for tools that need more than the doors."""
    if not compiled:
        return importlib.import_module(f"flagstone.rules.{game}")
    _compiled_rules()
    with _numba_cache(cache_folder() / "rules"):
        return importlib.import_module(f"{COMPILED}.{game}")


def searching(game: str) -> ModuleType:
    """The code that searches a capture-the-flag game, compiled wherever there is a compiler."""
    package = _compiled_rules()
    with _numba_cache(cache_folder() / f"{game}_search"):
        return _load_for(package.__name__, "ctf_search", game)


def _load_doors(package: str, game: str) -> ModuleType:
    """An instance of the doors that calls the rule code of this package and game."""
    return _load_for(package, "doors", game)


def _load_for(package: str, file: str, game: str) -> ModuleType:
    """An instance of a file of the rules in whose globals are the functions of a game's contract."""
    name = f"{package}.{file}_{game}"
    if name in sys.modules and file != "doors":
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, RULES / f"{file}.py")
    rules_of = sys.modules[package].GAMES[game]
    contract = ("refusal", "apply", "begin", "reseed", "next_to_act")
    given = {name: getattr(rules_of, name) for name in contract}
    return _execute(spec, **given, ACTIONS=len(rules_of.actions), TURNS=rules_of.seats is not None, GAME=game)


SEEN = (
    "PASS",
    "TURNED",
    "acting",
    "catch_up",
    "count",
    "expect",
    "is_too_long",
    "look",
    "memory_size",
    "promise",
    "remember",
    "winner_of",
)  # what `batch` needs of a sight
SIGHTS = {"rowdy": "sight_rowdy", "savor": "sight_savor"}  # the others share theirs


@cache
def batch_rules(game: str) -> tuple[ModuleType, ModuleType]:
    """Instances of `batch` and of the sight of a game that call its rule code, compiled unless that is turned off.

    Here whoever calls first waits for the compiler, once for every size of board.
    """
    if choice() == "plain" or not jit_is_on():
        return _load_batch("flagstone.rules", game)
    _compiled_rules()
    with _numba_cache(cache_folder() / game):
        return _load_batch(COMPILED, game)


def _load_batch(package: str, game: str) -> tuple[ModuleType, ModuleType]:
    rules_of = sys.modules[package].GAMES[game]
    sight_file = SIGHTS.get(game, "sight_ctf")
    spec = importlib.util.spec_from_file_location(f"{package}.{sight_file}_{game}", RULES / f"{sight_file}.py")
    facts = {"ACTIONS": len(rules_of.actions), "TURNS": rules_of.seats is not None}
    sight = _execute(spec, **facts, HAS_TOOLS=game != "classic")
    contract = {name: getattr(rules_of, name) for name in ("refusal", "apply", "begin", "reseed")}
    seen = {name: getattr(sight, name) for name in SEEN}
    spec = importlib.util.spec_from_file_location(f"{package}.batch_{game}", RULES / "batch.py")
    return _execute(spec, **facts, **contract, **seen), sight


def _execute(spec: ModuleSpec | None, **given: Any) -> ModuleType:
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(given)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


# The cache.


@cache
def cache_folder() -> Path:
    """Where what is compiled is kept: a folder for these sources, this Numba, this NumPy and these flags."""
    mark = hashlib.sha256()
    for source in sorted(RULES.glob("*.py")):
        mark.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    flags = f"{bounds_are_checked()}"
    for part in (version("numba"), version("numpy"), sys.version, flags):
        mark.update(part.encode() + b"\0")
    return cache_root() / mark.hexdigest()[:16]


def cache_root() -> Path:
    """The folder of all compiled rules, in the user's cache directory or in FLAGSTONE_CACHE."""
    chosen = os.environ.get("FLAGSTONE_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("flagstone") / "rules"


@contextmanager
def _numba_cache(folder: Path) -> Iterator[None]:
    """Functions decorated inside keep what they compile in this folder. It is unpickled, so it is the user's alone."""
    import numba

    cache_root().mkdir(parents=True, exist_ok=True)
    for part in (cache_folder(), folder):
        part.mkdir(mode=0o700, exist_ok=True)
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def _ready_mark(name: str, sizes: Mapping[str, int]) -> Path:
    return cache_folder() / f"{name}-{'-'.join(str(size) for size in sizes.values())}.ready"


def is_ready(name: str, sizes: Mapping[str, int]) -> bool:
    """Whether a game, or what `note_ready` was told of, is compiled and kept for a capacity class."""
    return _ready_mark(name, sizes).exists()


def note_ready(name: str, sizes: Mapping[str, int]) -> None:
    """Note that something is compiled and kept for a capacity class."""
    _ready_mark(name, sizes).touch()


def state_layout(game: str, sizes: Mapping[str, int]) -> np.dtype[Any]:
    """How the states of a game are laid out in a capacity class."""
    return layout(GAMES[game].state, **sizes)


def warm(game: str, sizes: Mapping[str, int]) -> float:
    """Compile a game for a capacity class in this process and keep the result. Returns the seconds it took."""
    began = time.perf_counter()
    engine = compiled(game)
    states = np.zeros(1, layout(engine.game.state, **sizes))
    events = np.zeros(1, layout(engine.game.event_list, **sizes))
    mask = np.zeros(len(engine.game.actions), np.bool_)
    for door, *arguments in (
        (engine.start, states, NO_TAPE, events),
        (engine.act, states, 0, 0, NO_TAPE, events),
        (engine.fill_mask, states, 0, mask),
    ):
        _compile(door, arguments)
    note_ready(game, sizes)
    return time.perf_counter() - began


def _compile(door: Any, arguments: list[Any]) -> None:
    """Compile a door for arguments of these types, without calling it."""
    import numba

    door.compile(tuple(numba.typeof(value) for value in arguments))


def prune(keep_days: float = 30) -> None:
    """Remove compiled rules of other versions that have not been used for a while."""
    for folder in cache_root().glob("*"):
        if folder != cache_folder() and folder.is_dir() and time.time() - folder.stat().st_mtime > keep_days * 86400:
            shutil.rmtree(folder, ignore_errors=True)


# Which engine a match runs on.

_children: dict[tuple[str, Path], "subprocess.Popen[bytes]"] = {}


def choice() -> str:
    """What FLAGSTONE_ENGINE says."""
    chosen = os.environ.get("FLAGSTONE_ENGINE", "auto")
    if chosen not in ("auto", "compiled", "plain"):
        raise ValueError(f"FLAGSTONE_ENGINE is {chosen!r}: it can be auto, compiled or plain")
    return chosen


def current(game: str, sizes: Mapping[str, int]) -> Engine:
    """The best engine that is ready now; with `auto` a child process makes a better one ready for later."""
    chosen = choice()
    if chosen == "plain" or not jit_is_on():
        return plain(game)
    if chosen == "compiled" or is_ready(game, sizes):
        return compiled(game)
    _compile_in_child(game, sizes)
    return plain(game)


def _compile_in_child(game: str, sizes: Mapping[str, int]) -> None:
    mark = _ready_mark(game, sizes)
    if (game, mark) not in _children:
        command = [sys.executable, "-m", "flagstone.engine", game, str(mark.name)]
        _children[game, mark] = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )


def wait_for_children() -> None:
    """Wait until what is being compiled for later is ready."""
    for child in _children.values():
        child.wait()


def main(game: str, mark: str) -> None:
    """Compile a game for the capacity class with this mark: what the child process does, whenever nobody else works."""
    if hasattr(os, "nice"):
        os.nice(10)
    for sizes in GAMES[game].capacities:
        if _ready_mark(game, sizes).name == mark:
            warm(game, sizes)


if __name__ == "__main__":
    main(*sys.argv[1:])
