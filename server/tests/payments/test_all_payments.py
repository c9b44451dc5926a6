"""Payments of all clinics: filters, order, exact totals, and the counters behind them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from server.tests.payments import factories
from server.tests.support.payments import paid
from server.tests.support.stage import CARE, Stage

from careops import InvalidInput, NotFound
from careops.calls.payments import NO_PAYMENT

DAY = "2025-03-{:02} 12:00+05:30"
FIRST, LAST = date(2025, 3, 1), date(2025, 3, 31)


@pytest.fixture(scope="module")
async def clinics(stage: Stage) -> tuple[int, int]:
    """Two clinics with payments of one month."""
    first, other = await stage.clinic(name="Sehat Clinic"), await stage.clinic(name="Amrit Clinic")
    await paid(stage, first, DAY.format(1), razorpay_payment_id="pay_AllOne0000001", order_id="CO-ALL-1")
    await paid(stage, other, DAY.format(2), billing_payment_status="failed", razorpay_order_id="order_AllTwo00001")
    await paid(stage, first, DAY.format(3), billing_payment_status="pending", contact="9812345670")
    await paid(stage, other, "2025-04-01 00:00+05:30", billing_payment_status="on_hold")
    return first, other


async def list_days(stage: Stage, **filters: Any) -> list[int]:
    """The days of the payments that match, in order. The total must be the same."""
    page = await (await stage.signed_in(CARE)).payments.list_all(**{"start_date": FIRST, "end_date": LAST} | filters)
    assert page.total_records == len(page.items)
    return [payment.created_at.day for payment in page.items if payment.created_at]


async def test_payments_of_all_clinics_are_listed_newest_first(stage: Stage, clinics: tuple[int, int]) -> None:
    assert await list_days(stage) == [3, 2, 1]
    page = await (await stage.signed_in(CARE)).payments.list_all(start_date=FIRST, end_date=LAST)
    assert [(payment.clinic_id, payment.clinic_name) for payment in page.items[:2]] == [
        (clinics[0], "Sehat Clinic"),
        (clinics[1], "Amrit Clinic"),
    ]
    assert not {"contact", "email"} & page.items[0].model_dump().keys()


async def test_filters_select_payments(stage: Stage, clinics: tuple[int, int]) -> None:
    first, other = clinics
    assert await list_days(stage, status="failed,pending") == [3, 2]
    assert await list_days(stage, status=["captured"]) == [1]
    assert await list_days(stage, clinic_id=other) == [2]
    assert await list_days(stage, clinic_id=first, status="failed") == []
    assert await list_days(stage, start_date="2025-03-02", end_date="2025-03-02") == [2]
    assert await list_days(stage, clinic_id=99_999_999) == []


@pytest.mark.parametrize(
    ("reference", "days"),
    [
        (" PAY_allone 0000001", [1]),
        ("ORDER_alltwo00001\n", [2]),
        ("co-all-1", [1]),
        ("00 0001", [1]),
        ("o00001", [2]),
        ("O-all-", []),
        ("pay_AllOne000000", []),
        ("pay_AllOne000000%", []),
    ],
)
@pytest.mark.usefixtures("clinics")
async def test_ids_are_found_in_any_case_and_with_blanks(stage: Stage, reference: str, days: list[int]) -> None:
    assert await list_days(stage, reference=reference) == days


@pytest.mark.usefixtures("clinics")
async def test_totals_from_counters_follow_every_change(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic()

    async def totals() -> list[int]:
        calls: tuple[dict[str, Any], ...] = ({}, {"status": "refunded"}, {"status": "refunded,failed"})
        return [(await client.payments.list_all(**filters)).total_records for filters in calls]

    every, refunded, both = await totals()
    payment = await paid(stage, clinic_id, DAY.format(9), billing_payment_status="captured")
    await stage.sql("update payments set billing_payment_status = 'refunded' where id = :id", id=payment)
    assert await totals() == [every + 1, refunded + 1, both + 1]
    await stage.sql("delete from payments where id = :id", id=payment)
    assert await totals() == [every, refunded, both]


async def test_pages_are_consecutive(stage: Stage, clinics: tuple[int, int]) -> None:
    client = await stage.signed_in(CARE)
    pages = [await client.payments.list_all(start_date=FIRST, end_date=LAST, perpage=2, page=page) for page in (1, 2)]
    assert [[payment.created_at.day for payment in page.items if payment.created_at] for page in pages] == [[3, 2], [1]]


@pytest.mark.parametrize("filters", [{"status": "gold"}, {"reference": " "}, {"reference": "x" * 51}])
async def test_invalid_filters_are_refused(stage: Stage, filters: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        await (await stage.signed_in(CARE)).payments.list_all(**filters)


async def test_payment_has_the_contact_of_its_payer(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    id = await factories.payment_id(stage, {})
    payment = await client.payments.read(payment_id=id)
    assert (payment.id, payment.contact, payment.email) == (id, "9812345670", "asha@patient.example")
    assert payment.clinic_name
    with pytest.raises(NotFound, match=NO_PAYMENT):
        await client.payments.read(payment_id=999_999_999)
