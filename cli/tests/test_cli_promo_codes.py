"""``careops promo-codes``: what is asked, and what is said."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.promo_codes import CreatePromoCode, DeletePromoCode, ListPromoCodes, PromoCode, UpdatePromoCode
from careops.contract import Done, Page
from careops.errors import Conflict

AT = datetime(2026, 9, 14, 4, 5, tzinfo=UTC)
DAY = date(2027, 3, 31)
DIWALI = PromoCode(
    id=5, promo_code_name="DIWALI 26", single_use=False, expiry=DAY, created_at=AT, discount_percentage=20, times_used=3
)
WELCOME = PromoCode.model_validate(
    {**DIWALI.model_dump(), "id": 6, "promo_code_name": "WELCOME", "discount_percentage": None, "discount_amount": 750}
)
CREATE = ("promo-codes", "create", "NEW", "--expiry", "2027-03-31", "--single-use")


def holding(platform: Platform) -> None:
    """A platform with two codes, which takes every change."""
    platform.answer(ListPromoCodes, Page[PromoCode].of([WELCOME, DIWALI], total=2, perpage=500))
    platform.answer(UpdatePromoCode, Done())


def test_the_list(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    first, second = careops("promo-codes", "list").out.splitlines()
    assert first.split("\t")[:6] == ["6", "WELCOME", "750.00", "no", "2027-03-31", "3"]
    assert second.split("\t")[2] == "20%"


def test_create_by_percent_or_by_amount(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreatePromoCode, Done())
    assert careops(*CREATE, "--percent", "20").code == 0
    assert careops(*CREATE, "--amount", "500").code == 0
    percent, amount = platform.got(CreatePromoCode)
    assert percent.parameters == {
        "promo_code_name": "NEW",
        "single_use": True,
        "expiry": "2027-03-31",
        "discount_percentage": 20,
    }
    assert (amount.discount_amount, "discount_percentage" in amount.parameters) == (500, False)


def test_a_discount_is_one_and_in_its_limits(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreatePromoCode, Done())
    assert careops(*CREATE, "--percent", "20", "--amount", "500").code == 2
    assert "Discount is required" in careops(*CREATE).err
    assert careops(*CREATE, "--percent", "101").code == 2
    assert platform.got(CreatePromoCode) == []


def test_what_is_not_given_stays(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    assert careops("promo-codes", "edit", "5", "--name", "DIWALI").code == 0
    assert careops("promo-codes", "edit", "6", "--percent", "10", "--single-use").code == 0
    renamed, other_unit = platform.got(UpdatePromoCode)
    assert (renamed.promo_code_name, renamed.expiry, renamed.discount_percentage) == ("DIWALI", DAY, 20)
    assert (other_unit.discount_percentage, other_unit.discount_amount, other_unit.single_use) == (10, None, True)


def test_nothing_to_change_and_nothing_to_find(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    assert careops("promo-codes", "edit", "5").code == 2
    run = careops("promo-codes", "edit", "9", "--single-use")
    assert run.code == 1
    assert "no promo code with this id" in run.err
    assert platform.got(UpdatePromoCode) == []


def test_a_used_code_says_why_not(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    platform.answer(UpdatePromoCode, Conflict("This promo code has been used", source="discount_amount"))
    run = careops("promo-codes", "edit", "6", "--amount", "800")
    assert run.code == 1
    assert "has been used" in run.err


def test_nothing_is_deleted_unasked(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(DeletePromoCode, Done())
    assert careops("promo-codes", "delete", "5").code == 2
    assert platform.got(DeletePromoCode) == []
    assert json.loads(careops("promo-codes", "delete", "5", "--yes", "--json").out)["deleted"] is True
