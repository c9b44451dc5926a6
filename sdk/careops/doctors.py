"""A doctor of the platform: what is known about them, and about their registration. Spec: B 2 to B 4, B 7.

What a doctor is at one clinic, with the fees there, is in ``careops.calls.clinic_doctors``.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Final

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from careops.constants import COUNTRY_CODE
from careops.contract import Model

_USUAL_NUMBER: Final = re.compile(r"(?=.*[0-9]{3})[A-Za-z0-9][A-Za-z0-9 ./()-]{2,39}")
_WIRE_DAY: Final = re.compile(r"([0-9]{2})-([0-9]{2})-([0-9]{4})")


def _birthday(given: object) -> object:
    """A day as a profile has it, DD-MM-YYYY, or as a ``date``."""
    if isinstance(given, date) and not isinstance(given, datetime):
        return given
    found = _WIRE_DAY.fullmatch(given) if isinstance(given, str) else None
    if found is None:
        raise ValueError("Please give the date as DD-MM-YYYY")
    try:
        return date(int(found[3]), int(found[2]), int(found[1]))
    except ValueError:
        raise ValueError("There is no such date") from None


Birthday = Annotated[
    date,
    BeforeValidator(_birthday),
    PlainSerializer(lambda day: day.strftime("%d-%m-%Y"), return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "pattern": "^[0-9]{2}-[0-9]{2}-[0-9]{4}$", "description": "DD-MM-YYYY."}),
]
"""A day that travels as DD-MM-YYYY (B-33)."""


class Doctor(Model):
    """A doctor, as the list shows them."""

    id: int
    """The doctor's id on the platform."""
    name: str
    """First and last name."""
    phone_number: str | None = None
    """Their number, ten digits without country code; null when a platform does not say."""
    speciality: str | None = None
    """Their main speciality; null when nobody said."""
    reg_nbr: str | None = None
    """Their registration number with the medical council; null when nobody said."""
    status: str | None = None
    """``joined``, or ``invited`` as long as they have not come; null when a platform does not say."""
    verified: bool = False
    """Whether somebody has checked the registration."""


class DoctorProfile(Doctor):
    """Everything a doctor is at every clinic, and what is known of their registration."""

    first_name: str | None = None
    """Their first name; null when a platform tells only the whole one."""
    last_name: str | None = None
    """Their last name; null when there is none."""
    country_code: str = COUNTRY_CODE
    """The country of their number."""
    dob: Birthday | None = None
    """Their date of birth; null when nobody said."""
    gender: str | None = None
    """Their gender; null when nobody said."""
    patients_per_hour: int | None = None
    """Patients they see in an hour; null when nobody said."""
    exp: int | None = None
    """Years of experience; null when nobody said."""
    bio: str | None = None
    """What patients read about them; null when there is nothing."""
    reg_photo_url: str | None = None
    """Where the picture of their registration is, for five minutes; null when there is none."""
    certificate: str | None = None
    """What tells this picture from others, an addition of ours; null when there is none, or a platform does not say."""
    verified_by_name: str | None = None
    """Who verified the registration; null when it is not verified."""
    verified_at: datetime | None = None
    """When it was verified, in UTC; null when it is not."""
    verification_reason: str | None = None
    """How it was checked; null when it is not verified."""
    verified_as: str | None = None
    """The name that was verified where the doctor has another one by now; else null. An addition of ours (B-94)."""


class ClinicOfDoctor(Model):
    """A clinic that a doctor works at."""

    id: int
    """The clinic's id."""
    name: str
    """The clinic's name."""
    phone_number: str | None = None
    """The clinic's number, ten digits without country code; null when there is none."""
    role: str | None = None
    """What the doctor is there: the role of their account, else ``doctor``; null when a platform does not say."""
    clinic_doctor_id: int | None = None
    """The doctor's id at this clinic, an addition of ours (B-98); null when a platform does not say."""


class DoctorDetail(Doctor):
    """A doctor with the clinics they work at."""

    clinics: list[ClinicOfDoctor] = []
    """The clinics, by name."""


class OtherDoctor(Model):
    """Another doctor who has what should be one doctor's alone."""

    id: int
    """The doctor's id."""
    name: str
    """First and last name."""
    reg_nbr: str | None = None
    """Their registration number; null when nobody said."""


class Decision(Model):
    """A decision about a registration, as it was made."""

    verified: bool
    """Whether it was verified, or taken back."""
    verification_reason: str | None = None
    """How it was checked; null where it was taken back."""
    name: str
    """The doctor's name at that time."""
    reg_nbr: str | None = None
    """The number it was made about; null when there was none."""
    decided_by_name: str
    """Who made it."""
    decided_at: datetime
    """When, in UTC."""


class Dossier(Model):
    """What somebody wants to know before they verify a registration. Doubts are said, and refuse nothing."""

    odd_number: bool = False
    """The registration number does not look like one of a medical council."""
    same_number: list[OtherDoctor] = []
    """Doctors with the same number, however it is written; five at most."""
    same_certificate: list[OtherDoctor] = []
    """Doctors whose certificate looks the same; five at most."""
    decisions: list[Decision] = []
    """Every decision so far, the last first."""


def is_odd_number(reg_nbr: str | None) -> bool:
    """Whether it has not three figures in a row, or signs that no council writes. None is not odd, it is missing."""
    return reg_nbr is not None and _USUAL_NUMBER.fullmatch(reg_nbr) is None
