"""Promo codes: one discount each, a unique name, an expiry date in the future; permissions and validation."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, Stage

from careops import Conflict, Forbidden, InvalidInput, NotFound
from careops.calls.promo_codes import NAME_TAKEN, TOO_EARLY, USED, PromoCode
from careops.india_time import INDIA

LATER = date(2099, 3, 31)


async def codes(stage: Stage) -> list[PromoCode]:
    """All codes, newest first."""
    return (await (await stage.signed_in(BILLING)).promo_codes.list(perpage=500)).items


async def create_code(stage: Stage, name: str, **fields: Any) -> PromoCode:
    """A new code, 20 percent unless a discount is given."""
    client = await stage.signed_in(BILLING)
    discount = {} if "discount_amount" in fields else {"discount_percentage": 20}
    body: dict[str, Any] = {"promo_code_name": name, "single_use": True, "expiry": LATER, **discount, **fields}
    await client.promo_codes.create(**body)
    return (await codes(stage))[0]


async def expired(stage: Stage, name: str, **columns: Any) -> int:
    """A code that expired yesterday."""
    values = {"amount": 500, "used": 0, **columns}
    code_id: int = await stage.sql(
        "insert into promo_codes (promo_code_name, single_use, expiry, discount_amount, times_used)"
        " values (:name, false, :day, :amount, :used) returning id",
        name=name,
        day=datetime.now(INDIA).date() - timedelta(days=1),
        **values,
    )
    return code_id


async def test_code_is_created_and_its_unit_changed(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    code = await create_code(stage, " ਦੀਵਾਲੀ 26 ")
    assert (code.promo_code_name, code.single_use, code.expiry) == ("ਦੀਵਾਲੀ 26", True, LATER)
    assert (code.discount_percentage, code.discount_amount, code.times_used) == (20, None, 0)
    body: dict[str, Any] = {"code_id": code.id, "promo_code_name": "DIWALI", "single_use": False, "expiry": LATER}
    await client.promo_codes.update(**body, discount_amount=750)
    changed = (await codes(stage))[0]
    assert (changed.discount_percentage, changed.discount_amount) == (None, Decimal(750))
    await client.promo_codes.update(**body, discount_amount=None, discount_percentage=100)
    changed = (await codes(stage))[0]
    assert (changed.discount_percentage, changed.discount_amount, changed.single_use) == (100, None, False)


async def test_names_of_codes_are_unique_despite_case_and_blanks(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    await create_code(stage, "Spring Sale")
    for name in ("SPRINGSALE", " spring  sale ", "Sprin\u00a0gSale"):
        with pytest.raises(Conflict, match=NAME_TAKEN) as refused:
            await create_code(stage, name)
        assert refused.value.source == "promo_code_name"
    other = await create_code(stage, "Summer")
    body: dict[str, Any] = {"code_id": other.id, "single_use": True, "expiry": LATER, "discount_percentage": 20}
    with pytest.raises(Conflict, match=NAME_TAKEN):
        await client.promo_codes.update(**body, promo_code_name="springsale")
    await client.promo_codes.update(**body, promo_code_name="S u m m e r")
    assert (await codes(stage))[0].promo_code_name == "S u m m e r", "its own name in other letters"


async def test_codes_are_found_by_name_without_blanks(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    for name in ("Monsoon Magic 31", "Monsoon 32", "Harvest"):
        await create_code(stage, name)

    async def names_matching(words: str) -> list[str]:
        page = await client.promo_codes.find(search_text=words)
        assert page.total_records == len(page.items)
        return [code.promo_code_name for code in page.items]

    assert await names_matching("monsoon") == ["Monsoon 32", "Monsoon Magic 31"]
    assert await names_matching("MONSOONMAGIC") == ["Monsoon Magic 31"]
    assert await names_matching("magic monsoon") == ["Monsoon Magic 31"]
    assert await names_matching("no such code") == []
    assert (await client.promo_codes.find()).total_records == len(await codes(stage))
    with pytest.raises(Forbidden):
        await (await stage.signed_in(CARE)).promo_codes.find(search_text="monsoon")


async def test_concurrent_creation_of_one_name_succeeds_once(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    body: dict[str, Any] = {"promo_code_name": "RACE", "single_use": True, "expiry": LATER, "discount_amount": 5}
    results = await asyncio.gather(*(client.promo_codes.create(**body) for _ in range(4)), return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["Conflict", "Conflict", "Conflict", "Created"]


async def test_expiry_of_today_is_refused_and_tomorrow_accepted(stage: Stage) -> None:
    today = datetime.now(INDIA).date()
    for day in (today, today - timedelta(days=1)):
        with pytest.raises(InvalidInput, match=TOO_EARLY) as refused:
            await create_code(stage, "TOO EARLY", expiry=day)
        assert refused.value.source == "expiry"
    assert (await create_code(stage, "TOMORROW", expiry=today + timedelta(days=1))).expiry == today + timedelta(days=1)


async def test_expired_code_can_be_edited_without_another_past_day(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    code_id = await expired(stage, "LAST YEAR")
    yesterday = datetime.now(INDIA).date() - timedelta(days=1)
    body: dict[str, Any] = {"code_id": code_id, "single_use": True, "discount_amount": 600}
    await client.promo_codes.update(**body, promo_code_name="LONG AGO", expiry=yesterday)
    with pytest.raises(InvalidInput, match=TOO_EARLY):
        await client.promo_codes.update(**body, promo_code_name="LONG AGO", expiry=yesterday - timedelta(days=1))
    await client.promo_codes.update(**body, promo_code_name="AGAIN", expiry=LATER)
    code = next(code for code in await codes(stage) if code.id == code_id)
    assert (code.promo_code_name, code.expiry, code.discount_amount) == ("AGAIN", LATER, Decimal(600))


async def test_discount_of_a_used_code_is_locked(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    code_id = await expired(stage, "USED", used=3)
    body: dict[str, Any] = {"code_id": code_id, "promo_code_name": "USED ONCE MORE", "single_use": True}
    discounts: list[dict[str, Any]] = [{"discount_amount": 501}, {"discount_percentage": 50}]
    for discount in discounts:
        with pytest.raises(Conflict, match=USED):
            await client.promo_codes.update(**body, expiry=LATER, **discount)
    await client.promo_codes.update(**body, expiry=LATER, discount_amount=500)
    code = next(code for code in await codes(stage) if code.id == code_id)
    assert (code.promo_code_name, code.expiry, code.times_used) == ("USED ONCE MORE", LATER, 3)


async def test_deleted_code_frees_its_name(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    code = await create_code(stage, "ONCE")
    await client.promo_codes.delete(code_id=code.id)
    assert code.id not in [other.id for other in await codes(stage)]
    assert (await create_code(stage, "ONCE")).id != code.id
    body: dict[str, Any] = {"promo_code_name": "X", "single_use": True, "expiry": LATER, "discount_amount": 1}
    for refused_call in (
        client.promo_codes.delete(code_id=code.id),
        client.promo_codes.update(code_id=code.id, **body),
    ):
        with pytest.raises(NotFound, match="no promo code"):
            await refused_call


async def test_pages_of_ten_are_newest_first(stage: Stage) -> None:
    new = [(await create_code(stage, f"PAGE {number}")).id for number in range(12)]
    page = await (await stage.signed_in(BILLING)).promo_codes.list()
    assert [code.id for code in page.items] == new[:1:-1]
    assert page.total_records == await stage.sql("select count(*) from promo_codes")


@pytest.mark.own
async def test_audit_trail_has_both_sides_of_a_change(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    code = await create_code(stage, "TRAIL")
    body: dict[str, Any] = {"code_id": code.id, "promo_code_name": "TRAIL", "single_use": True, "expiry": LATER}
    await client.promo_codes.update(**body, discount_amount=50)
    await client.promo_codes.delete(code_id=code.id)
    mine = [event for event in await stage.events() if event["resource_id"] == str(code.id)]
    assert [event["key"] for event in mine] == ["promo_code.create", "promo_code.update", "promo_code.delete"]
    assert mine[1]["before"] == {"discount_amount": None, "discount_percentage": 20}
    assert mine[1]["after"] == {"discount_amount": 50, "discount_percentage": None}
    assert mine[2]["before"]["expiry"] == "2099-03-31"


@pytest.mark.parametrize(
    ("body", "source", "sentence"),
    [
        ({"promo_code_name": "  "}, "promo_code_name", "Promo code name required"),
        ({"promo_code_name": None}, "promo_code_name", "Promo code name required"),
        ({"promo_code_name": "x" * 121}, "promo_code_name", "Promo code name can have at most 120 characters"),
        ({"single_use": None}, "single_use", "Single use required"),
        ({"single_use": "yes"}, "single_use", "Single use must be true or false"),
        ({"expiry": ""}, "expiry", "Expire by date is required"),
        ({"expiry": "31-03-2099"}, "expiry", "Please give the date as YYYY-MM-DD"),
        ({"expiry": "2099-02-30"}, "expiry", "There is no such date"),
        ({"discount_amount": None}, "", "Discount is required"),
        ({"discount_percentage": 5}, "", "A discount is an amount or a percentage, not both"),
        ({"discount_amount": 0}, "discount_amount", None),
        ({"discount_amount": 12.5}, "discount_amount", None),
        ({"discount_amount": None, "discount_percentage": 0}, "discount_percentage", None),
        ({"discount_amount": None, "discount_percentage": 101}, "discount_percentage", None),
        ({"discount_amount": None, "discount_percentage": "20"}, "discount_percentage", None),
    ],
)
async def test_invalid_code_is_refused(stage: Stage, body: dict[str, Any], source: str, sentence: str | None) -> None:
    request = {"promo_code_name": "X", "single_use": True, "expiry": "2099-03-31", "discount_amount": 100, **body}
    problem = await stage.refused("POST", "/api/admin/billing_promo_codes", request, phone=BILLING)
    assert problem["source"] == source
    assert sentence in (None, problem["title"])


async def test_missing_fields_have_the_same_sentences(stage: Stage) -> None:
    async with stage.http(headers=await stage.bearer(BILLING)) as http:
        answer = await http.post("/api/admin/billing_promo_codes", json={"discount_amount": 5})
    assert [problem["title"] for problem in answer.json()["errors"]] == [
        "Promo code name required",
        "Single use required",
        "Expire by date is required",
    ]


async def test_customer_care_cannot_use_promo_codes(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    with pytest.raises(Forbidden):
        await client.promo_codes.list()
    with pytest.raises(Forbidden):
        await client.promo_codes.delete(code_id=1)
