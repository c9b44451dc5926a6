"""Doctors of a clinic: finding, adding and inviting them, and what they are there. Spec: A 4, A 5, A 7, B 7."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from careops.areas import Area, ClientT, verb
from careops.contract import STAFF, Call, Done, Example, Get, Model, Post, Put
from careops.fields import Fees, FilledText, Id, Name, Phone, Rupees, Text, plain_number
from careops.shapes import record, rows

ALL_REQUIRED: Final = "All Fields are required"
Gender = Literal["Male", "Female"]
PatientsPerHour = Annotated[int, Field(ge=1, le=60), BeforeValidator(plain_number)]
Years = Annotated[int, Field(ge=0, le=80), BeforeValidator(plain_number)]


class DoctorName(Model):
    """Who a doctor of a clinic is; without an ``id`` when a platform knows only the invitation."""

    id: int | None = None
    first_name: str | None = None
    last_name: str | None = None
    gender: str | None = None


class DoctorOfClinic(Model):
    """A row of a clinic's doctors; ``id`` is the clinic doctor's."""

    id: int
    doctor: DoctorName | None = None
    phone_number: str | None = None
    status: str | None = None


class FoundDoctor(Model):
    """A doctor on the platform, as the search by phone tells."""

    id: int
    first_name: str
    last_name: str | None = None
    gender: str | None = None
    phone_number: str | None = None
    speciality: str | None = None
    status: str | None = None
    """``joined``, or ``invited`` when they were invited by some clinic and have not come yet."""


class AddedDoctor(Model):
    """The doctor who is now at the clinic."""

    id: int


class DoctorSpeciality(Model):
    """A further speciality of a doctor."""

    id: int
    name: str


class DoctorPart(Model):
    """What is true of the doctor at every clinic."""

    id: int
    first_name: str
    last_name: str | None = None
    speciality: str | None = None
    gender: str | None = None
    education: str | None = None
    exp: int | None = None
    patients_per_hour: int | None = None
    reg_nbr: str | None = None
    reg_photo_url: str | None = None
    verified: bool = False
    other_specialities: list[DoctorSpeciality] = []


class ClinicDoctor(Model):
    """A doctor at one clinic. Fees are in rupees; ``telemedicine_setup`` says whether nothing is missing for it."""

    id: int
    fees: Rupees | None = None
    telemedicine_fees: Rupees | None = None
    telemedicine_setup: bool = False
    photo: str | None = None
    doctor: DoctorPart


class FindDoctors(Call[list[FoundDoctor]]):
    """The doctors with that phone number: one, or none at all. Spec: A 4, A 7."""

    route = Get("/doctors", access=STAFF, answer=rows("data.doctors"))
    example: ClassVar[Example] = Example(
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


class AddClinicDoctor(Call[AddedDoctor]):
    """Add a doctor to a clinic, or invite one who is not on the platform yet. Spec: A 4, A 5, A 7.

    Either ``doctor_id`` and ``fees``, or ``phone_number``, ``name``, ``fees`` and ``patients_per_hour``. Who is at
    the clinic already, or is invited though on the platform already, is a conflict.
    """

    route = Post(
        "/clinics/{clinic_id}/clinic_doctors", access=STAFF, answer=record("data.doctor"), event="clinic_doctor.add"
    )
    example: ClassVar[Example] = Example(call={"clinic_id": 41, "doctor_id": 12, "fees": 500}, answer={"id": 12})

    clinic_id: Id
    doctor_id: Id | None = None
    phone_number: Phone | None = Field(default=None, validate_default=True)
    name: Name | None = Field(default=None, validate_default=True)
    fees: Fees
    patients_per_hour: PatientsPerHour | None = Field(default=None, validate_default=True)

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
    )
    example: ClassVar[Example] = Example(
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
    clinic_doctor_id: Id


class NewDoctorSpeciality(Model):
    """A further speciality to set."""

    model_config = {"extra": "forbid"}

    id: Id
    name: Name


class UpdateClinicDoctor(Call[Done]):
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
    example: ClassVar[Example] = Example(
        call={"clinic_id": 41, "clinic_doctor_id": 88, "fees": 600, "education": "MBBS, MD"}, answer={}
    )

    clinic_id: Id
    clinic_doctor_id: Id
    fees: Fees | None = None
    telemedicine_fees: Fees | None = None
    photo: Text | None = None
    name: Name | None = None
    speciality: Name | None = None
    gender: Gender | None = None
    education: Text | None = None
    exp: Years | None = None
    patients_per_hour: PatientsPerHour | None = None
    reg_nbr: FilledText | None = None
    other_specialities: Annotated[list[NewDoctorSpeciality], Field(max_length=50)] | None = None

    @property
    def changes(self) -> dict[str, Any]:
        """What to set, by field."""
        return self.model_dump(exclude_unset=True, exclude={"clinic_id", "clinic_doctor_id"})

    @field_validator("fees", "name", "speciality", "patients_per_hour", "reg_nbr", "other_specialities")
    @classmethod
    def _not_taken_away(cls, given: Any) -> Any:
        if given is None:
            raise ValueError("This cannot be taken away; leave it out to keep it")
        return given

    @model_validator(mode="after")
    def _one_change_at_least(self) -> Self:
        if not self.changes:
            raise ValueError("Please give something to change")
        return self


class ClinicDoctors(Area[ClientT]):
    """``client.clinic_doctors``: doctors of a clinic."""

    find = verb(FindDoctors)
    add = verb(AddClinicDoctor)
    read = verb(ReadClinicDoctor)
    update = verb(UpdateClinicDoctor)
