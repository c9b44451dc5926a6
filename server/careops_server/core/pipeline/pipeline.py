"""Request pipeline: the steps of every call, in their order. The only place where Sanic and the contract meet.

``QUERY`` and ``MUTATION`` list the steps; each is a function below or in the module that its name leads to. A step
refuses a request with ``ApiError``. A refused mutation is recorded as an audit event, from the rate limit on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias

from pydantic import ValidationError
from sanic.response import HTTPResponse

from careops.constants import MUST_CHANGE
from careops.contract import ANYONE, TAKES_NO_BODY, Binding, Call, PathBodyMismatch, Route
from careops.contract.headers import RUN_HEADER
from careops.contract.routes import USUAL_SECONDS
from careops.contract.validation_errors import problems_from_validation
from careops.error_codes import title_of
from careops.errors import ApiError, Forbidden, InvalidInput, Unauthorized
from careops.files import Download, Upload
from careops_server.core.auth.api_key_tokens import is_key
from careops_server.core.auth.api_keys import EndedKeyError
from careops_server.core.auth.key_request_log import KeyedRequest
from careops_server.core.auth.session_binding import check_same_origin
from careops_server.core.context import Context
from careops_server.core.http.body_stream import BodyReader, read_body
from careops_server.core.http.multipart import Form, boundary_of
from careops_server.core.http.protocol import TimeoutProtocol
from careops_server.core.http.request_parsing import check_storable, json_body, loose_json, query_values, without_lists
from careops_server.core.http.responses import send_file, success
from careops_server.core.http.sanic_types import SanicApp, SanicRequest
from careops_server.core.observability import logs
from careops_server.core.pipeline.approval import find_policies
from careops_server.core.pipeline.exchange import Exchange
from careops_server.core.pipeline.mutation import follow_up, read_conditions, run_mutation
from careops_server.core.pipeline.query import run_query, watch_bulk_reads
from careops_server.core.pipeline.refused_mutations import record_refusal
from careops_server.core.principal import Actor

PREFIX = "/api"
CHOOSE_FIRST = title_of("password_change_required")
OWN_KEYS_ONLY = title_of("keys_not_supported")
LARGE_BODY: Final = 2**18
"""Bytes of a body that a thread parses, so that other requests are served meanwhile."""
_ONE_LARGE_BODY: Final = asyncio.Lock()
Step: TypeAlias = Callable[[Exchange], Awaitable[None]]


def mount(app: SanicApp, binding: Binding[Context]) -> None:
    """Register a call's route with its handler."""
    route = binding.call.route
    uri = PREFIX + route.path.replace("{", "<").replace("}", ">")
    # The body is read below, after authentication.
    register = app.route(uri, methods=methods_of(route), name=binding.call.__name__, ignore_body=True)
    register(partial(handle_request, binding))


def methods_of(route: Route) -> list[str]:
    """Return the methods of a route: HEAD answers like a GET that only reads, without the body (RFC 9110, 9.1)."""
    return ["GET", "HEAD"] if route.method == "GET" and not route.mutates else [route.method]


async def handle_request(binding: Binding[Context], request: SanicRequest, /, **path: str) -> HTTPResponse | None:
    """Take the steps of a call. Return None if the response, a file, was already sent. Raises ``ApiError``."""
    route, context = binding.call.route, Context(request.app.ctx.services, request.ctx.origin)
    exchange = Exchange(binding, request, path, route, context)
    try:
        for step in MUTATION if route.mutates else QUERY:
            await step(exchange)
    except ApiError as refusal:
        if route.mutates and exchange.permit is not None and not exchange.is_done:
            await record_refusal(exchange, refusal)
        raise
    finally:
        exchange.release()
    return exchange.response


async def check_origin(exchange: Exchange) -> None:
    """Refuse pages of other sites, and read the cookies of this browser."""
    context = exchange.context
    check_same_origin(context.origin)
    if cookies := exchange.request.headers.get("cookie", ""):
        browsers = context.services.browsers
        hashes, changed_lately = browsers.cookie_hashes(cookies), browsers.wrote_recently(cookies)
        context.origin = replace(context.origin, browsers=hashes, changed_lately=changed_lately)


async def authenticate(exchange: Exchange) -> None:
    """Find the principal of the token: a session or an API key. Calls for anyone need none."""
    if exchange.route.access is ANYONE:
        return
    context = exchange.context
    scheme, _, credentials = exchange.request.headers.get("authorization", "").partition(" ")
    context.token = token = credentials.strip()
    if scheme.lower() != "bearer" or not token:
        raise Unauthorized
    authenticator = context.services.keys if is_key(token) else context.services.sessions
    try:
        context.signed_in = actor = await authenticator.authenticate(token, context.origin)
    except EndedKeyError as ended:
        _begin_log_entry(exchange, ended.key_id)
        raise
    if actor.api_client is None:
        logs.add_context(user_id=actor.user.id)
    else:
        logs.add_context(key_id=actor.api_client.key_id)
        _begin_log_entry(exchange, actor.api_client.key_id)


def _begin_log_entry(exchange: Exchange, key_id: int) -> None:
    """Mark the request for the request log of its key, which is written with the response."""
    exchange.request.ctx.keyed = KeyedRequest(key_id, exchange.binding.call.__name__)


async def limit_rate(exchange: Exchange) -> None:
    """Count the request, and take a seat among those in flight until the response has been sent."""
    request, actor, services = exchange.request, exchange.context.signed_in, exchange.context.services
    run_token = request.headers.get(RUN_HEADER)
    is_run = bool(run_token) and actor is not None and services.run_tokens.is_valid(run_token, actor.account_key)
    permit = services.limits.admit(exchange.route, actor, exchange.context.origin, run=is_run)
    request.ctx.budget = permit.headers
    permit.acquire()
    exchange.permit = permit


async def authorize(exchange: Exchange) -> None:
    """Refuse accounts without access, and calls that require another step first: a new password (SEC-07) or
    confirmation of the password (SEC-21).
    """
    actor, services, route = exchange.context.signed_in, exchange.context.services, exchange.route
    if actor is None:
        return
    if actor.api_client is not None and services.upstream is not None and route.is_forwarded:
        raise Forbidden(OWN_KEYS_ONLY)
    if actor.must_change_password and not route.allowed_with_temporary_password:
        raise Forbidden(CHOOSE_FIRST, source=MUST_CHANGE)
    if route.step_up and actor.is_among(route.access):
        await services.sessions.require_recent_password(actor)
    if not actor.may_call(exchange.binding.call):
        raise actor.access_error(exchange.binding.call)


async def parse(exchange: Exchange) -> None:
    """Read the body and build the call from path, query and body."""
    request, path, actor = exchange.request, exchange.path, exchange.context.signed_in
    call, route = exchange.binding.call, exchange.route
    if path:
        check_storable(path, "path")
    query = query_values(request.query_string) if request.query_string else {}
    if route.multipart:
        boundary, folder = boundary_of(request.headers), request.app.ctx.settings.spool_dir
        form = Form(boundary, call.file_fields(), folder, array_fields=call.form_array_fields())
        await form.read(BodyReader(request, most=route.body_limit))
        if route.work_seconds > USUAL_SECONDS:
            _allow_time(request, route)
        try:
            exchange.parsed = _build_call(call, path, query, {**form.texts, **form.arrays}, actor, form.files)
        except BaseException:
            form.close()
            raise
        return
    body = request.body = await read_body(request, most=route.body_limit)
    if route.work_seconds > USUAL_SECONDS:
        _allow_time(request, route)
    if body and not route.has_body:
        raise InvalidInput(TAKES_NO_BODY, source="body")
    if len(body) > LARGE_BODY:
        async with _ONE_LARGE_BODY:
            await asyncio.to_thread(_parse_large, exchange, query, body)
        return
    content_type = request.headers.get("content-type", "")
    exchange.content = json_body(content_type, body, per_item_field=route.per_item_field, most=route.body_values)
    exchange.parsed = _build_call(call, path, query, exchange.content, actor)


def _parse_large(exchange: Exchange, query: Mapping[str, str], body: bytes) -> None:
    """Build the call from a large JSON body. It is refused early if its lists are too long or another field is
    invalid, because the strict parser takes several times as long.
    """
    route, actor = exchange.route, exchange.context.signed_in
    call, content_type = exchange.binding.call, exchange.request.headers.get("content-type", "")
    if not route.per_item_field and (loose := loose_json(content_type, body)) is not None:
        try:
            call.check_long_lists(exchange.path, query, loose)
        except ValidationError as error:
            exchange.content = without_lists(loose)
            raise InvalidInput(*problems_from_validation(error)) from None
        del loose
    exchange.content = json_body(content_type, body, per_item_field=route.per_item_field, most=route.body_values)
    exchange.parsed = _build_call(call, exchange.path, query, exchange.content, actor)


def _allow_time(request: SanicRequest, route: Route) -> None:
    """Extend the time limit of the handler to ``work_seconds`` of the route, which begins when the body has arrived."""
    protocol = getattr(request.stream, "protocol", None)
    if isinstance(protocol, TimeoutProtocol):
        protocol.works_for(route.work_seconds)


def _build_call(
    call: type[Call[Any]],
    path: Mapping[str, str],
    query: Mapping[str, str],
    body: Mapping[str, Any] | None,
    actor: Actor | None,
    files: Mapping[str, Upload] | None = None,
) -> Call[Any]:
    try:
        call_built = call.from_wire(path, query, body, files)
    except ValidationError as error:
        raise InvalidInput(*problems_from_validation(error)) from None
    except PathBodyMismatch as error:
        raise InvalidInput(error.title, source=error.field) from None
    for name, access in call.restricted_fields().items():
        if name in call_built.model_fields_set and (actor is None or not actor.is_among(access)):
            raise Forbidden(source=name)
    return call_built


async def respond(exchange: Exchange) -> None:
    """Send a file, or build the response with its cookies."""
    exchange.is_done = True
    payload, context = exchange.payload, exchange.context
    if isinstance(payload, Download):
        await send_file(exchange.request, payload)
        return
    if payload is None:
        raise LookupError("nothing was run")
    exchange.response = response = success(payload, exchange.version, exchange.corrections)
    for cookie in context.cookies:
        response.headers.add("set-cookie", cookie)
    if exchange.route.mutates and context.services.settings.database_read_url and context.origin.browsers:
        response.headers.add("set-cookie", context.services.browsers.has_changed)


QUERY: Final[tuple[Step, ...]] = (
    check_origin,
    authenticate,
    limit_rate,
    authorize,
    parse,
    run_query,
    watch_bulk_reads,
    respond,
)
MUTATION: Final[tuple[Step, ...]] = (
    check_origin,
    authenticate,
    limit_rate,
    authorize,
    parse,
    read_conditions,
    find_policies,
    run_mutation,
    follow_up,
    respond,
)
