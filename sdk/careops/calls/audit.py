"""The audit trail: who did what, when and from where; as a summary, as a list, and taking in events. Spec: A 2, A 7."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Final, get_args

from pydantic import BeforeValidator, Field, JsonValue, ValidationInfo, field_validator
from pydantic.json_schema import SkipJsonSchema

from careops.areas import Area, ClientT, each_row, verb
from careops.audit_events import AuditPatient as AuditPatient
from careops.audit_events import AuditResource as AuditResource
from careops.audit_events import AuditTrail as AuditTrail
from careops.audit_events import AuditUser as AuditUser
from careops.audit_events import EventProblem as EventProblem
from careops.audit_events import EventsAdded as EventsAdded
from careops.audit_events import EventStatus as EventStatus
from careops.audit_events import NewAuditEvent as NewAuditEvent
from careops.audit_events import NewAuditPatient as NewAuditPatient
from careops.audit_events import NewAuditResource as NewAuditResource
from careops.audit_events import NewAuditUser as NewAuditUser
from careops.audit_events import RefusedEvent as RefusedEvent
from careops.audit_events import UserType as UserType
from careops.constants import AUDIT_MAX_DAYS
from careops.contract import APPS, STAFF, Call, Example, Get, Model, Page, PagedByTen, Post
from careops.fields import Day, Id, Text
from careops.filters import JOINED, Joined, joined_schema, one_of, separated
from careops.shapes import items, record

SIGN_IN_KEYS: Final = ("session.sign_in", "user.sign_in")
"""Events that are sign-ins, of the console and of the apps: when FAILED, they are the summary's failed logins."""
EXPORT_KEYS: Final = ("patient.export",)
"""Events that are the summary's patient exports."""
MAX_EVENTS: Final = 1000
"""Events one batch may hold."""

UNSTORABLE: Final = "Please remove the control characters"
OWN_EVENT: Final = "This event is careops's own: name yours otherwise"
TOO_LONG: Final = f"Date range cannot exceed {AUDIT_MAX_DAYS} days"
WRONG_ORDER: Final = "Start date cannot be after end date"
IN_FUTURE: Final = "End date cannot be in the future"

_STATUSES: Final = get_args(EventStatus)
_TYPES: Final = get_args(UserType)
_HOURS: Final = tuple(str(hour) for hour in range(24))
Statuses = Annotated[Sequence[str], BeforeValidator(separated), one_of(*_STATUSES), JOINED, joined_schema(*_STATUSES)]
Hours = Annotated[Sequence[str], BeforeValidator(separated), one_of(*_HOURS), JOINED, joined_schema(*_HOURS)]
UserTypes = Annotated[Sequence[str], BeforeValidator(separated), one_of(*_TYPES), JOINED, joined_schema(*_TYPES)]


class AuditStatistics(Model):
    """What happened, in numbers. ``daily_average`` counts every day of the range, quiet ones too."""

    total_events: int
    """Events on these days."""
    successful_events: int
    """Events of calls that worked."""
    failed_events: int
    """Events of calls that were refused."""
    failed_logins: int
    """Sign-ins that were refused."""
    patient_exports: int
    """Times somebody exported patients' data."""
    daily_average: float
    """Events a day, on average over every day of the range."""


class DateRange(Model):
    """Both days belong to it."""

    start: date
    """The first day, in India."""
    end: date
    """The last day, in India; it belongs to the range."""


class AuditSummary(Model):
    """The audit trail of some days in numbers. Each mapping has its greatest count first."""

    statistics: AuditStatistics
    """The totals."""
    events_by_type: dict[str, int]
    """Events by event key, the most frequent first."""
    top_users: dict[str, int]
    """Events by the name of who did them, the busiest first."""
    busiest_hours: dict[str, int]
    """Hour of the day in Asia/Kolkata, "0" to "23"."""
    date_range: DateRange
    """The days that were counted."""
    generated_at: datetime
    """When the figures were read, in UTC."""


def _checked_end(end: date | None, info: ValidationInfo) -> date | None:
    start = info.data.get("start_date")
    if end is not None and start is not None:
        if start > end:
            raise ValueError(WRONG_ORDER)
        if (end - start).days >= AUDIT_MAX_DAYS:
            raise ValueError(TOO_LONG)
    return end


_EVENT = {
    "id": "0197a3c2-7d1e-7c40-9a55-3f0f3a1c2b11",
    "key": "patient.export",
    "user": {"name": "Jasleen Gill", "type": "staff"},
    "patient": {"name": "Mohinder Brar"},
    "resource": {"id": "p-2210", "type": "patient"},
    "event_status": "SUCCESS",
    "timestamp": "2026-11-20T09:31:07Z",
    "ip_address": "203.0.113.7",
    "description": "Exported as PDF",
    "user_agent": "Clinic app 4.2 (Android 15)",
    "parameters": {"format": "pdf", "pages": 3},
}


class ReadAuditSummary(Call[AuditSummary]):
    """The audit trail of some days in numbers, of one clinic or of all. Spec: A 2, A 3, A 5, A 7.

    Days are those of Asia/Kolkata; both ends count, at most 90 days, none in the future. Without dates: the last 30
    days. ``events_by_type`` and ``top_users`` hold the ten greatest.
    """

    route = Get("/admin/audit_trails/summary", access=STAFF, answer=record("data"), may_refuse=(404,))
    example = Example(
        call={"clinic_id": 41},
        answer={
            "statistics": {
                "total_events": 1204,
                "successful_events": 1166,
                "failed_events": 38,
                "failed_logins": 21,
                "patient_exports": 17,
                "daily_average": 40.13,
            },
            "events_by_type": {"appointment.create": 402, "patient.view": 377},
            "top_users": {"Jasleen Gill": 510, "Harpreet Kaur": 61},
            "busiest_hours": {"11": 181, "10": 164, "17": 120},
            "date_range": {"start": "2026-10-23", "end": "2026-11-21"},
            "generated_at": "2026-11-21T10:15:00Z",
        },
    )

    start_date: Day | None = None
    """The first day to count, in India; 29 days before the last when not given."""
    end_date: Day | None = None
    """The last day to count, in India; today when not given."""
    clinic_id: Id | None = None
    """Count only events about this clinic."""

    check_dates = field_validator("end_date")(_checked_end)


class AuditFilters(PagedByTen):
    """Which events a list holds, narrowed by any of the filters together."""

    start_date: Day | None = None
    """The first day to list, in India; 29 days before the last when not given."""
    end_date: Day | None = None
    """The last day to list, in India; today when not given."""
    clinic_id: Id | None = None
    """Only events about this clinic."""
    search_text: Text | None = None
    """Only events that hold this text anywhere: in the key, a name, the address, the description, a parameter."""
    event_keys: Joined | None = None
    """Only events with one of these keys."""
    event_status: Statuses | None = None
    """Only events that worked, or only those that were refused."""
    user_type: UserTypes | None = None
    """Only events of people with one of these roles."""
    resource_type: Joined | None = None
    """Only events about things of one of these types."""

    check_dates = field_validator("end_date")(_checked_end)


class ListAuditTrails(AuditFilters, Call[Page[AuditTrail]]):
    """Audit events, newest first, ten to a page, narrowed by any of the filters together. Spec: A 2, A 3, A 5, A 7.

    Dates as in the summary. ``search_text`` is looked for in every field of an event; ``event_keys``,
    ``event_status``, ``user_type`` and ``resource_type`` take several values. ``total_records`` is exact.
    """

    route = Get(
        "/admin/audit_trails",
        access=STAFF,
        answer=items("data.audit_trails"),
        may_refuse=(404,),
        step_up_export=True,
    )
    example = Example(
        call={"clinic_id": 41, "event_keys": "patient.export", "event_status": "SUCCESS,FAILED"},
        answer={"items": [_EVENT], "total_records": 1, "total_pages": 1},
    )


class FindAuditTrails(AuditFilters, Call[Page[AuditTrail]]):
    """Audit events of some hours of the day. Our own addition: the documented list knows no hours.

    Everything else as in ``ListAuditTrails``.
    """

    route = Get(
        "/careops/audit_trails",
        access=STAFF,
        forwarded=True,
        answer=items("data.audit_trails"),
        may_refuse=(404,),
        step_up_export=True,
    )
    example = Example(
        call={"clinic_id": 41, "hours": "15,16"},
        answer={"items": [_EVENT], "total_records": 1, "total_pages": 1},
    )

    hours: Hours | None = None
    """Only events of these hours of the day in Asia/Kolkata, "0" to "23", as the summary names them."""


class AddAuditEvents(Call[EventsAdded]):
    """Take in events of the platform's apps, up to 1,000 at once. Our own addition (S-6).

    For programs only, with a key of the scope ``audit:write``; each event notes by its name which one sent it. An event
    is known by its ``id``: sent again, it is not added twice, and the first form stays. Good events are kept though
    others of the batch are refused; each refused one is named by its place. Keys of careops's own events, such as
    ``clinic.update``, are refused. ``user.sign_in`` counts as a sign-in, ``patient.export`` as a patient export.
    """

    route = Post("/careops/audit_events", access=APPS, answer=record("data"), event="audit.add_events", judged="events")
    example = Example(
        call={"events": [{**_EVENT, "clinic_id": 41}]},
        answer={"added": 1, "known": 0, "refused": []},
    )

    # What is no event travels on as it came: the server names it, and keeps the others.
    events: Annotated[
        Sequence[Annotated[NewAuditEvent | SkipJsonSchema[JsonValue], Field(union_mode="left_to_right")]],
        Field(max_length=MAX_EVENTS, repr=False),
    ]
    """The events, in any order."""


class Audit(Area[ClientT]):
    """``client.audit``: the audit trail."""

    summary = verb(ReadAuditSummary)
    list = verb(ListAuditTrails)
    each = each_row(ListAuditTrails)
    find = verb(FindAuditTrails)
    add_events = verb(AddAuditEvents)
