"""Audit events are append-only: no statement updates or deletes one, and every month has a partition."""

from __future__ import annotations

from datetime import datetime
from uuid import RFC_4122, UUID

import psycopg
import pytest

pytestmark = pytest.mark.slow

Connection = psycopg.Connection[tuple[object, ...]]
ENSURE = "select ensure_audit_partitions()"


@pytest.fixture
def connection(connection: Connection) -> Connection:
    """A connection with a partition for this month, which may have begun after the creation of the template."""
    connection.execute(ENSURE)
    return connection


@pytest.fixture
def events(connection: Connection) -> Connection:
    connection.execute("insert into audit_events (key, event_status) values ('session.sign_in', 'SUCCESS')")
    connection.execute("insert into audit_events (occurred_at, key, event_status) values ('1999-01-01', 'x', 'FAILED')")
    return connection


@pytest.mark.proves("SEC-57", "SEC-58.append-only")
@pytest.mark.parametrize(
    "statement",
    [
        "update audit_events set key = 'y'",
        "delete from audit_events",
        "truncate audit_events",
        "truncate audit_events_other",
        "delete from audit_events_other",
        "update only audit_events_other set key = 'y'",
        "insert into audit_events (occurred_at, id, key, event_status) select occurred_at, id, 'y', 'FAILED' "
        "from audit_events on conflict (occurred_at, id) do update set key = 'y'",
        "merge into audit_events a using (values (1)) v on true when matched then delete",
    ],
)
def test_events_cannot_be_changed_or_deleted(events: Connection, statement: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="never changed or removed"):
        events.execute(statement.encode())
    assert events.execute("select count(*) from audit_events").fetchone() == (2,)


def test_current_partition_is_append_only(events: Connection) -> None:
    row = events.execute("select tableoid::regclass::text from audit_events order by occurred_at desc").fetchone()
    assert row
    assert str(row[0]).startswith("audit_events_2")
    for statement in (f"truncate {row[0]}", f"delete from {row[0]}"):  # noqa: S608 (a constant table name)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            events.execute(statement.encode())


def test_partitions_reach_from_two_years_ago_to_next_month(connection: Connection) -> None:
    count = "select count(*) from pg_inherits where inhparent = 'audit_events'::regclass"
    counted = connection.execute(count).fetchone()
    assert counted
    assert counted[0] in (24 + 1 + 12 + 1, 24 + 1 + 1 + 12 + 1), "the second when a month has just begun"
    assert connection.execute(ENSURE).fetchone() == (0,)


def test_missing_partition_is_created(connection: Connection) -> None:
    name = connection.execute("select to_char(now() at time zone 'UTC', '\"audit_events_\"YYYY_MM')").fetchone()
    assert name
    connection.execute(f"drop table {name[0]}".encode())
    assert connection.execute(ENSURE).fetchone() == (1,)


def test_events_in_the_default_partition_do_not_prevent_the_start(connection: Connection) -> None:
    name = connection.execute("select to_char(now() at time zone 'UTC', '\"audit_events_\"YYYY_MM')").fetchone()
    assert name
    connection.execute(f"drop table {name[0]}".encode())
    connection.execute("insert into audit_events (key, event_status) values ('x', 'SUCCESS')")
    assert connection.execute(ENSURE).fetchone() == (0,)
    assert connection.execute("select count(*) from audit_events").fetchone() == (1,)


def test_ids_are_ordered_by_creation(connection: Connection) -> None:
    for number in range(5):  # usually in one millisecond
        connection.execute(
            "insert into audit_events (key, event_status, resource_id) values ('x', 'SUCCESS', %s)", [str(number)]
        )
    rows = connection.execute("select resource_id from audit_events order by id").fetchall()
    assert [row[0] for row in rows] == ["0", "1", "2", "3", "4"]


def test_id_contains_its_time(connection: Connection) -> None:
    row = connection.execute("select new_id(), clock_timestamp()").fetchone()
    assert row is not None
    identifier, now = row
    assert isinstance(identifier, UUID)
    assert isinstance(now, datetime)
    assert (identifier.version, identifier.variant) == (7, RFC_4122)
    assert abs(now.timestamp() * 1000 - (identifier.int >> 80)) < 1000


def test_unknown_status_is_refused(connection: Connection) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        connection.execute("insert into audit_events (key, event_status) values ('x', 'MAYBE')")
