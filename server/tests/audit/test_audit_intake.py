"""Intake of events: valid ones once, invalid ones reported; a gateway does not forward them."""

from __future__ import annotations

import asyncio
import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
from server.tests.audit.trail import NOW
from server.tests.support.stage import STAFF, Stage
from sqlalchemy import text

from careops import Forbidden
from careops.calls.audit import OWN_EVENT, UNSTORABLE, AddAuditEvents, EventsAdded


def event(number: int = 0, **fields: Any) -> dict[str, Any]:
    """A valid event with the given fields replaced."""
    good = {
        "id": str(uuid.uuid5(uuid.NAMESPACE_OID, f"event {number}")),
        "key": "patient.view",
        "event_status": "SUCCESS",
        "timestamp": "2026-11-20T09:31:07.25+05:30",
        "user": {"id": 7, "name": "ਜਸਲੀਨ ਗਿੱਲ", "type": "staff"},
        "ip_address": "2001:db8::7",
    }
    return {name: value for name, value in {**good, **fields}.items() if value is not ...}


async def send(stage: Stage, *events: Any) -> EventsAdded:
    client = await stage.program("audit:write")
    return await client.audit.add_events(events=list(events))


async def stored(stage: Stage, *events: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the events stored in the gateway's own database."""
    statement = text("select * from audit_events where id = any(cast(:ids as uuid[])) order by position")
    async with stage.services.database.pool.transaction() as connection:
        rows = await connection.execute(statement, {"ids": [str(each["id"]) for each in events]})
        return [dict(row) for row in rows.mappings()]


async def test_valid_event_is_stored_completely(stage: Stage) -> None:
    sent = event(
        1,
        clinic_id=41,
        patient={"name": "Mohinder Brar"},
        resource={"id": "p-1", "type": "patient"},
        description="Opened the file",
        user_agent="Clinic app",
        parameters={"tab": "labs", "deep": [1, {"x": None}], "huge": 10**40},
    )
    assert await send(stage, sent) == EventsAdded(added=1, known=0)
    (row,) = await stored(stage, sent)
    assert row["occurred_at"].isoformat() == "2026-11-20T04:01:07.250000+00:00"
    assert (row["actor_id"], row["actor_name"], row["actor_type"]) == (7, "ਜਸਲੀਨ ਗਿੱਲ", "staff")
    assert (row["patient_name"], row["resource_id"], row["resource_type"]) == ("Mohinder Brar", "p-1", "patient")
    assert (row["ip_address"], row["user_agent"], row["clinic_id"]) == ("2001:db8::7", "Clinic app", 41)
    assert row["parameters"] == {"tab": "labs", "deep": [1, {"x": None}], "huge": 1e40}


async def test_special_characters_are_stored_unchanged(stage: Stage) -> None:
    odd = "tab\tback\\slash\nline\\N"
    sent = event(6, description=odd, ip_address="2001:DB8:0::7", parameters={"said": odd})
    assert await send(stage, sent) == EventsAdded(added=1, known=0)
    (row,) = await stored(stage, sent)
    assert (row["description"], row["ip_address"], row["parameters"]) == (odd, "2001:db8::7", {"said": odd})


async def test_repeated_event_changes_nothing(stage: Stage) -> None:
    first, changed = event(2), event(2, key="patient.export", timestamp="2026-11-19T00:00:00Z")
    assert await send(stage, first, first) == EventsAdded(added=1, known=1)
    assert await send(stage, first) == EventsAdded(added=0, known=1)
    assert await send(stage, changed, event(3)) == EventsAdded(added=1, known=1)
    assert [row["key"] for row in await stored(stage, first)] == ["patient.view"]


BAD: list[tuple[Any, str]] = [
    ({"id": "not-a-uuid"}, "id"),
    ({"id": ...}, "id"),
    ({"key": "Patient View"}, "key"),
    ({"key": "a,b"}, "key"),
    ({"key": 5}, "key"),
    ({"event_status": "MAYBE"}, "event_status"),
    ({"event_status": None}, "event_status"),
    ({"timestamp": "yesterday"}, "timestamp"),
    ({"timestamp": "2026-11-20T09:31:07"}, "timestamp"),
    ({"timestamp": 1_700_000_000}, "timestamp"),
    ({"timestamp": "1999-12-31T00:00:00Z"}, "timestamp"),
    ({"timestamp": (NOW + timedelta(minutes=6)).isoformat()}, "timestamp"),
    ({"user": {"name": "Asha", "type": "doctor"}}, "user.type"),
    ({"user": "Asha"}, "user"),
    ({"user": {"name": "a\u0001b", "type": "staff"}}, "user.name"),
    ({"ip_address": "300.1.1.1"}, "ip_address"),
    ({"ip_address": 5}, "ip_address"),
    ({"clinic_id": "41x"}, "clinic_id"),
    ({"clinic_id": True}, "clinic_id"),
    ({"resource": {"id": 5, "type": "patient"}}, "resource.id"),
    ({"parameters": ["a"]}, "parameters"),
    ({"description": "x" * 501}, "description"),
    ({"colour": "blue"}, "colour"),
]


async def test_invalid_events_are_reported_and_the_others_stored(stage: Stage) -> None:
    good = [event(100 + number) for number in range(len(BAD))]
    bad = [event(200 + number, **fields) for number, (fields, _) in enumerate(BAD)]
    mixed = [each for pair in zip(good, bad, strict=True) for each in pair]
    answer = await send(stage, *mixed, "no event", None, [])
    assert (answer.added, answer.known) == (len(good), 0)
    named = [(refused.index, refused.problems[0].source) for refused in answer.refused]
    assert named == [
        *((2 * number + 1, source) for number, (_, source) in enumerate(BAD)),
        *((len(mixed) + number, "") for number in range(3)),
    ]
    assert all(problem.title for refused in answer.refused for problem in refused.problems)
    assert len(await stored(stage, *good)) == len(good)


async def test_two_events_with_one_id_are_stored_once(stage: Stage) -> None:
    answer = await send(stage, event(4), event(4, key="patient.export"))
    assert (answer.added, [refused.index for refused in answer.refused]) == (1, [1])


async def test_batch_is_one_event_without_its_contents(stage: Stage) -> None:
    before = len(await stage.events("audit.add_events"))
    await send(stage, event(5, description="canary-in-a-mine"), {"id": 1})
    (recorded,) = (await stage.events("audit.add_events"))[before:]
    assert recorded["after"] == {"added": 1, "known": 0, "refused": 1}
    assert recorded["parameters"] == {"events": "•••"}
    assert "canary" not in str(recorded)
    (row,) = await stored(stage, event(5))
    assert row["request_id"] == recorded["request_id"]


@pytest.mark.parametrize("body", [{}, {"events": 5}, {"events": {}}, {"events": None}, {"events": [1] * 1001}, []])
async def test_malformed_batch_is_refused(stage: Stage, body: Any) -> None:
    async with stage.http() as http:
        answer = await http.post(
            "/api/careops/audit_events", json=body, headers=await stage.bearer(call=AddAuditEvents)
        )
    assert answer.status_code == 422


async def test_thousand_events_are_stored_in_one_batch(stage: Stage) -> None:
    assert (await send(stage, *(event(1000 + number) for number in range(1000)))).added == 1000


async def test_concurrent_equal_batches_store_each_event_once(stage: Stage) -> None:
    events = [event(3000 + number) for number in range(60)]
    batches = [events, events[::-1], events[30:] + events[:30], events[::2], events[:45]] * 2
    answers = await asyncio.gather(*(send(stage, *batch) for batch in batches))
    assert sum(answer.added for answer in answers) == 60
    assert all(answer.added + answer.known == len(batch) for answer, batch in zip(answers, batches, strict=True))
    assert len(await stored(stage, *events)) == 60


@pytest.mark.parametrize("phone", STAFF)
async def test_staff_cannot_send_events(stage: Stage, phone: str) -> None:
    client = await stage.signed_in(phone)
    with pytest.raises(Forbidden):
        await client.audit.add_events(events=[event(4000)])
    assert await stored(stage, event(4000)) == []


async def test_each_event_has_its_sender(stage: Stage) -> None:
    await send(stage, event(4001))
    (row,) = await stored(stage, event(4001))
    (recorded,) = [each for each in await stage.events("audit.add_events") if each["request_id"] == row["request_id"]]
    assert (recorded["actor_id"], recorded["actor_type"]) == (None, "app")
    assert row["sent_by"] == recorded["actor_name"]


@pytest.mark.parametrize("key", ["clinic.update", "session.sign_in", "audit.accept", "key.create"])
async def test_events_of_careops_are_refused_from_outside(stage: Stage, key: str) -> None:
    answer = await send(stage, event(4002, key=key), event(4003))
    [refused] = answer.refused
    [problem] = refused.problems
    assert (refused.index, problem.title, problem.code) == (0, OWN_EVENT, "event_key_reserved")
    assert await stored(stage, event(4002)) == []


@pytest.mark.parametrize("odd", ["a\0b", "half \ud800", {"deep": ["\udfff"]}, {"\0": 1}])
async def test_unstorable_event_loses_no_other_event(stage: Stage, odd: Any) -> None:
    number = 4100 + len(repr(odd))
    bad = event(number, **({"parameters": odd} if isinstance(odd, dict) else {"description": odd}))
    body = json.dumps({"events": [event(number + 1000), bad, event(number + 2000)]})
    async with stage.http(headers=await stage.bearer(call=AddAuditEvents)) as http:
        answer = await http.post(
            "/api/careops/audit_events", content=body, headers={"content-type": "application/json"}
        )
    problem = {"source": "", "title": UNSTORABLE, "code": "control_characters", "parameters": None}
    assert answer.json()["data"] == {"added": 2, "known": 0, "refused": [{"index": 1, "problems": [problem]}]}
