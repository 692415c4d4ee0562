"""How servers begin and end, and what they leave to those who come after or beside them."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from flagstone.server.backup import back_up, bring_back
from tests.server.serving import SECONDS, Postgres, Starter, children, client, free_port, hosted


def test_a_server_that_ends_keeps_no_claim_on_bots_and_clocks(start: Starter, tmp_path: Path) -> None:
    def drivers() -> list[str | None]:
        with closing(sqlite3.connect(tmp_path / "flagstone.db")) as connection:
            return [driver for (driver,) in connection.execute("SELECT driver FROM matches")]

    server = start(tmp_path)
    hosted(server, "rowdy")
    assert None not in drivers()
    server.stop()
    assert drivers() == [None]


def test_nobody_else_on_the_machine_can_read_what_is_kept(start: Starter, tmp_path: Path) -> None:
    def modes(folder: Path) -> dict[str, str]:
        return {file.name: oct(file.stat().st_mode & 0o777) for file in (folder, *folder.iterdir())}

    before = os.umask(0o022)
    try:
        server = start(tmp_path, "--data", str(tmp_path / "new" / "data"))
        hosted(server)
        made = modes(tmp_path / "new" / "data")
        server.stop()
        back_up(None, tmp_path / "new" / "data", tmp_path / "monday.db")
        bring_back(tmp_path / "monday.db", None, tmp_path / "back", replace=False)
    finally:
        os.umask(before)
    assert made["data"] == modes(tmp_path)["back"] == "0o700"
    assert made["flagstone.db"] == made["flagstone.db-wal"] == modes(tmp_path)["monday.db"] == "0o600"
    assert modes(tmp_path / "back")["flagstone.db"] == "0o600"


def test_a_sqlite_database_has_one_server_at_a_time(start: Starter, tmp_path: Path) -> None:
    server = start(tmp_path)
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "flagstone.db")
    for more in ([], ["--database", f"sqlite:///{link}"]):
        command = [sys.executable, "-m", "flagstone", "serve", "--port", "0", "--data", str(tmp_path), *more]
        second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr.count("\n") == 1
        assert "flagstone.db: another flagstone serves this database; stop it" in second.stderr
    assert back_up(None, tmp_path, tmp_path / "monday.db") == 0
    bring_back(tmp_path / "monday.db", None, tmp_path, replace=True)
    server.kill()
    assert start(tmp_path).stop() == 0, "the lock ends with its process"


def test_without_their_supervisor_workers_end(start: Starter, tmp_path: Path, postgres: Postgres) -> None:
    database, port = postgres.database(), free_port()
    server = start(tmp_path, "--database", database, "--workers", "2", port=port)
    workers = children(server.process.pid)
    match = hosted(server)
    with client(server, match.id, seat=0, token=match.tokens[0]) as player:
        os.kill(server.process.pid, signal.SIGKILL)
        bye = player.next("bye")
        assert (bye["reason"], bye["reconnect"]) == ("restart", True)
    server.ended()
    until = time.monotonic() + SECONDS
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < until
        time.sleep(0.05)
    assert start(tmp_path, "--database", database, port=port).stop() == 0


SWALLOWED = """
import sys
from flagstone.server import serve
from flagstone.server.settings import Settings
serve._told.append(15)  # and the exception was lost in whatever Python was doing
serve.serve(Settings(port=0, data=sys.argv[1]))
"""


def test_a_server_that_is_told_to_stop_while_it_starts_stops(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SWALLOWED, str(tmp_path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Flagstone is at http://")
