"""Work on what strangers sent, in a process of its own with limits: nothing in it can harm us or keep us busy.

The module that is run reads standard input, calls ``limit`` before it looks at it, and writes standard output. So what
was made to keep us busy is ended by its own limit of a processor's time; what has not ended after far more seconds on
the clock was given no processor, and nothing is wrong with it.
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
"""After which a machine that was too busy may be asked again."""


class Turn:
    """Heavy work one after the other: one at a time in each worker, and over all of them as many as leave a processor
    to those who wait for a list. Accounts take turns (round robin): many pictures of one do not delay another's.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._busy = False
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def taken(self, account: str) -> AsyncIterator[None]:
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
            if turn.done() and not turn.cancelled():  # it was given to a request that ended at the same moment
                self._leave()
            raise

    def _leave(self) -> None:
        """Give the turn to the account that has waited longest since its last one."""
        while self._queues:
            account = next(iter(self._queues))
            waiting = deque(turn for turn in self._queues.pop(account) if not turn.done())  # some have left
            if not waiting:
                continue
            waiting.popleft().set_result(None)
            if waiting:
                self._queues[account] = waiting  # behind all others
            return
        self._busy = False

    def _lock_seat(self) -> AbstractContextManager[object]:
        seats = max(1, (os.cpu_count() or 1) - 1)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            seat = (self._folder / f"turn-{os.getpid() % seats}").open("wb")
        except OSError:  # the disk is full: better all at once than not at all
            return nullcontext()
        fcntl.flock(seat, fcntl.LOCK_EX)
        return seat


async def sheltered(module: str, *arguments: str, given: bytes, seconds: float) -> tuple[bytes, bytes]:
    """What ``python -m MODULE ARGUMENTS`` makes of what it is given, its first line apart.

    A process that is ended by its limits writes nothing, or not all of it. Raises ``Unavailable`` when it has not ended
    after so many seconds.
    """
    with _scratch() as source, _scratch() as made:
        await asyncio.to_thread(_fill, source, given)
        words = (sys.executable, "-P", "-m", module, *arguments)
        await sheltered_file(words, given=source, made=made, seconds=seconds)
        return await asyncio.to_thread(_first_line_and_rest, made)


async def sheltered_file(words: Sequence[str], *, given: BinaryIO, made: BinaryIO, seconds: float) -> None:
    """The same from file to file, for what may be large."""
    process = _started(words, given, made)
    try:
        async with asyncio.timeout(seconds):
            await _end_of(process)
    except TimeoutError:
        raise Unavailable(retry_after=BUSY_SECONDS) from None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await _end_of(process)


def _started(words: Sequence[str], given: BinaryIO, made: BinaryIO) -> subprocess.Popen[bytes]:
    """Python's own way to start one takes a millisecond. The event loop's copies all we have in memory first, and stops
    everybody's requests for as long as that takes; what it would tell us is asked for with ``poll``.
    """
    process = subprocess.Popen(  # noqa: S603 (our own interpreter and module)
        words,
        stdin=given,
        stdout=made,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # what it starts itself, such as the reader of a spreadsheet, ends with it
    )
    _give_way(process.pid)
    return process


async def _end_of(process: subprocess.Popen[bytes]) -> None:
    # Not waited for: one that a slow disk holds up dies late, and would hold up everybody.
    while process.poll() is None:  # noqa: ASYNC110 (nobody sets an event when a process ends)
        await asyncio.sleep(LOOK_SECONDS)


def _scratch() -> BinaryIO:
    """A file of our own that nobody else sees, in memory where the system has such files."""
    with suppress(AttributeError, OSError):
        return os.fdopen(os.memfd_create("sheltered"), "w+b")
    return tempfile.TemporaryFile()


def _fill(file: BinaryIO, content: bytes) -> None:
    file.write(content)
    file.seek(0)


def _first_line_and_rest(file: BinaryIO) -> tuple[bytes, bytes]:
    """Read apart: to take megabytes apart in memory holds up everybody, in whatever thread."""
    file.seek(0)
    line = file.readline()
    size = os.fstat(file.fileno()).st_size
    return line, os.pread(file.fileno(), size - len(line), len(line))


def limit(*, memory: int, seconds: int) -> None:
    """Take no more than so many bytes of memory and seconds of a processor, in the process that is run."""
    if os.name != "posix":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    _give_way(os.getpid())  # Linux takes few such words a second, and may not have listened to who started us


def _give_way(pid: int) -> None:
    """What strangers sent can wait, the list everybody looks at cannot: from its first step on, imports included.

    In a session of its own a process is nice to itself alone where Linux shares processors by session, so the session
    has to be nice as well.
    """
    with suppress(OSError, AttributeError):  # it is over already, or this is another system
        os.setpriority(os.PRIO_PROCESS, pid, max(NICE, os.getpriority(os.PRIO_PROCESS, pid)))
    with suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(NICE))
