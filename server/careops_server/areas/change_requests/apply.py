"""Job that applies a request in parts. A part is one transaction with its outcomes, so each change is made once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final

import psycopg

from careops.calls.change_requests import WINDOW_MISSED, AppliedOutcome, FieldConflict
from careops.contract import Binding
from careops.errors import ApiError, Conflict, Unavailable
from careops_server.areas.change_requests import (
    conditions,
    policies,
    policy_queries,
    queries,
    run_context,
    run_control,
    run_queries,
    undo,
)
from careops_server.areas.change_requests.preview import Bindings, parse_change, prepare_targets
from careops_server.areas.change_requests.undo_queries import LaterChanges
from careops_server.core.approvals.counter_queries import lock_counters
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.jobs.definitions import JobContext, JobKind
from careops_server.core.pipeline import batch
from careops_server.core.principal import Change
from careops_server.core.rate_limits.throttling import taking_turns

JOB_NAME: Final = "change_requests.apply"
PART: Final = 500
"""Changes of one transaction."""
_Leave = Callable[
    [Mapping[str, Any], batch.BatchTarget, Sequence[FieldConflict]],
    tuple[batch.BatchTarget | None, list[FieldConflict]],
]
"""Takes a change and its conflicts; returns the change without these fields, if any, and the conflicts to report."""
_OUTCOMES: Final[Mapping[str, AppliedOutcome]] = {"done": "done", "unchanged": "unchanged", "refused": "failed"}


async def apply_request(bindings: Bindings, kind: JobKind, job: JobContext) -> Mapping[str, Any]:
    """Apply the changes that were not tried. Raises ``ApiError`` if the request may not be applied any more."""
    total = job.parameters.get("targets")
    if total is None:
        total = await job.services.database.change(partial(_start_by_itself, bindings, job))
        if total is None:
            return {"request_id": job.parameters["request_id"]}
    await job.set_total(total)
    try:
        while job.done < total:
            size = min(PART, total - job.done)
            async with taking_turns(job.services.limits):
                goes_on = await job.run_step(partial(_apply_part, bindings, kind, job, size), parts=size)
            if not goes_on:
                break
        await undo.check_restored(bindings, job)
    except Unavailable:
        raise  # the job is retried
    except ApiError as error:
        await job.services.database.change(partial(_end_early, bindings, job, error))
        raise
    return {"request_id": job.parameters["request_id"]}


async def _start_by_itself(bindings: Bindings, job: JobContext, connection: Connection) -> int | None:
    """Start a request at its time, which is tried once. Return the number of changes to apply, None for none."""
    context = run_context.context_of(job).with_connection(connection)
    request = await queries.lock_request(connection, job.parameters["request_id"], list(bindings))
    if request is None or request.revision != job.parameters["revision"]:
        return None
    if request.status == "applying" and request.job_id == job.id:
        total: int | None = job.row["total"]
        return total or run_control.job_parameters(request)["targets"]
    if request.status != "open" or request.missed_start_at is not None:
        return None
    try:
        if run_control.is_start_over(request, await run_queries.read_time(connection)):
            raise Conflict(WINDOW_MISSED, source="request_id")
        await conditions.check_conditions(connection, bindings, request)
    except Conflict as error:
        reason, note = conditions.end_reason(error)
        await queries.miss_start(connection, request.id)
        after: dict[str, Any] = {"status": "open", "missed_start": reason, "note": note}
    else:
        await queries.start(connection, request.id, job.id, None)
        after = {"status": "applying", "targets": request.left}
    await run_context.record_step(context, request, "change_request.start", before={"status": "open"}, after=after)
    await run_context.raise_changed(context, request.id)
    return run_control.job_parameters(request)["targets"] if after["status"] == "applying" else None


async def _apply_part(bindings: Bindings, kind: JobKind, job: JobContext, size: int, connection: Connection) -> bool:
    """Apply the next changes, and return whether more may follow."""
    context = run_context.context_of(job).with_connection(connection)
    request = await _lock(bindings, context, job)
    if request is None:
        return False
    is_bypassed = await policy_queries.is_bypassed(connection, request.id, job.id)
    if is_bypassed:
        request = request.without_schedule
    if request.paused_at is not None:
        return False
    if request.waits_until is not None:
        await queries.update(connection, request.id, waits_until=None)
    await lock_counters(connection, await policy_queries.list_people(connection, request.id))
    await conditions.check_applier(connection, bindings, request, request.applied_by_id)
    if not is_bypassed:
        await conditions.check_conditions(connection, bindings, request)
    if request.applied_by_id is None:
        context = await run_context.as_author(context, request)
    rows = await _next_targets(connection, request, size)
    results: list[dict[str, Any]] = []
    # The approvals of the undone request are older than a later decision for the same value.
    leaves_later = request.undoes is not None and not is_bypassed and await policies.needs_undone(connection, request)
    for name, group in groupby(rows, key=lambda row: row["call"]):
        results += await _apply_rows(bindings, name, list(group), request, context, leaves_later=leaves_later)
    await policies.count_part(connection, request, results, is_bypassed=is_bypassed)
    counts = Counter(result["outcome"] for result in results)
    for row, result in zip(rows, results, strict=True):
        counts["failures"] += result["outcome"] == "failed" and row["planned"] != "refused"
    await queries.record_outcomes(connection, request, results, counts)
    goes_on = request.on_conflict == "skip" or counts["kept"] == 0
    if goes_on and request.left > len(rows):
        goes_on = await run_control.decide_after_part(context, kind, request, len(rows), counts["failures"])
    else:
        is_whole = request.left <= len(rows) and not (request.kept + request.failed + counts["kept"] + counts["failed"])
        reason = "finished" if request.left <= len(rows) else "conflict"
        await run_context.end_request(context, request, "applied" if is_whole else "partly_applied", reason)
    await run_context.raise_changed(context, request.id)
    return goes_on


async def _next_targets(connection: Connection, request: queries.LockedRequest, size: int) -> list[dict[str, Any]]:
    """Return the next changes. What the request before this one has written is no conflict."""
    rows = await queries.next_targets(connection, request, size)
    if request.after is None:
        return rows
    written = await run_queries.list_written(connection, request.after, rows)
    return [
        {**row, "before": {**(row["before"] or {}), **values}}
        if (values := written.get((row["resource_type"], row["resource_id"])))
        else row
        for row in rows
    ]


async def _lock(bindings: Bindings, context: Context, job: JobContext) -> queries.LockedRequest | None:
    """Lock the request. Return None if this run has ended."""
    request = await queries.lock_request(context.connection, job.parameters["request_id"], list(bindings))
    if request is None or request.status != "applying" or request.job_id != job.id:
        return None
    return request


async def _apply_rows(
    bindings: Bindings,
    name: str,
    rows: Sequence[Mapping[str, Any]],
    request: queries.LockedRequest,
    context: Context,
    *,
    leaves_later: bool,
) -> list[dict[str, Any]]:
    """Apply changes of one call, and return their outcomes."""
    binding = bindings[name]
    by_key = {str(row["position"]): row for row in rows}
    targets = [parse_change(bindings, name, key, row["parameters"], context.actor) for key, row in by_key.items()]
    await prepare_targets(bindings, [name] * len(targets), targets, context)
    for target in targets:
        target.parameters = {**target.parameters, "change_request_id": request.id}
    leave = partial(undo.leave_fields, bindings, context.actor) if request.is_undo else None
    find_later = partial(undo.find_later, context.connection, request, by_key)
    results, conflicts = await _run_without_conflicts(
        binding, by_key, targets, leave, find_later, context, leaves_later=leaves_later
    )
    await batch.write_events(binding.call, targets, results, context)
    for result in results.values():
        context.events.extend(result.events)
    conflicts = {
        key: [
            conflict
            if conflict.changed_by
            else await queries.find_change(context.connection, request, by_key[key], conflict)
            for conflict in fields
        ]
        for key, fields in conflicts.items()
    }
    kept_targets = {key for key, fields in conflicts.items() if any(conflict.kept for conflict in fields)}
    return [
        {
            "position": row["position"],
            "outcome": "kept" if key in kept_targets else _OUTCOMES[results[key].outcome.outcome],
            "errors": [] if key in kept_targets else [error.model_dump() for error in results[key].outcome.errors],
            "conflicts": [conflict.model_dump(mode="json") for conflict in conflicts.get(key, [])],
            **_written(row, results.get(key), is_kept=key in kept_targets),
            "call": name,
            "records": policies.list_records(row, results.get(key)),
        }
        for key, row in by_key.items()
    ]


def _written(row: Mapping[str, Any], result: batch.TargetResult | None, *, is_kept: bool) -> dict[str, Any]:
    """Return the values before and after as far as they are not those of the preview."""
    change = None if result is None or result.outcome.outcome != "done" else result.change
    nothing = {"written_before": None, "written_after": None}
    if change is None or change.before is None:
        return nothing
    if not is_kept and (change.before, change.after) == (row["before"], row["after"]):
        return nothing
    return {"written_before": change.before, "written_after": change.after}


async def _run_without_conflicts(
    binding: Binding[Context],
    rows: Mapping[str, Mapping[str, Any]],
    targets: Sequence[batch.BatchTarget],
    leave: _Leave | None,
    find_later: Callable[[], Awaitable[Mapping[str, LaterChanges]]],
    context: Context,
    *,
    leaves_later: bool,
) -> tuple[dict[str, batch.TargetResult], dict[str, list[FieldConflict]]]:
    """Run the handlers, and repeat them without the records that conflict. Return the results and the conflicts.

    With ``leave`` only the fields that conflict are left, and with ``leaves_later`` also those that were changed later
    and have the same value again. Otherwise these are replaced and reported.

    Only the handler knows which fields it replaces, so conflicts are found afterwards and rolled back.
    """
    results = {target.key: batch.refused_result(target.refusal) for target in targets if target.refusal is not None}
    conflicts: dict[str, list[FieldConflict]] = {}
    pending = [target for target in targets if target.call is not None]
    while pending:
        outcomes: dict[str, batch.TargetResult] = {}
        async with context.connection.transaction():
            outcomes = await batch.run_targets(binding, pending, context)
            # Later changes are read while the handlers hold the records.
            later = await find_later()
            conflicts_by_key = {
                key: _conflicts(rows[key], outcome.change, later.get(key, {}), leaves_later=leaves_later)
                for key, outcome in outcomes.items()
            }
            new_conflicts = {
                key: blocking
                for key, fields in conflicts_by_key.items()
                if (blocking := [conflict for conflict in fields if conflict.kept])
            }
            if new_conflicts:
                raise psycopg.Rollback
        if not new_conflicts:
            for key, fields in conflicts_by_key.items():
                conflicts[key] = [*conflicts.get(key, []), *fields]
            return results | outcomes, {key: fields for key, fields in conflicts.items() if fields}
        retries = {
            target.key: leave(rows[target.key], target, new_conflicts[target.key])
            if leave
            else (None, new_conflicts[target.key])
            for target in pending
            if target.key in new_conflicts
        }
        for key, (_, fields) in retries.items():
            conflicts[key] = [*conflicts.get(key, []), *fields]
        again = [retries[target.key][0] if target.key in retries else target for target in pending]
        pending = [target for target in again if target is not None]
    return results, {key: fields for key, fields in conflicts.items() if fields}


def _conflicts(
    row: Mapping[str, Any], change: Change | None, later: LaterChanges, *, leaves_later: bool
) -> list[FieldConflict]:
    """Return the fields whose replaced value is not the one that the revision was made for, and those that have it
    again after a later change.
    """
    if change is None or change.is_none or not change.before:
        return []
    # A field that needed no change when the revision was made has the wanted value as its base.
    base = {**(change.after or {}), **(row["before"] or {})}
    conflicts = []
    for name, current in change.before.items():
        is_edited = base.get(name) != current
        if is_edited or name in later:
            by, at = later.get(name, (None, None))
            values = {"field": name, "base": base.get(name), "current": current, "kept": is_edited or leaves_later}
            conflicts.append(FieldConflict(**values, changed_by=by, changed_at=at))
    return conflicts


async def _end_early(bindings: Bindings, job: JobContext, error: ApiError, connection: Connection) -> None:
    """End the run of a request that may not be applied any more."""
    context = run_context.context_of(job).with_connection(connection)
    request = await _lock(bindings, context, job)
    if request is None:
        return
    await run_context.end_request(context, request, request.status_when_ended, *conditions.end_reason(error))
    await run_context.raise_changed(context, request.id)
