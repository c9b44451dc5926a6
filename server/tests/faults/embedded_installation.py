"""A whole installation for fault tests: a server with its embedded PostgreSQL."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from server.tests.faults.cluster import CHEAP, Scene
from server.tests.faults.server_process import Served

from careops_server.core.embedded_postgres.server import LocalPostgres
from careops_server.testing.fault_proxy import FaultProxy


@contextmanager
def whole_installation(folder: Path) -> Iterator[Scene]:
    """A server with its embedded PostgreSQL below a folder."""
    served = Served(folder / "data", {**CHEAP, "CAREOPS_WORKERS": "1"})
    served.log = Path(tempfile.mkdtemp(prefix="careops-log-")) / "log"
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, served.log.parent)
        stack.callback(served.stop)
        served.start()
        postgres = LocalPostgres(folder / "data" / "postgres").start()  # shared with the server, which owns it
        scene = Scene(postgres, "careops", FaultProxy(("127.0.0.1", 1)), served)
        stack.callback(scene.close)
        scene.set()
        yield scene


@contextmanager
def open_folder(name: str) -> Iterator[Path]:
    """A temporary folder that PostgreSQL's user can reach."""
    folder = Path(tempfile.mkdtemp(prefix=f"careops-{name}-"))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
