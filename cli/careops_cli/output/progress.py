"""Progress line of a long job on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from careops_cli.framework.errors import is_quiet

Progress = Callable[[str, int, int], None]
"""Called with the stage, the completed number and the total (0 if unknown)."""
_EVERY = 0.1


@contextmanager
def progress_line() -> Iterator[Progress]:
    """Display the progress during the block; nothing without a terminal, or with ``--quiet``."""
    if is_quiet() or not sys.stderr.isatty():
        yield lambda stage, done, total: None
        return
    started: dict[str, float] = {}
    last = 0.0

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        started.setdefault(stage, now)
        if now - last < _EVERY and done != total:
            return
        last = now
        sys.stderr.write(f"\r\x1b[K{_line(stage, done, total, now - started[stage])}")
        sys.stderr.flush()

    try:
        yield progress
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _line(stage: str, done: int, total: int, seconds: float) -> str:
    rate = done / seconds if seconds > 0 else 0.0
    if not total:
        return f"{stage}: {done:,} at {rate:,.0f}/s"
    left = f", {(total - done) / rate:,.0f} s left" if rate else ""
    return f"{stage}: {done:,} of {total:,} ({done * 100 // total} %) at {rate:,.0f}/s{left}"
