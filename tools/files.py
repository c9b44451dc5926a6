"""Files of the repository."""

from __future__ import annotations

import os
import subprocess
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def files(*paths: str, root: Path = ROOT) -> list[str]:
    """Return the names of all files below these paths, or of all files, without those that Git ignores."""
    command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths)
    try:
        listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout  # noqa: S603 (git)
        names = listed.split("\0")
    except (OSError, subprocess.CalledProcessError):  # an unpacked archive, or a checkout of another user
        names = _walked(root, paths)
    return [name for name in sorted(set(names)) if (root / name).is_file()]


def _walked(root: Path, paths: tuple[str, ...]) -> list[str]:
    """Return all files except those whose name or path matches a line of ``.gitignore``."""
    lines = (root / ".gitignore").read_text("utf-8").splitlines() if (root / ".gitignore").exists() else []
    ignored = [".git", *(line.rstrip("/") for line in lines if line and not line.startswith("#"))]

    def is_ignored(name: str) -> bool:
        last = name.rpartition("/")[2]
        return any(fnmatch(f"/{name}", each) or fnmatch(name, each) or fnmatch(last, each) for each in ignored)

    walked: list[str] = []
    for folder, folders, names in os.walk(root):
        place = Path(folder).relative_to(root)
        folders[:] = [name for name in folders if not is_ignored((place / name).as_posix())]
        walked += [(place / name).as_posix() for name in names if not is_ignored((place / name).as_posix())]
    return [name for name in walked if not paths or any(name == path or name.startswith(f"{path}/") for path in paths)]
