"""Payments of a clinic, made online or added by staff. Spec: A 2, A 3, A 5, A 7."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BeforeValidator, WithJsonSchema, model_validator

from careops.contract import STAFF, Call, Example, Get, Model, Page, PageParams, Post
from careops.contract.envelopes import Envelope, array_in, object_in, one_page, page_in
from careops.contract.fields import Day, Id, Rupees, TypedText
from careops.contract.filters import JOINED, JoinedSchema, choice, split_commas
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import Title, title_of
from careops.models.references import ClinicReference
from careops.razorpay import ORDER_ID, PAYMENT_ID

PaymentType = Literal["telemedicine", "appointment", "requested", "care_package"]
PaymentMethod = Literal["card", "upi", "netbanking", "wallet", "cash", "cardless_emi"]
PaymentStatus = Literal["captured", "authorized", "failed", "refunded", "pending", "success", "completed"]
MAX_ID_LENGTH: Final = 50
NO_PAYMENT: Final = title_of("payment_not_found")
WRONG_PAYMENT_ID: Final = title_of("payment_id_invalid")
WRONG_ORDER_ID: Final = title_of("order_id_invalid")
ADDED: Final = title_of("payment_added")
BY_HAND: Final = "Added manually"
"""Description of payments added by staff."""
REFERENCE: Final = r"(?i:(?:pay|order)_[A-Za-z0-9]{4,}|INV-\S+)"
"""Search terms for a payment: Razorpay's ids and invoice numbers, in any case."""
RECORDED: Final = title_of("payment_recorded")


class Payment(Model):
    """Payment. ``amount`` is in rupees; a payment added by staff has none until the platform fetches it."""

    id: int
    """Id of the payment."""
    order_id: str | None = None
    """Order number of the platform; null if there is none."""
    razorpay_payment_id: str | None = None
    """Razorpay id of the payment, ``pay_`` and 14 characters; null for another payment service."""
    razorpay_order_id: str | None = None
    """Razorpay id of the order, ``order_`` and 14 characters; null for another payment service."""
    description: Annotated[str | None, Personal("text", "payer")] = None
    """Description; null if unknown."""
    created_at: datetime | None = None
    """Time of the payment, in UTC; null if unknown."""
    contact: Annotated[str | None, Personal("phone", "payer")] = None
    """Payer's phone number as typed; null if unknown."""
    email: Annotated[str | None, Personal("email", "payer")] = None
    """Payer's email address; null if unknown."""
    amount: Rupees | None = None
    """Amount in rupees; null until the platform has fetched it."""
    method: PaymentMethod | str | None = None
    """Payment method; null if unknown."""
    billing_payment_status: PaymentStatus | str | None = None
    """Status; null if unknown."""


class PaymentAdded(Model):
    """Confirmation of a recorded payment."""

    message: str = str(ADDED)
    """Confirmation, a sentence."""


def _without_blanks(typed: str) -> str:
    """Return an id without the blanks and line breaks of a pasted text."""
    return "".join(typed.split())


PaymentReference = Annotated[str, TypedText(MAX_ID_LENGTH, at_least=1, uniform=_without_blanks)]
"""Id or number of a payment, or the last six characters of a Razorpay id. Blanks are removed."""
_STATUSES: Final = get_args(PaymentStatus)
PaymentStatuses = Annotated[
    Sequence[str], BeforeValidator(split_commas), choice(*_STATUSES), JOINED, JoinedSchema(*_STATUSES)
]


def _of_form(pattern: str, sentence: Title) -> BeforeValidator:
    def check(value: object) -> str:
        trimmed = value.strip() if isinstance(value, str) else ""
        if not re.fullmatch(pattern, trimmed):
            raise ValueError(sentence)
        return trimmed

    return BeforeValidator(check)


# The prefixes differ, so swapped ids are refused.
RazorpayPaymentId = Annotated[
    str,
    _of_form(PAYMENT_ID, WRONG_PAYMENT_ID),
    WithJsonSchema({"type": "string", "pattern": PAYMENT_ID, "maxLength": MAX_ID_LENGTH}),
]
RazorpayOrderId = Annotated[
    str,
    _of_form(ORDER_ID, WRONG_ORDER_ID),
    WithJsonSchema({"type": "string", "pattern": ORDER_ID, "maxLength": MAX_ID_LENGTH}),
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


class ListPayments(ClinicReference, PageParams, Call[Page[Payment]]):
    """List payments of one clinic, newest first. Spec: A 2, A 7.

    ``start_date`` and ``end_date`` are days in India, both included; each may be given alone. ``total_records`` is
    exact.
    """

    route = Get(
        "/admin/clinics/{clinic_id}/payments/list",
        access=STAFF,
        answer=array_in("data.payments", counts="data"),
    )
    example = Example(
        call={"clinic_id": 41, "payment_type": "appointment", "start_date": "2026-09-01"}, answer=one_page(_PAYMENT)
    )

    payment_type: PaymentType | None = None
    """Only payments of this type."""
    start_date: Day | None = None
    """Only payments on or after this day in India."""
    end_date: Day | None = None
    """Only payments on or before this day in India."""


class AddManualPayment(ClinicReference, Call[PaymentAdded]):
    """Record an online payment of a clinic once, by its two Razorpay ids. Spec: A 5, A 7, A-53."""

    route = Post(
        "/admin/billing_payments/manual",
        access=STAFF,
        answer=Envelope({"message": "message"}, optional=frozenset({"message"})),
        same_effect="manual_payment",
        event="payment.add_manual",
        personal="Records the person who entered the payment.",
    )
    example = Example(
        call={
            "clinic_id": 41,
            "razorpay_payment_id": "pay_L0nSsccovt6zyp",
            "razorpay_order_id": "order_L0nS83FfCHaWqV",
        },
        answer={"message": ADDED},
    )

    razorpay_payment_id: RazorpayPaymentId
    """Razorpay id of the payment, ``pay_`` and 14 characters."""
    razorpay_order_id: RazorpayOrderId
    """Razorpay id of the order, ``order_`` and 14 characters."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_blank(cls, data: Any) -> Any:
        """Treat a missing id as blank, so that both give the same message (A 5)."""
        return {"razorpay_payment_id": "", "razorpay_order_id": "", **data} if isinstance(data, dict) else data


class PaymentOfClinic(Model):
    """Payment in the list of all clinics. The payer's contact is in the list of the clinic only."""

    id: int
    """Id of the payment."""
    clinic_id: int
    """Id of the clinic."""
    clinic_name: str | None = None
    """Name of the clinic."""
    payment_type: PaymentType | str | None = None
    """Type; null if unknown."""
    order_id: str | None = None
    """Order number of the platform; null if there is none."""
    razorpay_payment_id: str | None = None
    """Razorpay id of the payment; null for another payment service."""
    razorpay_order_id: str | None = None
    """Razorpay id of the order; null for another payment service."""
    description: Annotated[str | None, Personal("text", "payer")] = None
    """Description; null if unknown."""
    created_at: datetime | None = None
    """Time of the payment, in UTC."""
    amount: Rupees | None = None
    """Amount in rupees; null until the platform has fetched it."""
    method: PaymentMethod | str | None = None
    """Payment method; null if unknown."""
    billing_payment_status: PaymentStatus | str | None = None
    """Status; null if unknown."""


class ListAllPayments(PageParams, Call[Page[PaymentOfClinic]]):
    """List payments of all clinics, newest first. Our own addition.

    All given filters must match. Days are those of India, both included. ``total_records`` is exact.
    """

    route = Get("/careops/all_payments", access=STAFF, forwarded=True, answer=array_in("data.payments"))
    example = Example(
        call={"status": "failed,pending", "start_date": "2026-09-01"},
        answer=one_page(
            {
                **{name: value for name, value in _PAYMENT.items() if name not in ("contact", "email")},
                "clinic_id": 41,
                "clinic_name": "Navjeevan Polyclinic",
                "payment_type": "appointment",
                "billing_payment_status": "failed",
            }
        ),
    )

    reference: PaymentReference | None = None
    """Only payments with this Razorpay payment id, Razorpay order id or order number, in any case.

    The last six characters of a Razorpay id suffice.
    """
    status: PaymentStatuses | None = None
    """Only payments with one of these statuses."""
    clinic_id: Id | None = None
    """Only payments of this clinic."""
    start_date: Day | None = None
    """Only payments on or after this day in India."""
    end_date: Day | None = None
    """Only payments on or before this day in India."""


class PaymentDetail(PaymentOfClinic):
    """Payment with its clinic and the contact of its payer."""

    contact: Annotated[str | None, Personal("phone", "payer")] = None
    """Payer's phone number as typed; null if unknown."""
    email: Annotated[str | None, Personal("email", "payer")] = None
    """Payer's email address; null if unknown."""


class ReadPayment(Call[PaymentDetail]):
    """Return one payment of a clinic. Our own addition."""

    route = Get(
        "/careops/all_payments/{payment_id}",
        access=STAFF,
        forwarded=True,
        answer=object_in("data.payment"),
    )
    example = Example(
        call={"payment_id": 512},
        answer={**_PAYMENT, "clinic_id": 41, "clinic_name": "Navjeevan Polyclinic", "payment_type": "appointment"},
    )

    payment_id: Id
    """Id of the payment."""


class FoundPayment(Model):
    """A payment of a clinic, or a subscription of a user or its invoice."""

    kind: Literal["payment", "subscription", "invoice"] | str
    """``payment`` of a clinic; ``subscription`` added manually, or ``invoice`` of a paid one, of a user."""
    id: int
    """Id of the payment among those of its kind."""
    clinic_id: int | None = None
    """The clinic of a payment; null for the other kinds."""
    user_id: int | None = None
    """The user of a subscription or invoice; null for a payment of a clinic."""
    name: Annotated[str | None, Personal("name", "user")] = None
    """The name of that clinic or user."""
    created_at: datetime | None = None
    """Time of creation, in UTC."""


class FindPayments(Call[list[FoundPayment]]):
    """Find payments by Razorpay payment id, Razorpay order id or invoice number. Our own addition (B-105).

    Returns payments of clinics for all staff, and subscriptions and invoices of users for super and billing admins. At
    most the newest 50; empty if no record has this reference.
    """

    route = Get("/careops/payments", access=STAFF, forwarded=True, answer=page_in("data"))
    example = Example(
        call={"reference": "pay_L0nSsccovt6zyp"},
        answer=[
            {
                "kind": "payment",
                "id": 512,
                "clinic_id": 41,
                "user_id": None,
                "name": "Navjeevan Polyclinic",
                "created_at": "2026-09-14T04:05:00Z",
            }
        ],
    )

    reference: PaymentReference
    """The id or number: ``pay_…``, ``order_…`` or ``INV-…``, in any case. Blanks are removed.

    The last six characters of a Razorpay id suffice.
    """


class Payments(Resource[ClientT]):
    """``client.payments``: payments of a clinic, and of all clinics."""

    list = method(ListPayments)
    each = each_row(ListPayments)
    add_manual = method(AddManualPayment)
    find = method(FindPayments)
    list_all = method(ListAllPayments)
    read = method(ReadPayment)
