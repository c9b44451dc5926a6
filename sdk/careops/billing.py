"""What several areas say of the platform's own billing: plans and subscriptions. Spec: B 3."""

from __future__ import annotations

from datetime import datetime

from careops.contract import Model
from careops.fields import Rupees


class BillingPlan(Model):
    """What somebody can subscribe to."""

    id: int
    """What identifies the plan."""
    name: str
    """What it is called."""
    interval: int | None = None
    """How many periods one payment is for; null when a platform does not say."""
    period: str | None = None
    """``daily``, ``weekly``, ``monthly``, ``quarterly`` or ``yearly``; null when a platform does not say."""
    amount: Rupees | None = None
    """Rupees for one interval; null when nobody knows."""


class SubscribedPlan(Model):
    """A plan as a subscription names it."""

    name: str | None = None
    """What it is called."""
    amount: Rupees | None = None
    """Rupees for one interval."""
    interval: int | None = None
    """How many periods one payment is for; null when a platform does not say."""
    period: str | None = None
    """``daily``, ``weekly``, ``monthly``, ``quarterly`` or ``yearly``."""


class Subscription(Model):
    """What a user has subscribed to."""

    id: int
    """What identifies the subscription."""
    plan: SubscribedPlan | None = None
    """The plan; null when a platform does not say."""
    created_at: datetime | None = None
    """When it was made, in UTC."""
    starts_at: datetime | None = None
    """When it begins, in UTC; null when a platform does not say."""
    expire_by: datetime | None = None
    """When it ends, in UTC; null when it does not."""
    billing_subscription_status: str | None = None
    """``created`` before it begins, ``active`` while it runs, ``expired`` afterwards, or ``cancelled``."""
    razorpay_payment_id: str | None = None
    """Razorpay's id of the payment, of one that was added by hand; null when a platform does not say."""
    razorpay_order_id: str | None = None
    """Razorpay's id of the order, of one that was added by hand; null when a platform does not say."""
    gstin: str | None = None
    """The GSTIN that the bill names, in capitals; null for none."""
