"""PostgreSQL's pg_dump and pg_restore as streams."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from careops_server.core.backup.archive import PIECE, BackupError
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.embedded_postgres.binaries import clean_environment, find_binaries
from careops_server.core.parent_death import die_with_parent

_SHOWN: Final = 2000


def dump(url: str, snapshot: str) -> Iterator[bytes]:
    """Yield the dump of a snapshot in pieces. Raises ``BackupError``."""
    # Lightly compressed: most of it is text, and a backup should leave the processor to requests.
    words = ["--format=custom", "--compress=1", "--no-owner", "--no-acl", f"--snapshot={snapshot}"]
    process = _start("pg_dump", url, words, stdout=subprocess.PIPE)
    assert process.stdout is not None  # noqa: S101 (requested below)
    try:
        while piece := process.stdout.read(PIECE):
            yield piece
        output = process.stderr.read() if process.stderr else b""
        if process.wait():
            raise BackupError(f"pg_dump failed: {_reason(output)}")
    finally:
        process.kill()
        process.communicate()


def load(url: str, pieces: Iterable[bytes]) -> None:
    """Restore a dump into an empty database: all tables or none. The dump is streamed, never written to a file.

    Raises ``BackupError`` if ``pg_restore`` fails. If ``pieces`` raises, ``pg_restore`` is killed and no table stays.
    """
    words = ["--no-owner", "--no-acl", "--single-transaction", "--exit-on-error"]
    process = _start("pg_restore", url, words, stdin=subprocess.PIPE)
    assert process.stdin is not None  # noqa: S101 (requested above)
    assert process.stderr is not None  # noqa: S101 (requested in _start)
    try:
        with suppress(BrokenPipeError):  # it has ended, and its reason is read below
            for piece in pieces:
                process.stdin.write(piece)
            process.stdin.close()
        output = process.stderr.read()
        if process.wait():
            raise BackupError(f"pg_restore failed: {_words(output)}")
    except BaseException:
        process.kill()  # before its input ends, or it would take the part it has for the whole dump
        raise
    finally:
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.stderr.close()
        process.wait()


def _start(
    program: str,
    url: str,
    words: Sequence[str],
    *,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    path = find_binaries().folder / program
    if not path.is_file():
        raise BackupError(f"{program} is missing in {path.parent}: install PostgreSQL's client programs")
    where = conninfo_to_dict(driver_url(url))
    password = where.pop("password", None)
    # In the environment, because all users of the machine can read a command's arguments.
    environment = {**clean_environment(), **({"PGPASSWORD": str(password)} if password else {})}
    return subprocess.Popen(  # noqa: S603 (a program found by find_binaries)
        [path, f"--dbname={make_conninfo('', **where)}", *words],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=os.sep,
        # An orphaned pg_restore would fill the database to its end, and the migration after it would not run.
        preexec_fn=die_with_parent(signal.SIGTERM),
    )


def _reason(output: bytes) -> str:
    """Return why pg_dump failed. Without the rights of the owner it lists every table it could not lock."""
    if b"permission denied" in output:
        return (
            "the database's role may not read every table. Set CAREOPS_DATABASE_OWNER_URL to the address of the role "
            "that owns the tables"
        )
    return _words(output)


def _words(output: bytes) -> str:
    return " ".join(output.decode("utf-8", "replace").split())[-_SHOWN:]
