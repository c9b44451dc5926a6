"""SQL of records that others have changed since a revision was made."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

from careops.calls.change_requests import ChangeRequest, StaleRecord
from careops_server.core.database.connection import Connection

NAMED: Final = 10
"""Records that a request names; the others are only counted."""
_OF_TARGET: Final = """
    audit_events e
    where e.occurred_at > :since and e.event_status = 'SUCCESS' and e.resource_type = t.resource_type
        and e.resource_id = t.resource_id and e.after ?| array(select jsonb_object_keys(t.before))
"""
_TARGETS: Final = """
    t.request_id = :id and t.revision = :revision and t.planned = 'change' and t.outcome = 'left'
        and t.before is not null and t.resource_id is not null
"""
_COUNT = text(f"""
    select count(*) from change_request_targets t where {_TARGETS} and exists (select from {_OF_TARGET})
""")
_LIST = text(f"""
    select t.position, t.call, t.resource_type, t.resource_id, t.parameters, changed.fields,
        changed.actor_name as changed_by, changed.occurred_at as changed_at
    from change_request_targets t
        cross join lateral (
            select e.actor_name, e.occurred_at,
                array(select name from jsonb_object_keys(t.before) name where e.after ? name order by name) as fields
            from {_OF_TARGET} order by e.occurred_at desc limit 1
        ) changed
    where {_TARGETS} order by t.position limit {NAMED}
""")


async def list_stale(connection: Connection, request: ChangeRequest) -> tuple[int, list[StaleRecord]]:
    """Return the number of records with a field that someone has changed since the revision was made, and the first
    of them with their latest change.
    """
    values = {"id": request.id, "revision": request.revision, "since": request.revised_at}
    count: int = (await connection.execute(_COUNT, values, keep_plan=False)).scalar_one()
    if not count:
        return 0, []
    rows = (await connection.execute(_LIST, values, keep_plan=False)).mappings()
    return count, [StaleRecord.model_validate(row) for row in rows]
