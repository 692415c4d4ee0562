"""Starting and stopping the server: `flagstone serve`, in one process or several over one database."""

import asyncio
import gc
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import msgspec
import uvicorn
from sqlalchemy.engine import URL

from flagstone.server.app import make_app, with_headers
from flagstone.server.database import Database, address, for_us_alone
from flagstone.server.dawdlers import PunctualProtocol
from flagstone.server.house import House
from flagstone.server.live import MOST_MESSAGE
from flagstone.server.settings import Settings

if sys.platform != "win32":
    import fcntl

ENVIRONMENT = "FLAGSTONE_SERVE"  # in which a worker finds its settings,
SOCKET = "FLAGSTONE_SOCKET"  # the number of the socket that it shares with the others,
SUPERVISOR = "FLAGSTONE_SUPERVISOR"  # and that of the pipe on which nothing ever comes but the supervisor's end
GOODBYE = 3.0  # seconds that clients have for saying goodbye
SOON = 2.0  # seconds: a worker that ends sooner has not started at all
BACKLOG = 2048


ORIGIN = re.compile(r"https?://[^/\s?#@]+")  # a page's scheme, host and port, as browsers tell them: nothing behind


class ServeError(ValueError):
    """A server that cannot be started as wished. The words are for people."""


_told: list[int] = []  # signals that came before a server listened to them


def _leave(number: int, frame: object) -> None:
    """End at once. Noted too, since what Python is in the middle of at this moment may swallow the exception."""
    _told.append(number)
    sys.exit(0)


def serve(settings: Settings) -> None:
    """Run the server until it is told to stop. Raises ServeError, DatabaseError or OSError."""
    for number in (signal.SIGTERM, signal.SIGINT):  # until a server listens to them; it raises them again at its end
        signal.signal(number, _leave)
    if settings.admin_token is not None and not settings.admin_token.strip():
        raise ServeError("--admin-token is empty; without it nobody gets into /api/admin")
    for origin in settings.origins:
        if not ORIGIN.fullmatch(origin):
            raise ServeError(f"--origin {origin!r} is no origin, such as https://example.org or http://localhost:5173")
    url = address(settings.database, settings.folder)
    if settings.workers > 1 and url.get_backend_name() == "sqlite":
        many = f"{settings.workers} workers need PostgreSQL (--database postgresql://…)"
        raise ServeError(f"{many}; SQLite is for one")
    with for_us_alone():
        settings.folder.mkdir(parents=True, exist_ok=True)
    with _alone(url):
        with for_us_alone():
            asyncio.run(_migrate(url))
        _listen(settings)


def _listen(settings: Settings) -> None:
    """Answer at the address until told to stop."""
    with _listening(settings) as listening:
        host, port = listening.getsockname()[:2]
        print(f"Flagstone is at http://{f'[{host}]' if ':' in host else host}:{port}/ (Ctrl+C stops it)", flush=True)
        if settings.workers > 1:
            _supervise(settings, listening)
        else:
            work(settings, listening)


@contextmanager
def _alone(url: URL) -> Iterator[None]:
    """Keep other servers away from a SQLite database: by a lock that ends with this process, however it ends."""
    if url.get_backend_name() != "sqlite" or sys.platform == "win32":
        yield
        return
    file = Path(url.database or "").resolve()
    if not file.parent.is_dir():
        raise ServeError(f"{file}: there is no folder {file.parent}")
    with for_us_alone():
        lock = file.with_name(f"{file.name}.lock").open("a")
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            another = "another flagstone serves this database; stop it, or name another folder with --data"
            raise ServeError(f"{file}: {another}") from None
        yield


def work(settings: Settings, listening: socket.socket) -> None:
    """Be one process of the server until told to stop."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    app = make_app(settings)
    gc.freeze()  # what is here stays; looking through it again and again would stop everybody for a tenth of a second
    gc.set_threshold(5_000, 20, 50)  # a few milliseconds at a time
    config = uvicorn.Config(
        cast(Any, with_headers(app)),
        loop="uvloop",
        http=PunctualProtocol,
        ws="websockets-sansio",
        ws_max_size=4 * MOST_MESSAGE,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=10,
        server_header=False,
    )
    _Polite(config, app.state.house).run(sockets=[listening])


class _Polite(uvicorn.Server):
    """Tells its clients to come back before it closes."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self.house = house

    async def main_loop(self) -> None:
        """Serve until told to stop, be it that this was said before anybody listened."""
        self.should_exit |= bool(_told)
        await super().main_loop()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then close."""
        self.house.drain()
        until = time.monotonic() + GOODBYE
        while self.house.connections and time.monotonic() < until:
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)


def _supervise(settings: Settings, listening: socket.socket) -> None:
    """Keep so many workers running until told to stop."""
    stopping = False

    def stop(number: int, frame: object) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    watched, held = os.pipe()  # only this process has the other end: when it is gone, however, its workers notice
    workers = [_worker(settings, listening, watched) for _ in range(settings.workers)]
    began = time.monotonic()
    while not stopping:
        time.sleep(0.2)
        for place, worker in enumerate(workers):
            if worker.poll() is not None and not stopping:
                if time.monotonic() - began < SOON and worker.returncode >= 0:  # by itself, not by a signal
                    _end(workers)
                    raise ServeError("a worker ended as soon as it was started; its words are above")
                print(f"worker {worker.pid} ended with code {worker.returncode}; starting another", file=sys.stderr)
                workers[place] = _worker(settings, listening, watched)
    _end(workers)
    os.close(held)
    os.close(watched)


def _worker(settings: Settings, listening: socket.socket, watched: int) -> "subprocess.Popen[bytes]":
    """A process of the server that shares the socket. It ends when told to, or when this process is gone."""
    told = {
        ENVIRONMENT: msgspec.json.encode(settings).decode(),
        SOCKET: str(listening.fileno()),
        SUPERVISOR: str(watched),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "flagstone.server.serve"],
        env={**os.environ, **told},
        pass_fds=[listening.fileno(), watched],
        start_new_session=True,
    )


def _end(workers: "list[subprocess.Popen[bytes]]") -> None:
    """Tell workers to stop, and wait until they have."""
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.wait()


async def _migrate(url: URL) -> None:
    database = Database(url, patience=None)
    try:
        await database.migrate()
    finally:
        await database.close()


def _listening(settings: Settings) -> socket.socket:
    """A socket that listens at the address, or a ServeError."""
    listening = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listening.close()
        words = getattr(error, "strerror", None) or str(error)
        raise ServeError(f"cannot listen at {settings.host} port {settings.port}: {words.lower()}") from None
    listening.listen(BACKLOG)
    listening.setblocking(False)
    return listening


def main(environment: Any = os.environ) -> None:
    """What a worker does."""
    settings = msgspec.json.decode(environment[ENVIRONMENT], type=Settings)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    threading.Thread(target=_end_with, args=[int(environment[SUPERVISOR])], daemon=True).start()
    work(settings, socket.socket(fileno=int(environment[SOCKET])))


def _end_with(supervisor: int) -> None:
    """Wait for the end of the supervisor; then end as if it had said so."""
    os.read(supervisor, 1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
