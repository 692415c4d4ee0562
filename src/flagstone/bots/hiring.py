"""Bots by what a command line calls them: a bundled one, a Python file, or a program in any language."""

import importlib.util
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flagstone.bots import BOTS, BotError, make
from flagstone.bots.bot import Bot, BotFailed
from flagstone.bots.budget import budget
from flagstone.bots.pipe import SECONDS, PipeBot, split
from flagstone.bots.search import SearchBot

FORMS = "search:nodes=2000 or search:ms=100, a file bot.py or bot.py:Class, or a command such as ./mybot"


@dataclass(frozen=True)
class Hired:
    """Where bots come from; calling it makes a new one. It can be sent to another process."""

    name: str
    kind: str  # bundled, file or command
    seconds: float = SECONDS  # for each decision of a command

    def __call__(self) -> Bot:
        """A new bot, for one seat of one match."""
        if self.kind == "command":
            return PipeBot(self.name, self.seconds)
        if self.kind == "file":
            bot: Bot = _class_of(self.name)()
            return bot
        name, colon, wish = self.name.partition(":")
        return SearchBot(budget(wish)) if colon else make(name)

    @property
    def is_timed(self) -> bool:
        """Whether what it answers depends on the machine: the same seed need not give the same match."""
        return self.kind == "command" or self.name.startswith("search:ms=")


def hire(text: str, seconds: float = SECONDS) -> Hired:
    """Where the bots of this name come from. BotError if there are none."""
    name, colon, wish = text.partition(":")
    if name in BOTS:
        if colon and name != "search":
            raise BotError(f"{text}: {name} takes no settings")
        if colon:
            budget(wish)
        return Hired(text, "bundled")
    if _file_of(text) is not None:
        _class_of(text)
        return Hired(text, "file")
    if re.search(r"[\s/\\]", text):
        return command(text, seconds)
    raise BotError(f"no bot is called {text[:40]!r}; there are: {', '.join(BOTS)}; or give {FORMS}")


def command(text: str, seconds: float = SECONDS) -> Hired:
    """A program in any language. BotError if it cannot be started."""
    try:
        words = split(text)
    except BotFailed as failure:
        raise BotError(str(failure)) from None
    if shutil.which(words[0]) is None:
        raise BotError(f"{words[0]}: there is no such program")
    return Hired(text, "command", seconds)


def _file_of(text: str) -> tuple[Path, str | None] | None:
    """The Python file and the class that a text names, if it names one."""
    found = re.fullmatch(r"(.+\.py)(?::(\w+))?", text)
    if found is None or (not Path(found[1]).is_file() and len(text.split()) > 1):
        return None
    return Path(found[1]), found[2]


_classes: dict[str, Callable[[], Any]] = {}


def _class_of(text: str) -> Callable[[], Any]:
    """The class in a Python file; without its name the only one there that has `choose`."""
    if text in _classes:
        return _classes[text]
    named = _file_of(text)
    assert named is not None
    file, name = named
    if not file.is_file():
        raise BotError(f"{file}: no such file")
    module = _loaded(file)
    bots = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and callable(getattr(value, "choose", None))
    }
    if name is None and len(bots) == 1:
        name = next(iter(bots))
    if not bots:
        raise BotError(f"{file}: has no class with a method choose")
    if name is None:
        raise BotError(f"{file}: has several bots, name one: " + ", ".join(f"{file}:{bot}" for bot in bots))
    if name not in bots:
        raise BotError(f"{file}: has no class {name} with a method choose")
    _classes[text] = bots[name]
    return _classes[text]


def _loaded(file: Path) -> Any:
    """The module in a file; what it raises is told in one line."""
    spec = importlib.util.spec_from_file_location(f"flagstone_bot_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(file.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        line = error.lineno if isinstance(error, SyntaxError) else _line_of(error, file)
        raise BotError(f"{file}, line {line}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(str(file.resolve().parent))
    return module


def _line_of(error: BaseException, file: Path) -> int | None:
    """The line of a file in which something was raised."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename).name == file.name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
