"""Test data for the calls of payments, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def payment_id(stage: Stage, values: dict[str, Any]) -> int:
    """A failed payment with the contact of its payer."""
    id: int = await stage.sql(
        "insert into payments (clinic_id, razorpay_payment_id, billing_payment_status, amount, contact, email)"
        " values (:clinic_id, 'pay_' || :phone, 'failed', 400.95, '9812345670', 'asha@patient.example') returning id",
        clinic_id=await stage.clinic(),
        phone=stage.phone(),
    )
    return id


async def razorpay_payment_id(stage: Stage, values: dict[str, Any]) -> str:
    """A payment that is not recorded yet."""
    return f"pay_Test{stage.phone()}"


async def razorpay_order_id(stage: Stage, values: dict[str, Any]) -> str:
    """The order of the payment."""
    return f"order_Test{stage.phone()}"
