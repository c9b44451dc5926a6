"""Subprocesses that end with their parent, even if it is killed (on Linux; elsewhere they notice it themselves)."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from typing import Final

_LIBC: Final = ctypes.CDLL(None) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG: Final = 1


def die_with_parent(number: signal.Signals) -> Callable[[], None]:
    """Return a function for ``exec`` that has the kernel signal the new process when the starting thread ends.

    Safe with threads: it only calls prctl, in a library loaded before the fork.
    """
    owner = os.getpid()

    def prepare() -> None:
        if _LIBC is not None:
            _LIBC.prctl(_PR_SET_PDEATHSIG, number)
            if os.getppid() != owner:
                os.kill(os.getpid(), signal.SIGKILL)

    return prepare
