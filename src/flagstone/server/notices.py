"""What the processes of one server tell each other over PostgreSQL's NOTIFY: which matches have changed."""

from collections.abc import Mapping

import msgspec

CHANNEL = "flagstone"
CHANGED = -1  # a match's number when not its log but the match or its seats have changed
AT_A_TIME = 150  # matches in one notice: PostgreSQL takes less than 8000 bytes


class Moved(msgspec.Struct, frozen=True):
    """Matches that a process has changed, and the numbers of their last entries."""

    by: str
    moved: dict[str, int]


def moved_notices(process: str, moved: Mapping[str, int]) -> list[str]:
    """The notices that tell the other processes which matches have moved, and how far."""
    matches = list(moved)
    some = (matches[at : at + AT_A_TIME] for at in range(0, len(matches), AT_A_TIME))
    return [msgspec.json.encode(Moved(process, {match: moved[match] for match in part})).decode() for part in some]
