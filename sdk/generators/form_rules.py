"""Generate webapp/src/api/gen/rules.ts: validation rules of each call's fields for react-hook-form's ``register``.

One export per call, so that a screen loads the rules of its own forms only. A nested model is a nested object, a list
of models has the rules of one of them: ``register("location.city", updateClinicRules.location.city)``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from careops.calls import all_calls
from careops.contract import Call
from careops.contract.fields import MAX_ID
from generators import NOTE

_LIMITS = {"minLength": "minLength", "maxLength": "maxLength", "minimum": "min", "maximum": "max"}
_EMAIL = r"^[^\s@]+@[^\s@]+\.[^\s@]+$"


def form_rules(document: Mapping[str, Any], calls: Iterable[type[Call[Any]]] | None = None) -> str:
    """Return the rules of every call with parameters beyond those in its path."""
    entries = []
    for call in calls or all_calls():
        if rules := rules_of(call, document):
            name = call.__name__[0].lower() + call.__name__[1:]
            entries.append(f"export const {name}Rules = {_written(rules)} as const;\n")
    return f"// {NOTE}\n" + "".join(entries)


def rules_of(call: type[Call[Any]], document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of a call's fields, with nested objects for nested models."""
    return _Rules(document).of(_request_schema(call, document))


def _request_schema(call: type[Call[Any]], document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of the call's body or query."""
    operation = document["paths"][call.route.path][call.route.method.lower()]
    if "requestBody" not in operation:
        inside = [parameter for parameter in operation["parameters"] if parameter.get("in") == "query"]
        return {
            "properties": {parameter["name"]: parameter["schema"] for parameter in inside},
            "required": [parameter["name"] for parameter in inside if parameter["required"]],
        }
    [content] = operation["requestBody"]["content"].values()
    body_in = call.route.body_in
    rules = _Rules(document)
    schema = rules.resolved(content["schema"])
    form = schema["properties"][body_in] if body_in else schema
    return {**rules.resolved(form), "not_asked": call.route.path_fields}


class _Rules:
    """Rules derived from the schemas of one document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._schemas = document["components"]["schemas"]

    def resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Resolve a reference and remove null from the allowed types."""
        choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
        if len(choices) == 1:
            return self.resolved(choices[0])
        if "$ref" in schema:
            return self.resolved(self._schemas[schema["$ref"].rpartition("/")[2]])
        return schema

    def of(self, form: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rules of a form's fields, without those that have only one possible value."""
        nullable = {name for name, field in form["properties"].items() if {"type": "null"} in field.get("anyOf", ())}
        required = set(form.get("required", ())) - nullable  # an empty field of the form sends null
        fields = {name: self.resolved(field) for name, field in form["properties"].items()}
        return {
            name: self._field(field, name in required)
            for name, field in fields.items()
            if "const" not in field and name not in form.get("not_asked", ())
        }

    def _field(self, field: Mapping[str, Any], required: bool) -> dict[str, Any]:
        row = self.resolved(field.get("items", {}))
        if "properties" in row:
            return self.of(row)
        if "properties" in field:
            return self.of(field)
        rule: dict[str, Any] = {}
        if field.get("type") == "number":
            rule["decimal"] = True
        if required and field.get("type") != "boolean":
            rule["required"] = True
        for limit, name in _LIMITS.items():
            # An empty field counts as missing, which only `required` handles.
            if limit in field and abs(field[limit]) < MAX_ID and (limit, field[limit]) != ("minLength", 1):
                rule[name] = field[limit]
        pattern = field.get("pattern") or (_EMAIL if field.get("format") == "email" else None)
        if pattern:
            rule["pattern"] = _Pattern(pattern)
        return rule


class _Pattern(str):
    """Regular expression of a schema."""


def _written(value: Any, indent: str = "") -> str:
    """Format a value as TypeScript, with a field's rules on one line."""
    if isinstance(value, _Pattern):
        return "/" + value.replace("/", r"\/") + "/"
    if not isinstance(value, dict):
        return json.dumps(value)
    if not any(isinstance(element, dict) for element in value.values()):
        return (
            "{ " + ", ".join(f"{name}: {_written(element)}" for name, element in value.items()) + " }"
            if value
            else "{}"
        )
    inner = indent + "  "
    parts = "".join(f"{inner}{name}: {_written(element, inner)},\n" for name, element in value.items())
    return "{\n" + parts + indent + "}"
