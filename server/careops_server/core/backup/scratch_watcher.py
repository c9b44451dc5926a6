"""Program that removes folders when the process that named them is gone, however that process ended.

Run as a script with the standard library alone. Its standard input is a pipe whose other end only the owner holds, so
the kernel closes it even after SIGKILL. Each line is a folder as a JSON string.
"""

from __future__ import annotations

import json
import shutil
import signal
import sys
import time
from pathlib import Path
from typing import Final

READY: Final = "watching"
_SECONDS: Final = 60.0
_PAUSE: Final = 0.05


def remove(folders: list[Path]) -> None:
    """Remove the folders. Repeats while a PostgreSQL that is shutting down still writes files there."""
    deadline = time.monotonic() + _SECONDS
    while True:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        if not any(folder.exists() for folder in folders) or time.monotonic() > deadline:
            return
        time.sleep(_PAUSE)


def main() -> None:
    """Read folders until the owner is gone, then remove those that are left."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # sent to the owner's group; the folders are removed after the owner
    sys.stdout.write(f"{READY}\n")
    sys.stdout.flush()
    remove([Path(json.loads(line)) for line in sys.stdin])


if __name__ == "__main__":
    main()
