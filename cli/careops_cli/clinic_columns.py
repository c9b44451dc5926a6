"""Columns of clinics: in the list, of one clinic, and in exports."""

from __future__ import annotations

from careops_cli.output.results import Columns, Item, field_columns


def _kind(item: Item) -> str:
    return "hospital" if item["is_hospital"] else "clinic"


def _modules(item: Item) -> list[str]:
    return [module["name"] for module in item["clinic_spec_modules"]]


COLUMNS = Columns(
    "Clinic",
    id="id",
    name="name",
    kind=_kind,
    phone="phone_number",
    email="email",
    city="location.city",
    state="location.state",
    modules=_modules,
    ipd="ipd_enabled",
    surgery="surgery_enabled",
    abdm="abdm_enabled",
    care_package="care_package_enabled",
    address="location.address_line_1",
    locality="location.address_line_2",
    zipcode="location.zipcode",
    location="location",
    user_id="user_id",
)
DEFAULT_COLUMNS = ("id", "name", "kind", "phone", "email", "city", "state", "modules", "ipd", "surgery", "abdm")
OPTIONAL_COLUMNS = ("email", "surgery", "abdm", "ipd", "phone", "kind")
DETAILS = Columns(
    "ClinicDetail",
    **COLUMNS,
    beds="beds_count",
    rooms="rooms_count",
    speciality="speciality.name",
    other_specialities=lambda item: [other["speciality_name"] for other in item["other_specialities"]],
    website=lambda item: [domain["domain_name"] for domain in (item["clinic_website"] or {}).get("clinic_domains", [])],
    group=lambda item: [other["name"] for other in item["clinic_group"]],
    bank="bank_details.bank_name",
    account="bank_details.account_no",
    ifsc="bank_details.ifsc_code",
)
SUMMARY = Columns(
    "ClinicSummary",
    modules_on="modules_on",
    modules="modules_total",
    doctors="doctors",
    unverified="doctors_unverified",
    **field_columns("staff", "locations", "admins"),
    last_visit="latest_patient_visit",
    bank="has_bank_details",
    payments="payments.total",
    paid="payments.recent_amount",
    failed="payments.recent_failed",
    follow_ups="follow_ups.open",
    next_due="follow_ups.next_due",
)
