"""Audit events of refused mutations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from careops.calls.session import RefreshSession
from careops.errors import ApiError
from careops_server.core.audit import event_queries as audit
from careops_server.core.database.database import DatabaseUnavailable
from careops_server.core.observability import metrics
from careops_server.core.observability.logs import log
from careops_server.core.pipeline.audit_parameters import audit_parameters, clinic_id_of, event_key, raw_parameters
from careops_server.core.pipeline.exchange import Exchange
from careops_server.core.principal import Change


async def record_refusal(exchange: Exchange, refusal: ApiError) -> None:
    """Record a refused mutation in a separate transaction. Unauthenticated invalid requests leave no event."""
    kind, call, context = exchange.binding.call, exchange.parsed, exchange.context
    if isinstance(refusal, DatabaseUnavailable):
        # The result of the mutation is unknown, so an event with FAILED could be wrong.
        log.warning("cannot record refusal in audit trail", call=kind.__name__)
        return
    if context.signed_in is None and (call is None or refusal.status == 429):
        return
    change = context.change
    repeat_note = ""
    if kind is RefreshSession and change.resource_id is None:
        metrics.refresh_misses.inc()
        before = context.services.limits.suppressed_failures(context.origin)
        if before is None:
            return  # otherwise anonymous requests could fill the audit log
        repeat_note = f" ({before} more from this address in the minute before)" if before else ""
    parameters: Mapping[str, Any] = (
        call.parameters if call is not None else raw_parameters(kind, exchange.path, exchange.content)
    )
    recorded = Change(
        change.resource_type,
        change.resource_id,
        change.clinic_id or clinic_id_of(kind, parameters),
        description=change.description or f"{refusal}{repeat_note}",
        actor=change.actor,
    )

    event = audit.EventRecord("FAILED", recorded, audit_parameters(call) if call is not None else parameters)
    actor = change.actor or context.signed_in
    try:
        await context.services.database.change(
            lambda connection: audit.record_events(
                connection, [event], key=event_key(kind), actor=actor, origin=context.origin
            )
        )
    except ApiError as second:
        # The database is unreachable, but the refusal must still reach the caller.
        log.warning("cannot record refusal in audit trail", call=kind.__name__, reason=str(second))
