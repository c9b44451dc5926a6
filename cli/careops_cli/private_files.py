"""Files of a person's own: configuration written in one step, for nobody else to read; and where they lie."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def config_folder() -> Path:
    """Where profiles, sessions and aliases are kept; ``CAREOPS_CONFIG_DIR`` moves it."""
    given = os.environ.get("CAREOPS_CONFIG_DIR")
    if given:
        return Path(given)
    from platformdirs import user_config_path

    return user_config_path("careops", appauthor=False)


def state_folder() -> Path:
    """Where runs and names once told are kept; ``CAREOPS_STATE_DIR`` moves it."""
    given = os.environ.get("CAREOPS_STATE_DIR")
    if given:
        return Path(given)
    from platformdirs import user_state_path

    return user_state_path("careops", appauthor=False)


def keep(file: Path, text: str) -> None:
    """Write the file in one step: whoever reads it finds the old text or the new one."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as draft:
            draft.write(text)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise
