"""Undo of a request: the changes that restore the values it replaced, and the check of the records afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from careops.calls import change_requests as calls
from careops.constants import MAX_NAME_LENGTH, MAX_REQUEST_TARGETS
from careops.error_codes import title_of
from careops.errors import Conflict, InvalidInput, Problem
from careops_server.areas.change_requests import authority, preview, queries, undo_queries
from careops_server.areas.change_requests.inverses import InverseChange, invert_change, replace_fields
from careops_server.areas.change_requests.preview import Bindings, LaterPlan, PlannedRevision
from careops_server.areas.change_requests.run_context import context_of, raise_changed
from careops_server.areas.change_requests.states import ENDED, check_step
from careops_server.core.approvals.revisions import PlannedChange
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.jobs.definitions import JobContext
from careops_server.core.pipeline.audit_parameters import event_key
from careops_server.core.pipeline.batch import BatchTarget, TargetResult, parse_target
from careops_server.core.principal import Actor
from careops_server.core.rate_limits.throttling import in_slices

TOO_MANY: Final = title_of("too_many_entries", what="A change request", count=MAX_REQUEST_TARGETS)
PART: Final = 250
"""Records that are checked at a time."""


async def plan_undo(
    bindings: Bindings, call: calls.UndoChangeRequest | calls.UndoRun, context: Context
) -> PlannedRevision:
    """Preview the changes that undo a request, or a bulk run of the caller. Raises ``NotFound`` or ``Conflict``."""
    undone: dict[str, Any]
    if isinstance(call, calls.UndoRun):
        if context.services.upstream is not None:
            raise Conflict(preview.ONE_BY_ONE, source="run")
        names, undone = _calls_by_key(bindings), {"undoes_run": call.run}
        find = partial(undo_queries.count_changes_of_run, run=call.run, keys=list(names), actor=context.actor)
        by_key = await context.services.database.read(find)
        count, changed_by = sum(by_key.values()), [names[key] for key in by_key]
    else:
        undone = {"undoes": call.request_id}
        count, changed_by = await context.services.database.change(partial(_count, bindings, call.request_id, context))
    if preview.needs_job(count):
        return PlannedRevision(later=LaterPlan(count, changed_by))
    listed, excluded = await list_inverses(bindings, context, **undone)
    return PlannedRevision(await preview.preview_listed(bindings, listed, context), excluded=excluded)


async def _count(bindings: Bindings, id: int, context: Context, connection: Connection) -> tuple[int, list[str]]:
    request = await lock_undoable(bindings, id, context.with_connection(connection))
    return await undo_queries.count_applied(connection, id), request.calls


async def list_inverses(
    bindings: Bindings, context: Context, *, undoes: int | None = None, undoes_run: str | None = None
) -> tuple[list[PlannedChange], int]:
    """Return the inverses of the changes of a request or of a bulk run of the caller, which were not previewed, and the
    number of changes without one. Raises ``Conflict`` if none has one.
    """
    if undoes is not None:
        rows = await context.services.database.read(partial(undo_queries.list_applied, id=undoes))
        nothing = Problem(calls.NOTHING_TO_UNDO, "request_id")
    else:
        rows = await _list_changes_of_run(bindings, undoes_run or "", context)
        nothing = Problem(calls.RUN_NOT_UNDOABLE, "run")
    inverses: list[tuple[Mapping[str, Any], InverseChange]] = []
    async for chunk in in_slices(rows):
        for row in chunk:
            inverse = invert_change(bindings, row["call"], row["parameters"], row["before"], row["after"])
            if inverse is not None:
                inverses.append((row, inverse))
    excluded = len(rows) - len(inverses)
    if not inverses:
        raise Conflict(replace(nothing, detail=str(excluded)))
    if len(inverses) > MAX_REQUEST_TARGETS:
        raise InvalidInput(Problem(TOO_MANY, nothing.source))
    preview.check_permissions(bindings, dict.fromkeys(inverse.call for _, inverse in inverses), context.actor)
    return [_listed(position, row, inverse) for position, (row, inverse) in enumerate(inverses, 1)], excluded


async def _list_changes_of_run(bindings: Bindings, run: str, context: Context) -> list[dict[str, Any]]:
    """Return the changes that the caller made in a bulk run, last first."""
    names = _calls_by_key(bindings)
    find = partial(undo_queries.list_changes_of_run, run=run, keys=list(names), actor=context.actor)
    events = await context.services.database.read(find)
    return [{**row, "call": names[row["key"]], "after": row["after"] or {}} for row in events]


def _listed(position: int, row: Mapping[str, Any], inverse: InverseChange) -> PlannedChange:
    """Return the change with the values that the undone request wrote as its base."""
    target = calls.PlannedTarget(
        position=position,
        call=inverse.call,
        parameters=inverse.parameters,
        planned="change",
        resource_type=row["resource_type"],
        resource_id=row["resource_id"],
        before=row["after"],
        after=row["before"],
    )
    return PlannedChange(target, row["clinic_id"], row.get("position"))


async def lock_undoable(bindings: Bindings, id: int, context: Context) -> queries.LockedRequest:
    """Lock a request whose run has ended. Raises ``NotFound`` or ``Conflict``."""
    request = await authority.lock_visible(bindings, id, context)
    check_step("undo", request)
    if request.is_undo:
        raise Conflict(calls.IS_UNDO, source="request_id")
    return request


async def check_not_undone(connection: Connection, id: int) -> None:
    """Raise ``Conflict`` while an undo of this request is open or being applied."""
    undone_by = await undo_queries.find_open_undo(connection, id)
    if undone_by is not None:
        raise Conflict(Problem(calls.UNDONE, "request_id", str(undone_by)))


async def check_run_not_undone(bindings: Bindings, run: str, context: Context) -> None:
    """Raise ``Conflict`` if another request undoes this run, was not closed, and the run has changed nothing since."""
    keys = list(_calls_by_key(bindings))
    undone_by = await undo_queries.find_undo_of_run(context.connection, run=run, keys=keys, actor=context.actor)
    if undone_by is not None:
        raise Conflict(Problem(calls.UNDONE, "run", str(undone_by)))


def _calls_by_key(bindings: Bindings) -> dict[str, str]:
    return {event_key(binding.call): name for name, binding in bindings.items()}


def texts_of(call: calls.UndoChangeRequest | calls.UndoRun, title: str, reason: str) -> calls.RevisionTexts:
    """Return the texts of an undo: those of the call, or these."""
    return calls.RevisionTexts(
        title=call.title or title[:MAX_NAME_LENGTH].rstrip(), reason=call.reason or reason, ticket=call.ticket
    )


async def find_later(
    connection: Connection, request: queries.LockedRequest, rows: Mapping[str, Mapping[str, Any]]
) -> dict[str, undo_queries.LaterChanges]:
    """Return the later changes of the fields of an undo's changes, by the keys of these; none for another request."""
    if not request.is_undo:
        return {}
    later = await undo_queries.list_later_changes(connection, request, [row["position"] for row in rows.values()])
    return {key: later[row["position"]] for key, row in rows.items() if row["position"] in later}


def leave_fields(
    bindings: Bindings,
    actor: Actor,
    row: Mapping[str, Any],
    target: BatchTarget,
    conflicts: Sequence[calls.FieldConflict],
) -> tuple[BatchTarget | None, list[calls.FieldConflict]]:
    """Leave fields that someone has edited since as they are, and restore the others.

    Fields that the undone request did not write are left without a report.
    """
    edited = [conflict for conflict in conflicts if conflict.field in row["before"]]
    if target.call is None or len(edited) == len(row["before"]):
        return None, edited
    current = {conflict.field: conflict.current for conflict in conflicts}
    changed = replace_fields(bindings, row["call"], target.call.parameters, current)
    if changed is None or changed == target.call.parameters:
        return None, list(conflicts)
    again = parse_target(type(target.call), target.key, changed, actor)
    target.call = again.call
    target.parameters = {**target.parameters, **again.parameters}
    return target, edited


async def check_restored(bindings: Bindings, job: JobContext) -> None:
    """Read the records of an undo after its run, and count those without the restored values.

    The handlers run again in transactions that are rolled back: a restored record is one that they would not change.
    """
    database, id = job.services.database, job.parameters["request_id"]
    state = await database.read(partial(undo_queries.read_state, id=id))
    if not state["is_undo"] or state["status"] not in ENDED or state["job_id"] != job.id:
        return
    revision, position = state["revision"], state["verified_to"]
    left = await database.read(partial(undo_queries.count_restored, id=id, revision=revision, after_position=position))
    await job.set_total(job.done + left)
    while True:
        rows = await database.read(
            partial(undo_queries.list_restored, id=id, revision=revision, after_position=position, most=PART)
        )
        position = rows[-1]["position"] if rows else position
        differences = await _count_differences(bindings, rows, context_of(job))
        await job.run_step(partial(_record_check, job, position, differences), parts=len(rows))
        if len(rows) < PART:
            return


async def _count_differences(bindings: Bindings, rows: Sequence[Mapping[str, Any]], context: Context) -> int:
    targets = [
        parse_target(bindings[row["call"]].call, str(row["position"]), row["parameters"], context.actor) for row in rows
    ]
    results = await preview.run_and_roll_back(bindings, targets, context)
    return sum(_differs(row, results[str(row["position"])]) for row in rows)


def _differs(row: Mapping[str, Any], result: TargetResult) -> bool:
    """Return whether the change would still replace one of the restored values."""
    if result.outcome.outcome == "refused":
        return True
    return result.change is not None and not (row["after"] or {}).keys().isdisjoint(result.change.before or ())


async def _record_check(job: JobContext, position: int, differences: int, connection: Connection) -> None:
    context, id = context_of(job).with_connection(connection), job.parameters["request_id"]
    await undo_queries.record_check(connection, id, job_id=job.id, position=position, differences=differences)
    await raise_changed(context, id)
