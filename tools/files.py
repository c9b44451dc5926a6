"""Files of the repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def files(*paths: str, root: Path = ROOT) -> list[str]:
    """Return the names of all files below these paths, or of all files, without those that Git ignores."""
    command = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *paths)
    names = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout  # noqa: S603 (git)
    return [name for name in sorted(set(names.splitlines())) if (root / name).is_file()]
