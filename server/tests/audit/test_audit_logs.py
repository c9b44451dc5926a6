"""Logs list: filters, unusual searches, pages from both ends and exact totals, also for a busy clinic."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from server.tests.audit.trail import MORNING, NOW, add_event, add_many, keep_days_of
from server.tests.support.stage import CARE, Stage

from careops.calls.audit import AuditTrail, FindAuditTrails, ListAuditTrails
from careops.calls.clinics import NO_CLINIC
from careops.errors import NotFound
from careops.india_time import INDIA


@pytest.fixture(scope="module", params=["counted", "kept"])
async def clinic(stage: Stage, request: pytest.FixtureRequest) -> dict[str, Any]:
    """A clinic with a few events that differ in every column; once without and once with daily rollups."""
    clinic_id = await stage.clinic()
    if request.param == "kept":
        await keep_days_of(stage, clinic_id)
    ids = {
        "view": await add_event(stage, clinic_id, actor_name="Asha Rao", actor_type="owner", resource_type="patient"),
        "export": await add_event(
            stage,
            clinic_id,
            occurred_at=MORNING + timedelta(hours=1),
            key="patient.export",
            actor_name="ਗੁਰਲੀਨ ਕੌਰ",
            actor_type="consultant",
            patient_name="Mohinder Brar",
            resource_type="patient",
            resource_id="p-100%",
            parameters={"format": "pdf", "note": "50% \\ done"},
        ),
        "failed": await add_event(
            stage,
            clinic_id,
            occurred_at=MORNING + timedelta(hours=2),
            key="user.sign_in",
            event_status="FAILED",
            actor_type="staff",
            ip_address="203.0.113.7",
            user_agent="Clinic app 4.2",
            description="Wrong password",
        ),
        "console": await add_event(
            stage, clinic_id, occurred_at=MORNING + timedelta(hours=3), key="clinic.update", actor_type="super_admin"
        ),
        "first second": await add_event(
            stage, clinic_id, occurred_at=NOW.astimezone(INDIA) - timedelta(days=30, seconds=-1 - 86_400)
        ),
        "a second before": await add_event(stage, clinic_id, occurred_at=NOW - timedelta(days=30)),
    }
    await add_event(stage, await stage.clinic(), key="other.clinic")
    return {"id": clinic_id, "names": {event_id: name for name, event_id in ids.items()}}


EVERY = ["first second", "view", "export", "failed", "console"]


async def list_names(stage: Stage, clinic: dict[str, Any], **filters: Any) -> list[str]:
    """The names of the events that match a filter, oldest first. The total must be the same."""
    client = await stage.signed_in(CARE)
    page = await client.send(ListAuditTrails(clinic_id=clinic["id"], **filters))
    assert page.total_records == len(page.items)
    return [clinic["names"][str(event.id)] for event in reversed(page.items)]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, EVERY),
        ({"event_status": "FAILED"}, ["failed"]),
        ({"event_status": "SUCCESS"}, ["first second", "view", "export", "console"]),
        ({"event_status": "SUCCESS,FAILED"}, EVERY),
        ({"event_keys": "patient.export"}, ["export"]),
        ({"event_keys": "patient.export, user.sign_in,nothing"}, ["export", "failed"]),
        ({"event_keys": ["patient.view"], "event_status": "FAILED"}, []),
        ({"user_type": "owner"}, ["view"]),
        ({"user_type": "owner,staff"}, ["view", "failed"]),
        ({"user_type": "admin"}, ["console"]),
        ({"resource_type": "patient"}, ["view", "export"]),
        ({"resource_type": "patient", "user_type": "consultant"}, ["export"]),
        ({"start_date": "2026-11-20", "end_date": "2026-11-20"}, ["view", "export", "failed", "console"]),
        ({"start_date": "2026-11-21"}, []),
        ({"start_date": "2026-10-22"}, ["a second before", *EVERY]),
        ({"end_date": "2026-11-19"}, ["a second before", "first second"]),
        ({"search_text": "asha"}, ["view"]),
        ({"search_text": "ਗੁਰਲੀਨ"}, ["export"]),
        ({"search_text": "brar"}, ["export"]),
        ({"search_text": "100%"}, ["export"]),
        ({"search_text": "%"}, ["export"]),
        ({"search_text": "_app"}, []),
        ({"search_text": "clinic app"}, ["failed"]),
        ({"search_text": "203.0.113"}, ["failed"]),
        ({"search_text": "WRONG pass"}, ["failed"]),
        ({"search_text": '"pdf"'}, ["export"]),
        ({"search_text": "super_admin"}, ["console"]),
        ({"search_text": "'; drop table audit_events; --"}, []),
        ({"search_text": "patient", "event_keys": "patient.export"}, ["export"]),
    ],
)
async def test_filters_select_events(
    stage: Stage, clinic: dict[str, Any], filters: dict[str, Any], expected: list[str]
) -> None:
    assert sorted(await list_names(stage, clinic, **filters)) == sorted(expected)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"hours": "9"}, ["view"]),
        ({"hours": "10,11"}, ["export", "failed"]),
        ({"hours": ["23"]}, []),
        ({"hours": "0"}, ["first second"]),
        ({"hours": "10,11", "event_status": "FAILED"}, ["failed"]),
        ({"hours": "10,11", "event_keys": "patient.export"}, ["export"]),
        ({"hours": "9,12", "search_text": "super"}, ["console"]),
        ({}, EVERY),
    ],
)
async def test_hours_of_the_day_are_indian(
    stage: Stage, clinic: dict[str, Any], filters: dict[str, Any], expected: list[str]
) -> None:
    page = await (await stage.signed_in(CARE)).audit.find(clinic_id=clinic["id"], **filters)
    assert page.total_records == len(page.items)
    assert sorted(clinic["names"][str(event.id)] for event in page.items) == sorted(expected)


@pytest.mark.parametrize("rolled_up", [False, True])
async def test_every_hour_of_the_summary_has_its_list(stage: Stage, rolled_up: bool) -> None:
    clinic_id = await stage.clinic()
    if rolled_up:
        await keep_days_of(stage, clinic_id)
    await add_many(stage, clinic_id, 137, apart=timedelta(hours=3, minutes=7))
    client = await stage.signed_in(CARE)
    figures = (await client.audit.summary(clinic_id=clinic_id)).busiest_hours
    assert sum(figures.values()) == 137
    for hour, count in figures.items():
        call = FindAuditTrails(clinic_id=clinic_id, hours=[hour])
        events = [event async for event in client.each(call)]
        assert [event.timestamp.astimezone(INDIA).hour for event in events] == [int(hour)] * count
        assert (await client.send(call)).total_records == count


@pytest.mark.parametrize("hours", ["24", "-1", "9.5", "09"])
async def test_invalid_hour_is_refused(stage: Stage, hours: str) -> None:
    async with stage.http() as http:
        answer = await http.get(f"/api/careops/audit_trails?hours={hours}", headers=await stage.bearer())
    assert answer.status_code == 422
    assert [error["source"] for error in answer.json()["errors"]] == ["hours"]


async def test_row_has_the_fields_of_its_event(stage: Stage, clinic: dict[str, Any]) -> None:
    client = await stage.signed_in(CARE)
    (event,) = (await client.audit.list(clinic_id=clinic["id"], event_keys="patient.export")).items
    assert event.model_dump(exclude={"id"}) == {
        "key": "patient.export",
        "user": {"name": "ਗੁਰਲੀਨ ਕੌਰ", "type": "consultant"},
        "patient": {"name": "Mohinder Brar"},
        "resource": {"id": "p-100%", "type": "patient"},
        "event_status": "SUCCESS",
        "timestamp": MORNING + timedelta(hours=1),
        "ip_address": None,
        "description": None,
        "user_agent": None,
        "parameters": {"format": "pdf", "note": "50% \\ done"},
        "before": None,
        "after": None,
    }


async def test_row_has_the_changed_values(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    sides = {"before": {"beds_count": None, "city": "Moga"}, "after": {"beds_count": 8, "city": "Ludhiana"}}
    await add_event(stage, clinic_id, key="clinic.update", **sides)
    (event,) = (await (await stage.signed_in(CARE)).audit.list(clinic_id=clinic_id)).items
    assert {"before": event.before, "after": event.after} == sides


@pytest.mark.parametrize("rolled_up", [False, True])
async def test_pages_are_complete_from_both_ends(stage: Stage, rolled_up: bool) -> None:
    clinic_id = await stage.clinic()
    if rolled_up:
        await keep_days_of(stage, clinic_id)
    await add_many(stage, clinic_id, 137, apart=timedelta(hours=3))
    client = await stage.signed_in(CARE)
    call = ListAuditTrails(clinic_id=clinic_id)
    events: list[AuditTrail] = [event async for event in client.each(call)]
    assert [event.description for event in events] == [str(number) for number in range(1, 138)]
    last = await client.audit.list(clinic_id=clinic_id, page=14)
    assert ([event.description for event in last.items], last.total_records, last.total_pages) == (
        [str(number) for number in range(131, 138)],
        137,
        14,
    )
    beyond = await client.audit.list(clinic_id=clinic_id, page=10_000_000)
    assert (beyond.items, beyond.total_records) == ([], 137)
    failed = await client.audit.list(clinic_id=clinic_id, event_status="FAILED", page=3)
    assert [event.description for event in failed.items] == [str(n) for n in range(105, 138, 5)]


@pytest.mark.parametrize("rolled_up", [False, True])
async def test_pages_of_uneven_days_are_complete(stage: Stage, rolled_up: bool) -> None:
    """Days with no event, one event and more than a page; some at the same instant and at midnight."""
    clinic_id = await stage.clinic()
    if rolled_up:
        await keep_days_of(stage, clinic_id)
    midnight = NOW - timedelta(hours=24) + timedelta(seconds=1)
    for day, count in enumerate([0, 25, 1, 0, 3, 41, 0, 9, 10, 11]):
        for number in range(count):
            await add_event(stage, clinic_id, occurred_at=midnight - timedelta(days=day, microseconds=-(number // 4)))
    rows = await stage.rows(
        "select id::text from audit_events where clinic_id = :clinic_id order by occurred_at desc, id desc",
        clinic_id=clinic_id,
    )
    client = await stage.signed_in(CARE)
    for page in range(1, 12):
        page_of_events = await client.audit.list(clinic_id=clinic_id, page=page)
        assert page_of_events.total_records == 100
        assert [event.id for event in page_of_events.items] == [row["id"] for row in rows][(page - 1) * 10 : page * 10]


async def test_events_of_equal_time_are_listed_once(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    for _ in range(25):
        await add_event(stage, clinic_id)
    client = await stage.signed_in(CARE)
    pages = [await client.audit.list(clinic_id=clinic_id, page=number) for number in (1, 2, 3)]
    assert len({event.id for page in pages for event in page.items}) == 25


async def test_list_without_clinic_has_all_clinics(stage: Stage, clinic: dict[str, Any]) -> None:
    client = await stage.signed_in(CARE)
    page = await client.audit.list(event_keys="other.clinic,clinic.update", end_date="2026-11-20")  # type: ignore[arg-type]
    assert {event.key for event in page.items} == {"other.clinic", "clinic.update"}
    assert page.total_records >= 2


@pytest.mark.parametrize(
    ("query", "source", "title"),
    [
        ("start_date=2026-08-23", "end_date", "Date range cannot exceed 90 days"),
        ("start_date=2026-11-21&end_date=2026-11-20", "end_date", "Start date cannot be after end date"),
        ("end_date=2026-11-22", "end_date", "End date cannot be in the future"),
        ("end_date=21-11-2026", "end_date", "Please give the date as YYYY-MM-DD"),
        ("event_status=success", "event_status", "Please choose from SUCCESS, FAILED"),
        ("user_type=super_admin", "user_type", "Please choose from owner, consultant, staff, admin"),
        ("perpage=50", "perpage", "Perpage is not a known field"),
        ("clinic_id=0", "clinic_id", "Clinic id must be 1 or more"),
    ],
)
async def test_invalid_parameter_is_named(stage: Stage, query: str, source: str, title: str) -> None:
    async with stage.http() as http:
        answer = await http.get(f"/api/admin/audit_trails?{query}", headers=await stage.bearer())
    assert answer.status_code == 422
    [problem] = answer.json()["errors"]
    assert (problem["source"], problem["title"]) == (source, title)


async def test_ninety_days_include_the_last_second_of_today(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    await client.audit.list(start_date="2026-08-24", end_date="2026-11-21")  # type: ignore[arg-type]
    await client.audit.summary(start_date="2026-08-24", end_date="2026-11-21")  # type: ignore[arg-type]


async def test_rows_are_serialized_as_by_the_contract(stage: Stage) -> None:
    # The database writes the JSON of the rows, so the fields must be exactly those of the contract.
    clinic_id = await stage.clinic()
    person = {"actor_name": 'Asha "O\'Neil" \\ ਕੌਰ', "actor_type": "super_admin", "patient_name": "<b>\x7f\u2028</b>"}
    for number, columns in enumerate([{}, {"resource_id": "7"}, {"resource_type": "patient"}, person]):
        moment = MORNING + timedelta(microseconds=[0, 1, 120_000, 999_999][number])
        await add_event(stage, clinic_id, occurred_at=moment, **columns)
    nested = {"no": None, "list": [1, 2.5, -3e-7, True, {"a": "ü"}], "big": 2**63 - 1}
    await add_event(stage, clinic_id, parameters=nested)
    async with stage.http() as http:
        for query in ("", "&page=2", "&event_keys=nothing"):
            answer = await http.get(
                f"/api/admin/audit_trails?clinic_id={clinic_id}{query}", headers=await stage.bearer()
            )
            body = answer.json()
            assert answer.status_code == 200
            assert ListAuditTrails.write_answer(ListAuditTrails.read_answer(body)) == body


@pytest.mark.own
async def test_unknown_clinic_is_refused(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    for ask in (client.audit.list, client.audit.summary):
        with pytest.raises(NotFound, match=NO_CLINIC):
            await ask(clinic_id=9_999_999)
    quiet = await stage.clinic()
    assert (await client.audit.list(clinic_id=quiet)).total_records == 0


@pytest.mark.own
async def test_deleted_clinic_keeps_its_audit_trail(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic()
    await add_event(stage, clinic_id)
    await stage.sql("delete from clinics where id = :id", id=clinic_id)
    assert (await client.audit.list(clinic_id=clinic_id)).total_records == 1
    assert (await client.audit.summary(clinic_id=clinic_id)).statistics.total_events == 1
