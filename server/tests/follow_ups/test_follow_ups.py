"""Follow-ups: owners, due days, states, hand-over and permissions."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage
from server.tests.support.table_statistics import analyze
from sqlalchemy import text

from careops import Conflict, InvalidInput, NotFound, PreconditionFailed
from careops.calls.follow_ups import (
    DUE_PAST,
    NO_FOLLOW_UP,
    NOT_CLOSED,
    NOT_OPEN,
    ONE_OWNER,
    OWNER_NOT_ALLOWED,
    REASON_REQUIRED,
    SOME_NOT_OPEN,
    FollowUp,
    UpdateFollowUp,
)
from careops.constants import MAX_IDS
from careops.india_time import today
from careops.models.record_refs import NO_RECORD

MONDAY = date(2099, 11, 30)


async def add_follow_up(stage: Stage, *, phone: str = CARE, **fields: Any) -> FollowUp:
    """Add a follow-up, by default of customer care on a new clinic, and read it."""
    client = await stage.signed_in(phone)
    owner = {} if "owner_id" in fields else {"owner_role": "customer_care"}
    record = fields.pop("record", None) or f"clinic:{await stage.clinic()}"
    values: dict[str, Any] = {"what": "Call the owner", "due": MONDAY, **owner, **fields}
    created = await client.follow_ups.create(record=record, **values)
    assert created.id is not None
    return await client.follow_ups.read(follow_up_id=created.id)


async def delete_all(stage: Stage) -> None:
    """Delete all follow-ups. They belong to the installation, also behind a gateway."""
    async with stage.services.database.pool.transaction() as connection:
        await connection.execute(text("delete from follow_ups"))


async def listed_ids(stage: Stage, phone: str = CARE, **filters: Any) -> list[int]:
    client = await stage.signed_in(phone)
    return [follow_up.id for follow_up in (await client.follow_ups.list(perpage=500, **filters)).items]


@pytest.fixture(autouse=True)
async def _none_yet(stage: Stage) -> None:
    for phone in (SUPER, CARE, BILLING):
        await stage.signed_in(phone)  # a gateway knows the staff who have signed in
    await delete_all(stage)


async def test_follow_up_is_listed_with_its_record_and_owner(stage: Stage) -> None:
    record = f"clinic:{await stage.clinic(name='Basant Clinic')}"
    follow_up = await add_follow_up(stage, record=record, owner_id=stage.user_ids[BILLING])
    client = await stage.signed_in(SUPER)
    assert (await client.follow_ups.list(record=record)).items == [follow_up]
    assert (follow_up.record, follow_up.record_name) == (record, "Basant Clinic" if stage.knows_before else None)
    assert (follow_up.owner_id, follow_up.owner_role, follow_up.owner_name) == (
        stage.user_ids[BILLING],
        None,
        "Staff 03",
    )
    assert (follow_up.state, follow_up.due, follow_up.created_by) == ("open", MONDAY, "Staff 02")


async def test_urgent_follow_ups_are_first_and_filters_apply(stage: Stage) -> None:
    later = await add_follow_up(stage, due=MONDAY + timedelta(days=1), what="Send the contract")
    mine = await add_follow_up(stage, owner_id=stage.user_ids[CARE])
    theirs = await add_follow_up(stage, owner_role="billing_admin")
    assert await listed_ids(stage) == [mine.id, theirs.id, later.id]
    assert await listed_ids(stage, mine=True) == [mine.id, later.id]
    assert await listed_ids(stage, BILLING, mine=True) == [theirs.id]
    assert await listed_ids(stage, owner=stage.user_ids[CARE]) == [mine.id]
    assert await listed_ids(stage, role="customer_care") == [later.id]
    assert await listed_ids(stage, due_until=MONDAY) == [mine.id, theirs.id]
    assert await listed_ids(stage, record=later.record) == [later.id]
    assert await listed_ids(stage, search_text="contract SEND") == [later.id]
    client = await stage.signed_in(CARE)
    await client.follow_ups.close(follow_up_id=mine.id, state="done")
    assert await listed_ids(stage, mine=True) == [later.id]
    assert await listed_ids(stage, state="done") == [mine.id]
    assert await listed_ids(stage, state="all", mine=True) == [mine.id, later.id]


async def test_exactly_one_owner_is_required(stage: Stage) -> None:
    body = {"record": "clinic:1", "what": "Call", "due": "2099-11-30"}
    for owner in ({}, {"owner_id": 1, "owner_role": "customer_care"}, {"owner_id": None, "owner_role": None}):
        problem = await stage.refused("POST", "/api/careops/follow_ups", {**body, **owner})
        assert (problem["source"], problem["title"]) == ("owner_id", ONE_OWNER)


async def test_the_owner_has_access_to_the_record(stage: Stage) -> None:
    record = f"user:{await stage.user(stage.phone())}"
    client = await stage.signed_in(BILLING)
    owners: list[dict[str, Any]] = [
        {"owner_id": stage.user_ids[CARE]},
        {"owner_id": 99_999_999},
        {"owner_role": "customer_care"},
    ]
    for owner in owners:
        with pytest.raises(InvalidInput, match=OWNER_NOT_ALLOWED) as refused:
            await client.follow_ups.create(record=record, what="Call", due=MONDAY, **owner)
        assert refused.value.source == next(iter(owner))


@pytest.mark.proves("SEC-22.follow-ups")
async def test_follow_ups_are_as_hidden_as_their_records(stage: Stage) -> None:
    record = f"user:{await stage.user(stage.phone())}"
    follow_up = await add_follow_up(stage, phone=BILLING, record=record, owner_role="billing_admin")
    client = await stage.signed_in(CARE)
    page = await client.follow_ups.list(record=record)
    assert (page.items, page.total_records) == ([], 0)
    assert await listed_ids(stage, BILLING) == [follow_up.id]
    with pytest.raises(InvalidInput, match=NO_RECORD):
        await client.follow_ups.create(record=record, what="Call", owner_role="billing_admin", due=MONDAY)
    for refused_call in (
        client.follow_ups.read(follow_up_id=follow_up.id),
        client.follow_ups.update(
            follow_up_id=follow_up.id, what="X", owner_id=None, owner_role="super_admin", due=MONDAY
        ),
        client.follow_ups.close(follow_up_id=follow_up.id, state="done"),
        client.follow_ups.reopen(follow_up_id=follow_up.id),
    ):
        with pytest.raises(NotFound, match=NO_FOLLOW_UP):
            await refused_call
    with pytest.raises(Conflict, match=SOME_NOT_OPEN[:20]):
        await client.follow_ups.hand_over(ids=[follow_up.id], owner_role="super_admin")


async def test_a_new_due_day_is_not_in_the_past(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    yesterday = today() - timedelta(days=1)
    with pytest.raises(InvalidInput, match=DUE_PAST):
        await add_follow_up(stage, due=yesterday)
    follow_up = await add_follow_up(stage, due=today())
    async with stage.services.database.pool.transaction() as connection:
        await connection.execute(text("update follow_ups set due = :due"), {"due": yesterday})
    await client.follow_ups.update(
        follow_up_id=follow_up.id, what="Overdue, call now", owner_id=None, owner_role="customer_care", due=yesterday
    )
    with pytest.raises(InvalidInput, match=DUE_PAST):
        await client.follow_ups.update(
            follow_up_id=follow_up.id,
            what="x",
            owner_id=None,
            owner_role="customer_care",
            due=yesterday - timedelta(days=1),
        )


async def test_follow_up_is_closed_and_reopened(stage: Stage) -> None:
    follow_up = await add_follow_up(stage)
    client = await stage.signed_in(BILLING)
    await client.follow_ups.close(follow_up_id=follow_up.id, state="cancelled", reason="They left")
    closed = await client.follow_ups.read(follow_up_id=follow_up.id)
    assert (closed.state, closed.closed_reason, closed.closed_by) == ("cancelled", "They left", "Staff 03")
    assert closed.closed_at is not None
    with pytest.raises(Conflict, match=NOT_OPEN):
        await client.follow_ups.close(follow_up_id=follow_up.id, state="done")
    with pytest.raises(Conflict, match=NOT_OPEN):
        await client.follow_ups.update(
            follow_up_id=follow_up.id, what="Call", owner_id=None, owner_role="customer_care", due=MONDAY
        )
    await client.follow_ups.reopen(follow_up_id=follow_up.id)
    assert await client.follow_ups.read(follow_up_id=follow_up.id) == follow_up
    with pytest.raises(Conflict, match=NOT_CLOSED):
        await client.follow_ups.reopen(follow_up_id=follow_up.id)


async def test_a_cancellation_needs_a_reason(stage: Stage) -> None:
    problem = await stage.refused("POST", "/api/careops/follow_ups/1/close", {"state": "cancelled"})
    assert (problem["source"], problem["title"]) == ("reason", REASON_REQUIRED)


async def test_a_stale_update_is_refused(stage: Stage) -> None:
    follow_up = await add_follow_up(stage)
    client = await stage.signed_in(CARE)
    read = await client.follow_ups.read(follow_up_id=follow_up.id)
    owner = {"owner_id": None, "owner_role": "customer_care"}
    values: dict[str, Any] = {"follow_up_id": follow_up.id, **owner, "due": MONDAY}
    await client.send(UpdateFollowUp(**values, what="Write to the owner"), if_match=read.version)
    with pytest.raises(PreconditionFailed) as refused:
        await client.send(UpdateFollowUp(**values, what="Visit the owner"), if_match=read.version)
    assert [problem.source for problem in refused.value.problems] == ["what"]


@pytest.mark.own
async def test_a_hand_over_of_fifty_has_an_event_for_each(stage: Stage) -> None:
    record = f"clinic:{await stage.clinic()}"
    mine = [await add_follow_up(stage, record=record, owner_id=stage.user_ids[CARE]) for _ in range(50)]
    ids = [follow_up.id for follow_up in mine]
    before = len(await stage.events())
    client = await stage.signed_in(CARE)
    to_billing: dict[str, Any] = {"owner_id": stage.user_ids[BILLING]}
    result = await client.follow_ups.hand_over(ids=ids, note="On leave", **to_billing)
    assert result.handed_over == 50
    events = (await stage.events())[before:]
    assert [event["resource_id"] for event in events] == [str(id) for id in ids]
    assert {event["key"] for event in events} == {"follow_up.hand_over"}
    for event in events:
        assert (event["before"]["owner_id"], event["after"]["owner_id"]) == (
            stage.user_ids[CARE],
            stage.user_ids[BILLING],
        )
        assert event["clinic_id"] == int(record.partition(":")[2])
        assert "ids" not in event["parameters"]
    after = await client.follow_ups.read(follow_up_id=ids[0])
    assert (after.owner_name, after.handed_over_by, after.handover_note) == ("Staff 03", "Staff 02", "On leave")
    assert await listed_ids(stage, CARE, mine=True) == []
    again = await client.follow_ups.hand_over(ids=ids, **to_billing)
    assert (again.handed_over, len(await stage.events())) == (0, before + 50)


async def test_hand_over_is_all_or_nothing(stage: Stage) -> None:
    first, second = await add_follow_up(stage), await add_follow_up(stage)
    client = await stage.signed_in(CARE)
    await client.follow_ups.close(follow_up_id=second.id, state="done")
    with pytest.raises(Conflict, match=SOME_NOT_OPEN[:20]) as refused:
        await client.follow_ups.hand_over(ids=[first.id, second.id, 99_999_999], owner_role="billing_admin")
    assert refused.value.problems[0].detail == f"{second.id}, 99999999"
    assert (await client.follow_ups.read(follow_up_id=first.id)).owner_role == "customer_care"


async def test_a_hand_over_names_those_that_the_new_owner_may_not_read(stage: Stage) -> None:
    record = f"user:{await stage.user(stage.phone())}"
    clinics = await add_follow_up(stage, phone=BILLING, owner_role="billing_admin")
    users = await add_follow_up(stage, phone=BILLING, record=record, owner_role="billing_admin")
    client = await stage.signed_in(BILLING)
    with pytest.raises(InvalidInput, match=OWNER_NOT_ALLOWED) as refused:
        await client.follow_ups.hand_over(ids=[clinics.id, users.id], owner_id=stage.user_ids[CARE])
    assert refused.value.problems[0].detail == str(users.id)
    assert await listed_ids(stage, BILLING, mine=True) == [clinics.id, users.id]


async def test_a_hand_over_has_a_limit(stage: Stage) -> None:
    body = {"ids": list(range(1, MAX_IDS + 2)), "owner_role": "customer_care"}
    assert (await stage.refused("POST", "/api/careops/follow_ups/hand_over", body))["source"] == "ids"


@pytest.mark.own
async def test_hand_overs_at_once_do_not_deadlock(stage: Stage) -> None:
    ids = [(await add_follow_up(stage)).id for _ in range(20)]
    client = await stage.signed_in(CARE)
    results = await asyncio.gather(
        client.follow_ups.hand_over(ids=ids, owner_role="billing_admin"),
        client.follow_ups.hand_over(ids=ids[::-1], owner_role="super_admin"),
    )
    assert [result.handed_over for result in results] == [20, 20]


@pytest.mark.own
async def test_a_key_adds_and_closes_follow_ups(stage: Stage) -> None:
    key = await stage.program("follow_ups:read", "follow_ups:write", "clinics:read")
    record = f"clinic:{await stage.clinic()}"
    created = await key.follow_ups.create(record=record, what="Call", owner_role="customer_care", due=MONDAY)
    assert created.id is not None
    [follow_up] = (await key.follow_ups.list()).items
    assert follow_up.created_by.startswith("program")
    assert (await key.follow_ups.list(mine=True)).items == []
    await key.follow_ups.close(follow_up_id=created.id, state="done")


@pytest.mark.own
async def test_due_follow_ups_of_an_owner_are_an_index_range(stage: Stage, database_url: str) -> None:
    await stage.sql("""
        insert into follow_ups (kind, record_id, what, owner_id, due, created_by)
        select 'clinic', n, 'Call', n % 500, date '2099-01-01' + n % 1000, 'Test' from generate_series(1, 20000) n
    """)
    analyze(database_url, "follow_ups")
    plan = await stage.rows("""
        explain select id from follow_ups f where f.state = 'open'
        and (f.owner_id = 7 or f.owner_role = 'customer_care') and f.due <= date '2099-02-01'
    """)
    lines = "\n".join(row["QUERY PLAN"] for row in plan)
    assert "Seq Scan" not in lines
    assert "ix_follow_ups_owner_id" in lines
    assert "owner_id = 7) AND (due <= " in lines.replace("(f.", "(")


@pytest.mark.own
async def test_name_of_a_deleted_owner_remains(stage: Stage) -> None:
    owner_id = await stage.user(stage.phone(), "customer_care")
    follow_up = await add_follow_up(stage, owner_id=owner_id)
    await stage.sql("delete from users where id = :id", id=owner_id)
    client = await stage.signed_in(CARE)
    after = await client.follow_ups.read(follow_up_id=follow_up.id)
    assert (after.owner_id, after.owner_name) == (None, follow_up.owner_name)
