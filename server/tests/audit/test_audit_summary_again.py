"""Cached summaries: the answer always equals a count of the events."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from server.tests.audit.trail import MORNING, NOW, add_event, keep_days_of
from server.tests.support.stage import CARE, Stage, running_app
from sqlalchemy import text

from careops.calls.audit import AuditSummary
from careops.india_time import INDIA
from careops_server.core.audit import seal_loop, summary_queries
from careops_server.core.audit.days import DateRange
from careops_server.core.audit.statistics import Figures
from careops_server.core.audit.summary_queries import CachedSummary
from careops_server.core.cache.lru import LruCache
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool
from careops_server.testing.postgres import TestPostgres

Connection = psycopg.Connection[tuple[Any, ...]]
TODAY = date(2026, 11, 21)
KEPT, COUNTED = 7, 8
moments = st.builds(
    lambda back, seconds: NOW - timedelta(days=back, seconds=seconds),
    st.integers(0, 6),
    st.sampled_from([0, 1, 3600, 86_398, 86_399]),  # 23:59:59, …, midnight in India
)
events = st.tuples(
    moments,
    st.sampled_from([KEPT, COUNTED, None]),
    st.sampled_from(["patient.view", "session.sign_in", "user.sign_in", "patient.export"]),
    st.sampled_from(["SUCCESS", "FAILED"]),
    st.sampled_from(["ਗੁਰਲੀਨ ਕੌਰ", "Asha O'Neil", "", None]),
)
ranges = st.builds(
    lambda back, length: DateRange(TODAY - timedelta(days=back + length), TODAY - timedelta(days=back)),
    st.sampled_from([0, 0, 0, 1, 2, 5]),
    st.integers(0, 5),
)
RANGES = st.tuples(st.integers(0, 1), st.sampled_from([None, KEPT, COUNTED]), ranges)
added = st.lists(events, min_size=1, max_size=4)
FOLD = "fold"
BUSY = "busy"
steps = st.lists(RANGES | RANGES | added | st.sampled_from([FOLD, BUSY]), min_size=4, max_size=14)
INSERT = "insert into audit_events (occurred_at, clinic_id, key, event_status, actor_name) values (%s, %s, %s, %s, %s)"
FAILED = text(
    "insert into audit_events (occurred_at, clinic_id, key, event_status)"
    " values (:occurred_at, :clinic_id, 'patient.view', 'FAILED')"
)
pytestmark = pytest.mark.own


@pytest.fixture(scope="module")
def url(postgres: TestPostgres) -> Iterator[str]:
    url = postgres.new_database()
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("insert into audit_busy_clinics values (%s, '1990-01-01')", [KEPT])
    yield url
    postgres.drop(url)


def recounted(connection: Connection, clinic_id: int | None, period: DateRange) -> Figures:
    """The figures, recomputed from all events."""
    rows = connection.execute(
        "select occurred_at, key, event_status, actor_name from audit_events"
        " where (%(clinic_id)s::bigint is null or clinic_id = %(clinic_id)s)"
        " and (occurred_at at time zone 'Asia/Kolkata')::date between %(start)s and %(end)s",
        {"clinic_id": clinic_id, "start": period.start, "end": period.end},
    ).fetchall()
    failed = [row for row in rows if row[2] == "FAILED"]
    return Figures(
        total=len(rows),
        failed=len(failed),
        failed_logins=sum(row[1].endswith(".sign_in") for row in failed),
        patient_exports=sum(row[1] == "patient.export" and row[2] == "SUCCESS" for row in rows),
        events_by_type=greatest(Counter(row[1] for row in rows)),
        top_users=greatest(Counter(row[3] for row in rows if row[3])),
        busiest_hours=greatest(Counter(str(row[0].astimezone(INDIA).hour) for row in rows)),
    )


def greatest(counted: Counter[str]) -> dict[str, int]:
    return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))


@dataclass
class Workers:
    """Two workers, each with its own cache."""

    database: Database
    connection: Connection
    memories: tuple[LruCache[CachedSummary], LruCache[CachedSummary]]

    async def ask(self, worker: int, clinic_id: int | None, period: DateRange) -> None:
        """Ask a worker, and compare its answer with the recount."""
        figures = await self.database.read(
            lambda connection: summary_queries.summarize(connection, clinic_id, period, self.memories[worker])
        )
        true = recounted(self.connection, clinic_id, period)
        assert figures == true
        for name in ("events_by_type", "top_users", "busiest_hours"):
            assert list(getattr(figures, name)) == list(getattr(true, name)), f"the order of {name}"

    async def add(self, batch: list[tuple[Any, ...]]) -> None:
        """Add an event in one statement, like another server's worker."""
        with self.connection.cursor() as cursor, self.connection.transaction():
            cursor.executemany(INSERT, batch)

    async def take(self, step: Any) -> None:
        """Run one of the steps above."""
        if isinstance(step, tuple):
            await self.ask(*step)
        elif isinstance(step, list):
            await self.add(step)
        else:
            if step == BUSY:
                self.connection.execute("insert into audit_busy_clinics values (%s) on conflict do nothing", [COUNTED])
            await seal_loop.upkeep(self.database)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
def test_summary_equals_a_recount_after_random_changes(url: str, steps: list[Any]) -> None:
    async def walk() -> None:
        database = Database(create_pool(url, pool_size=1), seconds=60)
        with psycopg.connect(driver_url(url), autocommit=True) as connection:
            connection.execute("delete from audit_busy_clinics where clinic_id = %s", [COUNTED])
            connection.execute("delete from audit_days where clinic_id = %s", [COUNTED])
            memories = LruCache[CachedSummary](most=1000), LruCache[CachedSummary](most=1000)
            workers = Workers(database, connection, memories)
            for step in steps:
                await workers.take(step)
            for worker in (0, 1):
                await workers.ask(worker, None, DateRange(TODAY - timedelta(days=5), TODAY))
        await database.close()

    asyncio.run(walk())


async def summary(stage: Stage, clinic_id: int | None) -> AuditSummary:
    client = await stage.signed_in(CARE)
    return await client.audit.summary(clinic_id=clinic_id)


@pytest.fixture
async def clinic_id(stage: Stage) -> int:
    """A clinic with daily rollups and an event today, yesterday and long ago; its summary is cached."""
    id = await stage.clinic()
    await keep_days_of(stage, id)
    for moment in (NOW, MORNING, MORNING - timedelta(days=20)):
        await add_event(stage, id, occurred_at=moment)
    assert (await summary(stage, id)).statistics.total_events == 3
    return id


@pytest.mark.parametrize("back", [0, 1, 2, 20])
async def test_event_of_any_day_is_counted_at_once(stage: Stage, clinic_id: int, back: int) -> None:
    everybody = (await summary(stage, None)).statistics.total_events
    for number in (1, 2):
        await add_event(
            stage, clinic_id, occurred_at=NOW - timedelta(days=back), key="late.arrival", actor_name="Asha Rao"
        )
        summed = await summary(stage, clinic_id)
        assert summed.statistics.total_events == 3 + number
        assert summed.events_by_type == {"patient.view": 3, "late.arrival": number}
        assert summed.top_users == {"Asha Rao": number}
        assert (await summary(stage, None)).statistics.total_events == everybody + number


async def test_event_of_another_clinic_changes_nothing(stage: Stage, clinic_id: int) -> None:
    before = await summary(stage, clinic_id)
    await add_event(stage, await stage.clinic(), occurred_at=NOW)
    assert await summary(stage, clinic_id) == before


async def test_event_of_another_worker_is_counted(stage: Stage, clinic_id: int) -> None:
    url = stage.services.database.pool.url
    async with running_app(stage.settings, url) as other:
        assert other.ctx.services.summaries is not stage.services.summaries
        async with other.ctx.services.database.pool.transaction() as connection:
            await connection.execute(FAILED, {"clinic_id": clinic_id, "occurred_at": MORNING})
    assert (await summary(stage, clinic_id)).statistics.failed_events == 1


async def test_rolled_back_event_is_not_counted(stage: Stage, clinic_id: int) -> None:
    with suppress(LookupError):
        async with stage.services.database.pool.transaction() as connection:
            await connection.execute(FAILED, {"clinic_id": clinic_id, "occurred_at": MORNING})
            assert (await summary(stage, clinic_id)).statistics.total_events == 3
            raise LookupError
    assert (await summary(stage, clinic_id)).statistics.total_events == 3


async def test_summary_is_right_when_a_clinic_becomes_busy(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary_queries, "BUSY_EVENTS", 1)
    clinic_id = await stage.clinic()
    for number in (1, 2):
        await add_event(stage, clinic_id, occurred_at=MORNING)
        assert (await summary(stage, clinic_id)).statistics.total_events == number
    await seal_loop.upkeep(stage.services.database)
    for number in (3, 4):
        await add_event(stage, clinic_id, occurred_at=MORNING)
        assert (await summary(stage, clinic_id)).statistics.total_events == number


async def test_summary_is_right_without_daily_rollups(stage: Stage, clinic_id: int) -> None:
    await stage.sql("delete from audit_busy_clinics where clinic_id = :id", id=clinic_id)
    await add_event(stage, clinic_id)
    for _ in range(2):
        assert (await summary(stage, clinic_id)).statistics.total_events == 4


async def test_cached_days_are_not_read_again(stage: Stage, clinic_id: int) -> None:
    def memory() -> CachedSummary:
        cached = stage.services.summaries.get((clinic_id, DateRange(TODAY - timedelta(days=29), TODAY)))
        assert cached is not None
        return cached

    before = memory()
    await summary(stage, clinic_id)
    assert memory() is before
    await add_event(stage, clinic_id, occurred_at=NOW)
    await summary(stage, clinic_id)
    assert memory() is not before
    assert memory().settled is before.settled, "only the last two days were read"


async def test_summary_too_large_for_the_cache_is_read_each_time(stage: Stage, clinic_id: int) -> None:
    period = DateRange(TODAY - timedelta(days=29), TODAY)
    nothing = LruCache[CachedSummary](most=1)
    for _ in range(2):
        figures = await stage.services.database.read(
            lambda connection: summary_queries.summarize(connection, clinic_id, period, nothing)
        )
        assert (figures.total, nothing.get((clinic_id, period))) == (3, None)


async def test_busy_day_long_ago_is_counted(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    await add_event(stage, None, occurred_at=datetime(1999, 12, 31, 18, 30, tzinfo=UTC))
    for _ in range(2):
        summed = await client.audit.summary(start_date="2000-01-01", end_date="2000-01-01")  # type: ignore[arg-type]
        assert summed.statistics.total_events == 1
