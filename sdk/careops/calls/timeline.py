"""Timeline of a record: audit events, notes, follow-ups, payments, verifications and change requests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, Literal, NamedTuple, Self, get_args
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from careops.calls.follow_ups import FollowUp
from careops.calls.notes import Note
from careops.calls.payments import Payment
from careops.calls.subscriptions import BillingPayment
from careops.contract import STAFF, Call, Example, Get, KeysetPage, Model
from careops.contract.envelopes import objects_in
from careops.contract.fields import strict_int
from careops.contract.filters import JOINED, JoinedSchema, choice, split_commas
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of
from careops.models.audit_events import AuditTrail
from careops.models.change_requests import RequestStatus
from careops.models.doctors import Decision
from careops.models.record_refs import RecordRef
from careops.record_kinds import ENTRY_GROUPS
from careops.record_kinds import EntryGroup as EntryGroup

EntryKind = Literal["audit_event", "payment", "billing_payment", "verification", "change_request", "note", "follow_up"]
"""Kinds of entries, in the order of entries with equal times."""
ENTRY_KINDS: Final[tuple[EntryKind, ...]] = get_args(EntryKind)

INVALID_POSITION: Final = title_of("position_invalid")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_MAX_ID: Final = 2**63 - 1
MIN_LIMIT: Final = 10
MAX_LIMIT: Final = 100
LIMIT: Final = 30
"""Default number of entries of one answer."""
_MAX_POSITION: Final = 100


class RequestOutline(Model):
    """Change request that contains changes of the record."""

    id: int
    """Id of the request."""
    title: Annotated[str, Personal("text", "anyone")]
    """Title."""
    status: RequestStatus | str
    """Current status."""
    author_name: Annotated[str, Personal("name", "staff")]
    """Name of the author, at that time."""
    calls: list[str]
    """Names of its calls."""
    targets: int
    """Number of changes, including those of other records."""


class TimelineEntry(Model):
    """Entry of a timeline. The field with the name of its kind contains the object; the others are null."""

    at: datetime
    """Time of the event, payment or decision, or when the object was added, in UTC."""
    kind: EntryKind | str
    """Kind of the object."""
    group: EntryGroup | str
    """Group: people, money, modules, notes or other."""
    id: str
    """Id of the object among those of its kind."""
    audit_event: AuditTrail | None = None
    """Event of the audit trail."""
    record_name: Annotated[str | None, Personal("name", "anyone")] = None
    """Current name of the record that the event changed. That of their record for notes and follow-ups.

    Null if it was deleted or the caller may not read it.
    """
    record: str | None = None
    """Kind and id of the record of a note, follow-up or schedule, such as ``doctor:984``.

    Null for other types, and if the caller may not read it.
    """
    payment: Payment | None = None
    """Payment of a clinic."""
    billing_payment: BillingPayment | None = None
    """Payment of a user for a subscription."""
    verification: Decision | None = None
    """Decision about the registration of a doctor."""
    change_request: RequestOutline | None = None
    """Change request; its current status, at the time of its first revision."""
    note: Note | None = None
    """Note of staff. A removed note stays, without its text."""
    follow_up: FollowUp | None = None
    """Follow-up; its current state, at the time when it was added."""


class Position(NamedTuple):
    """Position of an entry in a timeline."""

    at: datetime
    kind: EntryKind
    id: int | UUID
    """UUID of an audit event, number of another object."""

    def __str__(self) -> str:
        microseconds = (self.at - _EPOCH) // _MICROSECOND
        return f"{microseconds}.{self.kind}.{self.id}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the position that ``str`` wrote. Raises ``ValueError`` for any other text."""
        microseconds, _, kind_and_id = text.partition(".")
        kind, _, id = kind_and_id.partition(".")
        try:
            at = _EPOCH + timedelta(microseconds=int(microseconds))
            number: int | UUID = UUID(id) if kind == "audit_event" else int(id)
        except (ValueError, OverflowError):
            raise ValueError(INVALID_POSITION) from None
        entry_kind: EntryKind | None = next((candidate for candidate in ENTRY_KINDS if candidate == kind), None)
        if entry_kind is None or (isinstance(number, int) and number > _MAX_ID):
            raise ValueError(INVALID_POSITION)
        position = cls(at, entry_kind, number)
        if str(position) != text:
            raise ValueError(INVALID_POSITION)
        return position


def _position(text: str) -> str:
    return str(Position.parse(text))


Groups = Annotated[
    Sequence[str], BeforeValidator(split_commas), choice(*ENTRY_GROUPS), JOINED, JoinedSchema(*ENTRY_GROUPS)
]

_SWITCHED = {
    "at": "2026-11-20T06:18:00.000102Z",
    "kind": "audit_event",
    "group": "modules",
    "id": "0197a3c2-7d1e-7c40-9a55-3f0f3a1c2b11",
    "audit_event": {
        "id": "0197a3c2-7d1e-7c40-9a55-3f0f3a1c2b11",
        "key": "module.activate",
        "user": {"name": "Arjun Pillai", "type": "customer_care"},
        "resource": {"id": "41", "type": "clinic"},
        "event_status": "SUCCESS",
        "timestamp": "2026-11-20T06:18:00.000102Z",
        "ip_address": "203.0.113.7",
        "parameters": {"clinic_id": 41, "spec_module_id": 9},
        "before": {"Telemedicine": False},
        "after": {"Telemedicine": True},
    },
}
_PAID = {
    "at": "2026-11-19T04:05:00Z",
    "kind": "payment",
    "group": "money",
    "id": "512",
    "payment": {
        "id": 512,
        "razorpay_payment_id": "pay_L0nSsccovt6zyp",
        "created_at": "2026-11-19T04:05:00Z",
        "amount": 400.95,
        "method": "upi",
        "billing_payment_status": "failed",
    },
}


class ReadTimeline(Call[KeysetPage[TimelineEntry]]):
    """Read the timeline of a record, newest entries first. Our own addition.

    Entries are events of the audit trail about the record, payments of a clinic or user, decisions about the
    registration of a doctor, change requests, notes and follow-ups. Only kinds of entries that the caller may read in
    their own lists are included. An event that another entry describes in more detail is left out. ``next`` of an
    answer is ``before`` of the following request; entries added meanwhile do not shift the others. A gateway has only
    notes and follow-ups, because the others belong to the platform.
    """

    route = Get(
        "/careops/timeline",
        access=STAFF,
        answer=objects_in(items="data.entries", next="data.next"),
        may_refuse=(404,),
    )
    example = Example(
        call={"record": "clinic:41", "groups": "money,modules"},
        answer={"items": [_SWITCHED, _PAID], "next": "1795061100000000.payment.512"},
    )

    record: RecordRef
    """Kind and id of the record: clinic, doctor, user, pharmacy, lab, campaign or referral, such as ``clinic:41``."""
    groups: Groups | None = None
    """Only entries of these groups; by default all."""
    changes_only: bool | None = None
    """True to leave out openings, claims, presence, drafts and sessions, which change no record."""
    before: Annotated[str, StringConstraints(max_length=_MAX_POSITION), AfterValidator(_position)] | None = None
    """Only entries after this position of the list: ``next`` of the previous answer. By default from the newest."""
    limit: Annotated[int, Field(ge=MIN_LIMIT, le=MAX_LIMIT), BeforeValidator(strict_int)] = LIMIT
    """Maximum number of entries, 10 to 100."""


class Timelines(Resource[ClientT]):
    """``client.timeline``: timelines of records."""

    read = method(ReadTimeline)
    each = each_row(ReadTimeline)
