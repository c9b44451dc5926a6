"""India's time zone, in which the platform counts days."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import Final

from careops.constants import TIMEZONE

INDIA: Final = timezone(timedelta(hours=5, minutes=30), TIMEZONE)
"""A fixed offset, because it never changes and some machines have no time zone database."""


def parse_moment(text: str) -> datetime:
    """Return an ISO time; one without a time zone is India's. Raises ``ValueError``."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=INDIA)


def today() -> date:
    """Return the current day in India."""
    return datetime.now(INDIA).date()
