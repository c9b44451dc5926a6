"""The audit trail: in numbers, as a list, and events of the platform's apps."""

from __future__ import annotations

from careops.calls.audit import (
    AddAuditEvents,
    AuditStatistics,
    AuditSummary,
    AuditTrail,
    DateRange,
    EventsAdded,
    ListAuditTrails,
    ReadAuditSummary,
)
from careops.contract import Page
from careops_server.audit import days, intake, list_queries, queries, summary_queries
from careops_server.context import Context


async def read_audit_summary(call: ReadAuditSummary, context: Context) -> AuditSummary:
    """The audit trail of some days in numbers."""
    now = days.now()
    wanted = days.Days.of(call, today=days.day_of(now))
    counts = dict(await summary_queries.summarize(context.connection, call.clinic_id, wanted))
    total, failed = counts.pop("total_events"), counts.pop("failed_events")
    statistics = AuditStatistics(
        total_events=total,
        successful_events=total - failed,
        failed_events=failed,
        failed_logins=counts.pop("failed_logins"),
        patient_exports=counts.pop("patient_exports"),
        daily_average=round(total / len(wanted), 2),
    )
    dates = DateRange(start=wanted.start, end=wanted.end)
    return AuditSummary(statistics=statistics, date_range=dates, generated_at=now, **counts)


async def list_audit_trails(call: ListAuditTrails, context: Context) -> Page[AuditTrail]:
    """One page of the events that match."""
    wanted = days.Days.of(call, today=days.day_of(days.now()))
    return await list_queries.list_events(context.connection, call, wanted)


async def add_audit_events(call: AddAuditEvents, context: Context) -> EventsAdded:
    """Keep the good events of a batch, each once, and name the others."""
    batch = intake.judged(call.events, now=days.now())
    request_id = context.origin.request_id
    good = list(batch.good.values())
    added = await queries.add_events(context.connection, good, request_id=request_id) if good else 0
    known = len(good) - added + batch.repeated
    context.changed("audit_events", request_id, after={"added": added, "known": known, "refused": len(batch.refused)})
    return EventsAdded(added=added, known=known, refused=batch.refused)
