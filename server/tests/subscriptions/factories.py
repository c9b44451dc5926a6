"""Test data for the calls of subscriptions, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def billing_plan_id(stage: Stage, values: dict[str, Any]) -> int:
    """A yearly plan."""
    id: int = await stage.sql(
        "insert into billing_plans (name, plan_type, amount, interval, period)"
        " values ('Clinic Yearly', 'clinic', 11999, 1, 'yearly') returning id"
    )
    return id


async def razorpay_order_id(stage: Stage, values: dict[str, Any]) -> str:
    """An unused order id."""
    return f"order_{stage.phone()}abcd"


async def razorpay_payment_id(stage: Stage, values: dict[str, Any]) -> str:
    """An unused payment id."""
    return f"pay_{stage.phone()}abcd"
