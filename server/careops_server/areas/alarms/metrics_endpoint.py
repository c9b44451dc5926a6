"""``/metrics`` and the values it reads on demand."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

from sanic import Request
from sanic.response import HTTPResponse

from careops.calls.alarms import AlarmKind
from careops.errors import ApiError, NotFound
from careops_server.areas.alarms.collect import gather
from careops_server.core.database.connection import Connection
from careops_server.core.health import health
from careops_server.core.jobs import queries as jobs
from careops_server.core.observability import metrics
from careops_server.core.services import Services


async def scrape(request: Request[Any, Any]) -> HTTPResponse:
    """Return the Prometheus page to local requests, or to any request with the token.

    It includes the current results of `/ready` and `careops alarms`, so that monitoring needs only one request.
    """
    if not health.is_ours(request):
        raise NotFound
    await _update_metrics(request.app.ctx.services)
    body = await asyncio.to_thread(metrics.scrape)
    return HTTPResponse(body, content_type=metrics.CONTENT_TYPE)


async def _update_metrics(services: Services) -> None:
    checks = await health.checks(services)
    metrics.set_checks({name: check["ok"] for name, check in checks.items()}, checks["disk"]["free_bytes"])

    async def find(connection: Connection) -> None:
        alarms = await gather(services.settings, checks, connection)
        stalled, failed = await jobs.count_stuck_and_failed(connection)
        counts = Counter(alarm.kind for alarm in alarms)
        metrics.set_alerts({kind: counts[kind] for kind in get_args(AlarmKind)}, stalled=stalled, failed=failed)

    if _may_ask(checks):
        try:
            async with asyncio.timeout(2):
                await services.database.read(find)
        except (ApiError, TimeoutError):
            metrics.set_checks({"database": False}, checks["disk"]["free_bytes"])


def _may_ask(checks: Mapping[str, Mapping[str, Any]]) -> bool:
    """Return whether the database is available and migrated."""
    return bool(checks["database"]["ok"] and checks["migrations"]["ok"])
