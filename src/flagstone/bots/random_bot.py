"""A bot that plays any legal action, each as likely as the others."""

from collections.abc import Sequence
from random import Random

from flagstone.bots.bot import View


class RandomBot:
    """Chance alone, `pass` included."""

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Any legal action."""
        return legal[int(rng.random() * len(legal))]
