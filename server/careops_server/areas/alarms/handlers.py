"""Handler of alerts, which are collected on request."""

from __future__ import annotations

from careops.calls.alarms import Alarm, ListAlarms
from careops_server.alarms.gathering import gather
from careops_server.context import Context
from careops_server.observe import health


async def list_alarms(call: ListAlarms, context: Context) -> list[Alarm]:
    """Return all current alerts."""
    checks = await health.checks(context.services)
    return await gather(context.services.settings, checks, context.connection)
