"""Differences between an answer and its schema: fields and types, at any depth, each place once with an example."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

Kind = Literal["missing", "unknown", "renamed", "type", "refusal", "answer"]


@dataclass(frozen=True)
class SchemaMismatch:
    """Difference at one place of an answer. ``str`` returns it as a sentence."""

    path: str
    """Path, such as ``data.clinics[].location.city``; empty for the whole answer."""
    kind: Kind
    said: str
    """Description of the difference."""
    example: str = ""
    """Actual value, or the record in which it was found."""

    def __str__(self) -> str:
        path = self.path or "the answer"
        if self.kind == "unknown":
            return f"unknown field {path} ({self.example})"
        place = f" ({self.example})" if self.example and self.kind != "type" else ""
        return f"{path} {self.said}{place}"


def find_mismatches(
    value: Any, schema: Mapping[str, Any], definitions: Mapping[str, Any], *, optional: frozenset[str] | None = None
) -> list[SchemaMismatch]:
    """Return all differences between a value and its schema. ``definitions`` contains the referenced schemas.

    A field that may be null must not be missing, because clients would not expect that, unless it is in ``optional``.
    """
    mismatches: dict[tuple[str, str], SchemaMismatch] = {}
    looking = _Comparison(definitions, _OPTIONAL if optional is None else optional)
    for drift in looking.through(value, schema, "", ""):
        mismatches.setdefault((drift.path, drift.said), drift)
        if len(mismatches) == _MAX_DRIFTS:
            break
    return list(mismatches.values())


@dataclass(frozen=True)
class _Comparison:
    definitions: Mapping[str, Any]
    optional: frozenset[str]

    def through(self, value: Any, schema: Mapping[str, Any], path: str, record: str) -> Iterator[SchemaMismatch]:
        """Compare a value recursively. ``record`` names the current record of a list."""
        choices = [self._resolved(branch) for branch in schema.get("anyOf", [schema])]
        fitting = [choice for choice in choices if _fits(value, choice)]
        if not fitting:
            expected = " or ".join(dict.fromkeys(_expected(choice) for choice in choices))
            yield SchemaMismatch(path, "type", f"is {format_value(value)}, not {expected}", format_value(value))
            return
        if len(fitting) > 1:  # one of several models: compare with the most similar
            fitting.sort(key=lambda choice: sum(1 for _ in self._within(value, choice, path, record)))
        yield from self._within(value, fitting[0], path, record)

    def _within(self, value: Any, schema: Mapping[str, Any], path: str, record: str) -> Iterator[SchemaMismatch]:
        if isinstance(value, str) and (form := _FORMS.get(schema.get("format", ""))) and not form.fullmatch(value):
            yield SchemaMismatch(path, "type", f"is {format_value(value)}, not {schema['format']}", format_value(value))
        if isinstance(value, list) and "items" in schema:
            for number, element in enumerate(value):
                yield from self.through(element, schema["items"], f"{path}[]", _describe_record(element, number))
        if not isinstance(value, Mapping):
            return
        if "properties" in schema:
            yield from self._object(value, schema["properties"], path, record)
        elif isinstance(anything := schema.get("additionalProperties"), Mapping):
            for element in value.values():
                yield from self.through(element, anything, f"{path}.*".lstrip("."), record)

    def _object(
        self, value: Mapping[str, Any], properties: Mapping[str, Any], path: str, record: str
    ) -> Iterator[SchemaMismatch]:
        strange = {name: value[name] for name in value if name not in properties}
        for name, schema in properties.items():
            inside = f"{path}.{name}".lstrip(".")
            if name in value:
                yield from self.through(value[name], schema, inside, record)
            elif name not in self.optional:
                other = self._renamed(name, schema, strange)
                if other is None:
                    yield SchemaMismatch(inside, "missing", "is missing", record)
                else:
                    yield SchemaMismatch(
                        inside, "renamed", f"is missing, perhaps renamed {other}", format_value(strange.pop(other))
                    )
        for name, stranger in strange.items():
            yield SchemaMismatch(f"{path}.{name}".lstrip("."), "unknown", "is unknown", format_value(stranger))

    def _renamed(self, name: str, schema: Mapping[str, Any], strange: Mapping[str, Any]) -> str | None:
        """Find the unknown field that matches a missing one: by a similar name, or by the same type."""
        alike = {_letters(other): other for other in strange}
        near = difflib.get_close_matches(_letters(name), alike, n=1, cutoff=_NEAR)
        if not near:
            return None
        choices = [self._resolved(branch) for branch in schema.get("anyOf", [schema])]
        other = alike[near[0]]
        return other if any(_fits(strange[other], choice) for choice in choices) else None

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        if "$ref" in schema:
            target: Mapping[str, Any] = self.definitions[schema["$ref"].rpartition("/")[2]]
            return target
        choices = [branch for branch in schema.get("anyOf", ()) if branch != {"type": "null"}]
        return self._resolved(choices[0]) if len(choices) == 1 else schema


_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
_DAY: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_FORMS: Final = {
    "date": re.compile(_DAY),
    "date-time": re.compile(_DAY + r"[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"),
}
"""Dates and times in JSON (RFC 3339). The SDK accepts other forms; a browser would read them in its own way."""
_OPTIONAL: Final = frozenset({"total_pages", "message"})
"""Parts of the envelope that documented lists omit."""
_MAX_DRIFTS: Final = 50
_NEAR: Final = 0.75


def _fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Return True if a value has the schema's type: ``"253"``, ``253.0`` and ``1`` for true do not."""
    if "const" in schema:
        return value is schema["const"] or (type(value) is type(schema["const"]) and value == schema["const"])
    kind = schema.get("type")
    if not isinstance(kind, str):
        return True
    if isinstance(value, bool) and kind != "boolean":
        return False
    return isinstance(value, _TYPES[kind])


def _expected(schema: Mapping[str, Any]) -> str:
    return format_value(schema["const"]) if "const" in schema else str(schema.get("type", "value"))


def _describe_record(record: Any, number: int) -> str:
    """Describe a record of a list in a recognisable way."""
    identity = record.get("id") if isinstance(record, Mapping) else None
    return (
        f"in the one with id {format_value(identity)}"
        if identity is not None
        else f"in number {number + 1} of the list"
    )


def _letters(name: str) -> str:
    return name.replace("_", "").casefold()


def format_value(value: Any) -> str:
    """Format a value as an example, shortened."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:40]}…"
