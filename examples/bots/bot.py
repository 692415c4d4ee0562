"""A bot in Python, over a pipe. Change `choose`, and try it:

    flagstone bot run --exec "python3 examples/bots/bot.py" rowdy --against greedy

It needs nothing but Python: a JSON object a line comes in, and for every "choose" one goes out.
"""

import json
import sys


class Bot:
    """Plays one seat of one match."""

    def start(self, message):
        """A match starts: its game, your seat, and the set-up (the board and the other settings)."""
        self.game, self.seat, self.setup = message["game"], message["seat"], message["setup"]

    def choose(self, state, legal, random):
        """Answer one of the legal actions. `random` is a new number each time, 0 to 2**32 - 1: the same for the same
        seed, so that a bot that takes all its chance from it plays the same match again."""
        if "get flag" in legal:
            return "get flag"
        return legal[random % len(legal)]

    def finish(self, outcome):
        """The match is over: the winning side, or None, and why."""


def main():
    """Answer until there is nothing more to answer."""
    bot = Bot()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            bot.start(message)
        elif message["type"] == "choose":
            action = bot.choose(message["state"], message["legal"], message["random"])
            print(json.dumps({"action": action}), flush=True)  # flushed, or nobody hears it
        elif message["type"] == "finish":
            bot.finish(message["outcome"])


if __name__ == "__main__":
    main()
