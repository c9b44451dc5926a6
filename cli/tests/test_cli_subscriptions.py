"""``careops subscriptions``: plans, subscriptions, payments, and manual additions."""

from __future__ import annotations

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.subscriptions import (
    RECORDED,
    AddManualSubscription,
    BillingPayment,
    ListBillingPayments,
    ListBillingPlans,
    SubscriptionAdded,
)
from careops.calls.users import ReadUser, UserRecord
from careops.errors import Conflict

ADD = ("subscriptions", "add-manual", "9", "--plan", "3", "--payment", "pay_L0nSsccovt6zyp", "--order", "order_1")


@pytest.fixture(autouse=True)
def billing(platform: Platform) -> None:
    platform.answer(ReadUser, UserRecord.model_validate(ReadUser.example.answer))
    for call in (ListBillingPlans, ListBillingPayments):
        kind = call.answer_type().__args__[0]
        platform.answer(call, [kind.model_validate(item) for item in call.example.answer])
    platform.answer(AddManualSubscription, SubscriptionAdded())


def test_lists_are_printed(careops: CareOpsCommand) -> None:
    assert careops("subscriptions", "plans").out == "3\tClinic Yearly\t11999.0\t1\tyearly\n"
    assert careops("subscriptions", "list", "9", "--columns", "plan,status").out == "Clinic Yearly\tactive\n"
    paid = careops("subscriptions", "payments", "9", "--columns", "invoice,amount,promo_code").out
    assert paid == "INV-2026-000071\t8999.25\tWELCOME\n"


def test_payment_without_an_invoice_is_printed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListBillingPayments, [BillingPayment(description="By hand")])
    assert careops("subscriptions", "payments", "9", "--columns", "invoice,description").out == "\tBy hand\n"


def test_subscription_is_added_after_confirmation(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops(*ADD).code != 0, "confirmation needs a terminal"
    run = careops(*ADD, "--gstin", "27aapfu0939f1zv", "--yes")
    assert run.code == 0
    (call,) = platform.calls(AddManualSubscription)
    assert call.parameters == {
        "user_id": 9,
        "billing_plan_id": 3,
        "razorpay_payment_id": "pay_L0nSsccovt6zyp",
        "razorpay_order_id": "order_1",
        "gstin": "27AAPFU0939F1ZV",
    }


def test_refusal_of_the_platform_is_printed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(AddManualSubscription, Conflict(RECORDED, source="razorpay_payment_id"))
    run = careops(*ADD, "--yes")
    assert run.code == 1
    assert RECORDED in run.err


def test_blank_payment_id_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops(*ADD[:5], "--payment", " ", "--order", "order_1", "--yes")
    assert run.code == 2
    assert platform.calls(AddManualSubscription) == []
