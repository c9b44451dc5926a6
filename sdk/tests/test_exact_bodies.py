"""Bodies have strict types for numbers and booleans; queries are parsed from text."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from careops.calls.clinic_doctors import AddClinicDoctor
from careops.calls.clinics import ListClinics, UpdateClinic
from careops.calls.modules import UpdateClinicSettings
from careops.calls.payments import AddManualPayment
from careops.contract import Call
from careops.contract.validation_errors import problems_from_validation

PAID: dict[str, Any] = {"razorpay_payment_id": "pay_L0nSsccovt6zyp", "razorpay_order_id": "order_L0nS83FfCHaWqV"}
HERE: dict[str, Any] = {"address_line_1": "12 Mall Road", "city": "Ludhiana", "zipcode": "141001"}


@pytest.mark.parametrize(
    ("call", "path", "body", "source", "sentence"),
    [
        (UpdateClinicSettings, {"clinic_id": "4"}, {"settings": {"ipd_enabled": "on"}}, "ipd_enabled", "true or false"),
        (
            UpdateClinicSettings,
            {"clinic_id": "4"},
            {"settings": {"ipd_enabled": "yes"}},
            "ipd_enabled",
            "true or false",
        ),
        (UpdateClinicSettings, {"clinic_id": "4"}, {"settings": {"ipd_enabled": 1}}, "ipd_enabled", "true or false"),
        (AddManualPayment, {}, {**PAID, "clinic_id": "160"}, "clinic_id", "whole number"),
        (AddManualPayment, {}, {**PAID, "clinic_id": True}, "clinic_id", "whole number"),
        (AddClinicDoctor, {"clinic_id": "4"}, {"doctor_id": 3, "fees": "500"}, "fees", "whole number"),
        (UpdateClinic, {"id": "4"}, {"clinic_details": {"id": "4", "beds_count": 3}}, "id", "whole number"),
        (UpdateClinic, {"id": "4"}, {"clinic_details": {"beds_count": "12"}}, "beds_count", "whole number"),
        (
            UpdateClinic,
            {"id": "4"},
            {"clinic_details": {"location": {**HERE, "latitude": "30.9"}}},
            "location.latitude",
            "a number",
        ),
        (
            UpdateClinic,
            {"id": "4"},
            {"clinic_details": {"other_specialities": [{"basic_clinic_speciality_id": "3", "name": "ENT"}]}},
            "other_specialities.0.basic_clinic_speciality_id",
            "whole number",
        ),
    ],
)
def test_value_of_another_type_is_named(
    call: type[Call[Any]], path: dict[str, Any], body: dict[str, Any], source: str, sentence: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        call.from_wire(path, {}, body)
    (problem,) = problems_from_validation(refused.value)
    assert (problem.source, sentence in problem.title) == (source, True)


def test_exact_types_are_accepted() -> None:
    UpdateClinicSettings.from_wire({"clinic_id": "4"}, {}, {"settings": {"ipd_enabled": True}})
    AddManualPayment.from_wire({}, {}, {**PAID, "clinic_id": 160})
    details = {"id": 4, "beds_count": None, "location": {**HERE, "latitude": 31, "longitude": 75.8}}
    UpdateClinic.from_wire({"id": "4"}, {}, {"clinic_details": details})
    assert ListClinics.from_wire({}, {"is_hospital": "true", "spec_module_id": "3"}, None).spec_module_id == 3


def test_number_of_reported_values_is_limited() -> None:
    many = [{"basic_clinic_speciality_id": "3", "name": "ENT"}] * 100_000
    with pytest.raises(ValidationError) as refused:
        UpdateClinic.from_wire({"id": "4"}, {}, {"clinic_details": {"other_specialities": many}})
    assert refused.value.error_count() <= 20
