"""Handlers that list, retry and cancel jobs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from careops.calls.jobs import NO_JOB, NOT_ENDED, NOT_OPEN, CancelJob, Job, ReadJob, RetryJob
from careops.errors import Conflict, NotFound
from careops_server.core.context import Context
from careops_server.core.jobs import queries
from careops_server.core.jobs.definitions import JobContext, event_payload

list_jobs = queries.JOBS.handle


async def read_job(call: ReadJob, context: Context) -> Job:
    """Return a job."""
    return _job_or_404(await queries.read_job(context.connection, call.job_id))


async def retry_job(call: RetryJob, context: Context) -> Job:
    """Requeue a job, keeping its completed steps."""
    before = _job_or_404(await queries.lock_job(context.connection, call.job_id))
    context.change.description = before.kind
    if before.state not in ("failed", "cancelled"):
        raise Conflict(NOT_ENDED, source="job_id")
    context.enqueued = True
    return _changed(context, before, await queries.retry(context.connection, call.job_id))


class Cancellation:
    """Handler that cancels jobs. Some kinds have work to do then."""

    def __init__(self) -> None:
        self._work: dict[str, Callable[[JobContext, Context], Awaitable[None]]] = {}

    def add(self, kind: str, work: Callable[[JobContext, Context], Awaitable[None]]) -> None:
        """Add work of a kind, which runs in the transaction of the cancellation."""
        self._work[kind] = work

    async def cancel_job(self, call: CancelJob, context: Context) -> Job:
        """Cancel a job. A process that runs it stops before the next step, or within two seconds."""
        before = _job_or_404(await queries.lock_job(context.connection, call.job_id))
        context.change.description = before.kind
        if before.state not in ("waiting", "running"):
            raise Conflict(NOT_OPEN, source="job_id")
        row = await queries.cancel(context.connection, call.job_id)
        if before.kind in self._work:
            await self._work[before.kind](JobContext(context.services, row), context)
        return _changed(context, before, row)


def _changed(context: Context, before: Job, row: Mapping[str, Any]) -> Job:
    context.changed("job", before.id, before={"state": before.state}, after={"state": row["state"]})
    context.events.append(event_payload(row))
    return _job_or_404(row)


def _job_or_404(row: Mapping[str, Any] | None) -> Job:
    if row is None:
        raise NotFound(NO_JOB, source="job_id")
    return Job.model_validate(row)
