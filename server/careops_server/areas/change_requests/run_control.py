"""Run control of requests: time window, order, canary, and pauses. Each decision is part of a part's transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from careops.calls.change_requests import (
    APPLY_OTHER_FIRST,
    NO_REQUEST,
    NOT_PAUSED,
    NOT_RUNNING,
    WINDOW_MISSED,
    ChangeRequest,
    PauseReason,
    RevisionTexts,
)
from careops.errors import Conflict, InvalidInput, Problem
from careops_server.areas.change_requests import queries, run_queries
from careops_server.areas.change_requests.run_context import record_step
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.jobs.definitions import JobKind

FAILURES_MAX: Final = 20
"""Unexpected failures since the run was started or resumed, above which it pauses."""
FAILURE_SHARE: Final = 0.05
"""Share of a part's changes that may fail unexpectedly before the run pauses."""


def job_parameters(request: queries.LockedRequest) -> dict[str, Any]:
    """Return the parameters of the next job. Before the end of the canary it applies only the canary."""
    tried = request.targets - request.left
    canary = request.canary["targets"] - tried if request.canary else 0
    targets = min(canary, request.left) if canary > 0 else request.left
    return {"request_id": request.id, "digest": request.digest, "targets": targets}


async def check_texts(
    connection: Connection, texts: RevisionTexts, allowed: Sequence[str], *, id: int | None = None
) -> None:
    """Raise ``InvalidInput`` if the request that has to be applied before does not exist, or has other calls."""
    if texts.after is not None and (
        texts.after == id or not await queries.is_visible(connection, texts.after, allowed)
    ):
        raise InvalidInput(NO_REQUEST, source="after")


async def check_time(connection: Connection, request: queries.LockedRequest) -> None:
    """Raise ``Conflict`` if the window has passed, or if another request has to be applied before."""
    if request.is_late:
        raise Conflict(WINDOW_MISSED, source="request_id")
    if request.after is not None and await run_queries.read_status(connection, request.after) != "applied":
        raise Conflict(Problem(APPLY_OTHER_FIRST, "request_id", str(request.after)))


async def enqueue_run(context: Context, kind: JobKind, request: queries.LockedRequest) -> int:
    """Enqueue the job that applies the next changes, at the start of the window or now. Return its number."""
    due_at = request.apply_from if request.is_early else None
    job_id = await context.enqueue(kind, job_parameters(request), due_at=due_at)
    await queries.start(context.connection, request.id, job_id=job_id, by=context.actor.user.name)
    if due_at is not None:
        await run_queries.wait(context.connection, request.id, job_id=job_id, until=due_at)
    return job_id


async def may_go_on(context: Context, kind: JobKind, request: queries.LockedRequest) -> bool:
    """Return whether the job may apply a part now. A job that is too early is enqueued again."""
    if request.paused_at is not None:
        return False
    if request.is_early and request.apply_from is not None:
        await _wait_until(context, kind, request, request.apply_from)
        return False
    if request.waits_until is not None:
        await run_queries.end_wait(context.connection, request.id)
    return True


async def decide_after_part(
    context: Context,
    kind: JobKind,
    request: queries.LockedRequest,
    rows: Sequence[Mapping[str, Any]],
    results: Sequence[Mapping[str, Any]],
) -> bool:
    """Pause or wait after a part if necessary. Return whether the run goes on at once."""
    connection = context.connection
    failures = sum(
        result["outcome"] == "failed" and row["planned"] != "refused" for row, result in zip(rows, results, strict=True)
    )
    if failures:
        await run_queries.add_failures(connection, request.id, failures)
    if failures > FAILURE_SHARE * len(rows) or request.failures + failures > FAILURES_MAX:
        await _pause_by_itself(context, request, "failures")
        return False
    tried = request.targets - request.left + len(rows)
    if request.canary is None or tried != request.canary["targets"]:
        return True
    if request.canary["wait_minutes"] is None:
        await _pause_by_itself(context, request, "canary")
        return False
    until = await run_queries.read_time(connection) + timedelta(minutes=request.canary["wait_minutes"])
    rest = {**job_parameters(request), "targets": request.left - len(rows)}
    await _wait_until(context, kind, request, until, rest)
    return False


async def _pause_by_itself(context: Context, request: queries.LockedRequest, reason: PauseReason) -> None:
    await run_queries.pause(context.connection, request.id, reason=reason)
    after = {"paused": True, "pause_reason": reason}
    await record_step(context, "change_request.pause", request.id, request.title, before={"paused": False}, after=after)


async def _wait_until(
    context: Context,
    kind: JobKind,
    request: queries.LockedRequest,
    until: datetime,
    parameters: Mapping[str, Any] | None = None,
) -> None:
    job_id = await context.enqueue(kind, parameters or job_parameters(request), due_at=until)
    await run_queries.wait(context.connection, request.id, job_id=job_id, until=until)


async def pause_run(context: Context, request: queries.LockedRequest) -> None:
    """Pause a run. Raises ``Conflict`` if the request is not being applied."""
    if request.status != "applying" or request.paused_at is not None:
        raise Conflict(NOT_RUNNING, source="request_id")
    await run_queries.pause(context.connection, request.id, reason="user", by=context.actor.user.name)
    await run_queries.cancel_waiting(context.connection, request.job_id)


def check_resumable(request: queries.LockedRequest) -> None:
    """Raise ``Conflict`` if the run neither is paused nor waits after its canary."""
    is_waiting = request.waits_until is not None and not request.is_early
    if request.status != "applying" or not (request.paused_at is not None or is_waiting):
        raise Conflict(NOT_PAUSED, source="request_id")


async def stop_run(context: Context, request: queries.LockedRequest) -> str:
    """End a run, and return the new status. Raises ``Conflict`` if the request is not being applied."""
    if request.status != "applying":
        raise Conflict(NOT_RUNNING, source="request_id")
    status = request.status_when_ended
    await queries.set_status(context.connection, request.id, status)
    await run_queries.cancel_waiting(context.connection, request.job_id)
    return status


async def list_labels(connection: Connection, request: ChangeRequest) -> list[str]:
    """Return the labels of run control. They are computed, not stored."""
    now = await run_queries.read_time(connection)
    if request.status == "applying":
        if request.paused_at is not None:
            return ["paused"]
        if request.waits_until is None or request.waits_until <= now:
            return []
        return ["scheduled" if request.apply_from is not None and now < request.apply_from else "canary"]
    is_late = request.apply_until is not None and request.apply_until < now and request.left > 0
    is_behind = request.after is not None and await run_queries.read_status(connection, request.after) != "applied"
    labels = {"window_missed": is_late, "after": is_behind}
    return [label for label, is_set in labels.items() if is_set]
