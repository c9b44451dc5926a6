"""Recently opened and pinned records: ownership, limits and audit events."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.recents.factories import none_kept
from server.tests.support.stage import BILLING, CARE, Stage

from careops import Conflict, NotFound
from careops.calls.recents import NO_RECORD, TOO_MANY_PINS
from careops.constants import MAX_PINS, MAX_RECENTS


@pytest.fixture(autouse=True)
async def _none_yet(stage: Stage) -> None:
    await none_kept(stage)


async def ids(stage: Stage, phone: str = CARE) -> list[int]:
    return [recent_record.record_id for recent_record in await (await stage.signed_in(phone)).recents.list()]


async def test_newest_record_is_first_and_eight_remain(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinics = [await stage.clinic() for _ in range(MAX_RECENTS + 2)]
    for clinic_id in clinics:
        await client.recents.keep(kind="clinic", record_id=clinic_id)
    assert await ids(stage) == clinics[:1:-1]
    again = await client.recents.keep(kind="clinic", record_id=clinics[3])
    assert [recent_record.record_id for recent_record in again][:2] == [clinics[3], clinics[-1]]
    assert len(again) == MAX_RECENTS
    assert await ids(stage, BILLING) == []


async def test_pinned_record_is_first_until_unpinned(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    pinned, *others = [await stage.clinic() for _ in range(MAX_RECENTS + 2)]
    await client.recents.keep(kind="clinic", record_id=pinned, pinned=True)
    for clinic_id in others:
        await client.recents.keep(kind="clinic", record_id=clinic_id)
    recent = await client.recents.keep(kind="clinic", record_id=pinned)
    assert (recent[0].record_id, recent[0].pinned) == (pinned, True)
    assert [recent_record.pinned for recent_record in recent[1:]] == [False] * MAX_RECENTS
    unpinned = await client.recents.keep(kind="clinic", record_id=pinned, pinned=False)
    assert [recent_record.pinned for recent_record in unpinned] == [False] * MAX_RECENTS


@pytest.mark.own
async def test_recents_have_the_current_names(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic()
    await client.recents.keep(kind="clinic", record_id=clinic_id, name="<b>As it was called</b>")
    await stage.sql(
        "update clinics set name = 'As it is called', city = 'Moga' where id = :id",
        id=clinic_id,
    )
    [recent_record] = await client.recents.list()
    assert (recent_record.name, recent_record.place) == ("As it is called", "Moga")


@pytest.mark.own
async def test_unknown_record_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound, match=NO_RECORD):
        await (await stage.signed_in(CARE)).recents.keep(kind="doctor", record_id=99_999_999)


async def test_gateway_stores_the_sent_name(stage: Stage) -> None:
    if stage.knows_before:
        pytest.skip("of a gateway, which has no records of its own")
    client = await stage.signed_in(CARE)
    await client.recents.keep(kind="clinic", record_id=7, name="Told Clinic")
    [recent_record] = await client.recents.keep(kind="clinic", record_id=7)
    assert recent_record.name == "Told Clinic"


@pytest.mark.own
async def test_deleted_record_is_not_listed(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    lab_id = await stage.sql("insert into labs (name) values ('Gone Lab') returning id")
    await client.recents.keep(kind="lab", record_id=lab_id)
    await stage.sql("delete from labs where id = :id", id=lab_id)
    assert await ids(stage) == []
    with pytest.raises(NotFound, match=NO_RECORD):
        await client.recents.keep(kind="lab", record_id=lab_id)


@pytest.mark.own
async def test_forbidden_records_are_neither_stored_nor_listed(stage: Stage) -> None:
    user_id = stage.user_ids[BILLING]
    client = await stage.signed_in(BILLING)
    [opened] = await client.recents.keep(kind="user", record_id=user_id)
    assert opened.record_id == user_id
    other = await stage.signed_in(CARE)
    with pytest.raises(NotFound, match=NO_RECORD):
        await other.recents.keep(kind="user", record_id=user_id)
    # Opened before the role of the account changed.
    await stage.sql(
        "insert into recent_records (user_id, kind, record_id) values (:user_id, 'user', :record_id)",
        user_id=stage.user_ids[CARE],
        record_id=user_id,
    )
    assert await ids(stage) == []


async def test_twelve_pins_are_allowed_concurrently(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinics = [await stage.clinic() for _ in range(MAX_PINS + 1)]
    for clinic_id in clinics[: MAX_PINS - 1]:
        await client.recents.keep(kind="clinic", record_id=clinic_id, pinned=True)
    last = [client.recents.keep(kind="clinic", record_id=clinic, pinned=True) for clinic in clinics[MAX_PINS - 1 :]]
    ended = await asyncio.gather(*last, return_exceptions=True)
    assert sorted(type(end).__name__ for end in ended) == ["Conflict", "list"]
    with pytest.raises(Conflict, match=TOO_MANY_PINS[:20]):
        await client.recents.keep(kind="clinic", record_id=await stage.clinic(), pinned=True)
    assert len(await ids(stage)) == MAX_PINS


async def test_recent_is_deleted_pinned_or_not(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic()
    await client.recents.keep(kind="clinic", record_id=clinic_id, pinned=True)
    assert await client.recents.forget(kind="clinic", record_id=clinic_id) == []
    with pytest.raises(NotFound, match=NO_RECORD):
        await client.recents.forget(kind="clinic", record_id=clinic_id)


@pytest.mark.own
async def test_audit_trail_has_first_visits_and_pins(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic()
    before = len(await stage.events())
    for pinned in (None, None, True, True, None, False):
        await client.recents.keep(kind="clinic", record_id=clinic_id, pinned=pinned)
    events = [event for event in (await stage.events())[before:] if event["resource_type"] == "recent"]
    assert [event["after"] for event in events] == [{"pinned": False}, {"pinned": True}, {"pinned": False}]
    assert {event["key"] for event in events} == {"recent.keep"}


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("campaign/7", {}, 422),
        ("clinic/0", {}, 422),
        ("clinic/seven", {}, 422),
        ("clinic/7", {"pinned": "yes"}, 422),
        ("clinic/7", {"name": "x" * 5000}, 422),
        ("clinic/7", {"colour": "red"}, 422),
    ],
)
async def test_invalid_recent_is_refused(stage: Stage, path: str, body: dict[str, Any], status: int) -> None:
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.put(f"/api/careops/recents/{path}", json=body)
    assert answer.status_code == status
    assert await ids(stage) == []
