"""SQL of alerts."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import text

from careops.calls.alarms import Alarm
from careops_server.core.audit.event_queries import BULK_READ
from careops_server.core.database.connection import Connection

# An audit log without seals is new. After a long pause the next seal comes within seconds.
_NOT_SEALED_SINCE = text("""
    select min(e.recorded_at) from (select upto_position, sealed_at from audit_seals order by number desc limit 1) s
    join audit_events e on e.position > s.upto_position
    where s.sealed_at < now() - make_interval(secs => :late)
    having min(e.recorded_at) < now() - make_interval(secs => :late)
""")
_BULK_READS = text("""
    select occurred_at, actor_name, (after ->> 'people')::int as people from audit_events
    where clinic_id is null and key = :key and occurred_at > now() - interval '24 hours'
    order by occurred_at desc, id desc limit 20
""")
_OWED_REVIEWS = text("""
    select bypassed_at, user_name, request_id from change_request_bypasses
    where reviewed_at is null order by bypassed_at limit 20
""")


async def not_sealed_since(connection: Connection, late: float) -> datetime | None:
    """Return the time of the first event that should have been sealed ``late`` seconds ago, None if there is no
    delay.
    """
    return (await connection.execute(_NOT_SEALED_SINCE, {"late": late})).scalar_one_or_none(datetime)


async def bulk_reads(connection: Connection) -> list[Alarm]:
    """Return the bulk reads of people's records within the last day, latest first."""
    rows = await connection.execute(_BULK_READS, {"key": BULK_READ})
    return [Alarm(kind="bulk_reads", at=row.occurred_at, who=row.actor_name, number=row.people) for row in rows]


async def owed_reviews(connection: Connection) -> list[Alarm]:
    """Return the emergency applications of change requests that no other super admin has reviewed, oldest first."""
    rows = await connection.execute(_OWED_REVIEWS)
    return [
        Alarm(kind="request_bypassed", at=row.bypassed_at, who=row.user_name, number=row.request_id) for row in rows
    ]
