"""``careops pharmacies`` and ``careops labs``: the same two commands each."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.labs import ListLabs, ReadLab
from careops.calls.pharmacies import ListPharmacies, ReadPharmacy

KINDS: list[Any] = [("pharmacies", ListPharmacies, ReadPharmacy), ("labs", ListLabs, ReadLab)]


@pytest.mark.parametrize(("kind", "listing", "reading"), KINDS)
def test_the_list(platform: Platform, careops: CareOpsCommand, kind: str, listing: Any, reading: Any) -> None:
    platform.answer(listing, listing.answer_type().model_validate(listing.example.answer))
    run = careops(kind, "list", "--state", "Punjab", "--search", "nanak", "--columns", "id,name,city,state")
    assert run.out.split("\t")[0] == "7"
    assert run.out.endswith("\tLudhiana\tPunjab\n")
    call = platform.got(listing)[0]
    assert (call.search_text, call.filter_type, call.filter_text) == ("nanak", "state", "Punjab")


@pytest.mark.parametrize(("kind", "listing", "reading"), KINDS)
def test_one(platform: Platform, careops: CareOpsCommand, kind: str, listing: Any, reading: Any) -> None:
    platform.answer(reading, reading.answer_type().model_validate(reading.example.answer))
    shown = json.loads(careops(kind, "show", "7", "--json").out)
    assert shown["clinics"] == [{"id": 41, "name": "Navjeevan Polyclinic", "phone_number": "9887366946"}]
    told = careops(kind, "show", "7").out
    assert "total_orders\t412" in told
    assert "clinics\tNavjeevan Polyclinic (41)" in told
