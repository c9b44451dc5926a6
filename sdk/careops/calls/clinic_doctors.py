"""Doctors of a clinic: finding, adding and inviting them, and what they are there. Spec: A 4, A 5, A 7, B 7."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from careops.areas import Area, ClientT, verb
from careops.calls.schedules import Schedule
from careops.changing import Changing, kept
from careops.clinic_doctors import DoctorName as DoctorName
from careops.clinic_doctors import DoctorOfClinic as DoctorOfClinic
from careops.constants import SPECIALITIES_MAX
from careops.contract import STAFF, Call, Example, Get, Model, Post, Put
from careops.fields import (
    Fees,
    FilledText,
    Id,
    MobileNumber,
    Name,
    Phone,
    Rupees,
    Text,
    WebAddress,
    blank_as_null,
    filled,
    plain_number,
)
from careops.shapes import record, rows

NO_DOCTOR: Final = "There is no doctor with this id"
NOT_HERE: Final = "This clinic has no doctor with this id"
ALL_REQUIRED: Final = "All Fields are required"
NO_NAME: Final = "Enter name"
NO_SPECIALITY: Final = "Enter Speciality"
NO_NUMBER: Final = "Registration number cant be empty"
"""As the specification spells it (B 5)."""
Gender = Literal["Male", "Female"]
PatientsPerHour = Annotated[int, Field(ge=1, le=60), BeforeValidator(plain_number)]
Years = Annotated[int, Field(ge=0, le=80), BeforeValidator(plain_number)]


class FoundDoctor(Model):
    """A doctor on the platform, as the search by phone tells."""

    id: int
    """The doctor's id on the platform."""
    first_name: str
    """Their first name."""
    last_name: str | None = None
    """Their last name; null when there is none."""
    gender: str | None = None
    """Their gender; null when nobody said."""
    phone_number: str | None = None
    """Their number, ten digits without country code."""
    speciality: str | None = None
    """Their main speciality; null when nobody said."""
    status: str | None = None
    """``joined``, or ``invited`` when they were invited by some clinic and have not come yet."""


class AddedDoctor(Model):
    """The doctor who is now at the clinic."""

    id: int
    """The doctor's id on the platform."""


class DoctorSpeciality(Model):
    """A further speciality of a doctor."""

    id: int
    """The speciality's id in the catalogue."""
    name: str
    """The speciality as it is shown."""


class DoctorPart(Model):
    """What is true of the doctor at every clinic."""

    id: int
    """The doctor's id on the platform."""
    first_name: str
    """Their first name."""
    last_name: str | None = None
    """Their last name; null when there is none."""
    speciality: str | None = None
    """Their main speciality; null when nobody said."""
    gender: str | None = None
    """Their gender; null when nobody said."""
    education: str | None = None
    """Their degrees, as text; null when nobody said."""
    exp: int | None = None
    """Years of experience; null when nobody said."""
    patients_per_hour: int | None = None
    """Patients they see in an hour; null when nobody said."""
    reg_nbr: str | None = None
    """Their registration number with the medical council; null when nobody said."""
    reg_photo_url: str | None = None
    """Where the picture of their registration is, for five minutes; null when there is none."""
    verified: bool = False
    """Whether somebody has checked the registration."""
    other_specialities: list[DoctorSpeciality] = []
    """Further specialities."""


class ClinicDoctor(Model):
    """A doctor at one clinic. Fees are in rupees; ``telemedicine_setup`` says whether nothing is missing for it."""

    id: int
    """The clinic doctor's id: the doctor at this one clinic."""
    fees: Rupees | None = None
    """What a visit costs, in rupees; null when no fee is asked."""
    telemedicine_fees: Rupees | None = None
    """What a visit by video costs, in rupees; null when no fee is set."""
    telemedicine_setup: bool = False
    """Whether nothing is missing for visits by video."""
    photo: str | None = None
    """Where their picture is, a web address that stays; null when there is none."""
    doctor: DoctorPart
    """What is true of them at every clinic."""
    schedules: list[Schedule] = []
    """When they are there."""
    discount_schedule: list[Schedule] = []
    """When a visit costs something else (B-38)."""


class FindDoctors(Call[list[FoundDoctor]]):
    """The doctors with that phone number: one, or none at all. Spec: A 4, A 7."""

    route = Get("/doctors", access=STAFF, answer=rows("data.doctors"), people=True)
    example = Example(
        call={"phone_number": "9812345670"},
        answer=[
            {
                "id": 12,
                "first_name": "Simran",
                "last_name": "Gill",
                "gender": "Female",
                "phone_number": "9812345670",
                "speciality": "Cardiology",
                "status": "joined",
            }
        ],
    )

    phone_number: Phone
    """The number to look for."""


class AddClinicDoctor(Call[AddedDoctor]):
    """Add a doctor to a clinic, or invite one who is not on the platform yet. Spec: A 4, A 5, A 7.

    Either ``doctor_id`` and ``fees``, or ``phone_number``, ``name``, ``fees`` and ``patients_per_hour``. Who is at
    the clinic already, or is invited though on the platform already, is a conflict.
    """

    route = Post(
        "/clinics/{clinic_id}/clinic_doctors", access=STAFF, answer=record("data.doctor"), event="clinic_doctor.add"
    )
    example = Example(call={"clinic_id": 41, "doctor_id": 12, "fees": 500}, answer={"id": 12})

    clinic_id: Id
    """The clinic to add them to."""
    doctor_id: Id | None = None
    """A doctor who is on the platform; instead of phone number and name."""
    phone_number: MobileNumber | None = Field(default=None, validate_default=True)
    """The number of somebody to invite."""
    name: Name | None = Field(default=None, validate_default=True)
    """The name of somebody to invite."""
    fees: Fees
    """What a visit costs, in whole rupees."""
    patients_per_hour: PatientsPerHour | None = Field(default=None, validate_default=True)
    """Patients they see in an hour."""

    @field_validator("phone_number", "name", "patients_per_hour")
    @classmethod
    def _one_of_the_two_forms(cls, given: Any, info: ValidationInfo) -> Any:
        if info.data.get("doctor_id") is None and given is None:
            raise ValueError(ALL_REQUIRED)
        if info.data.get("doctor_id") is not None and given is not None:
            raise ValueError("Please leave this out for a doctor who was found")
        return given


class ReadClinicDoctor(Call[ClinicDoctor]):
    """A doctor at one clinic, whole. Spec: B 7."""

    route = Get(
        "/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}",
        access=STAFF,
        answer=record("data.clinic_doctor"),
        versioned=(
            *("fees", "telemedicine_fees", "photo", "doctor.first_name", "doctor.last_name", "doctor.speciality"),
            *("doctor.gender", "doctor.education", "doctor.exp", "doctor.patients_per_hour", "doctor.reg_nbr"),
            "doctor.other_specialities",
        ),
        people=True,
    )
    example = Example(
        call={"clinic_id": 41, "clinic_doctor_id": 88},
        answer={
            "id": 88,
            "fees": 500.0,
            "telemedicine_fees": 350.0,
            "telemedicine_setup": True,
            "doctor": {
                "id": 12,
                "first_name": "Simran",
                "last_name": "Gill",
                "speciality": "Cardiology",
                "education": "MBBS, MD",
                "reg_nbr": "PMC-20417",
                "verified": True,
                "other_specialities": [{"id": 3, "name": "Neurology"}],
            },
        },
    )

    clinic_id: Id
    """The clinic."""
    clinic_doctor_id: Id
    """The clinic doctor's id, as the clinic's list of doctors says it."""


class NewDoctorSpeciality(Model):
    """A further speciality to set."""

    model_config = {"extra": "forbid"}

    id: Id
    """The speciality's id in the catalogue."""
    name: Name
    """The speciality as the catalogue writes it."""


class UpdateClinicDoctor(Changing):
    """Change a doctor at one clinic; what is not given stays as it is. Spec: A 7, B 7 (S-4).

    ``fees``, ``telemedicine_fees`` and ``photo`` belong to this clinic, everything else to the doctor everywhere.
    Telemedicine fees, education and photo may be taken away with null.
    """

    route = Put(
        "/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}",
        access=STAFF,
        body_in="doctor_details",
        event="clinic_doctor.update",
        against=ReadClinicDoctor,
    )
    example = Example(call={"clinic_id": 41, "clinic_doctor_id": 88, "fees": 600, "education": "MBBS, MD"}, answer={})

    clinic_id: Id
    """The clinic."""
    clinic_doctor_id: Id
    """The clinic doctor's id, as the clinic's list of doctors says it."""
    fees: Fees | None = None
    """What a visit costs, in whole rupees; null for no fee."""
    telemedicine_fees: Fees | None = None
    """What a visit by video costs, in whole rupees; null for no fee."""
    photo: WebAddress | None = None
    """Where their picture was uploaded to, without the query, or is elsewhere; null takes it away."""
    name: Annotated[Name, filled(NO_NAME)] | None = None
    """Their whole name."""
    speciality: Annotated[Name, filled(NO_SPECIALITY)] | None = None
    """Their main speciality."""
    gender: Gender | None = None
    """Their gender."""
    education: Annotated[Text | None, BeforeValidator(blank_as_null)] = None
    """Their degrees, as text; null or a blank text takes them away."""
    exp: Years | None = None
    """Years of experience."""
    patients_per_hour: PatientsPerHour | None = None
    """Patients they see in an hour."""
    reg_nbr: Annotated[FilledText, filled(NO_NUMBER)] | None = None
    """Their registration number with the medical council."""
    other_specialities: Annotated[list[NewDoctorSpeciality], Field(max_length=SPECIALITIES_MAX)] | None = None
    """All of their further specialities; those not in it are taken away."""

    stays = kept("fees", "name", "speciality", "patients_per_hour", "reg_nbr", "other_specialities")


class ClinicDoctors(Area[ClientT]):
    """``client.clinic_doctors``: doctors of a clinic."""

    find = verb(FindDoctors)
    add = verb(AddClinicDoctor)
    read = verb(ReadClinicDoctor)
    update = verb(UpdateClinicDoctor)
