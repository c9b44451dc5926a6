"""Handlers of the audit log: summary, list, and events of the platform's apps."""

from __future__ import annotations

from typing import Any

from careops.calls import audit as calls
from careops.contract import Page, RawJson
from careops_server.areas.audit import activity_queries, ingestion, list_queries
from careops_server.areas.audit.details import DetailAccess
from careops_server.areas.clinics.reference import CLINIC
from careops_server.areas.records.access import named_resources
from careops_server.core.audit import days, event_queries, summary_queries
from careops_server.core.context import Context


async def read_audit_summary(call: calls.ReadAuditSummary, context: Context) -> calls.AuditSummary:
    """Return the summary of the audit log for some days."""
    now = days.now()
    range_ = days.DateRange.of(call, today=days.local_date(now))
    figures = await summary_queries.summarize(context.connection, call.clinic_id, range_, context.services.summaries)
    if figures.total == 0:
        await _check_clinic(context, call.clinic_id)
    statistics = calls.AuditStatistics(
        total_events=figures.total,
        successful_events=figures.total - figures.failed,
        failed_events=figures.failed,
        failed_logins=figures.failed_logins,
        patient_exports=figures.patient_exports,
        daily_average=round(figures.total / len(range_), 2),
    )
    return calls.AuditSummary(
        statistics=statistics,
        events_by_type=figures.events_by_type,
        top_users=figures.top_users,
        busiest_hours=figures.busiest_hours,
        date_range=calls.DateRange(start=range_.start, end=range_.end),
        generated_at=now,
    )


async def list_audit_trails(
    call: calls.ListAuditTrails | calls.FindAuditTrails, context: Context
) -> RawJson[Page[Any]]:
    """Return one page of matching events."""
    range_ = days.DateRange.of(call, today=days.local_date(days.now()))
    page = await list_queries.list_events(
        context.connection,
        call,
        range_,
        DetailAccess.of(context.actor),
        named=named_resources(context.actor),
    )
    if page.ready["total_records"] == 0:
        await _check_clinic(context, call.clinic_id)
    return page


async def read_activity(call: calls.ReadActivity, context: Context) -> list[calls.PersonActivity]:
    """Return the actions of staff by person and event key."""
    range_ = days.DateRange.of(call, today=days.local_date(days.now()), usual_days=1)
    return await activity_queries.count_actions(
        context.connection, range_, hours=call.hours, actor_id=call.actor_id, changes_only=bool(call.changes_only)
    )


async def add_audit_events(call: calls.AddAuditEvents, context: Context) -> calls.EventsAdded:
    """Add the valid events of a batch, each once, and report the others."""
    batch = ingestion.validate(call.events, now=days.now())
    request_id = context.origin.request_id
    good = list(batch.good.values())
    sent_by = context.actor.user.name
    added = (
        await event_queries.add_events(context.connection, good, request_id=request_id, sent_by=sent_by) if good else 0
    )
    known_events = len(good) - added + batch.repeated
    context.changed(
        "audit_events", request_id, after={"added": added, "known": known_events, "refused": len(batch.refused)}
    )
    return calls.EventsAdded(added=added, known=known_events, refused=batch.refused)


async def _check_clinic(context: Context, clinic_id: int | None) -> None:
    """Raise ``NotFound`` for an unknown clinic. A deleted clinic keeps its audit log, so only empty results are
    checked.
    """
    if clinic_id is not None:
        await CLINIC.find(context.connection, clinic_id)
