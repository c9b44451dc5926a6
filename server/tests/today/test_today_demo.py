"""Sources of Today on demo data, compared with SQL that is written independently of the declared sources."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops.calls.today import MAX_COUNTED, TodayQueue
from careops_server.areas.today import clock
from careops_server.core.configuration.settings import Settings
from careops_server.core.http.sanic_types import SanicApp
from careops_server.demo import DEMO_PASSWORD
from careops_server.testing.postgres import WORLD, TestPostgres

pytestmark = pytest.mark.slow
ROLES: Final = {SUPER: "super_admin", CARE: "customer_care", BILLING: "billing_admin"}
ALL: Final = frozenset(ROLES)
MONEY: Final = frozenset({SUPER, BILLING})
ONLY_SUPER: Final = frozenset({SUPER})
NOW: Final = (datetime.now(UTC) + timedelta(days=1)).replace(hour=20, minute=0, second=0, microsecond=0)
"""Tomorrow at 1:30 in India, where the next day has begun already, unlike in UTC."""
TODAY: Final = NOW.astimezone(ZoneInfo("Asia/Kolkata")).date()
DAY: Final = timedelta(days=1)
TICK: Final = timedelta(microseconds=1)


@dataclass(frozen=True)
class Expected:
    """Statement that reads all due rows of a source, oldest first, as ``id`` and ``at``; how old they get; readers."""

    sql: str
    horizon: timedelta
    readers: frozenset[str] = ALL
    counts_older: bool = True


EXPECTED: Final = {
    "doctors": Expected(
        """
        select cast(id as text) as id, created_at as at from doctors
        where verified = false and status = 'joined' and reg_photo_url is not null and created_at <= :now
        order by created_at, doctors.id
        """,
        90 * DAY,
    ),
    "invitations": Expected(
        """
        select cast(id as text) as id, created_at as at from doctors
        where status = 'invited' and created_at <= cast(:now as timestamptz) - interval '7 days'
        order by created_at, doctors.id
        """,
        90 * DAY,
    ),
    "payments": Expected(
        """
        with paid as (
            select distinct razorpay_order_id from payments
            where billing_payment_status in ('captured', 'authorized', 'success', 'completed')
                and razorpay_order_id is not null
        )
        select cast(u.id as text) as id, u.created_at as at
        from payments u left join paid on paid.razorpay_order_id = u.razorpay_order_id
        where u.billing_payment_status in ('pending', 'failed') and paid.razorpay_order_id is null
            and u.created_at <= cast(:now as timestamptz) - interval '24 hours'
        order by u.created_at, u.id
        """,
        30 * DAY,
    ),
    "subscriptions": Expected(
        """
        with last_ones as (
            select id, expire_by, max(expire_by) over (partition by user_id) as last_day
            from billing_subscriptions where cancelled_at is null
        )
        select cast(id as text) as id, expire_by as at from last_ones
        where expire_by = last_day and expire_by <= cast(:now as timestamptz) + interval '14 days'
        order by expire_by, last_ones.id
        """,
        timedelta(),
        readers=MONEY,
        counts_older=False,
    ),
    "campaigns": Expected(
        """
        select cast(id as text) as id, end_time as at from ad_campaigns
        where active and end_time <= :now order by end_time, ad_campaigns.id
        """,
        90 * DAY,
    ),
    "change_requests": Expected(
        """
        select cast(q.id as text) as id, q.created_at as at
        from change_requests q
            join change_request_revisions v on v.request_id = q.id and v.revision = q.revision
            left join change_request_reviews mine
                on mine.request_id = q.id and mine.revision = q.revision and mine.user_id = :user_id
        where q.status = 'open' and q.author_id != :user_id and mine.user_id is null and q.created_at <= :now
            and case cast(:role as text)
                when 'super_admin' then true
                when 'billing_admin' then not 'SendRelogin' = any (v.calls)
                else not 'SendRelogin' = any (v.calls) and not 'AddManualSubscription' = any (v.calls)
            end
        order by q.created_at, q.id
        """,
        90 * DAY,
    ),
    "bypass_reviews": Expected(
        """
        select cast(request_id as text) as id, bypassed_at as at from (
            select distinct on (request_id) request_id, bypassed_at, user_id from change_request_bypasses
            where reviewed_at is null order by request_id, job_id
        ) firsts
        where user_id != :user_id and bypassed_at <= :now order by bypassed_at, request_id
        """,
        90 * DAY,
        readers=ONLY_SUPER,
    ),
    "change_request_news": Expected(
        """
        select cast(e.id as text) as id, e.news_at as at
        from change_request_readers e join change_requests q on q.id = e.request_id
            join change_request_revisions v on v.request_id = q.id and v.revision = q.revision
        where e.user_id = :user_id and e.read_at is null and e.news_at <= :now
            and (e.news = 'end' or q.status = 'open')
            and case cast(:role as text)
                when 'super_admin' then true
                when 'billing_admin' then not 'SendRelogin' = any (v.calls)
                else not 'SendRelogin' = any (v.calls) and not 'AddManualSubscription' = any (v.calls)
            end
        order by e.news_at, e.id
        """,
        90 * DAY,
    ),
    "jobs": Expected(
        """
        select cast(id as text) as id, ended_at as at from jobs
        where state = 'failed' and ended_at <= :now order by ended_at, jobs.id
        """,
        30 * DAY,
        readers=ONLY_SUPER,
    ),
    "feeds": Expected(
        """
        select md5(name) as id, fetched_at as at from news_feeds
        where problem is not null and fetched_at <= :now order by fetched_at, name
        """,
        7 * DAY,
        counts_older=False,
    ),
    "follow_ups": Expected(
        """
        select cast(id as text) as id, cast(due as timestamp) at time zone 'Asia/Kolkata' as at from follow_ups f
        where state = 'open' and (owner_id = :user_id or owner_role = :role or (
                cast(:role as text) = 'super_admin' and owner_role is null and not exists (
                    select from users u join user_accounts a on a.user_id = u.id
                    where u.id = f.owner_id and u.user_status = 'ACTIVE' and (
                        a.account_type in ('super_admin', 'billing_admin')
                        or a.account_type = 'customer_care' and f.kind <> 'user'
                    )
                )
            ))
            and due <= cast(cast(:now as timestamptz) at time zone 'Asia/Kolkata' as date)
            and not (kind = 'user' and cast(:role as text) = 'customer_care')
        order by due, f.id
        """,
        90 * DAY,
    ),
    "mentions": Expected(
        """
        select cast(m.id as text) as id, m.created_at as at from note_mentions m join notes n on n.id = m.note_id
        where m.user_id = :user_id and m.read_at is null and m.created_at <= :now
            and not (n.kind = 'user' and cast(:role as text) = 'customer_care')
        order by m.created_at, m.id
        """,
        30 * DAY,
    ),
}


@pytest.fixture(scope="module")
def database_url(postgres: TestPostgres) -> Iterator[str]:
    """A database with demo data."""
    url = postgres.new_database(WORLD)
    yield url
    postgres.drop(url)


@pytest.fixture(scope="module")
async def stage(app: SanicApp, settings: Settings) -> Stage:
    """The demo data with rows at the bounds of every source, and some items of each source snoozed."""
    stage = Stage(app, app, settings)
    for row in await stage.rows("select id, phone_number from users where phone_number = any(:all)", all=sorted(ROLES)):
        stage.user_ids[row["phone_number"]] = row["id"]
    await _add_rows(stage)
    for phone in sorted(ROLES):
        for source, expected in EXPECTED.items():
            within, _ = await _read_expected(stage, source, phone)
            if phone not in expected.readers or len(within) < 3:
                continue
            for (_, id), until in ((within[1], TODAY + 3 * DAY), (within[-1], TODAY)):
                await stage.sql(
                    "insert into today_snoozes (source, record_id, until, user_id, user_name)"
                    " values (:source, :id, :until, 0, 'Someone') on conflict do nothing",
                    source=source,
                    id=id,
                    until=until,
                )
    return stage


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock of Today."""
    monkeypatch.setattr(clock, "now", lambda: NOW)


async def _read_expected(stage: Stage, source: str, phone: str) -> tuple[list[tuple[datetime, str]], int]:
    """Return the times and ids within the horizon, oldest first, and the number of older rows."""
    statement = EXPECTED[source].sql
    values = {"now": NOW, "user_id": stage.user_ids[phone], "role": ROLES[phone]}
    rows = await stage.rows(statement, **{name: value for name, value in values.items() if f":{name}" in statement})
    within = [(row["at"], row["id"]) for row in rows if row["at"] > NOW - EXPECTED[source].horizon]
    return within, len(rows) - len(within) if EXPECTED[source].counts_older else 0


async def _add_rows(stage: Stage) -> None:
    """Insert rows just inside and outside the bounds of each source, and rows that need no attention."""
    clinic_id = await stage.sql("select min(id) from clinics")
    others = await stage.rows("select id from users where phone_number <> all(:all) order by id limit 40", all=[*ROLES])
    users = iter([row["id"] for row in others])

    def moments(due_after: timedelta, horizon: timedelta) -> list[datetime]:
        """Just due, not yet due, within the horizon, and just beyond it."""
        newest, oldest = NOW - due_after, NOW - horizon
        return [newest, newest + TICK, newest - timedelta(minutes=5), oldest + TICK, oldest]

    for at in moments(timedelta(), 90 * DAY):
        for verified, photo in ((False, "doctors/x.webp"), (True, "doctors/x.webp"), (False, None)):
            await stage.doctor(verified=verified, status="joined", reg_photo_url=photo, created_at=at)
    for at in moments(7 * DAY, 90 * DAY):
        await stage.doctor(status="invited", created_at=at)
    for n, at in enumerate(moments(DAY, 30 * DAY)):
        for status, later in (
            *(("failed", "captured"), ("failed", "authorized"), ("pending", "success"), ("pending", "completed")),
            *(("pending", "failed"), ("refunded", None), ("failed", None)),
        ):
            order = f"order_today_{n}_{status}_{later}"
            for stored_status in filter(None, (status, later)):
                await stage.sql(
                    "insert into payments (clinic_id, razorpay_order_id, billing_payment_status, amount, created_at)"
                    " values (:clinic_id, :order, :status, 400, :at)",
                    clinic_id=clinic_id,
                    order=order,
                    status=stored_status,
                    at=at,
                )
        await stage.sql(
            "insert into payments (clinic_id, billing_payment_status, created_at) values (:clinic_id, 'failed', :at)",
            clinic_id=clinic_id,
            at=at,
        )
    plan = await stage.sql("select min(id) from billing_plans")
    await stage.sql("delete from billing_subscriptions where user_id = any(:ids)", ids=[row["id"] for row in others])
    for end in (NOW, NOW + TICK, NOW + 5 * DAY, NOW + 14 * DAY, NOW + 14 * DAY + TICK):
        for cancelled_at, renewed, renewal_cancelled_at in (
            (None, False, None),
            (NOW, False, None),
            (None, True, None),
            (None, True, NOW),
        ):
            user_id = next(users)
            for last, cancelled in ((end, cancelled_at), (end + 30 * DAY, renewal_cancelled_at))[: 1 + renewed]:
                await stage.sql(
                    "insert into billing_subscriptions (user_id, billing_plan_id, starts_at, expire_by, cancelled_at)"
                    " values (:user_id, :plan, :starts_at, :end, :cancelled_at)",
                    user_id=user_id,
                    plan=plan,
                    starts_at=last - 30 * DAY,
                    end=last,
                    cancelled_at=cancelled,
                )
    for n, at in enumerate(moments(timedelta(), 90 * DAY)):
        for active in (True, False):
            await stage.sql(
                "insert into ad_campaigns (clinic_id, campaign_name, end_time, active)"
                " values (:clinic_id, 'July', :at, :active)",
                clinic_id=clinic_id,
                at=at,
                active=active,
            )
        await _add_requests(stage, n, at)
    for at in moments(timedelta(), 30 * DAY):
        for state in ("failed", "done", "cancelled"):
            await stage.sql(
                "insert into jobs (kind, parameters, state, ended_at, problem)"
                " values ('made.up', '{}', :state, :at, 'full disk')",
                state=state,
                at=at,
            )
        for phone, user_id in stage.user_ids.items():
            for kind, read_at in (("clinic", None), ("user", None), ("doctor", NOW)):
                note_id = await stage.sql(
                    "insert into notes (kind, record_id, text, author_name) values (:kind, 1, :text, 'Someone')"
                    " returning id",
                    kind=kind,
                    text=phone,
                )
                await stage.sql(
                    "insert into note_mentions (note_id, user_id, name, created_at, read_at)"
                    " values (:note_id, :user_id, 'Me', :at, :read_at)",
                    note_id=note_id,
                    user_id=user_id,
                    at=at,
                    read_at=read_at,
                )
    for n, at in enumerate(moments(timedelta(), 7 * DAY)):
        for problem in ("no answer", None):
            await stage.sql(
                "insert into news_feeds (name, address, fetched_at, problem)"
                " values (:name, 'https://example.org/feed', :at, :problem)",
                name=f"Sehat / सेहत {n} {problem}",
                at=at,
                problem=problem,
            )
    outsider = others[0]["id"]
    for days in (-1, 0, 1, 5, 88, 89, 90, 91):
        for owner_id, role in (
            *((id, None) for id in (*stage.user_ids.values(), outsider, None)),
            *((None, r) for r in ROLES.values()),
        ):
            for kind, state in (("clinic", "open"), ("user", "open"), ("clinic", "done")):
                await stage.sql(
                    "insert into follow_ups (kind, record_id, what, owner_id, owner_role, due, state, created_by)"
                    " values (:kind, 1, 'Call', :owner_id, :role, :due, :state, 'Someone')",
                    kind=kind,
                    owner_id=owner_id,
                    role=role,
                    due=TODAY - days * DAY,
                    state=state,
                )


async def _add_requests(stage: Stage, n: int, at: datetime) -> None:
    """Insert change requests of others and of each account, reviewed ones, and emergencies."""
    mine = stage.user_ids[SUPER]
    for author_id, status, calls, reviewed_revision, bypassed_by in (
        (0, "open", ["UpdateClinic"], None, []),
        (0, "open", ["UpdateClinic", "SendRelogin"], None, []),
        (0, "open", ["AddManualSubscription"], None, []),
        (0, "open", ["UpdateClinic"], 1, []),
        (0, "open", ["UpdateClinic"], 2, []),
        (mine, "open", ["UpdateClinic"], None, []),
        (stage.user_ids[CARE], "open", ["UpdateClinic"], None, []),
        (0, "closed", ["UpdateClinic"], None, []),
        (0, "applied", ["UpdateClinic"], None, [0, mine]),
        (0, "applied", ["UpdateClinic"], None, [mine, 0]),
    ):
        id = await stage.sql(
            "insert into change_requests (status, author_id, author_name, revision, created_at)"
            " values (:status, :author_id, 'Someone', 2, :at) returning id",
            status=status,
            author_id=author_id,
            at=at,
        )
        for revision in (1, 2):
            await stage.sql(
                "insert into change_request_revisions (request_id, revision, digest, title, reason, on_conflict,"
                " calls, targets, groups, more_groups, revised_by)"
                " values (:id, :revision, '', :title, 'They asked', 'skip', :calls, 1, '[]', 0, 'Someone')",
                id=id,
                revision=revision,
                title=f"Request {n}",
                calls=calls if revision == 2 else ["UpdateClinic"],
            )
        for user_id in stage.user_ids.values() if reviewed_revision else ():
            await stage.sql(
                "insert into change_request_reviews (request_id, revision, user_id, user_name, verdict)"
                " values (:id, :revision, :user_id, 'Me', 'approve')",
                id=id,
                revision=reviewed_revision,
                user_id=user_id,
            )
        for user_id in stage.user_ids.values():
            await stage.sql(
                "insert into change_request_readers (request_id, user_id, news, news_at, read_at)"
                " values (:id, :user_id, :news, :at, :read_at)",
                id=id,
                user_id=user_id,
                news="revision" if author_id else "end",
                at=at,
                read_at=NOW if reviewed_revision == 2 else None,
            )
        for job_id, user_id in enumerate(bypassed_by):
            await stage.sql(
                "insert into change_request_bypasses (request_id, job_id, revision, user_id, user_name, reason,"
                " bypassed_at) values (:id, :job_id, 2, :user_id, 'Someone', 'urgent', :at)",
                id=id,
                job_id=job_id,
                user_id=user_id,
                at=at + job_id * TICK,
            )


async def _read_snoozes(stage: Stage) -> set[tuple[str, str]]:
    """Return the sources and records of items that are hidden now."""
    rows = await stage.rows("select source, record_id from today_snoozes where until > :today", today=TODAY)
    return {(row["source"], row["record_id"]) for row in rows}


async def _read_page(stage: Stage, phone: str) -> dict[str, TodayQueue]:
    client = stage.client()
    await client.sign_in(phone, DEMO_PASSWORD)
    return {today_queue.source: today_queue for today_queue in await client.today.read()}


@pytest.mark.parametrize("phone", sorted(ROLES), ids=lambda phone: ROLES[phone])
async def test_every_source_has_the_rows_of_the_demo_data(stage: Stage, phone: str) -> None:
    page = await _read_page(stage, phone)
    assert page.keys() == {source for source, expectation in EXPECTED.items() if phone in expectation.readers}
    hidden = await _read_snoozes(stage)
    actual: dict[str, Any] = {}
    expected: dict[str, Any] = {}
    for source, due in page.items():
        rows, older = await _read_expected(stage, source, phone)
        shown = [id for _, id in rows if (source, id) not in hidden]
        snoozed = [id for _, id in rows if (source, id) in hidden]
        assert shown, f"{source} is compared empty with empty"
        assert snoozed, f"{source} has no snoozed item"
        expected[source] = (
            min(len(shown), MAX_COUNTED),
            len(shown) > MAX_COUNTED,
            shown[:10],
            min(older, MAX_COUNTED),
            snoozed,
        )
        actual[source] = (
            *(due.count, due.count_capped, [item.record_id for item in due.items], due.older),
            [item.record_id for item in due.snoozed_items],
        )
        assert due.snoozed == len(snoozed)
    assert actual == expected


async def test_next_takes_the_items_of_each_source_in_their_order(stage: Stage) -> None:
    client = stage.client()
    await client.sign_in(SUPER, DEMO_PASSWORD)
    hidden = await _read_snoozes(stage)
    for source in EXPECTED:
        rows, _ = await _read_expected(stage, source, SUPER)
        # Items of the same moment come in the order of their ids as texts, because ids of some sources are texts.
        expected = [id for _, id in sorted(row for row in rows if (source, row[1]) not in hidden)][:12]
        name: Any = source
        claimed = [(await client.today.next(sources=[name])).item for _ in expected]
        assert (source, [item and item.record_id for item in claimed]) == (source, expected)
