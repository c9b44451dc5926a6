"""Checks of the transport that all tests use."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.support.validating_transport import call_of, check_answer

from careops.calls.clinics import ListClinics, ReadClinic
from careops.calls.modules import ActivateSpecModule
from careops.calls.payments import ListPayments


def payments(**changed: Any) -> dict[str, Any]:
    payment = {
        "id": 5,
        "order_id": None,
        "razorpay_payment_id": None,
        "razorpay_order_id": None,
        "description": None,
        "created_at": "2026-09-14T04:05:00Z",
        "contact": None,
        "email": None,
        "amount": 12.5,
        "method": "upi",
        "billing_payment_status": "captured",
        **changed,
    }
    return {"success": True, "data": {"payments": [payment], "total_records": 1, "total_pages": 1}}


def test_valid_answer_passes() -> None:
    check_answer(ListPayments, payments())
    check_answer(ActivateSpecModule, {"success": True})


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (payments(colour="blue"), r"answer\.data\.payments\[0\]\.colour is unknown to the class"),
        (payments(id="5"), r"answer\.data\.payments\[0\]\.id is '5' and should be written 5"),
        (payments(id=True), r"payments\[0\]\.id is True|cannot read its own answer"),
        (payments(created_at="2026-09-14 04:05"), r"created_at is '2026-09-14 04:05' and should be"),
        (payments(contact=7), "cannot read its own answer"),
        ({"success": True}, "ListPayments cannot read its own answer: KeyError"),
        ({**payments(), "more": 1}, r"answer\.more is unknown"),
    ],
)
def test_other_value_is_reported_with_its_place(answer: dict[str, Any], fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        check_answer(ListPayments, answer)


def test_missing_key_with_a_default_is_reported() -> None:
    answer = payments()
    del answer["data"]["payments"][0]["contact"]
    with pytest.raises(AssertionError, match=r"answer\.data\.payments\[0\]\.contact is missing"):
        check_answer(ListPayments, answer)


def test_calls_are_found_by_their_routes() -> None:
    assert call_of("GET", "/api/admin/clinics") is ListClinics
    assert call_of("GET", "/api/admin/clinics/41") is ReadClinic
    assert call_of("GET", "/api/elsewhere") is None
