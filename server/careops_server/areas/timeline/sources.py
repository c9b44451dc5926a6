"""Sources of timelines: the kinds of entries of each kind of record, who may read them, and their group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from careops.calls.audit import ListAuditTrails
from careops.calls.change_requests import ListChangeRequests
from careops.calls.doctors import ReadDossier
from careops.calls.follow_ups import ListFollowUps
from careops.calls.notes import ListNotes
from careops.calls.payments import ListPayments
from careops.calls.subscriptions import ListBillingPayments
from careops.calls.timeline import EntryKind
from careops.contract import Call
from careops.record_kinds import EntryGroup, NoteKind


@dataclass(frozen=True)
class EntrySource:
    """Kind of entries."""

    kind: EntryKind
    call: type[Call[Any]]
    """List that contains the same objects. Only principals that may read it get these entries."""
    group: EntryGroup | None = None
    """Group of all entries; None if each entry has its own."""
    replaces: frozenset[str] = frozenset()
    """Keys of successful audit events that these entries describe in more detail."""
    is_local: bool = False
    """True if the rows belong to the installation, so that a gateway has them."""


EVENTS: Final = EntrySource("audit_event", ListAuditTrails)
PAYMENTS: Final = EntrySource("payment", ListPayments, "money")
BILLING_PAYMENTS: Final = EntrySource("billing_payment", ListBillingPayments, "money")
VERIFICATIONS: Final = EntrySource("verification", ReadDossier, "people", frozenset({"doctor.verify"}))
REQUESTS: Final = EntrySource("change_request", ListChangeRequests, "other")
NOTES: Final = EntrySource(
    "note", ListNotes, "notes", frozenset({"note.create", "note.update", "note.delete"}), is_local=True
)
FOLLOW_UPS: Final = EntrySource(
    "follow_up",
    ListFollowUps,
    "notes",
    frozenset(f"follow_up.{verb}" for verb in ("create", "update", "close", "reopen", "hand_over")),
    is_local=True,
)
SOURCES: Final[Mapping[NoteKind, tuple[EntrySource, ...]]] = {
    "clinic": (EVENTS, PAYMENTS, REQUESTS, NOTES, FOLLOW_UPS),
    "doctor": (EVENTS, VERIFICATIONS, REQUESTS, NOTES, FOLLOW_UPS),
    "user": (EVENTS, BILLING_PAYMENTS, REQUESTS, NOTES, FOLLOW_UPS),
    **dict.fromkeys(("pharmacy", "lab", "campaign", "referral"), (EVENTS, REQUESTS, NOTES, FOLLOW_UPS)),
}
"""Sources of each kind of record. Events of a user are those about the user, not those by the user."""

GROUP_OF_AREA: Final[Mapping[str, EntryGroup]] = {
    **dict.fromkeys(("clinic_admin", "clinic_doctor", "device", "doctor", "schedule", "session", "staff"), "people"),
    "user": "people",
    **dict.fromkeys(("payment", "promo_code", "subscription", "invoice"), "money"),
    "module": "modules",
    **dict.fromkeys(("note", "follow_up"), "notes"),
}
"""Group of audit events by the first word of their key; all others are ``other``."""
GROUP_OF_KEY: Final[Mapping[str, EntryGroup]] = {"clinic.settings": "modules", "clinic.account_number": "money"}
"""Group of audit events with these keys."""
