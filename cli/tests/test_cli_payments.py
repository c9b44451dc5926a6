"""``careops payments``: documented parameters, amounts in rupees, ids checked before the request."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.payments import (
    AddManualPayment,
    ListAllPayments,
    ListPayments,
    Payment,
    PaymentAdded,
    PaymentDetail,
    PaymentOfClinic,
    ReadPayment,
)
from careops.contract import Page
from careops.errors import Conflict
from careops.razorpay import made_id

PAYMENT = Payment(
    id=512,
    razorpay_payment_id="pay_L0nSsccovt6zyp",
    razorpay_order_id="order_L0nS83FfCHaWqV",
    created_at=datetime(2026, 9, 14, 4, 5, tzinfo=UTC),
    amount=Decimal("1250.50"),
    method="upi",
    billing_payment_status="captured",
)


def test_list_sends_its_filters(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListPayments, Page[Payment].of([PAYMENT], total=1, perpage=10))
    run = careops("payments", "list", "41", "--type", "telemedicine", "--from", "2026-09-01", "--to", "2026-09-30")
    assert run.out.split("\t")[:3] == ["2026-09-14T04:05:00Z", "pay_L0nSsccovt6zyp", "order_L0nS83FfCHaWqV"]
    assert "\t1250.50\tupi\tcaptured\n" in run.out
    [call] = platform.calls(ListPayments)
    assert call.parameters == {
        "page": 1,
        "perpage": 10,
        "clinic_id": 41,
        "payment_type": "telemedicine",
        "start_date": "2026-09-01",
        "end_date": "2026-09-30",
    }


def test_malformed_date_is_not_sent(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("payments", "list", "41", "--from", "01-09-2026")
    assert run.code == 2
    assert "YYYY-MM-DD (--from)" in run.err
    assert platform.received == []


def test_reversed_dates_are_not_sent(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("payments", "list", "41", "--from", "2024-05-01", "--to", "2024-04-01")
    assert (run.code, run.out) == (2, "")
    assert "--from is after --to" in run.err
    assert platform.received == []


def test_list_of_all_clinics_is_printed(platform: Platform, careops: CareOpsCommand) -> None:
    payment = PaymentOfClinic(id=512, clinic_id=41, clinic_name="Sehat Clinic", amount=Decimal("1250.50"))
    platform.answer(ListAllPayments, Page[PaymentOfClinic].of([payment], total=1, perpage=10))
    options = ("--all-clinics", "--status", "failed", "--status", "pending", "--from", "2026-09-01")
    assert "\t41\tSehat Clinic\t1250.50\t" in careops("payments", "list", *options).out
    careops("payments", "list", "--all-clinics", "--reference", " PAY_L0nS sccovt6zyp")
    first, second = (call.parameters for call in platform.calls(ListAllPayments))
    assert first == {"page": 1, "perpage": 10, "status": "failed,pending", "start_date": "2026-09-01"}
    assert second["reference"] == "PAY_L0nSsccovt6zyp"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["41", "--all-clinics"],
        ["41", "--status", "failed"],
        ["--all-clinics", "--type", "telemedicine"],
        ["--all-clinics", "--status", "gold"],
        ["--all-clinics", "--from", "2026-05-01", "--to", "2026-04-01"],
    ],
)
def test_incompatible_options_are_refused(words: list[str], platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("payments", "list", *words).code == 2
    assert platform.received == []


def test_payment_without_an_amount_is_printed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListPayments, Page[Payment].of([Payment(id=1)], total=1, perpage=10))
    assert careops("payments", "list", "41", "--columns", "id,amount").out == "1\t\n"
    assert json.loads(careops("payments", "list", "41", "--json").out)[0]["amount"] is None


@pytest.fixture
def unpaid(platform: Platform) -> Platform:
    """Return a clinic without payments."""
    platform.answer(ListPayments, lambda call: Page[Payment].of([], total=0, perpage=call.perpage))
    platform.answer(AddManualPayment, PaymentAdded())
    return platform


def test_payment_is_added_by_hand(unpaid: Platform, careops: CareOpsCommand) -> None:
    run = careops("payments", "add-manual", "41", " pay_L0nSsccovt6zyp ", "order_L0nS83FfCHaWqV", "--json", "--one")
    row = json.loads(run.out)
    assert (row["outcome"], row["target"], row["clinic_id"]) == ("done", "pay_L0nSsccovt6zyp", 41)
    [call] = unpaid.calls(AddManualPayment)
    assert (call.clinic_id, call.razorpay_payment_id) == (41, "pay_L0nSsccovt6zyp")


def test_single_and_table_payments_have_the_same_fields(unpaid: Platform, careops: CareOpsCommand, home: Path) -> None:
    (home / "p.csv").write_text("clinic_id,payment_id,order_id\n41,pay_L0nSsccovt6zyp,order_L0nS83FfCHaWqV\n")
    ids = ("41", "pay_L0nSsccovt6zyp", "order_L0nS83FfCHaWqV")
    [single] = json.loads(careops("payments", "add-manual", *ids, "--json").out)
    [many] = json.loads(careops("payments", "add-manual", "--from", "p.csv", "--yes", "--json").out)
    assert {**single, "row": 2} == many


def test_payment_from_the_future_is_added_with_a_warning(unpaid: Platform, careops: CareOpsCommand) -> None:
    later = datetime.now(UTC) + timedelta(days=30)
    run = careops("payments", "add-manual", "41", made_id("pay", later, "0000"), "order_L0nS83FfCHaWqV")
    assert run.code == 0
    assert "The payment id seems to be from the future" in run.out


def test_malformed_ids_are_not_sent(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("payments", "add-manual", "41", "pay_short", "order_short")
    assert run.code == 2
    assert "Invalid Razorpay Payment ID format" in run.err
    assert "Invalid Razorpay Order ID format" in run.err
    assert platform.received == []


def test_payment_of_another_clinic_is_refused(unpaid: Platform, careops: CareOpsCommand) -> None:
    unpaid.answer(AddManualPayment, Conflict("This payment is already recorded", source="razorpay_payment_id"))
    run = careops("payments", "add-manual", "41", "pay_L0nSsccovt6zyp", "order_L0nS83FfCHaWqV")
    assert run.code == 1
    assert "already recorded" in run.out


def test_payment_is_shown_with_its_contact(platform: Platform, careops: CareOpsCommand) -> None:
    payment = PaymentDetail(id=512, clinic_id=41, contact="9812345670", email="asha@patient.example")
    platform.answer(ReadPayment, payment)
    shown = json.loads(careops("payments", "show", "512", "--json").out)
    assert (shown["contact"], shown["email"]) == ("9812345670", "asha@patient.example")
    assert platform.calls(ReadPayment) == [ReadPayment(payment_id=512)]
