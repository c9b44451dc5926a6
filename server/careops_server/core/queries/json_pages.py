"""Pages and lists that the statement itself wrote as JSON in wire format."""

from __future__ import annotations

from typing import Any

import orjson

from careops.contract import Page, RawJson


def written_page(
    rows: str, *, total: int, perpage: int, wrapped: bool = False, spelt: tuple[str, ...] = ()
) -> RawJson[Page[Any]]:
    """Return a page whose rows the statement wrote as a JSON array in wire format."""
    parts = {"items": orjson.Fragment(rows), "total_records": total, "total_pages": -(-total // perpage)}
    return RawJson(parts, wrapped, spelt)


def written_rows(rows: str, *, wrapped: bool = False) -> RawJson[list[Any]]:
    """Return a whole list that the statement wrote as a JSON array in wire format."""
    return RawJson(orjson.Fragment(rows), wrapped)
