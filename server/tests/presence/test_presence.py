"""Presence: visibility, expiry, limits, tabs, sessions, and realtime and audit events."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.presence.factories import run_sql
from server.tests.support.stage import BILLING, CARE, PASSWORD, SUPER, Stage

from careops import NotFound
from careops.calls.presence import PresentColleague
from careops.constants import MAX_PRESENCES
from careops.error_codes import title_of
from careops_server.core import cleanup

TAB, OTHER_TAB = f"{1:032x}", f"{2:032x}"
ALMOST_EXPIRE = "update record_presence set seen_at = seen_at - interval '60 seconds'"
EXPIRE = "update record_presence set seen_at = seen_at - interval '90 seconds'"
NO_RECORD = title_of("record_not_found")


@pytest.fixture(autouse=True)
async def _nobody_present(stage: Stage) -> None:
    await run_sql(stage, "delete from record_presence")


async def announce(
    stage: Stage, record_id: int, phone: str = CARE, *, kind: Any = "clinic", tab: str = TAB, editing: bool = False
) -> list[PresentColleague]:
    """Announce an account on a record. Return the colleagues there."""
    client = await stage.signed_in(phone)
    return await client.presence.announce(kind=kind, record_id=record_id, tab=tab, editing=editing)


async def end(stage: Stage, record_id: int, phone: str = CARE, *, tab: str = TAB) -> None:
    """End an announcement."""
    await (await stage.signed_in(phone)).presence.end(kind="clinic", record_id=record_id, tab=tab)


async def names(stage: Stage, record_id: int, phone: str = SUPER) -> list[tuple[str | None, bool]]:
    """Return the names of the colleagues whom an account sees on a clinic, and whether they edit it."""
    listed = await (await stage.signed_in(phone)).presence.list(kind="clinic", record_id=record_id)
    return [(colleague.name, colleague.editing) for colleague in listed]


async def latest_event(stage: Stage) -> int:
    """Return the id of the last event on the channel."""
    client = await stage.signed_in()
    return (await client.realtime.list(channels=["presence"], since=0, only_latest=True)).latest


async def changed_records(stage: Stage, since: int) -> list[dict[str, Any]]:
    """Return the data of the events since then."""
    events = (await (await stage.signed_in()).realtime.list(channels=["presence"], since=since)).events
    assert {event.event for event in events} <= {"colleagues_changed"}
    return [event.data for event in events]


async def test_colleagues_see_one_another_and_never_themselves(stage: Stage) -> None:
    clinic, other_clinic = await stage.clinic(), await stage.clinic()
    assert await announce(stage, clinic) == []
    [care] = await announce(stage, clinic, SUPER)
    assert (care.user_id, care.name, care.account_type) == (stage.user_ids[CARE], "Staff 02", "customer_care")
    assert care.editing is False
    assert [colleague.user_id for colleague in await announce(stage, clinic)] == [stage.user_ids[SUPER]]
    assert await announce(stage, other_clinic, BILLING) == []


async def test_same_tab_id_of_colleague_takes_no_place(stage: Stage) -> None:
    clinic = await stage.clinic()
    await announce(stage, clinic, CARE, tab=TAB, editing=True)
    await announce(stage, clinic, BILLING, tab=TAB)
    await end(stage, clinic, BILLING, tab=TAB)
    assert await names(stage, clinic) == [("Staff 02", True)]


async def test_editors_are_listed_first(stage: Stage) -> None:
    clinic = await stage.clinic()
    await announce(stage, clinic, CARE)
    await announce(stage, clinic, BILLING, editing=True)
    assert await names(stage, clinic) == [("Staff 03", True), ("Staff 02", False)]
    await announce(stage, clinic, BILLING, editing=False)
    assert await names(stage, clinic) == [("Staff 02", False), ("Staff 03", False)]


async def test_a_renewal_keeps_the_time_of_opening_and_a_return_is_a_new_one(stage: Stage) -> None:
    clinic = await stage.clinic()
    await announce(stage, clinic)
    [opened] = await announce(stage, clinic, SUPER)
    await announce(stage, clinic)
    [renewed] = await announce(stage, clinic, SUPER)
    assert renewed.since == opened.since
    await run_sql(stage, EXPIRE)
    await announce(stage, clinic)
    [returned] = await announce(stage, clinic, SUPER)
    assert returned.since > opened.since


async def test_announcement_expires(stage: Stage) -> None:
    clinic, other_clinic = await stage.clinic(), await stage.clinic()
    await announce(stage, clinic, editing=True)
    await run_sql(stage, ALMOST_EXPIRE)
    assert await names(stage, clinic) == [("Staff 02", True)]
    await announce(stage, clinic, editing=True)
    await run_sql(stage, ALMOST_EXPIRE)
    assert await names(stage, clinic) == [("Staff 02", True)], "an announcement renews it"
    await run_sql(stage, EXPIRE)
    assert await names(stage, clinic) == []
    assert await announce(stage, clinic, SUPER) == []
    await announce(stage, other_clinic)
    assert await rows(stage) == [(SUPER, clinic), (CARE, other_clinic)], "the next announcement deletes expired ones"


@pytest.mark.own
async def test_expired_announcements_of_accounts_that_went_home_are_deleted(stage: Stage) -> None:
    await announce(stage, await stage.clinic())
    await run_sql(stage, EXPIRE)
    clinic = await stage.clinic()
    await announce(stage, clinic, SUPER)
    await cleanup.cleanup(stage.services.database, stage.settings)
    assert await rows(stage) == [(SUPER, clinic)]


async def rows(stage: Stage) -> list[tuple[str, int]]:
    """Return the phone number and the record of each announcement, by their accounts."""
    phones = {user_id: phone for phone, user_id in stage.user_ids.items()}
    stored = await run_sql(stage, "select user_id, record_id from record_presence")
    return sorted((phones[row["user_id"]], row["record_id"]) for row in stored)


async def test_two_tabs_of_one_person_are_one_colleague(stage: Stage) -> None:
    clinic = await stage.clinic()
    await announce(stage, clinic, tab=TAB, editing=True)
    await announce(stage, clinic, tab=OTHER_TAB)
    assert await names(stage, clinic) == [("Staff 02", True)]
    await end(stage, clinic, tab=TAB)
    assert await names(stage, clinic) == [("Staff 02", False)]
    await end(stage, clinic, tab=TAB)
    await end(stage, clinic, SUPER, tab=OTHER_TAB)
    assert await names(stage, clinic) == [("Staff 02", False)], "neither an ended tab nor another account ends it"
    await end(stage, clinic, tab=OTHER_TAB)
    assert await names(stage, clinic) == []


async def test_tab_announces_two_records(stage: Stage) -> None:
    first, second = await stage.clinic(), await stage.clinic()
    await announce(stage, first)
    await announce(stage, second)
    await end(stage, first)
    assert (await names(stage, first), await names(stage, second)) == ([], [("Staff 02", False)])


async def test_the_oldest_announcement_beyond_the_limit_is_removed(stage: Stage) -> None:
    oldest, *others = [await stage.clinic() for _ in range(MAX_PRESENCES + 1)]
    await announce(stage, oldest, SUPER)
    for clinic in (oldest, *others[:-1]):
        await announce(stage, clinic)
    since = await latest_event(stage)
    assert await names(stage, oldest) == [("Staff 02", False)]
    await announce(stage, others[-1])
    assert await names(stage, oldest) == []
    assert await names(stage, others[0]) == [("Staff 02", False)]
    assert await changed_records(stage, since) == [{"kind": "clinic", "record_id": oldest}]


async def test_the_limit_holds_for_requests_at_once(stage: Stage) -> None:
    clinics = [await stage.clinic() for _ in range(MAX_PRESENCES + 4)]
    await asyncio.gather(*(announce(stage, clinic) for clinic in clinics))
    assert len(await rows(stage)) == MAX_PRESENCES


async def test_concurrent_announcements_are_seen_by_one_side(stage: Stage) -> None:
    clinic = await stage.clinic()
    since = await latest_event(stage)
    seen = await asyncio.gather(*(announce(stage, clinic, phone) for phone in (SUPER, CARE, BILLING)))
    assert sorted(map(len, seen)) == [0, 1, 2]
    assert len(await changed_records(stage, since)) == 2


async def test_signing_out_ends_the_announcements_of_the_session(stage: Stage) -> None:
    clinic = await stage.clinic()
    await announce(stage, clinic, SUPER)
    first, elsewhere = stage.client(), stage.client()
    for client, tab in ((first, TAB), (elsewhere, OTHER_TAB)):
        await client.sign_in(CARE, PASSWORD)
        await client.presence.announce(kind="clinic", record_id=clinic, tab=tab, editing=tab == TAB)
    since = await latest_event(stage)
    await first.session.sign_out()
    assert await changed_records(stage, since) == [{"kind": "clinic", "record_id": clinic}]
    assert await names(stage, clinic) == [("Staff 02", False)]
    await elsewhere.session.sign_out()
    assert await names(stage, clinic) == []


async def test_events_are_raised_for_changes_that_a_colleague_can_see(stage: Stage) -> None:
    clinic = await stage.clinic()
    change = {"kind": "clinic", "record_id": clinic}
    since = await latest_event(stage)

    async def events_of(*steps: Any) -> list[dict[str, Any]]:
        nonlocal since
        for step in steps:
            await step
        changes = await changed_records(stage, since)
        since = await latest_event(stage)
        return changes

    assert await events_of(announce(stage, clinic), announce(stage, clinic, editing=True), end(stage, clinic)) == []
    assert await events_of(announce(stage, clinic), announce(stage, clinic, SUPER)) == [change]
    assert await events_of(announce(stage, clinic), announce(stage, clinic, SUPER)) == []
    assert await events_of(announce(stage, clinic, tab=OTHER_TAB)) == []
    assert await events_of(announce(stage, clinic, editing=True)) == [change]
    assert await events_of(announce(stage, clinic, tab=OTHER_TAB, editing=True), announce(stage, clinic)) == []
    assert await events_of(end(stage, clinic, tab=OTHER_TAB)) == [change]
    assert await events_of(end(stage, clinic)) == [change]
    assert await events_of(end(stage, clinic)) == []


async def test_the_audit_trail_has_the_start_and_the_end_of_editing(stage: Stage) -> None:
    clinic = await stage.clinic()
    before = len(await stage.events())
    for editing in (False, False, True, True, False, True):
        await announce(stage, clinic, editing=editing)
    await end(stage, clinic)
    events = [event for event in (await stage.events())[before:] if event["resource_type"] == "presence"]
    assert [event["key"] for event in events] == ["presence.announce"] * 3 + ["presence.end"]
    assert [event["after"] for event in events] == [{"editing": value} for value in (True, False, True, False)]
    assert {event["resource_id"] for event in events} == {f"clinic:{clinic}"}


@pytest.mark.own
@pytest.mark.parametrize("kind", ["clinic", "doctor", "user", "pharmacy", "lab"])
async def test_unknown_record_is_refused(stage: Stage, kind: Any) -> None:
    client = await stage.signed_in()
    with pytest.raises(NotFound, match=NO_RECORD):
        await announce(stage, 99_999_999, SUPER, kind=kind)
    with pytest.raises(NotFound, match=NO_RECORD):
        await client.presence.list(kind=kind, record_id=99_999_999)
    assert await rows(stage) == []


async def test_forbidden_records_are_refused(stage: Stage) -> None:
    user_id = stage.user_ids[BILLING]
    await announce(stage, user_id, BILLING, kind="user")
    care = await stage.signed_in(CARE)
    with pytest.raises(NotFound, match=NO_RECORD):
        await announce(stage, user_id, kind="user")
    with pytest.raises(NotFound, match=NO_RECORD):
        await care.presence.list(kind="user", record_id=user_id)
    assert [person.user_id for person in await announce(stage, user_id, SUPER, kind="user")] == [user_id]


@pytest.mark.own
async def test_announcement_on_a_deleted_record_can_be_ended(stage: Stage) -> None:
    lab_id = await stage.sql("insert into labs (name) values ('Closed Lab') returning id")
    await announce(stage, lab_id, kind="lab")
    await stage.sql("delete from labs where id = :id", id=lab_id)
    await (await stage.signed_in(CARE)).presence.end(kind="lab", record_id=lab_id, tab=TAB)
    assert await rows(stage) == []


@pytest.mark.own
async def test_an_account_without_a_name_has_its_type(stage: Stage) -> None:
    clinic, phone = await stage.clinic(), stage.phone()
    user_id = await stage.user(phone, "customer_care")
    await stage.sql("update users set name = '' where id = :id", id=user_id)
    client = stage.client()
    await client.sign_in(phone, PASSWORD)
    await client.presence.announce(kind="clinic", record_id=clinic, tab=TAB, editing=False)
    [colleague] = await announce(stage, clinic)
    assert (colleague.user_id, colleague.name, colleague.account_type) == (user_id, None, "customer_care")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("campaign/7", {"tab": TAB, "editing": False}),
        ("clinic/0", {"tab": TAB, "editing": False}),
        ("clinic/seven", {"tab": TAB, "editing": False}),
        ("clinic/7", {"tab": TAB}),
        ("clinic/7", {"editing": False}),
        ("clinic/7", {"tab": "7", "editing": False}),
        ("clinic/7", {"tab": "g" * 32, "editing": False}),
        ("clinic/7", {"tab": "0" * 33, "editing": False}),
        ("clinic/7", {"tab": TAB, "editing": "yes"}),
        ("clinic/7", {"tab": TAB, "editing": False, "name": "Someone else"}),
    ],
)
async def test_invalid_announcements_are_refused(stage: Stage, path: str, body: dict[str, Any]) -> None:
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.put(f"/api/careops/presence/{path}", json=body)
    assert answer.status_code == 422
    assert await rows(stage) == []
