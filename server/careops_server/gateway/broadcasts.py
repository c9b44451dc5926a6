"""Broadcasts that the platform sends. The gateway raises their events for its subscribers, including open consoles."""

from __future__ import annotations

from careops.calls import broadcasts as calls
from careops_server.areas.broadcasts.notifications import publish_broadcast
from careops_server.core.context import Context
from careops_server.core.pipeline.forward import forward


async def send_web_upgrade(call: calls.SendWebUpgrade, context: Context) -> calls.Sent:
    """Forward a web upgrade. The platform reaches the devices, and its approval policies hold."""
    sent = await forward(call, context)
    publish_broadcast(context, call.app_type, sent.broadcast_id)
    return sent


async def send_relogin(call: calls.SendRelogin, context: Context) -> calls.Sent:
    """Forward a relogin, like a web upgrade."""
    sent = await forward(call, context)
    publish_broadcast(context, None, sent.broadcast_id)
    return sent
