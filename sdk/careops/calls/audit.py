"""The audit trail: who did what, when and from where; as a summary, as a list, and taking in events. Spec: A 2, A 7."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from functools import lru_cache
from ipaddress import ip_address
from typing import Annotated, Final, Literal, get_args
from uuid import UUID

from pydantic import (
    BeforeValidator,
    Field,
    JsonValue,
    StringConstraints,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)
from pydantic.json_schema import SkipJsonSchema

from careops.areas import Area, ClientT, verb
from careops.constants import AUDIT_MAX_DAYS
from careops.contract import APPS, STAFF, Call, Example, Get, Model, Page, PagedByTen, Post
from careops.fields import Day, Id, Moment, Name, Text, Typed
from careops.filters import JOINED, Joined, joined_schema, one_of, separated
from careops.shapes import items, record

EventStatus = Literal["SUCCESS", "FAILED"]
UserType = Literal["owner", "consultant", "staff", "admin"]
"""Who an app's event is about. ``admin`` as a filter also means the three account types of the console."""
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


class AuditUser(Model):
    """Who did it. The console's own people have their account type as ``type``."""

    name: str | None = None
    """Their name; null when nobody was signed in."""
    type: UserType | str | None = None
    """Their account type, or the role they have at the clinic."""


class AuditPatient(Model):
    """Whom it is about."""

    name: str | None = None
    """The patient's name."""


class AuditResource(Model):
    """What it was done to."""

    id: int | str | None = None
    """What identifies it among things of its type; null when the event is about no single thing."""
    type: str | None = None
    """The kind of thing, such as ``clinic`` or ``user``."""


class AuditTrail(Model):
    """One event, as the list shows it."""

    id: int | str
    """What identifies the event for ever."""
    key: str
    """What was done, such as ``clinic.update``."""
    user: AuditUser | None = None
    """Who did it; null when nobody was signed in."""
    patient: AuditPatient | None = None
    """The patient it is about; null when it is about none."""
    resource: AuditResource | None = None
    """The thing it was done to; null when there is none."""
    event_status: EventStatus | str
    """Whether it worked or was refused."""
    timestamp: datetime
    """When it happened, in UTC."""
    ip_address: str | None = None
    """The address the request came from; null when it is not known."""
    description: str | None = None
    """A sentence about it, such as why it was refused; null when there is nothing to say."""
    user_agent: str | None = None
    """The program the request came from, as it calls itself; null when it does not."""
    parameters: JsonValue = None
    """What was asked, with secrets left out; null when nothing was kept."""
    before: dict[str, JsonValue] | None = None
    """What the change found, as far as it differs; null when nothing was there, or when a platform does not say."""
    after: dict[str, JsonValue] | None = None
    """What the change made of it; null when nothing is left, or when a platform does not say."""


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

    route = Get("/admin/audit_trails", access=STAFF, answer=items("data.audit_trails"), may_refuse=(404,))
    example = Example(
        call={"clinic_id": 41, "event_keys": "patient.export", "event_status": "SUCCESS,FAILED"},
        answer={"items": [_EVENT], "total_records": 1, "total_pages": 1},
    )


class FindAuditTrails(AuditFilters, Call[Page[AuditTrail]]):
    """Audit events of some hours of the day. Our own addition: the documented list knows no hours.

    Everything else as in ``ListAuditTrails``.
    """

    route = Get("/careops/audit_trails", access=STAFF, answer=items("data.audit_trails"), may_refuse=(404,))
    example = Example(
        call={"clinic_id": 41, "hours": "15,16"},
        answer={"items": [_EVENT], "total_records": 1, "total_pages": 1},
    )

    hours: Hours | None = None
    """Only events of these hours of the day in Asia/Kolkata, "0" to "23", as the summary names them."""


Key = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9_]+([.:-][a-z0-9_]+)*$", max_length=100)]


LONGEST_ADDRESS: Final = 100
"""Characters of an IPv6 address with its zone, generously; what is longer is not even remembered as wrong."""


@lru_cache(4096)
def _written_address(given: str) -> str:
    """As everybody writes it. The address of most events is that of the event before."""
    try:
        return str(ip_address(given))
    except ValueError:
        raise ValueError("Please give an IPv4 or IPv6 address") from None


def _address(given: object) -> object:
    if not isinstance(given, str):
        return given
    return _written_address(given if len(given) <= LONGEST_ADDRESS else "")


Address = Annotated[str, BeforeValidator(_address), WithJsonSchema({"type": "string", "format": "ipvanyaddress"})]
Short = Annotated[str, Typed(200, at_least=1)]


class NewAuditUser(Model):
    """Who did it."""

    model_config = {"extra": "forbid"}

    id: Id | None = None
    """The platform's id of the user; left out when the app does not know it."""
    name: Name
    """The user's name."""
    type: UserType
    """The role they had at that moment."""


class NewAuditPatient(Model):
    """Whom it is about."""

    model_config = {"extra": "forbid"}

    name: Name
    """The patient's name."""


class NewAuditResource(Model):
    """What it was done to."""

    model_config = {"extra": "forbid"}

    id: Short | None = None
    """What identifies it among things of its type."""
    type: Short
    """The kind of thing, such as ``prescription``."""


class NewAuditEvent(Model):
    """An event of one of the platform's apps. ``id`` is drawn by the app and names the event for ever."""

    model_config = {"extra": "forbid"}

    id: UUID
    """Drawn by the app; an event that comes again under the same id is kept once."""
    key: Key
    """What was done, in lower case with dots, such as ``patient.export``."""
    event_status: EventStatus
    """Whether it worked or was refused."""
    timestamp: Moment
    """When it happened, with its zone."""
    clinic_id: Id | None = None
    """The clinic it happened at; left out when at none."""
    user: NewAuditUser | None = None
    """Who did it; left out when nobody was signed in."""
    patient: NewAuditPatient | None = None
    """The patient it is about; left out when it is about none."""
    resource: NewAuditResource | None = None
    """The thing it was done to; left out when there is none."""
    ip_address: Address | None = None
    """The address the app's user came from, IPv4 or IPv6."""
    description: Text | None = None
    """A sentence for whoever reads the trail."""
    user_agent: Text | None = None
    """The program the user worked with, as it calls itself."""
    parameters: dict[str, JsonValue] | None = None
    """What was asked, without secrets."""


class EventProblem(Model):
    """What is wrong with one field."""

    source: str
    """The field, as a path such as ``user.name``; empty when it is about the whole event."""
    title: str
    """A sentence that says what is wrong."""


class RefusedEvent(Model):
    """An event of a batch that was not kept, and why."""

    index: int
    """Its place in the batch, from 0."""
    problems: list[EventProblem]
    """Everything that is wrong with it."""


class EventsAdded(Model):
    """What became of a batch."""

    added: int
    """Events that were new and are kept now."""
    known: int
    """Events that were there already: sent again, they change nothing."""
    refused: list[RefusedEvent] = []
    """Events that were not kept."""


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
    find = verb(FindAuditTrails)
    add_events = verb(AddAuditEvents)
