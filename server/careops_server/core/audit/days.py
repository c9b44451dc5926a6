"""Days in Asia/Kolkata: today, the start of a day, and the days of a call."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from careops.calls.audit import IN_FUTURE, TOO_LONG, WRONG_ORDER, AuditFilters, ReadActivity, ReadAuditSummary
from careops.constants import AUDIT_DEFAULT_DAYS, AUDIT_MAX_DAYS
from careops.errors import InvalidInput
from careops.india_time import INDIA


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


def start_of_day(day: date) -> datetime:
    """Return the start of a day in India."""
    return datetime.combine(day, time(), INDIA)


@dataclass(frozen=True)
class DateRange:
    """Range of days, both ends included."""

    start: date
    end: date

    @classmethod
    def of(
        cls, call: ReadAuditSummary | AuditFilters | ReadActivity, *, today: date, usual_days: int = AUDIT_DEFAULT_DAYS
    ) -> DateRange:
        """Return the days of a call, by default the last 30. Raises ``InvalidInput``."""
        end = call.end_date or today
        start = call.start_date or end - min(timedelta(days=usual_days - 1), end - date.min)
        if start > end:
            raise InvalidInput(WRONG_ORDER, source="end_date")
        if end > today:
            raise InvalidInput(IN_FUTURE, source="end_date")
        days = cls(start, end)
        if len(days) > AUDIT_MAX_DAYS:
            raise InvalidInput(TOO_LONG, source="end_date")
        return days

    def __len__(self) -> int:
        return (self.end - self.start).days + 1

    @property
    def first_moment(self) -> datetime:
        """Start of the first day."""
        return start_of_day(self.start)

    @property
    def end_moment(self) -> datetime:
        """Start of the day after the last."""
        return start_of_day(self.end + timedelta(days=1))


def local_date(moment: datetime) -> date:
    """Return the date in India at a moment."""
    return moment.astimezone(INDIA).date()
