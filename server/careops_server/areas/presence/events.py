"""Realtime events of presence, and its end with a session."""

from __future__ import annotations

from careops.models.record_refs import Record
from careops_server.areas.presence import queries
from careops_server.core.context import Context


def publish_change(record: Record, context: Context) -> None:
    """Raise the event that colleagues came to a record, left it, or started or stopped editing it."""
    context.publish("presence", "colleagues_changed", kind=record.kind, record_id=record.id)


async def end_presence_of_session(context: Context) -> None:
    """End the announcements of the caller's session, because it signs out."""
    for record in await queries.end_session(context.connection, context.actor.user.id, context.actor.session_id):
        publish_change(record, context)
