"""What a search looks for, as a LIKE pattern."""

from __future__ import annotations


def containing(term: str | None) -> str | None:
    """A pattern for lowercase text that contains the term, whatever characters are in it; None for no term."""
    if not term:
        return None
    escaped = term.lower().replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
    return f"%{escaped}%"
