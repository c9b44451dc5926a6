"""Timeline of a record: audit events, notes, follow-ups, payments, verifications and change requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from careops.client.resource import ClientT, Resource, each_row, method
from careops.contract import STAFF, Call, Example, Get, KeysetPage
from careops.contract.envelopes import objects_in
from careops.contract.fields import strict_int
from careops.contract.filters import JOINED, JoinedSchema, choice, split_commas
from careops.models.record_refs import RecordRef
from careops.models.timeline import EntryKind as EntryKind
from careops.models.timeline import Position
from careops.models.timeline import RequestOutline as RequestOutline
from careops.models.timeline import TimelineEntry as TimelineEntry
from careops.record_kinds import ENTRY_GROUPS
from careops.record_kinds import EntryGroup as EntryGroup

LIMIT_MIN: Final = 10
LIMIT_MAX: Final = 100
LIMIT: Final = 30
"""Default number of entries of one answer."""
_POSITION_MAX: Final = 100


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
        people=True,
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
    before: Annotated[str, StringConstraints(max_length=_POSITION_MAX), AfterValidator(_position)] | None = None
    """Only entries after this position of the list: ``next`` of the previous answer. By default from the newest."""
    limit: Annotated[int, Field(ge=LIMIT_MIN, le=LIMIT_MAX), BeforeValidator(strict_int)] = LIMIT
    """Maximum number of entries, 10 to 100."""


class Timelines(Resource[ClientT]):
    """``client.timeline``: timelines of records."""

    read = method(ReadTimeline)
    each = each_row(ReadTimeline)
