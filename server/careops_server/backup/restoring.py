"""Proving a backup by bringing it back in a place of its own, and bringing one back for good."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

import psycopg

from careops.seals import Head
from careops_server.audit import terminal
from careops_server.audit.heads import Heads
from careops_server.backup import queries
from careops_server.backup.archive import BackupError, Label, label_of, pieces
from careops_server.backup.dumping import load
from careops_server.backup.making import BESIDE, CONTENTS, DUMP
from careops_server.backup.queries import Contents
from careops_server.database.addresses import driver_url
from careops_server.database.local_postgres import LocalPostgres
from careops_server.database.migrate import migrate
from careops_server.database.roles import renew
from careops_server.settings import Settings

_FAST: Final = {"fsync": "off", "full_page_writes": "off", "autovacuum": "off"}
"""For a database that is thrown away."""
KEPT_AS: Final = ".before-restore"
_PREFIX: Final = "careops-restore-"
_LOCK: Final = "lock"
"""Held as long as somebody works in a scratch folder."""


@dataclass(frozen=True)
class Proven:
    """A backup that was brought back, and what was compared."""

    label: Label
    tables: int
    rows: int
    seals: int
    """Of the audit trail, every one checked."""
    faults: list[str]
    """What is not as it was; empty when all is."""


@dataclass(frozen=True)
class Restored:
    """A backup that is the installation now."""

    label: Label
    rows: int
    replaced: list[str]
    """Files of the data folder that were there and differed; they are kept under another name."""
    gone_back: str
    """How far this machine knows the trail had come, where that is further than the backup; else empty."""


@dataclass(frozen=True)
class _Unpacked:
    contents: Contents
    dump: Path
    beside: Path


def verify(settings: Settings, path: Path, key: bytes, *, scratch: Path | None = None) -> Proven:
    """Bring a backup back in a scratch folder, count, and check the audit trail from its first seal to its last.

    Raises ``BackupError`` when it cannot be read at all.
    """
    with _scratch(scratch) as folder, _unpacked(path, key, folder) as found:
        with LocalPostgres(folder / "postgres", settings=_FAST) as postgres:
            load(postgres.url, found.dump)
            with psycopg.connect(driver_url(postgres.url)) as connection:
                there = queries.contents(connection)
            faults = differences(found.contents, there)
            # As they lie in the backup: whoever proves it may be another machine.
            own = Settings.model_validate({**settings.model_dump(), "data_dir": found.beside})
            report = terminal.check(own, postgres.url, _head(found.contents.head))
            faults += [f"audit trail: {finding.fault} at seal {finding.seal:,}" for finding in report.findings]
    return Proven(label_of(path), len(there.rows), sum(there.rows.values()), report.seals, faults)


def restore(
    settings: Settings,
    url: str,
    path: Path,
    key: bytes,
    *,
    server_role: str | None = None,
    scratch: Path | None = None,
) -> Restored:
    """Make the backup this installation: its tables in the empty database at ``url``, its files in the data folder.

    All tables come or none; stopped on the way, it can be begun again. Then the tables are brought to the newest
    version. Raises ``BackupError``, when the database is not empty too.
    """
    with psycopg.connect(driver_url(url)) as connection:
        if not queries.is_empty(connection):
            raise BackupError("The database is not empty: a backup is brought back into an empty one only")
    with _scratch(scratch) as folder, _unpacked(path, key, folder) as found:
        replaced = _put_back(found.beside, settings.data_dir)
        load(url, found.dump)
        with psycopg.connect(driver_url(url)) as connection:
            there = queries.contents(connection)
        if faults := differences(found.contents, there):
            raise BackupError(f"What came back is not what was kept: {'; '.join(faults)}")
    migrate(url, server_role=server_role)
    renew(url)
    label = label_of(path)
    heads = Heads(settings)
    known, now = heads.last(), _head(there.head)
    gone_back = str(known) if known is not None and (now is None or known.number > now.number) else ""
    if now is not None and not gone_back:
        heads.put(now)
    terminal.note(url, "backup.restore", f"Restored the backup of {label.made_at}, whose trail ends at {label.head}")
    return Restored(label, sum(there.rows.values()), replaced, gone_back)


def differences(kept: Contents, there: Contents) -> list[str]:
    """What is not the same on both sides, in words."""
    faults = [
        f"{name}: {kept.rows.get(name, 0):,} rows were kept, {there.rows.get(name, 0):,} came back"
        for name in sorted(kept.rows.keys() | there.rows.keys())
        if kept.rows.get(name) != there.rows.get(name)
    ]
    for what, one, other in (("revision", kept.revision, there.revision), ("head", kept.head, there.head)):
        if one != other:
            faults.append(f"{what}: {one or 'none'} was kept, {other or 'none'} came back")
    return faults


@contextmanager
def _unpacked(path: Path, key: bytes, folder: Path) -> Iterator[_Unpacked]:
    """The backup's files below ``folder``, the whole of them, or ``BackupError``."""
    files = folder / "files"
    files.mkdir(mode=0o700)
    (files / BESIDE).mkdir(mode=0o700)
    name, file = "", None
    try:
        for owner, piece in pieces(path, key):
            if owner != name or file is None:
                if file is not None:
                    file.close()
                target = files / _safe(owner)
                target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                name, file = owner, os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
            file.write(piece)
    finally:
        if file is not None:
            file.close()
    try:
        said: dict[str, Any] = json.loads((files / CONTENTS).read_bytes())
        contents = Contents(**said)
    except (OSError, ValueError, TypeError):
        raise BackupError(f"{path} does not say what it holds") from None
    yield _Unpacked(contents, files / DUMP, files / BESIDE)


def _put_back(beside: Path, data_dir: Path) -> list[str]:
    """Copy the files into the data folder; those that were there and differ are kept under another name."""
    replaced = []
    for source in sorted(path for path in beside.rglob("*") if path.is_file()):
        name = source.relative_to(beside)
        target = data_dir / name
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if target.exists() and target.read_bytes() != source.read_bytes():
            target.replace(target.with_name(f"{target.name}{KEPT_AS}"))
            replaced.append(name.as_posix())
        fresh = target.with_name(f"{target.name}.new")
        shutil.copyfile(source, fresh)
        fresh.chmod(0o600)
        fresh.replace(target)
    return replaced


@contextmanager
def _scratch(wanted: Path | None) -> Iterator[Path]:
    where = Path(wanted or tempfile.gettempdir())
    _sweep(where)
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=where))
    folder.chmod(0o711)  # root hands PostgreSQL to another user, who has to reach its data through it
    with (folder / _LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _sweep(where: Path) -> None:
    """Remove what was unpacked, and so can be read, by those of us who were killed before they could."""
    for folder in where.glob(f"{_PREFIX}*"):
        with suppress(OSError), (folder / _LOCK).open("r+") as lock:  # somebody else's, or one that is just begun
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)


def _safe(name: str) -> str:
    path = PurePosixPath(name)
    if not name or path.is_absolute() or ".." in path.parts:
        raise BackupError(f"The backup holds a file that belongs nowhere: {name}")
    return path.as_posix()


def _head(written: str) -> Head | None:
    return Head.parse(written) if written else None
