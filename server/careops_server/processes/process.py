"""Child processes of the supervisor. They get their settings through a pipe and report through a socket."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from careops_server.core.configuration.settings import Settings
from careops_server.core.observability import metrics

HEARTBEAT_SECONDS: Final = 1.0
_LEAN: Final = {"MALLOC_MMAP_THRESHOLD_": str(2**20)}
"""Return large blocks to the system when they are freed. By default glibc keeps as much as its largest block ever: the
20 MB of the first password hash, for as long as the process lives.
"""


@dataclass
class Process:
    """A child process and the socket to it."""

    process: subprocess.Popen[bytes]
    line: socket.socket
    number: int = 0
    last_message_at: float = field(default_factory=time.monotonic)
    ready: bool = False

    @classmethod
    def start(cls, module: str, *inherited: int, number: int = 0, metrics_folder: Path) -> Process:
        """Start ``python -m MODULE LINE INHERITED… NUMBER``. The process waits for its settings."""
        ours, theirs = socket.socketpair()
        handles = (theirs.fileno(), *inherited)
        process = subprocess.Popen(  # noqa: S603 (our own interpreter and module)
            [sys.executable, "-m", module, *map(str, (*handles, number))],
            pass_fds=handles,
            stdin=subprocess.PIPE,
            env={**_LEAN, **_without_owner(os.environ), metrics.FOLDER_VARIABLE: str(metrics_folder)},
            start_new_session=True,  # Ctrl-C reaches the supervisor alone, which stops the others
        )
        theirs.close()
        ours.setblocking(False)
        return cls(process, ours, number)

    def send_config(self, settings: Settings, database_url: str) -> None:
        """Send the settings. Secrets travel through a pipe, because other users can read arguments and environments."""
        self.last_message_at = time.monotonic()
        if self.process.stdin is not None:
            with suppress(BrokenPipeError):  # it died in between, which the supervisor handles elsewhere
                without_owner = settings.model_copy(update={"database_owner_url": None})
                self.process.stdin.write(pickle.dumps((without_owner, database_url)))
                self.process.stdin.close()

    def poll_messages(self) -> bytes:
        """Return new messages of the process, empty if it closed the socket."""
        try:
            data = self.line.recv(4096)
        except OSError:
            data = b""
        if data:
            self.last_message_at = time.monotonic()
        return data

    def silent_for(self, seconds: float) -> bool:
        """Return whether the process has been silent for longer."""
        return time.monotonic() - self.last_message_at > seconds


def read_config() -> tuple[Settings, str] | None:
    """Return the settings and the database URL in the started process; None if there is no supervisor."""
    data = sys.stdin.buffer.read()
    return pickle.loads(data) if data else None  # noqa: S301 (written by our own supervisor)


async def heartbeat(line: socket.socket) -> None:
    """Send heartbeats until the supervisor is gone."""
    line.setblocking(False)
    while await _somebody_listens(line):  # noqa: ASYNC110 (a heartbeat waits for time, not for an event)
        await asyncio.sleep(HEARTBEAT_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


async def _somebody_listens(line: socket.socket) -> bool:
    try:
        await asyncio.get_running_loop().sock_sendall(line, b".")
    except OSError:
        return False
    return True


def terminate_all(processes: Iterable[Process], *, seconds: float) -> None:
    """Stop the processes with SIGTERM, then with SIGKILL after ``seconds``."""
    every = list(processes)
    running = [each for each in every if each.process.poll() is None]
    for each in running:
        each.process.send_signal(signal.SIGTERM)
    until = time.monotonic() + seconds
    for each in running:
        try:
            each.process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            each.process.kill()
            each.process.wait()
    for each in every:
        each.line.close()
        if each.process.stdin is not None:
            each.process.stdin.close()  # for a process that never got its settings


def _without_owner(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without the owner's database URL (SEC-67)."""
    return {name: value for name, value in environment.items() if name.upper() != "CAREOPS_DATABASE_OWNER_URL"}
