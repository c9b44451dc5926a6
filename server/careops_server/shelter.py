"""Work on what strangers sent, in a process of its own with limits: nothing in it can harm us or keep us busy.

The module that is run reads standard input, calls ``limit`` before it looks at it, and writes standard output.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress


async def sheltered(module: str, *arguments: str, given: bytes, seconds: float) -> bytes | None:
    """What ``python -m MODULE ARGUMENTS`` makes of what it is given; None when it takes too long.

    A process that is ended by its limits writes nothing, or not all of it.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", module, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(seconds):
            made, _ = await process.communicate(given)
    except TimeoutError:
        return None
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    return made


def limit(*, memory: int, seconds: int) -> None:
    """Take no more than so many bytes of memory and seconds of a processor, in the process that is run."""
    if os.name != "posix":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    os.nice(10)  # what strangers sent can wait, the list everybody looks at cannot
