"""Names that a platform told once, kept for the next Tab."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

KEPT_SECONDS: Final = 24 * 3600
"""How long names are offered that the platform told once; every command that reads them anyway keeps them anew."""


def kept_names(kind: str, url: str) -> Sequence[str] | None:
    """The names that a platform told within a day; None when it has told none."""
    place = _place(kind, url)
    try:
        found: Any = json.loads(place.read_text("utf-8"))
        fresh = time.time() - place.stat().st_mtime < KEPT_SECONDS
    except (OSError, ValueError):
        return None
    return [str(name) for name in found] if fresh and isinstance(found, list) else None


def keep_names(kind: str, url: str, names: Sequence[str]) -> Sequence[str]:
    """Keep what a platform told, for the next Tab. Where nothing can be written nothing is kept."""
    with suppress(OSError):
        place = _place(kind, url)
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = place.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(list(names), ensure_ascii=False), "utf-8")
        draft.replace(place)
    return names


def _place(kind: str, url: str) -> Path:
    from careops_cli.bulk.journals import state_folder

    return state_folder() / "names" / f"{kind}-{hashlib.sha256(url.encode()).hexdigest()[:16]}.json"
