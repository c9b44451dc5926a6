"""Actions of staff: the list of one person, and counts by person and event key."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from server.tests.audit.trail import MORNING, NOW, add_event
from server.tests.support.change_requests import insert_request
from server.tests.support.stage import CARE, Stage

from careops import AsyncCareOps, InvalidInput
from careops.calls import all_calls
from careops.calls.audit import PersonActivity
from careops_server.areas.audit.change_filter import BOOKKEEPING_KEYS
from careops_server.core.audit.event_queries import BULK_READ
from careops_server.core.pipeline.audit_parameters import event_key

pytestmark = pytest.mark.own
_OF_CARE = {"actor_name": "Arjun Pillai", "actor_type": "customer_care"}


@pytest.fixture(scope="module")
async def people(stage: Stage) -> tuple[int, int]:
    """Two members of staff with actions on the morning before yesterday, and one of a clinic's owner."""
    arjun, meera = await stage.user("9122222201", "customer_care"), await stage.user("9122222202", "billing_admin")
    clinic_id = await stage.clinic()
    for minute, key in enumerate(("module.activate", "module.activate", "doctor.verify")):
        await add_event(
            stage, clinic_id, occurred_at=MORNING + timedelta(minutes=minute), key=key, actor_id=arjun, **_OF_CARE
        )
    later = MORNING + timedelta(hours=3)
    await add_event(
        stage, None, occurred_at=later, key="user.update", event_status="FAILED", actor_id=arjun, **_OF_CARE
    )
    await add_event(
        stage,
        None,
        occurred_at=later,
        key="user.update",
        actor_id=meera,
        actor_name="Meera",
        actor_type="billing_admin",
    )
    await add_event(stage, clinic_id, key="patient.view", actor_id=arjun, actor_name="Arjun", actor_type="owner")
    return arjun, meera


async def test_events_of_one_person(stage: Stage, people: tuple[int, int]) -> None:
    client = await stage.signed_in(CARE)
    page = await client.audit.find(actor_id=people[0])
    assert [event.key for event in page.items] == ["user.update", "doctor.verify", "module.activate", "module.activate"]
    assert page.total_records == 4
    assert [event.clinic is not None for event in page.items] == [False, True, True, True]
    assert page.items[1].clinic
    assert page.items[1].clinic.name
    failed = await client.audit.find(actor_id=people[0], event_status="FAILED")
    assert [event.key for event in failed.items] == ["user.update"]
    morning = await client.audit.find(actor_id=people[0], hours="9", event_keys="doctor.verify")
    assert [event.key for event in morning.items] == ["doctor.verify"]
    assert (await client.audit.find(actor_id=people[0], start_date=date(2026, 11, 21))).total_records == 0
    assert (await client.audit.find(actor_id=99_999_999)).items == []


async def count(stage: Stage, people: tuple[int, int], **filters: Any) -> list[PersonActivity]:
    """Counts of the two people."""
    client = await stage.signed_in(CARE)
    return [person for person in await client.audit.activity(**filters) if person.id in people]


async def test_counts_by_person_and_key(stage: Stage, people: tuple[int, int]) -> None:
    arjun, meera = await count(stage, people, start_date="2026-11-20", end_date="2026-11-20")
    assert (arjun.id, arjun.name, arjun.account_type) == (people[0], "Arjun Pillai", "customer_care")
    assert (arjun.total, arjun.failed, arjun.last_at) == (4, 1, MORNING + timedelta(hours=3))
    assert list(arjun.events.items()) == [("module.activate", 2), ("doctor.verify", 1)]
    assert (meera.name, meera.total, meera.events) == ("Meera", 1, {"user.update": 1})


async def test_counts_of_hours_and_of_one_person(stage: Stage, people: tuple[int, int]) -> None:
    [arjun] = await count(stage, people, start_date="2026-11-20", hours="9")
    assert (arjun.total, arjun.failed) == (3, 0)
    [meera] = await count(stage, people, start_date="2026-11-20", actor_id=people[1])
    assert meera.id == people[1]


async def test_changes_only_leaves_out_openings_and_sessions(stage: Stage) -> None:
    person = await stage.user("9122222203", "customer_care")
    clinic_id = await stage.clinic(name="Sevaloka Hospital")
    for minute, key in enumerate(("session.sign_in", "recent.keep", "module.activate", "today.claim_next")):
        at = MORNING + timedelta(minutes=minute)
        named = {"resource_type": "clinic", "resource_id": str(clinic_id)}
        await add_event(stage, clinic_id, occurred_at=at, key=key, actor_id=person, **_OF_CARE, **named)
    client = await stage.signed_in(CARE)
    assert (await client.audit.find(actor_id=person)).total_records == 4
    page = await client.audit.find(actor_id=person, changes_only=True)
    assert page.total_records == 1
    assert [(event.key, event.record_name) for event in page.items] == [("module.activate", "Sevaloka Hospital")]
    [counts] = await client.audit.activity(start_date=date(2026, 11, 20), actor_id=person, changes_only=True)
    assert (counts.total, counts.events) == (1, {"module.activate": 1})


async def test_notes_and_follow_ups_name_their_record(stage: Stage) -> None:
    person = await stage.user("9122222204", "customer_care")
    doctor_id = await stage.doctor(first_name="Jagdeep", last_name="Purewal")
    inserts = {
        "note": "notes (kind, record_id, text, author_name) values (:kind, :id, 'Called', 'Arjun')",
        "follow_up": "follow_ups (kind, record_id, what, owner_role, due, created_by)"
        " values (:kind, :id, 'Call', 'customer_care', '2026-12-01', 'Arjun')",
    }
    client = await stage.signed_in(CARE)
    for type, insert in inserts.items():
        for kind, name in (("doctor", "Jagdeep Purewal"), ("lab", None)):
            id = await stage.sql(f"insert into {insert} returning id", kind=kind, id=doctor_id)
            assert await _record_of(client, stage, person, type, id) == (name, f"{kind}:{doctor_id}")


async def test_change_requests_and_their_notes_have_the_title(stage: Stage) -> None:
    person = await stage.user("9122222205", "customer_care")
    client = await stage.signed_in(CARE)
    for title, request_calls in (("Switch on", ["UpdateDoctor"]), (None, ["UpdateDoctor", "AddManualSubscription"])):
        request = await insert_request(stage, calls=request_calls)
        note = await stage.sql(
            "insert into notes (kind, record_id, text, author_name) values ('change_request', :id, 'Why?', 'Arjun')"
            " returning id",
            id=request,
        )
        ref = title and f"change_request:{request}"
        assert await _record_of(client, stage, person, "change_request", request) == (title, None)
        assert await _record_of(client, stage, person, "note", note) == (title, ref)


async def test_schedules_belong_to_their_doctor(stage: Stage) -> None:
    person = await stage.user("9122222206", "customer_care")
    client, place = await stage.signed_in(CARE), await stage.clinic_doctor(await stage.clinic())
    doctor_id = await stage.sql("select doctor_id from clinic_doctors where id = :id", id=place)
    expected = ("Simran Gill", f"doctor:{doctor_id}")
    schedule = await stage.sql(
        "insert into schedules (clinic_doctor_id, days, start_time, end_time, timezone)"
        " values (:id, '{Mon}', '09:00', '10:00', 'Asia/Kolkata') returning id",
        id=place,
    )
    assert await _record_of(client, stage, person, "clinic_doctor", place) == expected
    assert await _record_of(client, stage, person, "schedule", schedule) == expected


async def _record_of(
    client: AsyncCareOps, stage: Stage, person: int, type: str, id: int
) -> tuple[str | None, str | None]:
    """Add an event about a resource. Return the name and reference of its record in the list."""
    named = {"resource_type": type, "resource_id": str(id)}
    await add_event(stage, None, key=f"{type}.update", actor_id=person, **_OF_CARE, **named)
    page = await client.audit.find(actor_id=person, resource_type=type)
    [event] = [event for event in page.items if event.resource and event.resource.id == str(id)]
    return event.record_name, event.record


@pytest.mark.parametrize("filters", [{}, {"event_keys": "module.activate,recent.keep"}, {"event_status": "SUCCESS"}])
async def test_total_of_changes_from_daily_rollups(stage: Stage, filters: dict[str, Any]) -> None:
    client = await stage.signed_in(CARE)
    query: dict[str, Any] = {**filters, "start_date": "2026-11-20", "end_date": "2026-11-20"}
    events = [event async for event in client.audit.each(**query)]
    page = await client.audit.find(**query, changes_only=True)
    assert page.total_records == len([event for event in events if event.key not in BOOKKEEPING_KEYS]) > 0


def test_every_own_event_has_a_sentence_in_the_console() -> None:
    texts = Path(__file__).parents[3] / "webapp/src/i18n/en/audit.json"
    sentences = json.loads(texts.read_text(encoding="utf-8"))["story"]["deeds"]
    keys = {event_key(call) for call in all_calls() if call.route.mutates} | {*BOOKKEEPING_KEYS, BULK_READ}
    missing = [key for key in keys if key.partition(".")[2] not in sentences.get(key.partition(".")[0], {})]
    assert sorted(missing) == []


async def test_today_is_the_default(stage: Stage, people: tuple[int, int]) -> None:
    assert await count(stage, people) == []
    await add_event(stage, None, occurred_at=NOW, key="session.sign_in", actor_id=people[0], **_OF_CARE)
    [arjun] = await count(stage, people)
    assert arjun.events == {"session.sign_in": 1}


async def test_more_days_than_the_audit_trail_reads(stage: Stage) -> None:
    with pytest.raises(InvalidInput):
        await (await stage.signed_in(CARE)).audit.activity(start_date=date(2026, 1, 1), end_date=date(2026, 11, 1))
