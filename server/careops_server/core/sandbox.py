"""Sandbox for parsers of untrusted input: a subprocess with rlimits and a timeout.

The module in the sandbox calls ``limit`` first, then reads stdin and writes stdout. Its CPU limit ends input that was
crafted to keep it busy. The timeout in wall-clock seconds is much longer. A process that exceeds it got no CPU, and its
input may be fine.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import BinaryIO, Final

from careops.errors import Unavailable

NICE: Final = 10
LOOK_SECONDS: Final = 0.02
BUSY_SECONDS: Final = 5
"""Retry delay of a machine that was too busy."""


class TurnQueue:
    """Queue for CPU-heavy work: one at a time in each worker.

    Over all workers one processor stays free for requests. Accounts take turns (round robin), so that the pictures of
    one account do not delay another's.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._busy = False
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def acquire(self, account: str) -> AsyncIterator[None]:
        """Wait for the account's turn, and hold it until the block ends."""
        await self._enter(account)
        try:
            with await asyncio.to_thread(self._lock_seat):
                yield
        finally:
            self._leave()

    async def _enter(self, account: str) -> None:
        if not self._busy:
            self._busy = True
            return
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(account, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            # the turn was given to a request that was cancelled at the same moment
            if turn.done() and not turn.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        """Give the turn to the account that has waited longest since its last one."""
        while self._queues:
            account = next(iter(self._queues))
            # cancelled requests left the queue
            waiting = deque(turn for turn in self._queues.pop(account) if not turn.done())
            if not waiting:
                continue
            waiting.popleft().set_result(None)
            if waiting:
                self._queues[account] = waiting  # behind all other accounts
            return
        self._busy = False

    def _lock_seat(self) -> AbstractContextManager[object]:
        seats = max(1, (os.cpu_count() or 1) - 1)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            seat = (self._folder / f"turn-{os.getpid() % seats}").open("wb")
        except OSError:  # the disk is full; running in parallel is better than not at all
            return nullcontext()
        fcntl.flock(seat, fcntl.LOCK_EX)
        return seat


async def run_sandboxed(module: str, *arguments: str, content: bytes, seconds: float) -> tuple[bytes, bytes]:
    """Run ``python -m MODULE ARGUMENTS`` in the sandbox. Return the first line and the rest of its output.

    A process that its limits ended writes nothing, or not everything. Raises ``Unavailable`` if it has not ended after
    ``seconds``.
    """
    with _scratch() as source, _scratch() as output:
        await asyncio.to_thread(_fill, source, content)
        words = (sys.executable, "-P", "-m", module, *arguments)
        await run_sandboxed_file(words, source=source, output=output, seconds=seconds)
        return await asyncio.to_thread(_first_line_and_rest, output)


async def run_sandboxed_file(words: Sequence[str], *, source: BinaryIO, output: BinaryIO, seconds: float) -> None:
    """Run a command in the sandbox from file to file, for large data."""
    process = _started(words, source, output)
    try:
        async with asyncio.timeout(seconds):
            await _end_of(process)
    except TimeoutError:
        raise Unavailable(retry_after=BUSY_SECONDS) from None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await _end_of(process)


def _started(words: Sequence[str], source: BinaryIO, output: BinaryIO) -> subprocess.Popen[bytes]:
    """Start the process with ``subprocess``, which takes a millisecond. asyncio's version copies the page tables of the
    whole process first, and blocks the event loop for that time. ``poll`` replaces its notification.
    """
    process = subprocess.Popen(  # noqa: S603 (our own interpreter and module)
        words,
        stdin=source,
        stdout=output,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # its child processes, such as a spreadsheet reader, end with it
    )
    _give_way(process.pid)
    return process


async def _end_of(process: subprocess.Popen[bytes]) -> None:
    # Polled instead of awaited: a process on a slow disk ends late, and waiting would block all requests.
    while process.poll() is None:  # noqa: ASYNC110 (there is no event for the end of a process)
        await asyncio.sleep(LOOK_SECONDS)


def _scratch() -> BinaryIO:
    """Return an anonymous temporary file, in memory if the system supports memfd."""
    with suppress(AttributeError, OSError):
        return os.fdopen(os.memfd_create("sheltered"), "w+b")
    return tempfile.TemporaryFile()


def _fill(file: BinaryIO, content: bytes) -> None:
    file.write(content)
    file.seek(0)


def _first_line_and_rest(file: BinaryIO) -> tuple[bytes, bytes]:
    """Read the parts separately, because splitting megabytes in memory blocks all threads."""
    file.seek(0)
    line = file.readline()
    size = os.fstat(file.fileno()).st_size
    return line, os.pread(file.fileno(), size - len(line), len(line))


def set_limits(*, memory: int, seconds: int) -> None:
    """Set the sandbox's limits in the subprocess: bytes of memory and seconds of CPU time."""
    if os.name != "posix":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    _give_way(os.getpid())  # Linux applies few such writes a second, and may have ignored the parent's


def _give_way(pid: int) -> None:
    """Lower a process's CPU priority below that of requests, from its start and including its imports.

    Linux's autogroup scheduling shares CPU time between sessions, so the session needs the lower priority as well.
    """
    with suppress(OSError, AttributeError):  # it has already ended, or this is another system
        os.setpriority(os.PRIO_PROCESS, pid, max(NICE, os.getpriority(os.PRIO_PROCESS, pid)))
    with suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(NICE))
