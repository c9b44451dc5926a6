"""Broadcasts: counted, sent once a minute, and followed up."""

from __future__ import annotations

from careops.calls.broadcasts import (
    MINUTE_SECONDS,
    NO_BROADCAST,
    TOO_SOON,
    Adoption,
    Broadcast,
    BroadcastKind,
    ListBroadcasts,
    ListReachedDevices,
    Reach,
    ReachedDevice,
    ReadAdoption,
    ReadReach,
    SendRelogin,
    SendWebUpgrade,
    Sent,
)
from careops.contract import Page, Written
from careops.errors import NotFound, TooManyRequests
from careops_server.broadcasts import queries
from careops_server.context import Context

CONSOLE = "admin"
"""The app that is this console."""


async def read_reach(call: ReadReach, context: Context) -> Reach:
    """Whom it would reach now."""
    return await queries.reach(context.connection, call.app_type)


async def send_web_upgrade(call: SendWebUpgrade, context: Context) -> Sent:
    """Send it, and for the console offer it in every open tab."""
    sent = await _send("web_upgrade", call.app_type, context)
    context.raises(f"app:{call.app_type}", "web_upgrade", broadcast_id=sent.broadcast_id, app_type=call.app_type)
    if call.app_type == CONSOLE:
        context.raises("admin", "deployment", broadcast_id=sent.broadcast_id)
    return sent


async def send_relogin(call: SendRelogin, context: Context) -> Sent:
    """Send it. No session of the console ends by that (B-58)."""
    sent = await _send("relogin", None, context)
    context.raises("admin", "relogin", broadcast_id=sent.broadcast_id)
    return sent


async def list_broadcasts(call: ListBroadcasts, context: Context) -> Written[Page[Broadcast]]:
    """One page of them."""
    return await queries.list_broadcasts(context.connection, call)


async def read_adoption(call: ReadAdoption, context: Context) -> Adoption:
    """One of them, and who followed by when."""
    adoption = await queries.adoption(context.connection, call.broadcast_id)
    if adoption is None:
        raise NotFound(NO_BROADCAST, source="broadcast_id")
    return adoption


async def list_reached_devices(call: ListReachedDevices, context: Context) -> Written[Page[ReachedDevice]]:
    """One page of its ledger."""
    return await queries.list_reached_devices(context.connection, call)


async def _send(kind: BroadcastKind, app_type: str | None, context: Context) -> Sent:
    passed = await queries.seconds_since(context.connection, kind, app_type)
    if passed is not None and passed < MINUTE_SECONDS:
        raise TooManyRequests(TOO_SOON, source="app_type" if app_type else "", retry_after=MINUTE_SECONDS - passed)
    reached = await queries.send(context.connection, kind, app_type, sent_by=context.actor.user.name)
    told = {"kind": kind, "devices": reached.devices, "users": reached.users}
    context.changed("broadcast", reached.id, after=told if app_type is None else {**told, "app_type": app_type})
    return Sent(broadcast_id=reached.id, devices=reached.devices)
