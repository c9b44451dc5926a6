"""Request pipeline, the only place where Sanic and the contract meet. Every call takes the same steps in the same
order.

origin and request id → authenticate → access → parse → (prepare) → one transaction: idempotency key, handler, audit
event, realtime events → (work after the commit) → answer. A refused mutation is recorded as an audit event too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import structlog
from pydantic import ValidationError
from sanic import Request, Sanic
from sanic.response import HTTPResponse

from careops.calls.session import RefreshSession
from careops.client.request_flow import FORGIVING_HEADER, IDEMPOTENCY_HEADER, IF_MATCH_HEADER, RUN_HEADER
from careops.constants import MUST_CHANGE
from careops.contract import ANYONE, TAKES_NO_BODY, Binding, Call, PathBodyMismatch, RawJson, Route
from careops.contract.routes import USUAL_SECONDS
from careops.contract.validation_errors import problems_from_validation
from careops.error_codes import title_of
from careops.errors import ApiError, CareOpsError, Forbidden, InvalidInput, Unauthorized
from careops.files import Download, Upload
from careops_server.core.audit import event_queries as audit
from careops_server.core.auth.api_key_tokens import is_key
from careops_server.core.auth.session_binding import SessionBinding, check_same_origin
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.database.pool import DatabaseUnavailable
from careops_server.core.http.body_stream import BodyReader, read_body
from careops_server.core.http.multipart import Form, boundary_of
from careops_server.core.http.protocol import TimeoutProtocol
from careops_server.core.http.request_parsing import check_storable, json_body, query_values
from careops_server.core.http.responses import send_file, success
from careops_server.core.idempotency.keys import IdempotencyKey, checked_key
from careops_server.core.observability import logs, metrics
from careops_server.core.pipeline import bulk_read_alerts
from careops_server.core.pipeline.audit_parameters import audit_parameters, clinic_id_of, event_key, raw_parameters
from careops_server.core.pipeline.etags import checked_version, etag_of
from careops_server.core.principal import Actor, Change, Origin
from careops_server.core.realtime import queries as realtime
from careops_server.core.services import Services

log = structlog.get_logger()
SanicApp = Sanic[Any, Any]
SanicRequest = Request[Any, Any]
PREFIX = "/api"
CHOOSE_FIRST = title_of("password_change_required")
OWN_KEYS_ONLY = title_of("keys_not_supported")


def mount(app: SanicApp, binding: Binding[Context]) -> None:
    """Register a call's route with its handler."""
    route = binding.call.route

    async def answer(request: SanicRequest, **path: str) -> HTTPResponse | None:
        return await handle_request(binding, request, path)

    uri = PREFIX + route.path.replace("{", "<").replace("}", ">")
    # The body is read below, after authentication.
    app.route(uri, methods=methods_of(route), name=binding.call.__name__, ignore_body=True)(answer)


def methods_of(route: Route) -> list[str]:
    """Return the methods of a route: HEAD answers like a GET that only reads, without the body (RFC 9110, 9.1)."""
    return ["GET", "HEAD"] if route.method == "GET" and not route.mutates else [route.method]


async def handle_request(binding: Binding[Context], request: SanicRequest, path: dict[str, str]) -> HTTPResponse | None:
    """Handle a request. Return None if the response, a file, was already sent. Raises ``ApiError``."""
    services: Services = request.app.ctx.services
    given: Origin = request.ctx.origin
    check_same_origin(given)
    origin = _in_its_browser(given, services.browsers, request.headers.get("cookie", ""))
    route = binding.call.route
    token = "" if route.access is ANYONE else bearer_token(request)
    known = services.keys if is_key(token) else services.sessions
    actor = await known.authenticate(token, origin) if token else None
    if actor is not None:
        logs.add_context(**({"user_id": actor.user.id} if actor.program is None else {"key_id": actor.program.key_id}))
    of_a_run = actor is not None and services.run_tokens.is_valid(request.headers.get(RUN_HEADER), actor.account_key)
    admitted = services.limits.admit(route, actor, origin, run=of_a_run)
    request.ctx.budget = admitted.headers
    with admitted:
        return await _carry_out(binding, request, path, Context(services, origin, actor, token=token))


def _in_its_browser(origin: Origin, browsers: SessionBinding, cookies: str) -> Origin:
    if not cookies:
        return origin
    return replace(origin, browsers=browsers.cookie_hashes(cookies), changed_lately=browsers.wrote_recently(cookies))


async def _carry_out(
    binding: Binding[Context], request: SanicRequest, path: dict[str, str], context: Context
) -> HTTPResponse | None:
    route, actor = binding.call.route, context.signed_in
    if not route.mutates:
        await _check_first_steps(route, context)
        asked_for_it = await read_call(binding.call, request, path, actor)
        try:
            return await _read(binding, asked_for_it, context, request)
        finally:
            _close_files(asked_for_it)
    call: Call[Any] | None = None
    try:
        await _check_first_steps(route, context)
        call = await read_call(binding.call, request, path, actor)
        done = await _mutate(binding, call, context, request)
    except DatabaseUnavailable:
        # No event: the database is unreachable and the result unknown, so an event with FAILED could be wrong.
        log.warning("refusal not in the audit trail", call=binding.call.__name__)
        raise
    except ApiError as refusal:
        asked = call.parameters if call is not None else raw_parameters(binding.call, path, _body_of(request))
        await _note_refusal(binding.call, call, asked, context, refusal)
        raise
    finally:
        if call is not None:
            _close_files(call)
    if isinstance(done, Download):
        await send_file(request, done)
        return None
    response = success(done)
    for cookie in context.cookies:
        response.headers.add("set-cookie", cookie)
    if context.services.settings.database_read_url is not None and context.origin.browsers:
        response.headers.add("set-cookie", context.services.browsers.has_changed)
    return response


async def _check_first_steps(route: Route, context: Context) -> None:
    """Refuse a call that requires another step first: a new password (SEC-07), confirmation of the password (SEC-21),
    or signing in.
    """
    actor = context.signed_in
    if actor is None:
        return
    if actor.program is not None and context.services.upstream is not None and route.is_passed_on:
        raise Forbidden(OWN_KEYS_ONLY)
    if actor.must_change_password and not route.with_one_time_password:
        raise Forbidden(CHOOSE_FIRST, source=MUST_CHANGE)
    if route.step_up and actor.is_among(route.access):
        await context.services.sessions.require_recent_password(actor)


def bearer_token(request: SanicRequest) -> str:
    """Return the request's token. Raises ``Unauthorized`` without one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthorized
    return token.strip()


async def read_call(
    call: type[Call[Any]], request: SanicRequest, path: dict[str, str], actor: Actor | None
) -> Call[Any]:
    """Parse a request into a call. Access is checked before the parameters and before the body is read."""
    if actor is not None and not actor.may_call(call):
        raise actor.access_error(call)
    if path:
        check_storable(path, "path")
    query = query_values(request.query_string) if request.query_string else {}
    if call.route.multipart:
        form = Form(boundary_of(request.headers), call.file_fields(), request.app.ctx.settings.spool_dir)
        await form.read(BodyReader(request, most=call.route.body_limit))
        _allow_time(request, call.route)
        try:
            return _build_call(call, path, query, form.texts, actor, form.files)
        except BaseException:
            form.close()
            raise
    body = request.body = await read_body(request, most=call.route.body_limit)
    if body and not call.route.has_body:
        raise InvalidInput(TAKES_NO_BODY, source="body")
    given = json_body(request.headers.get("content-type", ""), body, judged=call.route.judged)
    return _build_call(call, path, query, given, actor)


def _allow_time(request: SanicRequest, route: Route) -> None:
    """Extend the time limit of the handler if the call's route requires it."""
    protocol = getattr(request.stream, "protocol", None)
    if route.work_seconds > USUAL_SECONDS and isinstance(protocol, TimeoutProtocol):
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
        made = call.from_wire(path, query, body, files)
    except ValidationError as error:
        raise InvalidInput(*problems_from_validation(error)) from None
    except PathBodyMismatch as error:
        raise InvalidInput(error.title, source=error.field) from None
    for name, access in call.restricted_fields().items():
        if name in made.model_fields_set and (actor is None or not actor.is_among(access)):
            raise Forbidden(source=name)
    return made


def _close_files(call: Call[Any]) -> None:
    for name in call.file_fields():
        if (upload := getattr(call, name)) is not None:
            upload.close()


async def _read(
    binding: Binding[Context], call: Call[Any], context: Context, request: SanicRequest
) -> HTTPResponse | None:
    versioned = call.route.versioned
    prepared = await binding.prepared(call, context)
    if context.services.upstream is not None and call.route.is_passed_on:
        passed_on = await binding.handler(call, context, *prepared)  # no connection is held while we wait
        await bulk_read_alerts.watch(call, passed_on, context)
        if isinstance(passed_on, Download):
            await send_file(request, passed_on)
            return None
        return success(call.write_answer(passed_on), passed_on.version if versioned else None)

    asked = call.with_typo_tolerance() if FORGIVING_HEADER in request.headers else call

    async def work(connection: Connection) -> Any:
        return await binding.handler(asked, context.with_read_connection(connection), *prepared)

    # An API client does not report its recent changes, so it always reads current data.
    may_be_behind = binding.may_be_behind and bool(context.origin.browsers) and not context.origin.changed_lately
    answer = await context.services.database.read(work, may_be_behind=may_be_behind)
    await bulk_read_alerts.watch(call, answer, context)
    if isinstance(answer, Download):
        await send_file(request, answer)
        return None
    spelt = answer.spelt if isinstance(answer, RawJson) else ()
    return success(call.write_answer(answer), etag_of(answer, versioned) if versioned else None, spelt)


async def _mutate(
    binding: Binding[Context], call: Call[Any], context: Context, request: SanicRequest
) -> dict[str, Any] | Download:
    key = context.idempotency_key = checked_key(request.headers.get(IDEMPOTENCY_HEADER))
    context.if_match = checked_version(request.headers.get(IF_MATCH_HEADER), type(call))
    secrets = context.services.settings.fingerprint_keys
    once = IdempotencyKey(context.actor.user.id, key, call, secrets) if key and context.signed_in else None
    if call.route.answer.file or call.route.keyed_inside:
        once = None  # files are not stored; a repeated request generates the file again
    prepared = await binding.prepared(call, context)
    handled: list[Any] = [None]

    async def work(connection: Connection) -> dict[str, Any] | Download:
        handled[0] = None  # the result of a rolled back attempt must not reach the follow-up
        if once is not None and (kept := await once.acquire(connection)) is not None:
            return kept
        attempt = context.with_connection(connection)
        try:
            made = handled[0] = await binding.handler(call, attempt, *prepared)
            answer: dict[str, Any] | Download = made if isinstance(made, Download) else call.write_answer(made)
        except CareOpsError:
            context.change = attempt.change  # the event of a refusal includes the facts that the handler reported
            raise
        if not attempt.change.is_none:
            await audit.add_event(
                connection,
                key=event_key(type(call)),
                event_status="SUCCESS",
                actor=attempt.change.actor or context.signed_in,
                origin=context.origin,
                change=attempt.change,
                parameters=audit_parameters(call),
            )
        if attempt.events:
            await realtime.raise_events(connection, attempt.events)
        if once is not None and not isinstance(answer, Download):
            await once.store(connection, answer)
        context.enqueued = attempt.enqueued
        return answer

    done = await context.services.database.change(work, large=call.route.large)
    if context.enqueued:
        context.services.jobs_asked.set()
    if binding.follow is not None and handled[0] is not None:
        return call.write_answer(await binding.follow(handled[0], context))
    return done


def _body_of(request: SanicRequest) -> Mapping[str, Any] | None:
    """Return the body of a refused request, if it is JSON."""
    try:
        return json_body(request.headers.get("content-type", ""), request.body)
    except ApiError:
        return None


async def _note_refusal(
    kind: type[Call[Any]], call: Call[Any] | None, asked: Mapping[str, Any], context: Context, refusal: ApiError
) -> None:
    """Record a refused mutation as an audit event in a separate transaction. Unauthenticated invalid requests leave
    none.
    """
    if context.signed_in is None and (call is None or refusal.status == 429):
        return
    change = context.change
    more = ""
    if kind is RefreshSession and change.resource_id is None:
        metrics.refresh_misses.inc()
        before = context.services.limits.suppressed_failures(context.origin)
        if before is None:
            return  # otherwise anonymous requests could fill the audit log
        more = f" ({before} more from this address in the minute before)" if before else ""
    told = Change(
        change.resource_type,
        change.resource_id,
        change.clinic_id or clinic_id_of(kind, asked),
        description=change.description or f"{refusal}{more}",
        actor=change.actor,
    )

    async def work(connection: Connection) -> None:
        await audit.add_event(
            connection,
            key=event_key(kind),
            event_status="FAILED",
            actor=change.actor or context.signed_in,
            origin=context.origin,
            change=told,
            parameters=audit_parameters(call) if call is not None else asked,
        )

    try:
        await context.services.database.change(work)
    except ApiError as second:
        # The database is unreachable, but the refusal must still reach the caller.
        log.warning("refusal not in the audit trail", call=kind.__name__, reason=str(second))
