"""Referrals: patients whom one doctor sends to another. Spec: B 2, B 3, B 7, B 9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from careops.areas import Area, ClientT, each_row, verb
from careops.constants import COUNTRY_CODE, NAME_MAX, TEXT_MAX
from careops.contract import APPS, STAFF, Call, Example, Get, Model, Page, Paged, Post
from careops.fields import Id, Moment, Name, Phone, Text, Typed
from careops.shapes import items, record

NO_REFERRAL: Final = "There is no referral with this id"
CHANNEL: Final = "referrals"
"""Where the events are raised (S-3)."""
NEW: Final = "new_referral"
UPDATED: Final = "update_referral"
MAX_REPORTED: Final = 1000
"""Referrals one batch may hold."""
MOST_NOTES: Final = 50


class ReferredDoctor(Model):
    """A doctor who sends a patient, or to whom one is sent."""

    name: str | None = None
    """The name; null when nobody said."""
    country_code: str | None = None
    """The country code of the number, such as 91; null when there is no number."""
    phone_number: str | None = None
    """The number, without country code; null when there is none."""
    speciality: str | None = None
    """What the doctor treats; null when nobody said."""


class Referral(Model):
    """A patient whom one doctor sends to another."""

    id: int
    """What identifies the referral."""
    unique_id: str
    """What the platform's apps call it."""
    referred_by_doctor: ReferredDoctor | None = None
    """Who sends the patient; null when nobody said."""
    referred_to_doctor: ReferredDoctor | None = None
    """To whom; null when nobody said."""
    appointment_count: int = 0
    """Appointments that were made for it."""
    notes: str | list[str] | None = None
    """What the doctor wrote, as a text or a list of them; null for nothing."""


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


class ListReferrals(Paged, Call[Page[Referral]]):
    """Referrals, newest first. Spec: B 2, B 7 (B-113)."""

    route = Get("/referrals", access=STAFF, answer=items("data.referrals", total="total_records"), people=True)
    example = Example(call={}, answer={"items": [_REFERRAL], "total_records": 1, "total_pages": 1})


class FindReferrals(Paged, Call[Page[Referral]]):
    """Referrals that match, newest first. Our own addition: the documented list has no filters."""

    route = Get(
        "/careops/referrals",
        access=STAFF,
        forwarded=True,
        answer=items("data.referrals", total="total_records"),
        people=True,
    )
    example = Example(
        call={"search_text": "gill", "waiting": True},
        answer={"items": [_REFERRAL], "total_records": 1, "total_pages": 1},
    )

    search_text: Text | None = None
    """Only those that hold this text in their unique id, or in name or phone number of a doctor."""
    waiting: bool | None = None
    """Only those without an appointment, or only those with one."""


class ReadReferral(Call[Referral]):
    """One referral. Our own addition (B-8)."""

    route = Get(
        "/careops/referrals/{referral_id}", access=STAFF, forwarded=True, answer=record("data.referral"), people=True
    )
    example = Example(call={"referral_id": 618}, answer=_REFERRAL)

    referral_id: Id
    """The referral to read."""


class ToldDoctor(BaseModel):
    """What an app says of a doctor."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    name: Name
    """The name."""
    country_code: Annotated[str, Typed(4, at_least=1)] = COUNTRY_CODE
    """The country code of the number."""
    phone_number: Phone | None = None
    """The number, without country code; null for none."""
    speciality: Annotated[str, Typed(NAME_MAX)] | None = None
    """What the doctor treats; null when nobody said."""


_Note = Annotated[str, Typed(TEXT_MAX)]


class ReportedReferral(BaseModel):
    """What an app says of a referral, all of it."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    unique_id: Annotated[str, Typed(100, at_least=1)]
    """What the app calls it, for ever."""
    referred_by_doctor: ToldDoctor
    """Who sends the patient."""
    referred_to_doctor: ToldDoctor
    """To whom."""
    appointment_count: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """Appointments that were made for it."""
    notes: _Note | Annotated[list[_Note], Field(max_length=MOST_NOTES)] | None = None
    """What the doctor wrote; null for nothing."""
    changed_at: Moment
    """When that was so, with its zone. Of several the latest counts."""


class ReferralsReported(Model):
    """What became of a batch."""

    added: int
    """Referrals nobody had heard of."""
    updated: int
    """Referrals that were known, and are known anew."""
    known: int
    """Those that told nothing new: sent again, or older than what is known."""


class ReportReferrals(Call[ReferralsReported]):
    """Take in what the platform's apps say of referrals, up to 1,000 at once. Our own addition (S-6, B-73, B-113).

    For programs only, with a key of the scope ``referrals:write``.
    A referral is known by its ``unique_id``. Of several reports the latest counts, in whatever order they come; sent
    again, one changes nothing. Each that is new or changed is told to whoever listens on the channel ``referrals``.
    """

    route = Post("/careops/referrals", access=APPS, answer=record("data"), event="referral.report")
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
    """The referrals, in any order."""


class Referrals(Area[ClientT]):
    """``client.referrals``: patients whom one doctor sends to another."""

    list = verb(ListReferrals)
    each = each_row(ListReferrals)
    find = verb(FindReferrals)
    read = verb(ReadReferral)
    report = verb(ReportReferrals)
