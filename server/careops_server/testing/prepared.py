"""Stopped PostgreSQL clusters to copy: made by the first process that wants one, instead of by every process.

A run of all tests starts some twenty PostgreSQL servers: one for each test process, and one for each server that runs
as a program of its own. All begin with the same databases, which take seconds to make and a moment to copy.
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
from careops.days import INDIA
from careops_server.database.postgres_binaries import find_binaries

_ROOT: Final = Path(__file__).parents[3]
_SECONDS: Final = 30 * 60
"""What is made ends where it was made, now; a test may count on that having been a moment ago."""


@contextmanager
def prepared(name: str, make: Callable[[Path], None], *, store: Path | None = None) -> Iterator[Path]:
    """The folder of a cluster, to be copied within the block.

    ``make`` leaves it at a path when there is none, or it is old, or our own code was another one.
    """
    folder = _own(store or Path(tempfile.gettempdir()) / f"careops-prepared-{os.geteuid()}")
    place = folder / f"{name}-{_sources()}-{datetime.now(INDIA).date()}"
    with (folder / f"{name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        if not _is_fresh(place):
            fcntl.flock(lock, fcntl.LOCK_EX)  # lets go of the other lock first, so somebody else may have been faster
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
    """Refuses what somebody else has put there."""
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if status.st_uid != os.geteuid() or status.st_mode & 0o777 != 0o700:
        raise PermissionError(f"{folder} belongs to somebody else, or others may enter it; remove it")
    return folder


@cache
def _sources() -> str:
    total = hashlib.sha256(str(find_binaries().postgres).encode())
    for package in (careops, careops_server):
        for file in sorted(Path(next(iter(package.__path__))).rglob("*.py")):
            total.update(file.as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    total.update((_ROOT / "requirements.lock").read_bytes())
    return total.hexdigest()[:16]
