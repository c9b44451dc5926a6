"""PostgreSQL that tests restart and kill, and a server that reaches it through a proxy."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
from server.tests.faults.cluster import CHEAP, Scene
from server.tests.faults.server_process import Served
from sqlalchemy.engine import make_url

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.migrate import migrate
from careops_server.core.embedded_postgres.credentials import SERVER
from careops_server.core.embedded_postgres.server import DATABASE, LocalPostgres
from careops_server.testing.fault_proxy import FaultProxy

if TYPE_CHECKING:
    from server.tests.faults.replica_pair import Pair

# Without fsync only a power failure loses commits. The deadlock check is late, but before the lock timeout, so that
# tests have time to create a deadlock.
SETTINGS = {"fsync": "off", "shared_buffers": "64MB", "deadlock_timeout": "3s"}
OpenScene = Callable[..., Scene]
_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def sturdy() -> Iterator[LocalPostgres]:
    """A PostgreSQL that keeps committed data when its processes are killed; its database is a template."""
    folder = Path(tempfile.mkdtemp(prefix="careops-fault-"))
    folder.chmod(0o711)
    with LocalPostgres(folder / "postgres", settings=SETTINGS) as postgres:
        migrate(postgres.url, server_role=SERVER)
        yield postgres
    shutil.rmtree(folder, ignore_errors=True)


def through(proxy: FaultProxy, url: str) -> str:
    """The same database through the proxy."""
    proxied = make_url(url).set(drivername="postgresql", host="127.0.0.1", port=proxy.port, query={})
    return proxied.render_as_string(hide_password=False)


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    """A primary and its replica, each behind a proxy."""
    from server.tests.faults.replica_pair import open_pair  # it imports this file

    with open_pair() as opened:
        yield opened


@pytest.fixture(scope="module")
def open_scene(sturdy: LocalPostgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenScene]:
    """Create a scene; the module's end closes all of them."""
    with ExitStack() as stack:

        def make(settings: Mapping[str, str] | None = None) -> Scene:
            database = f"fault_{next(_numbers)}"
            with psycopg.connect(driver_url(sturdy.url_of("postgres")), autocommit=True) as connection:
                connection.execute(f"create database {database} template {DATABASE} strategy file_copy".encode())
            socket = f"{sturdy.folder}/cluster/.s.PGSQL.5432"
            proxy = stack.enter_context(FaultProxy(socket))
            environment = {
                **CHEAP,
                "CAREOPS_DATABASE_URL": through(proxy, sturdy.url_of(database, role=SERVER)),
                "CAREOPS_DATABASE_OWNER_URL": through(proxy, sturdy.url_of(database)),
                "CAREOPS_WORKERS": "1",
                **(settings or {}),
            }
            served = Served(tmp_path_factory.mktemp("served") / "data", environment)
            stack.callback(served.stop)
            served.start()
            scene = Scene(sturdy, database, proxy, served)
            stack.callback(scene.close)
            scene.set()
            return scene

        yield make


@pytest.fixture(scope="module")
def scene(open_scene: OpenScene) -> Scene:
    """A server with one worker and four database connections."""
    return open_scene({"CAREOPS_POOL_SIZE": "4"})


@pytest.fixture(autouse=True)
def _reckoning(request: pytest.FixtureRequest) -> Iterator[None]:
    """After each test: restore the proxy, compare rows with audit events, and check for unexpected errors."""
    yield
    if "scene" in request.fixturenames:
        scene: Scene = request.getfixturevalue("scene")
        scene.proxy.restore()
        scene.reckon()
        assert '"event":"failed"' not in scene.served.log.read_text()
