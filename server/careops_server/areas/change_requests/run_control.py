"""Run control of requests: time window, order, canary, and pauses. Each decision is part of a part's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from careops.calls import change_requests as calls
from careops.errors import InvalidInput, Problem
from careops_server.areas.change_requests import queries, run_queries
from careops_server.areas.change_requests.run_context import record_step
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.jobs.definitions import JobKind

START_TIME: Final = timedelta(hours=1)
"""Time after ``apply_from`` in which a start is tried if the request has no end."""
MAX_FAILURES: Final = 20
"""Unexpected failures since the run was started or resumed, above which it pauses."""
FAILURE_SHARE: Final = 0.05
"""Share of a part's changes that may fail unexpectedly before the run pauses."""


def job_parameters(request: queries.LockedRequest) -> dict[str, Any]:
    """Return the parameters of the next job. Before the end of the canary it applies only the canary."""
    tried = request.targets - request.left
    canary = request.canary.targets - tried if request.canary else 0
    targets = min(canary, request.left) if canary > 0 else request.left
    return {"request_id": request.id, "digest": request.digest, "targets": targets}


async def check_texts(
    connection: Connection,
    texts: calls.RevisionTexts,
    targets: int,
    allowed: Sequence[str],
    *,
    id: int | None = None,
) -> None:
    """Raise ``InvalidInput`` for a revision that can never be applied: its window has passed, its canary is larger than
    the request, or the request before it does not exist, has ended, or waits for this one.
    """
    now = await run_queries.read_time(connection)
    if texts.apply_until is not None and texts.apply_until <= now:
        raise InvalidInput(calls.WINDOW_PAST, source="apply_until")
    if texts.apply_until is None and texts.apply_from is not None and texts.apply_from + START_TIME <= now:
        raise InvalidInput(calls.WINDOW_PAST, source="apply_from")
    if texts.canary is not None and texts.canary.targets > targets:
        raise InvalidInput(Problem(calls.CANARY_TOO_LARGE, "canary.targets", str(targets)))
    if texts.after is not None:
        other = await queries.REQUESTS.find_by_id(connection, texts.after, allowed=allowed)
        if other is None or other.id == id:
            raise InvalidInput(calls.NO_REQUEST, source="after")
        if not await run_queries.may_follow(connection, texts.after, id):
            raise InvalidInput(calls.ORDER_IMPOSSIBLE, source="after")


async def enqueue_run(context: Context, kind: JobKind, request: queries.LockedRequest) -> int:
    """Enqueue the job that applies the next changes, and return its number."""
    job_id = await context.enqueue(kind, job_parameters(request))
    await queries.start(context.connection, request.id, job_id, context.actor.user)
    return job_id


async def enqueue_start(context: Context, kind: JobKind, id: int, revision: int, apply_from: datetime) -> None:
    """Enqueue the job that starts a request by itself."""
    parameters = {"request_id": id, "revision": revision, "starts": True}
    await context.enqueue(kind, parameters, due_at=apply_from)


def is_start_over(request: queries.LockedRequest, now: datetime) -> bool:
    """Return whether the time in which a request starts by itself has passed."""
    return request.apply_from is None or now >= (request.apply_until or request.apply_from + START_TIME)


async def decide_after_part(
    context: Context, kind: JobKind, request: queries.LockedRequest, changes: int, failures: int
) -> bool:
    """Pause or wait after a part if necessary. Return whether the run goes on at once."""
    connection = context.connection
    if failures > FAILURE_SHARE * changes or request.failures + failures > MAX_FAILURES:
        await _pause_by_itself(context, request, "failures")
        return False
    tried = request.targets - request.left + changes
    if request.canary is None or tried != request.canary.targets:
        return True
    if request.canary.wait_minutes is None:
        await _pause_by_itself(context, request, "canary")
        return False
    until = await run_queries.read_time(connection) + timedelta(minutes=request.canary.wait_minutes)
    next_parameters = {**job_parameters(request), "targets": request.left - changes}
    job_id = await context.enqueue(kind, next_parameters, due_at=until)
    await queries.update(connection, request.id, job_id=job_id, waits_until=until)
    return False


async def _pause_by_itself(context: Context, request: queries.LockedRequest, reason: calls.PauseReason) -> None:
    await pause(context.connection, request.id, reason=reason)
    after = {"paused": True, "pause_reason": reason}
    await record_step(context, request, "change_request.pause", before={"paused": False}, after=after)


async def pause(connection: Connection, id: int, *, reason: calls.PauseReason, by: str | None = None) -> None:
    """Mark a run as paused, by a user or by itself."""
    await queries.update(connection, id, paused_at=queries.NOW, paused_by=by, pause_reason=reason, waits_until=None)
