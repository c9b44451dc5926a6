"""One more field of a scaffolded area: ``seats``, a whole number with a default. The edits of the files by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

CALLS: Final = "sdk/careops/calls/care_banners.py"
SERVER_TEST: Final = "server/tests/care_banners/test_care_banners.py"
_FIELD: Final = 'seats: Annotated[int, Field(ge=0, le=1000)]{}\n    """Number of seats."""\n    '
_EDITS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    CALLS: (
        ('"starts_on": "2026-11-08"', '"starts_on": "2026-11-08", "seats": 4'),
        (
            'active."""\n\n\nclass ListCareBanners',
            'active."""\n    seats: int\n    """Number of seats."""\n\n\nclass ListCareBanners',
        ),
        ("starts_on: Day\n", _FIELD.format("") + "starts_on: Day\n"),
        ("active: bool = True\n", _FIELD.format(" = 0") + "active: bool = True\n"),
        ("import BaseModel,", "import BaseModel, Field,"),
    ),
    "server/careops_server/core/database/versions/*_care_banners.py": (
        ("            active boolean", "            seats integer not null default 0,\n            active boolean"),
    ),
    SERVER_TEST: (
        ("starts_on=DAY, active=True", "starts_on=DAY, seats=0, active=True"),
        ("starts_on=later, active=False", "starts_on=later, seats=7, active=False"),
    ),
    "webapp/src/screens/careBanners/careBanners.ts": (
        ("active: flag() }", "seats: wholeNumber(), active: flag() }"),
        ("flag, text,", "flag, text, wholeNumber,"),
    ),
    **{
        f"webapp/src/i18n/{language}/careBanners.json": (
            ('  "columns": {\n', f'  "columns": {{\n    "seats": "{word}",\n'),
        )
        for language, word in (("en", "Seats"), ("hi", "सीटें"), ("pb", "ਸੀਟਾਂ"))
    },
}


def add_field(root: Path) -> list[str]:
    """Add the field in a copy of the repository. Return the edited files."""
    edited = []
    for pattern, edits in _EDITS.items():
        [path] = root.glob(pattern)
        text = path.read_text("utf-8")
        for place, lines in edits:
            assert place in text, f"{path}: {place!r}"
            text = text.replace(place, lines)
        path.write_text(text, "utf-8")
        edited.append(path.relative_to(root).as_posix())
    return edited
