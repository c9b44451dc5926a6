"""Clinics and hospitals: fields in a list and of one record. Spec: A 2, A 3, A 7."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from careops.contract import Model
from careops.contract.fields import Rupees
from careops.contract.personal import Personal
from careops.models.clinic_doctors import DoctorOfClinic


class PhoneNumber(Model):
    """Phone number of a clinic, with its type."""

    phone_number: str
    """Phone number."""
    phone_type: str | None = None
    """Type, such as 'mobile'; null if unknown."""


class Location(Model):
    """Address of a clinic. ``address_line_2`` is displayed as the locality."""

    address_line_1: str | None = None
    """House and street; null if unknown."""
    address_line_2: str | None = None
    """Locality; null if unknown."""
    city: str | None = None
    """City; null if unknown."""
    state: str | None = None
    """English name of the state; null if unknown."""
    zipcode: str | None = None
    """Pincode, six digits; null if unknown."""
    latitude: float | None = None
    """Degrees north; null if the address was not found."""
    longitude: float | None = None
    """Degrees east; null if the address was not found."""
    phone_numbers: list[PhoneNumber] = []
    """Phone numbers of the location."""


class ClinicSpecModule(Model):
    """Active product module of a clinic."""

    spec_module_id: int
    """Id of the module, as in the list of modules."""
    name: str
    """Name of the module."""


class ClinicDomain(Model):
    """A domain of a clinic's website."""

    domain_name: str
    """Domain name, such as 'navjeevan.example'."""


class ClinicWebsite(Model):
    """A clinic's website."""

    clinic_domains: list[ClinicDomain] = []
    """Domains of the website."""


class GroupLocation(Model):
    """Other clinic of the same group."""

    id: int | None = None
    """Id of the other clinic; null if the platform does not return it."""
    name: str
    """Name of the clinic."""
    location: Location | None = None
    """Address; null if unknown."""


class Speciality(Model):
    """Main speciality of a clinic."""

    name: str
    """Name of the speciality."""


class OtherSpeciality(Model):
    """Further speciality; returned as ``speciality_name``, sent as ``name`` (A-39)."""

    basic_clinic_speciality_id: int
    """Id of the speciality in the catalogue."""
    speciality_name: str
    """Name of the speciality."""


class BankDetails(Model):
    """Bank account of a clinic."""

    account_no: Annotated[str | None, Personal("account_no", "user")] = None
    """Account number: careops returns only its last four digits, ``••••8979``; null if unknown."""
    account_name: Annotated[str | None, Personal("name", "user")] = None
    """Name of the account holder; null if unknown."""
    bank_name: str | None = None
    """Name of the bank; null if unknown."""
    ifsc_code: str | None = None
    """IFSC code, eleven characters; null if unknown."""


class ClinicMetrics(Model):
    """Figures of a clinic."""

    total_patient_visits: int = 0
    """Number of patient visits."""
    total_bills: int = 0
    """Number of bills."""
    total_careplans: int = 0
    """Number of care plans."""
    total_lab_referrals: int = 0
    """Number of referrals to labs."""
    total_pharmacy_referrals: int = 0
    """Number of referrals to pharmacies."""
    total_doctor_referrals: int = 0
    """Number of referrals to other doctors."""
    latest_patient_visit: date | datetime | None = None
    """Time of the latest patient visit; null if there was none."""


class StaffMember(Model):
    """Clinic staff, without doctors."""

    id: int
    """Id of the account."""
    name: Annotated[str, Personal("name", "user")]
    """Name."""
    phone_number: Annotated[str | None, Personal("phone", "user")] = None
    """Phone number, ten digits without country code; null if unknown."""
    status: str | None = None
    """Status of the user; null if the platform does not return it."""


class Clinic(Model):
    """Clinic in a list; a hospital if ``is_hospital``."""

    id: int
    """Id of the clinic."""
    name: str
    """Name of the clinic."""
    email: str | None = None
    """Email address; null if there is none."""
    phone_number: str | None = None
    """Phone number, ten digits without country code; null if there is none."""
    is_hospital: bool = False
    """True for a hospital."""
    location: Location | None = None
    """Address; null if unknown."""
    clinic_spec_modules: list[ClinicSpecModule] = []
    """Active product modules."""
    ipd_enabled: bool = False
    """True if IPD is on."""
    care_package_enabled: bool = False
    """True if Care Packages are on."""
    surgery_enabled: bool = False
    """True if Surgeries are on."""
    abdm_enabled: bool = False
    """True if ABDM, the link to India's health records, is on."""
    user_id: int | None = None
    """Id of the user who owns it; null if it has no owner."""


class ClinicDetail(Clinic):
    """Clinic with all fields."""

    clinic_website: ClinicWebsite | None = None
    """Website; null if there is none."""
    clinic_group: list[GroupLocation] = []
    """Other clinics of the same group."""
    beds_count: int | None = None
    """Number of beds; null if unknown."""
    rooms_count: int | None = None
    """Number of rooms; null if unknown."""
    speciality: Speciality | None = None
    """Main speciality; null if unknown."""
    other_specialities: list[OtherSpeciality] = []
    """Further specialities."""
    metrics: ClinicMetrics | None = None
    """Figures; null if the platform does not return them."""
    doctors_list: list[DoctorOfClinic] = []
    """Doctors who work there or are invited."""
    clinic_staff: list[StaffMember] = []
    """Other staff of the clinic."""
    bank_details: BankDetails | None = None
    """Bank account; null if unknown."""


class PaymentsSummary(Model):
    """Payments of a clinic."""

    total: int
    """Number of payments."""
    recent_amount: Rupees
    """Sum in rupees of the successful payments of the last 30 days."""
    recent_failed: int
    """Number of failed payments of the last 30 days."""


class FollowUpsSummary(Model):
    """Open follow-ups of a record."""

    open: int
    """Number of open follow-ups."""
    next_due: date | None = None
    """Earliest due date; null if none is open."""


class ClinicSummary(Model):
    """Key figures of a clinic. A figure is null if the caller may not read its list, or if it is on the platform."""

    modules_on: int | None = None
    """Number of active modules and flags."""
    modules_total: int | None = None
    """Number of modules and flags."""
    doctors: int | None = None
    """Number of doctors."""
    doctors_unverified: int | None = None
    """Number of doctors whose registration is not verified."""
    staff: int | None = None
    """Number of staff members."""
    locations: int | None = None
    """Number of clinics of the same group, including this one."""
    admins: int | None = None
    """Number of clinic admins."""
    latest_patient_visit: date | None = None
    """Day of the latest patient visit; null if unknown."""
    has_bank_details: bool | None = None
    """True if the clinic has a bank account."""
    payments: PaymentsSummary | None = None
    """Payments."""
    follow_ups: FollowUpsSummary | None = None
    """Open follow-ups."""
