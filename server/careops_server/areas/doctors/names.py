"""Conversion of a full name to first and last name."""

from __future__ import annotations

import re
from typing import Final

# "Dr", and its abbreviations in Devanagari and Gurmukhi.
_TITLE: Final = re.compile(r"(?:dr|डॉ|डा|ਡਾ)\.?\s+", re.IGNORECASE)


def names(name: str) -> dict[str, str | None]:
    """Return first and last name, split at the first blank (B-22), without a leading "Dr." in any script."""
    first, _, last = _TITLE.sub("", name, count=1).partition(" ") if _TITLE.match(name) else name.partition(" ")
    return {"first_name": first, "last_name": last.strip() or None}
