"""Free disk space of the embedded PostgreSQL."""

from __future__ import annotations

import shutil
from pathlib import Path

from careops_server.core.configuration.settings import Settings
from careops_server.core.embedded_postgres.binaries import PostgresError
from careops_server.core.embedded_postgres.data_dir import account_for, folder_for


class Storage:
    """Free space of a folder's disk, compared with a reserve. Without a folder there is always room.

    PostgreSQL refuses single changes on a full disk, but stops altogether when it cannot write its log. Therefore the
    last ``reserve_mib`` are left to it: changes are refused and reads continue until there is room again. The disk of
    an external database is not checked.
    """

    def __init__(self, folder: Path | None, reserve_mib: int) -> None:
        self._folder = folder
        self._reserve = reserve_mib * 2**20

    def has_room(self) -> bool:
        """Return whether the free space exceeds the reserve. Asked each time, so that all processes agree."""
        return self._folder is None or free_bytes(self._folder) >= self._reserve


def data_folder(settings: Settings) -> Path | None:
    """Return the data folder of the embedded PostgreSQL, None for an external database."""
    if settings.database_url is not None:
        return None
    folder = (settings.data_dir / "postgres").absolute()
    try:
        return folder_for(folder, account_for(folder))
    except (PostgresError, OSError):
        return folder


def free_bytes(folder: Path) -> int:
    """Return the free bytes on the folder's disk. The folder need not exist yet."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free
