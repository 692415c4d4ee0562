"""Who somebody is on a server: the cookie by which it knows him again, kept in his data directory."""

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from platformdirs import user_data_path

_COOKIE = re.compile(r"[A-Za-z0-9._-]{1,400}")


def remembered(server: str) -> str | None:
    """The cookie that a server gave when it was last visited; None if it gave none, or it cannot be read."""
    try:
        kept = _file(server).read_text("ascii").strip()
    except (OSError, ValueError):
        return None
    return kept if _COOKIE.fullmatch(kept) else None


def remember(server: str, cookie: str) -> None:
    """Keep a server's cookie, readable for its owner alone. Where nothing can be kept, nothing is."""
    file = _file(server)
    fresh = file.with_name(f"{file.name}.{secrets.token_hex(4)}")  # two programs at once leave a whole file
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(f"{cookie}\n")
        fresh.replace(file)
    except OSError:
        with suppress(OSError):
            fresh.unlink()


def _file(server: str) -> Path:
    return user_data_path("flagstone") / "servers" / quote(server.lower(), safe="")
