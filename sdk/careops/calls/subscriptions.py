"""Subscriptions of users to the platform, and their payments. Spec: B 2, B 3, B 5, B 7 (B-52 to B-54, B-105)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, model_validator

from careops.contract import BILLING, Call, Example, Get, Model, Post
from careops.contract.envelopes import Envelope, page_in
from careops.contract.fields import Id, Rupees, TypedText, required
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, method
from careops.contract.validation_errors import FieldError
from careops.error_codes import title_of
from careops.gstin import normalize_gstin
from careops.models.billing import BillingPlan
from careops.models.references import UserReference

MAX_ID_LENGTH: Final = 50
NO_PLAN: Final = title_of("plan_required")
NO_PAYMENT_ID: Final = title_of("payment_id_required")
NO_ORDER_ID: Final = title_of("order_id_required")
UNKNOWN_PLAN: Final = title_of("plan_not_found")
RECORDED: Final = title_of("payment_recorded")
ORDER_RECORDED: Final = title_of("order_recorded")
ORDER_AS_PAYMENT: Final = title_of("payment_id_is_order_id")
PAYMENT_AS_ORDER: Final = title_of("order_id_is_payment_id")
ADDED: Final = title_of("subscription_added")
ODD_GSTIN: Final = title_of("gstin_odd")


class LineItem(Model):
    """Item of an invoice."""

    name: str | None = None
    """Name of the item."""


class InvoicePayload(Model):
    """Content of an invoice."""

    line_items: list[LineItem] = []
    """Items of the invoice."""


class Invoice(Model):
    """Invoice of a payment."""

    unique_id: str | None = None
    """Number of the invoice."""
    payload: InvoicePayload | None = None
    """Content of the invoice."""


class BillingPayment(Model):
    """Payment of a user for a subscription. Amounts are in rupees."""

    id: int | None = None
    """Id of the payment; null if the platform does not return it."""
    invoices: list[Invoice] = []
    """Invoices; empty for a payment that staff added."""
    created_at: datetime | None = None
    """Time of the payment, in UTC."""
    description: Annotated[str | None, Personal("text", "payer")] = None
    """Description."""
    current_start: datetime | None = None
    """Start of the paid period, in UTC."""
    current_end: datetime | None = None
    """End of the paid period, in UTC."""
    method: str | None = None
    """Payment method, such as ``upi``."""
    already_paid: Rupees | bool | None = None
    """Earlier payment in rupees that was deducted; some platforms only return true or false."""
    promo_code_name: str | None = None
    """Promo code that was used."""
    discount: Rupees | None = None
    """Discount of the promo code in rupees."""
    amount: Rupees | None = None
    """Paid amount in rupees."""


_PLAN: Final[dict[str, Any]] = {"id": 3, "name": "Clinic Yearly", "interval": 1, "period": "yearly", "amount": 11999.0}


class ListBillingPlans(Call[list[BillingPlan]]):
    """List the available plans, cheapest first. Spec: B 7."""

    route = Get("/admin/billing_plans", access=BILLING, answer=page_in("data.plans"))
    example = Example(call={"plan_type": "clinic"}, answer=[_PLAN])

    plan_type: Annotated[str, TypedText(40, at_least=1)] = "clinic"
    """Customers of the plans."""


class ListBillingPayments(UserReference, Call[list[BillingPayment]]):
    """List a user's payments for subscriptions, newest first. Spec: B 3, B 7."""

    route = Get("/admin/users/{user_id}/billing_payments", access=BILLING, answer=page_in("data.payments"))
    example = Example(
        call={"user_id": 9},
        answer=[
            {
                "id": 71,
                "invoices": [{"unique_id": "INV-2026-000071", "payload": {"line_items": [{"name": "Clinic Yearly"}]}}],
                "created_at": "2026-09-14T04:05:00Z",
                "description": "Clinic Yearly",
                "current_start": "2026-09-14T04:05:00Z",
                "current_end": "2027-09-14T04:05:00Z",
                "method": "upi",
                "already_paid": 0.0,
                "promo_code_name": "WELCOME",
                "discount": 2999.75,
                "amount": 8999.25,
            }
        ],
    )


class SubscriptionAdded(Model):
    """Confirmation of a new subscription."""

    message: str = str(ADDED)
    """Confirmation, a sentence, with warnings if there are any."""


class AddManualSubscription(UserReference, Call[SubscriptionAdded]):
    """Add a subscription of a user to a plan that was paid online. Spec: B 2, B 5, B 7 (B-52, B-53, B-105).

    It starts now, or at the end of the current subscription, and lasts for the plan's interval times its period.
    """

    route = Post(
        "/admin/users/{user_id}/billing_subscriptions/manual",
        access=BILLING,
        answer=Envelope({"message": "message"}, optional=frozenset({"message"})),
        same_effect="manual_payment",
        event="subscription.add_manual",
        personal="Records the person who entered the subscription.",
    )
    example = Example(
        call={
            "user_id": 9,
            "billing_plan_id": 3,
            "razorpay_payment_id": "pay_L0nSsccovt6zyp",
            "razorpay_order_id": "order_L0nS83FfCHaWqV",
            "gstin": "03AAACR4849R1ZV",
        },
        answer={"message": ADDED},
    )

    billing_plan_id: Annotated[Id, required(NO_PLAN)]
    """Id of the plan."""
    razorpay_payment_id: Annotated[str, TypedText(MAX_ID_LENGTH, at_least=1), required(NO_PAYMENT_ID)]
    """Razorpay id of the payment."""
    razorpay_order_id: Annotated[str, TypedText(MAX_ID_LENGTH, at_least=1), required(NO_ORDER_ID)]
    """Razorpay id of the order."""
    gstin: Annotated[str, TypedText(MAX_ID_LENGTH), AfterValidator(normalize_gstin)] | None = None
    """GSTIN for the bill, with any blanks and dashes; null for none. An unusual one is accepted with a warning."""

    @model_validator(mode="after")
    def _not_swapped(self) -> Self:
        """Refuse two ids that are swapped. Other forms are accepted (B-52)."""
        if self.razorpay_payment_id.casefold().startswith("order_"):
            raise FieldError("razorpay_payment_id", ORDER_AS_PAYMENT)
        if self.razorpay_order_id.casefold().startswith("pay_"):
            raise FieldError("razorpay_order_id", PAYMENT_AS_ORDER)
        return self

    @model_validator(mode="before")
    @classmethod
    def _missing_is_null(cls, data: Any) -> Any:
        """Treat a missing field as empty, so that both give the same message (B 5)."""
        defaults = {"billing_plan_id": None, "razorpay_payment_id": None, "razorpay_order_id": None}
        return {**defaults, **data} if isinstance(data, dict) else data


class Subscriptions(Resource[ClientT]):
    """``client.subscriptions``: plans, subscriptions and their payments."""

    plans = method(ListBillingPlans)
    payments = method(ListBillingPayments)
    add_manual = method(AddManualSubscription)
