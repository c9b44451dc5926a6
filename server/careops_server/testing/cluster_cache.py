"""Stopped PostgreSQL clusters for copying: the first process that needs one creates it.

A run of all tests starts some twenty PostgreSQL servers: one for each test process, and one for each server that runs
as a separate program. All begin with the same databases, which take seconds to create and a moment to copy.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Final

import careops
import careops_server
from careops.india_time import INDIA
from careops_server.core.embedded_postgres.binaries import find_binaries

_ROOT: Final = Path(__file__).parents[3]
_SECONDS: Final = 30 * 60
"""Prepared data ends at its creation time. Tests may rely on that being recent."""


@contextmanager
def prepared(name: str, make: Callable[[Path], None], *, store: Path | None = None) -> Iterator[Path]:
    """Yield the folder of a cluster, to be copied within the block.

    ``make`` creates it at a path if there is no cluster, or it is outdated by time or by changed code.
    """
    folder = _own(store or Path(tempfile.gettempdir()) / f"careops-prepared-{os.geteuid()}")
    place = folder / f"{name}-{_sources()}-{datetime.now(INDIA).date()}"
    with (folder / f"{name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        if not _is_fresh(place):
            fcntl.flock(lock, fcntl.LOCK_EX)  # releases the other lock first, so another process may have been faster
            if not _is_fresh(place):
                for old in folder.glob(f"{name}-*"):
                    shutil.rmtree(old)
                make(making := folder / f"{name}-being-made")
                making.rename(place)
                os.utime(place)
            fcntl.flock(lock, fcntl.LOCK_SH)
        yield place


def _is_fresh(place: Path) -> bool:
    return place.exists() and time.time() - place.stat().st_mtime < _SECONDS


def _own(folder: Path) -> Path:
    """Create the folder, and refuse one that another user created."""
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if status.st_uid != os.geteuid() or status.st_mode & 0o777 != 0o700:
        raise PermissionError(f"{folder} has another owner or is accessible to others; remove it")
    return folder


@cache
def _sources() -> str:
    total = hashlib.sha256(str(find_binaries().postgres).encode())
    for package in (careops, careops_server):
        for file in sorted(Path(next(iter(package.__path__))).rglob("*.py")):
            total.update(file.as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    total.update((_ROOT / "requirements.lock").read_bytes())
    return total.hexdigest()[:16]
