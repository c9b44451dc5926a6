"""Envelopes: the positions of an answer's parts in JSON.

The platform's envelopes are irregular (``data.clinics`` beside ``total_records``, ``data[].attributes``, a bare
``clinic``, ``success`` alone). Each form has a class instance here that writes, reads and describes it. Users of the
SDK only see a ``Page``, a model, ``Empty`` or bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

Json = dict[str, Any]
WHOLE = ""


@dataclass(frozen=True)
class Envelope:
    """Path of each field of the answer in the envelope; ``{WHOLE: path}`` puts the whole answer at one path."""

    places: Mapping[str, str] = field(default_factory=dict)
    attributes: bool = False
    """Rows have the form ``{"id": …, "attributes": {…}}``."""
    source: bool = False
    """Rows have the form of a search service's hits, ``{"_source": {…}}``."""
    file: bool = False
    """The answer is a file without an envelope."""
    media_types: tuple[str, ...] = ()
    """For a file: the allowed types."""
    optional: frozenset[str] = frozenset()
    """Fields that a platform may omit; the default of the answer's model is used."""

    @property
    def wraps(self) -> bool:
        """Return True if rows have a special form."""
        return self.attributes or self.source

    def write(self, answer: Any) -> Json:
        """Return the envelope of a successful answer, which is already dumped to JSON."""
        payload: Json = {"success": True}
        wraps = self.wraps
        for name, parents, last in self._ways:
            value = answer if name == WHOLE else answer[name]
            inside = payload
            for parent in parents:
                inside = inside.setdefault(parent, {})
            inside[last] = [self._wrapped(row) for row in value] if wraps and isinstance(value, list) else value
        return payload

    def read(self, payload: Mapping[str, Any]) -> Any:
        """Return the raw parts of the answer. ``KeyError`` names a missing part."""
        parts = {}
        for name, path in self.places.items():
            try:
                parts[name] = self._unwrapped(_find(payload, path))
            except KeyError:
                if name not in self.optional:
                    raise
        return parts.get(WHOLE, parts)

    def describe(self, answer: Json, definitions: Json) -> Json:
        """Return the JSON schema of the envelope around ``answer``'s schema. Forms of rows are added to
        ``definitions``."""
        envelope: Json = {
            "type": "object",
            "required": ["success"],
            "properties": {"success": {"type": "boolean", "const": True}},
        }
        target = definitions[answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer
        places = {WHOLE: place} if target is not answer and (place := self._place_of_all(target)) else self.places
        for name, path in places.items():
            field_schema = answer if name == WHOLE else target["properties"][name]
            if self.wraps and field_schema.get("type") == "array":
                field_schema = {**field_schema, "items": self._wrapped_schema(field_schema["items"], definitions)}
            _describe(envelope, path.split("."), field_schema)
        return envelope

    def _place_of_all(self, model: Json) -> str:
        """Return the one path that contains all fields of a model under their names; empty if there is none."""
        parents = {path.removesuffix(f".{name}") for name, path in self.places.items()}
        is_whole = self.places.keys() == model.get("properties", {}).keys() and len(parents) == 1
        parent = parents.pop() if is_whole else ""
        return parent if all(path == f"{parent}.{name}" for name, path in self.places.items()) else ""

    @cached_property
    def _ways(self) -> list[tuple[str, list[str], str]]:
        """Return field, path and name of each part."""
        return [(name, parents, last) for name, path in self.places.items() for *parents, last in [path.split(".")]]

    def _wrapped(self, row: Json) -> Json:
        return {"_source": row} if self.source else {"id": row["id"], "attributes": row}

    def _wrapped_schema(self, row: Json, definitions: Json) -> Json:
        """Return the schema of a row, as a reference if the row has a name."""
        wrapped: Json = {"type": "object", "required": ["_source"], "properties": {"_source": row}}
        if self.attributes:
            identified = {"type": "integer", "format": "int64"}
            properties = {"id": identified, "attributes": row}
            wrapped = {"type": "object", "required": ["id", "attributes"], "properties": properties}
        if "$ref" not in row:
            return wrapped
        name = row["$ref"].rpartition("/")[2] + ("Resource" if self.attributes else "Hit")
        definitions[name] = wrapped
        return {"$ref": f"#/components/schemas/{name}"}

    def _unwrapped(self, value: Any) -> Any:
        if not self.wraps or not isinstance(value, list):
            return value
        return [_unwrapped_hit(row) if self.source else _unwrapped_row(row) for row in value]


DONE = Envelope()
"""``{"success": true}`` without data."""
CSV: Final = "text/csv"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def file(*media_types: str) -> Envelope:
    """Return the shape of a ``Download`` of one of these types: its bytes, its name in ``content-disposition``."""
    return Envelope(file=True, media_types=media_types)


def object_in(path: str) -> Envelope:
    """Return the shape of one object at ``path``."""
    return Envelope({WHOLE: path})


def objects_in(**places: str) -> Envelope:
    """Return the shape of several parts, each at its path."""
    return Envelope(places)


def array_in(path: str, *, counts: str = "", attributes: bool = False) -> Envelope:
    """Return the shape of a page: rows at ``path``, size of the whole list at ``counts`` or at the top."""
    # Several documented lists return the number of rows, but not of pages.
    names = ("total_records", "total_pages")
    places = {"items": path, **{name: f"{counts}.{name}" if counts else name for name in names}}
    return Envelope(places, attributes, optional=frozenset({"total_pages"}))


def one_page(*rows: Json) -> Json:
    """Return the example answer of a list with these rows."""
    return {"items": [*rows], "total_records": len(rows), "total_pages": 1}


def page_in(path: str, *, attributes: bool = False) -> Envelope:
    """Return the shape of a complete short list at ``path``."""
    return Envelope({WHOLE: path}, attributes)


def search_hits_in(path: str) -> Envelope:
    """Return the shape of the hits of a search service, best first."""
    return Envelope({WHOLE: path}, source=True)


def _unwrapped_row(row: Any) -> Any:
    attributes = row.get("attributes") if isinstance(row, Mapping) else None
    return {"id": row.get("id"), **attributes} if isinstance(attributes, Mapping) else row


def _unwrapped_hit(row: Any) -> Any:
    source = row.get("_source") if isinstance(row, Mapping) else None
    return {"id": row.get("_id"), **source} if isinstance(source, Mapping) else row


def _find(payload: Mapping[str, Any], path: str) -> Any:
    """Return the value at ``path``. Platforms differ, so its last name is also searched in data, meta and at the top
    (A-7)."""
    last = path.rpartition(".")[2]
    for candidate in (path, f"data.{last}", f"meta.{last}", last):
        value: Any = payload
        for name in candidate.split("."):
            if not isinstance(value, Mapping) or name not in value:
                break
            value = value[name]
        else:
            return value
    raise KeyError(path)


def _describe(schema: Json, path: list[str], field_schema: Json) -> None:
    first, *remaining_path = path
    if first not in schema["required"]:
        schema["required"].append(first)
    if not remaining_path:
        schema["properties"][first] = field_schema
        return
    child = schema["properties"].setdefault(first, {"type": "object", "required": [], "properties": {}})
    _describe(child, remaining_path, field_schema)


CREATED: Final = Envelope({"id": "data.id"}, optional=frozenset({"id"}))
"""Id of a created record, if the platform returns it: ``answer=CREATED`` of a ``Call[Created]``."""
