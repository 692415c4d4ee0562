"""What the tests of the environments share."""

from typing import Any

from flagstone.boards.savor_generator import generate
from tests.samples import SETTINGS

GAMES = ("hammer", "shovel", "classic", "rowdy", "savor")
CTF = GAMES[:3]
SMALL = """\
#########
#hfh#HFH#
#   #   #
# s   s #
#   #   #
#jjj#JJJ#
#########"""


def settings(game: str) -> dict[str, Any]:
    """A small set-up of a game."""
    if game in CTF:
        return {"board": SMALL, "seats_per_team": 1}
    return SETTINGS["rowdy"] if game == "rowdy" else generate(1)
