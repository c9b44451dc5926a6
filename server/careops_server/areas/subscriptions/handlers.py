"""Handlers of plans, subscriptions and their payments."""

from __future__ import annotations

from careops.calls import subscriptions as calls
from careops.errors import Conflict, InvalidInput, Problem
from careops.gstin import is_gstin
from careops_server.areas.subscriptions import queries
from careops_server.core.context import Context

list_billing_plans = queries.PLANS.handle_all
list_billing_payments = queries.PAYMENTS.handle_all


async def add_manual_subscription(call: calls.AddManualSubscription, context: Context) -> calls.SubscriptionAdded:
    """Add a subscription after the current one, unless its payment is already recorded."""
    await queries.lock_subscriptions(context.connection, call.user_id)
    if recorded := await queries.recorded(context.connection, call.razorpay_payment_id):
        raise Conflict(Problem(calls.RECORDED, "razorpay_payment_id", recorded))
    order = call.razorpay_order_id
    if order.startswith("order_") and (recorded := await queries.recorded_order(context.connection, order)):
        raise Conflict(Problem(calls.ORDER_RECORDED, "razorpay_order_id", recorded))
    added = await queries.add_manual(context.connection, call, added_by=context.actor.user.id)
    if not added.plans:
        raise InvalidInput(calls.UNKNOWN_PLAN, source="billing_plan_id")
    if added.id is None:  # recorded concurrently for another user
        raise Conflict(calls.RECORDED, source="razorpay_payment_id")
    facts = {**call.model_dump(exclude_none=True), "starts_at": added.starts_at, "expire_by": added.expire_by}
    context.changed("subscription", added.id, after=facts)
    odd = call.gstin and not is_gstin(call.gstin)
    return calls.SubscriptionAdded(message=f"{calls.ADDED}. {calls.ODD_GSTIN}." if odd else calls.ADDED)
