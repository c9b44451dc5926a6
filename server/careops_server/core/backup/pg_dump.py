"""PostgreSQL's pg_dump, pg_restore and psql as streams."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from careops_server.core.backup.archive import PIECE, BackupError
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.embedded_postgres.binaries import clean_environment, find_binaries
from careops_server.core.parent_death import die_with_parent

_SHOWN: Final = 2000
_SETTING: Final = re.compile(rb"SET (\w+) = ")
_HEAD: Final = (b"--", b"SET ", b"SELECT pg_catalog.set_config(", b"\\restrict ", b"\n")
"""Beginnings of the lines before the first object of a dump."""


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

    ``pg_restore`` converts the dump to SQL, and ``psql`` executes it in one transaction, which is committed after the
    whole dump was converted. ``pg_restore`` alone sets parameters that older servers refuse (decision 740).

    Raises ``BackupError`` if one of the programs fails. If ``pieces`` raises, both are killed and no table stays.
    """
    with psycopg.connect(driver_url(url)) as connection:
        setting_names = {str(name).encode() for (name,) in connection.execute("select name from pg_settings")}
    to_sql = ["--no-owner", "--no-acl", "--file=-"]
    execute = ["--no-psqlrc", "--no-password", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-"]
    with ExitStack() as stack:
        converter = _start("pg_restore", None, to_sql, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        stack.callback(_close, converter)
        client = _start("psql", url, execute, stdin=subprocess.PIPE)
        stack.callback(_close, client)
        copying = stack.enter_context(ThreadPoolExecutor(1)).submit(_copy_sql, converter, client, setting_names)
        stack.callback(converter.kill)
        stack.callback(client.kill)
        _write(converter, pieces)
        if not copying.result():
            raise BackupError(_failure(client, "psql"))
        if converter.wait():
            raise BackupError(_failure(converter, "pg_restore"))
        _write(client, [b"commit;\n"])
        if client.wait():
            raise BackupError(_failure(client, "psql"))


def _copy_sql(
    converter: subprocess.Popen[bytes], client: subprocess.Popen[bytes], setting_names: Collection[bytes]
) -> bool:
    """Copy SQL between the programs, without the parameters at its head that the server does not know.

    Return False if ``client`` ended before the end of the SQL.
    """
    assert converter.stdout is not None  # noqa: S101 (requested in load)
    assert client.stdin is not None  # noqa: S101 (requested in load)
    try:
        client.stdin.write(b"begin;\n")
        for line in converter.stdout:
            setting = _SETTING.match(line)
            if setting is None or setting[1] in setting_names:
                client.stdin.write(line)
            if not line.startswith(_HEAD):
                break
        while piece := converter.stdout.read(PIECE):
            client.stdin.write(piece)
        client.stdin.flush()
    except BrokenPipeError:
        converter.kill()  # so that its writer does not wait
        return False
    return True


def _write(process: subprocess.Popen[bytes], pieces: Iterable[bytes]) -> None:
    """Write all pieces to a program, and end its input. A program that has ended reports its reason elsewhere."""
    assert process.stdin is not None  # noqa: S101 (requested in load)
    with suppress(BrokenPipeError):
        for piece in pieces:
            process.stdin.write(piece)
        process.stdin.close()


def _failure(process: subprocess.Popen[bytes], program: str) -> str:
    assert process.stderr is not None  # noqa: S101 (requested in _start)
    return f"{program} failed: {_words(process.stderr.read())}"


def _close(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()
    process.wait()


def _start(
    program: str,
    url: str | None,
    words: Sequence[str],
    *,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    path = find_binaries().folder / program
    if not path.is_file():
        raise BackupError(f"{program} is missing in {path.parent}: install PostgreSQL's client programs")
    where = conninfo_to_dict(driver_url(url)) if url else {}
    password = where.pop("password", None)
    address = [f"--dbname={make_conninfo('', **where)}"] if url else []
    # In the environment, because all users of the machine can read a command's arguments.
    environment = {**clean_environment(), **({"PGPASSWORD": str(password)} if password else {})}
    return subprocess.Popen(  # noqa: S603 (a program found by find_binaries)
        [path, *address, *words],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=os.sep,
        # An orphaned program would work on although nobody uses its result.
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
