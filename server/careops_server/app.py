"""Sanic application: routes, errors, headers, start and stop."""

from __future__ import annotations

import errno
import re
import time
from email.utils import formatdate
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from sanic import Sanic
from sanic.config import Config
from sanic.exceptions import RequestCancelled, SanicException
from sanic.handlers import ErrorHandler
from sanic.http import Http
from sanic.response import BaseHTTPResponse, HTTPResponse

from careops.calls.realtime import MAX_MESSAGE_LENGTH
from careops.constants import MAX_CHANGES
from careops.contract.headers import CHANGES_HEADER
from careops.error_codes import Title, title_of
from careops.errors import ApiError, NotFound, ServerError, Unavailable
from careops_server.areas.alarms import metrics_endpoint
from careops_server.areas.change_requests.preview import supported_bindings
from careops_server.areas.today.sources import touching_calls
from careops_server.core.auth.key_request_log import KeyedRequest
from careops_server.core.auth.key_request_queries import LoggedRequest
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.database import FULL
from careops_server.core.health import health
from careops_server.core.http import openapi_document, responses
from careops_server.core.http.client_address import origin_of
from careops_server.core.http.documentation import PREFIX as DOCS
from careops_server.core.http.documentation import Documentation
from careops_server.core.http.protocol import HEADER_SECONDS
from careops_server.core.http.removed_calls import mount_removed
from careops_server.core.http.sanic_types import SanicApp, SanicRequest
from careops_server.core.http.static_files import Console
from careops_server.core.observability import logs, metrics, tracing
from careops_server.core.observability.logs import log
from careops_server.core.pipeline.pipeline import PREFIX, methods_of, mount
from careops_server.core.pipeline.websocket import mount_socket
from careops_server.core.rate_limits.shared_counters import SharedCounters
from careops_server.core.services import Services
from careops_server.core.storage import local_endpoints as uploads
from careops_server.gateway.handlers import gateway_routes
from careops_server.routes import ROUTES

if TYPE_CHECKING:
    from careops import AsyncCareOps

MAX_REST = 16 * 2**20
"""Bytes of a refused body that the server reads and discards before it closes the connection. Each route limits
accepted bodies itself.
"""
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
CLIENT_LEFT = 499
"""nginx's status for a client that closed the connection. Only metrics and logs contain it."""


def create_app(
    settings: Settings,
    database_url: str,
    *,
    name: str = "careops",
    upstream: AsyncCareOps | None = None,
    counters: SharedCounters | None = None,
) -> SanicApp:
    """Create a worker's application. It opens nothing until it starts.

    With ``settings.upstream_url`` (or a client given as ``upstream``) it forwards the calls to that platform.
    """
    if upstream is None and settings.upstream_url:
        from careops import AsyncCareOps, Retries  # httpx, which only a gateway needs

        retries = Retries(attempts=2, longest_wait=1.0)
        seconds = settings.upstream_seconds
        upstream = AsyncCareOps(settings.upstream_url, timeout=seconds, deadline=seconds, retries=retries)
    app: SanicApp = Sanic(name, config=_config(), error_handler=Errors(), configure_logging=False)
    documentation = Documentation(settings.documentation_dir)
    meta = {
        "environment": settings.environment,
        "booking-app": str(settings.booking_app_url or "").rstrip("/"),
        "documentation": documentation.address,
    }
    console = Console(settings.console_dir, meta, settings.storage_origin)

    app.register_middleware(_receive, "request")
    for binding in gateway_routes(ROUTES) if upstream else ROUTES:
        mount(app, binding)
    mount_removed(app)
    mount_socket(app)
    _mount_pages(app, console, documentation)

    async def start(app: SanicApp) -> None:
        app.ctx.services = Services.start(settings, database_url, upstream, counters)
        app.ctx.services.today.calls = touching_calls()
        app.ctx.services.policies.proposable = supported_bindings(ROUTES).keys()

    async def drain(app: SanicApp) -> None:
        app.ctx.stopping = True

    async def stop(app: SanicApp) -> None:
        await app.ctx.services.stop()

    app.ctx.settings = settings
    app.ctx.build = console.build
    app.ctx.stopping = False
    app.register_listener(start, "before_server_start")
    app.register_listener(drain, "before_server_stop")
    app.register_listener(stop, "after_server_stop")
    app.register_middleware(_send, "response")
    return app


def create_monitoring_app(services: Services) -> SanicApp:
    """Create the application of a job worker: the pages for monitoring alone. The caller stops ``services``."""
    app: SanicApp = Sanic("careops-worker", config=_config(), error_handler=Errors(), configure_logging=False)
    app.register_middleware(_receive, "request")
    app.register_middleware(_send, "response")
    for path, (name, page) in _MONITORING.items():
        app.route(path, name=name, methods=["GET", "HEAD"], ignore_body=True)(page)
    app.ctx.settings = services.settings
    app.ctx.services = services
    app.ctx.stopping = False
    return app


_MONITORING: Final = {
    "/live": ("live", health.live),
    "/ready": ("ready", health.ready),
    "/metrics": ("metrics", metrics_endpoint.scrape),
}
_PAGES: Final = {f"{PREFIX}/openapi.json": ("openapi", openapi_document.answer), **_MONITORING}


def _mount_pages(app: SanicApp, console: Console, documentation: Documentation) -> None:
    """Add the routes that are no calls. They ignore request bodies."""
    for path, (name, page) in _PAGES.items():
        app.route(path, name=name, methods=["GET", "HEAD"], ignore_body=True)(page)
    app.route("/uploads/<path:path>", name="put_file", methods=["PUT"], ignore_body=True)(uploads.put)
    app.route("/uploads/<path:path>", name="get_file", methods=["GET"], ignore_body=True)(uploads.get)
    app.route(DOCS, name="docs_root", methods=["GET", "HEAD"], ignore_body=True)(documentation.answer)
    app.route(f"{DOCS}/<path:path>", name="docs", methods=["GET", "HEAD"], ignore_body=True)(documentation.answer)
    app.route("/", name="console_root", methods=["GET", "HEAD"], ignore_body=True)(console.answer)
    app.route("/<path:path>", name="console", methods=["GET", "HEAD"], ignore_body=True)(console.answer)


def _config() -> Config:
    """Return Sanic's configuration with every limit explicit. Sanic's defaults wait a minute for a header and accept
    100 MB.
    """
    return Config(
        {
            "REQUEST_TIMEOUT": HEADER_SECONDS,
            "RESPONSE_TIMEOUT": 60,
            "KEEP_ALIVE_TIMEOUT": 75,
            "REQUEST_MAX_SIZE": MAX_REST,
            "REQUEST_MAX_HEADER_SIZE": 16_384,
            "WEBSOCKET_MAX_SIZE": MAX_MESSAGE_LENGTH,
            "WEBSOCKET_PING_INTERVAL": 20,
            "WEBSOCKET_PING_TIMEOUT": 20,
            "GRACEFUL_SHUTDOWN_TIMEOUT": 12.0,
            "ACCESS_LOG": False,
            "AUTO_EXTEND": False,
            "FALLBACK_ERROR_FORMAT": "json",
            "MOTD": False,
        },
        env_prefix=None,
    )


async def _receive(request: SanicRequest) -> None:
    """Set the request's origin, its id and its start time before any other step."""
    ctx = request.ctx
    ctx.started = time.perf_counter()
    ctx.received_ms = time.time_ns() // 1_000_000
    ctx.origin = origin = origin_of(request, request.app.ctx.settings.trusted_proxies)
    logs.bind(request_id=origin.request_id)
    tracing.received(request, request.route.path if request.route else "unknown")
    metrics.in_flight.add(1)


async def _send(request: SanicRequest, response: BaseHTTPResponse) -> None:
    """Add the headers of every response, write one log line, and count the request."""
    ctx, served = request.ctx, request.app.ctx
    if not hasattr(ctx, "origin"):
        # Malformed HTTP never reached the request middleware.
        ctx.origin = origin_of(request, frozenset())
        ctx.started = time.perf_counter()
        ctx.received_ms = time.time_ns() // 1_000_000
    else:
        metrics.in_flight.add(-1)
    headers = response.headers
    if not isinstance(response, responses.EnvelopeResponse):
        for name, value in responses.SECURITY_HEADERS.items():
            headers.setdefault(name, value)
        headers.setdefault("cache-control", "no-store")
    headers["date"] = _http_date(int(time.time()))
    headers.update(getattr(ctx, "budget", {}))
    headers["x-request-id"] = ctx.origin.request_id
    headers["x-received-ms"] = str(ctx.received_ms)
    if served.stopping and isinstance(request.stream, Http):
        request.stream.keep_alive = False  # else the stop would wait for a client that may not come back
    if served.settings.https:
        headers["strict-transport-security"] = responses.HSTS
    elapsed = time.perf_counter() - ctx.started
    route = request.route.path if request.route else "unknown"
    metrics.observe_request(request.method, route, response.status, elapsed)
    tracing.end_request(request, response.status, ctx.origin.request_id)
    if (keyed := getattr(ctx, "keyed", None)) is not None:
        _log_keyed_request(request, keyed, response.status, elapsed)
    if route.startswith("api") and served.services.upstream is None:
        headers[CHANGES_HEADER] = _MAX_CHANGES
    if route.startswith("api") or request.method == "PUT":  # an upload, not the files of the console
        logs.log_request(method=request.method, route=route, status=response.status, ms=round(elapsed * 1000, 1))


def _log_keyed_request(request: SanicRequest, keyed: KeyedRequest, status: int, elapsed: float) -> None:
    """Add the request to the request log of its API key. Nothing that the client sent is in it but its address."""
    origin = request.ctx.origin
    entry = LoggedRequest(
        time.time(),
        keyed.key_id,
        request.method,
        keyed.call_name,
        status,
        ",".join(keyed.codes),
        round(elapsed * 1000, 1),
        origin.request_id,
        origin.ip_address,
    )
    request.app.ctx.services.key_requests.record(entry)


_MAX_CHANGES = str(MAX_CHANGES)


class Errors(ErrorHandler):
    """Answers every failure in the platform's envelope. Unexpected errors are logged in full, but the caller gets no
    details.
    """

    def default(self, request: SanicRequest, exception: Exception) -> HTTPResponse:
        request_id = request.ctx.origin.request_id if hasattr(request.ctx, "origin") else ""
        refusal = _as_refusal(exception)
        allowed: list[str] = []
        if refusal.status == 405:
            # Sanic knows the methods of paths without variables only, and the console's catch-all route hides unknown
            # paths.
            allowed = allowed_methods(request.path)
            refusal = refusal if allowed else NotFound(_SANIC_TITLES[404])
            if not request.path.startswith(PREFIX):
                # Most likely a client that was configured with the console's address.
                refusal = ApiError(title_of("wrong_base_path", where=PREFIX), status=405)
        if refusal.status >= 500 and refusal.status != 503:
            log.exception("failed", exc_info=exception, route=request.path)
        if (keyed := getattr(request.ctx, "keyed", None)) is not None:
            keyed.refuse(refusal)
        response = responses.error_response(refusal, request_id)
        if isinstance(exception, SanicException) and refusal.status != 404:
            response.headers.update(exception.headers)
        if allowed:
            response.headers["allow"] = ", ".join(allowed)
        return response


@lru_cache(1)
def _http_date(second: int) -> str:
    """Return the time in the format of HTTP's Date header. Clients set their clock by it."""
    return formatdate(second, usegmt=True)


@cache
def _templates() -> list[tuple[re.Pattern[str], list[str]]]:
    """Return all paths with their methods. Paths without variables come first, as in the router."""
    methods = {path: ["GET", "HEAD"] for path in _PAGES}
    for binding in ROUTES:
        route = binding.call.route
        methods.setdefault(PREFIX + re.sub(r"{\w+}", "{}", route.path), []).extend(methods_of(route))
    ordered = sorted(methods, key=lambda path: path.count("{}"))
    return [(re.compile(re.escape(path).replace(r"\{\}", "[^/]+")), sorted(methods[path])) for path in ordered]


def allowed_methods(path: str) -> list[str]:
    """Return the methods of a path; none if it does not exist. Outside the API every path is a page."""
    allowed = next((methods for pattern, methods in _templates() if pattern.fullmatch(path)), [])
    return allowed if allowed or path.startswith((f"{PREFIX}/", PREFIX)) else ["GET", "HEAD"]


def _as_refusal(exception: Exception) -> ApiError:
    if isinstance(exception, ApiError):
        return exception
    if isinstance(exception, OSError) and exception.errno in _NO_ROOM:
        log.error("storage is full", reason=str(exception))
        return Unavailable(FULL, retry_after=30)
    if isinstance(exception, RequestCancelled):
        return ApiError(title_of("client_left"), status=CLIENT_LEFT)
    if isinstance(exception, SanicException) and exception.status_code < 500:
        kind = NotFound if exception.status_code == 404 else ApiError
        title = _SANIC_TITLES.get(exception.status_code, Title(str(exception), "bad_request"))
        return kind(title, status=exception.status_code)
    if isinstance(exception, SanicException) and exception.status_code == 503:
        return ApiError(title_of("busy"), status=503, retry_after=1)
    return ServerError()


_SANIC_TITLES = {
    400: title_of("http_invalid"),
    404: title_of("unknown_call"),
    405: title_of("method_not_allowed"),
    408: title_of("request_too_slow"),
    413: title_of("request_too_large"),
    417: title_of("expectation_failed"),
}
