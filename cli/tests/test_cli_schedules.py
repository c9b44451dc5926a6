"""``careops schedules``: local times, added once, exported and imported again."""

from __future__ import annotations

from datetime import UTC, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.bulk.schedules import clock
from careops.calls.schedules import OVERLAPPING, AddSchedule, DoctorSchedule, ListDoctorSchedules
from careops.contract import Created
from careops.errors import InvalidInput
from careops.weekly_hours import to_utc

AT_ALPHA: dict[str, Any] = {"clinic_id": 41, "clinic_name": "Alpha Clinic", "clinic_doctor_id": 88}
MORNING = DoctorSchedule(
    id=7, days=["Mon", "Wed"], start_time=time(3, 30), end_time=time(7, 30), double_booked_with=[9], **AT_ALPHA
)
EVENING = DoctorSchedule(
    id=8,
    days=["Daily"],
    start_time=time(18, 0),
    end_time=time(19, 0),
    discounted_fees=Decimal(200),
    outside_hours=True,
    **AT_ALPHA,
)
ADD = ("schedules", "add", "41", "12", "--days", "mon,Wednesday", "--start", "9:00 AM", "--end", "13:00")


@pytest.fixture
def holding(platform: Platform) -> Platform:
    """Set up a platform with two schedules that stores new ones."""
    held = [MORNING, EVENING]

    def added(call: AddSchedule) -> Created:
        if call.days == ["Sun"]:
            raise InvalidInput(OVERLAPPING, source="start_time")
        body = call.model_dump(exclude={"clinic_id", "doctor_id"})
        held.append(DoctorSchedule.model_validate({"id": 100 + len(held), **body, **AT_ALPHA}))
        return Created(id=7)

    platform.answer(ListDoctorSchedules, lambda call: list(held))
    platform.answer(AddSchedule, added)
    return platform


def test_list_uses_the_clock_of_each_zone(holding: Platform, careops: CareOpsCommand) -> None:
    run = careops("schedules", "list", "12")
    assert run.out.splitlines() == [
        "7\t41\tAlpha Clinic\tMon, Wed\t09:00\t13:00\tAsia/Kolkata\t\t9\tno\t12",
        "8\t41\tAlpha Clinic\tDaily\t23:30\t00:30\tAsia/Kolkata\t200.0\t\tyes\t12",
    ]


def test_hours_are_added_in_utc(holding: Platform, careops: CareOpsCommand) -> None:
    run = careops("schedules", "add", "41", "12", "--days", "Tue", "--start", "11:30 PM", "--end", "0:30")
    assert run.code == 0
    [call] = holding.calls(AddSchedule)
    assert call.parameters == {
        "clinic_id": 41,
        "doctor_id": 12,
        "days": ["Tue"],
        "start_time": "18:00",
        "end_time": "19:00",
        "timezone": "Asia/Kolkata",
    }


def test_other_zones_use_their_clock(holding: Platform, careops: CareOpsCommand) -> None:
    careops("schedules", "add", "41", "12", "--days", "Tue", "--start", "9:00", "--end", "10:00", "--timezone", "UTC")
    london = ("--timezone", "Europe/London", "--discounted-fees", "300")
    careops("schedules", "add", "41", "12", "--days", "Thu", "--start", "9:00", "--end", "10:00", *london)
    first, second = holding.calls(AddSchedule)
    assert (first.start_time, first.timezone) == (time(9), "UTC")
    assert second.start_time == to_utc(time(9), "Europe/London", datetime.now(UTC))
    assert second.discounted_fees == 300


def test_existing_hours_are_unchanged(holding: Platform, careops: CareOpsCommand) -> None:
    run = careops(*ADD)
    assert (run.code, run.out.split("\t")[2]) == (0, "unchanged")
    assert holding.calls(AddSchedule) == []


def test_refusal_of_the_platform_is_printed(holding: Platform, careops: CareOpsCommand) -> None:
    run = careops("schedules", "add", "41", "12", "--days", "Sun", "--start", "9:00", "--end", "10:00")
    assert run.code == 1
    assert OVERLAPPING in run.out + run.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--days", "Mon"), "--start"),
        (("--days", "Mon", "--start", "nine", "--end", "10:00"), "a time looks like 09:00"),
        (("--days", "Mon", "--start", "25:00", "--end", "10:00"), "a time looks like 09:00"),
        (("--days", "Mon", "--start", "10:00", "--end", "10 AM"), "Time not valid"),
        (("--days", ",", "--start", "9:00", "--end", "10:00"), "Please select days"),
        (("--days", "Noday", "--start", "9:00", "--end", "10:00"), "'noday' is no day"),
        (("--days", "Mon", "--start", "9:00", "--end", "10:00", "--timezone", "Mars/Base"), "no such timezone"),
    ],
)
def test_invalid_hours_are_not_sent(
    holding: Platform, careops: CareOpsCommand, options: tuple[str, ...], message: str
) -> None:
    run = careops("schedules", "add", "41", "12", *options)
    assert run.code == 2
    assert message in run.err
    assert holding.received == []


def test_exported_hours_can_be_imported(holding: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    table = tmp_path / "hours.csv"
    table.write_text(careops("schedules", "export", "12", "--csv").out, encoding="utf-8")
    assert table.read_text(encoding="utf-8").splitlines()[0] == (
        "clinic_id,doctor_id,days,start,end,timezone,discounted_fees"
    )
    run = careops("schedules", "import", "--from", str(table), "--yes")
    assert run.code == 0
    assert [line.split("\t")[2] for line in run.out.splitlines()] == ["unchanged", "unchanged"]
    extended_text = (
        table.read_text(encoding="utf-8") + "41,12,Fri,14:00,15:30,,\n41,12,Sun,14:00,15:30,,\n41,12,,9:00,10:00,,\n"
    )
    table.write_text(extended_text, encoding="utf-8")
    planned = careops("schedules", "import", "--from", str(table), "--dry-run")
    assert holding.calls(AddSchedule) == []
    assert "planned" in planned.out
    run = careops("schedules", "import", "--from", str(table), "--yes")
    assert run.code == 3
    outcomes = [line.split("\t")[2] for line in run.out.splitlines()]
    assert outcomes == ["unchanged", "unchanged", "done", "failed", "invalid"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("9:00", "09:00"),
        ("09.30", "09:30"),
        ("9 pm", "21:00"),
        ("12:15 AM", "00:15"),
        ("12 PM", "12:00"),
        ("09:00:00", "09:00"),
        (time(9, 5), "09:05"),
        ("9", None),
        ("13 PM", None),
        ("9:60", None),
        ("", None),
    ],
)
def test_times_are_accepted_in_common_notations(written: str | time, read: str | None) -> None:
    assert clock(written) == read
