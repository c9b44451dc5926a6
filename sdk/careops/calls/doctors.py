"""Doctors of the platform: search, profile, and verification of the registration.

Fields of a doctor at one clinic, such as fees, are in ``careops.calls.clinic_doctors``. Spec: B 2 to B 5, B 7.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final, Literal, Self

from pydantic import BeforeValidator, field_validator, model_validator

from careops.calls.clinic_doctors import Gender, PatientsPerHour, Years
from careops.constants import COUNTRY_CODE, MAX_BIO_LENGTH, MAX_URL_LENGTH
from careops.contract import STAFF, Call, Empty, Example, Get, ListedBy, Page, PageParams, Post
from careops.contract.envelopes import array_in, object_in, one_page
from careops.contract.fields import FilledText, Id, MobileNumber, Name, Text, TypedText, blank_as_null, non_empty
from careops.contract.filters import TypedFilter
from careops.contract.partial_update import PartialUpdate
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.contract.validation_errors import FieldError
from careops.error_codes import Title, title_of
from careops.models.doctors import Birthday as Birthday
from careops.models.doctors import ClinicOfDoctor as ClinicOfDoctor
from careops.models.doctors import Decision as Decision
from careops.models.doctors import Doctor as Doctor
from careops.models.doctors import DoctorDetail as DoctorDetail
from careops.models.doctors import DoctorProfile as DoctorProfile
from careops.models.doctors import Dossier as Dossier
from careops.models.doctors import OtherDoctor as OtherDoctor
from careops.models.doctors import is_odd_number as is_odd_number

NUMBER_TAKEN: Final = title_of("doctor_phone_number_taken")
REASON_MISSING: Final = title_of("verification_reason_required")
NUMBER_LOCKED: Final = title_of("registration_number_locked")
CERTIFICATE_LOCKED: Final = title_of("certificate_locked")
BORN_TOO_LATE: Final = title_of("birth_in_future")
BORN_TOO_EARLY: Final = title_of("birth_too_early")
EXPERIENCE_TOO_LONG: Final = title_of("experience_too_long")
NOT_TAKEN_AWAY: Final[dict[str, Title]] = {
    "name": title_of("profile_name_required"),
    "phone_number": title_of("profile_phone_number_required"),
    "gender": title_of("profile_gender_required"),
    "patients_per_hour": title_of("profile_patients_per_hour_required"),
    "speciality": title_of("profile_speciality_required"),
}
"""Required fields of a profile, with the messages for empty values (B-31)."""

DoctorStatus = Literal["joined", "invited", "verified", "unverified"]
VerificationReason = Literal["Checked with College", "Checked with IMA"]
_FIRST_DAY: Final = date(1900, 1, 1)

_LISTED: Final = {
    "id": 12,
    "name": "Simran Gill",
    "phone_number": "9812345670",
    "speciality": "Cardiology",
    "reg_nbr": "PMC-20417",
    "status": "joined",
    "verified": True,
}


class ListDoctors(TypedFilter, PageParams, Call[Page[Doctor]]):
    """List doctors, newest first, including invited ones. Spec: B 2, B 7.

    ``total_records`` is exact.
    """

    route = Get("/admin/doctors", access=STAFF, answer=array_in("data.doctors", counts="data"))
    example = Example(
        call={"search_text": "gill", "filter_type": "status", "filter_text": "verified"}, answer=one_page(_LISTED)
    )

    search_text: Text | None = None
    """Only doctors that contain this text in their name, phone number or registration number."""
    filter_type: Literal["status"] | None = None
    """Field of ``filter_text``; only the status."""
    filter_text: DoctorStatus | None = None
    """Only doctors with this status: how they joined, or the state of their registration."""


class ReadDoctor(Call[DoctorProfile]):
    """Return a doctor's profile. Spec: B 3, B 7."""

    route = Get(
        "/doctors/{id}",
        access=STAFF,
        answer=object_in("data.doctor"),
        versioned=(
            *("first_name", "last_name", "phone_number", "dob", "gender", "patients_per_hour", "exp", "speciality"),
            *("bio", "reg_nbr", "certificate", "verified", "verification_reason"),
        ),
    )
    example = Example(
        call={"id": 12},
        answer={
            **_LISTED,
            "first_name": "Simran",
            "last_name": "Gill",
            "country_code": "91",
            "dob": "17-04-1984",
            "gender": "Female",
            "patients_per_hour": 4,
            "exp": 14,
            "bio": "Treats the hearts of Ludhiana.",
            "verified_by_name": "Harpreet Kaur",
            "verified_at": "2026-10-02T10:01:00Z",
            "verification_reason": "Checked with College",
        },
    )

    id: Id
    """Id of the doctor."""


class ReadDoctorDetail(Call[DoctorDetail]):
    """Return a doctor with their clinics and the fields there. Spec: B 3, B 7 (B-98, B-100)."""

    route = Get("/admin/doctors/{id}", access=STAFF, answer=object_in("data.doctor"))
    example = Example(
        call={"id": 12},
        answer={
            **_LISTED,
            "clinics": [
                {
                    "id": 41,
                    "name": "Navjeevan Polyclinic",
                    "phone_number": "9887366946",
                    "role": "doctor",
                    "clinic_doctor_id": 88,
                }
            ],
        },
    )

    id: Id
    """Id of the doctor."""


class UpdateDoctor(PartialUpdate):
    """Change a doctor's profile. Omitted fields are unchanged. Spec: B 5, B 7 (B-21, B-94, B-100).

    Null removes date of birth, experience, bio, registration number and certificate. Refused with 409 if number or
    certificate of a verified doctor would change, or if another doctor has the phone number.
    """

    route = Post(
        "/doctors",
        access=STAFF,
        body_in="doctor_details",
        same_effect="doctor_updated",
        event="doctor.update",
        against=ReadDoctor,
        may_refuse=(404,),
    )
    undoable = False  # earlier pictures may be gone
    example = Example(call={"id": 12, "name": "Simran Kaur Gill", "dob": "17-04-1984", "exp": 15}, answer={})

    id: Id
    """Id of the doctor."""
    dob: Birthday | None = None
    """Date of birth, from 1900 to today in India; null removes it."""
    name: Annotated[Name, non_empty(NOT_TAKEN_AWAY["name"])] | None = None
    """Full name; its first word is the first name (B-22)."""
    country_code: Literal["91"] = COUNTRY_CODE
    """Country code of the phone number; only India."""
    phone_number: Annotated[MobileNumber, non_empty(NOT_TAKEN_AWAY["phone_number"])] | None = None
    """Phone number. A user account of the doctor keeps its own number (B-100)."""
    speciality: Annotated[Name, non_empty(NOT_TAKEN_AWAY["speciality"])] | None = None
    """Main speciality from the catalogue."""
    exp: Years | None = None
    """Years of experience; null removes them."""
    gender: Annotated[Gender, non_empty(NOT_TAKEN_AWAY["gender"])] | None = None
    """Gender."""
    patients_per_hour: Annotated[PatientsPerHour, non_empty(NOT_TAKEN_AWAY["patients_per_hour"])] | None = None
    """Number of patients per hour."""
    bio: Annotated[Annotated[str, TypedText(MAX_BIO_LENGTH)] | None, BeforeValidator(blank_as_null)] = None
    """Text about the doctor for patients; null or a blank text removes it."""
    reg_nbr: FilledText | None = None
    """Registration number with the medical council; null removes it."""
    reg_photo_url: Annotated[str, TypedText(MAX_URL_LENGTH)] | None = None
    """Address where the picture of the registration was uploaded, without the query; null removes the picture."""

    names_it = frozenset({"id", "country_code"})
    stays = NOT_TAKEN_AWAY

    @field_validator("dob")
    @classmethod
    def _of_somebody_alive(cls, day: date | None) -> date | None:
        if day is not None and day < _FIRST_DAY:
            raise ValueError(BORN_TOO_EARLY)
        return day


def _verify_status(value: object) -> object:
    """Accept true and false or the two words, because the documents do not specify the form (B-24)."""
    if value in ("verified", "unverified"):
        return value == "verified"
    if not isinstance(value, bool):
        raise ValueError(title_of("verify_status_invalid"))
    return value


class VerifyDoctor(Call[Empty]):
    """Verify a doctor's registration, or withdraw the verification. Spec: B 4, B 5, B 7 (B-24).

    A verification requires a reason and stores the verifier and the time. A withdrawal removes all three.
    """

    route = Post(
        "/doctors/{id}/verify",
        access=STAFF,
        body_in="verify_details",
        event="doctor.verify",
        against=ReadDoctor,
        listed_by=ListedBy("ListDoctors", "id"),
    )
    example = Example(call={"id": 12, "verify_status": True, "verification_reason": "Checked with College"}, answer={})

    id: Id
    """Id of the doctor."""
    verify_status: Annotated[bool | Literal["verified", "unverified"], BeforeValidator(_verify_status)]
    """New state of the registration; ``true`` and ``verified`` are the same."""
    verification_reason: VerificationReason | None = None
    """Reason of the verification; only for verified doctors."""

    @model_validator(mode="after")
    def _a_reason_to_verify(self) -> Self:
        if self.verify_status and self.verification_reason is None:
            raise FieldError("verification_reason", REASON_MISSING)
        if not self.verify_status and self.verification_reason is not None:
            raise FieldError("verification_reason", title_of("verification_reason_not_allowed"))
        return self


class ReadDossier(Call[Dossier]):
    """Return doubts about a doctor's registration, and all decisions about it. Our own addition."""

    route = Get("/careops/doctors/{id}/dossier", access=STAFF, forwarded=True, answer=object_in("data.dossier"))
    example = Example(
        call={"id": 12},
        answer={
            "odd_number": False,
            "same_number": [{"id": 31, "name": "Simran Gil", "reg_nbr": "PMC 20417"}],
            "decisions": [
                {
                    "verified": True,
                    "verification_reason": "Checked with College",
                    "name": "Simran Gill",
                    "reg_nbr": "PMC-20417",
                    "decided_by_name": "Harpreet Kaur",
                    "decided_at": "2026-10-02T10:01:00Z",
                }
            ],
        },
    )

    id: Id
    """Id of the doctor."""


class Doctors(Resource[ClientT]):
    """``client.doctors``: search, profile and verification."""

    list = method(ListDoctors)
    each = each_row(ListDoctors)
    read = method(ReadDoctor)
    read_detail = method(ReadDoctorDetail)
    update = method(UpdateDoctor)
    verify = method(VerifyDoctor)
    read_dossier = method(ReadDossier)
