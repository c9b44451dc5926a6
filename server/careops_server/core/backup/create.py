"""Creation of backups: a snapshot of the database, and the files of the data folder."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import psycopg

from careops import __version__
from careops_server.core.backup import queries
from careops_server.core.backup.archive import PIECE, ArchiveWriter, BackupError, Label, label_of
from careops_server.core.backup.pg_dump import dump
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.server_version import check_version

SUFFIX: Final = ".backup"
CONTENTS: Final = "contents.json"
DUMP: Final = "database.dump"
BESIDE: Final = "beside/"
"""Prefix of files from the data folder."""
LEFT_OUT: Final = frozenset({"postgres", "metrics", "spool", "audit-head"})
"""The database is dumped instead, metrics and partial uploads have no value, and the checkpoint comes from the
database.
"""


@dataclass(frozen=True)
class BackupFile:
    """A backup in a folder."""

    path: Path
    size: int
    label: Label


def create(settings: Settings, url: str, folder: Path, key: bytes) -> BackupFile:
    """Create a backup in ``folder``. It has a temporary name until it is complete; partial files of earlier runs are
    removed.

    ``url`` is the owner's. Requests continue to work under the additional load. Raises ``BackupError``,
    ``UnsupportedPostgresError``.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with alone(folder), psycopg.connect(driver_url(url)) as connection:
        check_version(connection.info.server_version)
        for left in folder.glob(f"*{SUFFIX}.partial"):
            left.unlink()
        snapshot = queries.export_snapshot(connection)
        contents = replace(queries.contents(connection), bucket=settings.s3_bucket or "")
        if not contents.revision:
            raise BackupError("There is nothing to keep: the database is empty")
        made_at = datetime.now(UTC)
        label = Label(made_at.isoformat(timespec="seconds"), contents.revision, contents.head, __version__)
        path = _free(folder, made_at)
        partial = path.with_name(f"{path.name}.partial")
        try:
            with partial.open("xb") as file:
                partial.chmod(0o600)
                writer = ArchiveWriter(file, key, label)
                writer.begin(CONTENTS)
                writer.write(json.dumps(asdict(contents)).encode())
                for name in extra_files(settings.data_dir, without=folder):
                    writer.begin(f"{BESIDE}{name}")
                    _copy(settings.data_dir / name, writer)
                writer.begin(DUMP)
                for piece in dump(url, snapshot):
                    writer.write(piece)
                writer.finish()
            partial.replace(path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
    return BackupFile(path, path.stat().st_size, label)


def list_backups(folder: Path) -> list[BackupFile]:
    """Return the backups of a folder, newest first."""
    backups = [BackupFile(path, path.stat().st_size, label_of(path)) for path in folder.glob(f"*{SUFFIX}")]
    # Of several backups in one second, later ones have a higher number in their names.
    return sorted(backups, key=lambda each: (each.label.made_at, len(each.path.stem), each.path.stem), reverse=True)


def extra_files(data_dir: Path, *, without: Path) -> list[str]:
    """Return the relative names of the data folder's files that belong to a backup, without the backups themselves."""
    paths = (path for path in sorted(data_dir.rglob("*")) if path.is_file() and not path.is_symlink())
    backups = without.resolve()
    names = (path.relative_to(data_dir) for path in paths if not path.resolve().is_relative_to(backups))
    return [name.as_posix() for name in names if name.parts[0] not in LEFT_OUT and not name.name.endswith(".new")]


def _copy(path: Path, writer: ArchiveWriter) -> None:
    try:
        with path.open("rb") as file:
            while piece := file.read(PIECE):
                writer.write(piece)
    except FileNotFoundError:
        pass  # removed since the folder was listed


def _free(folder: Path, moment: datetime) -> Path:
    name = f"careops-{moment:%Y%m%dT%H%M%SZ}"
    numbers = (f"-{number}" if number > 1 else "" for number in range(1, 1000))
    return next(path for number in numbers if not (path := folder / f"{name}{number}{SUFFIX}").exists())


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the folder's lock. Raises ``BackupError`` if another process has it."""
    with (folder / ".lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BackupError(f"Another backup is being made, or removed, in {folder}") from None
        yield
