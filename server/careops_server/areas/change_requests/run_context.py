"""Context of the job that applies a request, and the realtime event of its progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from careops_server.core.audit import event_queries as audit
from careops_server.core.context import Context
from careops_server.core.jobs.definitions import JobContext, requested_by
from careops_server.core.principal import Change, Origin
from careops_server.core.realtime.queries import raise_events

CHANNEL: Final = "change_requests"
EVENT: Final = "changed"


def context_of(job: JobContext) -> Context:
    """Return the context of a job, with the principal who started it."""
    origin = Origin(job.row["request_id"] or "", "", "careops jobs")
    return Context(job.services, origin, requested_by(job.row))


async def record_step(
    context: Context,
    key: str,
    request_id: int,
    title: str,
    *,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> None:
    """Write the audit event of a step that the run took by itself."""
    change = Change("change_request", str(request_id), before=before, after=after, description=title)
    event = audit.EventRecord("SUCCESS", change, {"request_id": request_id})
    await audit.record_events(context.connection, [event], key=key, actor=context.signed_in, origin=context.origin)


async def raise_changed(context: Context, request_id: int) -> None:
    """Send the events of the transaction, and that the request has changed, to open pages."""
    context.publish(CHANNEL, EVENT, request_id=request_id)
    await raise_events(context.connection, context.events)
