"""SQL of run control: pauses, waits, retries, and the order of requests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import text

from careops_server.areas.change_requests.undo_queries import WRITTEN
from careops_server.core.database.connection import Connection

_CANCEL = text("""
    update jobs set state = 'cancelled', leased_until = null, ended_at = clock_timestamp()
    where id = :job_id and state = 'waiting'
""")
_MAY_FOLLOW = text("""
    with recursive before (id, status, after) as (
        select c.id, c.status, r.after from change_requests c
            join change_request_revisions r on r.request_id = c.id and r.revision = c.revision
        where c.id = :after
        union
        select c.id, c.status, r.after from before b
            join change_requests c on c.id = b.after
            join change_request_revisions r on r.request_id = c.id and r.revision = c.revision
    )
    select coalesce(bool_and(b.status not in ('partly_applied', 'closed')
        and b.id is distinct from cast(:id as bigint)), false) from before b
""")
_ABANDONED = text("""
    select c.id, c.status, v.title,
        case when c.done + c.unchanged + c.kept + c.failed = 0 then 'closed' else 'partly_applied' end as end_status
    from change_requests c
        join change_request_revisions v on v.request_id = c.id and v.revision = c.revision
    where (c.status = 'open' or c.status = 'applying' and c.paused_at is not null)
        and c.id = coalesce(cast(:id as bigint), c.id)
        and greatest(v.revised_at, v.apply_from, c.missed_start_at, c.applied_at, c.paused_at, (
            select max(greatest(w.reviewed_at, w.ended_at)) from change_request_reviews w where w.request_id = c.id
        )) < now() - interval '90 days'
    order by c.id limit 100
""")
_NOW = text("select clock_timestamp()")
_WRITTEN_BY = text(f"""
    select t.resource_type, t.resource_id, coalesce(t.written_after, t.after) as after
    from change_requests c
        join change_request_targets t on t.request_id = c.id and t.revision = c.revision
    where c.id = :id and {WRITTEN}
        and (t.resource_type, t.resource_id) in (
            select g.type, g.id from unnest(cast(:types as text[]), cast(:ids as text[])) as g (type, id)
        )
    order by t.position
""")


async def read_time(connection: Connection) -> datetime:
    """Return the time of the database."""
    return (await connection.execute(_NOW)).scalar_one(datetime)


async def cancel_waiting(connection: Connection, job_id: int | None) -> None:
    """Cancel a job that no process has claimed."""
    await connection.execute(_CANCEL, {"job_id": job_id})


async def may_follow(connection: Connection, after: int, id: int | None) -> bool:
    """Return whether a request can still be applied, and neither it nor one before it waits for the request ``id``."""
    return (await connection.execute(_MAY_FOLLOW, {"after": after, "id": id})).scalar_one(bool)


async def list_abandoned(connection: Connection, id: int | None = None) -> list[dict[str, Any]]:
    """Return requests, or the one with this id, that are open or paused without a step for 90 days."""
    return (await connection.execute(_ABANDONED, {"id": id})).mappings().all()


async def list_written(
    connection: Connection, id: int, rows: Iterable[Mapping[str, Any]]
) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the values that a request has written to the records of these changes, by type and id."""
    records = {(row["resource_type"], row["resource_id"]) for row in rows if row["resource_id"] is not None}
    values = {"id": id, "types": [kind for kind, _ in records], "ids": [record_id for _, record_id in records]}
    written: dict[tuple[str, str], dict[str, Any]] = {}
    for row in (await connection.execute(_WRITTEN_BY, values)).mappings():
        written.setdefault((row["resource_type"], row["resource_id"]), {}).update(row["after"] or {})
    return written
