"""Databases with demo data, built once and kept in a cache folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg import sql

import careops_server.core.database
import careops_server.demo
from bench.generate_rows import Fill
from bench.progress import say
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.migrate import migrate
from careops_server.core.embedded_postgres.server import LocalPostgres
from careops_server.demo import create_demo_data

_AROUND = 5_000
"""Clinics in databases with other mass data."""


class Databases:
    """One PostgreSQL with production settings, with a database per number of clinics or per kind of mass data."""

    def __init__(self, folder: Path) -> None:
        self._server = LocalPostgres(folder / "postgres")

    def start(self) -> None:
        """Start the server."""
        self._server.start()

    def stop(self) -> None:
        """Stop it; the databases remain."""
        self._server.stop()

    @property
    def admin_url(self) -> str:
        """Address for psycopg of a database that always exists."""
        return driver_url(self._server.url_of("postgres"))

    @property
    def pid(self) -> int:
        """Process id of the server."""
        return self._server.pid

    def url(self, clinics: int) -> str:
        """Return a database with that many clinics; rebuilt if the seeders or migrations have changed."""
        name = f"clinics_{clinics}_{_fingerprint()}"
        if not self._exists(name):
            self._forget(clinics)
            say(f"building a database of {clinics:,} clinics (once)")
            building = f"building_{clinics}"
            self._admin("drop database if exists {} with (force)", building)
            self._admin("create database {} template template0", building)
            url = self._server.url_of(building)
            migrate(url)
            create_demo_data(url, size=clinics, trail=False)
            with psycopg.connect(driver_url(url), autocommit=True) as connection:
                connection.execute("vacuum (analyze)")
            self._admin("alter database {} rename to {}", building, name)
        return self._server.url_of(name)

    def filled(self, fill: Fill, rows: int) -> str:
        """Return a database with some clinics and mass data of one kind; rebuilt if its statements have changed."""
        around = self.url(_AROUND)
        name = f"{fill.area}_{rows}_{fill.fingerprint(around)}"
        if not self._exists(name):
            for old in self._names():
                if old.startswith(f"{fill.area}_{rows}_"):
                    self._admin("drop database {} with (force)", old)
            say(f"building a database of {rows:,} {fill.area} (once)")
            building = f"building_{fill.area}"
            self._admin("drop database if exists {} with (force)", building)
            self._admin("create database {} template {} strategy file_copy", building, _name_in(around))
            with psycopg.connect(driver_url(self._server.url_of(building)), autocommit=True) as connection:
                fill.into(connection, rows)
            self._admin("alter database {} rename to {}", building, name)
        return self._server.url_of(name)

    def copy(self, clinics: int) -> AbstractContextManager[str]:
        """Copy a database for changes; it is deleted when the block ends."""
        return self.copy_of(self.url(clinics))

    @contextmanager
    def copy_of(self, url: str) -> Iterator[str]:
        """Copy any of the databases for changes; it is deleted when the block ends."""
        original = _name_in(url)
        name = f"copy_of_{original}"
        self._admin("drop database if exists {} with (force)", name)
        self._admin("create database {} template {} strategy file_copy", name, original)
        try:
            yield self._server.url_of(name)
        finally:
            self._admin("drop database {} with (force)", name)

    def _exists(self, name: str) -> bool:
        return name in self._names()

    def _names(self) -> list[str]:
        with psycopg.connect(self.admin_url, autocommit=True) as connection:
            return [str(name) for (name,) in connection.execute("select datname from pg_database")]

    def _forget(self, clinics: int) -> None:
        for name in self._names():
            if name.startswith(f"clinics_{clinics}_"):
                self._admin("drop database {} with (force)", name)

    def _admin(self, statement: LiteralString, *names: str) -> None:
        with psycopg.connect(self.admin_url, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def _name_in(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


def _fingerprint() -> str:
    """Fingerprint of the migrations and seeders."""
    total = hashlib.sha256()
    folders = [
        Path(str(careops_server.core.database.__file__)).parent / "versions",
        Path(careops_server.demo.__file__).parent,
    ]
    for folder in folders:
        for file in sorted(folder.glob("*.py")):
            total.update(file.read_bytes())
    return total.hexdigest()[:10]
