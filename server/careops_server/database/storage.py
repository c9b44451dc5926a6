"""Room on the disk of the embedded PostgreSQL."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Final

from careops_server.database.postgres_binaries import PostgresError
from careops_server.database.postgres_home import account_for, folder_for
from careops_server.settings import Settings

TRUSTED_SECONDS: Final = 1.0


class Storage:
    """Free space of a folder's disk, compared with a reserve; without a folder there is always room.

    PostgreSQL refuses single changes on a full disk, but stops altogether when it cannot write its log. So the last
    ``reserve_mib`` are left to it: reads go on, changes are refused, and all is well once there is room again. The
    disk of a database elsewhere is not ours to look at.
    """

    def __init__(self, folder: Path | None, reserve_mib: int) -> None:
        self._folder = folder
        self._reserve = reserve_mib * 2**20
        self._looked = float("-inf")
        self._room = True

    def has_room(self) -> bool:
        """Whether there is more than the reserve; looked at once a second at most."""
        if self._folder is None or time.monotonic() - self._looked < TRUSTED_SECONDS:
            return self._room
        self._looked = time.monotonic()
        self._room = free_bytes(self._folder) >= self._reserve
        return self._room


def data_folder(settings: Settings) -> Path | None:
    """Where the embedded PostgreSQL's data lie; None when the database is elsewhere."""
    if settings.database_url is not None:
        return None
    wanted = (settings.data_dir / "postgres").absolute()
    try:
        return folder_for(wanted, account_for(wanted))
    except (PostgresError, OSError):
        return wanted


def free_bytes(folder: Path) -> int:
    """What is free on the folder's disk; the folder itself need not exist yet."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free
