"""Daily rollups equal a recount of the raw events for any order of arrival and any number of writers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from careops_server.core.configuration.dsn import driver_url
from careops_server.testing.postgres import TestPostgres

Connection = psycopg.Connection[tuple[object, ...]]
BUSY = 7
RECOUNT = """
    with scoped as (
        select 0 as clinic, * from audit_events union all select clinic_id, * from audit_events where clinic_id = 7
    ), local as (
        select *, (occurred_at at time zone 'Asia/Kolkata') as at from scoped
    )
    select clinic, at::date, 'all', '', count(*), count(*) filter (where event_status = 'FAILED') from local
    group by 1, 2
    union all
    select clinic, at::date, 'key', key, count(*), count(*) filter (where event_status = 'FAILED') from local
    group by 1, 2, 4
    union all
    select clinic, at::date, 'user', actor_name, count(*), count(*) filter (where event_status = 'FAILED') from local
    where actor_name <> '' group by 1, 2, 4
    union all
    select clinic, at::date, 'hour', date_part('hour', at)::text, count(*),
        count(*) filter (where event_status = 'FAILED') from local group by 1, 2, 4
    order by 1, 2, 3, 4
"""
KEPT = """
    select clinic_id, day, dimension, label, sum(total)::bigint, sum(failed)::bigint from audit_days
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
"""
BORDERS = [
    datetime(2026, 11, 20, 18, 29, 59, 999_999, tzinfo=UTC),  # 23:59:59 in India
    datetime(2026, 11, 20, 18, 30, tzinfo=UTC),
    datetime(2024, 2, 28, 18, 30, tzinfo=UTC),  # 29 February begins
    datetime(2024, 2, 29, 18, 29, 59, tzinfo=UTC),
    datetime(2025, 12, 31, 18, 30, tzinfo=UTC),
    datetime(2026, 3, 29, 1, 0, tzinfo=UTC),  # daylight saving starts in Europe
    datetime(2025, 10, 1, tzinfo=UTC),  # a month's partition begins
    datetime(1999, 12, 31, 20, 0, tzinfo=UTC),  # outside all monthly partitions
]
moments = st.builds(
    lambda border, seconds: border + timedelta(seconds=seconds),
    st.sampled_from(BORDERS),
    st.sampled_from([0, 0, -1, 1, -3600, 3600, 1800, -1800]) | st.integers(-200_000, 200_000),
)
events = st.tuples(
    moments,
    st.sampled_from([BUSY, 8, None]),
    st.sampled_from(["patient.view", "session.sign_in", "patient.export"]),
    st.sampled_from(["SUCCESS", "FAILED"]),
    st.sampled_from(["ਗੁਰਲੀਨ ਕੌਰ", "Asha O'Neil", "", None]),
)
INSERT = "insert into audit_events (occurred_at, clinic_id, key, event_status, actor_name) values "


@pytest.fixture(scope="module")
def rollups(postgres: TestPostgres) -> Iterator[Connection]:
    url = postgres.new_database()
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("insert into audit_busy_clinics values (%s, '1990-01-01')", [BUSY])
        yield connection
    postgres.drop(url)


def assert_right(connection: Connection) -> None:
    assert connection.execute(KEPT).fetchall() == connection.execute(RECOUNT).fetchall()


def add(connection: Connection, batch: list[tuple[object, ...]]) -> None:
    places = ", ".join(["(%s, %s, %s, %s, %s)"] * len(batch))
    connection.execute((INSERT + places).encode(), [value for event in batch for value in event])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(events, min_size=1, max_size=12), min_size=1, max_size=3))
def test_daily_rollups_equal_a_recount(rollups: Connection, batches: list[list[tuple[object, ...]]]) -> None:
    for batch in batches:
        add(rollups, batch)
    assert_right(rollups)


def test_rolled_back_event_is_not_counted(rollups: Connection) -> None:
    with rollups.transaction(force_rollback=True):
        add(rollups, [(BORDERS[0], BUSY, "patient.view", "SUCCESS", "Asha")])
    assert_right(rollups)


def test_copied_events_are_counted(rollups: Connection) -> None:
    with (
        rollups.cursor() as cursor,
        cursor.copy("copy audit_events (occurred_at, clinic_id, key, event_status) from stdin") as copy,
    ):
        for seconds in range(2000):
            copy.write_row((BORDERS[1] + timedelta(seconds=seconds * 61), BUSY, "patient.view", "SUCCESS"))
    assert_right(rollups)


def test_concurrent_writers_are_counted(postgres: TestPostgres) -> None:
    url = postgres.new_database()
    failures: list[BaseException] = []

    def write(number: int) -> None:
        try:
            with psycopg.connect(driver_url(url), autocommit=True) as connection:
                for turn in range(25):
                    batch = [(BORDERS[(number + turn + n) % 4], BUSY, "k", "FAILED", f"u{n % 3}") for n in range(8)]
                    with connection.transaction():
                        add(connection, list(batch[: 1 + turn % 8]))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("insert into audit_busy_clinics values (%s, '1990-01-01')", [BUSY])
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        assert_right(connection)
    postgres.drop(url)


def test_events_older_than_the_table_are_counted(postgres: TestPostgres) -> None:
    """The migration counts existing events."""
    import importlib

    migration = importlib.import_module("careops_server.core.database.versions.0020_audit_trail")
    url = postgres.new_database()
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        add(connection, [(moment, 9, "k", "SUCCESS", "Asha") for moment in BORDERS])
        connection.execute("delete from audit_days")
        statement = "select 0::bigint as kept_for, a.* from audit_events a"
        connection.execute(migration._ADD.format(rows=statement, shard="0").encode())
        assert_right(connection)
    postgres.drop(url)
