"""Account and data folder of the embedded PostgreSQL.

PostgreSQL refuses to run as root. If root starts it, it runs as another user, and everything it needs must be reachable
for that user. Permissions outside the data folder are never changed.
"""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from careops_server.core.embedded_postgres.binaries import Binaries, PostgresError, find_binaries

NOBODY = 65534
REFUGE = Path("/var/lib/careops")


@dataclass(frozen=True)
class ServerAccount:
    """User of the server process; ``uid`` is empty for the current user."""

    uid: int | None = None
    gid: int | None = None


@dataclass(frozen=True)
class Home:
    """Folder, account and programs of a server."""

    folder: Path
    account: ServerAccount
    binaries: Binaries

    @property
    def cluster(self) -> Path:
        """Data directory of PostgreSQL."""
        return self.folder / "cluster"

    @property
    def log(self) -> Path:
        """Log file of the server."""
        return self.folder / "postgres.log"


def choose(data_folder: Path) -> Home:
    """Choose the account and the actual data folder for ``data_folder``, and create the folder."""
    data_folder = data_folder.absolute()
    account = account_for(data_folder)
    if not data_folder.parent.exists():
        data_folder.parent.mkdir(parents=True, exist_ok=True)
    folder = folder_for(data_folder, account)
    binaries = find_binaries()
    if account.uid is not None and not reachable(binaries.postgres, account):
        binaries = binaries.copied_below(_refuge(), uid=account.uid, gid=account.gid or account.uid)
    if folder.is_relative_to(REFUGE):
        _refuge()
    folder.mkdir(mode=0o700, exist_ok=True)
    if account.uid is not None and not _allows(folder.stat(), account, stat.S_IXOTH):
        os.chown(folder, account.uid, account.gid or account.uid)
    return Home(folder, account, binaries)


def account_for(folder: Path) -> ServerAccount:
    """Return the account to run the server: for root the owner of existing data, else nobody; for others the current
    user.
    """
    if os.geteuid() != 0:
        return ServerAccount()
    try:
        owner = (folder / "cluster" / "PG_VERSION").stat()
    except FileNotFoundError:
        return ServerAccount(NOBODY, NOBODY)
    return ServerAccount(owner.st_uid, owner.st_gid) if owner.st_uid else ServerAccount(NOBODY, NOBODY)


def folder_for(folder: Path, account: ServerAccount) -> Path:
    """Return the wanted folder, or one below /var/lib/careops if root wants data where the server's user has no access.

    Existing data is never left behind: once it is in one of the two places, that place stays. Raises ``PostgresError``
    if the data is where this user may not read it.
    """
    if account.uid is None:
        _check_owner(folder)
        return folder
    refuge = REFUGE / hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    if (refuge / "cluster" / "PG_VERSION").exists():
        return refuge
    if reachable(folder, account) and _may_be_ours(folder, account):
        return folder
    if (folder / "cluster" / "PG_VERSION").exists():
        raise PostgresError(
            f"The data in {folder} belongs to user {account.uid}, who may not enter a folder above it. "
            "Open that folder for the user, or choose another data folder."
        )
    return refuge


def reachable(path: Path, account: ServerAccount) -> bool:
    """Return whether the account may enter every existing folder above ``path``, and read and run it if it is a
    file.
    """
    for folder in path.parents:
        if folder.exists() and not _allows(folder.stat(), account, stat.S_IXOTH):
            return False
    return not path.is_file() or _allows(path.stat(), account, stat.S_IXOTH | stat.S_IROTH)


def _may_be_ours(folder: Path, account: ServerAccount) -> bool:
    if not folder.exists() or _allows(folder.stat(), account, stat.S_IXOTH):
        return True
    # chown hands the folder over, so only if it contains nothing but our data.
    return (folder / "cluster" / "PG_VERSION").exists() or not any(folder.iterdir())


def _allows(status: os.stat_result, account: ServerAccount, bits: int) -> bool:
    if status.st_uid == account.uid:
        bits <<= 6
    elif status.st_gid == account.gid:
        bits <<= 3
    return status.st_mode & bits == bits


def _refuge() -> Path:
    REFUGE.mkdir(parents=True, exist_ok=True)
    REFUGE.chmod(0o755)
    return REFUGE


def _check_owner(folder: Path) -> None:
    try:
        owner = folder.stat().st_uid
    except FileNotFoundError:
        return
    except PermissionError:
        owner = -1
    if owner != os.geteuid():
        raise PostgresError(
            f"The data folder {folder} belongs to another user (it may have been made as root). "
            "Start as that user, or choose another data folder with CAREOPS_DATA_DIR."
        )
