"""A streaming replica of a PostgreSQL server, created with ``pg_basebackup`` as an operator does."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Self
from urllib.parse import quote

import psycopg
from server.tests.faults.server_process import until

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.embedded_postgres.binaries import clean_environment
from careops_server.core.embedded_postgres.credentials import OWNER, SERVER, password_of
from careops_server.core.embedded_postgres.data_dir import choose
from careops_server.core.embedded_postgres.server import PORT, LocalPostgres

NAME = "follower"
"""Application name of the replica at the primary."""


class Follower:
    """A streaming replica of ``primary`` below ``folder``."""

    def __init__(self, primary: LocalPostgres, folder: Path) -> None:
        self._primary = primary
        self._home = choose(folder)
        self._passwords = {role: password_of(choose(primary.folder), role) or "" for role in (OWNER, SERVER)}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> Path:
        """Folder of its socket."""
        return self._home.cluster / f".s.PGSQL.{PORT}"

    def url_of(self, database: str, *, role: str = OWNER) -> str:
        """Address of a database on it. Roles and passwords are those of the primary."""
        who = f"{role}:{quote(self._passwords[role], safe='')}"
        return f"postgresql+psycopg://{who}@/{database}?host={quote(str(self.socket.parent))}&port={PORT}"

    def start(self) -> Self:
        """Copy the primary and start to follow it."""
        cluster = self._home.cluster
        cluster.mkdir(mode=0o700)
        if self._home.account.uid is not None:
            shutil.chown(cluster, self._home.account.uid, self._home.account.gid)
        source = f"{driver_url(self._primary.url_of('postgres'))}&application_name={NAME}"
        copying = ["pg_basebackup", "-d", source, "-D", str(cluster), "-R", "-c", "fast", "-N"]
        assert self._run(copying).wait() == 0, self._home.log.read_text()
        self.socket.with_name(f"{self.socket.name}.lock").unlink()  # the primary's, whose socket is in its cluster
        self.begin()
        return self

    def begin(self) -> None:
        """Start or restart it."""
        chosen = {
            "listen_addresses": "",
            "port": str(PORT),
            "unix_socket_directories": str(self.socket.parent),
            "fsync": "off",
            "shared_buffers": "64MB",
            "max_connections": "200",
            "wal_receiver_status_interval": "1s",
        }
        settings = [word for name, value in chosen.items() for word in ("-c", f"{name}={value}")]
        self._process = self._run(["postgres", "-D", str(self.socket.parent), *settings])
        until(self.answers, "the replica answers", 30)

    def answers(self) -> bool:
        """Return True if it accepts connections."""
        try:
            return bool(self.sql("select true"))
        except psycopg.OperationalError:
            return False

    def sql(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement on it. Return the rows."""
        with psycopg.connect(driver_url(self.url_of(database)), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def stop(self) -> None:
        """Stop it if it runs."""
        if self._process is not None:
            self._process.send_signal(2)
            self._process.wait()
            self._process = None

    def _run(self, words: list[str]) -> subprocess.Popen[bytes]:
        account = self._home.account
        with self._home.log.open("ab") as log:
            return subprocess.Popen(  # noqa: S603 (PostgreSQL's own programs)
                [self._home.binaries.folder / words[0], *words[1:]],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=os.sep,
                env=clean_environment(),
                user=account.uid,
                group=account.gid,
                extra_groups=None if account.uid is None else [],
                umask=0o077,
            )
