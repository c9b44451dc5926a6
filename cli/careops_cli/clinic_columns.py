"""Columns of clinics: in the list, of one clinic, and in exports."""

from __future__ import annotations

from careops_cli.output.results import Item, Read, field_path


def _kind(item: Item) -> str:
    return "hospital" if item["is_hospital"] else "clinic"


def _modules(item: Item) -> list[str]:
    return [module["name"] for module in item["clinic_spec_modules"]]


COLUMNS: dict[str, Read] = {
    "id": field_path("id"),
    "name": field_path("name"),
    "kind": _kind,
    "phone": field_path("phone_number"),
    "email": field_path("email"),
    "city": field_path("location.city"),
    "state": field_path("location.state"),
    "modules": _modules,
    "ipd": field_path("ipd_enabled"),
    "surgery": field_path("surgery_enabled"),
    "abdm": field_path("abdm_enabled"),
    "care_package": field_path("care_package_enabled"),
    "address": field_path("location.address_line_1"),
    "locality": field_path("location.address_line_2"),
    "zipcode": field_path("location.zipcode"),
    "location": field_path("location"),
    "user_id": field_path("user_id"),
}
DEFAULT_COLUMNS = ("id", "name", "kind", "phone", "email", "city", "state", "modules", "ipd", "surgery", "abdm")
OPTIONAL_COLUMNS = ("email", "surgery", "abdm", "ipd", "phone", "kind")
DETAILS = {
    **COLUMNS,
    "beds": field_path("beds_count"),
    "rooms": field_path("rooms_count"),
    "speciality": field_path("speciality.name"),
    "other_specialities": lambda item: [other["speciality_name"] for other in item["other_specialities"]],
    "website": lambda item: [
        domain["domain_name"] for domain in (item["clinic_website"] or {}).get("clinic_domains", [])
    ],
    "group": lambda item: [other["name"] for other in item["clinic_group"]],
    "bank": field_path("bank_details.bank_name"),
    "account": field_path("bank_details.account_no"),
    "ifsc": field_path("bank_details.ifsc_code"),
}
