"""Private files of the user: their folders, and atomic writes with private permissions."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def config_folder() -> Path:
    """Return the folder of profiles, sessions and aliases. ``CAREOPS_CONFIG_DIR`` overrides it."""
    folder = os.environ.get("CAREOPS_CONFIG_DIR")
    if folder:
        return Path(folder)
    from platformdirs import user_config_path

    return user_config_path("careops", appauthor=False)


def state_folder() -> Path:
    """Return the folder of runs and cached names. ``CAREOPS_STATE_DIR`` overrides it."""
    folder = os.environ.get("CAREOPS_STATE_DIR")
    if folder:
        return Path(folder)
    from platformdirs import user_state_path

    return user_state_path("careops", appauthor=False)


def write_private(file: Path, text: str) -> None:
    """Write the file atomically, so that readers find either the old or the new text."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as draft:
            draft.write(text)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise
