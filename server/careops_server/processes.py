"""Processes of our own: started by the supervisor, told what they need by pipe, and heard on a line."""

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

from careops_server.observe import metrics
from careops_server.settings import Settings

HEARTBEAT_SECONDS: Final = 1.0
_LEAN: Final = {"MALLOC_MMAP_THRESHOLD_": str(2**20)}
"""What is large goes back to the system when it is freed. By itself glibc keeps as much as the largest thing it ever
had: the 20 MB of the first password that was checked, for as long as the process lives."""


@dataclass
class Process:
    """One process of ours and the line to it."""

    process: subprocess.Popen[bytes]
    line: socket.socket
    number: int = 0
    heard: float = field(default_factory=time.monotonic)
    ready: bool = False

    @classmethod
    def start(cls, module: str, *inherited: int, number: int = 0, metrics_folder: Path) -> Process:
        """Start ``python -m MODULE LINE INHERITED… NUMBER``; it waits to be told its settings."""
        ours, theirs = socket.socketpair()
        handles = (theirs.fileno(), *inherited)
        process = subprocess.Popen(  # noqa: S603 (our own interpreter and module)
            [sys.executable, "-m", module, *map(str, (*handles, number))],
            pass_fds=handles,
            stdin=subprocess.PIPE,
            env={**_LEAN, **_without_owner(os.environ), metrics.FOLDER_VARIABLE: str(metrics_folder)},
            start_new_session=True,  # Ctrl-C reaches us alone; we tell them
        )
        theirs.close()
        ours.setblocking(False)
        return cls(process, ours, number)

    def put_to_work(self, settings: Settings, database_url: str) -> None:
        """Tell it what it waits for. Secrets travel by pipe: arguments and environments can be read by others."""
        self.heard = time.monotonic()
        if self.process.stdin is not None:
            with suppress(BrokenPipeError):  # it died meanwhile, which is seen to elsewhere
                kept = settings.model_copy(update={"database_owner_url": None})
                self.process.stdin.write(pickle.dumps((kept, database_url)))
                self.process.stdin.close()

    def hear(self) -> bytes:
        """What it says; nothing when it has hung up."""
        try:
            said = self.line.recv(4096)
        except OSError:
            said = b""
        if said:
            self.heard = time.monotonic()
        return said

    def silent_for(self, seconds: float) -> bool:
        """Whether nothing was heard of it for longer."""
        return time.monotonic() - self.heard > seconds


def told() -> tuple[Settings, str] | None:
    """The settings and the database's address, in the process that was started; None when there is no supervisor."""
    given = sys.stdin.buffer.read()
    return pickle.loads(given) if given else None  # noqa: S301 (written by our own supervisor)


async def heartbeat(line: socket.socket) -> None:
    """Say that all is well, until nobody listens any more."""
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


def end_all(processes: Iterable[Process], *, seconds: float) -> None:
    """Ask them to leave, and make them."""
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
            each.process.stdin.close()  # of one that was never told what it waits for


def _without_owner(environment: Mapping[str, str]) -> dict[str, str]:
    """No process learns what the schema is changed with (SEC-67)."""
    return {name: value for name, value in environment.items() if name.upper() != "CAREOPS_DATABASE_OWNER_URL"}
