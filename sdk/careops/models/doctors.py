"""Doctors of the platform: profile and registration. Spec: B 2 to B 4, B 7.

Fields of a doctor at one clinic, such as fees, are in ``careops.calls.clinic_doctors``.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Final

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from careops.constants import COUNTRY_CODE
from careops.contract import Model
from careops.contract.personal import Personal
from careops.error_codes import title_of

_USUAL_NUMBER: Final = re.compile(r"(?=.*[0-9]{3})[A-Za-z0-9][A-Za-z0-9 ./()-]{2,39}")
_WIRE_DAY: Final = re.compile(r"([0-9]{2})-([0-9]{2})-([0-9]{4})")


def _birthday(value: object) -> object:
    """Parse a day in the form of a profile, DD-MM-YYYY, or accept a ``date``."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    match = _WIRE_DAY.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(title_of("date_invalid_day_first"))
    try:
        return date(int(match[3]), int(match[2]), int(match[1]))
    except ValueError:
        raise ValueError(title_of("date_does_not_exist")) from None


Birthday = Annotated[
    date,
    BeforeValidator(_birthday),
    PlainSerializer(lambda day: day.strftime("%d-%m-%Y"), return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "pattern": "^[0-9]{2}-[0-9]{2}-[0-9]{4}$", "description": "DD-MM-YYYY."}),
]
"""Day that is sent as DD-MM-YYYY (B-33)."""


class Doctor(Model):
    """Doctor in a list."""

    id: int
    """Id of the doctor."""
    name: Annotated[str, Personal("name", "doctor")]
    """First and last name."""
    phone_number: Annotated[str | None, Personal("phone", "doctor")] = None
    """Phone number, ten digits without country code; null if the platform does not return it."""
    speciality: str | None = None
    """Main speciality; null if unknown."""
    reg_nbr: str | None = None
    """Registration number with the medical council; null if unknown."""
    status: str | None = None
    """``joined``, or ``invited`` until the doctor joins; null if the platform does not return it."""
    verified: bool = False
    """True if the registration was verified."""


class DoctorProfile(Doctor):
    """Fields of a doctor that are the same at every clinic, with the registration."""

    first_name: Annotated[str | None, Personal("name", "doctor")] = None
    """First name; null if the platform only returns the full name."""
    last_name: Annotated[str | None, Personal("name", "doctor")] = None
    """Last name; null if there is none."""
    country_code: str = COUNTRY_CODE
    """Country code of the phone number."""
    dob: Annotated[Birthday | None, Personal("birth_date", "doctor")] = None
    """Date of birth; null if unknown."""
    gender: str | None = None
    """Gender; null if unknown."""
    patients_per_hour: int | None = None
    """Number of patients per hour; null if unknown."""
    exp: int | None = None
    """Years of experience; null if unknown."""
    bio: Annotated[str | None, Personal("text", "doctor")] = None
    """Text for patients; null for none."""
    reg_photo_url: Annotated[str | None, Personal("file", "doctor")] = None
    """Presigned URL of the picture of the registration, valid for five minutes; null if there is none."""
    certificate: Annotated[str | None, Personal("file", "doctor")] = None
    """Identifies the picture, an addition of careops; null for none, or if the platform does not return it."""
    verified_by_name: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the verifier; null if not verified."""
    verified_at: datetime | None = None
    """Time of the verification, in UTC; null if not verified."""
    verification_reason: Annotated[str | None, Personal("text", "doctor")] = None
    """Reason of the verification; null if not verified."""
    verified_as: str | None = None
    """Verified name if the doctor's name has changed since; else null. An addition of careops (B-94)."""


class ClinicOfDoctor(Model):
    """Clinic of a doctor."""

    id: int
    """Id of the clinic."""
    name: str
    """Name of the clinic."""
    phone_number: str | None = None
    """Phone number of the clinic, ten digits without country code; null if there is none."""
    role: str | None = None
    """Role of the doctor's account there, else ``doctor``; null if the platform does not return it."""
    clinic_doctor_id: int | None = None
    """Id of the clinic doctor, an addition of careops (B-98); null if the platform does not return it."""


class DoctorDetail(Doctor):
    """Doctor with clinics."""

    clinics: list[ClinicOfDoctor] = []
    """Clinics, by name."""


class OtherDoctor(Model):
    """Other doctor with the same registration number or certificate."""

    id: int
    """Id of the doctor."""
    name: Annotated[str, Personal("name", "doctor")]
    """First and last name."""
    reg_nbr: str | None = None
    """Registration number; null if unknown."""


class Decision(Model):
    """Decision about a registration."""

    verified: bool
    """True for a verification, false for a withdrawal."""
    verification_reason: Annotated[str | None, Personal("text", "doctor")] = None
    """Reason of the verification; null for a withdrawal."""
    name: Annotated[str, Personal("name", "doctor")]
    """Name of the doctor at that time."""
    reg_nbr: str | None = None
    """Registration number at that time; null if there was none."""
    decided_by_name: Annotated[str, Personal("name", "staff")]
    """Name of the user who decided."""
    decided_at: datetime
    """Time of the decision, in UTC."""


class Dossier(Model):
    """Doubts and decisions to review before a verification. Doubts do not prevent it."""

    odd_number: bool = False
    """True if the registration number has an unusual form for a medical council."""
    same_number: list[OtherDoctor] = []
    """Doctors with the same number, regardless of its notation; at most five."""
    same_certificate: list[OtherDoctor] = []
    """Doctors with a similar picture of the certificate; at most five."""
    decisions: list[Decision] = []
    """All decisions, latest first."""


def is_odd_number(reg_nbr: str | None) -> bool:
    """Return True if it lacks three consecutive digits or contains unusual signs. None is missing, not unusual."""
    return reg_nbr is not None and _USUAL_NUMBER.fullmatch(reg_nbr) is None
