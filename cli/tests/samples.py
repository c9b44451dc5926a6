"""Sample people, clinics and modules."""

from __future__ import annotations

from careops.calls.clinics import Clinic, ClinicDetail, ClinicSpecModule, ListClinics, Location
from careops.calls.modules import SpecModule
from careops.calls.session import User, UserAccount
from careops.contract import Page

MODULES = [SpecModule(id=2, name="Prescriptions"), SpecModule(id=7, name="Lab Reports")]

USER = User(
    id=1, name="Harpreet Kaur", phone_number="9000000001", user_accounts=[UserAccount(account_type="super_admin")]
)


def clinic(number: int, *, name: str | None = None) -> Clinic:
    """Return a clinic."""
    return Clinic(
        id=number,
        name=name or f"Clinic {number}",
        email=f"desk{number}@clinic.example",
        phone_number="9887366946",
        location=Location(city="Ludhiana", state="Punjab", address_line_1="12 Mall Road"),
        clinic_spec_modules=[ClinicSpecModule(spec_module_id=2, name="Prescriptions")],
        ipd_enabled=True,
    )


def detail(number: int) -> ClinicDetail:
    """Return the same clinic with all fields."""
    return ClinicDetail(**clinic(number).model_dump(), beds_count=12)


def page_of(call: ListClinics, *, total: int) -> Page[Clinic]:
    """Return the page of a platform with ``total`` clinics."""
    numbers = range(call.offset + 1, min(call.offset + call.perpage, total) + 1)
    return Page[Clinic].of([clinic(number) for number in numbers], total=total, perpage=call.perpage)
