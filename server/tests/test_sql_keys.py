"""Every key that SQL writes into JSON is a field of the contract: a renamed field is named with its file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import TypeAdapter

import careops_server
from careops.calls import calls_of

PACKAGE = Path(careops_server.__file__).parent
# json_build_object('id', d.id, 'name', d.name): a key is a plain word in quotes, with what stands under it behind it.
_KEY = re.compile(r"'([a-z_]+)', (?=[a-z({])")


def keys_in_sql() -> Iterator[tuple[str, str]]:
    """Every key that an area's SQL writes into JSON by name, and where it stands."""
    for path in sorted(PACKAGE.glob("*/*queries.py")):
        text = path.read_text("utf-8")
        if "_build_object(" in text:
            for key in _KEY.finditer(text):
                yield f"{path.relative_to(PACKAGE)}:{text.count(chr(10), 0, key.start()) + 1}", key[1]


def fields_of(area: str) -> set[str]:
    """Names of all fields of what an area's calls answer with, at any depth."""
    found: set[str] = set()
    for call in calls_of(area):
        schema = TypeAdapter(call.answer_type()).json_schema(mode="serialization")
        for described in [schema, *schema.get("$defs", {}).values()]:
            found |= described.get("properties", {}).keys()
    return found


@pytest.mark.parametrize(("place", "key"), list(keys_in_sql()))
def test_a_key_is_a_field_of_its_area(place: str, key: str) -> None:
    area = place.partition("/")[0]
    assert key in fields_of(area), f"server/careops_server/{place} writes {key!r}, which no answer of the area has"
