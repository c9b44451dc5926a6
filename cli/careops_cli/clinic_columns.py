"""Columns of clinics: in the list, of one clinic, and in exports."""

from __future__ import annotations

from careops_cli.output.results import Item, Read, path


def _kind(item: Item) -> str:
    return "hospital" if item["is_hospital"] else "clinic"


def _modules(item: Item) -> list[str]:
    return [module["name"] for module in item["clinic_spec_modules"]]


COLUMNS: dict[str, Read] = {
    "id": path("id"),
    "name": path("name"),
    "kind": _kind,
    "phone": path("phone_number"),
    "email": path("email"),
    "city": path("location.city"),
    "state": path("location.state"),
    "modules": _modules,
    "ipd": path("ipd_enabled"),
    "surgery": path("surgery_enabled"),
    "abdm": path("abdm_enabled"),
    "care_package": path("care_package_enabled"),
    "address": path("location.address_line_1"),
    "locality": path("location.address_line_2"),
    "zipcode": path("location.zipcode"),
    "location": path("location"),
    "user_id": path("user_id"),
}
SHOWN = ("id", "name", "kind", "phone", "email", "city", "state", "modules", "ipd", "surgery", "abdm")
SPARE = ("email", "surgery", "abdm", "ipd", "phone", "kind")
DETAILS = {
    **COLUMNS,
    "beds": path("beds_count"),
    "rooms": path("rooms_count"),
    "speciality": path("speciality.name"),
    "other_specialities": lambda item: [other["speciality_name"] for other in item["other_specialities"]],
    "website": lambda item: [
        domain["domain_name"] for domain in (item["clinic_website"] or {}).get("clinic_domains", [])
    ],
    "group": lambda item: [other["name"] for other in item["clinic_group"]],
    "bank": path("bank_details.bank_name"),
    "account": path("bank_details.account_no"),
    "ifsc": path("bank_details.ifsc_code"),
}
