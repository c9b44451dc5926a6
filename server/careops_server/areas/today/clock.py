"""Clock of Today, which tests replace."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)
