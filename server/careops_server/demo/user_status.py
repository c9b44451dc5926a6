"""Status fields of demo users, derived from their ids, so that other demo data stays unchanged."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

COLUMNS: Final = ("user_status", "verified_at", "platform")
_SPREAD: Final = 2_654_435_761
_PLATFORMS: Final = ("android",) * 6 + ("ios",) * 2 + ("web",) * 3 + (None,)


def user_status(user_id: int, joined: datetime) -> tuple[str, datetime | None, str | None]:
    """Return a user's status, the time of the number's verification, and the platform of the signup."""
    drawn = (user_id * _SPREAD) % 4_294_967_296 // 997
    status = {0: "BLOCKED", 1: "INACTIVE", 2: "INACTIVE", 3: "INACTIVE"}.get(drawn % 60, "ACTIVE")
    verified = None if drawn // 60 % 12 == 0 else joined + timedelta(minutes=2 + drawn % 1_900)
    return status, verified, _PLATFORMS[drawn // 720 % len(_PLATFORMS)]
