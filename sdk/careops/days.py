"""India's clock, by which the platform counts its days."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import Final

from careops.constants import TIMEZONE

INDIA: Final = timezone(timedelta(hours=5, minutes=30), TIMEZONE)
"""Told by its distance, which never changes: there are machines that know no zone by its name."""


def today() -> date:
    """The day it is in India."""
    return datetime.now(INDIA).date()
