"""Disposable PostgreSQL for tests: templates with the schema and with demo data, and fresh databases in milliseconds.

Its cluster is a copy of one that another process may have made already (`prepared`).

As a command it serves other test runners: ``python -m careops_server.testing.postgres`` prints the URL of a fresh
database with demo data, and stops when its stdin closes.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, Literal, Self

import psycopg
from psycopg import sql

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.migrate import migrate
from careops_server.core.embedded_postgres.credentials import SERVER
from careops_server.core.embedded_postgres.data_dir import choose
from careops_server.core.embedded_postgres.server import LocalPostgres
from careops_server.core.places.load import load_places
from careops_server.demo import create_demo_data
from careops_server.testing.cluster_cache import prepared

Template = Literal["empty", "careops_template", "world_template"]
BARE: Final[Template] = "empty"
"""Without migrations."""
EMPTY: Final[Template] = "careops_template"
"""Migrated, without rows."""
WORLD: Final[Template] = "world_template"
"""Migrated, with the demo data of seed 1."""

_FAST: Final = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "shared_buffers": "64MB",
    "autovacuum": "off",
    "max_wal_size": "256MB",
}
_SMALL: Final = {"min_wal_size": "32MB", "max_wal_size": "64MB"}
"""Settings of a cluster that will be copied, because its log would be copied as well."""
_IN_MEMORY: Final = Path("/dev/shm")  # noqa: S108 (folders of mkdtemp)
_SPACE: Final = 2 * 1024**3
"""Free bytes that are enough for the clusters of a test run, and for the other users of the memory."""


class TestPostgres:
    """One server per test process, with disposable data. Databases are clones of a template.

    ``ready`` is a template that exists from the start; the others are created when first used. A cluster that is
    ``to_be_copied`` stays small.
    """

    __test__ = False  # pytest: this is not a test case

    def __init__(self, ready: Template = EMPTY, *, to_be_copied: bool = False) -> None:
        self._ready = ready
        self._folder = Path(tempfile.mkdtemp(prefix="careops-test-", dir=_folder_in_memory()))
        self._data_dir = self._folder / "postgres"
        self._server = LocalPostgres(self._data_dir, settings=_FAST | (_SMALL if to_be_copied else {}))
        self._templates: set[Template] = set()

    def start(self) -> Self:
        """Start the server."""
        # Root runs the server as another user, who has to reach its data through this folder.
        self._folder.chmod(0o711)
        if self._ready != BARE:
            with prepared(self._ready, lambda place: _leave(self._ready, place)) as cluster:
                _copy(cluster, choose(self._data_dir).folder)
            self._templates = {EMPTY, self._ready}
        self._server.start()
        return self

    def stop(self) -> None:
        """Stop the server and remove everything."""
        self._server.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_database(self, template: Template = EMPTY) -> str:
        """Return the URL of a fresh clone of a template. The template is created when first used."""
        self._make(template)
        name = f"test_{secrets.token_hex(6)}"
        self._clone(name, "template0" if template == BARE else template)
        if template != BARE:  # grants on a database itself are not copied with it
            self._admin(sql.SQL("revoke temporary on database {} from public").format(sql.Identifier(name)))
        return self._server.url_of(name)

    def served(self, url: str) -> str:
        """Return the URL of a `new_database` for the server role, which owns nothing."""
        return self._server.url_of(_name(url), role=SERVER)

    def drop(self, url: str) -> None:
        """Drop a database of `new_database`, closing its connections."""
        self._admin(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(_name(url))))

    def leave(self, template: Template, place: Path) -> None:
        """Stop the server and leave a cluster with the template at ``place``."""
        self._make(template)
        self._server.stop()
        _copy(self._server.folder, place)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _make(self, template: Template) -> None:
        if template == BARE or template in self._templates:
            return
        url = self._server.url_of(template)
        if template == WORLD:
            self._make(EMPTY)
            self._clone(template, EMPTY)
            create_demo_data(url, size="demo")
            load_places(url)
        else:
            self._clone(template, "template0")
            migrate(url, server_role=SERVER)
        self._templates.add(template)

    def _clone(self, name: str, template: str) -> None:
        self._admin(
            sql.SQL("create database {} template {} strategy file_copy").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )

    def _admin(self, statement: sql.Composed) -> None:
        with psycopg.connect(driver_url(self._server.url_of("postgres")), autocommit=True) as connection:
            connection.execute(statement)


def _folder_in_memory() -> Path | None:
    """Return a file system in memory if there is one with enough space; None for the usual temporary folder.

    A database is hundreds of small files. On a disk that other processes write to, a copy takes up to a second.
    """
    has_space = _IN_MEMORY.is_dir() and shutil.disk_usage(_IN_MEMORY).free >= _SPACE
    return _IN_MEMORY if has_space and os.access(_IN_MEMORY, os.W_OK) else None


def _leave(template: Template, place: Path) -> None:
    with TestPostgres(EMPTY if template == WORLD else BARE, to_be_copied=True) as postgres:
        postgres.leave(template, place)


def _copy(cluster: Path, place: Path) -> None:
    """Copy a cluster with owners and permissions, which PostgreSQL checks, and far faster than `shutil`."""
    place.mkdir(mode=0o700, exist_ok=True)
    subprocess.run([shutil.which("cp") or "cp", "-a", f"{cluster}/.", place], check=True)


def _name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


def main() -> None:
    """Serve one database until stdin closes."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    arguments.add_argument("--template", choices=[EMPTY, WORLD], default=WORLD)
    chosen: Template = arguments.parse_args().template
    with TestPostgres(chosen) as postgres:
        print(postgres.new_database(chosen), flush=True)  # noqa: T201 (the command's result)
        sys.stdin.read()


if __name__ == "__main__":
    main()
