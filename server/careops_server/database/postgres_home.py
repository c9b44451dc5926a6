"""Who runs the embedded PostgreSQL and where its data lies.

PostgreSQL refuses to run as root. Started by root it runs as another user, and everything it needs must be reachable
for that user; nothing outside the data folder is ever opened up for it.
"""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from careops_server.database.postgres_binaries import Binaries, PostgresError, find_binaries

NOBODY = 65534
REFUGE = Path("/var/lib/careops")


@dataclass(frozen=True)
class Account:
    """The user a server runs as; ``uid`` is None for whoever started us."""

    uid: int | None = None
    gid: int | None = None


@dataclass(frozen=True)
class Home:
    """Everything settled before a server is started."""

    folder: Path
    account: Account
    binaries: Binaries

    @property
    def cluster(self) -> Path:
        """PostgreSQL's own data directory."""
        return self.folder / "cluster"

    @property
    def log(self) -> Path:
        """What the server says."""
        return self.folder / "postgres.log"


def settle(wanted: Path) -> Home:
    """Decide who runs the server for the data folder ``wanted`` and where it really lies, and make the folder."""
    wanted = wanted.absolute()
    account = account_for(wanted)
    if not wanted.parent.exists():
        wanted.parent.mkdir(parents=True, exist_ok=True)
    folder = folder_for(wanted, account)
    binaries = find_binaries()
    if account.uid is not None and not reachable(binaries.postgres, account):
        binaries = binaries.copied_below(_refuge(), uid=account.uid, gid=account.gid or account.uid)
    if folder.is_relative_to(REFUGE):
        _refuge()
    folder.mkdir(mode=0o700, exist_ok=True)
    if account.uid is not None and not _allows(folder.stat(), account, stat.S_IXOTH):
        os.chown(folder, account.uid, account.gid or account.uid)
    return Home(folder, account, binaries)


def account_for(wanted: Path) -> Account:
    """Root hands over to the owner of the data that is there, else to nobody; anyone else runs it themselves."""
    if os.geteuid() != 0:
        return Account()
    try:
        owner = (wanted / "cluster" / "PG_VERSION").stat()
    except FileNotFoundError:
        return Account(NOBODY, NOBODY)
    return Account(owner.st_uid, owner.st_gid) if owner.st_uid else Account(NOBODY, NOBODY)


def folder_for(wanted: Path, account: Account) -> Path:
    """The wanted folder, or one below /var/lib/careops when root wants data where the server's user cannot go.

    Data that exists is never left behind: once it lies in one of the two places, that place stays.
    Raises ``PostgresError`` when it lies where this user may not read it.
    """
    if account.uid is None:
        _refuse_foreign(wanted)
        return wanted
    refuge = REFUGE / hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]
    if (refuge / "cluster" / "PG_VERSION").exists():
        return refuge
    if reachable(wanted, account) and _may_be_ours(wanted, account):
        return wanted
    if (wanted / "cluster" / "PG_VERSION").exists():
        raise PostgresError(
            f"The data in {wanted} belongs to user {account.uid}, who may not enter a folder above it. "
            "Open that folder for the user, or choose another data folder."
        )
    return refuge


def reachable(path: Path, account: Account) -> bool:
    """Whether the account may enter every existing folder above ``path``, and read and run it if it is a file."""
    for folder in path.parents:
        if folder.exists() and not _allows(folder.stat(), account, stat.S_IXOTH):
            return False
    return not path.is_file() or _allows(path.stat(), account, stat.S_IXOTH | stat.S_IROTH)


def _may_be_ours(wanted: Path, account: Account) -> bool:
    if not wanted.exists() or _allows(wanted.stat(), account, stat.S_IXOTH):
        return True
    # Handed over by chown, so only when nothing but our data can be in it.
    return (wanted / "cluster" / "PG_VERSION").exists() or not any(wanted.iterdir())


def _allows(status: os.stat_result, account: Account, bits: int) -> bool:
    if status.st_uid == account.uid:
        bits <<= 6
    elif status.st_gid == account.gid:
        bits <<= 3
    return status.st_mode & bits == bits


def _refuge() -> Path:
    REFUGE.mkdir(parents=True, exist_ok=True)
    REFUGE.chmod(0o755)
    return REFUGE


def _refuse_foreign(wanted: Path) -> None:
    try:
        owner = wanted.stat().st_uid
    except FileNotFoundError:
        return
    except PermissionError:
        owner = -1
    if owner != os.geteuid():
        raise PostgresError(
            f"The data folder {wanted} belongs to another user (it may have been made as root). "
            "Start as that user, or choose another data folder with CAREOPS_DATA_DIR."
        )
