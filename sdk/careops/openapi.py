"""The platform API as one OpenAPI 3.1 document, read off the calls: parameters, answers, refusals, access, examples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode
from pydantic_core import core_schema

from careops.calls import all_calls, area_of
from careops.contract import ACCESS_NAMES, ANYONE, Call
from careops.conversation import IDEMPOTENCY_HEADER, IF_MATCH_HEADER
from careops.sentences import field_sentences
from careops.shapes import Json

REF = "#/components/schemas/{model}"
_REFUSALS = {
    400: "The request is no valid HTTP or JSON",
    401: "Not signed in, or no longer",
    403: "Signed in, but not allowed",
    404: "Not found",
    408: "The request came too slowly",
    409: "It clashes with what is there",
    412: "Somebody else has changed the record since it was read",
    413: "The request is too large",
    414: "The address is too long",
    415: "The body is not JSON",
    422: "A parameter does not fit",
    429: "Too many attempts",
    431: "The request's header is too large",
    503: "Busy; try again",
}
_ERRORS: Json = {
    "type": "object",
    "required": ["success", "errors", "request_id"],
    "properties": {
        "success": {"const": False},
        "errors": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Problem"}},
        "request_id": {"type": "string"},
    },
}
_PROBLEM: Json = {
    "type": "object",
    "required": ["source", "title"],
    "properties": {
        "source": {"type": "string", "description": "The field or thing it is about; empty for none."},
        "title": {"type": "string", "description": "A sentence for the person who reads it."},
        "detail": {"type": "string"},
        "newest": {"description": "With 412: what the field that source names holds now."},
    },
}


def openapi_document(calls: Iterable[type[Call[Any]]] | None = None, *, server: str = "/api") -> Json:
    """The whole document; ``calls`` narrows it."""
    paths: Json = {}
    schemas: Json = {"Problem": _PROBLEM, "Errors": _ERRORS}
    for call in calls or all_calls():
        paths.setdefault(call.route.path, {})[call.route.method.lower()] = _operation(call, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "careops platform API",
            "version": "1",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "description": "Generated from the calls in sdk/careops/calls. Do not edit.",
        },
        "servers": [{"url": server}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "parameters": {"IdempotencyKey": _IDEMPOTENCY, "IfMatch": _IF_MATCH},
            "responses": {f"Refused{status}": _refusal(status) for status in _REFUSALS},
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
    }


def _operation(call: type[Call[Any]], schemas: Json) -> Json:
    route = call.route
    asked = _schema(call, "validation", schemas)
    answer = {} if route.answer.file else _schema(call.answer_type(), "serialization", schemas)
    required = set(asked.get("required", ()))
    fields: Json = asked.get("properties", {})
    summary, _, rest = (call.__doc__ or "").strip().partition("\n")
    operation: Json = {
        "operationId": call.__name__,
        "summary": summary.strip(),
        "tags": [area_of(call)],
        "x-access": ACCESS_NAMES[route.access],
        "security": [] if route.access is ANYONE else [{"bearer": []}],
        "parameters": [_parameter(name, "path", fields[name], True) for name in sorted(route.path_fields)],
    }
    if route.changes:
        operation["x-changes"] = True
    if rest.strip():
        operation["description"] = "\n".join(line.strip() for line in rest.strip().splitlines())
    inside = {name: field for name, field in fields.items() if name not in route.path_fields}
    inside |= {repeated: fields[name] for name, repeated in route.also_in_body.items()}
    asked_in_query = {name: inside.pop(name) for name in list(inside) if name in call.query_fields()}
    operation["parameters"] += [_parameter(n, "query", f, n in required) for n, f in asked_in_query.items()]
    if route.has_body:
        _describe_body(call, operation, inside, sorted(required & inside.keys() - route.path_fields), schemas)
    if route.mutates:
        operation["parameters"].append({"$ref": "#/components/parameters/IdempotencyKey"})
    if route.against is not None:
        operation["parameters"].append({"$ref": "#/components/parameters/IfMatch"})
    if route.step_up:
        operation["x-step-up"] = True
    if call.restricted_fields():
        operation["x-restricted-fields"] = {n: ACCESS_NAMES[a] for n, a in call.restricted_fields().items()}
    operation["responses"] = {
        "200": {
            "description": "It worked",
            **({"headers": {"ETag": _ETAG}} if route.versioned else {}),
            "content": _FILE if route.answer.file else _envelope(call, answer, schemas),
        },
        **{str(status): {"$ref": f"#/components/responses/Refused{status}"} for status in _statuses(call)},
    }
    return operation


def _envelope(call: type[Call[Any]], answer: Json, schemas: Json) -> Json:
    shape = call.route.answer
    return {
        "application/json": {"schema": shape.describe(answer, schemas), "example": shape.write(_dumped_answer(call))}
    }


def _describe_body(call: type[Call[Any]], operation: Json, inside: Json, required: list[str], schemas: Json) -> None:
    route = call.route
    if not inside:
        return
    form: Json = {"type": "object", "properties": inside, "additionalProperties": False}
    if required:
        form["required"] = required
    if route.body_in:
        name = f"{call.__name__}Form"
        schemas[name] = form
        form = {
            "type": "object",
            "required": [route.body_in],
            "properties": {route.body_in: {"$ref": REF.format(model=name)}},
            "additionalProperties": False,
        }
    # A form's example would be its bytes.
    example = {} if route.multipart else {"example": call(**call.example.call).to_wire().body}
    kind = "multipart/form-data" if route.multipart else "application/json"
    # Beside a query that says what it is about, a body that nothing is required of may be left out whole.
    needed = bool(required) or not call.query_fields()
    operation["requestBody"] = {"required": needed, "content": {kind: {"schema": form, **example}}}


class _Explained(GenerateJsonSchema):
    """Pydantic's schemas, each field with the sentence below it."""

    def model_schema(self, schema: core_schema.ModelSchema) -> Json:
        described = super().model_schema(schema)
        fields = described.get("properties", {})
        for name, sentence in field_sentences(schema["cls"]).items():
            if name in fields:
                fields[name]["description"] = sentence
        return described


def _schema(kind: Any, mode: JsonSchemaMode, schemas: Json) -> Json:
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    schema: Json = _untitled(adapter.json_schema(mode=mode, ref_template=REF, schema_generator=_Explained))
    schemas.update(schema.pop("$defs", {}))
    if isinstance(kind, type) and mode == "serialization" and "$ref" not in schema and "[" not in kind.__name__:
        # One thing is described by its name, also where the whole answer is that thing.
        schemas[kind.__name__] = schema
        return {"$ref": REF.format(model=kind.__name__)}
    return schema


def _untitled(schema: Any) -> Any:
    """Pydantic titles every field with its own name in capitals: noise, unless a person wrote the title."""
    if isinstance(schema, list):
        return [_untitled(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    # Below "properties" a key called "title" is a field.
    return {
        key: {name: _untitled(field) for name, field in value.items()}
        if key in ("properties", "$defs")
        else _untitled(value)
        for key, value in schema.items()
        if key != "title" or not isinstance(value, str)
    }


def _dumped_answer(call: type[Call[Any]]) -> Any:
    adapter: TypeAdapter[Any] = TypeAdapter(call.answer_type())
    return adapter.dump_python(adapter.validate_python(call.example.answer), mode="json")


def _parameter(name: str, where: str, schema: Json, required: bool) -> Json:
    described = _without_null(schema)
    parameter: Json = {"name": name, "in": where, "required": required}
    if "description" in described:
        parameter["description"] = described.pop("description")
    return {**parameter, "schema": described}


def _without_null(schema: Json) -> Json:
    """A query has no null: a parameter that is not wanted is left out."""
    choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
    rest = {key: value for key, value in schema.items() if key not in ("anyOf", "default")}
    kept = {**choices[0], **rest} if len(choices) == 1 else {"anyOf": choices, **rest} if choices else rest
    return {**kept, "default": schema["default"]} if schema.get("default") is not None else kept


_IDEMPOTENCY: Json = {
    "name": IDEMPOTENCY_HEADER,
    "in": "header",
    "required": False,
    "description": "Sent again with the same key, the call is not carried out twice: the first answer comes again.",
    "schema": {"type": "string", "minLength": 8, "maxLength": 100, "pattern": "^[A-Za-z0-9_-]+$"},
}


# Its type is the file's own.
_FILE: Json = {"*/*": {"schema": {"type": "string", "format": "binary"}}}
_IF_MATCH: Json = {
    "name": IF_MATCH_HEADER,
    "in": "header",
    "required": False,
    "description": "The ETag of the record as it was read: when somebody has changed it since, nothing is done (412).",
    "schema": {"type": "string", "pattern": '^(\\*|(W/)?"[^"]*")$'},
}
_ETAG: Json = {
    "description": "The record's version; the same as long as what can be changed of it is the same.",
    "schema": {"type": "string"},
}


def _statuses(call: type[Call[Any]]) -> list[int]:
    route = call.route
    statuses = {400, 408, 413, 414, 422, 429, 431, 503, *route.may_refuse}
    if route.access is not ANYONE:
        statuses |= {401, 403}
    if route.path_fields:  # what is asked for may not be there
        statuses |= {404}
    if route.mutates:
        statuses |= {409}
    if route.against is not None:
        statuses |= {412}
    if route.has_body:
        statuses |= {415}
    return sorted(statuses)


def _refusal(status: int) -> Json:
    headers: Json = {}
    if status in (429, 503):
        headers = {"Retry-After": {"description": "Seconds to wait", "schema": {"type": "string"}}}
    schema = {"$ref": "#/components/schemas/Errors"}
    described: Json = {"description": _REFUSALS[status], "content": {"application/json": {"schema": schema}}}
    return {**described, "headers": headers} if headers else described
