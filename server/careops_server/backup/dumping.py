"""PostgreSQL's own programs: a dump of one moment, and a database made of it again."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from careops_server.backup.archive import PIECE, BackupError
from careops_server.database.addresses import driver_url
from careops_server.database.orphans import ending_with_owner
from careops_server.database.postgres_binaries import clean_environment, find_binaries

_SHOWN: Final = 2000


def dump(url: str, snapshot: str) -> Iterator[bytes]:
    """The database at that moment, piece by piece. Raises ``BackupError``."""
    # Compressed lightly: most of it is text, and a backup should not take the machine from those who work.
    words = ["--format=custom", "--compress=1", "--no-owner", "--no-acl", f"--snapshot={snapshot}"]
    process = _start("pg_dump", url, words)
    assert process.stdout is not None  # noqa: S101 (asked for below)
    try:
        while piece := process.stdout.read(PIECE):
            yield piece
        said = process.stderr.read() if process.stderr else b""
        if process.wait():
            raise BackupError(f"pg_dump failed: {_words(said)}")
    finally:
        process.kill()
        process.communicate()


def load(url: str, file: Path) -> None:
    """Make the dump's tables in an empty database: all, or none when it is stopped on the way."""
    process = _start(
        "pg_restore", url, ["--no-owner", "--no-acl", "--single-transaction", "--exit-on-error", str(file)]
    )
    _, said = process.communicate()
    if process.returncode:
        raise BackupError(f"pg_restore failed: {_words(said)}")


def _start(program: str, url: str, words: Sequence[str]) -> subprocess.Popen[bytes]:
    path = find_binaries().folder / program
    if not path.is_file():
        raise BackupError(f"{program} is missing in {path.parent}: install PostgreSQL's client programs")
    where = conninfo_to_dict(driver_url(url))
    password = where.pop("password", None)
    # By the environment: everybody on the machine may read a command's arguments.
    environment = {**clean_environment(), **({"PGPASSWORD": str(password)} if password else {})}
    return subprocess.Popen(  # noqa: S603 (a program found by find_binaries)
        [path, f"--dbname={make_conninfo('', **where)}", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=os.sep,
        # A pg_restore whose owner was killed would fill the database to its end, and nobody would bring it up to date.
        preexec_fn=ending_with_owner(signal.SIGTERM),
    )


def _words(said: bytes) -> str:
    return " ".join(said.decode("utf-8", "replace").split())[-_SHOWN:]
