"""SQL of the audit summary: from daily rollups if they exist, else one pass over a clinic's part of the index.

Events are only ever added, so days with the same number of events have the same events. A worker caches the rollups it
has read with that number. One statement reads the numbers and the rollups that have changed. The last two days are
cached separately, because most new events belong to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import TextClause, text

from careops_server.core.audit.days import DateRange
from careops_server.core.audit.statistics import Counts, Figures, size
from careops_server.core.cache.lru import LruCache
from careops_server.core.database.connection import Connection

BUSY_EVENTS: Final = 20_000
"""Events within the requested days above which a clinic gets daily rollups."""
MAX_LABELS: Final = 40_000
"""Cached labels with their counts per worker; some 10 MB."""
_RECENT_DAYS: Final = timedelta(days=1)

KEPT_FOR: Final = """
    rollup_source as (
        select case when cast(:clinic_id as bigint) is null then 0 else (
            select b.clinic_id from audit_busy_clinics b where b.clinic_id = :clinic_id and b.since <= :start
        ) end as kept_for
    )
"""
"""Rollups to read: 0 for all clinics, the clinic if it has rollups, null if its events must be counted."""


def _counts(of: str) -> str:
    """Return SQL for `Counts` from rows with dimension, label, total and failed."""
    return f"""
        (select coalesce(json_object_agg(d.dimension, d.counts), '{{}}') from (
            select c.dimension, json_object_agg(c.label, json_build_array(c.total, c.failed)) as counts
            from ({of}) c where c.label is not null group by c.dimension
        ) d)
    """


def _days(what: str, first: str, last: str) -> str:
    return f"""
        select {what} from audit_days d
        where d.clinic_id = (select kept_for from rollup_source) and d.day between {first} and {last}
    """


def _number(first: str, last: str) -> str:
    """Return SQL for the number of events in some daily rollups."""
    return f"{_days('coalesce(sum(d.total), 0)::bigint as number', first, last)} and d.dimension = 'all'"


def _from_rollups(first: str, last: str) -> str:
    days = _days("d.dimension, d.label, sum(d.total) as total, sum(d.failed) as failed", first, last)
    return _counts(f"{days} and d.dimension in ('key', 'user', 'hour') group by d.dimension, d.label")


_COUNTED: Final = _counts("""
    select
        case grouping(e.key, e.actor_name, e.hour) when 3 then 'key' when 5 then 'user' else 'hour' end as dimension,
        case grouping(e.key, e.actor_name, e.hour)
            when 3 then e.key when 5 then e.actor_name else e.hour::text end as label,
        count(*) as total, count(*) filter (where e.event_status = 'FAILED') as failed
    from (
        select a.key, a.event_status, nullif(a.actor_name, '') as actor_name,
            extract(hour from a.occurred_at at time zone 'Asia/Kolkata')::integer as hour
        from audit_events a
        where a.clinic_id = :clinic_id and a.occurred_at >= :begin and a.occurred_at < :over
    ) e
    group by grouping sets ((e.key), (e.actor_name), (e.hour))
""")
_SETTLED: Final = ("cast(:start as date)", "cast(:recent as date) - 1")
_RECENT: Final = ("cast(:recent as date)", "cast(:end as date)")


def _summary(counted: str) -> TextClause:
    return text(f"""
        with {KEPT_FOR}, settled as materialized ({_number(*_SETTLED)}), recent as materialized ({_number(*_RECENT)})
        select
            settled.number, case when settled.number <> :settled_known then {_from_rollups(*_SETTLED)} end,
            recent.number, case when recent.number <> :recent_known then {_from_rollups(*_RECENT)} end,
            rollup_source.kept_for is null, case when rollup_source.kept_for is null then {counted} end
        from rollup_source, settled, recent
    """)


_OF_KEPT: Final = _summary("null")
"""Without counting, PostgreSQL opens no event tables, which saves a third of the work of a repeated summary."""
_OF_ANY: Final = _summary(_COUNTED)
_ASK = text("insert into audit_busy_clinics (clinic_id) values (:clinic_id) on conflict do nothing")


@dataclass(frozen=True)
class Part:
    """Cached rollups, valid while the number of events is the same."""

    number: int
    counts: Counts


@dataclass(frozen=True)
class CachedSummary:
    """Cached summary of a worker."""

    settled: Part
    recent: Part
    figures: Figures

    @property
    def labels(self) -> int:
        """Size of the cached summary in labels."""
        return size(self.settled.counts) + size(self.recent.counts)


_NOTHING: Final = CachedSummary(Part(-1, {}), Part(-1, {}), Figures.of([]))


async def summarize(
    connection: Connection, clinic_id: int | None, days: DateRange, recollection: LruCache[CachedSummary]
) -> Figures:
    """Return the figures of some days. A clinic that turns out busy is registered for daily rollups."""
    key = (clinic_id, days)
    memory = recollection.get(key)
    cached_summary = memory or _NOTHING
    values = {
        **period(clinic_id, days),
        "recent": max(days.start, days.end - _RECENT_DAYS),
        "settled_known": cached_summary.settled.number,
        "recent_known": cached_summary.recent.number,
    }
    statement = _OF_ANY if memory is None and clinic_id is not None else _OF_KEPT
    row = (await connection.execute(statement, values)).one_row()
    settled_number, settled, recent_number, recent, is_counted, counted = row
    if is_counted and memory is not None:  # its rollups were dropped
        recollection.delete(key)
        return await summarize(connection, clinic_id, days, recollection)
    if is_counted:
        figures = Figures.of([counted])
        if figures.total > BUSY_EVENTS:
            await request_rollups(connection, clinic_id)
        return figures
    if settled is None and recent is None:
        return cached_summary.figures
    parts = (
        cached_summary.settled if settled is None else Part(settled_number, settled),
        cached_summary.recent if recent is None else Part(recent_number, recent),
    )
    memory = CachedSummary(*parts, Figures.of([interval.counts for interval in parts]))
    recollection.set(key, memory, weight=memory.labels)
    return memory.figures


def period(clinic_id: int | None, days: DateRange) -> dict[str, Any]:
    """Return the parameters for clinic and days."""
    return {
        "clinic_id": clinic_id,
        "start": days.start,
        "end": days.end,
        "begin": days.first_moment,
        "over": days.end_moment,
    }


async def request_rollups(connection: Connection, clinic_id: int | None) -> None:
    """Register a clinic for daily rollups, which the next maintenance creates."""
    await connection.execute(_ASK, {"clinic_id": clinic_id})
