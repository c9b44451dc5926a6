"""``careops promo-codes``: parameters and output."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.promo_codes import (
    CreatePromoCode,
    FindPromoCodes,
    ListPromoCodes,
    PromoCode,
    UpdatePromoCode,
)
from careops.contract import Created, Empty, Page
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
    """Set up a platform with two codes that accepts every change."""
    platform.answer(ListPromoCodes, Page[PromoCode].of([WELCOME, DIWALI], total=2, perpage=500))
    platform.answer(UpdatePromoCode, Empty())


def test_list_prints_the_codes(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    first, second = careops("promo-codes", "list").out.splitlines()
    assert first.split("\t")[:6] == ["6", "WELCOME", "750.00", "no", "2027-03-31", "3"]
    assert second.split("\t")[2] == "20%"


def test_codes_are_found_by_name(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(FindPromoCodes, Page[PromoCode].of([DIWALI], total=1, perpage=10))
    assert careops("promo-codes", "list", "--search", "diwali", "--columns", "name").out == "DIWALI 26\n"
    assert platform.calls(FindPromoCodes)[0].search_text == "diwali"


def test_code_is_created_by_percent_or_amount(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreatePromoCode, Created(id=7))
    assert careops(*CREATE, "--percent", "20").code == 0
    assert careops(*CREATE, "--amount", "500").code == 0
    percent, amount = platform.calls(CreatePromoCode)
    assert percent.parameters == {
        "promo_code_name": "NEW",
        "single_use": True,
        "expiry": "2027-03-31",
        "discount_percentage": 20,
    }
    assert (amount.discount_amount, "discount_percentage" in amount.parameters) == (500, False)


def test_discount_is_single_and_within_limits(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreatePromoCode, Created(id=7))
    assert careops(*CREATE, "--percent", "20", "--amount", "500").code == 2
    assert "Discount is required" in careops(*CREATE).err
    assert careops(*CREATE, "--percent", "101").code == 2
    assert platform.calls(CreatePromoCode) == []


def test_edit_keeps_omitted_fields(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    assert careops("promo-codes", "edit", "5", "--name", "DIWALI").code == 0
    assert careops("promo-codes", "edit", "6", "--percent", "10", "--single-use").code == 0
    renamed, other_unit = platform.calls(UpdatePromoCode)
    assert (renamed.promo_code_name, renamed.expiry, renamed.discount_percentage) == ("DIWALI", DAY, 20)
    assert (other_unit.discount_percentage, other_unit.discount_amount, other_unit.single_use) == (10, None, True)


def test_change_of_a_used_code_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    platform.answer(UpdatePromoCode, Conflict("This promo code has been used", source="discount_amount"))
    run = careops("promo-codes", "edit", "6", "--amount", "800")
    assert run.code == 1
    assert "has been used" in run.err


def keeping(platform: Platform, *codes: PromoCode) -> None:
    """Set up a platform with these codes that accepts and stores every change."""
    held = {code.id: code for code in codes}

    def save(id: int, call: CreatePromoCode | UpdatePromoCode) -> Empty:
        fields = call.model_dump(include=set(PromoCode.model_fields))
        held[id] = PromoCode.model_validate({**fields, "id": id, "created_at": AT})
        return Empty()

    def listed(call: ListPromoCodes) -> Page[PromoCode]:
        return Page[PromoCode].of(list(held.values()), total=len(held), perpage=call.perpage)

    platform.answer(ListPromoCodes, listed)
    platform.answer(CreatePromoCode, lambda call: save(len(held) + 100, call))
    platform.answer(UpdatePromoCode, lambda call: save(call.code_id, call))


def test_second_import_changes_nothing(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    keeping(platform, DIWALI, WELCOME)
    table = tmp_path / "codes.csv"
    table.write_text(
        "Name,Expiry,Single use,Percent,Amount\n"
        "LOHRI 27,2027-01-14,yes,15,\n"  # created
        "welcome,2027-03-31,no,,900\n"  # changed
        "DIWALI 26,2027-03-31,No,20,\n"  # unchanged
        "BOTH,2027-03-31,no,20,500\n"
        "NEITHER,2027-03-31,no,,\n"
        "PERHAPS,2027-03-31,perhaps,20,\n"
        "TOO MUCH,2027-03-31,no,101,\n"
        ",2027-03-31,no,20,\n",
        "utf-8",
    )
    run = careops("promo-codes", "import", "--from", str(table), "--yes", "--json")
    rows = json.loads(run.out)
    assert {row["row"]: row["outcome"] for row in rows} == {
        2: "done",
        3: "done",
        4: "unchanged",
        **dict.fromkeys(range(5, 10), "invalid"),
    }
    reasons = {row["row"]: row["reason"] for row in rows}
    assert reasons[6] == "Discount is required"
    assert "neither yes nor no" in reasons[7]
    assert reasons[9] == "Promo code name required"
    [created], [changed] = platform.calls(CreatePromoCode), platform.calls(UpdatePromoCode)
    assert (created.promo_code_name, created.single_use, created.discount_percentage) == ("LOHRI 27", True, 15)
    assert (changed.code_id, changed.promo_code_name, changed.discount_amount) == (6, "WELCOME", 900)
    again = careops("promo-codes", "import", "--from", str(table), "--yes", "--json")
    assert {row["outcome"] for row in json.loads(again.out)} == {"unchanged", "invalid"}
    assert len(platform.calls(CreatePromoCode) + platform.calls(UpdatePromoCode)) == 2


def test_import_needs_a_table(careops: CareOpsCommand) -> None:
    assert careops("promo-codes", "import").code == 2
