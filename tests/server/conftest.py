"""Servers that the tests of a file share."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.server.serving import ADMIN, Postgres, Server, Starter, postgres_programs, serving, started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite, which does not mind how fast the tests are."""
    with serving(tmp_path_factory.mktemp("server"), "--admin-token", ADMIN, "--rate", "100") as running:
        yield running


@pytest.fixture
def start() -> Iterator[Starter]:
    """Starts servers; those that still run at the end of the test are killed."""
    servers: list[Server] = []

    def one_more(folder: Path, *arguments: str, port: int = 0) -> Server:
        servers.append(started(folder, *arguments, port=port))
        return servers[-1]

    yield one_more
    for server in servers:
        if server.process.poll() is None:
            server.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    if postgres_programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    # Not among the temporary folders of pytest, which are for the user of the tests alone.
    with TemporaryDirectory(prefix="flagstone-postgres-", ignore_cleanup_errors=True) as folder:
        running = Postgres(Path(folder))
        yield running
        running.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/flagstone.db"
    running: Postgres = request.getfixturevalue("postgres")
    return running.database()
