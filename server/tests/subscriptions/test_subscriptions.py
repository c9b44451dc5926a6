"""Subscriptions added by hand: duration, consecutive periods, unique payments, and amounts paid."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, Stage

from careops import Conflict, Forbidden, InvalidInput, NotFound
from careops.calls.subscriptions import (
    ADDED,
    NO_ORDER_ID,
    NO_PAYMENT_ID,
    NO_PLAN,
    ODD_GSTIN,
    ORDER_AS_PAYMENT,
    ORDER_RECORDED,
    PAYMENT_AS_ORDER,
    RECORDED,
    UNKNOWN_PLAN,
)
from careops.calls.users import NO_USER
from careops.models.billing import Subscription

GOOD_GSTIN = "27AAPFU0939F1ZV"


async def plan(stage: Stage, *, interval: int = 1, period: str = "monthly", amount: int = 1299, name: str = "P") -> int:
    id: int = await stage.sql(
        "insert into billing_plans (name, plan_type, amount, interval, period)"
        " values (:name, 'clinic', :amount, :interval, :period) returning id",
        name=name,
        amount=amount,
        interval=interval,
        period=period,
    )
    return id


async def added(stage: Stage, user_id: int, plan_id: int, **fields: Any) -> str:
    """Add a subscription. Return the message of the answer."""
    body = {"razorpay_payment_id": stage.phone(), "razorpay_order_id": "order", **fields}
    client = await stage.signed_in(BILLING)
    return (await client.subscriptions.add_manual(user_id=user_id, billing_plan_id=plan_id, **body)).message


async def subscriptions(stage: Stage, user_id: int) -> list[Subscription]:
    """Subscriptions of a user, newest first."""
    return (await (await stage.signed_in(BILLING)).users.read(user_id=user_id)).subscriptions


async def test_plans_are_listed_cheapest_first(stage: Stage) -> None:
    await plan(stage, amount=5000, name="Dear")
    await plan(stage, amount=10, interval=6, name="Cheap")
    await stage.sql(
        "insert into billing_plans (name, plan_type, amount, interval, period) values ('L', 'lab', 1, 1, 'daily')"
    )
    plans = await (await stage.signed_in(BILLING)).subscriptions.plans()
    amounts = [listed_plan.amount or 0 for listed_plan in plans]
    assert amounts == sorted(amounts)
    assert (plans[0].name, plans[0].interval, plans[0].period) == ("Cheap", 6, "monthly")
    assert "L" not in [listed_plan.name for listed_plan in plans]


@pytest.mark.parametrize(
    ("interval", "period", "days"), [(10, "daily", 10), (2, "weekly", 14), (1, "quarterly", 90), (1, "yearly", 365)]
)
async def test_subscription_lasts_interval_times_period(stage: Stage, interval: int, period: str, days: int) -> None:
    user_id = await stage.user(stage.phone())
    assert await added(stage, user_id, await plan(stage, interval=interval, period=period)) == ADDED
    (subscription,) = await subscriptions(stage, user_id)
    assert subscription.billing_subscription_status == "active"
    assert subscription.plan
    assert (subscription.plan.name, subscription.plan.amount, subscription.plan.period) == ("P", Decimal(1299), period)
    assert subscription.expire_by
    assert timedelta(days=days - 1) < subscription.expire_by - datetime.now(UTC) < timedelta(days=days + 3)


async def test_second_subscription_begins_at_the_end_of_the_first(stage: Stage) -> None:
    user_id = await stage.user(stage.phone())
    plan_id = await plan(stage)
    await asyncio.gather(*(added(stage, user_id, plan_id) for _ in range(3)))
    rows = await stage.rows(
        "select starts_at, expire_by from billing_subscriptions where user_id = :id order by starts_at", id=user_id
    )
    assert [row["starts_at"] for row in rows[1:]] == [row["expire_by"] for row in rows[:-1]]
    assert [subscription.billing_subscription_status for subscription in await subscriptions(stage, user_id)] == [
        "created",
        "created",
        "active",
    ]


async def test_expired_or_cancelled_subscription_does_not_delay_a_new_one(stage: Stage) -> None:
    user_id = await stage.user(stage.phone())
    plan_id = await plan(stage)
    await stage.sql(
        "insert into billing_subscriptions (user_id, billing_plan_id, starts_at, expire_by, cancelled_at, created_at)"
        " values (:user, :plan, now() - interval '60 days', now() - interval '30 days', null, now() - interval '60 d'),"
        " (:user, :plan, now(), now() + interval '30 days', now(), now() - interval '1 d')",
        user=user_id,
        plan=plan_id,
    )
    await added(stage, user_id, plan_id)
    statuses = [subscription.billing_subscription_status for subscription in await subscriptions(stage, user_id)]
    assert statuses == ["active", "cancelled", "expired"]


async def test_manual_subscription_is_listed_as_payment(stage: Stage) -> None:
    user_id = await stage.user(stage.phone())
    await added(stage, user_id, await plan(stage, name="Clinic Monthly"))
    await stage.sql(
        "insert into billing_payments (user_id, created_at, description, method, already_paid, promo_code_name,"
        " discount, amount, invoices) values (:id, now() - interval '1 day', 'Older', 'upi', 100.5, 'WELCOME', 20,"
        """ 8999.25, '[{"unique_id": "INV-1", "payload": {"line_items": [{"name": "Clinic"}]}}]')""",
        id=user_id,
    )
    new, old = await (await stage.signed_in(BILLING)).subscriptions.payments(user_id=user_id)
    assert (new.description, new.amount) == ("Clinic Monthly", Decimal(1299))
    assert new.invoices == []
    assert new.current_start
    assert new.current_end
    assert new.current_end > new.current_start
    assert (old.method, float(old.already_paid or 0), float(old.amount or 0)) == ("upi", 100.5, 8999.25)
    assert old.invoices[0].unique_id == "INV-1"
    assert old.invoices[0].payload
    assert old.invoices[0].payload.line_items[0].name == "Clinic"


async def test_payment_counts_once(stage: Stage) -> None:
    plan_id, first, second = await plan(stage), await stage.user(stage.phone()), await stage.user(stage.phone())
    await added(stage, first, plan_id, razorpay_payment_id=" pay_once ")
    with pytest.raises(Conflict, match=RECORDED) as refused:
        await added(stage, second, plan_id, razorpay_payment_id="pay_once")
    assert refused.value.source == "razorpay_payment_id"
    assert f"(user {first})" in str(refused.value.problems[0].detail)
    assert [detail.code for detail in refused.value.problems[0].details] == ["payment_of_user"]
    clinic_id = await stage.clinic(name="Amrit Clinic")
    await stage.sql(
        "insert into payments (clinic_id, razorpay_payment_id, billing_payment_status)"
        " values (:id, 'pay_of_a_clinic', 'captured')",
        id=clinic_id,
    )
    with pytest.raises(Conflict, match=RECORDED) as refused:
        await added(stage, second, plan_id, razorpay_payment_id="pay_of_a_clinic")
    assert refused.value.problems[0].detail == f"This payment belongs to Amrit Clinic (clinic {clinic_id})"
    [detail] = refused.value.problems[0].details
    assert detail.code == "payment_of_clinic"
    assert detail.parameters == {"what": "Amrit Clinic", "count": clinic_id}
    assert await subscriptions(stage, second) == []


async def test_implausible_gstin_is_accepted_with_a_warning(stage: Stage) -> None:
    user_id, plan_id = await stage.user(stage.phone()), await plan(stage)
    assert await added(stage, user_id, plan_id, gstin=f" {GOOD_GSTIN.lower()} ") == ADDED
    assert ODD_GSTIN in await added(stage, user_id, plan_id, gstin="27AAPFU0939F1ZX")
    assert await added(stage, user_id, plan_id, gstin="07DELE00012A1DP") == ADDED, "a deductor's"
    assert await added(stage, user_id, plan_id, gstin="  ") == ADDED
    rows = await stage.rows("select gstin from billing_subscriptions where user_id = :id order by id", id=user_id)
    assert [row["gstin"] for row in rows] == [GOOD_GSTIN, "27AAPFU0939F1ZX", "07DELE00012A1DP", None]


async def test_missing_fields_are_named(stage: Stage) -> None:
    user_id = await stage.user(stage.phone())
    async with stage.http(headers=await stage.bearer(BILLING)) as http:
        for body in ({}, {"billing_plan_id": None, "razorpay_payment_id": " ", "razorpay_order_id": ""}):
            answer = await http.post(f"/api/admin/users/{user_id}/billing_subscriptions/manual", json=body)
            assert answer.status_code == 422
            titles = [problem["title"] for problem in answer.json()["errors"]]
            assert titles == [NO_PLAN, NO_PAYMENT_ID, NO_ORDER_ID]


async def test_unknown_plan_and_user_are_refused(stage: Stage) -> None:
    with pytest.raises(InvalidInput, match=UNKNOWN_PLAN) as refused:
        await added(stage, await stage.user(stage.phone()), 999_999)
    assert refused.value.source == "billing_plan_id"
    with pytest.raises(NotFound, match=NO_USER):
        await added(stage, 999_999, await plan(stage))
    with pytest.raises(NotFound, match=NO_USER):
        await (await stage.signed_in(BILLING)).subscriptions.payments(user_id=999_999)


async def test_customer_care_cannot_see_subscriptions(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    with pytest.raises(Forbidden):
        await client.subscriptions.plans()
    with pytest.raises(Forbidden):
        await client.subscriptions.payments(user_id=1)


async def test_payment_and_gstin_of_a_subscription_are_listed(stage: Stage) -> None:
    user_id, plan_id = await stage.user(stage.phone()), await plan(stage, interval=6)
    payment_id = f"pay_{stage.phone()}"
    await added(stage, user_id, plan_id, razorpay_payment_id=payment_id, gstin=GOOD_GSTIN.lower())
    await added(stage, user_id, plan_id)
    second, first = await subscriptions(stage, user_id)
    assert (first.razorpay_payment_id, first.razorpay_order_id, first.gstin) == (payment_id, "order", GOOD_GSTIN)
    assert first.plan is not None
    assert (first.plan.interval, second.gstin, second.starts_at) == (6, None, first.expire_by)


async def test_order_pays_once(stage: Stage) -> None:
    first, second, plan_id = await stage.user(stage.phone()), await stage.user(stage.phone()), await plan(stage)
    order = f"order_{stage.phone()}abcd"
    assert await added(stage, first, plan_id, razorpay_order_id=order) == ADDED
    with pytest.raises(Conflict, match=ORDER_RECORDED) as refused:
        await added(stage, second, plan_id, razorpay_order_id=order)
    assert refused.value.source == "razorpay_order_id"
    assert f"(user {first})" in (refused.value.problems[0].detail or "")
    at_a_clinic = f"order_{stage.phone()}abcd"
    await stage.sql(
        "insert into payments (clinic_id, razorpay_order_id, billing_payment_status) values (:id, :order, 'paid')"
        " returning id",
        id=await stage.clinic(name="Amrit"),
        order=at_a_clinic,
    )
    with pytest.raises(Conflict, match=ORDER_RECORDED) as refused:
        await added(stage, second, plan_id, razorpay_order_id=at_a_clinic)
    assert "Amrit" in (refused.value.problems[0].detail or "")
    # An order id that is not Razorpay's, such as a note, may be used repeatedly.
    for _ in range(2):
        assert await added(stage, second, plan_id, razorpay_order_id="cash") == ADDED


@pytest.mark.parametrize(
    ("fields", "source", "sentence"),
    [
        ({"razorpay_payment_id": "order_L0nS83FfCHaWqV"}, "razorpay_payment_id", ORDER_AS_PAYMENT),
        ({"razorpay_order_id": "pay_L0nSsccovt6zyp"}, "razorpay_order_id", PAYMENT_AS_ORDER),
        (
            {"razorpay_payment_id": "Order_L0nS83FfCHaWqV", "razorpay_order_id": "PAY_L0nSsccovt6zyp"},
            "razorpay_payment_id",
            ORDER_AS_PAYMENT,
        ),
    ],
)
async def test_exchanged_ids_are_refused(stage: Stage, fields: dict[str, str], source: str, sentence: str) -> None:
    user_id, plan_id = await stage.user(stage.phone()), await plan(stage)
    with pytest.raises(InvalidInput, match=sentence) as refused:
        await added(stage, user_id, plan_id, **fields)
    assert refused.value.source == source
