"""SQL of undoing change requests, and of the check afterwards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import text

from careops.calls.change_requests import ChangeRequest
from careops_server.core.database.connection import Connection
from careops_server.core.principal import Actor

LaterChanges = Mapping[str, tuple[str, datetime]]
"""The person and the time of the last change of fields, by their names."""
APPROVALS_LAST: Final = timedelta(hours=24)
"""Time after the end of a request in which its approvals also count for its undo."""
_UNDOES: Final = """
    select max(n.id) from change_request_revisions r
        join change_requests n on n.id = r.request_id and n.revision = r.revision
    where r.undoes = {} and n.status <> 'closed'
"""
UNDONE_BY: Final = f"({_UNDOES.format('c.id')})"
"""Id of the undo of a request ``c`` that was not closed."""
_OPEN_UNDO = text(f"{_UNDOES.format(':id')} and n.status in ('open', 'applying')")
_UNDOS = text("""
    select n.id from change_request_revisions r
        join change_requests n on n.id = r.request_id and n.revision = r.revision
    where r.undoes = :id
""")
WRITTEN: Final = "(t.outcome = 'done' or t.written_before is not null)"
REVERSED: Final = """
    select x.undoes_position from change_request_revisions r
        join change_requests n on n.id = r.request_id and n.revision = r.revision
        join change_request_targets x on x.request_id = n.id and x.revision = n.revision
    where r.undoes = :id and n.status not in ('open', 'applying') and x.outcome in ('done', 'unchanged')
        and x.undoes_position is not null
"""
"""Positions of the changes that an undo has reversed."""
_FROM_APPLIED: Final = f"""
    from change_requests c join change_request_targets t on t.request_id = c.id and t.revision = c.revision
    where c.id = :id and {WRITTEN} and t.position not in ({REVERSED})
"""
_APPLIED = text(f"""
    select t.position, t.call, t.parameters, t.resource_type, t.resource_id, t.clinic_id,
        coalesce(t.written_before, t.before) as before, coalesce(t.written_after, t.after) as after
    {_FROM_APPLIED} order by t.position desc
""")
_COUNT_APPLIED = text(f"select count(*) {_FROM_APPLIED}")
# Later events of the records of an undo, without changes that were undone themselves and the undos that did that.
# Usually there are none, so each record is looked up by its index first, and the few events are examined afterwards.
_LATER = text("""
    with of_run as materialized (
        select e.resource_type, e.resource_id, max(e.occurred_at) as applied_at from audit_events e
        where e.parameters ->> 'run_id' = :undoes_run and e.clinic_id is null group by 1, 2
    ), changed as materialized (
        select t.position, t.before, t.resource_type, t.resource_id, t.clinic_id,
            coalesce(s.applied_at, o.applied_at, (
                select max(e.occurred_at) from audit_events e
                where e.clinic_id = t.clinic_id and e.resource_type = t.resource_type
                    and e.resource_id = t.resource_id and e.parameters ->> 'run_id' = :undoes_run
            )) as applied_at
        from change_request_targets t
            left join change_requests u on u.id = :undoes
            left join change_request_targets s on s.request_id = u.id and s.revision = u.revision
                and s.position = t.undoes_position
            left join of_run o on t.clinic_id is null
                and o.resource_type = t.resource_type and o.resource_id = t.resource_id
        where t.request_id = :id and t.revision = :revision and t.position = any(cast(:positions as int4[]))
    ), found as materialized (
        select c.position, c.before as base, e.*
        from changed c cross join lateral (
            select e.before, e.after, e.resource_type, e.resource_id, e.event_status, e.parameters, e.actor_name,
                e.occurred_at
            from audit_events e where e.clinic_id = c.clinic_id and e.occurred_at > c.applied_at offset 0
        ) e
        where e.resource_type = c.resource_type and e.resource_id = c.resource_id
        union all
        select c.position, c.before, e.before, e.after, e.resource_type, e.resource_id, e.event_status, e.parameters,
            e.actor_name, e.occurred_at
        from audit_events e join changed c on c.clinic_id is null
            and c.resource_type = e.resource_type and c.resource_id = e.resource_id and e.occurred_at > c.applied_at
        where e.occurred_at > (select min(applied_at) from changed where clinic_id is null)
    ), later as materialized (
        select f.*, f.parameters ->> 'run_id' as run,
            cast(f.parameters ->> 'change_request_id' as bigint) as made_by
        from found f
        where f.event_status = 'SUCCESS'
            and coalesce(f.parameters ->> 'change_request_id', '')
                <> coalesce(cast(cast(:undoes as bigint) as text), '-')
            and coalesce(f.parameters ->> 'run_id', '') <> coalesce(cast(:undoes_run as text), '-')
    )
    select distinct on (e.position, name.field) e.position, name.field, e.actor_name, e.occurred_at from later e
        cross join lateral jsonb_object_keys(coalesce(e.before, '{}') || coalesce(e.after, '{}')) as name (field)
    where e.base ? name.field
        and not exists (
            select from change_request_revisions r
            where r.request_id = e.made_by and (r.undoes is not null or r.undoes_run is not null)
        )
        and not exists (
            select from change_request_revisions r
                join change_requests n on n.id = r.request_id and n.revision = r.revision
                join change_request_targets x on x.request_id = n.id and x.revision = n.revision
                    and x.resource_type = e.resource_type and x.resource_id = e.resource_id
            where x.outcome = 'done' and (r.undoes = e.made_by or r.undoes_run = e.run)
        )
    order by e.position, name.field, e.occurred_at desc
""")
# Events that apps have sent are not changes of this platform, and may name any run.
_EVENTS_OF_RUN: Final = """
    from audit_events e
    where e.parameters ->> 'run_id' = :run and e.event_status = 'SUCCESS' and e.sent_by is null
        and e.key = any(:keys) and e.actor_id is not distinct from cast(:actor_id as bigint)
        and (e.actor_id is not null or (e.actor_type = :actor_type and e.actor_name = :actor_name))
"""
_OF_RUN = text(f"""
    select e.key, e.parameters - 'run_id' as parameters, e.resource_type, e.resource_id, e.clinic_id, e.before, e.after
    {_EVENTS_OF_RUN} order by e.occurred_at desc, e.position desc
""")
_COUNT_OF_RUN = text(f"select e.key, count(*) as changes {_EVENTS_OF_RUN} group by e.key")
# A run that was resumed after its undo has changes that this undo does not restore.
_UNDO_OF_RUN = text(f"""
    select max(n.id) from change_request_revisions r
        join change_requests n on n.id = r.request_id and n.revision = r.revision
    where r.undoes_run = :run and n.status <> 'closed'
        and not exists (select {_EVENTS_OF_RUN} and e.occurred_at > r.revised_at)
""")
_FROM_RESTORED: Final = f"""
    from change_request_targets t
    where t.request_id = :id and t.revision = :revision and t.position > :position and {WRITTEN}
"""
_RESTORED = text(f"""
    select t.position, t.call, t.parameters, coalesce(t.written_after, t.after) as after
    {_FROM_RESTORED} order by t.position limit :most
""")
_COUNT_RESTORED = text(f"select count(*) {_FROM_RESTORED}")
_STATE = text("""
    select c.revision, c.verified_to, c.differences, c.status, c.job_id,
        v.undoes is not null or v.undoes_run is not null as is_undo
    from change_requests c join change_request_revisions v on v.request_id = c.id and v.revision = c.revision
    where c.id = :id
""")
_VERIFIED = text("""
    update change_requests set verified_to = :position, differences = coalesce(differences, 0) + :differences
    where id = :id and job_id = :job_id
""")


async def find_open_undo(connection: Connection, id: int) -> int | None:
    """Return the id of the undo of a request that has not ended."""
    return (await connection.execute(_OPEN_UNDO, {"id": id})).scalar_one_or_none(int)


async def list_undos(connection: Connection, id: int) -> list[int]:
    """Return the ids of the undos of a request."""
    return list((await connection.execute(_UNDOS, {"id": id})).scalars())


async def list_later_changes(
    connection: Connection, request: ChangeRequest, positions: Sequence[int]
) -> Mapping[int, LaterChanges]:
    """Return who changed the fields of an undo's changes last, and when, by position and field; even if the value is
    the same again.
    """
    values = {"id": request.id, "revision": request.revision, "positions": list(positions)}
    undone = {"undoes": request.undoes, "undoes_run": request.undoes_run}
    later: defaultdict[int, dict[str, tuple[str, datetime]]] = defaultdict(dict)
    for row in await connection.execute(_LATER, {**values, **undone}, keep_plan=False):
        later[row.position][row.field] = row.actor_name, row.occurred_at
    return dict(later)


async def list_applied(connection: Connection, id: int) -> list[dict[str, Any]]:
    """Return the changes that a request made and that no undo has reversed, last first."""
    return (await connection.execute(_APPLIED, {"id": id})).mappings().all()


async def count_applied(connection: Connection, id: int) -> int:
    """Count the changes that a request made and that no undo has reversed."""
    return (await connection.execute(_COUNT_APPLIED, {"id": id})).scalar_one(int)


async def count_changes_of_run(
    connection: Connection, run: str, *, keys: Sequence[str], actor: Actor
) -> dict[str, int]:
    """Count the changes that an account made in a bulk run, by the keys of their audit events."""
    return {row.key: row.changes for row in await connection.execute(_COUNT_OF_RUN, _values_of_run(run, keys, actor))}


async def list_changes_of_run(
    connection: Connection, run: str, *, keys: Sequence[str], actor: Actor
) -> list[dict[str, Any]]:
    """Return the audit events of the changes that an account made in a bulk run, last first."""
    return (await connection.execute(_OF_RUN, _values_of_run(run, keys, actor))).mappings().all()


async def find_undo_of_run(connection: Connection, run: str, *, keys: Sequence[str], actor: Actor) -> int | None:
    """Return the id of the request that undoes all changes of a bulk run and was not closed."""
    return (await connection.execute(_UNDO_OF_RUN, _values_of_run(run, keys, actor))).scalar_one_or_none(int)


def _values_of_run(run: str, keys: Sequence[str], actor: Actor) -> dict[str, Any]:
    person = {"actor_id": actor.user_id, "actor_name": actor.user.name, "actor_type": actor.account_type}
    return {"run": run, "keys": list(keys), **person}


async def list_restored(
    connection: Connection, id: int, revision: int, *, after_position: int, most: int
) -> list[dict[str, Any]]:
    """Return the next changes of an undo that restored values, in order."""
    values = {"id": id, "revision": revision, "position": after_position, "most": most}
    return (await connection.execute(_RESTORED, values)).mappings().all()


async def count_restored(connection: Connection, id: int, revision: int, *, after_position: int) -> int:
    """Count the changes of an undo that restored values, after a position."""
    values = {"id": id, "revision": revision, "position": after_position}
    return (await connection.execute(_COUNT_RESTORED, values)).scalar_one(int)


async def read_state(connection: Connection, id: int) -> dict[str, Any]:
    """Return the state of a request's run and of the check."""
    return dict((await connection.execute(_STATE, {"id": id})).mappings().one_row())


async def record_check(connection: Connection, id: int, *, job_id: int, position: int, differences: int) -> None:
    """Store the position up to which records were checked, and add their differences."""
    values = {"id": id, "job_id": job_id, "position": position, "differences": differences}
    await connection.execute(_VERIFIED, values)
