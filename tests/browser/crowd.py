"""Many players of one match, each with a WebSocket of his own, who walk about: in a process of their own, so that the
browser and the tests keep theirs. `python -m tests.browser.crowd` reads what to do from its input as JSON."""

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count

from websockets.asyncio.client import ClientConnection, connect

DIRECTIONS = "NESW"
TURNS = 0.1  # how often somebody turns who could go on
ANSWER = 5.0  # seconds that an answer may take


@contextmanager
def walking(live: str, match: str, tokens: dict[int, str], *, every: float) -> Iterator[None]:
    """Have players walk about, a step each so many seconds, for as long as it lasts; all of them are there first."""
    wish = {"live": live, "match": match, "tokens": tokens, "every": every}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.browser.crowd"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(wish) + "\n")
            process.stdin.flush()
            assert process.stdout.readline() == "here\n", "the crowd could not come"
            yield
            assert process.poll() is None, "the crowd went home early"
        finally:
            process.terminate()


async def walk(socket: ClientConnection, seat: int, every: float) -> None:
    """Go straight on, and turn where there is no way."""
    rng = random.Random(seat)
    direction = rng.choice(DIRECTIONS)
    for number in count():
        mine = f'"id":"{seat}-{number}"'
        await socket.send(json.dumps({"type": "act", "action": direction, "id": f"{seat}-{number}"}))
        async with asyncio.timeout(ANSWER):
            while mine not in (answer := str(await socket.recv())):
                pass
        if '"refused"' in answer or rng.random() < TURNS:
            direction = rng.choice(DIRECTIONS)
        with suppress(TimeoutError):
            async with asyncio.timeout(every * rng.uniform(0.7, 1.3)):
                async for _ in socket:  # what the others do has to be read too
                    pass


async def main() -> None:
    """Connect all, say so, and walk until this process is ended."""
    wish = json.loads(sys.stdin.readline())
    sockets = []
    for seat, token in wish["tokens"].items():
        socket = await connect(f"{wish['live']}/ws/{wish['match']}", max_size=None)
        await socket.send(json.dumps({"type": "hello", "seat": int(seat), "token": token}))
        await socket.recv()
        sockets.append((int(seat), socket))
    print("here", flush=True)
    await asyncio.gather(*(walk(socket, seat, wish["every"]) for seat, socket in sockets))


if __name__ == "__main__":
    asyncio.run(main())
