"""Today: items of each source, claims, snoozes, permissions and concurrency."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any, cast

import pytest
from server.tests.support.change_requests import insert_request
from server.tests.support.stage import BILLING, CARE, PASSWORD, SUPER, Stage
from server.tests.today.factories import waiting_doctor
from sqlalchemy import text

from careops import AsyncCareOps, Conflict, InvalidInput, NotFound
from careops.calls.today import HELD, MAX_COUNTED, NO_ITEM, NO_NOTES, SNOOZE_DAY, TodayQueue
from careops.india_time import today
from careops_server.areas.today import announcements, clock, queries
from careops_server.areas.today.sources import SOURCES

pytestmark = pytest.mark.own
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
async def _nothing_due(stage: Stage) -> None:
    """Start with empty sources."""
    for table in (
        *("today_claims", "today_snoozes", "doctors", "payments", "billing_subscriptions"),
        *("ad_campaigns", "news_feeds", "change_request_bypasses", "change_request_reviews"),
        "change_request_readers",
        *("change_request_revisions", "change_requests", "follow_ups", "notes"),
    ):
        await stage.sql(f"delete from {table}")  # noqa: S608 (names of tables)
    await stage.sql("delete from jobs where state = 'failed'")


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Set the clock of Today."""

    def set_clock(moment: datetime) -> None:
        monkeypatch.setattr(clock, "now", lambda: moment)

    return set_clock


async def queue(client: AsyncCareOps, source: str) -> TodayQueue:
    [due] = [today_queue for today_queue in await client.today.read() if today_queue.source == source]
    return due


def ago(**span: float) -> datetime:
    return datetime.now(UTC) - timedelta(**span)


async def account(stage: Stage) -> int:
    return await stage.user(stage.phone())


async def make_due(stage: Stage, source: str, *, phone: str = SUPER) -> tuple[str, str]:
    """Insert an item of a source, of ``phone`` if it is personal. Return its record id, and SQL that ends it."""
    owner = stage.user_ids[phone]
    if source == "doctors":
        id = await waiting_doctor(stage, created_at=ago(days=9))
        return str(id), "update doctors set verified = true where id = :id"
    if source == "invitations":
        id = await stage.doctor(status="invited", created_at=ago(days=8))
        return str(id), "update doctors set status = 'joined' where id = :id"
    if source == "payments":
        id = await stage.sql(
            "insert into payments (clinic_id, razorpay_order_id, billing_payment_status, amount, created_at)"
            " values (:clinic_id, 'order_' || :phone, 'failed', 400.95, :at) returning id",
            clinic_id=await stage.clinic(),
            phone=stage.phone(),
            at=ago(hours=26),
        )
        return str(id), (
            "insert into payments (clinic_id, razorpay_order_id, billing_payment_status)"
            " select clinic_id, razorpay_order_id, 'captured' from payments where id = :id"
        )
    if source == "subscriptions":
        plan = await stage.sql(
            "insert into billing_plans (name, amount, plan_type, period, interval)"
            " values ('Growth', 999, 'growth', 'monthly', 1) returning id"
        )
        id = await stage.sql(
            "insert into billing_subscriptions (user_id, billing_plan_id, starts_at, expire_by)"
            " values (:user_id, :plan, now() - interval '20 days', now() + interval '5 days') returning id",
            user_id=await account(stage),
            plan=plan,
        )
        return str(id), (
            "insert into billing_subscriptions (user_id, billing_plan_id, starts_at, expire_by)"
            " select user_id, billing_plan_id, expire_by, expire_by + interval '1 month'"
            " from billing_subscriptions where id = :id"
        )
    if source == "campaigns":
        id = await stage.sql(
            "insert into ad_campaigns (clinic_id, campaign_name, end_time) values (:clinic_id, 'July', :at)"
            " returning id",
            clinic_id=await stage.clinic(),
            at=ago(days=12),
        )
        return str(id), "update ad_campaigns set active = false where id = :id"
    if source == "jobs":
        id = await stage.sql(
            "insert into jobs (kind, parameters, state, ended_at, problem)"
            " values ('made.up', '{}', 'failed', now() - interval '1 hour', 'full disk') returning id"
        )
        return str(id), "update jobs set state = 'cancelled' where id = :id"
    if source == "feeds":
        id = await stage.sql(
            "insert into news_feeds (name, address, fetched_at, problem)"
            " values ('Sehat / सेहत', 'https://example.org/feed', now() - interval '1 hour', 'no answer')"
            " returning md5(name)"
        )
        return id, "update news_feeds set problem = null"
    if source == "follow_ups":
        id = await stage.sql(
            "insert into follow_ups (kind, record_id, what, owner_id, due, created_by)"
            " values ('clinic', :clinic_id, 'Call the owner', :user_id, current_date - 2, 'Someone') returning id",
            clinic_id=await stage.clinic(),
            user_id=owner,
        )
        return str(id), "update follow_ups set state = 'done' where id = :id"
    if source == "mentions":
        note_id = await stage.sql(
            "insert into notes (kind, record_id, text, author_name)"
            " values ('clinic', :clinic_id, 'Please check', 'Someone') returning id",
            clinic_id=await stage.clinic(),
        )
        id = await stage.sql(
            "insert into note_mentions (note_id, user_id, name, created_at)"
            " values (:note_id, :user_id, 'Me', :at) returning id",
            note_id=note_id,
            user_id=owner,
            at=ago(hours=3),
        )
        return str(id), "update note_mentions set read_at = now() where id = :id"
    id = await insert_request(stage, status="open" if source == "change_requests" else "applied")
    if source == "change_request_news":
        reader = await stage.sql(
            "insert into change_request_readers (request_id, user_id, news, news_at)"
            " values (:id, :user_id, 'end', :at) returning id",
            id=id,
            user_id=owner,
            at=ago(hours=3),
        )
        return str(reader), "update change_request_readers set read_at = now() where id = :id"
    if source == "change_requests":
        return str(id), "update change_requests set status = 'closed' where id = :id"
    await stage.sql(
        "insert into change_request_bypasses (request_id, job_id, revision, user_id, user_name, reason)"
        " values (:id, 1, 1, 0, 'Someone', 'urgent'), (:id, 2, 1, 0, 'Someone', 'urgent')",
        id=id,
    )
    return str(id), "update change_request_bypasses set reviewed_at = now()"


async def test_an_empty_installation_has_nothing_due(stage: Stage) -> None:
    queues = await (await stage.signed_in(SUPER)).today.read()
    assert [today_queue.source for today_queue in queues] == [source.name for source in SOURCES]
    for today_queue in queues:
        assert (
            today_queue.count,
            today_queue.older,
            today_queue.snoozed,
            today_queue.items,
            today_queue.oldest_at,
        ) == (0, 0, 0, [], None)
    assert (await (await stage.signed_in(SUPER)).today.next()).item is None


@pytest.mark.parametrize("source", [source.name for source in SOURCES])
async def test_an_item_appears_and_disappears_with_its_record(stage: Stage, source: Any) -> None:
    client = await stage.signed_in(SUPER)
    record_id, ending = await make_due(stage, source)
    due = await queue(client, source)
    assert ([item.record_id for item in due.items], due.count, due.count_capped) == ([record_id], 1, False)
    [item] = due.items
    assert item.title
    assert due.oldest_at == item.at
    assert item.due_at <= datetime.now(UTC)
    assert all(today_queue.count == 0 for today_queue in await client.today.read() if today_queue.source != source)

    claimed = (await client.today.next()).item
    assert claimed is not None
    assert (claimed.source, claimed.record_id, claimed.mine, claimed.claimed_by) == (
        *(source, record_id, True),
        "Staff 01",
    )
    due = await queue(client, source)
    assert due.items == [claimed]
    await stage.sql(ending, id=int(record_id) if record_id.isdecimal() else 0)
    assert (await queue(client, source)).count == 0
    with pytest.raises(NotFound, match=NO_ITEM):
        await client.today.claim(source=source, record_id=record_id)
    await announcements.announce(stage.services)
    assert await stage.sql("select count(*) from today_claims") == 0


async def test_an_item_within_its_time_is_not_due(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    await stage.doctor(status="invited", created_at=ago(days=6))
    assert all(today_queue.count == 0 for today_queue in await client.today.read())


async def test_items_before_the_horizon_are_only_counted(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    await waiting_doctor(stage, created_at=ago(days=91))
    due = await queue(client, "doctors")
    assert (due.count, due.items, due.older, due.older_capped) == (0, [], 1, False)


async def test_large_count_is_capped_and_marked(stage: Stage) -> None:
    await stage.sql(
        "insert into jobs (kind, parameters, state, ended_at)"
        " select 'made.up', '{}', 'failed', now() - interval '4 days' from generate_series(1, :n) n",
        n=MAX_COUNTED + 1,
    )
    due = await queue(await stage.signed_in(SUPER), "jobs")
    assert (due.count, due.count_capped, len(due.items)) == (MAX_COUNTED, True, 10)


async def test_own_items_come_first_then_money_then_doctors_then_the_rest(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    sources = [source.name for source in SOURCES]
    for source in Random(5).sample(sources, len(sources)):  # noqa: S311 (order of a test)
        await make_due(stage, source)
    taken = [(await client.today.next()).item for _ in sources]
    names = [item.source for item in taken if item]
    assert set(names[:3]) == {"follow_ups", "mentions", "change_request_news"}
    assert names[3:6] == ["payments", "subscriptions", "doctors"]
    assert set(names[6:]) == set(sources) - set(names[:6])
    due = {today_queue.source: today_queue.personal for today_queue in await client.today.read()}
    assert {source for source, personal in due.items() if personal} == set(names[:3])


async def test_oldest_item_of_one_urgency_comes_first(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    younger, _ = await make_due(stage, "invitations")
    older, _ = await make_due(stage, "campaigns")
    taken = [(await client.today.next()).item for _ in range(3)]
    assert [item and (item.source, item.record_id) for item in taken] == [
        ("campaigns", older),
        ("invitations", younger),
        None,
    ]
    await client.today.release(source="campaigns", record_id=older)
    await client.today.release(source="invitations", record_id=younger)
    only = (await client.today.next(sources=["invitations"])).item
    assert only is not None
    assert only.record_id == younger


async def test_a_released_item_comes_last_for_its_user(stage: Stage) -> None:
    client, other = await stage.signed_in(SUPER), await stage.signed_in(CARE)
    first = str(await waiting_doctor(stage, created_at=ago(days=3)))
    second = str(await waiting_doctor(stage, created_at=ago(days=2)))
    await client.today.claim(source="doctors", record_id=first)
    await client.today.release(source="doctors", record_id=first)
    item = (await client.today.next()).item
    assert item is not None
    assert item.record_id == second
    item = (await other.today.next()).item
    assert item is not None
    assert item.record_id == first


async def test_claimed_item_cannot_be_claimed_by_another(stage: Stage) -> None:
    client, other = await stage.signed_in(SUPER), await stage.signed_in(CARE)
    record_id, _ = await make_due(stage, "doctors")
    await client.today.claim(source="doctors", record_id=record_id)
    with pytest.raises(Conflict, match=HELD) as refused:
        await other.today.claim(source="doctors", record_id=record_id)
    assert refused.value.problems[0].detail == "Staff 01"
    with pytest.raises(Conflict, match=HELD):
        await other.today.snooze(source="doctors", record_id=record_id, until=today() + 5 * DAY)
    assert (await other.today.next()).item is None
    [item] = (await queue(other, "doctors")).items
    assert (item.claimed_by, item.mine) == ("Staff 01", False)
    await other.today.release(source="doctors", record_id=record_id)
    [item] = (await queue(other, "doctors")).items
    assert item.claimed_by == "Staff 01"


async def test_a_lease_ends_and_is_renewed(stage: Stage, at: Any) -> None:
    client, other = await stage.signed_in(SUPER), await stage.signed_in(CARE)
    now = datetime.now(UTC)
    record_id, _ = await make_due(stage, "doctors")
    key: Any = {"source": "doctors", "record_id": record_id}
    await client.today.claim(**key)
    at(now + timedelta(minutes=9))
    await client.today.claim(**key)
    at(now + timedelta(minutes=18))
    assert (await other.today.next()).item is None
    at(now + timedelta(minutes=20))
    assert (await queue(client, "doctors")).items[0].claimed_by is None
    item = (await other.today.next()).item
    assert item is not None
    assert item.record_id == record_id
    with pytest.raises(Conflict, match=HELD):
        await client.today.claim(**key)


async def test_a_claim_ends_with_its_session(stage: Stage) -> None:
    record_id, _ = await make_due(stage, "doctors")
    key: Any = {"source": "doctors", "record_id": record_id}
    other = await stage.signed_in(CARE)
    leaving, ended = stage.client(), stage.client()
    for client in (leaving, ended):
        await client.sign_in(SUPER, PASSWORD)
    await leaving.today.claim(**key)
    await leaving.session.sign_out()
    assert await stage.sql("select count(*) from today_claims") == 0
    await ended.today.claim(**key)
    await stage.sql(
        "update sessions set ended_at = now(), end_reason = 'blocked' where id in (select session_id from today_claims)"
    )
    assert (await other.today.next()).item is not None


async def test_two_clients_never_get_the_same_item(stage: Stage) -> None:
    for _ in range(60):
        await waiting_doctor(stage)
    clients = [await stage.signed_in(SUPER), await stage.signed_in(CARE)]
    taken: list[str] = []

    async def press(client: AsyncCareOps) -> None:
        for _ in range(100):
            item = (await client.today.next()).item
            if item is not None:
                taken.append(item.record_id)

    await asyncio.gather(*(press(client) for client in clients))
    assert len(taken) == 60
    assert len(set(taken)) == 60


async def test_a_snoozed_item_appears_again_on_its_day_in_india(stage: Stage, at: Any) -> None:
    client, other = await stage.signed_in(SUPER), await stage.signed_in(CARE)
    record_id = str(await waiting_doctor(stage, created_at=datetime(2026, 11, 20, tzinfo=UTC)))
    key: Any = {"source": "doctors", "record_id": record_id}
    at(datetime(2026, 11, 28, 18, 29, tzinfo=UTC))  # 23:59 on the 28th in India
    await client.today.snooze(**key, until=date(2026, 12, 1))
    due = await queue(other, "doctors")
    assert (due.count, due.items, due.snoozed) == (0, [], 1)
    [item] = due.snoozed_items
    assert (item.record_id, item.snoozed_by, item.snoozed_until) == (record_id, "Staff 01", date(2026, 12, 1))
    assert (await other.today.next()).item is None
    at(datetime(2026, 11, 30, 18, 29, tzinfo=UTC))  # the last minute of the 30th in India
    assert (await queue(other, "doctors")).count == 0
    at(datetime(2026, 11, 30, 18, 30, tzinfo=UTC))  # midnight in India
    due = await queue(other, "doctors")
    assert (due.count, due.snoozed) == (1, 0)


@pytest.mark.parametrize(("source", "kind"), [("payments", "clinic"), ("invitations", "doctor")])
async def test_snooze_with_a_note_adds_it_to_the_record(stage: Stage, source: Any, kind: str) -> None:
    client = await stage.signed_in(SUPER)
    record_id, _ = await make_due(stage, source)
    [item] = (await queue(client, source)).items
    assert item.record
    assert item.record.startswith(f"{kind}:")
    await client.today.snooze(source=source, record_id=record_id, until=today() + 30 * DAY, note="Paid in cash")
    [note] = (await client.notes.list(record=item.record)).items
    assert note.text == "Paid in cash"
    assert (await queue(client, source)).count == 0
    assert "Paid in cash" not in str((await stage.events())[-1])


async def test_note_of_an_item_without_a_record_is_refused(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    record_id, _ = await make_due(stage, "jobs")
    with pytest.raises(InvalidInput, match=NO_NOTES):
        await client.today.snooze(source="jobs", record_id=record_id, until=today() + DAY, note="Known")
    assert (await queue(client, "jobs")).count == 1


async def test_snoozing_releases_and_is_undone(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    record_id, _ = await make_due(stage, "doctors")
    key: Any = {"source": "doctors", "record_id": record_id}
    await client.today.claim(**key)
    await client.today.snooze(**key, until=today() + 5 * DAY)
    assert await stage.sql("select count(*) from today_claims") == 0
    await client.today.unsnooze(**key)
    due = await queue(client, "doctors")
    assert (due.count, due.snoozed, due.items[0].claimed_by) == (1, 0, None)


@pytest.mark.parametrize("days", [-1, 0, 366])
async def test_a_day_of_a_snooze_is_in_the_coming_year(stage: Stage, at: Any, days: int) -> None:
    record_id = str(await waiting_doctor(stage, created_at=datetime(2026, 11, 20, tzinfo=UTC)))
    at(datetime(2026, 11, 28, 12, 0, tzinfo=UTC))
    day = (date(2026, 11, 28) + days * DAY).isoformat()
    problem = await stage.refused("POST", f"/api/careops/today/doctors/{record_id}/snooze", {"until": day})
    assert (problem["source"], problem["title"]) == ("until", SNOOZE_DAY)


@pytest.mark.parametrize(
    ("phone", "hidden"),
    [
        (CARE, {"subscriptions", "jobs", "bypass_reviews"}),
        (BILLING, {"jobs", "bypass_reviews"}),
    ],
)
async def test_forbidden_queues_are_hidden(stage: Stage, phone: str, hidden: set[str]) -> None:
    client = await stage.signed_in(phone)
    records: dict[str, str] = {source.name: (await make_due(stage, source.name, phone=phone))[0] for source in SOURCES}
    queues = await client.today.read()
    assert {today_queue.source for today_queue in queues} == records.keys() - hidden
    for source in hidden:
        key: Any = {"source": source, "record_id": records[source]}
        for refused in (
            client.today.claim(**key),
            client.today.release(**key),
            client.today.snooze(**key, until=today() + 5 * DAY),
            client.today.unsnooze(**key),
        ):
            with pytest.raises(NotFound, match=NO_ITEM):
                await refused
    assert (await client.today.next(sources=cast(Any, sorted(hidden)))).item is None


async def test_follow_ups_of_the_role_and_own_ones_are_due_by_day(stage: Stage, at: Any) -> None:
    super_admin, care = await stage.signed_in(SUPER), await stage.signed_in(CARE)
    clinic_id = await stage.clinic()
    ids = {}
    for name, kind, owner_id, role, day in (
        ("care", "clinic", stage.user_ids[CARE], None, "2026-12-02"),
        ("all care", "clinic", None, "customer_care", "2026-12-01"),
        ("closed to care", "user", None, "customer_care", "2026-12-01"),
        ("later", "clinic", stage.user_ids[CARE], None, "2026-12-03"),
        ("super", "clinic", None, "super_admin", "2026-12-02"),
    ):
        ids[name] = await stage.sql(
            "insert into follow_ups (kind, record_id, what, owner_id, owner_role, due, created_by)"
            " values (:kind, :record_id, :what, :owner_id, :role, cast(:due as date), 'Someone') returning id",
            kind=kind,
            record_id=clinic_id,
            what=name,
            owner_id=owner_id,
            role=role,
            due=date.fromisoformat(day),
        )
    at(datetime(2026, 12, 1, 18, 30, tzinfo=UTC))  # midnight in India
    due = await queue(care, "follow_ups")
    assert [(item.title, item.record) for item in due.items] == [
        ("all care", f"clinic:{clinic_id}"),
        ("care", f"clinic:{clinic_id}"),
    ]
    assert due.count == 2
    assert due.items[1].due_at == datetime(2026, 12, 1, 18, 30, tzinfo=UTC)
    assert [item.title for item in (await queue(super_admin, "follow_ups")).items] == ["super"]
    for name in ("closed to care", "later", "super"):
        with pytest.raises(NotFound, match=NO_ITEM):
            await care.today.claim(source="follow_ups", record_id=str(ids[name]))
    await care.today.claim(source="follow_ups", record_id=str(ids["all care"]))
    await announcements.announce(stage.services)
    assert [item.mine for item in (await queue(care, "follow_ups")).items] == [True, False]
    await stage.sql("update follow_ups set owner_role = 'super_admin' where id = :id", id=ids["all care"])
    await announcements.announce(stage.services)
    [handed_over] = [item for item in (await queue(super_admin, "follow_ups")).items if item.title == "all care"]
    assert handed_over.claimed_by is None


async def test_day_of_follow_up_is_sent_as_day(stage: Stage, at: Any) -> None:
    record_id, _ = await make_due(stage, "follow_ups")
    await stage.sql("update follow_ups set due = '2026-11-29'")
    client = await stage.signed_in(SUPER)
    at(datetime(2026, 11, 28, 18, 29, tzinfo=UTC))  # the last minute of the 28th in India
    due = await queue(client, "follow_ups")
    assert (due.count, due.oldest_at, due.oldest_day) == (0, None, None)
    midnight = datetime(2026, 11, 28, 18, 30, tzinfo=UTC)
    at(midnight)
    due = await queue(client, "follow_ups")
    assert (due.oldest_at, due.oldest_day) == (midnight, date(2026, 11, 29))
    [item] = due.items
    assert (item.record_id, item.at, item.due_at, item.day) == (record_id, midnight, midnight, date(2026, 11, 29))


@pytest.mark.parametrize("hours", [-1, 1])
async def test_next_orders_days_and_times_by_indian_time(stage: Stage, at: Any, hours: int) -> None:
    midnight = datetime(2026, 11, 28, 18, 30, tzinfo=UTC)
    await make_due(stage, "follow_ups")
    await stage.sql("update follow_ups set due = '2026-11-29'")
    await make_due(stage, "mentions")
    await stage.sql("update note_mentions set created_at = :at", at=midnight + timedelta(hours=hours))
    at(midnight + DAY)
    client = await stage.signed_in(SUPER)
    items = [(await client.today.next()).item for _ in range(2)]
    expected = ["mentions", "follow_ups"] if hours < 0 else ["follow_ups", "mentions"]
    assert [item and item.source for item in items] == expected


ENDED_ACCESS: Any = {
    "blocked": "update users set user_status = 'BLOCKED' where id = :id",
    "inactive": "update users set user_status = 'INACTIVE' where id = :id",
    "no account of staff": "update user_accounts set account_type = 'doctor' where user_id = :id",
    "kind of record closed": "update user_accounts set account_type = 'customer_care' where user_id = :id",
    "deleted": "delete from users where id = :id",
}


@pytest.mark.parametrize("ending", ENDED_ACCESS)
async def test_follow_ups_without_working_owner_reach_super_admins(stage: Stage, ending: str) -> None:
    super_admin, care = await stage.signed_in(SUPER), await stage.signed_in(CARE)
    await stage.signed_in(BILLING)
    owner_id = await stage.user(stage.phone(), "billing_admin")
    await stage.sql("update users set name = 'Asha Rao' where id = :id", id=owner_id)
    for owner in (owner_id, stage.user_ids[BILLING]):
        await stage.sql(
            "insert into follow_ups (kind, record_id, what, owner_id, owner_name, due, created_by)"
            " values ('user', :record_id, 'Call', :owner, 'Asha Rao', current_date - 1, 'Someone')",
            record_id=stage.user_ids[CARE],
            owner=owner,
        )
    assert (await queue(super_admin, "follow_ups")).count == 0
    await stage.sql(ENDED_ACCESS[ending], id=owner_id)
    [item] = (await queue(super_admin, "follow_ups")).items
    assert "Asha Rao" in (item.detail or "")
    assert (await queue(care, "follow_ups")).count == 0
    listed = (await super_admin.follow_ups.list(unattended=True)).items
    assert [str(follow_up.id) for follow_up in listed] == [item.record_id]
    claimed = (await super_admin.today.next()).item or pytest.fail("no item is free")
    assert claimed.record_id == item.record_id
    await announcements.announce(stage.services)
    assert [item.mine for item in (await queue(super_admin, "follow_ups")).items] == [True]
    await super_admin.follow_ups.hand_over(ids=[int(item.record_id)], owner_role="billing_admin", note="Please take it")
    assert (await queue(super_admin, "follow_ups")).count == 0
    assert (await super_admin.follow_ups.list(unattended=True)).items == []


async def test_a_mention_is_due_for_its_person_until_it_is_read(stage: Stage) -> None:
    super_admin, care, author = [await stage.signed_in(phone) for phone in (SUPER, CARE, BILLING)]
    note = await author.notes.create(
        record=f"clinic:{await stage.clinic()}", text="Both", mentions=[stage.user_ids[SUPER], stage.user_ids[CARE]]
    )
    [item], [other] = [(await queue(client, "mentions")).items for client in (super_admin, care)]
    assert item.note_id == other.note_id == note.id
    assert item.detail == "Staff 03: Both"
    await super_admin.today.snooze(source="mentions", record_id=item.record_id, until=today() + 5 * DAY)
    assert (await queue(care, "mentions")).count == 1
    with pytest.raises(NotFound, match=NO_ITEM):
        await care.today.claim(source="mentions", record_id=item.record_id)
    await care.notes.mark_mentions_read(note_ids=[note.id])
    assert (await queue(care, "mentions")).count == 0


NEW_REASONS: Any = {
    "doctors": "update doctors set reg_photo_url = 'doctors/second.webp'",
    "payments": "update payments set billing_payment_status = 'pending'",
    "subscriptions": "update billing_subscriptions set expire_by = expire_by + interval '1 day'",
    "campaigns": "update ad_campaigns set end_time = end_time + interval '1 day'",
    "jobs": "update jobs set ended_at = now() where state = 'failed'",
    "feeds": "update news_feeds set problem = 'not a feed'",
    "follow_ups": "update follow_ups set due = due + 1",
    "change_requests": """
        with revised as (update change_requests set revision = revision + 1 returning id)
        update change_request_revisions v set revision = v.revision + 1 from revised where v.request_id = revised.id
    """,
    "bypass_reviews": """
        update change_request_bypasses set bypassed_at = bypassed_at + interval '1 second' where bypassed_at <= now()
    """,
}
"""Changes after which an item is still due, for another reason."""


@pytest.mark.parametrize("source", NEW_REASONS)
async def test_new_reason_ends_snooze_and_claim(stage: Stage, source: Any) -> None:
    client = await stage.signed_in(SUPER)
    record_id, _ = await make_due(stage, source)
    if source == "bypass_reviews":
        await stage.sql("update change_request_bypasses set bypassed_at = bypassed_at - interval '1 minute'")
    key: Any = {"source": source, "record_id": record_id}
    await client.today.snooze(**key, until=today() + 5 * DAY)
    await client.today.claim(**key)
    due = await queue(client, source)
    assert (due.count, due.snoozed, due.snoozed_items[0].mine) == (0, 1, True)
    await stage.sql(NEW_REASONS[source])
    due = await queue(client, source)
    assert (due.count, due.snoozed, due.items[0].claimed_by) == (1, 0, None)
    await announcements.announce(stage.services)
    for table in ("today_claims", "today_snoozes"):
        assert await stage.sql(f"select count(*) from {table}") == 0  # noqa: S608 (names of tables)


async def test_claim_of_former_owner_does_not_hold_follow_up(stage: Stage) -> None:
    super_admin, care = await stage.signed_in(SUPER), await stage.signed_in(CARE)
    record_id, _ = await make_due(stage, "follow_ups")
    key: Any = {"source": "follow_ups", "record_id": record_id}
    await super_admin.today.claim(**key)
    await super_admin.follow_ups.hand_over(ids=[int(record_id)], owner_id=stage.user_ids[CARE], note="Today, please")
    [item] = (await queue(care, "follow_ups")).items
    assert item.claimed_by is None
    item = (await care.today.next()).item or pytest.fail("no item is free")
    assert (item.record_id, item.mine) == (record_id, True)


async def test_snoozes_of_earlier_versions_still_count(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    record_id, _ = await make_due(stage, "doctors")
    await stage.sql(
        "insert into today_snoozes (source, record_id, until, user_id, user_name)"
        " values ('doctors', :record_id, current_date + 5, 0, 'Someone')",
        record_id=record_id,
    )
    await announcements.announce(stage.services)
    assert (await queue(client, "doctors")).snoozed == 1


@pytest.mark.parametrize("seed", range(3))
async def test_snooze_of_follow_up_lasts_until_owner_or_day_changes(stage: Stage, seed: int) -> None:
    chance = Random(seed)  # noqa: S311 (repeatable, not a secret)
    clients = {stage.user_ids[phone]: await stage.signed_in(phone) for phone in (SUPER, CARE)}
    first, second = clients
    created = await clients[first].follow_ups.create(
        record=f"clinic:{await stage.clinic()}", what="Call", owner_id=first, due=today()
    )
    id = created.id or pytest.fail("no id")
    key: Any = {"source": "follow_ups", "record_id": str(id)}
    owner, due, is_open, is_snoozed, claimed_by = first, today(), True, False, False
    for _ in range(40):
        is_due = is_open and due == today()
        step = chance.choice(["snooze", "unsnooze", "claim", "hand over", "day", "text", "close"])
        if step in ("snooze", "unsnooze", "claim") and is_due:
            if step == "snooze":
                await clients[owner].today.snooze(**key, until=today() + 9 * DAY)
                is_snoozed, claimed_by = True, False
            elif step == "unsnooze":
                await clients[owner].today.unsnooze(**key)
                is_snoozed = False
            else:
                await clients[owner].today.claim(**key)
                claimed_by = True
        elif step == "hand over" and is_open:
            owner = first + second - owner
            await clients[first].follow_ups.hand_over(ids=[id], owner_id=owner, note="Please take it")
            is_snoozed = claimed_by = False
        elif step == "day" and is_open:
            due = today() + DAY if due == today() else today()
            await clients[first].follow_ups.update(
                follow_up_id=id, what="Call", owner_id=owner, owner_role=None, due=due
            )
            is_snoozed = claimed_by = False
        elif step == "text" and is_open:
            what = f"Call {chance.random()}"
            await clients[first].follow_ups.update(follow_up_id=id, what=what, owner_id=owner, owner_role=None, due=due)
        elif step == "close":
            call = clients[first].follow_ups
            await (call.close(follow_up_id=id, state="done") if is_open else call.reopen(follow_up_id=id))
            is_open, is_snoozed, claimed_by = not is_open, False, False
        await announcements.announce(stage.services)
        is_due = is_open and due == today()
        for user_id, client in clients.items():
            shown = await queue(client, "follow_ups")
            items = [*shown.items, *shown.snoozed_items]
            expected = [(is_snoozed, claimed_by)] if is_due and user_id == owner else []
            assert [(item.snoozed_until is not None, item.mine) for item in items] == expected


async def test_mentions_on_closed_kinds_of_records_are_left_out(stage: Stage) -> None:
    await make_due(stage, "mentions", phone=CARE)
    await stage.sql("update notes set kind = 'user'")
    due = await queue(await stage.signed_in(CARE), "mentions")
    assert (due.count, due.older, due.items) == (0, 0, [])


async def test_own_proposals_wait_for_others(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    for source in ("change_requests", "bypass_reviews"):
        await make_due(stage, source)
    mine = stage.user_ids[SUPER]
    await stage.sql("update change_requests set author_id = :id", id=mine)
    await stage.sql("update change_request_bypasses set user_id = :id", id=mine)
    assert all(today_queue.count == 0 for today_queue in await client.today.read())


async def test_a_reviewed_revision_needs_no_review_until_the_next_one(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    request_id, _ = await make_due(stage, "change_requests")
    await stage.sql(
        "insert into change_request_reviews (request_id, revision, user_id, user_name, verdict)"
        " values (:id, 1, :user_id, 'Me', 'approve')",
        id=int(request_id),
        user_id=stage.user_ids[SUPER],
    )
    assert (await queue(client, "change_requests")).count == 0
    await stage.sql("update change_request_revisions set calls = '{SendRelogin}'")
    assert (await queue(await stage.signed_in(CARE), "change_requests")).count == 0


@pytest.mark.parametrize("record_id", ["x", "0", "99999999999999999999", "-1"])
async def test_malformed_record_ids_are_refused(stage: Stage, record_id: str) -> None:
    async with stage.http(headers=await stage.bearer(SUPER)) as http:
        answer = await http.post(f"/api/careops/today/doctors/{record_id}/claim", json={})
    assert answer.status_code in (404, 422)


async def test_the_audit_trail_has_no_renewals(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    record_id, _ = await make_due(stage, "doctors")
    key: Any = {"source": "doctors", "record_id": record_id}
    before = len(await stage.events())
    for _ in range(3):
        await client.today.claim(**key)
    await client.today.release(**key)
    await client.today.release(**key)
    await client.today.snooze(**key, until=today() + 5 * DAY)
    events = (await stage.events())[before:]
    assert [event["key"] for event in events] == ["today.claim", "today.release", "today.snooze"]


async def test_changes_of_a_source_are_announced(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    record_id, _ = await make_due(stage, "doctors")
    latest = (await client.realtime.list(channels=["today"])).latest
    signal = stage.services.today
    await client.doctors.verify(id=int(record_id), verify_status=True, verification_reason="Checked with College")
    await asyncio.wait_for(signal.wait(), 5)
    await announcements.announce(stage.services)
    assert [event.event for event in (await client.realtime.list(channels=["today"], since=latest)).events] == [
        "items_changed"
    ]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
async def test_a_source_reads_its_index_only(stage: Stage, source: Any) -> None:
    reader = queries.Reader(1, "super_admin", ["UpdateClinic"], ["clinic"], datetime.now(UTC), today())
    if source.name == "follow_ups":  # whose indexes are not partial, so that their costs need rows
        await stage.sql("""
            insert into follow_ups (kind, record_id, what, owner_id, owner_role, due, created_by)
            select 'clinic', n, 'Call', case when n % 2 = 0 then n end, case when n % 2 = 1 then 'r' || n % 3 end,
                current_date + n % 100 - 50, 'Someone' from generate_series(1, 5000) n
        """)
    async with stage.services.database.pool.transaction() as connection:
        await connection.execute(text("set local enable_seqscan = off"))
        await connection.execute(text("set local enable_bitmapscan = off"))
        plan = (await connection.execute(queries.explain(source), reader.values)).scalar_one()
    nodes = list(_nodes(plan[0]["Plan"]))
    assert source.index in {node.get("Index Name") for node in nodes}
    table = source.table.split()[0]
    assert [node for node in nodes if node["Node Type"] == "Seq Scan" and node["Relation Name"] == table] == []


async def test_follow_ups_without_owner_read_only_accounts_of_staff(stage: Stage) -> None:
    await stage.sql("""
        with people as (
            insert into users (name, phone_number) select 'Dr', 7000000000 + n from generate_series(1, 3000) n
            returning id
        ), owned as (
            insert into follow_ups (kind, record_id, what, owner_id, due, created_by)
            select 'clinic', 41, 'Call', max(id), current_date, 'Someone' from people
        )
        insert into user_accounts (user_id, account_type, subject_id) select id, 'doctor', id from people
    """)
    await stage.sql("analyze users, user_accounts")
    (source,) = (source for source in SOURCES if source.name == "follow_ups")
    reader = queries.Reader(1, "super_admin", [], ["clinic"], datetime.now(UTC), today())
    statement = text(queries.explain(source).text.replace("explain (", "explain (analyze, "))
    async with stage.services.database.pool.transaction() as connection:
        plan = (await connection.execute(statement, reader.values)).scalar_one()
    accounts = [node for node in _nodes(plan[0]["Plan"]) if node.get("Relation Name") == "user_accounts"]
    read = [(node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"] for node in accounts]
    assert accounts
    assert sum(read) < 300


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield all nodes of a plan."""
    yield plan
    for subplan in plan.get("Plans", ()):
        yield from _nodes(subplan)
