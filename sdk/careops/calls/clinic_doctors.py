"""Doctors of a clinic: search, add, invite and change them. Spec: A 4, A 5, A 7, B 7."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from careops.calls.schedules import Schedule
from careops.constants import MAX_SPECIALITIES
from careops.contract import STAFF, Call, Example, Get, Model, Post, Put
from careops.contract.envelopes import object_in, page_in
from careops.contract.fields import (
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
    non_empty,
    strict_int,
)
from careops.contract.partial_update import PartialUpdate, not_removable
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, method
from careops.error_codes import title_of
from careops.models.clinic_doctors import DoctorName as DoctorName
from careops.models.clinic_doctors import DoctorOfClinic as DoctorOfClinic
from careops.models.references import ClinicReference

NO_DOCTOR: Final = title_of("doctor_not_found")
NOT_HERE: Final = title_of("clinic_doctor_not_found")
ALL_REQUIRED: Final = title_of("all_fields_required")
NO_NAME: Final = title_of("doctor_name_required")
NO_SPECIALITY: Final = title_of("doctor_speciality_required")
NO_NUMBER: Final = title_of("registration_number_required")
"""Spelling of the specification (B 5)."""
Gender = Literal["Male", "Female"]
PatientsPerHour = Annotated[int, Field(ge=1, le=60), BeforeValidator(strict_int)]
Years = Annotated[int, Field(ge=0, le=80), BeforeValidator(strict_int)]


class FoundDoctor(Model):
    """Doctor on the platform, as the search by phone returns it."""

    id: int
    """Id of the doctor."""
    first_name: Annotated[str, Personal("name", "doctor")]
    """First name."""
    last_name: Annotated[str | None, Personal("name", "doctor")] = None
    """Last name; null if there is none."""
    gender: str | None = None
    """Gender; null if unknown."""
    phone_number: Annotated[str | None, Personal("phone", "doctor")] = None
    """Phone number, ten digits without country code."""
    speciality: str | None = None
    """Main speciality; null if unknown."""
    status: str | None = None
    """``joined``, or ``invited`` if a clinic invited them and they have not joined yet."""


class AddedDoctor(Model):
    """Doctor who was added to the clinic."""

    id: int
    """Id of the doctor."""


class DoctorSpeciality(Model):
    """Further speciality of a doctor."""

    id: int
    """Id of the speciality in the catalogue."""
    name: str
    """Name of the speciality."""


class DoctorPart(Model):
    """Fields of a doctor that are the same at every clinic."""

    id: int
    """Id of the doctor."""
    first_name: Annotated[str, Personal("name", "doctor")]
    """First name."""
    last_name: Annotated[str | None, Personal("name", "doctor")] = None
    """Last name; null if there is none."""
    speciality: str | None = None
    """Main speciality; null if unknown."""
    gender: str | None = None
    """Gender; null if unknown."""
    education: str | None = None
    """Degrees, as text; null if unknown."""
    exp: int | None = None
    """Years of experience; null if unknown."""
    patients_per_hour: int | None = None
    """Number of patients per hour; null if unknown."""
    reg_nbr: str | None = None
    """Registration number with the medical council; null if unknown."""
    reg_photo_url: Annotated[str | None, Personal("file", "doctor")] = None
    """Presigned URL of the picture of the registration, valid for five minutes; null if there is none."""
    verified: bool = False
    """True if the registration was verified."""
    other_specialities: list[DoctorSpeciality] = []
    """Further specialities."""


class ClinicDoctor(Model):
    """Doctor at one clinic. Fees are in rupees. ``telemedicine_setup`` is true if video visits are fully set up."""

    id: int
    """Id of the clinic doctor: the doctor at this clinic."""
    fees: Rupees | None = None
    """Fee of a visit, in rupees; null if there is no fee."""
    telemedicine_fees: Rupees | None = None
    """Fee of a video visit, in rupees; null if none is set."""
    telemedicine_setup: bool = False
    """True if video visits are fully set up."""
    photo: Annotated[str | None, Personal("file", "doctor")] = None
    """Permanent web address of the photo; null if there is none."""
    doctor: DoctorPart
    """Fields that are the same at every clinic."""
    schedules: list[Schedule] = []
    """Weekly schedules."""
    discount_schedule: list[Schedule] = []
    """Schedules with another fee (B-38)."""


class FindDoctors(Call[list[FoundDoctor]]):
    """Find the doctor with a phone number: a list of one, or empty. Spec: A 4, A 7."""

    route = Get("/doctors", access=STAFF, answer=page_in("data.doctors"))
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
    """Phone number to search for."""


class AddClinicDoctor(ClinicReference, Call[AddedDoctor]):
    """Add a doctor to a clinic, or invite one who is not on the platform yet. Spec: A 4, A 5, A 7.

    Requires either ``doctor_id`` and ``fees``, or ``phone_number``, ``name``, ``fees`` and ``patients_per_hour``.
    Refused with 409 if the doctor is already at the clinic, or if an invited doctor is already on the platform.
    """

    route = Post(
        "/clinics/{clinic_id}/clinic_doctors", access=STAFF, answer=object_in("data.doctor"), event="clinic_doctor.add"
    )
    example = Example(call={"clinic_id": 41, "doctor_id": 12, "fees": 500}, answer={"id": 12})

    doctor_id: Id | None = None
    """Id of a doctor on the platform; replaces phone number and name."""
    phone_number: MobileNumber | None = Field(default=None, validate_default=True)
    """Phone number of a doctor to invite."""
    name: Name | None = Field(default=None, validate_default=True)
    """Name of a doctor to invite."""
    fees: Fees
    """Fee of a visit, in whole rupees."""
    patients_per_hour: PatientsPerHour | None = Field(default=None, validate_default=True)
    """Number of patients per hour."""

    @field_validator("phone_number", "name", "patients_per_hour")
    @classmethod
    def _one_of_the_two_forms(cls, value: Any, info: ValidationInfo) -> Any:
        if info.data.get("doctor_id") is None and value is None:
            raise ValueError(ALL_REQUIRED)
        if info.data.get("doctor_id") is not None and value is not None:
            raise ValueError(title_of("doctor_field_not_allowed"))
        return value


class ReadClinicDoctor(ClinicReference, Call[ClinicDoctor]):
    """Return a doctor at one clinic with all fields. Spec: B 7."""

    route = Get(
        "/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}",
        access=STAFF,
        answer=object_in("data.clinic_doctor"),
        versioned=(
            *("fees", "telemedicine_fees", "photo", "doctor.first_name", "doctor.last_name", "doctor.speciality"),
            *("doctor.gender", "doctor.education", "doctor.exp", "doctor.patients_per_hour", "doctor.reg_nbr"),
            "doctor.other_specialities",
        ),
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

    clinic_doctor_id: Id
    """Id of the clinic doctor, as in the clinic's list of doctors."""


class NewDoctorSpeciality(Model):
    """Further speciality to set."""

    model_config = {"extra": "forbid"}

    id: Id
    """Id of the speciality in the catalogue."""
    name: Name
    """Name of the speciality in the catalogue."""


class UpdateClinicDoctor(PartialUpdate):
    """Change a doctor at one clinic. Omitted fields are unchanged. Spec: A 7, B 7 (S-4).

    ``fees``, ``telemedicine_fees`` and ``photo`` apply to this clinic, all other fields to the doctor at every clinic.
    Null removes the fees, the telemedicine fees, the education and the photo.
    """

    route = Put(
        "/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}",
        access=STAFF,
        body_in="doctor_details",
        same_effect="doctor_updated",
        event="clinic_doctor.update",
        against=ReadClinicDoctor,
    )
    undoable = False  # earlier pictures may be gone
    example = Example(call={"clinic_id": 41, "clinic_doctor_id": 88, "fees": 600, "education": "MBBS, MD"}, answer={})

    clinic_id: Id
    """Id of the clinic."""
    clinic_doctor_id: Id
    """Id of the clinic doctor, as in the clinic's list of doctors."""
    fees: Fees | None = None
    """Fee of a visit, in whole rupees; null for no fee."""
    telemedicine_fees: Fees | None = None
    """Fee of a video visit, in whole rupees; null for no fee."""
    photo: WebAddress | None = None
    """Web address of the photo, or the address it was uploaded to without the query; null removes it."""
    name: Annotated[Name, non_empty(NO_NAME)] | None = None
    """Full name."""
    speciality: Annotated[Name, non_empty(NO_SPECIALITY)] | None = None
    """Main speciality."""
    gender: Gender | None = None
    """Gender."""
    education: Annotated[Text | None, BeforeValidator(blank_as_null)] = None
    """Degrees, as text; null or a blank text removes them."""
    exp: Years | None = None
    """Years of experience."""
    patients_per_hour: PatientsPerHour | None = None
    """Number of patients per hour."""
    reg_nbr: Annotated[FilledText, non_empty(NO_NUMBER)] | None = None
    """Registration number with the medical council."""
    other_specialities: Annotated[list[NewDoctorSpeciality], Field(max_length=MAX_SPECIALITIES)] | None = None
    """Complete list of further specialities; it replaces the current one."""

    stays = not_removable("fees", "name", "speciality", "patients_per_hour", "reg_nbr", "other_specialities")


class ClinicDoctors(Resource[ClientT]):
    """``client.clinic_doctors``: doctors of a clinic."""

    find = method(FindDoctors)
    add = method(AddClinicDoctor)
    read = method(ReadClinicDoctor)
    update = method(UpdateClinicDoctor)
