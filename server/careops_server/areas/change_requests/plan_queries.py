"""SQL of the changes of a revision, and of the job that plans them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import orjson
from psycopg.types.json import Jsonb
from sqlalchemy import text

from careops.calls.change_requests import ChangeGroup, PlannedTarget, ProposedChange, RequestFilter, RevisionTexts
from careops.calls.changes import Complaint
from careops_server.areas.change_requests.preview import MAX_GROUPS, PlannedRevision
from careops_server.areas.change_requests.queries import LockedRequest, update
from careops_server.core.approvals.revisions import PlannedChange, count_not_undoable
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row, update_row

_COLUMNS: Final = {
    "request_id": "int8",
    "revision": "int4",
    "position": "int4",
    "call": "text",
    "parameters": "jsonb",
    "planned": "text",
    "resource_type": "text",
    "resource_id": "text",
    "clinic_id": "int8",
    "before": "jsonb",
    "after": "jsonb",
    "plan_errors": "jsonb",
    "undoable": "bool",
    "undoes_position": "int4",
}
_REPEATED = text("""
    select t.call, t.parameters from change_requests n join change_requests c on c.id = n.proposed_from
        join change_request_targets t on t.request_id = c.id and t.revision = c.revision and t.proposed_again_in = n.id
    where n.id = :id order by t.position
""")
_ASKED = text("select asked from change_request_revisions where request_id = :id and revision = :revision")
_UNLISTED = text("""
    select v.asked from change_request_revisions v
    where v.request_id = :id and v.revision = :revision
        and not exists (
            select from change_request_targets t where t.request_id = v.request_id and t.revision = v.revision
        )
        and not exists (select from change_requests n where n.proposed_from = v.request_id)
""")
_LISTED = text("""
    select t.* from change_request_targets t
    where t.request_id = :id and t.revision = :revision and t.position > :position order by t.position limit :most
""")
_UNLIST = text("""
    delete from change_request_targets
    where request_id = :id and revision = :revision and position = any(cast(:positions as int4[]))
""")


async def add_revision(
    connection: Connection,
    id: int,
    number: int,
    texts: RevisionTexts,
    plan: PlannedRevision,
    groups: Sequence[ChangeGroup],
    *,
    digest: str,
    revised_by: str,
    writer_ids: Sequence[int],
    undoes: int | None = None,
    undoes_run: str | None = None,
) -> None:
    """Store a revision with its changes. An undo names the undone request or run."""
    later = plan.later
    values = {
        "request_id": id,
        "revision": number,
        "digest": digest,
        **texts.model_dump(include=set(RevisionTexts.model_fields)),
        "canary": texts.canary and texts.canary.model_dump(),
        "undoes": undoes,
        "undoes_run": undoes_run,
        "excluded": plan.excluded,
        "not_undoable": count_not_undoable(plan.planned),
        "calls": list(plan.calls),
        "targets": plan.count,
        **_stored_groups(groups),
        "revised_by": revised_by,
        "writer_ids": list(writer_ids),
        "filters": _stored_filters(plan.filters),
        "asked": None
        if later is None or later.asked is None
        else orjson.dumps([dict(change) for change in later.asked]).decode(),
    }
    await connection.execute(insert_row(tables.change_request_revisions, tuple(values)), values)
    await store_targets(connection, id, number, plan.planned)


def _stored_groups(groups: Sequence[ChangeGroup]) -> dict[str, Any]:
    return {
        "groups": [group.model_dump(mode="json") for group in groups[:MAX_GROUPS]],
        "more_groups": max(0, len(groups) - MAX_GROUPS),
    }


def _stored_filters(filters: Sequence[RequestFilter]) -> list[dict[str, Any]]:
    return [request_filter.model_dump(exclude={"matches_now"}) for request_filter in filters]


async def _update(connection: Connection, request: LockedRequest, **values: object) -> None:
    """Set columns of the current revision."""
    statement = update_row(tables.change_request_revisions, tuple(values), key="request_id revision")
    await connection.execute(statement, {"request_id": request.id, "revision": request.revision, **values})


async def store_targets(connection: Connection, id: int, revision: int, changes: Sequence[PlannedChange]) -> None:
    """Store the changes of a revision."""
    await connection.copy_rows("change_request_targets", _COLUMNS, (_row(id, revision, change) for change in changes))


def _row(id: int, number: int, planned: PlannedChange) -> tuple[Any, ...]:
    target = planned.target
    return (
        *(id, number, target.position, target.call, Jsonb(target.parameters), target.planned),
        *(target.resource_type, target.resource_id, planned.clinic_id),
        None if target.before is None else Jsonb(target.before),
        None if target.after is None else Jsonb(target.after),
        Jsonb([error.model_dump() for error in target.errors]),
        target.undoable,
        planned.undoes_position,
    )


async def read_asked(connection: Connection, id: int, revision: int) -> list[ProposedChange] | None:
    """Return the changes and filters that the job of a revision has to list; None if they come from another request."""
    document: str | None = (await connection.execute(_ASKED, {"id": id, "revision": revision})).scalar_one()
    return None if document is None else _parse_asked(document)


def _parse_asked(document: str) -> list[ProposedChange]:
    return [ProposedChange.model_construct(**change) for change in orjson.loads(document)]


async def read_unlisted(connection: Connection, request: LockedRequest) -> list[ProposedChange] | None:
    """Return the changes and filters of a request whose job had not listed them; None if it had, or if they were
    proposed again.
    """
    row = (await connection.execute(_UNLISTED, {"id": request.id, "revision": request.revision})).one_or_none()
    if row is None:
        return None
    return (await list_repeated(connection, request.id) or None) if row.asked is None else _parse_asked(row.asked)


async def list_repeated(connection: Connection, id: int) -> list[ProposedChange]:
    """Return the changes of another request that this one proposes again."""
    rows = (await connection.execute(_REPEATED, {"id": id})).mappings()
    return [ProposedChange.model_construct(where=None, **row) for row in rows]


async def store_list(
    connection: Connection,
    request: LockedRequest,
    listed: Sequence[PlannedChange],
    filters: Sequence[RequestFilter],
    *,
    excluded: int,
) -> None:
    """Store the changes of a revision before they are previewed."""
    calls, stored = list(dict.fromkeys(change.target.call for change in listed)), _stored_filters(filters)
    values = {"calls": calls, "targets": len(listed), "excluded": excluded, "filters": stored}
    await _update(connection, request, asked=None, **values)
    await store_targets(connection, request.id, request.revision, listed)


async def list_planned(
    connection: Connection, id: int, revision: int, *, after_position: int, most: int
) -> list[PlannedChange]:
    """Return the next changes of a revision, in order."""
    values = {"id": id, "revision": revision, "position": after_position, "most": most}
    rows = (await connection.execute(_LISTED, values)).mappings()
    return [
        PlannedChange(
            PlannedTarget.model_construct(
                **{name: row[name] for name in PlannedTarget.model_fields if name != "errors"},
                errors=[Complaint.model_validate(error) for error in row["plan_errors"]],
            ),
            row["clinic_id"],
            row["undoes_position"],
        )
        for row in rows
    ]


async def store_plans(connection: Connection, request: LockedRequest, planned: Sequence[PlannedChange]) -> None:
    """Replace listed changes by those with their effect."""
    positions = [change.target.position for change in planned]
    await connection.execute(_UNLIST, {"id": request.id, "revision": request.revision, "positions": positions})
    await store_targets(connection, request.id, request.revision, planned)


async def finish_plan(
    connection: Connection,
    request: LockedRequest,
    planned: Sequence[PlannedChange],
    groups: Sequence[ChangeGroup],
    *,
    digest: str,
) -> None:
    """Store digest and groups of a planned revision."""
    not_undoable = count_not_undoable(planned)
    await _update(connection, request, digest=digest, not_undoable=not_undoable, **_stored_groups(groups))
    await update(connection, request.id, job_id=None)
