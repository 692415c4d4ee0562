"""What is wrong with a board, said with its place."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a board: what, and where if it has a place.

    Rows and columns count from 0, like all cells. A fault of a whole line has a row and no column.
    """

    what: str
    row: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        if self.row is None:
            return self.what
        if self.column is None:
            return f"row {self.row}: {self.what}"
        return f"row {self.row}, column {self.column}: {self.what}"


class BoardError(ValueError):
    """A board, or the wish for one, that is not accepted. `faults` holds every fault found, at least one."""

    faults: tuple[Fault, ...]

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        # The faults, not the message, are the argument, so that the error survives pickling.
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))
