"""Handlers of broadcasts: reach, sending once a minute, and adoption."""

from __future__ import annotations

from careops.calls import broadcasts as calls
from careops.errors import TooManyRequests
from careops_server.areas.broadcasts import queries
from careops_server.areas.broadcasts.jobs import LEDGER, job_parameters
from careops_server.areas.broadcasts.notifications import publish_broadcast
from careops_server.core.context import Context

list_broadcasts = queries.BROADCASTS.handle
list_reached_devices = queries.REACHED_DEVICES.handle


async def read_reach(call: calls.ReadReach, context: Context) -> calls.Reach:
    """Return the reach of a broadcast sent now."""
    return await queries.reach(context.connection, call.app_type)


async def send_web_upgrade(call: calls.SendWebUpgrade, context: Context) -> calls.Sent:
    """Send a web upgrade."""
    return await _send("web_upgrade", call.app_type, context)


async def send_relogin(call: calls.SendRelogin, context: Context) -> calls.Sent:
    """Send a relogin. It ends no session of the console (B-58)."""
    return await _send("relogin", None, context)


async def read_adoption(call: calls.ReadAdoption, context: Context) -> calls.Adoption:
    """Return a broadcast and its adoption by day."""
    return await queries.adoption(context.connection, call.broadcast_id)


async def _send(kind: calls.BroadcastKind, app_type: str | None, context: Context) -> calls.Sent:
    """Send a broadcast, and raise its events. An upgrade of the console is offered in every open tab."""
    passed = await queries.seconds_since(context.connection, kind, app_type)
    if passed is not None and passed < calls.MINUTE_SECONDS:
        source, left = "app_type" if app_type else "", calls.MINUTE_SECONDS - passed
        raise TooManyRequests(calls.TOO_SOON, source=source, retry_after=left)
    reached = await queries.send(context.connection, kind, app_type, sent_by=context.actor.user.name)
    if reached.unwritten is not None:
        await context.enqueue(LEDGER, job_parameters(reached.id, app_type, reached.unwritten))
    publish_broadcast(context, app_type, reached.id)
    app = {} if app_type is None else {"app_type": app_type}
    facts = {"kind": kind, **app, "devices": reached.devices, "users": reached.users}
    context.changed("broadcast", reached.id, after=facts)
    return calls.Sent(broadcast_id=reached.id, devices=reached.devices)
