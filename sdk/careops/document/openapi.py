"""OpenAPI 3.1 document of the platform, derived from the calls: parameters, answers, refusals, access, examples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pydantic import TypeAdapter

from careops.calls import all_calls, area_of
from careops.contract import ACCESS_NAMES, ANYONE, APPS, Call
from careops.contract.answers import Message
from careops.contract.envelopes import Json
from careops.contract.headers import CHANGES_HEADER, HONOURED_HEADER, IDEMPOTENCY_HEADER, IF_MATCH_HEADER
from careops.document.openapi_schemas import reference_to, schema_of, used, without_null
from careops.document.openapi_texts import GUIDE, prose_of, tags
from careops.scopes import scope_of

_REFUSALS: Final = {
    400: "The request is not valid HTTP or JSON",
    401: "Not signed in, or the session is over",
    403: "Signed in, but not allowed",
    404: "Not found",
    408: "The request arrived too slowly",
    409: "It conflicts with the current state",
    412: "Someone else has changed the record since it was read",
    413: "The request is too large",
    414: "The address is too long",
    415: "The body has the wrong content type",
    422: "A parameter is not valid",
    429: "Too many requests or attempts",
    431: "The request's header is too large",
    503: "Busy; try again",
}
_LATER: Final = (429, 503)
_ERRORS: Json = {
    "type": "object",
    "description": "The body of every refused request.",
    "required": ["success", "errors", "request_id"],
    "properties": {
        "success": {"type": "boolean", "const": False},
        "errors": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Problem"}},
        "request_id": {"type": "string", "description": "The name of the request in the platform's log."},
    },
}
_PROBLEM: Json = {
    "type": "object",
    "description": "One reason why a request was refused.",
    "required": ["source", "title"],
    "properties": {
        "source": {"type": "string", "description": "The field or thing it is about; empty for none."},
        "title": {"type": "string", "description": "A sentence for the person who reads it."},
        "code": {"type": "string", "description": "Its stable code, for programs; absent for an unknown sentence."},
        "parameters": {
            "type": "object",
            "description": "Values in the title by name: numbers, texts, or messages; absent if there are none.",
            "additionalProperties": {
                "anyOf": [
                    {"type": "string"},
                    {"type": "integer", "format": "int64"},
                    {"$ref": "#/components/schemas/Message"},
                ]
            },
        },
        "detail": {"type": "string", "description": "More about it."},
        "details": {
            "type": "array",
            "description": "Messages of the detail, one per line; absent if these have no codes.",
            "items": {"$ref": "#/components/schemas/Message"},
        },
        "newest": {"description": "With 412: the current value of the field that source names."},
        "scope": {"type": "string", "description": "With 403 and an API key: the scope that the key lacks."},
        "change_request": {
            "type": "object",
            "description": "With 409 and the code approval_required: title and changes of the request to propose.",
        },
        "policy": {
            "type": "object",
            "description": "With 409 and the code approval_required: the policy, as in the list of policies.",
        },
    },
}
_SERVERS: Final = [
    {
        "url": "{server}/api",
        "description": "Your installation",
        "variables": {
            "server": {"default": "http://127.0.0.1:8000", "description": "Scheme, host and port of the installation."}
        },
    },
    {"url": "/api", "description": "The server that this document came from"},
]


def openapi_document(calls: Iterable[type[Call[Any]]] | None = None, *, server: str | None = None) -> Json:
    """Build the document. ``calls`` limits it; ``server`` is the only address in it."""
    described = list(calls or all_calls())
    paths: Json = {}
    schemas: Json = {"Problem": _PROBLEM, "Errors": _ERRORS}
    schema_of(Message, "serialization", schemas)
    for call in described:
        paths.setdefault(call.route.path, {})[call.route.method.lower()] = _operation(call, schemas)
    responses = {f"Refused{status}": _refusal(text, status) for status, text in _REFUSALS.items()}
    responses["Failed"] = _refusal("Any other refusal or failure, such as 405, 500, 502 or 504")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "careops platform API",
            "version": "1",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "contact": {"name": "The administrators of your careops installation"},
            "description": GUIDE,
        },
        "servers": _SERVERS if server is None else [{"url": server}],
        "tags": tags([area_of(call) for call in described]),
        "paths": paths,
        "components": {
            "schemas": used({"paths": paths, "responses": responses}, schemas),
            "parameters": {"IdempotencyKey": _IDEMPOTENCY, "IfMatch": _IF_MATCH},
            "headers": {
                name: {"description": text, "schema": {"type": "string"}} for name, (_, text) in _HEADERS.items()
            },
            "responses": responses,
            "securitySchemes": _SCHEMES,
        },
    }


def _operation(call: type[Call[Any]], schemas: Json) -> Json:
    route = call.route
    schema = schema_of(call, "validation", schemas)
    required = set(schema.get("required", ()))
    fields: Json = schema.get("properties", {})
    prose = prose_of(call)
    operation: Json = {
        "operationId": call.__name__,
        "summary": prose.summary,
        "description": prose.description,
        "tags": [area_of(call)],
        "x-access": ACCESS_NAMES[route.access],
        "security": _security(call),
        "parameters": [_parameter(name, "path", fields[name], True) for name in sorted(route.path_fields)],
    }
    if prose.spec:
        operation["x-spec"] = prose.spec
    if route.is_own:
        operation["x-addition"] = True
    if route.changes:
        operation["x-changes"] = True
    inside = {name: field for name, field in fields.items() if name not in route.path_fields}
    inside |= {repeated: fields[name] for name, repeated in route.also_in_body.items()}
    asked_in_query = {name: inside.pop(name) for name in list(inside) if name in call.query_fields()}
    operation["parameters"] += [_parameter(n, "query", f, n in required) for n, f in asked_in_query.items()]
    if route.has_body and inside:
        needed = sorted(required & inside.keys() - route.path_fields)
        operation["requestBody"] = _body(call, inside, needed, schemas)
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
            "headers": _headers(*(("ETag",) if route.versioned else ()), *_OF_SUCCESS),
            "content": _file(call) if route.answer.file else _envelope(call, schemas),
        },
        **{str(status): {"$ref": f"#/components/responses/Refused{status}"} for status in _statuses(call)},
        "default": {"$ref": "#/components/responses/Failed"},
    }
    return operation


def _security(call: type[Call[Any]]) -> list[Json]:
    scope = scope_of(call)
    people: list[Json] = [] if call.route.access in (ANYONE, APPS) else [{"bearer": []}]
    if call.route.any_key:
        return [*people, {"apiKey": []}]
    return [*people, {"apiKey": [scope]}] if scope else people


def _file(call: type[Call[Any]]) -> Json:
    text, binary = {"type": "string"}, {"type": "string", "format": "binary"}
    return {kind: {"schema": text if kind.startswith("text/") else binary} for kind in call.route.answer.media_types}


def _envelope(call: type[Call[Any]], schemas: Json) -> Json:
    shape = call.route.answer
    envelope = shape.describe(schema_of(call.answer_type(), "serialization", schemas), schemas)
    name = f"{call.__name__}Response" if shape.places else "Success"
    example = shape.write(_dumped_answer(call))
    return {"application/json": {"schema": reference_to(name, envelope, schemas), "example": example}}


def _body(call: type[Call[Any]], inside: Json, required: list[str], schemas: Json) -> Json:
    route = call.route
    if route.multipart:
        inside = {name: without_null(field) for name, field in inside.items()}
    if route.method == "PUT":
        # An omitted field keeps its value (decision 725).
        inside = {
            name: {key: value for key, value in field.items() if key != "default"} for name, field in inside.items()
        }
    form: Json = {"type": "object", "properties": inside, "additionalProperties": False}
    if required:
        form["required"] = required
    if route.body_in:
        form = {
            "type": "object",
            "required": [route.body_in],
            "properties": {route.body_in: reference_to(f"{call.__name__}Form", form, schemas)},
            "additionalProperties": False,
        }
    content: Json = {"schema": reference_to(f"{call.__name__}Request", form, schemas)}
    # If query parameters identify the subject, a body without required fields may be omitted.
    needed = bool(required) or not call.query_fields()
    if not route.multipart:
        content["example"] = call(**call.example.call).to_wire().body
        return {"required": needed, "content": {"application/json": content}}
    # The example of a form would contain the bytes of the file.
    if encoding := _encoding(inside):
        content["encoding"] = encoding
    return {"required": needed, "content": {"multipart/form-data": content}}


def _encoding(fields: Json) -> Json:
    """Return the encoding of form parts whose type does not determine it: objects as JSON."""
    return {
        name: {"contentType": "application/json"}
        for name, field in fields.items()
        if field.get("type") in ("object", "array") or "$ref" in field
    }


def _dumped_answer(call: type[Call[Any]]) -> Any:
    adapter: TypeAdapter[Any] = TypeAdapter(call.answer_type())
    return adapter.dump_python(adapter.validate_python(call.example.answer), mode="json")


def _parameter(name: str, where: str, schema: Json, required: bool) -> Json:
    described = without_null(schema)
    parameter: Json = {"name": name, "in": where, "required": required}
    if "description" in described:
        parameter["description"] = described.pop("description")
    return {**parameter, "schema": described}


_IDEMPOTENCY: Json = {
    "name": IDEMPOTENCY_HEADER,
    "in": "header",
    "required": False,
    "description": "A unique name of the change. Sent again with the same key, the change is made once and the first "
    "answer is repeated.",
    "schema": {"type": "string", "minLength": 8, "maxLength": 100, "pattern": "^[A-Za-z0-9_-]+$"},
}
_IF_MATCH: Json = {
    "name": IF_MATCH_HEADER,
    "in": "header",
    "required": False,
    "description": "The ETag of the record as it was read. If it has been changed since, nothing is done (412).",
    "schema": {"type": "string", "pattern": '^(\\*|(W/)?"[^"]*")$'},
}
_SCHEMES: Json = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "JWT",
        "description": "The `auth_token` of a session, from `SignIn` or `RefreshSession`.",
    },
    "apiKey": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "careops_key_…",
        "description": "The API key of a program. Each operation names the scope that it needs.",
    },
}
_HEADERS: Final = {
    "ETag": ("ETag", "The version of the record. It changes when something of it that can be edited changes."),
    "RequestId": ("x-request-id", "The name of the request in the platform's log."),
    "RateLimitPolicy": (
        "RateLimit-Policy",
        'The limit that applies: its name, requests (`q`) and seconds (`w`): `"reads";q=600;w=60`.',
    ),
    "RateLimit": ("RateLimit", "Remaining requests of the limit (`r`), and seconds until it is reset (`t`)."),
    "IdempotencyHonoured": (HONOURED_HEADER, "`yes`: a change with an `idempotency-key` may be sent again."),
    "Changes": (CHANGES_HEADER, "The most records that `ApplyBatch` changes in one request."),
    "RetryAfter": ("Retry-After", "Seconds to wait."),
}
"""Header and description by component."""
_OF_EVERY: Final = ("RequestId", "IdempotencyHonoured", "RateLimitPolicy", "RateLimit")
_OF_SUCCESS: Final = (*_OF_EVERY, "Changes")


def _headers(*components: str) -> Json:
    return {_HEADERS[name][0]: {"$ref": f"#/components/headers/{name}"} for name in components}


def _statuses(call: type[Call[Any]]) -> list[int]:
    route = call.route
    statuses = {400, 408, 413, 414, 422, 429, 431, 503, *route.may_refuse}
    if route.access is not ANYONE:
        statuses |= {401, 403}
    if route.path_fields:  # the requested record may not exist
        statuses |= {404}
    if route.mutates:
        statuses |= {409}
    if route.against is not None:
        statuses |= {412}
    if route.has_body:
        statuses |= {415}
    return sorted(statuses)


def _refusal(text: str, status: int | None = None) -> Json:
    headers = _headers(*(("RetryAfter",) if status in _LATER else ()), *_OF_EVERY)
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Errors"}}}
    return {"description": text, "headers": headers, "content": content}
