"""Runner of Zensical."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def build_strictly(configuration: Path) -> int:
    """Build the site of a configuration, and return the exit code. A dead link or anchor is a failure."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(configuration)]
    return subprocess.run(command, check=False).returncode  # noqa: S603 (fixed command)
