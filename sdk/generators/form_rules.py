"""webapp/src/api/gen/rules.ts: what each call asks of its fields, as react-hook-form's ``register`` takes it.

One export per call, so that a screen loads the rules of its own forms only. A nested model is a nested object, a list
of models the rules of one of them: ``register("location.city", updateClinicRules.location.city)``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from careops.calls import all_calls
from careops.contract import Call
from careops.fields import LARGEST_ID
from generators import NOTE

_LIMITS = {"minLength": "minLength", "maxLength": "maxLength", "minimum": "min", "maximum": "max"}
_EMAIL = r"^[^\s@]+@[^\s@]+\.[^\s@]+$"


def form_rules(document: Mapping[str, Any], calls: Iterable[type[Call[Any]]] | None = None) -> str:
    """The rules of every call that has parameters beside those in its path."""
    entries = []
    for call in calls or all_calls():
        if rules := rules_of(call, document):
            name = call.__name__[0].lower() + call.__name__[1:]
            entries.append(f"export const {name}Rules = {_written(rules)} as const;\n")
    return f"// {NOTE}\n" + "".join(entries)


def rules_of(call: type[Call[Any]], document: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of a call's fields; those of a nested model nested."""
    return _Rules(document).of(_asked(call, document))


def _asked(call: type[Call[Any]], document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of what the call's body or query holds."""
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
    """Rules read off one document's schemas."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._schemas = document["components"]["schemas"]

    def resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """The schema itself: behind its name, and without the null it may be as well."""
        choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
        if len(choices) == 1:
            return self.resolved(choices[0])
        if "$ref" in schema:
            return self.resolved(self._schemas[schema["$ref"].rpartition("/")[2]])
        return schema

    def of(self, form: Mapping[str, Any]) -> dict[str, Any]:
        """The rules of a form's fields; one that can only have one value is asked of nobody."""
        required = form.get("required", ())
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
            # An empty field is none at all: only `required` has to do with it.
            if limit in field and abs(field[limit]) < LARGEST_ID and (limit, field[limit]) != ("minLength", 1):
                rule[name] = field[limit]
        pattern = field.get("pattern") or (_EMAIL if field.get("format") == "email" else None)
        if pattern:
            rule["pattern"] = _Pattern(pattern)
        return rule


class _Pattern(str):
    """A regular expression, as the schema writes it."""


def _written(value: Any, indent: str = "") -> str:
    """A value in TypeScript; a field's rules stand on one line."""
    if isinstance(value, _Pattern):
        return "/" + value.replace("/", r"\/") + "/"
    if not isinstance(value, dict):
        return json.dumps(value)
    if not any(isinstance(part, dict) for part in value.values()):
        return "{ " + ", ".join(f"{name}: {_written(part)}" for name, part in value.items()) + " }" if value else "{}"
    inner = indent + "  "
    parts = "".join(f"{inner}{name}: {_written(part, inner)},\n" for name, part in value.items())
    return "{\n" + parts + indent + "}"
