"""The only place where Sanic and the contract meet: the same steps, in the same order, for every call.

origin and request id → authenticate → access → parse → (prepare) → one transaction: idempotency key, handler, audit
event → answer. A refusal on the way of a mutation is an audit event too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import structlog
from pydantic import ValidationError
from sanic import Request, Sanic
from sanic.response import HTTPResponse
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.session import RefreshSession
from careops.constants import MUST_CHANGE
from careops.contract import ANYONE, Binding, Call, Mismatch, Route
from careops.conversation import IDEMPOTENCY_HEADER, IF_MATCH_HEADER, RUN_HEADER
from careops.errors import CareOpsError, Forbidden, InvalidInput, Refused, Unauthorized
from careops.problems import problems_of
from careops_server.audit import queries as audit
from careops_server.context import Actor, Change, Context, Origin
from careops_server.database.connections import Away
from careops_server.edge.answers import success
from careops_server.edge.body import json_body, query_values, refuse_unstorable
from careops_server.idempotency import Once, checked_key, secret_fields
from careops_server.observe import metrics
from careops_server.observe.logs import HIDDEN
from careops_server.refusals import asked_for, clinic_of
from careops_server.services import Services
from careops_server.versions import checked_version, version_of

log = structlog.get_logger()
SanicApp = Sanic[Any, Any]
SanicRequest = Request[Any, Any]
PREFIX = "/api"
CHOOSE_FIRST = "Please choose a password of your own first"


def mount(app: SanicApp, binding: Binding[Context]) -> None:
    """Answer a call's route with its handler."""
    route = binding.call.route

    async def answer(request: SanicRequest, **path: str) -> HTTPResponse:
        return await carry_out(binding, request, path)

    uri = PREFIX + route.path.replace("{", "<").replace("}", ">")
    app.add_route(answer, uri, methods=[route.method], name=binding.call.__name__)


async def carry_out(binding: Binding[Context], request: SanicRequest, path: dict[str, str]) -> HTTPResponse:
    """From a request to its answer. Raises ``Refused``."""
    services: Services = request.app.ctx.services
    origin: Origin = request.ctx.origin
    route = binding.call.route
    token = "" if route.access is ANYONE else bearer_token(request)
    actor = await services.sessions.actor(token) if token else None
    if actor is not None:
        structlog.contextvars.bind_contextvars(user_id=actor.user.id)
    admitted = services.limits.admit(route, actor, origin, run=RUN_HEADER in request.headers)
    request.ctx.budget = admitted.headers
    with admitted:
        return await _carry_out(binding, request, path, Context(services, origin, actor, token=token))


async def _carry_out(
    binding: Binding[Context], request: SanicRequest, path: dict[str, str], context: Context
) -> HTTPResponse:
    route, actor = binding.call.route, context.signed_in
    if not route.mutates:
        await _refuse_for_now(route, context)
        return await _read(binding, read_call(binding.call, request, path, actor), context)
    call: Call[Any] | None = None
    try:
        await _refuse_for_now(route, context)
        call = read_call(binding.call, request, path, actor)
        return success(await _mutate(binding, call, context, request))
    except Away:
        # Nowhere to note it, and nobody knows whether it happened: an event that says FAILED could be a lie.
        log.warning("refusal not in the audit trail", call=binding.call.__name__)
        raise
    except Refused as refusal:
        asked = call.parameters if call is not None else asked_for(binding.call, path, _body_of(request))
        await _note_refusal(binding.call, call, asked, context, refusal)
        raise


async def _refuse_for_now(route: Route, context: Context) -> None:
    """What has to come first: a password of one's own (SEC-07), or one's password once more (SEC-21)."""
    actor = context.signed_in
    if actor is None:
        return
    if actor.must_change_password and not route.with_one_time_password:
        raise Forbidden(CHOOSE_FIRST, source=MUST_CHANGE)
    if route.step_up and (route.access is None or actor.account_type in route.access):
        await context.services.sessions.refuse_unconfirmed(actor)


def bearer_token(request: SanicRequest) -> str:
    """The request's token. Raises ``Unauthorized`` when there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthorized
    return token.strip()


def read_call(call: type[Call[Any]], request: SanicRequest, path: dict[str, str], actor: Actor | None) -> Call[Any]:
    """The call a request makes. Access is checked before a parameter is looked at."""
    if actor is not None and (call.route.access is None or actor.account_type not in call.route.access):
        raise Forbidden
    refuse_unstorable(path, "path")
    body = json_body(request) if call.route.has_body else None
    if not call.route.has_body and request.body:
        raise InvalidInput("This call takes no body", source="body")
    try:
        made = call.from_wire(path, query_values(request), body)
    except ValidationError as error:
        raise InvalidInput(*problems_of(error)) from None
    except Mismatch as error:
        raise InvalidInput(str(error), source=error.field) from None
    for name, access in call.restricted_fields().items():
        if name in made.model_fields_set and (actor is None or access is None or actor.account_type not in access):
            raise Forbidden(source=name)
    return made


async def _read(binding: Binding[Context], call: Call[Any], context: Context) -> HTTPResponse:
    versioned = call.route.versioned
    prepared = await binding.prepared(call, context)
    if context.services.upstream is not None and not call.route.is_own:
        passed_on = await binding.handler(call, context, *prepared)  # no connection is held while we wait
        return success(call.write_answer(passed_on), passed_on.version if versioned else None)

    async def work(connection: AsyncConnection) -> Any:
        return await binding.handler(call, context.on(connection), *prepared)

    answer = await context.services.database.read(work)
    return success(call.write_answer(answer), version_of(answer, versioned) if versioned else None)


async def _mutate(
    binding: Binding[Context], call: Call[Any], context: Context, request: SanicRequest
) -> dict[str, Any]:
    key = context.idempotency_key = checked_key(request.headers.get(IDEMPOTENCY_HEADER))
    context.if_match = checked_version(request.headers.get(IF_MATCH_HEADER), type(call))
    secrets = context.services.settings.fingerprint_keys
    once = Once(context.actor.user.id, key, call, secrets) if key and context.signed_in else None
    prepared = await binding.prepared(call, context)

    async def work(connection: AsyncConnection) -> dict[str, Any]:
        if once is not None and (kept := await once.claim(connection)) is not None:
            return kept
        attempt = context.on(connection)
        try:
            answer = call.write_answer(await binding.handler(call, attempt, *prepared))
        except CareOpsError:
            context.change = attempt.change  # a refusal's event tells what the handler had found out
            raise
        if not attempt.change.is_none:
            await audit.add_event(
                connection,
                key=event_key(type(call)),
                event_status="SUCCESS",
                actor=attempt.change.actor or context.signed_in,
                origin=context.origin,
                change=attempt.change,
                parameters=shown_parameters(call),
            )
        if once is not None:
            await once.keep(connection, answer)
        return answer

    return await context.services.database.change(work)


def _body_of(request: SanicRequest) -> Mapping[str, Any] | None:
    """The body of a request that was refused, when it is JSON at all."""
    try:
        return json_body(request)
    except Refused:
        return None


async def _note_refusal(
    kind: type[Call[Any]], call: Call[Any] | None, asked: Mapping[str, Any], context: Context, refusal: Refused
) -> None:
    """A refused mutation leaves an event, in a transaction of its own. Nobody's garbage does not."""
    if context.signed_in is None and (call is None or refusal.status == 429):
        return
    change = context.change
    more = ""
    if kind is RefreshSession and change.resource_id is None:
        metrics.refresh_misses.inc()
        before = context.services.limits.misses_before(context.origin)
        if before is None:
            return  # an event for each would let a stranger fill the trail
        more = f" ({before} more from this address in the minute before)" if before else ""
    told = Change(
        change.resource_type,
        change.resource_id,
        change.clinic_id or clinic_of(kind, asked),
        description=change.description or f"{refusal}{more}",
        actor=change.actor,
    )

    async def work(connection: AsyncConnection) -> None:
        await audit.add_event(
            connection,
            key=event_key(kind),
            event_status="FAILED",
            actor=change.actor or context.signed_in,
            origin=context.origin,
            change=told,
            parameters=shown_parameters(call) if call is not None else asked,
        )

    try:
        await context.services.database.change(work)
    except Refused as second:
        # The database is away: the refusal itself still has to reach the caller.
        log.warning("refusal not in the audit trail", call=kind.__name__, reason=str(second))


def event_key(call: type[Call[Any]]) -> str:
    """The audit event's name of a call."""
    return call.route.event or call.__name__


def shown_parameters(call: Call[Any]) -> dict[str, Any]:
    """A call's parameters for the audit trail; those that are secret are only said to be there."""
    secret = secret_fields(type(call))
    return {name: HIDDEN if name in secret else value for name, value in call.parameters.items()}
