"""SQL of records with other values than when a revision was made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text

from careops.calls.change_requests import ChangeRequest, StaleRecord
from careops_server.areas.records.queries import resource_name_of
from careops_server.core.database.connection import Connection

NAMED: Final = 10
"""Records that a request names; the others are only counted."""
_OF_REVISION: Final = "t.request_id = :id and t.revision = :revision"
_MAY_BE_STALE: Final = """
    t.planned = 'change' and t.outcome = 'left' and t.before is not null and t.resource_id is not null
        and (t.clinic_id is null or t.clinic_id in (select clinic_id from changed))
"""
# Once for a revision, not once for each of its records.
_CHANGED: Final = """
    with changed as materialized (
        select distinct e.clinic_id from audit_events e where e.occurred_at > :since and e.clinic_id is not null
    )
"""
_TARGETS: Final = f"{_OF_REVISION} and {_MAY_BE_STALE}"
_EVENTS: Final = """
    select e.after -> base.field as value, e.actor_name, e.occurred_at from audit_events e
    where e.occurred_at > :since and e.event_status = 'SUCCESS' and e.resource_type = t.resource_type
        and e.resource_id = t.resource_id and e.after ? base.field
"""
# The latest value of each field, so that a change there and back, or to the wanted value, is none. Events have an index
# by clinic.
_STALE_FIELDS: Final = f"""
    jsonb_each(t.before) base (field, value)
        cross join lateral (
            {_EVENTS} and e.clinic_id = t.clinic_id union all {_EVENTS} and t.clinic_id is null
            order by occurred_at desc limit 1
        ) latest
    where latest.value is distinct from base.value and latest.value is distinct from t.after -> base.field
"""
_STALE_RECORD: Final = f"""
    {_CHANGED} select from change_request_targets t
    where t.request_id = s.request_id and t.revision = s.revision and {_MAY_BE_STALE}
        and exists (select from {_STALE_FIELDS}) limit 1
""".replace(":since", "s.revised_at")
IS_STALE: Final = f"""
    exists (
        select from change_request_revisions s cross join lateral ({_STALE_RECORD}) stale
        where s.request_id = c.id and s.revision = c.revision and c.status = 'open'
    )
"""
"""Condition of an open request ``c`` with a record whose value is neither the base nor the wanted one."""
_LIST = text(f"""
    {_CHANGED} select s.*, {resource_name_of("s")} as name from (
        select count(*) over () as total, t.position, t.call, t.resource_type, t.resource_id, t.parameters, changed.*
        from change_request_targets t
            cross join lateral (
                select array_agg(base.field order by base.field) as fields, max(latest.occurred_at) as changed_at,
                    (array_agg(latest.actor_name order by latest.occurred_at desc))[1] as changed_by
                from {_STALE_FIELDS}
            ) changed
        where {_TARGETS} and changed.fields is not null order by t.position limit {NAMED}
    ) s order by s.position
""")


async def list_stale(
    connection: Connection, request: ChangeRequest, named: Sequence[str]
) -> tuple[int, list[StaleRecord]]:
    """Return the number of records with a field whose value is neither the one that the revision was made for nor the
    wanted one, and the first of them with the latest change. Records of the ``named`` types have their names.
    """
    values = {"id": request.id, "revision": request.revision, "since": request.revised_at, "named": named}
    rows = (await connection.execute(_LIST, values, keep_plan=False)).mappings().all()
    return rows[0]["total"] if rows else 0, [StaleRecord.model_validate(row) for row in rows]
