"""Payments of a clinic: filters by type and by day in India, exact totals, and adding one by hand."""

from __future__ import annotations

import asyncio
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from server.tests.support.payments import paid
from server.tests.support.stage import BILLING, CARE, Stage

from careops import Conflict, InvalidInput, NotFound
from careops.calls.payments import AddManualPayment, ListPayments

ORDER = "order_L0nS83FfCHaWqV"


def payment_id(stage: Stage) -> str:
    """An unused payment id."""
    return f"pay_Ab{stage.phone()}zZ"


async def test_payment_is_found_by_ids_and_invoice_by_number(stage: Stage) -> None:
    client, phone = await stage.signed_in(BILLING), stage.phone()
    clinic_id, user_id = await stage.clinic(name="Sehat Clinic"), await stage.user(phone)
    pay, order, ours = payment_id(stage), f"order_Zz{phone}aA", payment_id(stage)
    payment = await paid(stage, clinic_id, "2026-09-10 12:00+05:30", razorpay_payment_id=pay, razorpay_order_id=order)
    subscription = await stage.sql(
        "insert into billing_subscriptions (user_id, billing_plan_id, starts_at, expire_by, razorpay_payment_id,"
        " razorpay_order_id) values (:user, :plan, now(), now() + interval '1 month', :pay, :order) returning id",
        user=user_id,
        plan=await stage.sql(
            'insert into billing_plans (name, plan_type, amount, "interval", period)'
            " values ('Growth', 'growth', 999, 1, 'monthly') returning id"
        ),
        pay=ours,
        order=order,
    )
    invoice = await stage.sql(
        "insert into billing_payments (user_id, description, invoices) values"
        " (:user, 'Plan', jsonb_build_array(jsonb_build_object('unique_id', cast(:number as text)))) returning id",
        user=user_id,
        number=f"INV-2026-{phone}",
    )

    async def find(phone: str, reference: str) -> list[tuple[str, int, int | None, int | None, str | None]]:
        items = await (await stage.signed_in(phone)).payments.find(reference=reference)
        return [(item.kind, item.id, item.clinic_id, item.user_id, item.name) for item in items]

    at_clinic = ("payment", payment, clinic_id, None, "Sehat Clinic")
    of_user = ("subscription", subscription, None, user_id, f"Staff {phone[-2:]}")
    assert await find(BILLING, pay) == [at_clinic]
    assert await find(BILLING, ours) == [of_user]
    assert await find(BILLING, order) == [of_user, at_clinic], "newest first"
    assert await find(BILLING, f"INV-2026-{phone}") == [("invoice", invoice, None, user_id, f"Staff {phone[-2:]}")]
    assert await find(BILLING, pay[:-1]) == []
    assert await find(BILLING, f" {pay[:9].upper()} {pay[9:].lower()}\n") == [at_clinic], "as it was pasted"
    assert await find(BILLING, ours.upper()) == [of_user]
    assert [kind for kind, *_ in await find(BILLING, f"inv-2026- {phone}")] == ["invoice"]
    assert await find(BILLING, pay[-6:]) == [at_clinic]
    assert await find(BILLING, order[-6:].swapcase()) == [of_user, at_clinic]
    assert await find(BILLING, pay[-5:]) == []
    assert await find(CARE, order) == [at_clinic], "subscriptions are for billing"
    assert await find(CARE, f"INV-2026-{phone}") == []
    with pytest.raises(InvalidInput):
        await client.payments.find(reference=" ")


@pytest.fixture(scope="module")
async def clinic(stage: Stage) -> tuple[int, dict[str, int]]:
    """A clinic with payments around midnight in India."""
    clinic_id = await stage.clinic()
    at = {
        "last of August": await paid(stage, clinic_id, "2026-08-31 23:59:59+05:30"),
        "first of September": await paid(stage, clinic_id, "2026-09-01 00:00:00+05:30"),
        "telemedicine": await paid(stage, clinic_id, "2026-09-10 12:00+05:30", payment_type="telemedicine"),
        "last of September": await paid(stage, clinic_id, "2026-09-30 23:59:59.999+05:30"),
        "October": await paid(stage, clinic_id, "2026-10-01 00:00+05:30", payment_type="care_package"),
    }
    await paid(stage, await stage.clinic(), "2026-09-10 12:00+05:30")
    return clinic_id, at


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, ["October", "last of September", "telemedicine", "first of September", "last of August"]),
        ({"start_date": date(2026, 9, 1)}, ["October", "last of September", "telemedicine", "first of September"]),
        (
            {"end_date": date(2026, 9, 30)},
            ["last of September", "telemedicine", "first of September", "last of August"],
        ),
        (
            {"start_date": date(2026, 9, 1), "end_date": date(2026, 9, 30)},
            ["last of September", "telemedicine", "first of September"],
        ),
        ({"start_date": date(2026, 8, 31), "end_date": date(2026, 8, 31)}, ["last of August"]),
        ({"payment_type": "telemedicine"}, ["telemedicine"]),
        ({"payment_type": "appointment", "start_date": date(2026, 9, 30)}, ["last of September"]),
        ({"payment_type": "requested"}, []),
        ({"start_date": date(2026, 9, 2), "end_date": date(2026, 9, 1)}, []),
        ({"start_date": date(1, 1, 1), "end_date": date(9999, 12, 31), "payment_type": "care_package"}, ["October"]),
    ],
)
async def test_filters_are_combined_with_an_exact_total(
    stage: Stage, clinic: tuple[int, dict[str, int]], filters: dict[str, Any], expected: list[str]
) -> None:
    clinic_id, at = clinic
    page = await (await stage.signed_in(CARE)).send(ListPayments(clinic_id=clinic_id, **filters))
    names = {payment_id: name for name, payment_id in at.items()}
    assert [names[payment.id] for payment in page.items] == expected
    assert page.total_records == len(expected)


async def test_payment_has_all_its_fields(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    await paid(
        stage,
        clinic_id,
        "2026-09-14 09:35+05:30",
        order_id="CO-1",
        razorpay_payment_id=(pay := payment_id(stage)),
        razorpay_order_id=ORDER,
        description="Visit ₹",
        contact="9812345670",
        email="asha@patient.example",
        amount="1234567.10",
        method="cardless_emi",
        billing_payment_status="authorized",
    )
    (payment,) = (await (await stage.signed_in(CARE)).payments.list(clinic_id=clinic_id)).items
    assert payment.amount == Decimal("1234567.10")
    assert payment.created_at is not None
    assert payment.created_at.isoformat() == "2026-09-14T04:05:00+00:00"
    assert (payment.razorpay_payment_id, payment.order_id, payment.method) == (pay, "CO-1", "cardless_emi")
    async with stage.http(headers=await stage.bearer()) as http:
        answer = (await http.get(f"/api/admin/clinics/{clinic_id}/payments/list?page=1&perpage=10")).json()
    assert answer["data"]["total_records"] == 1
    assert answer["data"]["payments"][0]["amount"] == 1234567.1
    assert ListPayments.write_answer(ListPayments.read_answer(answer)) == answer


async def test_pages_of_ten_have_a_stable_order(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    for _ in range(23):
        await paid(stage, clinic_id, "2026-09-14 09:35+05:30")
    client = await stage.signed_in(CARE)
    pages = [await client.payments.list(clinic_id=clinic_id, page=number) for number in (1, 2, 3, 4)]
    assert [len(page.items) for page in pages] == [10, 10, 3, 0]
    assert {(page.total_records, page.total_pages) for page in pages} == {(23, 3)}
    assert len({payment.id for page in pages for payment in page.items}) == 23


async def test_total_follows_every_change(stage: Stage) -> None:
    client, clinic_id, other = await stage.signed_in(CARE), await stage.clinic(), await stage.clinic()
    ids = [await paid(stage, clinic_id, f"2026-09-{day:02}") for day in range(1, 8)]

    async def totals() -> list[int]:
        return [
            (await client.send(ListPayments.model_validate({"clinic_id": clinic, **filters}))).total_records
            for clinic in (clinic_id, other)
            for filters in ({}, {"payment_type": "requested"})
        ]

    assert await totals() == [7, 0, 0, 0]
    await stage.sql("update payments set payment_type = 'requested' where id = :id", id=ids[0])
    assert await totals() == [7, 1, 0, 0]
    await stage.sql("update payments set clinic_id = :to where id in (:a, :b)", to=other, a=ids[0], b=ids[1])
    await stage.sql("delete from payments where id = :id", id=ids[2])
    assert await totals() == [4, 0, 2, 1]


@pytest.mark.parametrize(
    "query",
    [
        *("start_date=2026-13-01", "start_date=01-09-2026", "start_date=2026-09-01T00:00:00Z"),
        *("end_date=2026-02-30", "end_date=0", "payment_type=Telemedicine", "colour=blue"),
    ],
)
async def test_invalid_filter_is_refused(stage: Stage, query: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.get(f"/api/admin/clinics/{await stage.clinic()}/payments/list?{query}")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"] == query.partition("=")[0]


async def test_unknown_clinic_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound):
        await (await stage.signed_in(CARE)).payments.list(clinic_id=10**9)


async def test_manual_payment_is_added(stage: Stage) -> None:
    client, clinic_id, pay = await stage.signed_in(BILLING), await stage.clinic(), payment_id(stage)
    added = await client.payments.add_manual(
        clinic_id=clinic_id, razorpay_payment_id=f"  {pay}\t", razorpay_order_id=f"{ORDER} \n"
    )
    assert added.message == "Payment added successfully"
    (payment,) = (await client.payments.list(clinic_id=clinic_id)).items
    assert (payment.razorpay_payment_id, payment.razorpay_order_id) == (pay, ORDER)
    assert (payment.amount, payment.billing_payment_status) == (None, "pending")
    event = (await stage.events("payment.add_manual"))[-1]
    assert event["after"]["razorpay_payment_id"] == pay
    if stage.knows_before:
        assert event["clinic_id"] == clinic_id


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({"razorpay_payment_id": "pay_1234567890123"}, "payment"),
        ({"razorpay_payment_id": "pay_123456789012345"}, "payment"),
        ({"razorpay_payment_id": "PAY_12345678901234"}, "payment"),
        ({"razorpay_payment_id": "pay_1234567890123-"}, "payment"),
        ({"razorpay_payment_id": "pay_1234567 901234"}, "payment"),
        ({"razorpay_payment_id": "pay_1234567890123é"}, "payment"),
        ({"razorpay_payment_id": "pay_1234567890123٤"}, "payment"),
        ({"razorpay_payment_id": "   "}, "payment"),
        ({"razorpay_payment_id": ""}, "payment"),
        ({"razorpay_payment_id": None}, "payment"),
        ({"razorpay_payment_id": 7}, "payment"),
        ({"razorpay_payment_id": "pay_12345678901234" + "x" * 40}, "payment"),
        ({"razorpay_payment_id": ...}, "payment"),
        ({"razorpay_order_id": "order_1234567890123"}, "order"),
        ({"razorpay_order_id": "pay_12345678901234"}, "order"),
        ({"razorpay_order_id": ...}, "order"),
    ],
)
async def test_malformed_id_is_refused(stage: Stage, values: dict[str, Any], wrong: str) -> None:
    clinic_id = await stage.clinic()
    form = {"clinic_id": clinic_id, "razorpay_payment_id": payment_id(stage), "razorpay_order_id": ORDER, **values}
    form = {name: value for name, value in form.items() if value is not ...}
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.post("/api/admin/billing_payments/manual", json=form)
    assert answer.status_code == 422
    title = f"Invalid Razorpay {wrong.capitalize()} ID format"
    [problem] = answer.json()["errors"]
    assert (problem["source"], problem["title"]) == (f"razorpay_{wrong}_id", title)
    assert await stage.sql("select count(*) from payments where clinic_id = :id", id=clinic_id) == 0


async def test_ids_are_case_insensitive(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    for pay in ("pay_abcdefghijklmn", "pay_ABCDEFGHIJKLMN"):
        await client.payments.add_manual(clinic_id=clinic_id, razorpay_payment_id=pay, razorpay_order_id=ORDER)
    assert (await client.payments.list(clinic_id=clinic_id)).total_records == 2


async def test_duplicate_payment_is_refused(stage: Stage) -> None:
    client, theirs, ours = await stage.signed_in(CARE), await stage.clinic(name="Theirs"), await stage.clinic()
    call = AddManualPayment(clinic_id=theirs, razorpay_payment_id=payment_id(stage), razorpay_order_id=ORDER)
    await client.send(call)
    for clinic_id in (theirs, ours):
        with pytest.raises(Conflict, match="This payment is already recorded") as refused:
            await client.send(call.model_copy(update={"clinic_id": clinic_id}))
        assert refused.value.source == "razorpay_payment_id"
        assert refused.value.problems[0].detail == f"This payment belongs to Theirs (clinic {theirs})"
        [detail] = refused.value.problems[0].details
        assert (detail.code, detail.parameters) == ("payment_of_clinic", {"what": "Theirs", "count": theirs})
    assert (await client.payments.list(clinic_id=ours)).total_records == 0


async def test_concurrent_additions_of_one_payment_make_one_row(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    call = AddManualPayment(clinic_id=clinic_id, razorpay_payment_id=payment_id(stage), razorpay_order_id=ORDER)
    outcomes = await asyncio.gather(*(client.send(call) for _ in range(10)), return_exceptions=True)
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 9
    assert (await client.payments.list(clinic_id=clinic_id)).total_records == 1


async def test_concurrent_payments_of_one_day_are_all_counted(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    calls = [
        AddManualPayment(clinic_id=clinic_id, razorpay_payment_id=payment_id(stage), razorpay_order_id=ORDER)
        for _ in range(20)
    ]
    await asyncio.gather(*(client.send(call) for call in calls))
    assert (await client.payments.list(clinic_id=clinic_id)).total_records == 20


async def test_payment_of_an_unknown_clinic_is_refused(stage: Stage) -> None:
    with pytest.raises(InvalidInput) as refused:
        await (await stage.signed_in(CARE)).payments.add_manual(
            clinic_id=10**9, razorpay_payment_id=payment_id(stage), razorpay_order_id=ORDER
        )
    assert refused.value.source == "clinic_id"
