"""The SQL of the summary: from the kept days where there are any, else one pass over a clinic's part of the index."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Date, bindparam, text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.audit import EXPORT_KEYS, SIGN_IN_KEYS
from careops_server.audit.days import Days

BUSY_EVENTS: Final = 20_000
"""Events within the days asked for, from which on a clinic's days are worth keeping."""

KEPT_FOR: Final = """
    kept as (
        select case when cast(:clinic_id as bigint) is null then 0 else (
            select b.clinic_id from audit_busy_clinics b where b.clinic_id = :clinic_id and b.since <= :start
        ) end as kept_for
    )
"""
"""Whose days to read: 0 for all clinics, the clinic when its days are kept, null when its events are to be counted."""

_SUMMARY = text(f"""
    with {KEPT_FOR},
    counted as (
        select d.dimension, d.label, sum(d.total) as total, sum(d.failed) as failed
        from audit_days d
        where d.clinic_id = (select kept_for from kept) and d.day between :start and :end and d.dimension <> 'all'
        group by d.dimension, d.label
        union all
        select
            case grouping(e.key, e.actor_name, e.hour) when 3 then 'key' when 5 then 'user' else 'hour' end,
            case grouping(e.key, e.actor_name, e.hour)
                when 3 then e.key when 5 then e.actor_name else e.hour::text end,
            count(*), count(*) filter (where e.event_status = 'FAILED')
        from (
            select a.key, a.event_status, nullif(a.actor_name, '') as actor_name,
                extract(hour from a.occurred_at at time zone 'Asia/Kolkata')::integer as hour
            from audit_events a
            where (select kept_for from kept) is null
            and a.clinic_id = :clinic_id and a.occurred_at >= :begin and a.occurred_at < :over
        ) e
        group by grouping sets ((e.key), (e.actor_name), (e.hour))
    ),
    ranked as (
        select c.dimension, c.label, c.total, c.failed,
            row_number() over (partition by c.dimension order by c.total desc, c.label) as place
        from counted c where c.label is not null
    )
    select (select kept_for from kept) is null as is_counted,
        coalesce(sum(r.total) filter (where r.dimension = 'key'), 0)::bigint as total_events,
        coalesce(sum(r.failed) filter (where r.dimension = 'key'), 0)::bigint as failed_events,
        coalesce(sum(r.failed) filter (where r.dimension = 'key' and r.label = any(:sign_in_keys)), 0)::bigint
            as failed_logins,
        coalesce(sum(r.total - r.failed) filter (where r.dimension = 'key' and r.label = any(:export_keys)), 0)::bigint
            as patient_exports,
        coalesce(json_object_agg(r.label, r.total order by r.place)
            filter (where r.dimension = 'key' and r.place <= 10), '{{}}') as events_by_type,
        coalesce(json_object_agg(r.label, r.total order by r.place)
            filter (where r.dimension = 'user' and r.place <= 10), '{{}}') as top_users,
        coalesce(json_object_agg(r.label, r.total order by r.place) filter (where r.dimension = 'hour'), '{{}}')
            as busiest_hours
    from ranked r
""").bindparams(bindparam("start", type_=Date), bindparam("end", type_=Date))  # noqa: S608 (constants)
_ASK = text("insert into audit_busy_clinics (clinic_id) values (:clinic_id) on conflict do nothing")


async def summarize(connection: AsyncConnection, clinic_id: int | None, days: Days) -> Mapping[str, Any]:
    """The counts of some days; a clinic that turns out busy is put down to have its days kept."""
    values = {**period(clinic_id, days), "sign_in_keys": list(SIGN_IN_KEYS), "export_keys": list(EXPORT_KEYS)}
    counts = dict((await connection.execute(_SUMMARY, values)).mappings().one())
    if counts.pop("is_counted") and counts["total_events"] > BUSY_EVENTS:
        await ask_to_keep(connection, clinic_id)
    return counts


def period(clinic_id: int | None, days: Days) -> dict[str, Any]:
    """The parameters that say which clinic and which days."""
    return {"clinic_id": clinic_id, "start": days.start, "end": days.end, "begin": days.begin, "over": days.over}


async def ask_to_keep(connection: AsyncConnection, clinic_id: int | None) -> None:
    """Put a clinic down; the sealer's round begins to keep its days."""
    await connection.execute(_ASK, {"clinic_id": clinic_id})
