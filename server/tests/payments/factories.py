"""Test data for the calls of payments, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def razorpay_payment_id(stage: Stage, values: dict[str, Any]) -> str:
    """A payment that is not recorded yet."""
    return f"pay_Test{stage.phone()}"


async def razorpay_order_id(stage: Stage, values: dict[str, Any]) -> str:
    """The order of the payment."""
    return f"order_Test{stage.phone()}"
