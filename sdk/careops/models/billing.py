"""Plans and subscriptions of the platform's billing, shared by several areas. Spec: B 3."""

from __future__ import annotations

from datetime import datetime

from careops.contract import Model
from careops.contract.fields import Rupees


class BillingPlan(Model):
    """Billing plan."""

    id: int
    """Id of the plan."""
    name: str
    """Name of the plan."""
    interval: int | None = None
    """Number of periods per payment; null if the platform does not return it."""
    period: str | None = None
    """``daily``, ``weekly``, ``monthly``, ``quarterly`` or ``yearly``; null if the platform does not return it."""
    amount: Rupees | None = None
    """Price of one interval in rupees; null if unknown."""


class SubscribedPlan(Model):
    """Plan of a subscription."""

    name: str | None = None
    """Name of the plan."""
    amount: Rupees | None = None
    """Price of one interval in rupees."""
    interval: int | None = None
    """Number of periods per payment; null if the platform does not return it."""
    period: str | None = None
    """``daily``, ``weekly``, ``monthly``, ``quarterly`` or ``yearly``."""


class Subscription(Model):
    """Subscription of a user."""

    id: int
    """Id of the subscription."""
    plan: SubscribedPlan | None = None
    """Plan; null if the platform does not return it."""
    created_at: datetime | None = None
    """Time of creation, in UTC."""
    starts_at: datetime | None = None
    """Start, in UTC; null if the platform does not return it."""
    expire_by: datetime | None = None
    """End, in UTC; null if it has no end."""
    billing_subscription_status: str | None = None
    """``created`` before its start, ``active`` while it runs, ``expired`` afterwards, or ``cancelled``."""
    razorpay_payment_id: str | None = None
    """Razorpay id of the payment, for subscriptions added by staff; null if the platform does not return it."""
    razorpay_order_id: str | None = None
    """Razorpay id of the order, for subscriptions added by staff; null if the platform does not return it."""
    gstin: str | None = None
    """GSTIN on the bill, in capital letters; null for none."""
