"""Work on what strangers sent, in a process of its own with limits: nothing in it can harm us or keep us busy.

The module that is run reads standard input, calls ``limit`` before it looks at it, and writes standard output.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

NICE: Final = 10


async def sheltered(module: str, *arguments: str, given: bytes, seconds: float) -> bytes | None:
    """What ``python -m MODULE ARGUMENTS`` makes of what it is given; None when it takes too long.

    A process that is ended by its limits writes nothing, or not all of it.
    """
    words = (sys.executable, "-P", "-m", module, *arguments)
    pipe = asyncio.subprocess.PIPE
    try:
        async with _process(words, stdin=pipe, stdout=pipe) as process, asyncio.timeout(seconds):
            made, _ = await process.communicate(given)
    except TimeoutError:
        return None
    return made


async def sheltered_file(words: Sequence[str], *, given: BinaryIO, made: BinaryIO, seconds: float) -> bool:
    """The same from file to file, for what may be large; False when it takes too long."""
    try:
        async with _process(words, stdin=given, stdout=made) as process, asyncio.timeout(seconds):
            await process.wait()
    except TimeoutError:
        return False
    return True


@asynccontextmanager
async def _process(words: Sequence[str], *, stdin: Any, stdout: Any) -> AsyncIterator[asyncio.subprocess.Process]:
    # A session of its own: what it starts itself, such as the reader of a spreadsheet, ends with it.
    process = await asyncio.create_subprocess_exec(
        *words, stdin=stdin, stdout=stdout, stderr=asyncio.subprocess.DEVNULL, start_new_session=True
    )
    _give_way(process.pid)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


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
        os.setpriority(os.PRIO_PROCESS, pid, NICE)
        Path(f"/proc/{pid}/autogroup").write_text(str(NICE))
