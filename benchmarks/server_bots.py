"""How soon people's actions are acknowledged while bots play elsewhere on the same server.

    python benchmarks/server_bots.py                         # a room of eight people, and 50 greedy bots
    python benchmarks/server_bots.py --bot search --board grand

The people walk up and down twice a second. The bots play Classic in rooms of two, each as fast as a bot may.
"""

import argparse
import asyncio
import gc
import json
import time
from functools import partial
from typing import Any

import httpx
import uvloop
from server_load import SEATS, Client, make_rooms, serving, twice_a_second


async def seat_bots(http: httpx.AsyncClient, rooms: int, bot: str, board: str) -> None:
    """Matches under way between two bots each; their host leaves his seat to one of them."""
    await http.post("/api/me", json={"name": "host of bots"})
    for _ in range(rooms):
        wish = {"game": "classic", "board": board, "seats_per_team": 1, "pace": 0}
        match = (await http.post("/api/matches", json=wish)).raise_for_status().json()["id"]
        (await http.post(f"/api/matches/{match}/start", json={"fill": bot})).raise_for_status()
    http.cookies.clear()


async def measure(url: str, wanted: argparse.Namespace) -> list[dict[str, Any]]:
    """The same people, first alone, then while bots play."""
    loop = asyncio.get_running_loop()
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        seats = await make_rooms(http, 1)
        clients = []
        for match, seat, token in seats:
            hello = json.dumps({"type": "hello", "seat": seat, "token": token})
            make = partial(Client, hello, f"/ws/{match}")
            _, client = await loop.create_connection(make, httpx.URL(url).host, httpx.URL(url).port or 80)
            clients.append(client)
        await asyncio.gather(*(client.ready for client in clients))
        alone = {"bots": 0, **await twice_a_second(clients, wanted.seconds)}
        await seat_bots(http, wanted.bots // 2, wanted.bot, wanted.board)
        await asyncio.sleep(6)  # until the driver has claimed them, and they are under way
        beside = {"bots": wanted.bots, **await twice_a_second(clients, wanted.seconds)}
    return [alone, beside]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", type=int, default=50)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--board", default="citadel")
    parser.add_argument("--seconds", type=float, default=15)
    wanted = parser.parse_args()
    with serving(None, 1) as (url, _):
        time.sleep(15)  # until the rules are compiled
        gc.disable()  # the load is to come at its moment
        for figures in uvloop.run(measure(url, wanted)):
            print(json.dumps({**figures, "people": SEATS}), flush=True)


if __name__ == "__main__":
    main()
