"""Check of the audit log's rollups against its events, because manipulated rollups would falsify summaries."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

from careops.audit_chain.verifier import MAX_FINDINGS, Finding
from careops_server.core.database.connection import Connection

# Days affected by a purge are left out, because their rollups are purged at another time than their events. One
# statement reads events and rollups at one moment.
_MISCOUNTED: Final = text("""
    with bounds as (
        select coalesce(
            (max(s.sealed_at) at time zone 'Asia/Kolkata')::date, date '-infinity'
        ) as purged
        from audit_seals s where s.number <= (select max(purged) from audit_seals)
    ),
    events as (
        select a.clinic_id, a.key, nullif(a.actor_name, '') as actor_name, a.event_status = 'FAILED' as failed,
            (a.occurred_at at time zone 'Asia/Kolkata')::date as day,
            extract(hour from a.occurred_at at time zone 'Asia/Kolkata')::integer::text as hour
        from audit_events a
    ),
    counted as (
        select f.kept_for, e.day,
            case grouping(e.key, e.actor_name, e.hour)
                when 3 then 'key' when 5 then 'user' when 6 then 'hour' else 'all' end as dimension,
            case grouping(e.key, e.actor_name, e.hour)
                when 3 then e.key when 5 then e.actor_name when 6 then e.hour else '' end as label,
            count(*) as total, count(*) filter (where e.failed) as failed
        from events e
        cross join lateral (
            select cast(0 as bigint)
            union all
            select b.clinic_id from audit_busy_clinics b where b.clinic_id = e.clinic_id and b.since <= e.day
        ) f (kept_for)
        where e.day > (select purged from bounds)
        group by grouping sets (
            (f.kept_for, e.day), (f.kept_for, e.day, e.key), (f.kept_for, e.day, e.actor_name),
            (f.kept_for, e.day, e.hour)
        )
    ),
    stored as (
        select d.clinic_id as kept_for, d.day, d.dimension, d.label, sum(d.total) as total, sum(d.failed) as failed
        from audit_days d left join audit_busy_clinics b on b.clinic_id = d.clinic_id
        where d.day > (select purged from bounds) and (d.clinic_id = 0 or b.since <= d.day)
        group by 1, 2, 3, 4 having sum(d.total) <> 0 or sum(d.failed) <> 0
    )
    select kept_for, day, dimension, label
    from (select * from counted where label is not null) c full join stored k using (kept_for, day, dimension, label)
    where (c.total, c.failed) is distinct from (k.total, k.failed)
    order by day, kept_for, dimension, label limit :most
""")


async def miscounted(connection: Connection) -> list[Finding]:
    """Return the rollups that differ from the events, oldest day first."""
    rows = (await connection.execute(_MISCOUNTED, {"most": MAX_FINDINGS})).all()
    return [
        Finding("miscounted", 0, about={"timestamp": day.isoformat(), "key": _describe(clinic_id, dimension, label)})
        for clinic_id, day, dimension, label in rows
    ]


def _describe(clinic_id: int, dimension: str, label: str) -> str:
    whose = f" of clinic {clinic_id}" if clinic_id else ""
    return f"{dimension}{whose}" if dimension == "all" else f"{dimension} {label}{whose}"
