"""Handler that lists realtime events."""

from __future__ import annotations

from careops.calls.realtime import MAX_REPLAYED, EventsSince, ListEvents
from careops_server.core.context import Context
from careops_server.core.realtime import queries


async def list_events(call: ListEvents, context: Context) -> EventsSince:
    """Return the events on the channels after an id."""
    context.actor.check_channels(call.channels)
    first, last = await queries.bounds(context.connection)
    if call.only_latest:
        return EventsSince(events=[], latest=max(last, call.since))
    events = await queries.events_after(
        context.connection, call.since, channels=call.channels, upto=last, most=MAX_REPLAYED
    )
    has_more = len(events) == MAX_REPLAYED
    return EventsSince(
        events=list(filter(context.actor.may_receive, events)),
        latest=events[-1].id if has_more else max(last, call.since),
        more=has_more,
        resync=0 < call.since < first - 1,
    )
