"""SQL of maintenance: folding the shards of past days, and creating rollups of busy clinics."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from sqlalchemy import text

from careops_server.core.audit.days import start_of_day
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import update_row

KEPT_BACK: Final = timedelta(days=400)
"""Days to count back when a clinic becomes busy."""
_MAX_ROWS: Final = 20_000

# Locked rows are left for the next round, so nothing waits or deadlocks.
_FOLD = text("""
    with over as (
        select clinic_id, day, dimension, label, shard from audit_days
        where day < :today and shard > 0 limit :most for update skip locked
    ),
    gone as (
        delete from audit_days d using over o
        where (d.clinic_id, d.day, d.dimension, d.label, d.shard) = (o.clinic_id, o.day, o.dimension, o.label, o.shard)
        returning d.*
    ),
    merged as (
        insert into audit_days as d (clinic_id, day, dimension, label, shard, total, failed)
        select g.clinic_id, g.day, g.dimension, g.label, 0, sum(g.total), sum(g.failed) from gone g
        group by g.clinic_id, g.day, g.dimension, g.label
        on conflict (clinic_id, day, dimension, label, shard)
        do update set total = d.total + excluded.total, failed = d.failed + excluded.failed
        returning 1
    )
    select count(*) from gone
""")
_ASKED = text("select clinic_id from audit_busy_clinics where since is null order by clinic_id limit 1")
_HOLD_WRITERS = text("select hold_audit_writers()")
_PATIENCE = text("set local lock_timeout = '500ms'")
_BEGIN_TO_KEEP = update_row(tables.audit_busy_clinics, "since", key="clinic_id")
_COUNT = text("""
    insert into audit_days (clinic_id, day, dimension, label, shard, total, failed)
    select c.clinic_id, c.day, c.dimension, c.label, 0, c.total, c.failed
    from (
        select e.clinic_id, e.day, count(*) as total, count(*) filter (where e.event_status = 'FAILED') as failed,
            case grouping(e.key, e.actor_name, e.hour)
                when 3 then 'key' when 5 then 'user' when 6 then 'hour' else 'all' end as dimension,
            case grouping(e.key, e.actor_name, e.hour)
                when 3 then e.key when 5 then e.actor_name when 6 then e.hour else '' end as label
        from (
            select a.clinic_id, a.key, a.event_status, nullif(a.actor_name, '') as actor_name,
                (a.occurred_at at time zone 'Asia/Kolkata')::date as day,
                extract(hour from a.occurred_at at time zone 'Asia/Kolkata')::integer::text as hour
            from audit_events a where a.clinic_id = :clinic_id and a.occurred_at >= :begin
        ) e
        group by grouping sets (
            (e.clinic_id, e.day), (e.clinic_id, e.day, e.key), (e.clinic_id, e.day, e.actor_name),
            (e.clinic_id, e.day, e.hour)
        )
    ) c
    where c.label is not null
""")


async def fold_days(connection: Connection, today: date) -> int:
    """Fold the shards of past days into one row each. Return the number of deleted rows."""
    return (await connection.execute(_FOLD, {"today": today, "most": _MAX_ROWS})).scalar_one(int)


async def find_unprepared_clinic(connection: Connection) -> int | None:
    """Return a clinic that is registered for daily rollups but has none yet."""
    return (await connection.execute(_ASKED)).scalar_one_or_none(int)


async def prepare_rollups(connection: Connection, clinic_id: int, today: date) -> None:
    """Count a clinic's past days while no event can be added. From then on the trigger maintains the rollups.

    Writers wait while the counting runs, once per busy clinic. It gives up after a lock timeout, so that writers do not
    queue behind a slow one.
    """
    since = today - KEPT_BACK
    await connection.execute(_PATIENCE)
    await connection.execute(_HOLD_WRITERS)
    await connection.execute(_BEGIN_TO_KEEP, {"clinic_id": clinic_id, "since": since})
    await connection.execute(_COUNT, {"clinic_id": clinic_id, "begin": start_of_day(since)})
