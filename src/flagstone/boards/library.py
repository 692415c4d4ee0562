"""Finding boards by file or by name."""

from pathlib import Path

from flagstone.boards import shipped
from flagstone.boards.ctf import MOST_SEATS, parse
from flagstone.boards.faults import BoardError, Fault

MOST_BYTES = 2**20  # of a file; a board has at most 66,000 characters


def find(name: str) -> str:
    """The text of a board file or, if there is no such file, of the shipped board of this name."""
    path = Path(name)
    if path.is_dir() and name not in shipped.names():
        raise BoardError([Fault(f"{name}: is a folder; a board is a file, or one of: {', '.join(shipped.names())}")])
    if not path.is_file():
        if path.suffix or len(path.parts) > 1:
            raise BoardError([Fault(f"{name}: no such file")])
        return shipped.text(name)
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BoardError([Fault(f"{name}: more than {MOST_BYTES} bytes, which is no board")])
    if b"\0" in content:
        raise BoardError([Fault(f"{name}: is no text, so no board")])
    # A strange character is named with its row and column when the text is parsed.
    return content.decode("latin-1").replace("\r\n", "\n")


def listing() -> str:
    """The shipped boards with their sizes, a line each."""
    lines = []
    for name in shipped.names():
        board = parse(shipped.text(name), 1)
        most = min(board.most_seats(), MOST_SEATS)
        lines.append(f"{name:<12}{board.rows:>4} × {board.columns:<4} up to {most} seats per team")
    return "\n".join(lines)
