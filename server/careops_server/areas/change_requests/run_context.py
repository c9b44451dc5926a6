"""Context of the job that applies a request, and the realtime event of its progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from careops.calls.session import User
from careops_server.areas.change_requests import queries
from careops_server.areas.change_requests.queries import LockedRequest
from careops_server.core.audit import event_queries as audit
from careops_server.core.context import Context
from careops_server.core.jobs.definitions import JobContext, requested_by
from careops_server.core.principal import Actor, ApiClient, Change, Origin
from careops_server.core.realtime.queries import raise_events

CHANNEL: Final = "change_requests"
EVENT: Final = "changed"


def context_of(job: JobContext) -> Context:
    """Return the context of a job, with the principal who started it."""
    origin = Origin(job.row["request_id"] or "", "", "careops jobs", in_background=True)
    return Context(job.services, origin, requested_by(job.row))


async def as_author(context: Context, request: LockedRequest) -> Context:
    """Return the context of a job that acts for the author: an API key makes its changes with the scopes of now."""
    if request.author_id > 0:
        return context
    scopes = await queries.scopes_of_key(context.connection, -request.author_id) or frozenset()
    user = User(id=request.author_id, name=request.author_name, phone_number="")
    key = ApiClient(-request.author_id, scopes, 0)
    return replace(context, signed_in=Actor(user, "app", UUID(int=0), api_client=key))


async def record_step(
    context: Context, request: LockedRequest, key: str, *, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Write the audit event of a step that a job took by itself."""
    change = Change("change_request", str(request.id), before=before, after=after, description=request.title)
    event = audit.EventRecord("SUCCESS", change, {"request_id": request.id})
    await audit.record_events(context.connection, [event], key=key, actor=context.signed_in, origin=context.origin)


async def end_request(
    context: Context, request: LockedRequest, status: str, reason: str, note: str | None = None
) -> None:
    """Store status and reason of an end, with an audit event."""
    await queries.end(context.connection, request.id, status, reason=reason, note=note)
    before, after = {"status": request.status}, {"status": status, "reason": reason, "note": note}
    await record_step(context, request, "change_request.end", before=before, after=after)


async def raise_changed(context: Context, request_id: int) -> None:
    """Send the events of the transaction, and that the request has changed, to open pages."""
    context.publish(CHANNEL, EVENT, request_id=request_id)
    await raise_events(context.connection, context.events)
