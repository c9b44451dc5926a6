"""Error codes of binary spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_ERRORS: Final[Mapping[int, str]] = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
}


def error(code: int) -> str:
    """Return the text of an error code."""
    return _ERRORS.get(code, "#ERROR!")
