"""Cached names of the platform for shell completion."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from careops_cli.framework.config_files import state_folder


def load(kind: str, url: str, fresh: float) -> Sequence[str] | None:
    """Return the names cached within ``fresh`` seconds; None if there are none.

    Every command that reads the names updates the cache.
    """
    place = _place(kind, url)
    try:
        names: Any = json.loads(place.read_text("utf-8"))
        is_fresh = time.time() - place.stat().st_mtime < fresh
    except (OSError, ValueError):
        return None
    return [str(name) for name in names] if is_fresh and isinstance(names, list) else None


def save(kind: str, url: str, names: Sequence[str]) -> Sequence[str]:
    """Cache names of a platform. Ignores write errors."""
    with suppress(OSError):
        place = _place(kind, url)
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = place.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(list(names), ensure_ascii=False), "utf-8")
        draft.replace(place)
    return names


def _place(kind: str, url: str) -> Path:
    import hashlib  # imported here because it loads OpenSSL

    digest = hashlib.sha256(f"{url} {kind}".encode()).hexdigest()[:16]
    return state_folder() / "names" / f"{kind.partition(' ')[0]}-{digest}.json"
