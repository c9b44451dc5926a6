"""Waits for a running command to reach a state."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable


def wait_until(is_reached: Callable[[], object], process: subprocess.Popen[str], seconds: float = 300) -> None:
    """Return as soon as the condition holds. Fails if the command ends before, or after ``seconds``."""
    ends = time.monotonic() + seconds
    while not is_reached():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < ends
        time.sleep(0.002)
