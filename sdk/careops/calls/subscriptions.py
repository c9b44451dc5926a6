"""Subscriptions of users to the platform, and what they paid. Spec: B 2, B 3, B 5, B 7 (B-52 to B-54, B-105)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BeforeValidator, model_validator

from careops.areas import Area, ClientT, verb
from careops.billing import BillingPlan
from careops.contract import BILLING, Call, Example, Get, Model, Post
from careops.fields import Id, Rupees, Typed
from careops.problems import AboutField
from careops.shapes import Shape, rows

ID_MAX: Final = 50
NO_PLAN: Final = "Select subscription plan"
NO_PAYMENT_ID: Final = "Enter payment id"
NO_ORDER_ID: Final = "Enter order id"
UNKNOWN_PLAN: Final = "There is no subscription plan with this id"
RECORDED: Final = "This payment is already recorded"
ORDER_RECORDED: Final = "This order is already recorded for another payment"
ORDER_AS_PAYMENT: Final = "This is an order id. A payment id begins with pay_"
PAYMENT_AS_ORDER: Final = "This is a payment id. An order id begins with order_"
ADDED: Final = "Subscription added successfully"
ODD_GSTIN: Final = "The GSTIN does not look like one"


def _asked_for(sentence: str) -> BeforeValidator:
    def check(given: object) -> object:
        if given is None or (isinstance(given, str) and not given.strip()):
            raise ValueError(sentence)
        return given

    return BeforeValidator(check)


def _upper(typed: str) -> str:
    return typed.upper()


class LineItem(Model):
    """One thing an invoice is for."""

    name: str | None = None
    """What it is called."""


class InvoicePayload(Model):
    """What an invoice says."""

    line_items: list[LineItem] = []
    """What it is for."""


class Invoice(Model):
    """The invoice of a payment."""

    unique_id: str | None = None
    """Its number."""
    payload: InvoicePayload | None = None
    """What it says."""


class BillingPayment(Model):
    """What a user paid for a subscription. Amounts are rupees."""

    id: int | None = None
    """What identifies the payment; null when a platform does not say."""
    invoices: list[Invoice] = []
    """Its invoices; none for a payment that was added by hand."""
    created_at: datetime | None = None
    """When it was made, in UTC."""
    description: str | None = None
    """What it was for."""
    current_start: datetime | None = None
    """When the time that it pays for begins, in UTC."""
    current_end: datetime | None = None
    """When that time ends, in UTC."""
    method: str | None = None
    """How it was paid, such as ``upi``."""
    already_paid: Rupees | bool | None = None
    """Rupees that had been paid before and were counted; some platforms only say whether."""
    promo_code_name: str | None = None
    """The promo code that was used."""
    discount: Rupees | None = None
    """Rupees that the promo code let off."""
    amount: Rupees | None = None
    """Rupees that were paid."""


_PLAN: Final[dict[str, Any]] = {"id": 3, "name": "Clinic Yearly", "interval": 1, "period": "yearly", "amount": 11999.0}


class ListBillingPlans(Call[list[BillingPlan]]):
    """The plans that can be subscribed to, the cheapest first. Spec: B 7."""

    route = Get("/admin/billing_plans", access=BILLING, answer=rows("data.plans"))
    example = Example(call={"plan_type": "clinic"}, answer=[_PLAN])

    plan_type: Annotated[str, Typed(40, at_least=1)] = "clinic"
    """Whom the plans are for."""


class ListBillingPayments(Call[list[BillingPayment]]):
    """Everything a user paid for subscriptions, newest first. Spec: B 3, B 7."""

    route = Get("/admin/users/{user_id}/billing_payments", access=BILLING, answer=rows("data.payments"))
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

    user_id: Id
    """Whose payments to list."""


class SubscriptionAdded(Model):
    """The subscription is there; what the platform says about it."""

    message: str = ADDED
    """A sentence that says so, and with it what looks odd."""


class AddManualSubscription(Call[SubscriptionAdded]):
    """Subscribe a user by hand to a plan that was paid for online. Spec: B 2, B 5, B 7 (B-52, B-53, B-105).

    It runs from now, or from the end of the one that runs, for the plan's interval times its period.
    """

    route = Post(
        "/admin/users/{user_id}/billing_subscriptions/manual",
        access=BILLING,
        answer=Shape({"message": "message"}, optional=frozenset({"message"})),
        event="subscription.add_manual",
        personal=True,
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

    user_id: Id
    """Who subscribes."""
    billing_plan_id: Annotated[Id, _asked_for(NO_PLAN)]
    """The plan."""
    razorpay_payment_id: Annotated[str, Typed(ID_MAX, at_least=1), _asked_for(NO_PAYMENT_ID)]
    """Razorpay's id of the payment."""
    razorpay_order_id: Annotated[str, Typed(ID_MAX, at_least=1), _asked_for(NO_ORDER_ID)]
    """Razorpay's id of the order."""
    gstin: Annotated[str, Typed(ID_MAX), AfterValidator(_upper)] | None = None
    """The GSTIN that the bill names; nothing for none. One that looks odd is taken, and the answer says so."""

    @model_validator(mode="after")
    def _not_swapped(self) -> Self:
        """Refuse an id in the field of the other. No other form is refused (B-52)."""
        if self.razorpay_payment_id.casefold().startswith("order_"):
            raise AboutField("razorpay_payment_id", ORDER_AS_PAYMENT)
        if self.razorpay_order_id.casefold().startswith("pay_"):
            raise AboutField("razorpay_order_id", PAYMENT_AS_ORDER)
        return self

    @model_validator(mode="before")
    @classmethod
    def _missing_is_null(cls, given: Any) -> Any:
        """What is missing is asked for in the same words as what is empty (B 5)."""
        asked = {"billing_plan_id": None, "razorpay_payment_id": None, "razorpay_order_id": None}
        return {**asked, **given} if isinstance(given, dict) else given


class Subscriptions(Area[ClientT]):
    """``client.subscriptions``: plans, subscriptions added by hand, and what was paid."""

    plans = verb(ListBillingPlans)
    payments = verb(ListBillingPayments)
    add_manual = verb(AddManualSubscription)
