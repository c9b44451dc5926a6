"""Date ranges of audit calls: both ends are inclusive, at most 90 days, and today is the day in India."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from careops.calls.audit import ReadAuditSummary
from careops.errors import InvalidInput
from careops_server.core.audit.days import DateRange, local_date, start_of_day

TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("parameters", "start", "end"),
    [
        ({}, "2026-10-23", "2026-11-21"),
        ({"start_date": "2026-11-21", "end_date": "2026-11-21"}, "2026-11-21", "2026-11-21"),
        ({"end_date": "2026-03-01"}, "2026-01-31", "2026-03-01"),
        ({"end_date": "2024-03-01"}, "2024-02-01", "2024-03-01"),
        ({"start_date": "2026-08-24"}, "2026-08-24", "2026-11-21"),
        ({"start_date": "2023-12-02", "end_date": "2024-02-29"}, "2023-12-02", "2024-02-29"),
        ({"end_date": "0001-01-05"}, "0001-01-01", "0001-01-05"),
    ],
)
def test_date_range_follows_from_the_parameters(parameters: dict[str, str], start: str, end: str) -> None:
    days = DateRange.of(ReadAuditSummary.model_validate(parameters), today=TODAY)
    assert (str(days.start), str(days.end)) == (start, end)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"start_date": "2026-08-23"}, "Date range cannot exceed 90 days"),
        ({"start_date": "2026-11-22"}, "Start date cannot be after end date"),
        ({"end_date": "2026-11-22"}, "End date cannot be in the future"),
        ({"start_date": "2026-11-22", "end_date": "2026-11-23"}, "End date cannot be in the future"),
        ({"end_date": "9999-12-31"}, "End date cannot be in the future"),
    ],
)
def test_invalid_date_range_is_refused(parameters: dict[str, str], sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        DateRange.of(ReadAuditSummary.model_validate(parameters), today=TODAY)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"start_date": "2026-01-01", "end_date": "2026-04-01"}, "Date range cannot exceed 90 days"),
        ({"start_date": "2026-01-02", "end_date": "2026-01-01"}, "Start date cannot be after end date"),
        ({"start_date": "01-02-2026"}, "Please give the date as YYYY-MM-DD"),
        ({"start_date": "2026-02-29"}, "There is no such date"),
        ({"end_date": 1_700_000_000}, "Please give the date as YYYY-MM-DD"),
        ({"end_date": "2026-11-21T00:00:00"}, "Please give the date as YYYY-MM-DD"),
    ],
)
def test_call_refuses_invalid_dates(parameters: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ReadAuditSummary.model_validate(parameters)


def test_ninety_days_are_accepted() -> None:
    call = ReadAuditSummary(start_date=date(2026, 1, 1), end_date=date(2026, 3, 31))
    assert len(DateRange.of(call, today=TODAY)) == 90


@pytest.mark.proves("FAULT-41.days")
def test_day_begins_and_ends_in_india() -> None:
    days = DateRange(date(2026, 11, 20), date(2026, 11, 20))
    assert days.first_moment == datetime(2026, 11, 19, 18, 30, tzinfo=UTC)
    assert days.end_moment == datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
    last = datetime(2026, 11, 20, 18, 29, 59, 999_999, tzinfo=UTC)
    assert (local_date(last), local_date(last + timedelta(microseconds=1))) == (date(2026, 11, 20), date(2026, 11, 21))


@given(st.datetimes(min_value=datetime(1970, 1, 1), timezones=st.just(UTC), max_value=datetime(2199, 1, 1)))
def test_every_time_is_within_its_day(moment: datetime) -> None:
    day = local_date(moment)
    assert start_of_day(day) <= moment < start_of_day(day + timedelta(days=1))
