"""Valid GSTINs of every kind, and invalid ones."""

from __future__ import annotations

import pytest

from careops.calls.subscriptions import AddManualSubscription
from careops.gstin import is_gstin, normalize_gstin

KINDS = {
    "taxpayer": "27AAPFU0939F1ZV",
    "taxpayer of another state": "29AAGCB7383J1Z4",
    "deductor of tax (TDS), by a TAN": "07DELE00012A1DP",
    "collector of tax (TCS)": "27AAPFU0939F1C6",
    "body of the United Nations": "0717UNO00157UNO",
    "non-resident": "2717USA00012NR5",
    "online services from abroad": "9917USA29001OSH",
}


@pytest.mark.parametrize("kind", KINDS)
def test_valid_numbers_are_accepted(kind: str) -> None:
    gstin = KINDS[kind]
    assert is_gstin(gstin)
    assert not is_gstin(gstin[:-1] + ("A" if gstin[-1] != "A" else "B")), "its last character is checked"


@pytest.mark.parametrize("text", ["", "27AAPFU0939F1Z", "27AAPFU0939F1ZVV", "AA7AAPFU0939F1ZV", "27aapfu0939f1zv"])
def test_invalid_numbers_are_refused(text: str) -> None:
    assert not is_gstin(text)


def test_documented_example_is_valid() -> None:
    assert is_gstin(AddManualSubscription.example.call["gstin"])


@pytest.mark.parametrize(
    "typed",
    ["27 AAPFU 0939F 1ZV", "27-AAPFU-0939F-1ZV", "27\u2013aapfu\u00a00939f\u20111zv", "27AAPFU\u200b0939F1ZV"],
)
def test_gstin_with_separators_is_normalized(typed: str) -> None:
    call = {**AddManualSubscription.example.call, "gstin": typed}
    assert AddManualSubscription.model_validate(call).gstin == "27AAPFU0939F1ZV"


def test_other_number_keeps_its_separators() -> None:
    assert normalize_gstin("unregistered - 1 a") == "UNREGISTERED - 1 A"
