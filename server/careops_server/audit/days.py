"""Days of Asia/Kolkata: which is today, where one begins, and which a call is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from careops.calls.audit import IN_FUTURE, TOO_LONG, WRONG_ORDER, AuditFilters, ReadAuditSummary
from careops.constants import AUDIT_DEFAULT_DAYS, AUDIT_MAX_DAYS
from careops.days import INDIA
from careops.errors import InvalidInput


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def beginning(day: date) -> datetime:
    """When a day begins in India."""
    return datetime.combine(day, time(), INDIA)


@dataclass(frozen=True)
class Days:
    """From one day to another, both included."""

    start: date
    end: date

    @classmethod
    def of(cls, call: ReadAuditSummary | AuditFilters, *, today: date) -> Days:
        """The days a call is about; the last 30 when it does not say. Raises ``InvalidInput``."""
        end = call.end_date or today
        start = call.start_date or end - min(timedelta(days=AUDIT_DEFAULT_DAYS - 1), end - date.min)
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
    def begin(self) -> datetime:
        """The first moment."""
        return beginning(self.start)

    @property
    def over(self) -> datetime:
        """The first moment after."""
        return beginning(self.end + timedelta(days=1))


def day_of(moment: datetime) -> date:
    """The day it is in India at a moment."""
    return moment.astimezone(INDIA).date()
