"""GSTIN: the tax number that a bill names. Forms and check character of every kind of registration."""

from __future__ import annotations

import re
from typing import Final

_FORMS: Final = re.compile(
    r"[0-9]{2}[A-Z]{4}[0-9A-Z][0-9]{4}[A-Z][1-9A-Z][A-J1-9Z][0-9A-Z]"  # taxpayers (Z), deductors (D), collectors (C)
    r"|[0-9]{4}[A-Z]{3}[0-9]{5}(?:[UO]N|NR|OS)[0-9A-Z]"  # bodies of the United Nations, embassies, people abroad
)
"""A taxpayer's number holds the PAN, a deductor's the TAN. The other kinds have a number of the tax office."""
_VALUES: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def is_gstin(text: str) -> bool:
    """Return whether the form is right, and the last character is what the others add up to.

    Letters are capitals. Whether the number was ever given to anyone is not known here.
    """
    return _FORMS.fullmatch(text) is not None and text[-1] == check_character(text[:-1])


def check_character(number: str) -> str:
    """Return the character that the first 14 of a GSTIN end with."""
    total = 0
    for place, character in enumerate(number):
        product = _VALUES.index(character) * (1 + place % 2)
        total += product // 36 + product % 36
    return _VALUES[-total % 36]
