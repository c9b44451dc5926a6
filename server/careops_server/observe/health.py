"""Is it alive, is it ready, how is it doing: ``/live``, ``/ready``, ``/metrics``."""

from __future__ import annotations

import asyncio
import hmac
import time
from ipaddress import ip_address
from typing import Any

from sanic import Request
from sanic.response import HTTPResponse, json
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.errors import NotFound, Refused
from careops_server.database.revision import newest
from careops_server.database.storage import data_folder, free_bytes
from careops_server.observe import metrics
from careops_server.services import Services

_STATE = text("select version_num, extract(epoch from clock_timestamp())::float8 as now from alembic_version")
LEAST_FREE_BYTES = 200 * 2**20
MOST_CLOCK_SECONDS = 2.0


async def live(request: Request[Any, Any]) -> HTTPResponse:
    """The process answers; nothing else is looked at."""
    return json({"status": "ok"})


async def ready(request: Request[Any, Any]) -> HTTPResponse:
    """One line per thing that must be right to serve requests; 503 when one is not."""
    services: Services = request.app.ctx.services
    checks = {**await _database(services), "disk": _disk(services)}
    good = all(check["ok"] for check in checks.values())
    return json({"status": "ok" if good else "not ready", "checks": checks}, status=200 if good else 503)


async def scrape(request: Request[Any, Any]) -> HTTPResponse:
    """Prometheus' page: for this machine, or with the token from anywhere."""
    if not _may_scrape(request):
        raise NotFound
    body = await asyncio.to_thread(metrics.scrape)
    return HTTPResponse(body, content_type=metrics.CONTENT_TYPE)


async def _database(services: Services) -> dict[str, dict[str, Any]]:
    async def read(connection: AsyncConnection) -> tuple[str, float]:
        row = (await connection.execute(_STATE)).one()
        return row.version_num, row.now

    try:
        async with asyncio.timeout(2):
            revision, database_clock = await services.database.read(read)
    except (Refused, TimeoutError) as error:
        return {"database": {"ok": False, "reason": str(error) or "no answer within 2 s"}}
    ahead = abs(time.time() - database_clock)
    wanted = newest()
    return {
        "database": {"ok": True},
        "migrations": {"ok": revision == wanted, "current": revision, "wanted": wanted},
        "clock": {"ok": ahead <= MOST_CLOCK_SECONDS, "seconds_off": round(ahead, 3)},
    }


def _disk(services: Services) -> dict[str, Any]:
    free = free_bytes(data_folder(services.settings) or services.settings.data_dir.absolute())
    return {"ok": free >= LEAST_FREE_BYTES, "free_bytes": free}


def _may_scrape(request: Request[Any, Any]) -> bool:
    services: Services = request.app.ctx.services
    token = services.settings.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token is not None:
        return hmac.compare_digest(given.encode(), token.get_secret_value().encode())
    # A proxy on this machine would make everybody local, so its requests do not count as that.
    return ip_address(request.ip).is_loopback and "x-forwarded-for" not in request.headers
