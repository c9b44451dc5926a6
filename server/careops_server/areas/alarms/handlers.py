"""Handler of alerts, which are collected on request."""

from __future__ import annotations

from careops.calls.alarms import Alarm, ListAlarms
from careops_server.areas.alarms.collect import gather
from careops_server.core.context import Context
from careops_server.core.health import health


async def list_alarms(call: ListAlarms, context: Context) -> list[Alarm]:
    """Return all current alerts."""
    checks = await health.checks(context.services)
    return await gather(context.services.settings, checks, context.connection)
