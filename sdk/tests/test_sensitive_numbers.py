"""Detection of card and Aadhaar numbers, with the test cases of the console."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from careops.sensitive_numbers import find_sensitive_numbers, passes_luhn, passes_verhoeff

SHARED = json.loads(Path(__file__).with_name("sensitive_numbers.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "kinds"), SHARED["texts"])
def test_sensitive_numbers_are_found_in_texts(text: str, kinds: list[str]) -> None:
    assert find_sensitive_numbers(text) == kinds


def test_check_digits_detect_a_wrong_digit() -> None:
    for number, passes in (("79927398713", passes_luhn), ("2363", passes_verhoeff)):
        assert passes(number)
        for place, digit in enumerate(number):
            for other in set("0123456789") - {digit}:
                assert not passes(number[:place] + other + number[place + 1 :])
