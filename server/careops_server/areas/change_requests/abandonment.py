"""End of abandoned requests, by the cleanup of any worker."""

from __future__ import annotations

from functools import partial

from careops_server.areas.change_requests import queries, run_queries
from careops_server.areas.change_requests.run_context import CHANNEL, EVENT
from careops_server.core.audit import event_queries as audit
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.principal import Change, Origin, OutgoingEvent
from careops_server.core.realtime.queries import raise_events


async def close_abandoned(database: Database) -> int:
    """End requests that are open or paused, and have had no step for 90 days. Return their number."""
    rows = await database.read(run_queries.list_abandoned)
    for row in rows:
        await database.change(partial(_close, id=row["id"]))
    return len(rows)


async def _close(connection: Connection, *, id: int) -> None:
    await queries.lock_row(connection, id)
    for row in await run_queries.list_abandoned(connection, id=id):  # none if someone has taken a step since
        status = row["end_status"]
        await queries.end(connection, id, status, reason="abandoned")
        before, after = {"status": row["status"]}, {"status": status, "reason": "abandoned", "note": None}
        change = Change("change_request", str(id), before=before, after=after, description=row["title"])
        event = audit.EventRecord("SUCCESS", change, {"request_id": id})
        origin = Origin("", "", "careops cleanup")
        await audit.record_events(connection, [event], key="change_request.end", actor=None, origin=origin)
        await raise_events(connection, [OutgoingEvent(CHANNEL, EVENT, {"request_id": id})])
