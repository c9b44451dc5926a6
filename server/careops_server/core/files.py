"""Files of the installation that only its own account may read."""

from __future__ import annotations

import os
from pathlib import Path


def write_private(file: Path, text: str, *, owner: tuple[int, int] | None = None) -> None:
    """Replace a file atomically, even if the machine stops. ``owner`` are the ids of another account and its group."""
    fresh = file.with_name(f"{file.name}.{os.getpid()}.new")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(handle.fileno())
    if owner is not None:
        os.chown(fresh, *owner)
    fresh.replace(file)
