"""One name as it is typed, two as they are kept."""

from __future__ import annotations

import re
from typing import Final

# "Dr", in Devanagari and in Gurmukhi as people shorten it there.
_TITLE: Final = re.compile(r"(?:dr|डॉ|डा|ਡਾ)\.?\s+", re.IGNORECASE)


def names(name: str) -> dict[str, str | None]:
    """First and last name, split at the first blank (B-22); a leading "Dr." of any script belongs to neither."""
    first, _, last = _TITLE.sub("", name, count=1).partition(" ") if _TITLE.match(name) else name.partition(" ")
    return {"first_name": first, "last_name": last.strip() or None}
