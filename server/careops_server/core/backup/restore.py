"""Verify a backup by restoring it into a scratch database, and restore one for good.

A backup is read twice: first to check all of it, then as a stream into PostgreSQL and the data folder. Its plain text
is never written anywhere else (decision 370).
"""

from __future__ import annotations

import filecmp
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path, PurePosixPath
from secrets import token_urlsafe
from typing import Any, Final

import psycopg

from careops.audit_chain.seals import Checkpoint
from careops_server.core.audit import admin
from careops_server.core.audit.checkpoints import CheckpointStore
from careops_server.core.audit.signing_keys import KEY_FILE, PREVIOUS_FILE, ROOT_FILE, root_key
from careops_server.core.backup import queries
from careops_server.core.backup.archive import PIECE, BackupError, Label, label_of, pieces
from careops_server.core.backup.create import BESIDE, CONTENTS, DUMP
from careops_server.core.backup.pg_dump import load
from careops_server.core.backup.queries import Contents
from careops_server.core.backup.retention import save_proof
from careops_server.core.backup.scratch import scratch_folder
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.migrate import migrate
from careops_server.core.database.roles import renew
from careops_server.core.database.server_version import check_version
from careops_server.core.embedded_postgres.data_dir import choose
from careops_server.core.embedded_postgres.server import LocalPostgres

_FAST: Final = {"fsync": "off", "full_page_writes": "off", "autovacuum": "off"}
"""Settings of a temporary database."""
KEPT_AS: Final = ".before-restore"
_WRITTEN: Final = ".restore.new"
"""Suffix of a file during the restore. Backups leave out names that end in ``.new``."""
_UNFINISHED: Final = "restore.new"
"""File of the data folder that names the backup of a restore that has begun. Backups leave it out."""
_KEYS: Final = frozenset({"secret", KEY_FILE, PREVIOUS_FILE, ROOT_FILE})


@dataclass(frozen=True)
class VerifiedBackup:
    """Result of verifying a backup."""

    label: Label
    tables: int
    rows: int
    seals: int
    """Verified seals of the audit log."""
    faults: list[str]
    """Differences; empty if there are none."""
    bucket: str
    """The S3 bucket whose files are not in the backup; else empty."""
    postgres: int
    """Major version of the PostgreSQL that it was restored into."""


@dataclass(frozen=True)
class Restored:
    """Result of restoring a backup."""

    label: Label
    rows: int
    replaced: list[str]
    """Files of the data folder that existed and differed; they are kept under another name."""
    gone_back: str
    """Checkpoint of this machine if it is later than the backup's; else empty."""
    bucket: str
    """The S3 bucket whose files are not in the backup; else empty."""


@dataclass(frozen=True)
class _Checked:
    contents: Contents
    keys: dict[str, bytes]
    """Keys for verifying the audit log."""


def verify(settings: Settings, path: Path, key: bytes, *, scratch: Path | None = None) -> VerifiedBackup:
    """Restore a backup into a scratch folder, compare row counts, and verify the audit log from its first seal to its
    last.

    Only the scratch database is written to disk; it is removed at the end, even if this process is killed. A proof is
    saved beside the backup, for ``prune``. Raises ``BackupError`` if the backup cannot be read at all.
    """
    checked = _checked(path, key)
    with scratch_folder(scratch) as place:
        home = place.folder / "postgres"
        place.add(choose(home).folder)  # root's may be elsewhere
        with LocalPostgres(home, settings=_FAST) as postgres:
            load(postgres.url, _dump(path, key))
            with psycopg.connect(driver_url(postgres.url)) as connection:
                restored = queries.contents(connection)
                major = connection.info.server_version // 10_000
            faults = compare(checked.contents, restored)
            # With the backup's keys, because another machine may verify it.
            own = _own_settings(settings, checked.keys, place.folder / "data")
            report = admin.check(own, postgres.url, _head(checked.contents.head))
            faults += [f"audit trail: {finding.fault} at seal {finding.seal:,}" for finding in report.findings]
    if not faults:
        save_proof(path)
    return VerifiedBackup(
        label_of(path),
        len(restored.rows),
        sum(restored.rows.values()),
        report.seals,
        faults,
        checked.contents.bucket,
        major,
    )


def restore(settings: Settings, url: str, path: Path, key: bytes, *, server_role: str | None = None) -> Restored:
    """Restore a backup into this installation: its tables into the empty database at ``url``, its files into the data
    folder.

    Either all tables are restored or none, so an interrupted restore can be repeated. Then the schema is migrated to
    the newest revision. A restore that was interrupted after its tables came back is completed. Raises ``BackupError``,
    also if the database is not empty for another reason, and ``UnsupportedPostgresError``.
    """
    with psycopg.connect(driver_url(url)) as connection:
        check_version(connection.info.server_version)
        is_empty = queries.is_empty(connection)
    label, unfinished = label_of(path), settings.data_dir / _UNFINISHED
    with path.open("rb") as file:
        mark = hashlib.sha256(file.read(PIECE)).hexdigest()  # no two backups are encrypted alike
    if not is_empty and not (unfinished.is_file() and unfinished.read_text("ascii") == mark):
        raise BackupError("The database is not empty: a backup can only be restored into an empty one")
    checked = _checked(path, key)
    replaced = _put_back(_beside(path, key), settings.data_dir)
    if is_empty:
        settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished.write_text(mark, "ascii")
        load(url, _dump(path, key))
    with psycopg.connect(driver_url(url)) as connection:
        restored = queries.contents(connection)
    if is_empty and (faults := compare(checked.contents, restored)):
        unfinished.unlink()  # nothing completes it
        raise BackupError(f"The restored data differs from the backup: {'; '.join(faults)}")
    migrate(url, server_role=server_role)
    renew(url)
    heads = CheckpointStore(settings)
    latest_checkpoint, now = heads.latest(), _head(restored.head)
    gone_back = (
        str(latest_checkpoint)
        if latest_checkpoint is not None and (now is None or latest_checkpoint.number > now.number)
        else ""
    )
    if now is not None and not gone_back:
        heads.overwrite(now)
    admin.add_terminal_event(
        url, "backup.restore", f"Restored the backup of {label.made_at}, whose trail ends at {label.head}"
    )
    unfinished.unlink()
    return Restored(label, sum(restored.rows.values()), replaced, gone_back, checked.contents.bucket)


def compare(expected: Contents, actual: Contents) -> list[str]:
    """Return the differences between two contents in words."""
    faults = [
        f"{name}: {expected.rows.get(name, 0):,} rows were kept, {actual.rows.get(name, 0):,} came back"
        for name in sorted(expected.rows.keys() | actual.rows.keys())
        if expected.rows.get(name) != actual.rows.get(name)
    ]
    for what, expected_value, other in (
        ("revision", expected.revision, actual.revision),
        ("head", expected.head, actual.head),
    ):
        if expected_value != other:
            faults.append(f"{what}: {expected_value or 'none'} was kept, {other or 'none'} came back")
    return faults


def _checked(path: Path, key: bytes) -> _Checked:
    """Read the whole backup, so that a truncated or changed one is not used. Raises ``BackupError``."""
    members: dict[str, bytes] = {}
    for name, file in _files(path, key):
        _safe(name)
        if name == CONTENTS or name.removeprefix(BESIDE) in _KEYS:
            members[name.removeprefix(BESIDE)] = b"".join(file)
        else:
            for _ in file:
                pass  # decrypting it is the check
    try:
        stored: dict[str, Any] = json.loads(members.pop(CONTENTS))
        contents = Contents(**stored)
    except (KeyError, ValueError, TypeError):
        raise BackupError(f"{path} has no table of contents") from None
    return _Checked(contents, members)


def _files(path: Path, key: bytes) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Return each file of a backup with its bytes, decrypted as they are read."""
    for name, pieces_of_file in groupby(pieces(path, key), key=itemgetter(0)):
        yield name, (piece for _, piece in pieces_of_file)


def _dump(path: Path, key: bytes) -> Iterator[bytes]:
    for name, file in _files(path, key):
        if name == DUMP:
            yield from file


def _beside(path: Path, key: bytes) -> Iterator[tuple[PurePosixPath, Iterator[bytes]]]:
    for name, file in _files(path, key):
        if name.startswith(BESIDE):
            yield PurePosixPath(_safe(name)).relative_to(BESIDE), file


def _own_settings(settings: Settings, keys: Mapping[str, bytes], folder: Path) -> Settings:
    """Return settings with the backup's keys. They stay in memory; ``folder`` stays empty."""
    own: dict[str, Any] = {**settings.model_dump(), "data_dir": folder}
    if settings.secret is None:
        secret = keys.get("secret")
        # Without a secret in the backup, no seal depends on it. A random one keeps the settings from creating a file.
        own["secret"] = secret.decode("ascii").strip() if secret else token_urlsafe(48)
    own["audit_public_key"] = settings.audit_public_key or root_key(keys)
    return Settings.model_validate(own)


def _put_back(files: Iterable[tuple[PurePosixPath, Iterator[bytes]]], data_dir: Path) -> list[str]:
    """Write the files into the data folder; those that were there and differ are kept under another name.

    Each is written beside its target first. Files left by a killed run are removed.
    """
    for left in data_dir.rglob(f"*{_WRITTEN}"):
        left.unlink()
    replaced = []
    for name, file in files:
        target = data_dir / name
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = target.with_name(f"{target.name}{_WRITTEN}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as written:
            written.writelines(file)
        if target.exists() and not filecmp.cmp(target, fresh, shallow=False):
            target.replace(target.with_name(f"{target.name}{KEPT_AS}"))
            replaced.append(name.as_posix())
        fresh.replace(target)
    return replaced


def _safe(name: str) -> str:
    path = PurePosixPath(name)
    if not name or path.is_absolute() or ".." in path.parts:
        raise BackupError(f"The backup holds a file that belongs nowhere: {name}")
    return path.as_posix()


def _head(written: str) -> Checkpoint | None:
    return Checkpoint.parse(written) if written else None
