"""Weekly hours: every rule against a simple simulation, minute by minute."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from careops import CareOps
from careops.calls.schedules import NO_DAYS, NO_FEES, NO_TIME, NO_ZONE, SAME_TIME, AddSchedule, UpdateSchedule
from careops.contract import PathBodyMismatch
from careops.contract.validation_errors import problems_from_validation
from careops.errors import InvalidInput
from careops.weekly_hours import DAILY, DAY, WEEK, WEEKDAYS, Hours, expand_days, is_zone, to_local, to_utc, to_wire_days

# Whole, half and quarter hours, on both sides of UTC, the extremes, and one zone with summer time.
ZONES = (
    *("Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns", "UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"),
    *("Australia/Lord_Howe", "Europe/London"),
)
WINTER, SUMMER = datetime(2026, 1, 15, 12, tzinfo=UTC), datetime(2026, 7, 15, 12, tzinfo=UTC)
MONDAY = date(2026, 1, 5)
moments = st.sampled_from([WINTER, SUMMER])
zones = st.sampled_from(ZONES)
half_hours = st.integers(0, 47).map(lambda half: time(half // 2, half % 2 * 30))
minutes = st.integers(0, DAY - 1).map(lambda minute: time(minute // 60, minute % 60))
some_days = st.sets(st.sampled_from(WEEKDAYS), min_size=1)
days = some_days | st.just({DAILY}) | some_days.map(lambda some: {DAILY, *some})
hours = st.builds(Hours, days.map(sorted), half_hours | minutes, half_hours | minutes, zones)
quick = settings(max_examples=60, deadline=None)


def walked(hours: Hours, at: datetime) -> set[int]:
    """Return the minutes of the UTC week, by simulating a clock from each start to its end."""
    offset = at.astimezone(ZoneInfo(hours.timezone)).utcoffset()
    assert offset is not None
    minutes = set()
    for number, day in enumerate(WEEKDAYS):
        if day not in hours.days and DAILY not in hours.days:
            continue
        clock = datetime.combine(MONDAY + timedelta(days=number), hours.start_time)
        while True:
            minutes.add(int((clock - offset - datetime.combine(MONDAY, time())).total_seconds() // 60) % WEEK)
            clock += timedelta(minutes=1)
            if clock.time() == hours.end_time:
                break
    return minutes


def bits(mask: int) -> set[int]:
    return {place for place in range(mask.bit_length()) if mask >> place & 1}


@quick
@given(hours, moments)
def test_minutes_are_those_on_the_clock(some: Hours, at: datetime) -> None:
    assert bits(some.minutes(at)) == walked(some, at)


@quick
@given(hours, hours, moments)
def test_hours_overlap_if_they_share_a_minute(first_hours: Hours, other: Hours, at: datetime) -> None:
    meet = bool(first_hours.minutes(at) & other.minutes(at))
    assert meet == bool(walked(first_hours, at) & walked(other, at))
    assert meet == bool(other.minutes(at) & first_hours.minutes(at))


@quick
@given(hours, moments)
def test_conversion_between_zones_changes_nothing_else(some: Hours, at: datetime) -> None:
    assert len(bits(some.minutes(at))) == some.length * len(expand_days(some.days))
    assert 1 <= some.length <= DAY
    assert some.ends_next_day == (some.end_time <= some.start_time)


@given(half_hours | minutes, zones, moments)
def test_time_survives_conversion_to_utc(clock: time, zone: str, at: datetime) -> None:
    assert to_local(to_utc(clock, zone, at), zone, at) == clock
    assert to_utc(to_local(clock, zone, at), zone, at) == clock


@given(days)
def test_daily_is_equal_to_all_seven_days(some: set[str]) -> None:
    days = to_wire_days(some)
    assert expand_days(days) == expand_days(some)
    assert (days == [DAILY]) == (DAILY in some or len(some) == 7)
    assert to_wire_days(days) == days


def test_daily_overlaps_every_day() -> None:
    daily = Hours([DAILY], time(9), time(10), "Asia/Kolkata")
    for day in WEEKDAYS:
        single_day = Hours([day], time(9, 30), time(11), "Asia/Kolkata")
        assert daily.minutes(WINTER) & single_day.minutes(WINTER)


@pytest.mark.proves("FAULT-41.midnight")
@pytest.mark.parametrize("number", range(7))
def test_hours_past_midnight_continue_on_the_next_day(number: int) -> None:
    day, after = WEEKDAYS[number], WEEKDAYS[(number + 1) % 7]
    night = Hours([day], time(23, 30), time(0, 30), "Asia/Kolkata")
    assert night.ends_next_day
    assert night.length == 60
    early = {other: Hours([other], time(0), time(0, 30), "Asia/Kolkata") for other in WEEKDAYS}
    met = [other for other, morning in early.items() if night.minutes(WINTER) & morning.minutes(WINTER)]
    assert met == [after]
    assert not night.minutes(WINTER) & Hours([after], time(0, 30), time(1), "Asia/Kolkata").minutes(WINTER)


@pytest.mark.proves("FAULT-41.zones")
def test_zones_are_compared_in_utc() -> None:
    first = Hours(["Mon"], time(0, 0), time(0, 30), "Asia/Kolkata")  # 18:30 on Sunday in UTC
    second = Hours(["Sun"], time(19, 0), time(20, 0), "Europe/London")
    assert not first.minutes(WINTER) & second.minutes(WINTER)
    assert second.minutes(SUMMER) & first.minutes(SUMMER)


@pytest.mark.parametrize(
    "name", ["", "Asia", "asia/kolkata", "../../etc/passwd", "posix/Asia/Kolkata", "localtime", "Mars/Base", "A" * 64]
)
def test_invalid_zone_is_refused(name: str) -> None:
    assert not is_zone(name)


@pytest.mark.parametrize("name", ["Asia/Kolkata", "UTC", "America/Argentina/Buenos_Aires", "Etc/GMT+5"])
def test_valid_zone_is_accepted(name: str) -> None:
    assert is_zone(name)


GOOD = {"days": ["Mon"], "start_time": "03:30", "end_time": "13:30", "timezone": "Asia/Kolkata"}


@pytest.mark.parametrize(
    ("change", "source", "title"),
    [
        ({"days": []}, "days", NO_DAYS),
        ({"days": None}, "days", NO_DAYS),
        ({"start_time": None}, "start_time", NO_TIME),
        ({"end_time": ""}, "end_time", NO_TIME),
        ({"end_time": "03:30"}, "end_time", SAME_TIME),
        ({"end_time": "24:00"}, "end_time", "Please give the time as HH:MM"),
        ({"end_time": "9:00"}, "end_time", "Please give the time as HH:MM"),
        ({"end_time": "09:00:00"}, "end_time", "Please give the time as HH:MM"),
        ({"end_time": "०९:००"}, "end_time", "Please give the time as HH:MM"),
        ({"discounted_fees": None}, "discounted_fees", NO_FEES),
        ({"timezone": "Mars/Base"}, "timezone", NO_ZONE),
    ],
)
def test_invalid_hours_have_the_documented_sentences(change: dict[str, object], source: str, title: str) -> None:
    with pytest.raises(ValidationError) as refused:
        AddSchedule.model_validate({"clinic_id": 1, "doctor_id": 2, **GOOD, **change})
    assert [(problem.source, problem.title) for problem in problems_from_validation(refused.value)] == [(source, title)]


def test_missing_fields_are_refused_like_empty_ones() -> None:
    with pytest.raises(ValidationError) as refused:
        AddSchedule.model_validate({"clinic_id": 1, "doctor_id": 2})
    assert [problem.title for problem in problems_from_validation(refused.value)] == [NO_DAYS, NO_TIME, NO_TIME]


def test_id_in_path_and_body_must_be_equal() -> None:
    call = UpdateSchedule.model_validate({"clinic_id": 1, "doctor_id": 2, "schedule_id": 7, **GOOD})
    wire = call.to_wire()
    assert wire.path == "/clinics/1/clinic_doctors/2/schedules/7"
    assert wire.body == {"schedule_details": {**GOOD, "scheduleId": 7}}
    path = {"clinic_id": "1", "doctor_id": "2", "schedule_id": "7"}
    assert UpdateSchedule.from_wire(path, {}, wire.body) == call
    with pytest.raises(PathBodyMismatch, match="scheduleId"):
        UpdateSchedule.from_wire(path, {}, {"schedule_details": {**GOOD, "scheduleId": 8}})


def test_mistakes_are_refused_before_sending() -> None:
    with CareOps("http://127.0.0.1:1/api") as client, pytest.raises(InvalidInput):
        client.schedules.add(clinic_id=1, doctor_id=2, days=[], start_time=time(3), end_time=time(4))
