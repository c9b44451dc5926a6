"""``careops backup``: copies of this installation that can be brought back, and are proven to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.nouns import Noun
from careops_cli.failures import FAILED, OK, USAGE, Stop, say
from careops_cli.groups import Area
from careops_cli.output import ROWS, Record, Rows, path

if TYPE_CHECKING:
    from careops_server.settings import Settings

app = Area("Backups of this installation: made, listed, proven, brought back.")
COLUMNS = ("file", "made_at", "size", "revision", "head")

Folder = Annotated[
    Path | None, typer.Option("--in", metavar="FOLDER", help="Where backups are kept (CAREOPS_BACKUP_DIR).")
]
KeyFile = Annotated[
    Path | None, typer.Option("--key-file", metavar="FILE", help="The file with the key (CAREOPS_BACKUP_KEY).")
]
Scratch = Annotated[
    Path | None, typer.Option("--scratch", metavar="FOLDER", help="Where there is room to unpack it; /tmp otherwise.")
]
Backup = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]


@app.verb("key", examples=["careops backup key /etc/careops/backup.key"], columns=("file",))
def key(file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file for the key.")]) -> Record:
    """Make the key that backups are encrypted with, in a file that only you can read.

    Keep a copy where neither this machine nor the backups are: without it nobody reads them again.
    """
    from careops_server.backup.archive import new_key

    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Stop(f"{file} exists: a key that is in use is never replaced", code=USAGE) from None
    except OSError as error:
        raise Stop(f"{file} cannot be written: {error.strerror}", code=USAGE) from None
    with os.fdopen(handle, "w") as kept:
        kept.write(f"{new_key()}\n")
    return Record({"file": str(file)}, sentence=f"The key is in {file}. Keep a copy of it elsewhere.")


@app.verb(
    "create",
    examples=["careops backup create --in /mnt/backups --key-file /etc/careops/backup.key", "careops backup create"],
    columns=COLUMNS,
)
def create(folder: Folder = None, key_file: KeyFile = None) -> Record:
    """Make a backup: every table at one moment, and the files of the data folder, encrypted in one file.

    The server goes on working. A backup that was stopped half-way is no backup: it is never listed, and the next one
    removes it.
    """
    from careops_cli.local import database, settings
    from careops_server.backup.making import create as make

    chosen = settings()
    where = _folder(folder, chosen)
    secret = _key(key_file, chosen)
    with database(chosen) as url, _explained():
        made = make(chosen, url, where, secret)
    return Record(_told(made), sentence=f"{made.path} holds everything as it was at {made.label.made_at}.")


@app.verb("list", examples=["careops backup list --in /mnt/backups", "careops backup list --json"], columns=COLUMNS)
def list_backups(folder: Folder = None) -> Rows:
    """List the backups of a folder, the newest first. Needs no key; whether they are whole says verify."""
    from careops_cli.local import settings
    from careops_server.backup.making import kept

    with _explained():
        found = [_told(each) for each in kept(_folder(folder, settings()))]
    return Rows(found, {name: path(name) for name in COLUMNS}, noun=Noun("backup", "backups"))


@app.verb(
    "verify",
    examples=["careops backup verify /mnt/backups/careops-20261122T120000Z.backup"],
    columns=("file", "tables", "rows", "seals", "faults"),
)
def verify(file: Backup, key_file: KeyFile = None, scratch: Scratch = None) -> Record:
    """Prove a backup: bring it back in a scratch place with a PostgreSQL of its own, count every table, and check the
    audit trail from its first seal to its last.

    The exit code is 1 when anything is not as it was. This installation is not touched.
    """
    from careops_cli.local import failures_explained, settings
    from careops_server.backup.restoring import verify as prove

    chosen = settings()
    with failures_explained(), _explained():
        proven = prove(chosen, file, _key(key_file, chosen), scratch=scratch)
    item = {
        "file": str(file),
        "tables": proven.tables,
        "rows": proven.rows,
        "seals": proven.seals,
        "faults": proven.faults,
    }
    for fault in proven.faults:
        say(fault)
    told = f"Proven: {proven.rows:,} rows of {proven.tables} tables came back, {proven.seals:,} seals are right."
    return Record(item, sentence="" if proven.faults else told, exit_code=lambda: FAILED if proven.faults else OK)


@app.verb(
    "restore",
    examples=["CAREOPS_DATA_DIR=/srv/careops careops backup restore careops-20261122T120000Z.backup"],
    columns=("file", "made_at", "rows", "replaced", "gone_back"),
)
def restore(file: Backup, key_file: KeyFile = None, scratch: Scratch = None) -> Record:
    """Make a backup this installation: into its database, which must be empty, and its data folder.

    Stopped half-way, it has changed no table, and is run again. Tables of an older version are brought to the newest.
    The audit trail says what was restored; a server that had sealed more than the backup holds says so, and seals
    nothing before you accept it.
    """
    from careops_cli.local import failures_explained, settings
    from careops_server.backup.restoring import restore as bring_back
    from careops_server.installation import installed

    chosen = settings()
    secret = _key(key_file, chosen)
    with failures_explained(), _explained(), installed(chosen) as there:
        done = bring_back(chosen, there.owner_url, file, secret, server_role=there.server_role, scratch=scratch)
    for name in done.replaced:
        say(f"{name} was another one; it is kept as {name}.before-restore")
    if done.gone_back:
        say(f"The audit trail had come to {done.gone_back} here. If that is right: careops audit accept")
    item = {
        "file": str(file),
        "made_at": done.label.made_at,
        "rows": done.rows,
        "replaced": done.replaced,
        "gone_back": done.gone_back,
    }
    return Record(item, sentence=f"This installation is as it was at {done.label.made_at}: {ROWS.counted(done.rows)}.")


def _told(kept: Any) -> dict[str, Any]:
    label = kept.label
    size = f"{kept.size / 2**20:,.1f} MiB"
    return {
        "file": str(kept.path),
        "made_at": label.made_at,
        "size": size,
        "revision": label.revision,
        "head": label.head,
    }


def _folder(given: Path | None, chosen: Settings) -> Path:
    if given is None and chosen.backup_dir is None:
        raise Stop("Where are backups kept?", next_step="Say --in FOLDER, or set CAREOPS_BACKUP_DIR.", code=USAGE)
    return given or chosen.backup_dir or Path()


def _key(file: Path | None, chosen: Settings) -> bytes:
    from careops_server.backup.archive import key_of

    if file is None and chosen.backup_key is None:
        step = "Say --key-file FILE, or set CAREOPS_BACKUP_KEY. careops backup key FILE makes one."
        raise Stop("A backup is encrypted, and there is no key", next_step=step, code=USAGE)
    try:
        text = file.read_text("ascii") if file else chosen.backup_key.get_secret_value() if chosen.backup_key else ""
    except (OSError, ValueError) as error:
        raise Stop(f"The key cannot be read: {error}", code=USAGE) from None
    with _explained():
        return key_of(text)


@contextmanager
def _explained() -> Iterator[None]:
    from careops_server.backup.archive import BackupError

    try:
        yield
    except BackupError as error:
        raise Stop(str(error)) from None
    except OSError as error:
        raise Stop(f"{error.filename or 'A file'}: {error.strerror}") from None
