"""What commands say, on whatever terminal: faults in one line each, and signs that every encoding has."""

import codecs
import io
import sys
from typing import NoReturn

import typer

LONGEST = 2000  # characters of a line that tells what is wrong
SIGNS = {  # in ASCII
    **dict(zip("×–—…·", ["x", "-", "-", "...", "."], strict=True)),
    **dict(zip("─━│┃▏┊", "--|||:", strict=True)),
    **dict(zip("↑→↓←▶▼●≡▓▒░", "^>v<>v*=%%%", strict=True)),
    **dict(zip("⚀⚁⚂⚃⚄⚅", "123456", strict=True)),
}
BOXES = range(0x2500, 0x2580)  # the other lines of tables: their corners


def print_anywhere() -> None:
    """Let no sign stop a command whose output is in an encoding that does not have it."""
    codecs.register_error("flagstone", _in_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="flagstone")


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(SIGNS.get(sign, "+" if ord(sign) in BOXES else "?") for sign in signs), error.end


def fail(what: str) -> NoReturn:
    """Say what is wrong, a line for each thing, and stop."""
    for line in what.splitlines():
        # What comes from files may be anything, and a terminal would obey it.
        told = "".join(sign if sign.isprintable() else "?" for sign in line)
        print(f"flagstone: {told if len(told) <= LONGEST else told[:LONGEST] + ' … and more'}", file=sys.stderr)
    sys.exit(2)


def usage(error: typer.TyperException) -> str:
    """What is wrong with the words of a command line, and where it is told how they go, in one line."""
    is_parameter = isinstance(error, typer.BadParameter)
    told = " ".join((error.format_message() if is_parameter else str(error)).split())
    told = told.partition(", unable to parse")[0].replace("Input should be", "it should be").rstrip(".")
    context, names = getattr(error, "ctx", None), list[str]()
    while context is not None and context.parent is not None:
        names.insert(0, str(context.info_name))
        context = context.parent
    return f"{told}{' See' if told.endswith('?') else '; see'} {' '.join(['flagstone', *names, '--help'])}"
