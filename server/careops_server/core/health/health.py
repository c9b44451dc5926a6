"""Health checks: ``/live`` and ``/ready``."""

from __future__ import annotations

import asyncio
import hmac
import time
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final

import psycopg
from sanic import Request
from sanic.response import HTTPResponse, json

from careops.errors import ApiError
from careops_server.core.audit.checkpoints import Fault, find_fault
from careops_server.core.audit.seal_queries import SigningKeyMismatch
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.database.schema_revision import newest, serves
from careops_server.core.embedded_postgres.disk_space import data_folder, free_bytes
from careops_server.core.health import queries
from careops_server.core.http.client_address import is_trusted

if TYPE_CHECKING:
    from careops_server.core.services import Services

_PASSED_ON = frozenset({"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"})
_LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})
MIN_FREE_BYTES = 200 * 2**20
MAX_CLOCK_DRIFT_SECONDS = 2.0
_DONE_WITHOUT = frozenset({"store", "audit_trail", "platform"})
"""Components whose failure only degrades the server: sending requests to another server would not help."""
_FAULTS: Final[dict[Fault, str]] = {
    "gone back": "the audit trail is not the one this installation sealed; run careops audit verify",
    "other key": str(SigningKeyMismatch()),
}


async def live(request: Request[Any, Any]) -> HTTPResponse:
    """Answer that the process is alive, without checks."""
    return json({"status": "ok"})


async def ready(request: Request[Any, Any]) -> HTTPResponse:
    """Answer whether the server can serve requests, with 503 if not. Operators also get the result of each check.

    ``degraded`` is no reason to send requests elsewhere.
    """
    services: Services = request.app.ctx.services
    checked = await checks(services)
    wrong = {name for name, check in checked.items() if not check["ok"]}
    good = wrong <= _DONE_WITHOUT
    body: dict[str, Any] = {"status": ("degraded" if wrong else "ok") if good else "not ready"}
    if is_ours(request):
        body["checks"] = checked
        body["installation"] = services.settings.installation_id
    return json(body, status=200 if good else 503)


async def checks(services: Services) -> dict[str, dict[str, Any]]:
    """Run all checks and return their results."""
    platform = services.platform_reach
    database, store, reached = await asyncio.gather(
        _database(services), services.store_reach.ok(), platform.check() if platform else _no_platform()
    )
    return {**database, "disk": _disk(services), "store": {"ok": store}, **reached}


async def _no_platform() -> dict[str, Any]:
    return {}


async def _database(services: Services) -> dict[str, dict[str, Any]]:
    async def look(connection: Connection) -> tuple[tuple[str, float], Fault | None]:
        state = await queries.state(connection)
        # The table may not exist before the first migration.
        return state, await find_fault(services.settings, connection) if serves(state[0]) else None

    try:
        async with asyncio.timeout(2):
            (revision, database_clock), fault = await services.database.read(look)
    except (ApiError, TimeoutError) as error:
        return {"database": {"ok": False, "reason": _reason(error)}}
    ahead = abs(time.time() - database_clock)
    return {
        "database": {"ok": True},
        "migrations": {"ok": serves(revision), "current": revision, "wanted": newest()},
        "clock": {"ok": ahead <= MAX_CLOCK_DRIFT_SECONDS, "seconds_off": round(ahead, 3)},
        "audit_trail": {"ok": False, "reason": _FAULTS[fault]} if fault else {"ok": True},
    }


def _disk(services: Services) -> dict[str, Any]:
    settings = services.settings
    embedded = data_folder(settings)
    free = free_bytes(embedded or settings.data_dir.absolute())
    least = max(MIN_FREE_BYTES, settings.reserve_mib * 2**20 if embedded else 0)
    return {"ok": free >= least, "free_bytes": free}


def _reason(error: Exception) -> str:
    """Return the error message of PostgreSQL or of a proxy in front of it."""
    cause = error.__cause__
    message = str(cause).strip() if isinstance(cause, psycopg.Error) else ""
    return message.splitlines()[0] if message else "the database does not answer in time"


def is_ours(request: Request[Any, Any]) -> bool:
    """Return whether a request comes from the operator: with the metrics token, or from this machine.

    With a proxy on this machine, all requests would seem local. Requests that a proxy forwarded and requests from
    trusted proxies therefore do not count.
    """
    settings: Settings = request.app.ctx.settings
    sent_token = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
    token = settings.metrics_token
    if token is not None and hmac.compare_digest(sent_token, token.get_secret_value().encode()):
        return True
    host = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
    return (
        ip_address(request.ip).is_loopback
        and not is_trusted(request.ip, settings.trusted_proxies)
        and request.headers.keys().isdisjoint(_PASSED_ON)
        and host in _LOCAL
    )
