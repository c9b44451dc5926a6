"""Clinics and hospitals: finding, reading and changing them, and signing a hospital up. Spec: A 2, A 3, A 7."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from careops.areas import Area, ClientT, each_row, verb
from careops.clinics import BankDetails as BankDetails
from careops.clinics import Clinic as Clinic
from careops.clinics import ClinicDetail as ClinicDetail
from careops.clinics import ClinicDomain as ClinicDomain
from careops.clinics import ClinicMetrics as ClinicMetrics
from careops.clinics import ClinicSpecModule as ClinicSpecModule
from careops.clinics import ClinicWebsite as ClinicWebsite
from careops.clinics import GroupLocation as GroupLocation
from careops.clinics import Location as Location
from careops.clinics import OtherSpeciality as OtherSpeciality
from careops.clinics import PhoneNumber as PhoneNumber
from careops.clinics import Speciality as Speciality
from careops.clinics import StaffMember as StaffMember
from careops.constants import COUNTRY_CODE, SPECIALITIES_MAX, TIMEZONE
from careops.contract import BILLING, STAFF, Call, Done, Example, Get, Model, Page, Paged, Post, Put
from careops.fields import (
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
    plain_number,
)
from careops.filters import TypedFilter
from careops.shapes import Shape, items, record

NO_ACCOUNT_NUMBER: Final = "There is no account number of this clinic"
NO_CLINIC: Final = "There is no clinic with this id"
PHONE_TAKEN: Final = "This phone number already belongs to a user"

Count = Annotated[int, Field(ge=0, le=100_000), BeforeValidator(plain_number)]

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


class ListClinics(TypedFilter, Paged, Call[Page[Clinic]]):
    """Clinics and hospitals, newest first, narrowed by any of the filters together. Spec: A 2, A 7.

    ``search_text`` is looked for in name, email, phone and city; ``filter_text`` (with ``filter_type="state"``) in
    the state. ``total_records`` is exact.
    """

    route = Get("/admin/clinics", access=STAFF, answer=items("data.clinics"))
    example = Example(
        call={"search_text": "navjeevan", "is_hospital": False},
        answer={"items": [_CLINIC], "total_records": 1, "total_pages": 1},
    )

    search_text: Text | None = None
    """Only clinics that have all these words, in any order, in name, email address, phone number, city or state.

    A phone number is found in any spelling (``+91 98123 45670``). What holds the text as it was typed comes first.
    """
    filter_type: Literal["state"] | None = None
    """What ``filter_text`` is about; only the state."""
    filter_text: Text | None = None
    """States, by their English names, separated by commas."""
    bank_details: bool | None = None
    """True for clinics with bank details, false for those without."""
    spec_module_id: Id | None = None
    """Only clinics this module is active for."""
    is_hospital: bool | None = None
    """True for hospitals, false for clinics that are none."""
    ipd_enabled: bool | None = None
    """Only clinics with in-patient care on, or off."""
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
    """One clinic, whole. Spec: A 7."""

    route = Get(
        "/admin/clinics/{id}",
        access=STAFF,
        answer=record("clinic"),
        versioned=(
            *("location.address_line_1", "location.address_line_2", "location.city", "location.state"),
            *("location.zipcode", "location.latitude", "location.longitude"),
            *("rooms_count", "beds_count", "speciality", "other_specialities"),
        ),
    )
    example = Example(call={"id": 41}, answer=_DETAIL)

    id: Id
    """The clinic's id."""


class NewLocation(Model):
    """The address a clinic is moved to. Parts that are not given stay as they are."""

    model_config = {"extra": "forbid"}

    address_line_1: FilledText
    """House and street."""
    address_line_2: Text | None = None
    """The locality; null takes it away."""
    city: FilledText
    """The city."""
    zipcode: Pincode
    """The pincode, six digits; blanks between them are taken out."""
    state: Text | None = None
    """The state, by its English name; null takes it away."""
    latitude: Latitude | None = None
    """Degrees north; null when nobody found the address."""
    longitude: Longitude | None = None
    """Degrees east; null when nobody found the address."""


class NewSpeciality(Model):
    """The main speciality to set."""

    model_config = {"extra": "forbid"}

    name: Name
    """The speciality as the catalogue writes it."""


class NewOtherSpeciality(Model):
    """A further speciality to set."""

    model_config = {"extra": "forbid"}

    basic_clinic_speciality_id: Id
    """The speciality's id in the catalogue."""
    name: Name
    """The speciality as the catalogue writes it."""


class UpdateClinic(Call[Done]):
    """Change a clinic's address, size and specialities; what is not given stays as it is. Spec: A 5, A 7."""

    route = Put(
        "/admin/clinics/{id}",
        access=STAFF,
        body_in="clinic_details",
        clinic="id",
        also_in_body={"id": "id"},
        event="clinic.update",
        against=ReadClinic,
    )
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
    """The clinic's id."""
    location: NewLocation | None = None
    """Where it is from now on."""
    rooms_count: Count | None = None
    """Rooms; null for not known."""
    beds_count: Count | None = None
    """Beds; null for not known."""
    speciality: NewSpeciality | None = None
    """Its main speciality; null takes it away."""
    other_specialities: Annotated[list[NewOtherSpeciality], Field(max_length=SPECIALITIES_MAX)] | None = None
    """All of its further specialities; those not in it are taken away."""


class NewClinic(Model):
    """A clinic that was just made."""

    id: int
    """Its number."""


class SignedUpHospital(Model):
    """The hospital that was created. The documented answer is success alone, so another platform may not name it."""

    clinic: NewClinic | None = None
    """The new hospital; nothing where the platform does not say."""


class SignUpHospital(Call[SignedUpHospital]):
    """Create a hospital and the user who owns it. The phone must not belong to anybody yet. Spec: A 5, A 7."""

    route = Post(
        "/admin/users/sign_up",
        access=STAFF,
        answer=Shape({"clinic": "data.clinic"}, optional=frozenset({"clinic"})),
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
    """What is signed up; only a hospital."""
    country_code: Literal["91"] = COUNTRY_CODE
    """The country of the phone number; only India."""
    phone_number: MobileNumber
    """The number the owner will sign in with; nobody else may have it."""
    password: NewPassword = Field(repr=False)
    """The password the owner will sign in with, 15 characters or more."""
    name: Name
    """The hospital's name, and its owner's."""
    timezone: Literal["Asia/Kolkata"] = TIMEZONE
    """The zone its days are counted in; only India's."""
    email: Email
    """The hospital's email address, and its owner's."""
    account: Literal["clinic"] = "clinic"
    """The kind of account the owner gets; only a clinic's."""


class AccountNumber(Model):
    """The number of the account a clinic is paid to."""

    account_no: str = Field(repr=False)
    """The whole number, as text: it may begin with zeros."""


class ShowAccountNumber(Call[AccountNumber]):
    """Show the account number of a clinic whole. Our own addition (SEC-54).

    Every other answer has its last four digits only. A GET that is an event of its own: who has seen it stands in the
    clinic's audit trail, the number does not. Never sent unasked or a second time, and its answer is kept nowhere.
    """

    route = Get(
        "/careops/clinics/{clinic_id}/account_number",
        access=BILLING,
        forwarded=True,
        answer=record("data"),
        changes=True,
        event="clinic.account_number",
        personal=True,
    )
    example = Example(call={"clinic_id": 41}, answer={"account_no": "314159265358979"})

    clinic_id: Id
    """The clinic's id."""


class Clinics(Area[ClientT]):
    """``client.clinics``: clinics and hospitals."""

    list = verb(ListClinics)
    each = each_row(ListClinics)
    read = verb(ReadClinic)
    account_number = verb(ShowAccountNumber)
    update = verb(UpdateClinic)
    sign_up_hospital = verb(SignUpHospital)
