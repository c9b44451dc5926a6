"""Referrals: patients whom one doctor sends to another. Spec: B 2, B 3, B 7, B 9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from careops.constants import COUNTRY_CODE, MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from careops.contract import APPS, STAFF, Call, Example, Get, Model, Page, PageParams, Post
from careops.contract.envelopes import array_in, object_in, one_page
from careops.contract.fields import Id, Moment, Name, Phone, Text, TypedText
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of

NO_REFERRAL: Final = title_of("referral_not_found")
CHANNEL: Final = "referrals"
"""Channel of the events (S-3)."""
NEW: Final = "new_referral"
UPDATED: Final = "update_referral"
MAX_REPORTED: Final = 1000
"""Maximum number of referrals per batch."""
MAX_NOTES: Final = 50


class ReferredDoctor(Model):
    """Doctor who sends or receives a patient."""

    name: Annotated[str | None, Personal("name", "doctor")] = None
    """Name; null if unknown."""
    country_code: str | None = None
    """Country code of the phone number, such as 91; null without a number."""
    phone_number: Annotated[str | None, Personal("phone", "doctor")] = None
    """Phone number without country code; null if there is none."""
    speciality: str | None = None
    """Speciality; null if unknown."""


class Referral(Model):
    """A patient whom one doctor sends to another."""

    id: int
    """Id of the referral."""
    unique_id: str
    """Id of the referral in the platform's apps."""
    referred_by_doctor: ReferredDoctor | None = None
    """Doctor who sends the patient; null if unknown."""
    referred_to_doctor: ReferredDoctor | None = None
    """Doctor who receives the patient; null if unknown."""
    appointment_count: int = 0
    """Number of appointments made for the referral."""
    notes: Annotated[str | list[str] | None, Personal("text", "doctor")] = None
    """Notes of the doctor, as a text or a list of texts; null for none."""


_REFERRAL: Final[dict[str, Any]] = {
    "id": 618,
    "unique_id": "REF-7Q4M2K",
    "referred_by_doctor": {
        "name": "Dr. Harpreet Gill",
        "country_code": COUNTRY_CODE,
        "phone_number": "9812345670",
        "speciality": "General Physician",
    },
    "referred_to_doctor": {
        "name": "Dr. Asha Rao",
        "country_code": COUNTRY_CODE,
        "phone_number": "9812345671",
        "speciality": "Cardiologist",
    },
    "appointment_count": 0,
    "notes": ["ECG enclosed", "Please see within a week"],
}


class ListReferrals(PageParams, Call[Page[Referral]]):
    """List referrals, newest first. Spec: B 2, B 7 (B-113)."""

    route = Get("/referrals", access=STAFF, answer=array_in("data.referrals"))
    example = Example(call={}, answer=one_page(_REFERRAL))


class FindReferrals(PageParams, Call[Page[Referral]]):
    """List referrals that match, newest first. Our own addition: the documented list has no filters."""

    route = Get("/careops/referrals", access=STAFF, forwarded=True, answer=array_in("data.referrals"))
    example = Example(call={"search_text": "gill", "waiting": True}, answer=one_page(_REFERRAL))

    search_text: Text | None = None
    """Only referrals that contain this text in their unique id, or in name or phone number of a doctor."""
    waiting: bool | None = None
    """Only referrals without an appointment, or only those with one."""


class ReadReferral(Call[Referral]):
    """Return one referral. Our own addition (B-8)."""

    route = Get("/careops/referrals/{referral_id}", access=STAFF, forwarded=True, answer=object_in("data.referral"))
    example = Example(call={"referral_id": 618}, answer=_REFERRAL)

    referral_id: Id
    """Id of the referral."""


class ToldDoctor(BaseModel):
    """Doctor in the report of an app."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    name: Name
    """Name."""
    country_code: Annotated[str, TypedText(4, at_least=1)] = COUNTRY_CODE
    """Country code of the phone number."""
    phone_number: Phone | None = None
    """Phone number without country code; null for none."""
    speciality: Annotated[str, TypedText(MAX_NAME_LENGTH)] | None = None
    """Speciality; null if unknown."""


_Note = Annotated[str, TypedText(MAX_TEXT_LENGTH)]


class ReportedReferral(BaseModel):
    """Complete report of an app about a referral."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    unique_id: Annotated[str, TypedText(100, at_least=1)]
    """Permanent id of the referral in the app."""
    referred_by_doctor: ToldDoctor
    """Doctor who sends the patient."""
    referred_to_doctor: ToldDoctor
    """Doctor who receives the patient."""
    appointment_count: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """Number of appointments made for the referral."""
    notes: _Note | Annotated[list[_Note], Field(max_length=MAX_NOTES)] | None = None
    """Notes of the doctor; null for none."""
    changed_at: Moment
    """Time of the change, with time zone. The latest of several reports counts."""


class ReferralsReported(Model):
    """Result of a batch of reports."""

    added: int
    """Number of new referrals."""
    updated: int
    """Number of updated referrals."""
    known: int
    """Number of reports without news: repeated, or older than the stored one."""


class ReportReferrals(Call[ReferralsReported]):
    """Import up to 1,000 referral reports of the platform's apps. Our own addition (S-6, B-73, B-113).

    For API clients only, with a key of the scope ``referrals:write``. ``unique_id`` identifies a referral. The latest
    of several reports counts, regardless of their order. A repeated report changes nothing. Each new or changed
    referral is an event on the channel ``referrals``.
    """

    route = Post("/careops/referrals", access=APPS, answer=object_in("data"), event="referral.report")
    example = Example(
        call={
            "referrals": [
                {name: value for name, value in _REFERRAL.items() if name != "id"}
                | {"changed_at": "2026-11-20T09:31:07Z"}
            ]
        },
        answer={"added": 1, "updated": 0, "known": 0},
    )

    referrals: Annotated[Sequence[ReportedReferral], Field(min_length=1, max_length=MAX_REPORTED, repr=False)]
    """Referrals, in any order."""


class Referrals(Resource[ClientT]):
    """``client.referrals``: patients whom one doctor sends to another."""

    list = method(ListReferrals)
    each = each_row(ListReferrals)
    find = method(FindReferrals)
    read = method(ReadReferral)
    report = method(ReportReferrals)
