"""JSON schemas of the OpenAPI document: derived from the models, unified, and named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode
from pydantic_core import core_schema

from careops.contract.envelopes import Json
from careops.contract.field_docs import field_docs
from careops.document.openapi_texts import markdown

REF: Final = "#/components/schemas/{model}"
_INT32: Final = 2**31 - 1
_OUR_OWN_FORMATS: Final = frozenset({"ipvanyaddress"})
"""Formats of Pydantic that JSON Schema does not define."""


class _Explained(GenerateJsonSchema):
    """Pydantic's schema generator with field descriptions."""

    def model_schema(self, schema: core_schema.ModelSchema) -> Json:
        described = super().model_schema(schema)
        fields = described.get("properties", {})
        for name, sentence in field_docs(schema["cls"]).items():
            if name in fields:
                fields[name]["description"] = sentence
        return described


def schema_of(kind: Any, mode: JsonSchemaMode, schemas: Json) -> Json:
    """Return the schema of a type. Referenced models are added to ``schemas``."""
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    schema: Json = _uniform(adapter.json_schema(mode=mode, ref_template=REF, schema_generator=_Explained))
    schemas.update(schema.pop("$defs", {}))
    if isinstance(kind, type) and mode == "serialization" and "$ref" not in schema and "[" not in kind.__name__:
        # Reference a model by name, also if it is the whole answer.
        return reference_to(kind.__name__, schema, schemas)
    return schema


def reference_to(name: str, schema: Json, schemas: Json) -> Json:
    """Add a schema to ``schemas`` under a name and return a reference to it."""
    if schemas.setdefault(name, schema) != schema:
        raise ValueError(f"Two different schemas are called {name}")
    return {"$ref": REF.format(model=name)}


def used(document: Json, schemas: Json) -> Json:
    """Return the schemas that the document refers to, directly or indirectly, by name."""
    names: set[str] = set()
    waiting = list(references(document))
    while waiting:
        name = waiting.pop()
        if name in schemas and name not in names:
            names.add(name)
            waiting += references(schemas[name])
    return {name: schemas[name] for name in sorted(names)}


def without_null(schema: Json) -> Json:
    """Return the schema of a value in a query or a form, which has no null: such fields are omitted."""
    choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
    other_keywords = {key: value for key, value in schema.items() if key not in ("anyOf", "default")}
    merged = (
        {**choices[0], **other_keywords}
        if len(choices) == 1
        else {"anyOf": choices, **other_keywords}
        if choices
        else other_keywords
    )
    return {**merged, "default": schema["default"]} if schema.get("default") is not None else merged


def references(node: Any) -> Iterator[str]:
    """Yield the name of each schema that a part of the document refers to."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref" and isinstance(value, str):
                yield value.rpartition("/")[2]
            else:
                yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def _uniform(schema: Any) -> Any:
    """Unify a schema for all generators.

    Integers get a format, descriptions become Markdown. Pydantic's titles, which repeat field names, are removed.
    """
    if isinstance(schema, list):
        return [_uniform(element) for element in schema]
    if not isinstance(schema, dict):
        return schema
    uniform: Json = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):  # their keys are names of fields and models
            uniform[key] = {name: _uniform(field) for name, field in value.items()}
        elif key == "description" and isinstance(value, str):
            uniform[key] = markdown(value)
        elif key == "format" and value in _OUR_OWN_FORMATS:
            continue
        elif key in ("example", "examples", "default", "const", "enum"):
            uniform[key] = value
        elif key != "title" or not isinstance(value, str):
            uniform[key] = _uniform(value)
    if uniform.get("type") == "integer" and "format" not in uniform:
        uniform["format"] = _integer_format(uniform)
    return uniform


def _integer_format(schema: Json) -> str:
    least, most = schema.get("minimum", -_INT32 - 1), schema.get("maximum")
    return "int32" if most is not None and most <= _INT32 and least >= -_INT32 - 1 else "int64"
