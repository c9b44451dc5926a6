"""Handlers of payments, of a clinic and of all clinics."""

from __future__ import annotations

from careops.calls import payments as calls
from careops.calls.subscriptions import ListBillingPayments
from careops.errors import Conflict, InvalidInput, Problem
from careops_server.areas.clinics.reference import CLINIC
from careops_server.areas.payments import queries
from careops_server.core.context import Context

list_payments = queries.PAYMENTS.handle
list_all_payments = queries.ALL_PAYMENTS.handle


async def find_payments(call: calls.FindPayments, context: Context) -> list[calls.FoundPayment]:
    """Return where a reference is recorded, of users only for those who may see their subscriptions."""
    of_users = context.actor.may_call(ListBillingPayments)
    return await queries.find_payments(context.connection, call.reference, of_users=of_users)


async def read_payment(call: calls.ReadPayment, context: Context) -> calls.PaymentDetail:
    """Return one payment with the contact of its payer."""
    return await queries.read_payment(context.connection, call.payment_id)


async def add_manual_payment(call: calls.AddManualPayment, context: Context) -> calls.PaymentAdded:
    """Record a payment by its ids, once. Its other fields come from Razorpay later."""
    await CLINIC.lock(context.connection, call.clinic_id, refusal=InvalidInput)
    payment_id = await queries.add_manual_payment(context.connection, call, added_by=context.actor.user.id)
    if payment_id is None:
        detail = await queries.recorded(context.connection, call.razorpay_payment_id)
        raise Conflict(Problem(calls.RECORDED, "razorpay_payment_id", detail))
    context.changed(
        "payment",
        payment_id,
        clinic_id=call.clinic_id,
        after=call.model_dump(include={"razorpay_payment_id", "razorpay_order_id"}),
    )
    return calls.PaymentAdded()
