"""Weekly hours: conversion between time zones, and detection of overlaps.

Days belong to the local time zone. Only times are converted, with the offset at a given time (B-40, B-99). An end at or
before its start is on the next day (B-39). All figures are whole minutes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from functools import lru_cache
from typing import Final, Literal
from zoneinfo import ZoneInfo

Weekday = Literal["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
WEEKDAYS: Final[tuple[Weekday, ...]] = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
DAILY: Final = "Daily"
DAY: Final = 24 * 60
"""Minutes per day."""
WEEK: Final = 7 * DAY
"""Minutes per week."""
_WHOLE: Final = (1 << WEEK) - 1
_ZONE: Final = re.compile(r"UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+){1,2}")


@dataclass(frozen=True)
class Hours:
    """Hours on some days of the week, in local time of ``timezone``."""

    days: Sequence[str]
    start_time: time
    end_time: time
    timezone: str

    @property
    def length(self) -> int:
        """Minutes per day."""
        return (_minute(self.end_time) - _minute(self.start_time)) % DAY or DAY

    @property
    def ends_next_day(self) -> bool:
        """True if they end after midnight."""
        return self.end_time <= self.start_time

    def minutes(self, at: datetime) -> int:
        """Return the occupied minutes of the UTC week as a bit mask, so that hours of two zones can be compared."""
        first = _minute(self.start_time) - offset_of(self.timezone, at)
        day = (1 << self.length) - 1
        taken = 0
        for each in expand_days(self.days):
            taken |= day << (WEEKDAYS.index(each) * DAY + first) % WEEK
        # The week is circular: minutes past its end are at its beginning.
        return taken & _WHOLE | taken >> WEEK


def expand_days(days: Iterable[str]) -> tuple[Weekday, ...]:
    """Return the days one by one, in the week's order; ``Daily`` is all seven."""
    chosen = set(days)
    return WEEKDAYS if DAILY in chosen else tuple(day for day in WEEKDAYS if day in chosen)


def to_wire_days(days: Iterable[str]) -> list[str]:
    """Return the days as they are sent: all seven are ``Daily`` (B-41)."""
    each = expand_days(days)
    return [DAILY] if len(each) == len(WEEKDAYS) else [*each]


@lru_cache(maxsize=64)
def offset_of(timezone: str, at: datetime) -> int:
    """Return the minutes by which the zone is ahead of UTC at that time. Raises ``ValueError`` for an unknown zone."""
    offset = at.astimezone(_zone(timezone)).utcoffset()
    return int(offset.total_seconds() // 60) if offset is not None else 0


def to_utc(local: time, timezone: str, at: datetime) -> time:
    """Convert local time to UTC."""
    return _time(_minute(local) - offset_of(timezone, at))


def to_local(utc: time, timezone: str, at: datetime) -> time:
    """Convert UTC to local time."""
    return _time(_minute(utc) + offset_of(timezone, at))


def is_zone(name: str) -> bool:
    """Return True if a timezone of this name exists, such as ``Asia/Kolkata``."""
    try:
        _zone(name)
    except ValueError:
        return False
    return True


def _zone(name: str) -> ZoneInfo:
    if not _ZONE.fullmatch(name):  # zone names are file paths on some systems
        raise ValueError(f"no timezone: {name}")
    try:
        return ZoneInfo(name)
    except (KeyError, OSError) as error:
        raise ValueError(f"no timezone: {name}") from error


def _minute(clock: time) -> int:
    return clock.hour * 60 + clock.minute


def _time(minute: int) -> time:
    return time(minute % DAY // 60, minute % 60)
