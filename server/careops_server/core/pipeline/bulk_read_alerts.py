"""Detection of bulk reads of people's records (SEC-64). It refuses nothing; it records an audit event once an hour for
each account.
"""

from __future__ import annotations

from typing import Any

from careops.contract import Call, FixedPageParams, Page, PageParams, RawJson
from careops.errors import ApiError
from careops_server.core.audit import event_queries as audit
from careops_server.core.context import Context
from careops_server.core.observability import metrics
from careops_server.core.observability.logs import log
from careops_server.core.principal import Change


def people_in(call: Call[Any], answer: object) -> int:
    """Return the number of records of people in an answer. A timeline is about one record."""
    if not call.reads_people():
        return 0
    if isinstance(call, PageParams | FixedPageParams):
        total = answer.ready["total_records"] if isinstance(answer, RawJson) else 0
        total = answer.total_records if isinstance(answer, Page) else total
        return max(0, min(call.perpage, total - (call.page - 1) * call.perpage))
    return len(answer) if isinstance(answer, list) else 1


async def watch(call: Call[Any], answer: object, context: Context) -> None:
    """Count the records of people in an answer."""
    await count(people_in(call, answer), context)


async def count(number: int, context: Context) -> None:
    """Count records of people that an account has read. Record an audit event if these are too many."""
    actor = context.signed_in
    if actor is None or not number:
        return
    read = context.services.limits.count_people(actor, number)
    if read is None:
        return
    metrics.bulk_reads.inc()
    kind, id = ("user", actor.user.id) if actor.api_client is None else ("key", actor.api_client.key_id)
    text = f"Read {read:,} records of people within an hour"
    event = audit.EventRecord("SUCCESS", Change(kind, str(id), description=text, after={"people": read}), {})
    try:
        await context.services.database.change(
            lambda connection: audit.record_events(
                connection, [event], key=audit.BULK_READ, actor=actor, origin=context.origin
            )
        )
    except ApiError as refusal:
        log.warning("cannot record bulk read in audit trail", people=read, reason=str(refusal))
