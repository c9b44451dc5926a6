"""The SQL of the summary: from the kept days where there are any, else one pass over a clinic's part of the index.

Events are only ever added, so some days whose number of events is the same have the same events. A worker remembers
what it read of the kept days under that number, and one statement asks for the numbers and for what has changed. The
last two days are remembered apart from those before them: that is where most new events belong.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops_server.audit.days import Days
from careops_server.audit.figures import Counts, Figures, size
from careops_server.database.rows import fetch_row
from careops_server.recollection import Recollection

BUSY_EVENTS: Final = 20_000
"""Events within the days asked for, from which on a clinic's days are worth keeping."""
MOST_LABELS: Final = 40_000
"""Labels a worker remembers with their counts; some 10 MB."""
_RECENT_DAYS: Final = timedelta(days=1)

KEPT_FOR: Final = """
    kept as (
        select case when cast(:clinic_id as bigint) is null then 0 else (
            select b.clinic_id from audit_busy_clinics b where b.clinic_id = :clinic_id and b.since <= :start
        ) end as kept_for
    )
"""
"""Whose days to read: 0 for all clinics, the clinic when its days are kept, null when its events are to be counted."""


def _counts(of: str) -> str:
    """`Counts` of rows with dimension, label, total and failed."""
    return f"""
        (select coalesce(json_object_agg(d.dimension, d.counts), '{{}}') from (
            select c.dimension, json_object_agg(c.label, json_build_array(c.total, c.failed)) as counts
            from ({of}) c where c.label is not null group by c.dimension
        ) d)
    """


def _days(what: str, first: str, last: str) -> str:
    return f"""
        select {what} from audit_days d
        where d.clinic_id = (select kept_for from kept) and d.day between {first} and {last}
    """


def _number(first: str, last: str) -> str:
    """How many events some kept days have."""
    return f"{_days('coalesce(sum(d.total), 0)::bigint as number', first, last)} and d.dimension = 'all'"


def _kept(first: str, last: str) -> str:
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
            settled.number, case when settled.number <> :settled_known then {_kept(*_SETTLED)} end,
            recent.number, case when recent.number <> :recent_known then {_kept(*_RECENT)} end,
            kept.kept_for is null, case when kept.kept_for is null then {counted} end
        from kept, settled, recent
    """)


_OF_KEPT: Final = _summary("null")
"""Nothing is counted, so PostgreSQL opens no table of events: a third of the work of a summary asked again."""
_OF_ANY: Final = _summary(_COUNTED)
_ASK = text("insert into audit_busy_clinics (clinic_id) values (:clinic_id) on conflict do nothing")


@dataclass(frozen=True)
class Part:
    """What was read of some kept days; true for as long as they have so many events."""

    number: int
    counts: Counts


@dataclass(frozen=True)
class Memory:
    """What a worker remembers of a summary."""

    settled: Part
    recent: Part
    figures: Figures

    @property
    def labels(self) -> int:
        """How much there is to remember."""
        return size(self.settled.counts) + size(self.recent.counts)


_NOTHING: Final = Memory(Part(-1, {}), Part(-1, {}), Figures.of([]))


async def summarize(
    connection: AsyncConnection, clinic_id: int | None, days: Days, recollection: Recollection[Memory]
) -> Figures:
    """The figures of some days; a clinic that turns out busy is put down to have its days kept."""
    key = (clinic_id, days)
    memory = recollection.of(key)
    known = memory or _NOTHING
    values = {
        **period(clinic_id, days),
        "recent": max(days.start, days.end - _RECENT_DAYS),
        "settled_known": known.settled.number,
        "recent_known": known.recent.number,
    }
    statement = _OF_ANY if memory is None and clinic_id is not None else _OF_KEPT
    row = await fetch_row(connection, statement, values)
    settled_number, settled, recent_number, recent, is_counted, counted = row
    if is_counted and memory is not None:  # kept no longer
        recollection.forget(key)
        return await summarize(connection, clinic_id, days, recollection)
    if is_counted:
        figures = Figures.of([counted])
        if figures.total > BUSY_EVENTS:
            await ask_to_keep(connection, clinic_id)
        return figures
    if settled is None and recent is None:
        return known.figures
    parts = (
        known.settled if settled is None else Part(settled_number, settled),
        known.recent if recent is None else Part(recent_number, recent),
    )
    memory = Memory(*parts, Figures.of([part.counts for part in parts]))
    recollection.keep(key, memory, weight=memory.labels)
    return memory.figures


def period(clinic_id: int | None, days: Days) -> dict[str, Any]:
    """The parameters that say which clinic and which days."""
    return {"clinic_id": clinic_id, "start": days.start, "end": days.end, "begin": days.begin, "over": days.over}


async def ask_to_keep(connection: AsyncConnection, clinic_id: int | None) -> None:
    """Put a clinic down; the sealer's round begins to keep its days."""
    await connection.execute(_ASK, {"clinic_id": clinic_id})
