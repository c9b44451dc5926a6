"""Scratch folders that do not outlive the process that made them, not even after SIGKILL."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from careops_server.core.backup import scratch_watcher
from careops_server.core.backup.archive import BackupError

PREFIX: Final = "careops-restore-"
_LOCK: Final = "lock"
"""Held while a process works in a scratch folder."""


class Scratch:
    """A folder, and others that belong to it: all are removed at the end."""

    def __init__(self, folder: Path, watcher: subprocess.Popen[str]) -> None:
        self.folder = folder
        self._watcher = watcher
        self._folders: list[Path] = []
        self.add(folder)

    def add(self, folder: Path) -> None:
        """Remove this folder as well. Call it before anything is written there."""
        assert self._watcher.stdin is not None  # noqa: S101 (a pipe, see _watching)
        self._watcher.stdin.write(f"{json.dumps(str(folder))}\n")
        self._watcher.stdin.flush()
        self._folders.append(folder)

    def remove(self) -> None:
        """Remove all folders."""
        for folder in self._folders:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch_folder(parent: Path | None) -> Iterator[Scratch]:
    """Make a folder below ``parent``, else below the temporary folder, and remove it at the end.

    A watcher process removes it if this one is killed. Raises ``BackupError`` if the watcher does not start.
    """
    where = Path(parent or tempfile.gettempdir())
    _sweep(where)
    with _watching() as watcher:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=where))
        scratch = Scratch(folder, watcher)
        folder.chmod(0o711)  # root runs PostgreSQL as another user, who has to reach its data through it
        with (folder / _LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                yield scratch
            finally:
                scratch.remove()


@contextmanager
def _watching() -> Iterator[subprocess.Popen[str]]:
    watcher = subprocess.Popen(  # noqa: S603 (our own program)
        [sys.executable, "-I", scratch_watcher.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a signal to our process group, even SIGKILL, leaves it to remove the folders
    )
    with watcher:  # closes the pipe and waits
        if watcher.stdout is None or watcher.stdout.readline().strip() != scratch_watcher.READY:
            raise BackupError("No scratch folder without the process that removes it, and that one did not start")
        yield watcher


def _sweep(where: Path) -> None:
    """Remove folders whose process and watcher both ended without removing them, after a power cut for example."""
    for folder in where.glob(f"{PREFIX}*"):
        with suppress(OSError), (folder / _LOCK).open("r+") as lock:  # another user's, or one that was just created
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
