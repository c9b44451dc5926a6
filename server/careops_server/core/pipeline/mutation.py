"""The pipeline's steps of a mutation: its conditions, its transaction, and the work after the commit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from careops.calls.changes import ApplyBatch
from careops.contract import Call
from careops.contract.headers import IDEMPOTENCY_HEADER, IF_MATCH_HEADER
from careops.errors import CareOpsError
from careops.files import Download
from careops_server.core.audit import event_queries as audit
from careops_server.core.database.connection import Connection
from careops_server.core.idempotency.keys import IdempotencyKey, checked_key
from careops_server.core.pipeline.approval import check_approval, find_approval
from careops_server.core.pipeline.audit_parameters import audit_parameters, event_key
from careops_server.core.pipeline.etags import checked_version
from careops_server.core.pipeline.exchange import Exchange
from careops_server.core.realtime import queries as realtime


async def read_conditions(exchange: Exchange) -> None:
    """Read the idempotency key and the version that the caller wants to change."""
    headers, context = exchange.request.headers, exchange.context
    context.idempotency_key = checked_key(headers.get(IDEMPOTENCY_HEADER))
    if (version := headers.get(IF_MATCH_HEADER)) is not None:
        context.if_match = checked_version(version, exchange.binding.call)


async def run_mutation(exchange: Exchange) -> None:
    """Run one transaction: idempotency key, policies, handler, count, audit event, realtime events, stored answer."""
    binding, context, call = exchange.binding, exchange.context, exchange.call
    once = _idempotency_of(call, exchange)
    prepared = await binding.prepared(call, context)

    async def work(connection: Connection) -> Mapping[str, Any] | Download:
        exchange.has_changed = False
        exchange.result = None  # the result of a rolled back attempt must not reach the work after the commit
        if once is not None and (stored := await once.acquire(connection)) is not None:
            return stored
        approval = await find_approval(exchange, connection) if exchange.policies else None
        attempt = context.with_connection(connection)
        try:
            result = exchange.result = await binding.handler(call, attempt, *prepared)
            if approval is not None:
                await check_approval(exchange, connection, attempt, approval)
            answer: dict[str, Any] | Download = result if isinstance(result, Download) else call.write_answer(result)
        except CareOpsError:
            context.change = attempt.change  # the event of a refusal includes the facts that the handler reported
            raise
        exchange.has_changed = not attempt.change.is_none
        if not attempt.change.is_none:
            parameters = audit_parameters(call)
            if attempt.ids_parameter:
                parameters.pop(attempt.ids_parameter, None)
            events = [audit.EventRecord("SUCCESS", attempt.change, parameters)]
            if attempt.additional_changes:
                events += [audit.EventRecord("SUCCESS", change, parameters) for change in attempt.additional_changes]
            actor = attempt.change.actor or context.signed_in
            await audit.record_events(connection, events, key=event_key(type(call)), actor=actor, origin=context.origin)
        if attempt.events:
            await realtime.raise_events(connection, attempt.events)
        if once is not None and not isinstance(answer, Download):
            await once.store(connection, answer)
        context.enqueued = attempt.enqueued
        return answer

    exchange.payload = await context.services.database.change(work, large=exchange.route.large)
    if exchange.has_changed:
        name = call.change if isinstance(call, ApplyBatch) else type(call).__name__
        if name in context.services.today.calls:
            context.services.today.notify()
    if context.enqueued:
        context.services.jobs_asked.set()


async def follow_up(exchange: Exchange) -> None:
    """Do the call's work after the commit, unless an earlier request with the same key did it."""
    follow = exchange.binding.follow
    if follow is not None and exchange.result is not None:
        exchange.payload = exchange.call.write_answer(await follow(exchange.result, exchange.context))


def _idempotency_of(call: Call[Any], exchange: Exchange) -> IdempotencyKey | None:
    route, context, key = exchange.route, exchange.context, exchange.context.idempotency_key
    if not key or context.signed_in is None:
        return None
    if route.answer.file or route.items_have_keys:
        return None  # files are not stored; a repeated request generates the file again
    return IdempotencyKey(context.signed_in.user.id, key, call, context.services.settings.fingerprint_keys)
