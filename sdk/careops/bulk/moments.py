"""Parse dates and times in tables, in the formats of spreadsheets, exports and people."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Final

from careops.bulk.tables import text_of
from careops.bulk.targets import Cell
from careops.error_codes import title_of
from careops.india_time import INDIA
from careops.pasted_text import plain_separators

NO_MOMENT: Final = title_of("cell_date_invalid")
IN_FUTURE: Final = title_of("cell_date_in_future")
_CLOCKS_DIFFER: Final = timedelta(minutes=10)
_FIRST_SERIAL, _LAST_SERIAL = 36_526, 73_050
"""Spreadsheet serial numbers of the first day of 2000 and the end of 2099."""
_SERIAL_START: Final = datetime(1899, 12, 30, tzinfo=INDIA)
_NUMBER: Final = re.compile(r"[0-9]{1,13}(\.[0-9]+)?")
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_DAYS: Final = (
    r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})",
    r"(?P<day>\d{1,2})[-/.](?P<month>\d{1,2})[-/.](?P<year>\d{4}|\d\d)",
    r"(?P<day>\d{1,2})[- ](?P<name>[a-z]{3,9})\.?,?[- ](?P<year>\d{4}|\d\d)",
    r"(?P<name>[a-z]{3,9})\.? (?P<day>\d{1,2}),? (?P<year>\d{4})",
)
_CLOCK: Final = (
    r"(?:(?:,? |,|t)(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.\d+)?)?(?: ?(?P<half>[ap])\.?m\.?)?)?"
    r"(?: ?(?P<zone>z|utc|gmt|ist|(?:utc|gmt)?[+-]\d\d?:?\d\d))?"
)
_WRITTEN: Final = tuple(re.compile(day + _CLOCK) for day in _DAYS)


def parse_moment(cell: Cell, now: datetime) -> datetime:
    """Return the time in UTC. Without a zone it is India's time; 05/11/2026 is the fifth of November.

    Raises ``ValueError`` with the reason for text that is not a time from 2000 on, and for a time after ``now``.
    """
    try:
        moment = _read(cell)
    except (ValueError, OverflowError):
        moment = None
    if moment is None or not 2000 <= moment.year < 2100:
        raise ValueError(NO_MOMENT)
    if moment > now + _CLOCKS_DIFFER:
        raise ValueError(IN_FUTURE)
    return moment.astimezone(UTC)


def _read(cell: Cell) -> datetime | None:
    if isinstance(cell, date):
        moment = cell if isinstance(cell, datetime) else datetime(cell.year, cell.month, cell.day)
        return moment if moment.tzinfo else moment.replace(tzinfo=INDIA)
    if isinstance(cell, bool):
        return None
    text = " ".join(plain_separators(text_of(cell)).casefold().split())
    if _NUMBER.fullmatch(text):
        return _parse_number(float(text))
    return next((_parse_text(match) for pattern in _WRITTEN if (match := pattern.fullmatch(text))), None)


def _parse_number(number: float) -> datetime | None:
    """Parse a spreadsheet's serial number, or the seconds or milliseconds since 1970."""
    if _FIRST_SERIAL <= number <= _LAST_SERIAL:
        return _SERIAL_START + timedelta(seconds=round(number * 86_400))
    seconds = number / 1_000 if number >= 1e12 else number
    return datetime.fromtimestamp(seconds, UTC) if seconds >= 9e8 else None


def _parse_text(match: re.Match[str]) -> datetime:
    groups = match.groupdict()
    year = int(groups["year"]) + (2000 if len(groups["year"]) == 2 else 0)
    hour = int(groups["hour"] or 0)
    if groups["half"]:
        if not 1 <= hour <= 12:
            raise ValueError(NO_MOMENT)
        hour = hour % 12 + (12 if groups["half"] == "p" else 0)
    month = int(groups["month"]) if groups.get("month") else _month(groups["name"])
    day = datetime(year, month, int(groups["day"]), tzinfo=_zone(groups["zone"]))
    minute, second = int(groups["minute"] or 0), int(groups["second"] or 0)
    # ISO 8601 writes the end of a day as 24:00, and a leap second as 60.
    time_of_day = timedelta(hours=hour, minutes=minute, seconds=second)
    if minute > 59 or second > 60 or time_of_day > timedelta(days=1):
        raise ValueError(NO_MOMENT)
    return day + time_of_day


def _month(name: str) -> int:
    return next((number for number, month in enumerate(_MONTHS, start=1) if month.startswith(name)), 0)


def _zone(name: str | None) -> timezone:
    if name is None or name == "ist":
        return INDIA
    if name in ("z", "utc", "gmt"):
        return UTC
    sign, digits = ("-" if "-" in name else "+"), re.sub(r"\D", "", name)
    offset = timedelta(hours=int(digits[:-2]), minutes=int(digits[-2:]))
    return timezone(-offset if sign == "-" else offset)
