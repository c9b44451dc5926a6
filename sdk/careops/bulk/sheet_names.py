"""Sheets and rows of a workbook that are read and skipped. Names are limited in length because they are untrusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

_MAX_NAME_LENGTH: Final = 60
"""Maximum length of a sheet name, in characters."""
_MAX_SHEETS: Final = 20


def sheets_of(about: Mapping[str, Any]) -> tuple[str | None, list[str]]:
    """Return the name of the sheet that was read and those of the others, shortened."""
    sheet, names = about.get("sheet"), [str(name) for name in about.get("sheets", ())]
    others = [name[:_MAX_NAME_LENGTH] for name in names if name != sheet]
    return (None if sheet is None else str(sheet)[:_MAX_NAME_LENGTH]), others[:_MAX_SHEETS]


def selection_of(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was read and skipped, as the fields of a preview (``LeadsChecked``)."""
    sheet, others = sheets_of(about)
    return {
        "sheet": sheet,
        "other_sheets": others,
        "hidden_rows": int(about.get("hidden_rows", 0)),
        "first_hidden_rows": list(about.get("first_hidden_rows", ())),
        "unchecked": bool(about.get("unchecked")),
    }


def describe_skipped(
    sheet: str | None, other_sheets: Sequence[str], hidden_rows: int, first_hidden_rows: Sequence[int]
) -> list[str]:
    """Return sentences about the sheets and rows that are skipped; none if all are read."""
    sentences = []
    if other_sheets:
        sentences.append(f"Only sheet {sheet!r} is read; the file also has {', '.join(map(repr, other_sheets))}.")
    if hidden_rows:
        numbers = ", ".join(map(str, first_hidden_rows)) + (", …" if hidden_rows > len(first_hidden_rows) else "")
        words = "1 hidden row is" if hidden_rows == 1 else f"{hidden_rows:,} hidden rows are"
        sentences.append(f"{words} not read: {numbers}.")
    return sentences
