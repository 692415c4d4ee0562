"""Play a whole match on a Flagstone server: hosts one against a bot and moves by chance.

    flagstone serve                             # in another terminal
    python examples/play.py http://127.0.0.1:8000 rowdy 60

The last word is the most turns, rounds or actions of the match.

Needs `pip install httpx websockets`. Everything it does is told in docs/protocol.md.
"""

import asyncio
import json
import random
import sys

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def changed(view, changes):
    """The view after the changes of an entry: each is a path into it, and what stands there now."""
    for path, value in changes:
        if not path:
            view = value
            continue
        part = view
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = value
    return view


class Player:
    """One seat of one match, with what it has seen."""

    def __init__(self, url, match, seat, token):
        self.url, self.match, self.seat, self.token = url.replace("http", "ws", 1), match, seat, token
        self.view, self.number, self.restores, self.outcome = None, None, 0, None
        self.actions, self.pace = [], 0
        self.waiting = None  # the id of an action that has not been answered

    async def play(self):
        """Play to the end; a connection that breaks is made again, and goes on where it was."""
        async for socket in connect(f"{self.url}/ws/{self.match}"):
            try:
                who = {"type": "hello", "seat": self.seat, "token": self.token}
                await socket.send(json.dumps({**who, "last": self.number, "restores": self.restores}))
                async for text in socket:
                    wait = self.hear(json.loads(text))
                    if self.outcome is not None:
                        return self.outcome
                    await asyncio.sleep(wait)
                    await self.act(socket)
            except ConnectionClosed:
                pass
            self.waiting = None

    def hear(self, message):
        """Take note of a message. Returns for how many seconds to wait before acting again."""
        if message["type"] == "welcome":
            self.number, self.actions, self.pace = message["number"], message["actions"], message["pace"]
            self.restores = message.get("restores", 0)
            self.view = message.get("view", self.view)
            self.outcome = message.get("outcome")
        elif message["type"] == "entries":
            for entry in message["entries"]:
                self.view = changed(self.view, entry.get("changes", []))
                self.number = entry["number"]
                self.outcome = entry.get("outcome")
                for words in entry.get("says", []):
                    print(f"{entry['number']:4} {words}")
                if entry.get("id") == self.waiting:
                    self.waiting = None
                    return self.pace / 1000
        elif message["type"] in ("refused", "accepted"):
            self.waiting = None
            return message.get("wait", 20) / 1000
        return 0

    async def act(self, socket):
        """Try an action, if it is this seat's turn. A refusal changes nothing, and another is tried then."""
        if self.waiting is None and self.view.get("to_move", self.seat) == self.seat:
            self.waiting = f"{random.getrandbits(64):x}"
            action = {"type": "act", "action": random.choice(self.actions), "id": self.waiting}
            await socket.send(json.dumps(action))


async def main(url="http://127.0.0.1:8000", game="rowdy", limit="400"):
    """Host a match, sit down, have a bot take the other seats, and play."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:

        async def post(path, **body):
            answer = await http.post(path, json=body)
            if answer.is_error:
                sys.exit(f"{path}: {answer.json()['detail']}")
            return answer.json() if answer.content else None

        await post("/api/me", name="Rita Random")
        wish = {"game": game, "title": "An example", "limit": int(limit)}
        for known in (await http.get("/api/games")).json():
            if known["game"] == game and any(setting["name"] == "seats_per_team" for setting in known["settings"]):
                wish["seats_per_team"] = 1
        match = await post("/api/matches", **wish)
        seat = await post(f"/api/matches/{match['id']}/join")
        await post(f"/api/matches/{match['id']}/start", fill="random")
        outcome = await Player(url, match["id"], seat["seat"], seat["token"]).play()
        print(f"{outcome['winner'] or 'Nobody'} won: {outcome['reason']}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
