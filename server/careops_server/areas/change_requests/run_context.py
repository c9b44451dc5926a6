"""Context of the job that applies a request, and the realtime event of its progress."""

from __future__ import annotations

from typing import Final

from careops_server.core.context import Context
from careops_server.core.jobs.definitions import JobContext, requested_by
from careops_server.core.principal import Origin
from careops_server.core.realtime.queries import raise_events

CHANNEL: Final = "change_requests"
EVENT: Final = "changed"


def context_of(job: JobContext) -> Context:
    """Return the context of a job, with the principal who started it."""
    origin = Origin(job.row["request_id"] or "", "", "careops jobs")
    return Context(job.services, origin, requested_by(job.row))


async def raise_changed(context: Context, request_id: int) -> None:
    """Send the events of the transaction, and that the request has changed, to open pages."""
    context.publish(CHANNEL, EVENT, request_id=request_id)
    await raise_events(context.connection, context.events)
