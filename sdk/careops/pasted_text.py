"""Characters of pasted text that look like others or are not visible at all."""

from __future__ import annotations

import unicodedata

_MINUS = "\u2212"


def plain_separators(text: str) -> str:
    """Return a text without invisible characters, with one kind of dash and of blank (21–11–2026)."""
    return text if text.isascii() else "".join(map(_plain, text))


def without_separators(text: str) -> str:
    """Return a text without blanks, dashes and invisible characters."""
    return "".join(c for c in plain_separators(text) if c != "-" and not c.isspace())


def _plain(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    if category == "Pd" or character == _MINUS:
        return "-"
    return " " if category == "Zs" else character
