"""Photographs the terminal client for docs/terminal.md: part of `make images`."""

import asyncio
import re
from pathlib import Path

from tests.tui.pilots import Playing, playing

FOLDER = Path(__file__).parents[2] / "docs" / "images"
FONT = "ui-monospace, DejaVu Sans Mono, monospace"


async def main() -> None:
    """Take both pictures anew."""
    async with playing("hammer", size=(100, 26), seed="11", pace="60") as here:
        await here.press("up", "up", "up", "right", "right", "right")
        await here.until(lambda: here.text("feed").count("\n") > 5)
        await keep(here, "terminal-hammer")
    async with playing("savor", size=(124, 40), seed="3", pace="0") as here:
        while here.session.view["round"] < 9:
            await here.until(lambda: here.session.may_act)
            await here.press("space")
        await here.until(lambda: here.session.may_act)
        await keep(here, "terminal-savor")


async def keep(here: Playing, name: str) -> None:
    """Keep what is on the screen, with fonts that every computer has."""
    await here.pilot.pause()
    drawn = here.app.export_screenshot(title="flagstone play")
    drawn = re.sub(r"@font-face\s*\{.*?\}", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"<!--.*?-->", "", drawn, flags=re.DOTALL).replace("Fira Code", FONT)
    drawn = re.sub(r"terminal-\d+", "t", drawn)
    (FOLDER / f"{name}.svg").write_text(re.sub(r"\n\s*\n+", "\n", drawn))


if __name__ == "__main__":
    asyncio.run(main())
