"""The boards that come with Flagstone."""

from functools import cache
from importlib.resources import files

from flagstone.boards.faults import BoardError, Fault


@cache
def _texts() -> dict[str, str]:
    """Every shipped board's text by its name, smallest board first."""
    folder = files("flagstone.boards") / "shipped"
    texts = {
        file.name.removesuffix(".map"): file.read_text(encoding="ascii").rstrip("\n")
        for file in folder.iterdir()
        if file.name.endswith(".map")
    }
    return dict(sorted(texts.items(), key=lambda item: (len(item[1]), item[0])))


def names() -> tuple[str, ...]:
    """The names of the shipped boards, smallest board first."""
    return tuple(_texts())


def text(name: str) -> str:
    """The text of a shipped board, for `parse`. A name that is none is a BoardError that lists them all."""
    if name not in _texts():
        known = ", ".join(names())
        raise BoardError([Fault(f"no shipped board is called {name[:40]!r}; there are: {known}")])
    return _texts()[name]
