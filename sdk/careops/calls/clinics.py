"""Clinics and hospitals: finding, reading and changing them, and signing a hospital up. Spec: A 2, A 3, A 7."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from careops.areas import Area, ClientT, verb
from careops.calls.clinic_doctors import DoctorOfClinic
from careops.constants import COUNTRY_CODE, TIMEZONE
from careops.contract import STAFF, Call, Done, Example, Get, Model, Page, Paged, Post, Put
from careops.fields import Email, FilledText, Id, Name, NewPassword, Phone, Text, plain_number
from careops.shapes import items, record


class PhoneNumber(Model):
    """A number of a clinic and what it is for."""

    phone_number: str
    phone_type: str | None = None


class Location(Model):
    """Where a clinic is. ``address_line_2`` is shown as the locality."""

    address_line_1: str | None = None
    address_line_2: str | None = None
    city: str | None = None
    state: str | None = None
    zipcode: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    phone_numbers: list[PhoneNumber] = []


class ClinicSpecModule(Model):
    """A product module that is active for a clinic."""

    spec_module_id: int
    name: str


class ClinicDomain(Model):
    """A domain of a clinic's website."""

    domain_name: str


class ClinicWebsite(Model):
    """A clinic's website."""

    clinic_domains: list[ClinicDomain] = []


class GroupLocation(Model):
    """Another clinic of the same group."""

    id: int | None = None
    name: str
    location: Location | None = None


class Speciality(Model):
    """A clinic's main speciality."""

    name: str


class OtherSpeciality(Model):
    """A further speciality; read as ``speciality_name``, written as ``name`` (A-39)."""

    basic_clinic_speciality_id: int
    speciality_name: str


class BankDetails(Model):
    """The account a clinic is paid to."""

    account_no: str | None = None
    account_name: str | None = None
    bank_name: str | None = None
    ifsc_code: str | None = None


class ClinicMetrics(Model):
    """What has been counted about a clinic."""

    total_patient_visits: int = 0
    total_bills: int = 0
    total_careplans: int = 0
    total_lab_referrals: int = 0
    total_pharmacy_referrals: int = 0
    total_doctor_referrals: int = 0
    latest_patient_visit: date | datetime | None = None


class StaffMember(Model):
    """Somebody who works at a clinic and is no doctor."""

    id: int
    name: str
    phone_number: str | None = None
    status: str | None = None


class Clinic(Model):
    """A clinic, or a hospital when ``is_hospital``, as a list shows it."""

    id: int
    name: str
    email: str | None = None
    phone_number: str | None = None
    is_hospital: bool = False
    location: Location | None = None
    clinic_spec_modules: list[ClinicSpecModule] = []
    ipd_enabled: bool = False
    care_package_enabled: bool = False
    surgery_enabled: bool = False
    abdm_enabled: bool = False
    user_id: int | None = None


class ClinicDetail(Clinic):
    """Everything known about one clinic."""

    clinic_website: ClinicWebsite | None = None
    clinic_group: list[GroupLocation] = []
    beds_count: int | None = None
    rooms_count: int | None = None
    speciality: Speciality | None = None
    other_specialities: list[OtherSpeciality] = []
    metrics: ClinicMetrics | None = None
    doctors_list: list[DoctorOfClinic] = []
    clinic_staff: list[StaffMember] = []
    bank_details: BankDetails | None = None


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


class ListClinics(Paged, Call[Page[Clinic]]):
    """Clinics and hospitals, newest first, narrowed by any of the filters together. Spec: A 2, A 7.

    ``search_text`` is looked for in name, email, phone and city; ``filter_text`` (with ``filter_type="state"``) in
    the state. ``total_records`` is exact.
    """

    route = Get("/admin/clinics", access=STAFF, answer=items("data.clinics"))
    example: ClassVar[Example] = Example(
        call={"search_text": "navjeevan", "is_hospital": False},
        answer={"items": [_CLINIC], "total_records": 1, "total_pages": 1},
    )

    search_text: Text | None = None
    filter_type: Literal["state"] | None = None
    filter_text: Text | None = None
    bank_details: bool | None = None
    spec_module_id: Id | None = None
    is_hospital: bool | None = None
    ipd_enabled: bool | None = None
    surgery_enabled: bool | None = None
    abdm_enabled: bool | None = None
    care_package_enabled: bool | None = None


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
    example: ClassVar[Example] = Example(call={"id": 41}, answer=_DETAIL)

    id: Id


class NewLocation(Model):
    """The address a clinic is moved to. Parts that are not given stay as they are."""

    model_config = {"extra": "forbid"}

    address_line_1: FilledText
    address_line_2: Text | None = None
    city: FilledText
    zipcode: Annotated[str, Field(pattern=r"^[0-9]{6}$")]
    state: Text | None = None
    latitude: Annotated[float, Field(ge=-90, le=90)] | None = None
    longitude: Annotated[float, Field(ge=-180, le=180)] | None = None


class NewSpeciality(Model):
    """The main speciality to set."""

    model_config = {"extra": "forbid"}

    name: Name


class NewOtherSpeciality(Model):
    """A further speciality to set."""

    model_config = {"extra": "forbid"}

    basic_clinic_speciality_id: Id
    name: Name


class UpdateClinic(Call[Done]):
    """Change a clinic's address, size and specialities; what is not given stays as it is. Spec: A 5, A 7."""

    route = Put(
        "/admin/clinics/{id}",
        access=STAFF,
        body_in="clinic_details",
        also_in_body=frozenset({"id"}),
        event="clinic.update",
        against=ReadClinic,
    )
    example: ClassVar[Example] = Example(
        call={
            "id": 41,
            "location": {"address_line_1": "14 Mall Road", "city": "Ludhiana", "zipcode": "141001"},
            "beds_count": 20,
            "other_specialities": [{"basic_clinic_speciality_id": 3, "name": "Cardiology"}],
        },
        answer={},
    )

    id: Id
    location: NewLocation | None = None
    rooms_count: Count | None = None
    beds_count: Count | None = None
    speciality: NewSpeciality | None = None
    other_specialities: Annotated[list[NewOtherSpeciality], Field(max_length=50)] | None = None


class SignUpHospital(Call[Done]):
    """Create a hospital and the user who owns it. The phone must not belong to anybody yet. Spec: A 5, A 7."""

    route = Post("/admin/users/sign_up", access=STAFF, body_in="user_signup_form", event="hospital.create")
    example: ClassVar[Example] = Example(
        call={
            "name": "Green Park Hospital",
            "phone_number": "9812345670",
            "password": "a long enough password",
            "email": "desk@greenpark.example",
        },
        answer={},
    )

    signed_up_as: Literal["hospital_clinic"] = "hospital_clinic"
    country_code: Literal["91"] = COUNTRY_CODE
    phone_number: Phone
    password: NewPassword = Field(repr=False)
    name: Name
    timezone: Literal["Asia/Kolkata"] = TIMEZONE
    email: Email
    account: Literal["clinic"] = "clinic"


class Clinics(Area[ClientT]):
    """``client.clinics``: clinics and hospitals."""

    list = verb(ListClinics)
    read = verb(ReadClinic)
    update = verb(UpdateClinic)
    sign_up_hospital = verb(SignUpHospital)
