"""Access to records by their kind. An account gets no information about records that it may not read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from careops.calls import access_of, all_calls
from careops.calls.campaigns import ReadAdCampaign
from careops.calls.care_cities import ReadCareCity
from careops.calls.change_requests import ReadChangeRequest
from careops.calls.clinics import ReadClinic
from careops.calls.doctors import ReadDoctor
from careops.calls.follow_ups import ReadFollowUp
from careops.calls.labs import ReadLab
from careops.calls.news import ReadNewsArticle
from careops.calls.news_insights import ListNewsTags
from careops.calls.notes import ReadNote
from careops.calls.pharmacies import ReadPharmacy
from careops.calls.promo_codes import ReadPromoCode
from careops.calls.referrals import ReadReferral
from careops.calls.release_notes import ReadReleaseNote
from careops.calls.universities import ReadUniversity
from careops.calls.users import ReadUser
from careops.contract import Call
from careops.errors import ApiError, NotFound
from careops.models.record_refs import NO_RECORD, NoteRef, Record, parse_ref
from careops.record_kinds import NOTE_KINDS, NoteKind, RecordKind
from careops_server.areas.records import queries
from careops_server.core.context import Context
from careops_server.core.principal import Actor

READ_BY: Final[Mapping[RecordKind, type[Call[Any]]]] = {
    "clinic": ReadClinic,
    "doctor": ReadDoctor,
    "user": ReadUser,
    "pharmacy": ReadPharmacy,
    "lab": ReadLab,
    "campaign": ReadAdCampaign,
    "referral": ReadReferral,
}
"""The call that reads a record of each kind."""
RESOURCE_TYPE: Final[Mapping[RecordKind, str]] = {**{kind: kind for kind in READ_BY}, "campaign": "ad_campaign"}
"""Type of each kind of record in the audit trail."""


_NAMED_BY: Final[Mapping[str, type[Call[Any]]]] = {
    **{RESOURCE_TYPE[kind]: call for kind, call in READ_BY.items()},
    "care_city": ReadCareCity,
    "change_request": ReadChangeRequest,
    "clinic_doctor": ReadDoctor,
    "follow_up": ReadFollowUp,
    "news_article": ReadNewsArticle,
    "news_tag": ListNewsTags,
    "note": ReadNote,
    "promo_code": ReadPromoCode,
    "release_note": ReadReleaseNote,
    "schedule": ReadDoctor,
    "university": ReadUniversity,
}
"""The call that names a record of each type in the audit log."""


def named_resources(actor: Actor) -> list[str]:
    """Return the types of records whose names the principal may read."""
    return [type for type, call in _NAMED_BY.items() if actor.may_call(call)]


def readable_kinds(actor: Actor) -> list[RecordKind]:
    """Return the kinds of records that the principal may read."""
    return [kind for kind, call in READ_BY.items() if actor.may_call(call)]


def callable_names(actor: Actor) -> list[str]:
    """Return the names of the calls that the principal may make."""
    return [call.__name__ for call in all_calls() if actor.may_call(call)]


def readable_notes(actor: Actor) -> dict[str, list[Any]]:
    """Return the values of ``visible_of`` for a principal."""
    kinds = [kind for kind in NOTE_KINDS if actor.may_call(_reader_of(kind))]
    return {"kinds": kinds, "calls": callable_names(actor)}


def _reader_of(kind: NoteKind) -> type[Call[Any]]:
    """Return the call that reads a record."""
    return ReadChangeRequest if kind == "change_request" else READ_BY[kind]


def readers_of(kind: RecordKind) -> Collection[str]:
    """Return the account types of staff who may read records of a kind."""
    return READ_BY[kind].route.access or ()


def may_read(account_type: str, kind: NoteKind, calls: Collection[str] = ()) -> bool:
    """Return whether staff with an account type may read records of a kind, a change request of these calls."""
    if kind != "change_request":
        return account_type in readers_of(kind)
    return all(account_type in access_of(name) for name in calls)


async def find_record(
    ref: NoteRef, context: Context, *, source: str = "record", refusal: type[ApiError] = NotFound
) -> Record:
    """Return the record of a reference.

    Raises ``refusal``, which names ``source``, if it does not exist or the principal may not read records of its kind:
    ``NotFound`` for a path, ``InvalidInput`` for a body (decision 53). A gateway stores no records and checks only the
    permission.
    """
    record = parse_ref(ref)
    if not context.actor.may_call(_reader_of(record.kind)):
        raise refusal(NO_RECORD, source=source)
    if context.services.upstream is not None:
        return record
    if not await queries.exists(context.connection, record, callable_names(context.actor)):
        raise refusal(NO_RECORD, source=source)
    return record
