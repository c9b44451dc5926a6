"""Processes of an embedded PostgreSQL whose owner is dead, and their end (on Linux, which has /proc).

A process belongs to a cluster if it runs the program ``postgres`` in the data directory of the cluster. A process that
got the id of a dead server matches neither, and a signal goes through a pidfd opened before the check, so no other
process is ever signalled.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

OWNER: Final = "careops.owner"
"""Setting in the command line of a server: process id of its owner. The parent of an orphan has another id."""
GRACE_SECONDS: Final = 3.0
"""Time for an orphan to end by itself: the kernel has signalled it."""
QUIT_SECONDS: Final = 7.0
"""Time for an immediate shutdown, in which PostgreSQL kills its own processes after 5 seconds."""
KILL_SECONDS: Final = 2.0


@dataclass(frozen=True)
class ServerProcess:
    """Process of a PostgreSQL server."""

    pid: int
    parent: int
    owner: int | None
    """Process id of the owner that started it; empty for a server of an older version or of a person."""
    is_server: bool
    """Whether it is not one of the processes that a server starts, which have titles."""

    @property
    def abandoned(self) -> bool:
        """Whether the owner is known and dead."""
        return self.owner is not None and self.owner != self.parent


def is_abandoned(pid: int) -> bool:
    """Return whether the owner of this server is dead, so that the server is about to end."""
    process = _read(pid)
    return process is not None and process.abandoned


def end_orphans(cluster: Path, is_usable: Callable[[], bool]) -> None:
    """End the server on this data directory and all its processes, unless its owner lives or it becomes usable.

    An immediate shutdown loses nothing that was committed: the next start replays the log.
    """
    for seconds, number in ((GRACE_SECONDS, signal.SIGQUIT), (QUIT_SECONDS, signal.SIGKILL), (KILL_SECONDS, None)):
        deadline = time.monotonic() + seconds
        while orphans := _orphans(cluster):
            if is_usable():
                return
            if time.monotonic() > deadline:
                break
            time.sleep(0.02)  # a process that is no child cannot be waited for
        if number is not None and orphans:
            signal_all(cluster, number)


def signal_all(cluster: Path, number: signal.Signals) -> None:
    """Signal the server on this data directory; with SIGKILL also each process that it started."""
    processes = _processes(cluster)
    for process in _top(processes):
        _signal(process.pid, cluster, number)
    if number == signal.SIGKILL:  # after the server, which would start them again
        for process in processes:
            _signal(process.pid, cluster, number)


def _orphans(cluster: Path) -> list[ServerProcess]:
    """Return the processes on this data directory, none if their server's owner lives."""
    processes = _processes(cluster)
    servers = [process for process in _top(processes) if process.is_server]
    spared = any(not process.abandoned for process in servers if process.owner is not None)
    unknown = any(process.owner is None for process in servers)
    return [] if spared or (unknown and not _is_stopping(cluster)) else processes


def _top(processes: list[ServerProcess]) -> list[ServerProcess]:
    """Return the processes that no other one started: the server, or those that a killed one left behind."""
    pids = {process.pid for process in processes}
    return [process for process in processes if process.parent not in pids]


def _processes(cluster: Path) -> list[ServerProcess]:
    processes = (_read(pid) for pid in _pids() if _works_in(pid, cluster))
    return [process for process in processes if process is not None]


def _is_stopping(cluster: Path) -> bool:
    try:
        return (cluster / "postmaster.pid").read_text("utf-8").splitlines()[7].strip() == "stopping"
    except (OSError, IndexError):
        return False


def _pids() -> Iterator[int]:
    with suppress(FileNotFoundError):
        for entry in os.scandir("/proc"):
            if entry.name.isdecimal():
                yield int(entry.name)


def _works_in(pid: int, cluster: Path) -> bool:
    try:
        program = os.readlink(f"/proc/{pid}/exe").removesuffix(" (deleted)")
        return Path(program).name == "postgres" and Path(f"/proc/{pid}/cwd").samefile(cluster)
    except OSError:  # it has ended, is a zombie or another user's
        return False


def _read(pid: int) -> ServerProcess | None:
    try:
        parent = int(Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[1])
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except (OSError, ValueError, IndexError):
        return None
    owners = [int(word.partition("=")[2]) for word in words if word.startswith(f"{OWNER}=")]
    return ServerProcess(pid, parent, owners[-1] if owners else None, not words[0].startswith("postgres: "))


def _signal(pid: int, cluster: Path, number: signal.Signals) -> None:
    try:
        process = os.pidfd_open(pid)
    except OSError:
        return
    try:
        if _works_in(pid, cluster):
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(process, number)
    finally:
        os.close(process)
