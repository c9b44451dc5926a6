"""Handlers of the devices of users."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from careops.calls import devices as calls
from careops.calls.users import NO_USER
from careops.contract import Empty
from careops.error_codes import title_of
from careops.errors import NotFound
from careops_server.areas.broadcasts.queries import write_lines_ahead
from careops_server.areas.devices import queries
from careops_server.areas.users.reference import USER
from careops_server.core.context import Context

CLOCK_SKEW: Final = timedelta(minutes=5)
"""Tolerance for device clocks that are ahead of the server's."""
TOO_SOON: Final = title_of("report_from_future")
list_devices = queries.DEVICES.handle


async def delete_device(call: calls.DeleteDevice, context: Context) -> Empty:
    """Delete a device."""
    before = await queries.delete_device(context.connection, call)
    if before is None:
        await USER.find(context.connection, call.user_id)
        raise NotFound(calls.NO_DEVICE, source="device_id")
    context.changed("device", call.device_id, before={"user_id": call.user_id, **before})
    return Empty()


async def delete_all_devices(call: calls.DeleteAllDevices, context: Context) -> calls.DevicesDeleted:
    """Delete all of a user's devices, or all of one type."""
    await USER.lock(context.connection, call.user_id)
    deleted = await queries.delete_all_devices(context.connection, call)
    facts = {"devices": len(deleted), "device_type": call.device_type or "all"}
    context.changed("user", call.user_id, before=facts, records=deleted)
    return calls.DevicesDeleted(deleted=len(deleted))


async def report_devices(call: calls.ReportDevices, context: Context) -> calls.DevicesReported:
    """Store the latest report of each device, and return the refused reports."""
    users = await queries.known_users(context.connection, {device.user_id for device in call.devices})
    latest = datetime.now(UTC) + CLOCK_SKEW
    refused, good = [], []
    for index, device in enumerate(call.devices):
        if device.user_id not in users:
            refused.append(calls.RefusedReport(index=index, title=NO_USER, code=NO_USER.code))
        elif device.seen_at > latest:
            refused.append(calls.RefusedReport(index=index, title=TOO_SOON, code=TOO_SOON.code))
        else:
            good.append(device)
    apps, keys = [device.app_type for device in good], [device.device_key for device in good]
    await write_lines_ahead(context.connection, list(apps), keys)
    devices = await queries.report_devices(context.connection, good)
    context.changed(
        "device", f"{len(call.devices)} reports", after={"added": devices.added, "updated": devices.updated}
    )
    known_devices = len(good) - devices.added - devices.updated
    return calls.DevicesReported(added=devices.added, updated=devices.updated, known=known_devices, refused=refused)
