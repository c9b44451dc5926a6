"""Plans, subscriptions and what was paid for them."""

from __future__ import annotations

from careops.billing import BillingPlan
from careops.calls.subscriptions import (
    ADDED,
    ODD_GSTIN,
    RECORDED,
    UNKNOWN_PLAN,
    AddManualSubscription,
    BillingPayment,
    ListBillingPayments,
    ListBillingPlans,
    SubscriptionAdded,
)
from careops.contract import Written
from careops.errors import Conflict, InvalidInput, Problem
from careops_server.context import Context
from careops_server.subscriptions import queries


async def list_billing_plans(call: ListBillingPlans, context: Context) -> Written[list[BillingPlan]]:
    """Every plan."""
    return await queries.list_plans(context.connection, call)


async def list_billing_payments(call: ListBillingPayments, context: Context) -> Written[list[BillingPayment]]:
    """Everything a user paid."""
    return await queries.list_payments(context.connection, call)


async def add_manual_subscription(call: AddManualSubscription, context: Context) -> SubscriptionAdded:
    """Add it behind the one that runs, unless its payment is recorded already."""
    await queries.hold_subscriptions(context.connection, call.user_id)
    if there := await queries.recorded(context.connection, call.razorpay_payment_id):
        raise Conflict(Problem(RECORDED, "razorpay_payment_id", there))
    added = await queries.add_manual(context.connection, call, added_by=context.actor.user.id)
    if not added.plans:
        raise InvalidInput(UNKNOWN_PLAN, source="billing_plan_id")
    if added.id is None:  # by somebody who was a moment faster, for another user
        raise Conflict(RECORDED, source="razorpay_payment_id")
    told = {**call.model_dump(exclude_none=True), "starts_at": added.starts_at, "expire_by": added.expire_by}
    context.changed("subscription", added.id, after=told)
    from stdnum.in_ import gstin  # with half a megabyte of Python's own documentation

    odd = call.gstin and not gstin.is_valid(call.gstin)
    return SubscriptionAdded(message=f"{ADDED}. {ODD_GSTIN}." if odd else ADDED)
