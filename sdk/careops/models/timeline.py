"""Entries of a record's timeline, and the positions between them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NamedTuple, Self, get_args
from uuid import UUID

from careops.calls.follow_ups import FollowUp
from careops.calls.notes import Note
from careops.calls.payments import Payment
from careops.calls.subscriptions import BillingPayment
from careops.contract import Model
from careops.error_codes import title_of
from careops.models.audit_events import AuditTrail
from careops.models.change_requests import RequestStatus
from careops.models.doctors import Decision
from careops.record_kinds import EntryGroup

EntryKind = Literal["audit_event", "payment", "billing_payment", "verification", "change_request", "note", "follow_up"]
"""Kinds of entries, in the order of entries with equal times."""
ENTRY_KINDS: Final[tuple[EntryKind, ...]] = get_args(EntryKind)

INVALID_POSITION: Final = title_of("position_invalid")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_ID_MAX: Final = 2**63 - 1


class RequestOutline(Model):
    """Change request that contains changes of the record."""

    id: int
    """Id of the request."""
    title: str
    """Title."""
    status: RequestStatus | str
    """Current status."""
    author_name: str
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
    record_name: str | None = None
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
        microseconds, _, rest = text.partition(".")
        kind, _, id = rest.partition(".")
        try:
            at = _EPOCH + timedelta(microseconds=int(microseconds))
            number: int | UUID = UUID(id) if kind == "audit_event" else int(id)
        except (ValueError, OverflowError):
            raise ValueError(INVALID_POSITION) from None
        known: EntryKind | None = next((one for one in ENTRY_KINDS if one == kind), None)
        if known is None or (isinstance(number, int) and number > _ID_MAX):
            raise ValueError(INVALID_POSITION)
        position = cls(at, known, number)
        if str(position) != text:
            raise ValueError(INVALID_POSITION)
        return position
