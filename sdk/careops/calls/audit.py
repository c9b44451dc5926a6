"""The audit trail (who did what, when and from where): summary, list, and import of events. Spec: A 2, A 7."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Final, get_args

from pydantic import BeforeValidator, Field, JsonValue, ValidationInfo, field_validator
from pydantic.json_schema import SkipJsonSchema

from careops.constants import AUDIT_MAX_DAYS
from careops.contract import APPS, STAFF, Call, Example, FixedPageParams, Get, Model, Page, Post
from careops.contract.envelopes import array_in, object_in, one_page, page_in
from careops.contract.fields import Day, Id, Moment, Text
from careops.contract.filters import JOINED, Joined, JoinedSchema, choice, split_commas
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of
from careops.models.audit_events import AuditPatient as AuditPatient
from careops.models.audit_events import AuditResource as AuditResource
from careops.models.audit_events import AuditTrail as AuditTrail
from careops.models.audit_events import AuditUser as AuditUser
from careops.models.audit_events import EventProblem as EventProblem
from careops.models.audit_events import EventsAdded as EventsAdded
from careops.models.audit_events import EventStatus as EventStatus
from careops.models.audit_events import NewAuditEvent as NewAuditEvent
from careops.models.audit_events import NewAuditPatient as NewAuditPatient
from careops.models.audit_events import NewAuditResource as NewAuditResource
from careops.models.audit_events import NewAuditUser as NewAuditUser
from careops.models.audit_events import RefusedEvent as RefusedEvent
from careops.models.audit_events import UserType as UserType

SIGN_IN_KEYS: Final = ("session.sign_in", "user.sign_in")
"""Sign-ins to the console and to the apps. Failed ones count as failed logins in the summary."""
EXPORT_KEYS: Final = ("patient.export",)
"""Events that count as patient exports in the summary."""
MAX_EVENTS: Final = 1000
"""Maximum number of events per batch."""

UNSTORABLE: Final = title_of("control_characters")
OWN_EVENT: Final = title_of("event_key_reserved")
TOO_LONG: Final = title_of("range_too_long", count=AUDIT_MAX_DAYS)
WRONG_ORDER: Final = title_of("start_after_end")
IN_FUTURE: Final = title_of("end_in_future")

_STATUSES: Final = get_args(EventStatus)
_TYPES: Final = get_args(UserType)
_HOURS: Final = tuple(str(hour) for hour in range(24))
Statuses = Annotated[Sequence[str], BeforeValidator(split_commas), choice(*_STATUSES), JOINED, JoinedSchema(*_STATUSES)]
Hours = Annotated[Sequence[str], BeforeValidator(split_commas), choice(*_HOURS), JOINED, JoinedSchema(*_HOURS)]
UserTypes = Annotated[Sequence[str], BeforeValidator(split_commas), choice(*_TYPES), JOINED, JoinedSchema(*_TYPES)]


class AuditStatistics(Model):
    """Totals of audit events. ``daily_average`` includes days without events."""

    total_events: int
    """Number of events on these days."""
    successful_events: int
    """Events of successful calls."""
    failed_events: int
    """Events of refused calls."""
    failed_logins: int
    """Refused sign-ins."""
    patient_exports: int
    """Exports of patient data."""
    daily_average: float
    """Average number of events per day, over all days of the range."""


class DateRange(Model):
    """Range of days that includes both ends."""

    start: date
    """First day, in India."""
    end: date
    """Last day, in India; included in the range."""


class AuditSummary(Model):
    """Figures of the audit trail for a range of days. Each mapping is sorted by count, highest first."""

    statistics: AuditStatistics
    """Totals."""
    events_by_type: dict[str, int]
    """Number of events by event key, highest first."""
    top_users: Annotated[dict[str, int], Personal("name", "staff")]
    """Number of events by the name of the user, highest first."""
    busiest_hours: dict[str, int]
    """Number of events by hour of the day in Asia/Kolkata, "0" to "23"."""
    date_range: DateRange
    """Days that were counted."""
    generated_at: datetime
    """Time when the figures were read, in UTC."""


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
    """Return figures of the audit trail for a range of days. Spec: A 2, A 3, A 5, A 7.

    Days are those of Asia/Kolkata. The range includes both ends, has at most 90 days and none in the future. Default:
    the last 30 days. ``events_by_type`` and ``top_users`` contain the ten highest counts.
    """

    route = Get("/admin/audit_trails/summary", access=STAFF, answer=object_in("data"), may_refuse=(404,))
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
    """First day to count, in India; by default 29 days before the last."""
    end_date: Day | None = None
    """Last day to count, in India; by default today."""
    clinic_id: Id | None = None
    """Only events about this clinic."""

    check_dates = field_validator("end_date")(_checked_end)


class AuditFilters(FixedPageParams):
    """Filters of audit events. All given filters must match."""

    start_date: Day | None = None
    """First day to list, in India; by default 29 days before the last."""
    end_date: Day | None = None
    """Last day to list, in India; by default today."""
    clinic_id: Id | None = None
    """Only events about this clinic."""
    search_text: Text | None = None
    """Only events that contain this text in their key, names, address, or details that the caller may read."""
    event_keys: Joined | None = None
    """Only events with one of these keys."""
    event_status: Statuses | None = None
    """Only successful events, or only refused ones."""
    user_type: UserTypes | None = None
    """Only events of users with one of these roles."""
    resource_type: Joined | None = None
    """Only events about resources of one of these types."""

    check_dates = field_validator("end_date")(_checked_end)


class ListAuditTrails(AuditFilters, Call[Page[AuditTrail]]):
    """List audit events, newest first, ten per page. All given filters must match. Spec: A 2, A 3, A 5, A 7.

    Dates as in the summary. ``search_text`` searches every field of an event. ``event_keys``, ``event_status``,
    ``user_type`` and ``resource_type`` accept several values. ``total_records`` is exact.
    """

    route = Get(
        "/admin/audit_trails",
        access=STAFF,
        answer=array_in("data.audit_trails"),
        may_refuse=(404,),
        step_up_export=True,
    )
    example = Example(
        call={"clinic_id": 41, "event_keys": "patient.export", "event_status": "SUCCESS,FAILED"},
        answer=one_page(_EVENT),
    )


class ClinicOfEvent(Model):
    """Clinic that an audit event is about."""

    id: int
    """Id of the clinic."""
    name: str | None = None
    """Name of the clinic; null if it was deleted."""


class FoundAuditTrail(AuditTrail):
    """Audit event in a list across clinics."""

    clinic: ClinicOfEvent | None = None
    """Clinic that the event is about; null for none."""
    record_name: Annotated[str | None, Personal("name", "anyone")] = None
    """Current name of the record that changed. That of their record for notes and follow-ups.

    Null if it was deleted or the caller may not read it.
    """
    record: str | None = None
    """Kind and id of the record of a note, follow-up or schedule, such as ``doctor:984``.

    Null for other types, and if the caller may not read it.
    """


class FindAuditTrails(AuditFilters, Call[Page[FoundAuditTrail]]):
    """List audit events of some hours of the day, or of one person. Our own addition: the documented list lacks them.

    Otherwise identical to ``ListAuditTrails``, with the clinic of each event.
    """

    route = Get(
        "/careops/audit_trails",
        access=STAFF,
        forwarded=True,
        answer=array_in("data.audit_trails"),
        may_refuse=(404,),
        step_up_export=True,
    )
    example = Example(
        call={"clinic_id": 41, "hours": "15,16"},
        answer=one_page({**_EVENT, "clinic": {"id": 41, "name": "Navjeevan Polyclinic"}}),
    )

    hours: Hours | None = None
    """Only events of these hours of the day in Asia/Kolkata, "0" to "23", as in the summary."""
    actor_id: Id | None = None
    """Only actions of this member of staff in careops, by the id of the user."""
    changes_only: bool | None = None
    """True to leave out openings, claims, presence, drafts and sessions, which change no record."""


class PersonActivity(Model):
    """Actions of a member of staff within some days."""

    id: int
    """Id of the user."""
    name: Annotated[str, Personal("name", "staff")]
    """Name of the user at the latest action."""
    account_type: str
    """Account type of the user at the latest action."""
    total: int
    """Number of actions."""
    failed: int
    """Actions that were refused."""
    last_at: Moment
    """Time of the latest action, in UTC."""
    events: dict[str, int]
    """Number of successful actions by event key, highest first."""


class ReadActivity(Call[list[PersonActivity]]):
    """Count the actions of staff by person and event key, for a range of days. Our own addition.

    At most 50 people, those with the most actions first. Days are those of Asia/Kolkata, as in the audit trail;
    default: today.
    """

    route = Get("/careops/activity", access=STAFF, forwarded=True, answer=page_in("data.people"))
    example = Example(
        call={"start_date": "2026-11-20", "end_date": "2026-11-20", "hours": "9,10,11"},
        answer=[
            {
                "id": 2,
                "name": "Arjun Pillai",
                "account_type": "customer_care",
                "total": 11,
                "failed": 1,
                "last_at": "2026-11-20T09:31:07Z",
                "events": {"doctor.verify": 6, "module.activate": 4},
            }
        ],
    )

    start_date: Day | None = None
    """First day to count, in India; by default the last one."""
    end_date: Day | None = None
    """Last day to count, in India; by default today."""
    hours: Hours | None = None
    """Only actions of these hours of the day in Asia/Kolkata, "0" to "23"."""
    actor_id: Id | None = None
    """Only actions of this member of staff, by the id of the user."""
    changes_only: bool | None = None
    """True to leave out openings, claims, presence, drafts and sessions, which change no record."""

    check_dates = field_validator("end_date")(_checked_end)


class AddAuditEvents(Call[EventsAdded]):
    """Import up to 1,000 events of the platform's apps. Our own addition (S-6).

    For API clients only, with a key of the scope ``audit:write``; each event stores the name of the sender. ``id``
    identifies an event: a repeated event is not added again, and its first version stays. Valid events are stored even
    if others of the batch are refused; each refusal names the position of its event. Keys of careops's own events, such
    as ``clinic.update``, are refused. ``user.sign_in`` counts as a sign-in, ``patient.export`` as a patient export.
    """

    route = Post(
        "/careops/audit_events",
        access=APPS,
        answer=object_in("data"),
        event="audit.add_events",
        per_item_field="events",
    )
    example = Example(
        call={"events": [{**_EVENT, "clinic_id": 41}]},
        answer={"added": 1, "known": 0, "refused": []},
    )

    # Invalid events are sent unchanged: the server reports them and stores the others.
    events: Annotated[
        Sequence[Annotated[NewAuditEvent | SkipJsonSchema[JsonValue], Field(union_mode="left_to_right")]],
        Field(max_length=MAX_EVENTS, repr=False),
    ]
    """Events, in any order."""


class Audit(Resource[ClientT]):
    """``client.audit``: the audit trail."""

    summary = method(ReadAuditSummary)
    list = method(ListAuditTrails)
    each = each_row(ListAuditTrails)
    find = method(FindAuditTrails)
    activity = method(ReadActivity)
    add_events = method(AddAuditEvents)
