"""Clinics and hospitals: search, read and change them, and sign up a hospital. Spec: A 2, A 3, A 7."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from careops.constants import COUNTRY_CODE, MAX_SPECIALITIES, TIMEZONE
from careops.contract import BILLING, STAFF, Call, Empty, Example, Get, ListedBy, Model, Page, PageParams, Post, Put
from careops.contract.envelopes import Envelope, array_in, object_in, one_page
from careops.contract.fields import (
    Email,
    FilledText,
    Id,
    Latitude,
    Longitude,
    MobileNumber,
    Name,
    NewPassword,
    Pincode,
    Text,
    strict_int,
)
from careops.contract.filters import TypedFilter
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of
from careops.models.clinics import BankDetails as BankDetails
from careops.models.clinics import Clinic as Clinic
from careops.models.clinics import ClinicDetail as ClinicDetail
from careops.models.clinics import ClinicDomain as ClinicDomain
from careops.models.clinics import ClinicMetrics as ClinicMetrics
from careops.models.clinics import ClinicSpecModule as ClinicSpecModule
from careops.models.clinics import ClinicSummary as ClinicSummary
from careops.models.clinics import ClinicWebsite as ClinicWebsite
from careops.models.clinics import FollowUpsSummary as FollowUpsSummary
from careops.models.clinics import GroupLocation as GroupLocation
from careops.models.clinics import Location as Location
from careops.models.clinics import OtherSpeciality as OtherSpeciality
from careops.models.clinics import PaymentsSummary as PaymentsSummary
from careops.models.clinics import PhoneNumber as PhoneNumber
from careops.models.clinics import Speciality as Speciality
from careops.models.clinics import StaffMember as StaffMember
from careops.models.references import ClinicReference

NO_ACCOUNT_NUMBER: Final = title_of("account_number_not_found")
NO_CLINIC: Final = title_of("clinic_not_found")
PHONE_TAKEN: Final = title_of("phone_number_taken")

Count = Annotated[int, Field(ge=0, le=100_000), BeforeValidator(strict_int)]

_CLINIC = {
    "id": 41,
    "name": "Navjeevan Polyclinic",
    "email": "desk@navjeevan.example",
    "phone_number": "9887366946",
    "is_hospital": False,
    "location": {"address_line_1": "12 Mall Road", "city": "Ludhiana", "state": "Punjab", "zipcode": "141001"},
    "clinic_spec_modules": [{"spec_module_id": 2, "name": "Prescriptions"}],
    "ipd_enabled": True,
    "user_id": 9,
}


class ListClinics(TypedFilter, PageParams, Call[Page[Clinic]]):
    """List clinics and hospitals, newest first. All given filters must match. Spec: A 2, A 7.

    ``search_text`` searches name, email, phone and city; ``filter_text`` (with ``filter_type="state"``) the state.
    ``total_records`` is exact.
    """

    route = Get("/admin/clinics", access=STAFF, answer=array_in("data.clinics"))
    example = Example(call={"search_text": "navjeevan", "is_hospital": False}, answer=one_page(_CLINIC))

    search_text: Text | None = None
    """Only clinics that contain all these words, in any order, in name, email address, phone number, city or state.

    A phone number is found in any format (``+91 98123 45670``). Exact matches of the text come first.
    """
    filter_type: Literal["state"] | None = None
    """Field of ``filter_text``; only the state."""
    filter_text: Text | None = None
    """English names of states, separated by commas."""
    bank_details: bool | None = None
    """True for clinics with bank details, false for those without."""
    spec_module_id: Id | None = None
    """Only clinics with this module active."""
    is_hospital: bool | None = None
    """True for hospitals, false for other clinics."""
    ipd_enabled: bool | None = None
    """Only clinics with IPD on, or off."""
    surgery_enabled: bool | None = None
    """Only clinics with surgery on, or off."""
    abdm_enabled: bool | None = None
    """Only clinics with ABDM on, or off."""
    care_package_enabled: bool | None = None
    """Only clinics with care packages on, or off."""


_DETAIL = {
    **_CLINIC,
    "beds_count": 12,
    "rooms_count": 6,
    "metrics": {"total_patient_visits": 1820, "total_bills": 1431, "latest_patient_visit": "2026-09-29"},
    "doctors_list": [
        {
            "id": 88,
            "doctor": {"id": 12, "first_name": "Simran", "last_name": "Gill", "gender": "Female"},
            "phone_number": "9812345670",
            "status": "joined",
        }
    ],
    "clinic_staff": [{"id": 5, "name": "Balwinder Sandhu", "phone_number": "9812345671", "status": "ACTIVE"}],
}


class ReadClinic(Call[ClinicDetail]):
    """Return one clinic with all fields. Spec: A 7."""

    route = Get(
        "/admin/clinics/{id}",
        access=STAFF,
        answer=object_in("clinic"),
        versioned=(
            *("location.address_line_1", "location.address_line_2", "location.city", "location.state"),
            *("location.zipcode", "location.latitude", "location.longitude"),
            *("rooms_count", "beds_count", "speciality", "other_specialities"),
        ),
    )
    example = Example(call={"id": 41}, answer=_DETAIL)

    id: Id
    """Id of the clinic."""


class ReadClinicSummary(ClinicReference, Call[ClinicSummary]):
    """Return key figures of a clinic: modules, people, payments and follow-ups. Our own addition.

    Contains only figures about records that the caller may list. A gateway has only the follow-ups, because the others
    belong to the platform.
    """

    route = Get("/careops/clinics/{clinic_id}/summary", access=STAFF, answer=object_in("data.summary"))
    example = Example(
        call={"clinic_id": 41},
        answer={
            "modules_on": 9,
            "modules_total": 13,
            "doctors": 8,
            "doctors_unverified": 1,
            "staff": 34,
            "locations": 1,
            "admins": 2,
            "latest_patient_visit": "2026-09-29",
            "has_bank_details": True,
            "payments": {"total": 70, "recent_amount": 41350.0, "recent_failed": 2},
            "follow_ups": {"open": 1, "next_due": "2026-11-30"},
        },
    )


class NewLocation(Model):
    """New address of a clinic. Omitted parts are unchanged."""

    model_config = {"extra": "forbid"}

    address_line_1: FilledText
    """House and street."""
    address_line_2: Text | None = None
    """Locality; null removes it."""
    city: FilledText
    """City."""
    zipcode: Pincode
    """Pincode, six digits; blanks between them are removed."""
    state: Text | None = None
    """English name of the state; null removes it."""
    latitude: Latitude | None = None
    """Degrees north; null if the address was not found."""
    longitude: Longitude | None = None
    """Degrees east; null if the address was not found."""


class NewSpeciality(Model):
    """Main speciality to set."""

    model_config = {"extra": "forbid"}

    name: Name
    """Name of the speciality in the catalogue."""


class NewOtherSpeciality(Model):
    """Further speciality to set."""

    model_config = {"extra": "forbid"}

    basic_clinic_speciality_id: Id
    """Id of the speciality in the catalogue."""
    name: Name
    """Name of the speciality in the catalogue."""


class UpdateClinic(Call[Empty]):
    """Change a clinic's address, size and specialities. Omitted fields are unchanged. Spec: A 5, A 7."""

    route = Put(
        "/admin/clinics/{id}",
        access=STAFF,
        body_in="clinic_details",
        clinic="id",
        also_in_body={"id": "id"},
        event="clinic.update",
        against=ReadClinic,
        listed_by=ListedBy("ListClinics", "id"),
    )
    undoable = True
    example = Example(
        call={
            "id": 41,
            "location": {"address_line_1": "14 Mall Road", "city": "Ludhiana", "zipcode": "141001"},
            "beds_count": 20,
            "other_specialities": [{"basic_clinic_speciality_id": 8, "name": "Cardiology"}],
        },
        answer={},
    )

    id: Id
    """Id of the clinic."""
    location: NewLocation | None = None
    """New address."""
    rooms_count: Count | None = None
    """Number of rooms; null if unknown."""
    beds_count: Count | None = None
    """Number of beds; null if unknown."""
    speciality: NewSpeciality | None = None
    """Main speciality; null removes it."""
    other_specialities: Annotated[list[NewOtherSpeciality], Field(max_length=MAX_SPECIALITIES)] | None = None
    """Complete list of further specialities; it replaces the current one."""


class NewClinic(Model):
    """Clinic that was created."""

    id: int
    """Id of the clinic."""


class SignedUpHospital(Model):
    """Hospital that was created. The documented answer only reports success, so another platform may omit the
    hospital."""

    clinic: NewClinic | None = None
    """New hospital; null if the platform does not return it."""


class SignUpHospital(Call[SignedUpHospital]):
    """Create a hospital and the user who owns it. The phone number must be unused. Spec: A 5, A 7."""

    route = Post(
        "/admin/users/sign_up",
        access=STAFF,
        answer=Envelope({"clinic": "data.clinic"}, optional=frozenset({"clinic"})),
        body_in="user_signup_form",
        event="hospital.create",
    )
    example = Example(
        call={
            "name": "Green Park Hospital",
            "phone_number": "9812345670",
            "password": "a long enough password",
            "email": "desk@greenpark.example",
        },
        answer={"clinic": {"id": 251}},
    )

    signed_up_as: Literal["hospital_clinic"] = "hospital_clinic"
    """Kind of the sign-up; only a hospital."""
    country_code: Literal["91"] = COUNTRY_CODE
    """Country code of the phone number; only India."""
    phone_number: MobileNumber
    """Phone number of the owner for signing in; unique."""
    password: NewPassword = Field(repr=False)
    """Password of the owner for signing in, at least 15 characters."""
    name: Name
    """Name of the hospital and its owner."""
    timezone: Literal["Asia/Kolkata"] = TIMEZONE
    """Time zone of the hospital; only India's."""
    email: Email
    """Email address of the hospital and its owner."""
    account: Literal["clinic"] = "clinic"
    """Account type of the owner; only a clinic's."""


class AccountNumber(Model):
    """Bank account number of a clinic."""

    account_no: Annotated[str, Personal("account_no", "user")] = Field(repr=False)
    """Complete number, as text, because it may begin with zeros."""


class ShowAccountNumber(ClinicReference, Call[AccountNumber]):
    """Return the complete bank account number of a clinic. Our own addition (SEC-54).

    All other answers contain only the last four digits. This GET is audited: the clinic's audit trail records who read
    the number, without the number itself. Clients never prefetch or retry it, and its answer is not cached.
    """

    route = Get(
        "/careops/clinics/{clinic_id}/account_number",
        access=BILLING,
        forwarded=True,
        answer=object_in("data"),
        changes=True,
        event="clinic.account_number",
        personal="Records the person who read the number.",
    )
    example = Example(call={"clinic_id": 41}, answer={"account_no": "314159265358979"})


class Clinics(Resource[ClientT]):
    """``client.clinics``: clinics and hospitals."""

    list = method(ListClinics)
    each = each_row(ListClinics)
    read = method(ReadClinic)
    read_summary = method(ReadClinicSummary)
    account_number = method(ShowAccountNumber)
    update = method(UpdateClinic)
    sign_up_hospital = method(SignUpHospital)
