"""A clinic or hospital: what is known about it, in a list and whole. Spec: A 2, A 3, A 7."""

from __future__ import annotations

from datetime import date, datetime

from careops.clinic_doctors import DoctorOfClinic
from careops.contract import Model


class PhoneNumber(Model):
    """A number of a clinic and what it is for."""

    phone_number: str
    """The number, as it is dialled."""
    phone_type: str | None = None
    """What it is for, such as ``mobile``; null when nobody said."""


class Location(Model):
    """Where a clinic is. ``address_line_2`` is shown as the locality."""

    address_line_1: str | None = None
    """House and street; null when nobody said."""
    address_line_2: str | None = None
    """The locality; null when nobody said."""
    city: str | None = None
    """The city; null when nobody said."""
    state: str | None = None
    """The state, by its English name; null when nobody said."""
    zipcode: str | None = None
    """The pincode, six digits; null when nobody said."""
    latitude: float | None = None
    """Degrees north; null when nobody found the address."""
    longitude: float | None = None
    """Degrees east; null when nobody found the address."""
    phone_numbers: list[PhoneNumber] = []
    """Numbers that are answered there."""


class ClinicSpecModule(Model):
    """A product module that is active for a clinic."""

    spec_module_id: int
    """The module's id, as the list of modules says it."""
    name: str
    """The module's name."""


class ClinicDomain(Model):
    """A domain of a clinic's website."""

    domain_name: str
    """The domain, such as ``navjeevan.example``."""


class ClinicWebsite(Model):
    """A clinic's website."""

    clinic_domains: list[ClinicDomain] = []
    """The domains it is reached under."""


class GroupLocation(Model):
    """Another clinic of the same group."""

    id: int | None = None
    """The other clinic's id; null when a platform does not say."""
    name: str
    """Its name."""
    location: Location | None = None
    """Where it is; null when nobody said."""


class Speciality(Model):
    """A clinic's main speciality."""

    name: str
    """The speciality as it is shown."""


class OtherSpeciality(Model):
    """A further speciality; read as ``speciality_name``, written as ``name`` (A-39)."""

    basic_clinic_speciality_id: int
    """The speciality's id in the catalogue."""
    speciality_name: str
    """The speciality as it is shown."""


class BankDetails(Model):
    """The account a clinic is paid to."""

    account_no: str | None = None
    """The account's number: from us only its last four digits, ``••••8979``; null when it is not known."""
    account_name: str | None = None
    """Whose account it is; null when it is not known."""
    bank_name: str | None = None
    """The bank; null when it is not known."""
    ifsc_code: str | None = None
    """The branch's code, eleven characters; null when it is not known."""


class ClinicMetrics(Model):
    """What has been counted about a clinic."""

    total_patient_visits: int = 0
    """Visits of patients so far."""
    total_bills: int = 0
    """Bills so far."""
    total_careplans: int = 0
    """Care plans so far."""
    total_lab_referrals: int = 0
    """Times a patient was sent to a lab."""
    total_pharmacy_referrals: int = 0
    """Times a patient was sent to a pharmacy."""
    total_doctor_referrals: int = 0
    """Times a patient was sent to another doctor."""
    latest_patient_visit: date | datetime | None = None
    """When the last patient came; null when none did yet."""


class StaffMember(Model):
    """Somebody who works at a clinic and is no doctor."""

    id: int
    """The account's id."""
    name: str
    """Their name."""
    phone_number: str | None = None
    """Their number, ten digits without country code; null when it is not known."""
    status: str | None = None
    """The user's status; null when a platform does not say."""


class Clinic(Model):
    """A clinic, or a hospital when ``is_hospital``, as a list shows it."""

    id: int
    """What identifies the clinic."""
    name: str
    """Its name."""
    email: str | None = None
    """Its email address; null when there is none."""
    phone_number: str | None = None
    """Its number, ten digits without country code; null when there is none."""
    is_hospital: bool = False
    """Whether it is a hospital."""
    location: Location | None = None
    """Where it is; null when nobody said."""
    clinic_spec_modules: list[ClinicSpecModule] = []
    """The product modules that are active for it."""
    ipd_enabled: bool = False
    """Whether in-patient care is on."""
    care_package_enabled: bool = False
    """Whether care packages are on."""
    surgery_enabled: bool = False
    """Whether surgery is on."""
    abdm_enabled: bool = False
    """Whether it is linked to India's health records (ABDM)."""
    user_id: int | None = None
    """The user who owns it; null when nobody does."""


class ClinicDetail(Clinic):
    """Everything known about one clinic."""

    clinic_website: ClinicWebsite | None = None
    """Its website; null when it has none."""
    clinic_group: list[GroupLocation] = []
    """Other clinics of the same group."""
    beds_count: int | None = None
    """Beds; null when nobody said."""
    rooms_count: int | None = None
    """Rooms; null when nobody said."""
    speciality: Speciality | None = None
    """Its main speciality; null when nobody said."""
    other_specialities: list[OtherSpeciality] = []
    """Further specialities."""
    metrics: ClinicMetrics | None = None
    """What has been counted; null when a platform counts nothing."""
    doctors_list: list[DoctorOfClinic] = []
    """The doctors who work there or are invited."""
    clinic_staff: list[StaffMember] = []
    """Everybody else who works there."""
    bank_details: BankDetails | None = None
    """The account it is paid to; null when nobody said."""
