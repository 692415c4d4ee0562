"""What the browser tests need, and how to get it."""

import shutil
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "src" / "flagstone" / "server" / "pages" / "index.html"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


@cache
def chromium() -> str | None:
    """The system's Chromium."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


@cache
def missing() -> list[str]:
    """What is not there, each with how to get it."""
    wanted = [
        (chromium(), "Chromium; as root on Debian: apt-get install chromium"),
        (shutil.which("npm"), "npm with Node.js 20 or newer; as root on Debian: apt-get install npm"),
        (PAGES.is_file(), "the built pages: make pages"),
        (AXE.is_file(), "axe-core: cd web && npm ci"),
    ]
    return [words for there, words in wanted if not there]


def main() -> None:
    """Say what has not been run."""
    if missing():
        print("\nNOT RUN: the browser tests (tests/browser) and what depends on web/. Missing:")
        for words in missing():
            print(f"  - {words}")


if __name__ == "__main__":
    main()
