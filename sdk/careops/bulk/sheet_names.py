"""Sheet names of a workbook, limited in length because they are untrusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_LONGEST_NAME: Final = 60
"""Maximum length of a sheet name, in characters."""
_MOST_SHEETS: Final = 20


def sheets_of(about: Mapping[str, Any]) -> tuple[str | None, list[str]]:
    """Return the name of the sheet that was read and those of the others, shortened."""
    sheet, names = about.get("sheet"), [str(name) for name in about.get("sheets", ())]
    others = [name[:_LONGEST_NAME] for name in names if name != sheet]
    return (None if sheet is None else str(sheet)[:_LONGEST_NAME]), others[:_MOST_SHEETS]
