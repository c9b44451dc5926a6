"""The pipeline's steps of a query."""

from __future__ import annotations

from careops.contract import RawJson
from careops.contract.headers import TYPO_TOLERANCE_HEADER
from careops.files import Download
from careops_server.core.pipeline import bulk_read_alerts
from careops_server.core.pipeline.etags import etag_of
from careops_server.core.pipeline.exchange import Exchange


async def run_query(exchange: Exchange) -> None:
    """Read the answer, from the database or from the platform behind a gateway."""
    binding, context, call = exchange.binding, exchange.context, exchange.call
    prepared = await binding.prepared(call, context)
    versioned = exchange.route.versioned
    if context.services.upstream is not None and exchange.route.is_forwarded:
        answer = await binding.handler(call, context, *prepared)  # no connection is held during the wait
        exchange.version = answer.version if versioned else None
    else:
        request = call.with_typo_tolerance() if TYPO_TOLERANCE_HEADER in exchange.request.headers else call
        # An API client does not report its recent changes, so it always reads current data.
        allow_replica = binding.allow_replica and bool(context.origin.browsers) and not context.origin.changed_lately
        answer = await context.services.database.read(
            lambda connection: binding.handler(request, context.with_read_connection(connection), *prepared),
            allow_replica=allow_replica,
        )
        exchange.version = etag_of(answer, versioned) if versioned else None
        exchange.corrections = answer.spelt if isinstance(answer, RawJson) else ()
    exchange.result = answer
    exchange.payload = answer if isinstance(answer, Download) else call.write_answer(answer)


async def watch_bulk_reads(exchange: Exchange) -> None:
    """Report an account that has read the records of too many people."""
    if exchange.binding.call.reads_people():
        await bulk_read_alerts.watch(exchange.call, exchange.result, exchange.context)
