"""A PostgreSQL primary and its replica, each behind a proxy."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from server.tests.faults.cluster import CHEAP, Scene
from server.tests.faults.conftest import SETTINGS, through
from server.tests.faults.server_process import Served
from server.tests.faults.standby import Follower

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.migrate import migrate
from careops_server.core.embedded_postgres.credentials import SERVER
from careops_server.core.embedded_postgres.server import DATABASE, LocalPostgres
from careops_server.testing.fault_proxy import FaultProxy


@dataclass
class Pair:
    """A primary, its replica, and the two proxies that the server connects to."""

    primary: LocalPostgres
    follower: Follower
    proxies: tuple[FaultProxy, FaultProxy]

    def address(self, role: str) -> str:
        """Both hosts in one address, as an operator writes it."""
        first, other = (through(proxy, self.primary.url_of(DATABASE, role=role)) for proxy in self.proxies)
        host = other.partition("@")[2].partition("/")[0]
        return f",{host}/".join(first.rsplit("/", 1))

    def set(self, name: str, value: str) -> None:
        """Change a setting of the primary."""
        with psycopg.connect(driver_url(self.primary.url), autocommit=True) as connection:
            connection.execute(f"alter system set {name} = '{value}'".encode())
            connection.execute("select pg_reload_conf()")


@contextmanager
def open_pair() -> Iterator[Pair]:
    """Start a primary with our tables, and its replica."""
    folder = Path(tempfile.mkdtemp(prefix="careops-pair-"))
    folder.chmod(0o711)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        primary = stack.enter_context(LocalPostgres(folder / "one", settings=SETTINGS))
        migrate(primary.url, server_role=SERVER)
        follower = Follower(primary, folder / "two")
        stack.callback(follower.stop)
        follower.start()
        sockets = (str(primary.folder / "cluster" / follower.socket.name), str(follower.socket))
        first, second = (stack.enter_context(FaultProxy(each)) for each in sockets)
        yield Pair(primary, follower, (first, second))


@contextmanager
def serving(pair: Pair, folder: Path, environment: Mapping[str, str]) -> Iterator[Scene]:
    """Start a server with one worker on the pair of databases."""
    served = Served(folder, {**CHEAP, "CAREOPS_WORKERS": "1", **environment})
    scene = Scene(pair.primary, DATABASE, pair.proxies[0], served)
    with ExitStack() as stack:
        stack.callback(served.stop)
        stack.callback(scene.close)
        served.start()
        scene.set()
        yield scene
