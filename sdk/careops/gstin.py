"""GSTIN, the tax number on bills: forms and check character of all kinds of registration."""

from __future__ import annotations

import re
from typing import Final

from careops.pasted_text import without_separators

_FORMS: Final = re.compile(
    r"[0-9]{2}[A-Z]{4}[0-9A-Z][0-9]{4}[A-Z][1-9A-Z][A-J1-9Z][0-9A-Z]"  # taxpayers (Z), deductors (D), collectors (C)
    r"|[0-9]{4}[A-Z]{3}[0-9]{5}(?:[UO]N|NR|OS)[0-9A-Z]"  # bodies of the United Nations, embassies, people abroad
)
"""A taxpayer's number contains the PAN, a deductor's the TAN. Other kinds contain a number of the tax office."""
_VALUES: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def is_gstin(text: str) -> bool:
    """Return True if the form and the check character are correct.

    Letters must be capitals. This does not check if the number was ever assigned.
    """
    return _FORMS.fullmatch(text) is not None and text[-1] == check_character(text[:-1])


def normalize_gstin(typed: str) -> str:
    """Return capitals, and for a GSTIN with blanks, dashes or invisible characters the number without them."""
    capitals = typed.upper()
    compact = without_separators(capitals)
    return compact if is_gstin(compact) else capitals


def check_character(number: str) -> str:
    """Return the check character for the first 14 characters of a GSTIN."""
    total = 0
    for place, character in enumerate(number):
        product = _VALUES.index(character) * (1 + place % 2)
        total += product // 36 + product % 36
    return _VALUES[-total % 36]
