"""Detection of payment card and Aadhaar numbers in free text, to warn before it is saved.

The console uses the same rules (``webapp/src/lib/format/sensitiveNumbers.ts``); both have the test cases of
``sdk/tests/sensitive_numbers.json``. A warning is a hint: phone numbers and ids pass a check digit by chance.
"""

from __future__ import annotations

import re
from typing import Final, Literal

SensitiveNumber = Literal["card_number", "aadhaar_number"]

CARD_DIGITS: Final = range(13, 20)
AADHAAR_DIGITS: Final = 12
_MIN_DIGITS_IN_GROUP: Final = 3
"""Shortest group of digits that people write: 4111 1111 1111 1111 111."""
_GROUP: Final = r"[0-9]+"
_RUN: Final = re.compile(rf"(?<![0-9A-Za-z+_]){_GROUP}(?:[ \u00a0.\-\u2010-\u2015]{_GROUP})*(?![0-9A-Za-z_])")
_DIGITS: Final = str.maketrans(
    {chr(zero + digit): str(digit) for zero in (0x0966, 0x0A66, 0xFF10) for digit in range(10)}
)
"""Devanagari, Gurmukhi and full-width digits."""
_CARD: Final = re.compile(r"[234568]")
"""First digits of the card networks in India."""
_AADHAAR: Final = re.compile(r"[2-9]")

# Verhoeff's algorithm: multiplication in the dihedral group D5, and the permutation of each position.
_PRODUCT: Final = (
    "0123456789",
    "1234067895",
    "2340178956",
    "3401289567",
    "4012395678",
    "5987604321",
    "6598710432",
    "7659821043",
    "8765932104",
    "9876543210",
)
_PERMUTATION: Final = (
    "0123456789",
    "1576283094",
    "5803796142",
    "8916043527",
    "9453126870",
    "4286573901",
    "2793806415",
    "7046913258",
)


def find_sensitive_numbers(text: str) -> list[SensitiveNumber]:
    """Return the kinds of sensitive numbers that the text seems to contain, each once, cards first."""
    kinds: set[SensitiveNumber] = set()
    for run in _RUN.finditer(text.translate(_DIGITS)):
        groups = re.findall(_GROUP, run[0])
        for start in range(len(groups)):
            number = ""
            for group in groups[start:]:
                number += group
                if len(group) < _MIN_DIGITS_IN_GROUP or len(number) >= CARD_DIGITS.stop:
                    break
                if len(number) in CARD_DIGITS and _CARD.match(number) and passes_luhn(number):
                    kinds.add("card_number")
                if len(number) == AADHAAR_DIGITS and _AADHAAR.match(number) and passes_verhoeff(number):
                    kinds.add("aadhaar_number")
    return sorted(kinds, reverse=True)


def passes_luhn(number: str) -> bool:
    """Return True if the last digit is the check digit of payment cards."""
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def passes_verhoeff(number: str) -> bool:
    """Return True if the last digit is the check digit of Aadhaar numbers."""
    check = 0
    for place, digit in enumerate(reversed(number)):
        check = int(_PRODUCT[check][int(_PERMUTATION[place % 8][int(digit)])])
    return check == 0
