"""Payments of a clinic: what came in online, and what staff add by hand. Spec: A 2, A 3, A 5, A 7."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, WithJsonSchema, model_validator

from careops.areas import Area, ClientT, each_row, verb
from careops.contract import STAFF, Call, Example, Get, Model, Page, Paged, Post
from careops.fields import Day, Id, Rupees
from careops.razorpay import ORDER_ID, PAYMENT_ID
from careops.shapes import Shape, items

PaymentType = Literal["telemedicine", "appointment", "requested", "care_package"]
PaymentMethod = Literal["card", "upi", "netbanking", "wallet", "cash", "cardless_emi"]
PaymentStatus = Literal["captured", "authorized", "failed", "refunded", "pending", "success", "completed"]
ID_MAX: Final = 50
WRONG_PAYMENT_ID: Final = "Invalid Razorpay Payment ID format"
WRONG_ORDER_ID: Final = "Invalid Razorpay Order ID format"
ADDED: Final = "Payment added successfully"
BY_HAND: Final = "Added manually"
"""What describes a payment that staff have added."""
RECORDED: Final = "This payment is already recorded"


class Payment(Model):
    """One payment. ``amount`` is in rupees; a payment added by hand has none until the platform fetches it."""

    id: int
    """What identifies the payment."""
    order_id: str | None = None
    """The platform's own order number; null when there is none."""
    razorpay_payment_id: str | None = None
    """Razorpay's id of the payment, ``pay_`` and 14 characters; null when it came another way."""
    razorpay_order_id: str | None = None
    """Razorpay's id of the order, ``order_`` and 14 characters; null when it came another way."""
    description: str | None = None
    """What it was for; null when nobody said."""
    created_at: datetime | None = None
    """When it was made, in UTC; null when it is not known."""
    contact: str | None = None
    """The payer's number, as they typed it; null when it is not known."""
    email: str | None = None
    """The payer's email address; null when it is not known."""
    amount: Rupees | None = None
    """Rupees; null until the platform has fetched it."""
    method: PaymentMethod | str | None = None
    """How it was paid; null when it is not known."""
    billing_payment_status: PaymentStatus | str | None = None
    """How far it is; null when it is not known."""


class PaymentAdded(Model):
    """The payment is recorded; what the platform says about it."""

    message: str = ADDED
    """A sentence that says so."""


def _of_form(pattern: str, sentence: str) -> BeforeValidator:
    def check(given: object) -> str:
        trimmed = given.strip() if isinstance(given, str) else ""
        if not re.fullmatch(pattern, trimmed):
            raise ValueError(sentence)
        return trimmed

    return BeforeValidator(check)


RazorpayPaymentId = Annotated[
    str,
    _of_form(PAYMENT_ID, WRONG_PAYMENT_ID),
    WithJsonSchema({"type": "string", "pattern": PAYMENT_ID, "maxLength": ID_MAX}),
]
RazorpayOrderId = Annotated[
    str,
    _of_form(ORDER_ID, WRONG_ORDER_ID),
    WithJsonSchema({"type": "string", "pattern": ORDER_ID, "maxLength": ID_MAX}),
]

_PAYMENT = {
    "id": 512,
    "order_id": "CO-2026-000512",
    "razorpay_payment_id": "pay_L0nSsccovt6zyp",
    "razorpay_order_id": "order_L0nS83FfCHaWqV",
    "description": "Appointment with Dr. Gill",
    "created_at": "2026-09-14T04:05:00Z",
    "contact": "9812345670",
    "email": "asha@patient.example",
    "amount": 1250.5,
    "method": "upi",
    "billing_payment_status": "captured",
}


class ListPayments(Paged, Call[Page[Payment]]):
    """Payments of one clinic, newest first. Spec: A 2, A 7.

    ``start_date`` and ``end_date`` are days in India, both included; either may stand alone. ``total_records`` is
    exact.
    """

    route = Get(
        "/admin/clinics/{clinic_id}/payments/list",
        access=STAFF,
        answer=items("data.payments", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(
        call={"clinic_id": 41, "payment_type": "appointment", "start_date": "2026-09-01"},
        answer={"items": [_PAYMENT], "total_records": 1, "total_pages": 1},
    )

    clinic_id: Id
    """The clinic whose payments to list."""
    payment_type: PaymentType | None = None
    """Only payments for this."""
    start_date: Day | None = None
    """Only payments made on this day in India or later."""
    end_date: Day | None = None
    """Only payments made on this day in India or before."""


class AddManualPayment(Call[PaymentAdded]):
    """Record an online payment of a clinic by its two Razorpay ids, once. Spec: A 5, A 7, A-53."""

    route = Post(
        "/admin/billing_payments/manual",
        access=STAFF,
        answer=Shape({"message": "message"}, optional=frozenset({"message"})),
        event="payment.add_manual",
        personal=True,
    )
    example = Example(
        call={
            "clinic_id": 41,
            "razorpay_payment_id": "pay_L0nSsccovt6zyp",
            "razorpay_order_id": "order_L0nS83FfCHaWqV",
        },
        answer={"message": ADDED},
    )

    clinic_id: Id
    """The clinic the payment was made to."""
    razorpay_payment_id: RazorpayPaymentId
    """Razorpay's id of the payment, ``pay_`` and 14 characters."""
    razorpay_order_id: RazorpayOrderId
    """Razorpay's id of the order, ``order_`` and 14 characters."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_blank(cls, given: Any) -> Any:
        """A missing id is complained about in the same words as a wrong one (A 5)."""
        return {"razorpay_payment_id": "", "razorpay_order_id": "", **given} if isinstance(given, dict) else given


class Payments(Area[ClientT]):
    """``client.payments``: payments of a clinic."""

    list = verb(ListPayments)
    each = each_row(ListPayments)
    add_manual = verb(AddManualPayment)
