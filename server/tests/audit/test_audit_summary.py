"""The summary returns the same numbers from daily rollups and from counted events."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from server.tests.audit.trail import MORNING, NOW, add_event, add_many, keep_days_of
from server.tests.support.stage import CARE, Stage

from careops.calls.audit import AuditSummary
from careops_server.core.audit import summary_queries


async def summary(stage: Stage, clinic_id: int | None, **dates: Any) -> AuditSummary:
    client = await stage.signed_in(CARE)
    return await client.audit.summary(clinic_id=clinic_id, **dates)


@pytest.fixture(scope="module", params=["counted", "kept"])
async def clinic_id(stage: Stage, request: pytest.FixtureRequest) -> int:
    """A clinic with events of one day."""
    id = await stage.clinic()
    if request.param == "kept":
        await keep_days_of(stage, id)
    for number in range(12):
        await add_event(stage, id, key=f"type.{number:02}", occurred_at=MORNING + timedelta(hours=number % 3))
    for _ in range(3):
        await add_event(stage, id, key="user.sign_in", event_status="FAILED", actor_name="Asha Rao")
    await add_event(stage, id, key="session.sign_in", event_status="FAILED", actor_name="")
    await add_event(stage, id, key="user.sign_in", actor_name="Asha Rao")
    await add_event(stage, id, key="patient.export", actor_name="ਗੁਰਲੀਨ ਕੌਰ", occurred_at=NOW)
    await add_event(stage, id, key="patient.export", event_status="FAILED", actor_name="ਗੁਰਲੀਨ ਕੌਰ", occurred_at=NOW)
    await add_event(stage, id, key="late.night", occurred_at=NOW + timedelta(seconds=1))
    return id


async def test_summary_has_the_right_numbers(stage: Stage, clinic_id: int) -> None:
    summed = await summary(stage, clinic_id)
    assert summed.statistics.model_dump() == {
        "total_events": 19,
        "successful_events": 14,
        "failed_events": 5,
        "failed_logins": 4,
        "patient_exports": 1,
        "daily_average": 0.63,
    }
    assert list(summed.events_by_type.items())[:3] == [
        ("user.sign_in", 4),
        ("patient.export", 2),
        ("session.sign_in", 1),
    ]
    assert len(summed.events_by_type) == 10
    assert list(summed.top_users.items()) == [("Asha Rao", 4), ("ਗੁਰਲੀਨ ਕੌਰ", 2)]
    assert list(summed.busiest_hours.items()) == [("9", 9), ("10", 4), ("11", 4), ("23", 2)]
    assert (summed.date_range.start, summed.date_range.end) == (date(2026, 10, 23), date(2026, 11, 21))
    assert summed.generated_at == NOW


async def test_summary_of_one_day_is_right(stage: Stage, clinic_id: int) -> None:
    summed = await summary(stage, clinic_id, start_date="2026-11-21", end_date="2026-11-21")
    assert summed.statistics.total_events == 2
    assert summed.statistics.daily_average == 2.0
    assert summed.busiest_hours == {"23": 2}


async def test_clinic_without_events_has_zeros(stage: Stage) -> None:
    summed = await summary(stage, await stage.clinic())
    assert summed.statistics.total_events == summed.statistics.daily_average == 0
    assert summed.events_by_type == summed.top_users == summed.busiest_hours == {}


async def test_all_clinics_are_the_sum_of_each(stage: Stage, clinic_id: int) -> None:
    day = {"start_date": "2026-11-20", "end_date": "2026-11-20"}
    everything = await summary(stage, None, **day)
    raw = await stage.sql(
        "select count(*) from audit_events where (occurred_at at time zone 'Asia/Kolkata')::date = '2026-11-20'"
    )
    assert everything.statistics.total_events == raw >= 17


async def test_busy_clinic_is_recorded(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary_queries, "BUSY_EVENTS", 50)
    quiet, busy = await stage.clinic(), await stage.clinic()
    await add_many(stage, quiet, 50)
    await add_many(stage, busy, 51)
    for clinic in (quiet, busy, busy):
        await summary(stage, clinic)
    counting = await stage.rows("select clinic_id from audit_busy_clinics where since is null")
    assert [row["clinic_id"] for row in counting] == [busy]


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("start_date=2026-08-23&end_date=2026-11-21", "Date range cannot exceed 90 days"),
        ("start_date=2026-11-21&end_date=2026-11-20", "Start date cannot be after end date"),
        ("end_date=2026-11-22", "End date cannot be in the future"),
    ],
)
async def test_invalid_dates_are_refused(stage: Stage, query: str, title: str) -> None:
    async with stage.http() as http:
        answer = await http.get(f"/api/admin/audit_trails/summary?{query}", headers=await stage.bearer())
    [problem] = answer.json()["errors"]
    assert (answer.status_code, problem["source"], problem["title"]) == (422, "end_date", title)
