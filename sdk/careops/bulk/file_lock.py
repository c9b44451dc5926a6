"""Exclusive file locks on every operating system. The lock ends with the process."""

from __future__ import annotations

import sys
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt

    def lock(file: BinaryIO) -> None:
        """Lock the file. Raises ``OSError`` immediately if another process holds the lock."""
        file.seek(2**31 - 1)  # far behind the content, which stays readable
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)

else:
    import fcntl

    def lock(file: BinaryIO) -> None:
        """Lock the file. Raises ``OSError`` immediately if another process holds the lock."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
