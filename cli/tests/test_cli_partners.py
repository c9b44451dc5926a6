"""``careops pharmacies`` and ``careops labs``: three common commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.labs import ListLabs, ReadLab
from careops.calls.pharmacies import ListPharmacies, ReadPharmacy

KINDS: list[Any] = [("pharmacies", ListPharmacies, ReadPharmacy), ("labs", ListLabs, ReadLab)]


@pytest.mark.parametrize(("kind", "listing", "reading"), KINDS)
def test_list_prints_partners_and_sends_its_filters(
    platform: Platform, careops: CareOpsCommand, kind: str, listing: Any, reading: Any
) -> None:
    platform.answer(listing, listing.answer_type().model_validate(listing.example.answer))
    run = careops(kind, "list", "--state", "Punjab", "--search", "nanak", "--columns", "id,name,city,state")
    assert run.out.split("\t")[0] == "7"
    assert run.out.endswith("\tLudhiana\tPunjab\n")
    call = platform.calls(listing)[0]
    assert (call.search_text, call.filter_type, call.filter_text) == ("nanak", "state", "Punjab")


@pytest.mark.parametrize(("kind", "listing", "reading"), KINDS)
def test_partner_is_shown_with_clinics(
    platform: Platform, careops: CareOpsCommand, kind: str, listing: Any, reading: Any
) -> None:
    platform.answer(reading, reading.answer_type().model_validate(reading.example.answer))
    shown = json.loads(careops(kind, "show", "7", "--json").out)
    assert shown["clinics"] == [{"id": 41, "name": "Navjeevan Polyclinic", "phone_number": "9887366946"}]
    output = careops(kind, "show", "7").out
    assert "total_orders\t412" in output
    assert "clinics\tNavjeevan Polyclinic (41)" in output


@pytest.mark.parametrize(("kind", "listing", "reading"), KINDS)
def test_export_contains_all_fields(
    platform: Platform, careops: CareOpsCommand, tmp_path: Path, kind: str, listing: Any, reading: Any
) -> None:
    platform.answer(listing, listing.answer_type().model_validate(listing.example.answer))
    platform.answer(reading, reading.answer_type().model_validate(reading.example.answer))
    file = tmp_path / "punjab.csv"
    run = careops(kind, "export", str(file), "--state", "Punjab")
    assert run.code == 0
    assert run.err.endswith(f" is in {file}.\n")
    header, line = file.read_text("utf-8-sig").splitlines()
    assert header == "id,name,phone,email,city,state,total_orders,last_activity_date,clinics"
    assert line.endswith(",Ludhiana,Punjab,412,2026-11-18,Navjeevan Polyclinic (41)")
    assert platform.calls(listing)[0].filter_text == "Punjab"
    assert careops(kind, "export", str(file)).code == 2, "what is there already is not replaced unasked"
    lines = careops(kind, "export", "-", "--as", "jsonl").out
    assert json.loads(lines)["metrics"] == {"total_orders": 412, "last_activity_date": "2026-11-18"}
