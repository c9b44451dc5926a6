"""Standard streams: reopened when they are closed, silenced when they break."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import IO


def open_closed_streams() -> None:
    """Point every closed standard stream at the null device.

    A closed stream is None in Python: reading it raises, and print(file=None) writes to stdout. The next opened file
    would also get its descriptor, and would then receive output for the stream.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode, flags = ("r", os.O_RDONLY) if name == "stdin" else ("w", os.O_WRONLY)
            # os.open returns the lowest free number, which is that of the stream unless another file has it.
            descriptor = os.open(os.devnull, flags)
            os.set_inheritable(descriptor, True)
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8"))


def silence(stream: IO[str]) -> None:
    """Send the remaining data of a broken stream to the null device, so that the interpreter can flush it at exit."""
    with suppress(OSError, ValueError):  # a stream without a descriptor has nothing to flush
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
