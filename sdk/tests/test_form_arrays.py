"""Arrays of forms with files: one part for each item, as generated clients send them, or one part with a JSON array."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from careops.calls import all_calls
from careops.contract import Call
from careops.document.openapi import openapi_document
from careops.files import Upload

FORMS = [call for call in all_calls() if call.route.multipart]
ITEMS: dict[str, dict[str, Any]] = {"corrections": {"row": 2, "column_number": 1, "text": "Meena"}}
"""An item of each array, by its field."""


def published_arrays(call: type[Call[Any]]) -> set[str]:
    """Return the arrays of the form in the OpenAPI document."""
    schemas = openapi_document()["components"]["schemas"]
    properties = schemas[f"{call.__name__}Request"]["properties"]
    return {name for name, schema in properties.items() if schema.get("type") == "array"}


@pytest.mark.parametrize("call", FORMS, ids=lambda call: call.__name__)
def test_form_arrays_are_the_published_ones(call: type[Call[Any]]) -> None:
    assert call.form_array_fields() == published_arrays(call)


@pytest.mark.parametrize(
    ("call", "name"), [(call, name) for call in FORMS for name in sorted(call.form_array_fields())]
)
def test_array_is_read_from_one_or_several_parts(call: type[Call[Any]], name: str) -> None:
    item = json.dumps(ITEMS[name])
    path = dict.fromkeys(call.route.path_fields, "4")

    def read(parts: object) -> Any:
        file = Upload.of(io.BytesIO(b"name,phone\n"), name="leads.csv")
        return getattr(call.from_wire(path, {}, {name: parts}, {"file0": file}), name)

    assert read([item, item]) == read([f"[{item}, {item}]"]) == read(f"[{item}, {item}]")
    assert len(read([item])) == len(read([f"[{item}]"])) == 1
    assert read(["[]"]) == []
