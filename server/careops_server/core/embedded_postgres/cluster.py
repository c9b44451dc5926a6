"""Creation of a PostgreSQL cluster and its database, with a locale that supports searches in Hindi and Punjabi."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql

from careops_server.core.embedded_postgres.binaries import PostgresError, clean_environment
from careops_server.core.embedded_postgres.credentials import OWNER, SETUP_LOCK, password_of
from careops_server.core.embedded_postgres.data_dir import Home
from careops_server.core.parent_death import die_with_parent

_BUILTIN_LOCALES_SINCE = 17
_MAKING: Final = "cluster.new"
"""Beginning of the name of a cluster that is not complete."""


def ensure_cluster(home: Home, *, durable: bool = True) -> None:
    """Create the cluster unless it exists. ``durable=False`` skips flushing it to disk, for tests.

    Raises ``PostgresError`` if it exists with another major version.
    """
    version_file = home.cluster / "PG_VERSION"
    major = home.binaries.major()
    if version_file.exists():
        made_by = version_file.read_text("ascii").strip()
        if made_by != str(major):
            raise PostgresError(
                f"The data in {home.folder} was made by PostgreSQL {made_by}, the programs found are version {major}. "
                f"Point CAREOPS_PG_BIN to version {made_by}, or move the data with pg_dump."
            )
        return
    for left in home.folder.glob(f"{_MAKING}*"):
        shutil.rmtree(left, ignore_errors=True)
    # A new name, because the initdb of a killed start may not have ended yet.
    making = Path(tempfile.mkdtemp(prefix=_MAKING, dir=home.folder))
    if home.account.uid is not None:
        os.chown(making, home.account.uid, home.account.gid or home.account.uid)
    words = [
        home.binaries.initdb,
        *("-D", making, "-U", OWNER, "--encoding=UTF8", *_locale(major)),
        *("--auth=scram-sha-256", "--auth-local=trust", "--no-instructions"),  # until its roles have passwords
        *(() if durable else ("--no-sync",)),
    ]
    done = subprocess.run(  # noqa: S603 (a program found by find_binaries)
        words,
        cwd=making,
        env=clean_environment(),
        user=home.account.uid,
        group=home.account.gid,
        extra_groups=None if home.account.uid is None else [],
        capture_output=True,
        text=True,
        preexec_fn=die_with_parent(signal.SIGKILL),
    )
    if done.returncode:
        raise PostgresError(f"initdb failed in {home.folder}:\n{done.stderr[-2000:]}")
    # Renamed when complete, so that a crash leaves nothing that looks like a cluster.
    making.rename(home.cluster)


def ensure_database(home: Home, socket_folder: Path, port: int, name: str) -> None:
    """Create the database unless it exists, and check that trigrams support more than ASCII."""
    with _connect(home, socket_folder, port, "postgres") as connection:
        connection.execute("select pg_advisory_lock(%s)", [SETUP_LOCK])
        existing_database = connection.execute("select 1 from pg_database where datname = %s", [name]).fetchone()
        if existing_database is None:
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
    with _connect(home, socket_folder, port, name) as connection:
        _prove_trigrams(connection)


def _connect(home: Home, socket_folder: Path, port: int, name: str) -> psycopg.Connection[tuple[object, ...]]:
    password = password_of(home, OWNER)
    return psycopg.connect(
        host=str(socket_folder), port=port, user=OWNER, password=password, dbname=name, autocommit=True
    )


def _prove_trigrams(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    if not connection.execute("select 1 from pg_available_extensions where name = 'pg_trgm'").fetchone():
        return
    with connection.transaction(force_rollback=True):
        connection.execute("set local client_min_messages = warning")
        connection.execute("create extension if not exists pg_trgm")
        row = connection.execute("select show_trgm('राम') <> '{}'").fetchone()
    if row != (True,):
        raise PostgresError("This PostgreSQL's locale knows ASCII only, so Hindi and Punjabi cannot be searched.")


def _locale(major: int) -> tuple[str, ...]:
    # Explicit, because without LANG (cron, CI) initdb would choose "C", whose letters are ASCII only.
    library = "C.UTF-8" if sys.platform == "linux" else "en_US.UTF-8"
    if major >= _BUILTIN_LOCALES_SINCE:
        return ("--locale-provider=builtin", "--builtin-locale=C.UTF-8", f"--locale={library}")
    return (f"--locale={library}",)
