"""``careops backup``: verified backups of this installation."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.resource_names import Noun
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import FAILED, OK, USAGE, CliError, print_message
from careops_cli.framework.prompts import Yes, confirm
from careops_cli.output.results import ROWS, Record, Table, field_columns

if TYPE_CHECKING:
    from careops_server.core.backup.create import BackupFile
    from careops_server.core.configuration.settings import Settings

app = Area("Create, verify and restore backups of this installation.")
COLUMNS = ("file", "made_at", "verified_at", "size", "revision", "head")
BACKUPS = Noun("backup", "backups")

Folder = Annotated[Path | None, typer.Option("--in", metavar="FOLDER", help="Folder of backups (CAREOPS_BACKUP_DIR).")]
KeyFile = Annotated[
    Path | None, typer.Option("--key-file", metavar="FILE", help="File with the key (CAREOPS_BACKUP_KEY).")
]
Scratch = Annotated[
    Path | None, typer.Option("--scratch", metavar="FOLDER", help="Folder for the scratch database; /tmp otherwise.")
]
Backup = Annotated[Path, typer.Argument(metavar="FILE", help="Backup file.")]


@app.verb("key", examples=["careops backup key /etc/careops/backup.key"], columns=("file",))
def key(file: Annotated[Path, typer.Argument(metavar="FILE", help="File to create.")]) -> Record:
    """Create an encryption key for backups, in a file that only you can read.

    Keep a copy away from this machine and the backups: without it they cannot be restored.
    """
    from careops_server.core.backup.archive import new_key

    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise CliError(f"{file} exists: a key that is in use is never replaced", code=USAGE) from None
    except OSError as error:
        raise CliError(f"{file} cannot be written: {error.strerror}", code=USAGE) from None
    with os.fdopen(handle, "w") as key_file:
        key_file.write(f"{new_key()}\n")
    return Record({"file": str(file)}, sentence=f"The key is in {file}. Keep a copy of it elsewhere.")


@app.verb(
    "create",
    examples=[
        "careops backup create --in /mnt/backups --key-file /etc/careops/backup.key",
        "careops backup create --verify",
    ],
    columns=COLUMNS,
)
def create(
    folder: Folder = None,
    key_file: KeyFile = None,
    verify: Annotated[bool, typer.Option("--verify", help="Verify the new backup, like `backup verify`.")] = False,
    scratch: Scratch = None,
) -> Record:
    """Create an encrypted backup: all tables at one point in time, and the files of the data folder.

    Uploaded files in an S3 bucket are not in it.

    The server continues to work. An interrupted backup is never listed, and the next one removes it.
    """
    from careops_cli.local_installation import existing_database, settings
    from careops_server.core.backup.create import create as make

    chosen = settings()
    where = _folder(folder, chosen)
    secret = _key(key_file, chosen)
    with existing_database(chosen) as url, _explained():
        backup = make(chosen, url, where, secret)
    if not verify:
        _warn_of_bucket(chosen.s3_bucket)
    sentence = f"{backup.path} holds everything as it was at {backup.label.made_at}."
    if not verify:
        return Record(_to_item(backup), sentence=sentence)
    proof = _prove(chosen, backup.path, secret, scratch)
    return Record(_to_item(backup), sentence=f"{sentence} {proof.sentence}", exit_code=proof.exit_code)


@app.verb("list", examples=["careops backup list --in /mnt/backups", "careops backup list --json"], columns=COLUMNS)
def list_backups(folder: Folder = None) -> Table:
    """List the backups of a folder, newest first. Needs no key. `backup verify` checks if they are complete."""
    from careops_cli.local_installation import settings
    from careops_server.core.backup.create import list_backups

    with _explained():
        backups = [_to_item(each) for each in list_backups(_folder(folder, settings()))]
    return Table(backups, field_columns(*COLUMNS), noun=BACKUPS)


@app.verb(
    "verify",
    examples=["careops backup verify /mnt/backups/careops-20261122T120000Z.backup"],
    columns=("file", "postgres", "tables", "rows", "seals", "faults"),
)
def verify(file: Backup, key_file: KeyFile = None, scratch: Scratch = None) -> Record:
    """Verify a backup: restore it into a scratch PostgreSQL, count the rows of every table, and verify the audit trail
    from the first seal to the last.

    The result names the version of the scratch PostgreSQL, which may differ from that of your database.
    Exit code 1 if anything differs. This installation is not touched.
    """
    from careops_cli.local_installation import settings

    chosen = settings()
    return _prove(chosen, file, _key(key_file, chosen), scratch)


@app.verb(
    "prune",
    examples=[
        "careops backup prune --dry-run",
        "careops backup prune --in /mnt/backups --keep-daily 7 --keep-weekly 4 --keep-monthly 12 --yes",
    ],
    columns=("file", "made_at", "verified_at", "action", "reasons"),
)
def prune(
    folder: Folder = None,
    keep_daily: Annotated[int, typer.Option(min=0, metavar="N", help="Keep one backup for each of N days.")] = 7,
    keep_weekly: Annotated[int, typer.Option(min=0, metavar="N", help="Keep one backup for each of N weeks.")] = 4,
    keep_monthly: Annotated[int, typer.Option(min=0, metavar="N", help="Keep one backup for each of N months.")] = 12,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be removed.")] = False,
    yes: Yes = False,
) -> Table:
    """Remove old backups: all but one a day, a week and a month.

    Prefers verified backups over later unverified ones. Never removes the newest backup or the newest verified one, and
    removes nothing if no backup is verified. The audit trail records what was removed.
    """
    from careops_cli.local_installation import existing_database, settings
    from careops_server.core.audit import admin
    from careops_server.core.backup import retention
    from careops_server.core.backup.create import list_backups

    chosen = settings()
    where = _folder(folder, chosen)
    policy = retention.Policy(keep_daily, keep_weekly, keep_monthly)
    with _explained():
        plan = retention.plan(list_backups(where), policy)
        retention.require_proof(plan)
    if plan.removed and not dry_run:
        confirm(f"Remove {BACKUPS.count_text(len(plan.removed))}", where=f"in {where.absolute()}", yes=yes)
        with existing_database(chosen) as url, _explained():
            plan = retention.prune(
                where, policy, lambda pruned: admin.add_terminal_event(url, "backup.prune", _removal(pruned.removed))
            )
    rows = [
        {
            "file": str(each.backup.path),
            "made_at": each.backup.label.made_at,
            "verified_at": each.verified_at,
            "action": "keep" if each.reasons else "remove",
            "reasons": ", ".join(each.reasons),
        }
        for each in plan.decisions
    ]
    if dry_run:
        print_message(f"{BACKUPS.count_text(len(plan.removed))} would be removed; nothing was.")
    columns = ("file", "made_at", "verified_at", "action", "reasons")
    return Table(rows, field_columns(*columns), noun=BACKUPS)


def _removal(backups: Sequence[BackupFile]) -> str:
    """Return the sentence that the audit trail keeps of removed backups."""
    return f"Removed {BACKUPS.count_text(len(backups))}: {', '.join(each.path.name for each in backups)}"


def _prove(chosen: Settings, file: Path, secret: bytes, scratch: Path | None) -> Record:
    """Verify a backup; the record's exit code is 1 when anything differs."""
    from careops_cli.local_installation import failures_explained
    from careops_server.core.backup.restore import verify as prove

    with failures_explained(), _explained():
        proven = prove(chosen, file, secret, scratch=scratch)
    item = {
        "file": str(file),
        "postgres": proven.postgres,
        "tables": proven.tables,
        "rows": proven.rows,
        "seals": proven.seals,
        "faults": proven.faults,
    }
    for fault in proven.faults:
        print_message(fault)
    _warn_of_bucket(proven.bucket)
    sentence = (
        f"Proven: PostgreSQL {proven.postgres} restored {proven.rows:,} rows of {proven.tables} tables, and "
        f"{proven.seals:,} seals are right."
    )
    return Record(item, sentence="" if proven.faults else sentence, exit_code=lambda: FAILED if proven.faults else OK)


@app.verb(
    "restore",
    examples=["CAREOPS_DATA_DIR=/srv/careops careops backup restore careops-20261122T120000Z.backup"],
    columns=("file", "made_at", "rows", "replaced", "gone_back"),
)
def restore(file: Backup, key_file: KeyFile = None) -> Record:
    """Restore a backup into this installation's empty database and its data folder.

    An interrupted restore has changed no table; run it again. Tables of an older version are migrated to the newest.
    The audit trail records the restore. A server that had sealed more than the backup contains reports it and stops
    sealing until you accept it.
    """
    from careops_cli.local_installation import installed_database, settings
    from careops_server.core.backup.restore import restore as bring_back

    chosen = settings()
    secret = _key(key_file, chosen)
    with _explained(), installed_database(chosen) as installation:
        done = bring_back(chosen, installation.owner_url, file, secret, server_role=installation.server_role)
    for name in done.replaced:
        print_message(f"{name} was another one; it is kept as {name}.before-restore")
    _warn_of_bucket(done.bucket)
    if done.gone_back:
        print_message(f"The audit trail had come to {done.gone_back} here. If that is right: careops audit accept")
    item = {
        "file": str(file),
        "made_at": done.label.made_at,
        "rows": done.rows,
        "replaced": done.replaced,
        "gone_back": done.gone_back,
    }
    return Record(
        item, sentence=f"This installation is as it was at {done.label.made_at}: {ROWS.count_text(done.rows)}."
    )


def _to_item(backup: Any) -> dict[str, Any]:
    from careops_server.core.backup.retention import verified_at

    label = backup.label
    size = f"{backup.size / 2**20:,.1f} MiB"
    return {
        "file": str(backup.path),
        "made_at": label.made_at,
        "verified_at": verified_at(backup.path),
        "size": size,
        "revision": label.revision,
        "head": label.head,
    }


def _warn_of_bucket(bucket: str | None) -> None:
    if bucket:
        print_message(
            f"Warning: uploaded files are not in the backup. They lie in the S3 bucket {bucket}: keep a copy of it "
            "(docs/guide/backup.md)."
        )


def _folder(folder: Path | None, chosen: Settings) -> Path:
    if folder is None and chosen.backup_dir is None:
        raise CliError("Where are backups kept?", next_step="Say --in FOLDER, or set CAREOPS_BACKUP_DIR.", code=USAGE)
    return folder or chosen.backup_dir or Path()


def _key(file: Path | None, chosen: Settings) -> bytes:
    from careops_server.core.backup.archive import key_of

    if file is None and chosen.backup_key is None:
        step = "Say --key-file FILE, or set CAREOPS_BACKUP_KEY. careops backup key FILE makes one."
        raise CliError("A backup is encrypted, and there is no key", next_step=step, code=USAGE)
    try:
        text = file.read_text("ascii") if file else chosen.backup_key.get_secret_value() if chosen.backup_key else ""
    except (OSError, ValueError) as error:
        raise CliError(f"The key cannot be read: {error}", code=USAGE) from None
    with _explained():
        return key_of(text)


@contextmanager
def _explained() -> Iterator[None]:
    from careops_server.core.backup.archive import BackupError

    try:
        yield
    except BackupError as error:
        raise CliError(str(error)) from None
    except OSError as error:
        raise CliError(f"{error.filename or 'A file'}: {error.strerror}") from None
