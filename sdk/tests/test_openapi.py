"""The OpenAPI document is valid, complete, and consistent with the calls."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from sdk.tests.shape_calls import SHAPES

from careops.calls import AREAS, all_calls, area_of
from careops.calls.leads import CheckLeads
from careops.calls.modules import ListSpecModules
from careops.contract import ACCESS_NAMES, ANYONE, APPS, Call, Example, Get, PageParams, Post
from careops.contract.envelopes import CSV, XLSX, object_in, objects_in
from careops.document.openapi import openapi_document
from careops.scopes import scope_of

DOCUMENT = openapi_document()
REGISTRY = Registry[Any]().with_resource("urn:careops", DRAFT202012.create_resource(DOCUMENT))
every_call = pytest.mark.parametrize("call", all_calls(), ids=lambda call: call.__name__)


def operation_of(call: type[Call[Any]]) -> dict[str, Any]:
    operation: dict[str, Any] = DOCUMENT["paths"][call.route.path][call.route.method.lower()]
    return {**operation, "parameters": [resolved(parameter) for parameter in operation["parameters"]]}


def resolved(schema: dict[str, Any], document: dict[str, Any] = DOCUMENT) -> dict[str, Any]:
    """Resolve a reference."""
    if "$ref" not in schema:
        return schema
    _, _, kind, name = schema["$ref"].split("/")
    shared: dict[str, Any] = document["components"][kind][name]
    return shared


def valid(value: Any, schema: dict[str, Any]) -> bool:
    """Return True if the document accepts the value."""
    # Use an absolute reference, so that the document is not searched for each value.
    own = json.loads(json.dumps(schema).replace('"$ref": "#/', '"$ref": "urn:careops#/'))
    return bool(Draft202012Validator(own, registry=REGISTRY).is_valid(value))


def test_document_is_valid_openapi_3_1() -> None:
    assert DOCUMENT["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(DOCUMENT).validate()


def test_document_is_deterministic_json() -> None:
    assert json.loads(json.dumps(DOCUMENT)) == DOCUMENT
    assert json.dumps(openapi_document()) == json.dumps(DOCUMENT)


def test_document_contains_exactly_the_calls() -> None:
    described = {
        operation["operationId"]: (method.upper(), path)
        for path, methods in DOCUMENT["paths"].items()
        for method, operation in methods.items()
    }
    assert described == {call.__name__: (call.route.method, call.route.path) for call in all_calls()}


@every_call
def test_operation_has_area_access_and_description(call: type[Call[Any]]) -> None:
    operation = operation_of(call)
    assert operation["tags"] == [area_of(call)]
    assert operation["x-access"] == ACCESS_NAMES[call.route.access]
    text = (call.__doc__ or "").replace("``", "`")
    assert [sentence for sentence in operation["summary"].rstrip(".").split(". ") if sentence not in text] == []
    scope = scope_of(call)
    people: list[dict[str, list[str]]] = [] if call.route.access in (ANYONE, APPS) else [{"bearer": []}]
    keys = [{"apiKey": [scope] if scope else []}] if scope or call.route.any_key else []
    assert operation["security"] == [*people, *keys]
    assert scope is None or f"`{scope}`" in operation["description"]
    assert operation.get("x-addition", False) == call.route.is_own
    restricted = {name: ACCESS_NAMES[access] for name, access in call.restricted_fields().items()}
    assert operation.get("x-restricted-fields", {}) == restricted


@every_call
def test_operation_names_its_refusals(call: type[Call[Any]]) -> None:
    responses = operation_of(call)["responses"]
    assert responses["default"] == {"$ref": "#/components/responses/Failed"}
    statuses = {int(status) for status in responses if status != "default"}
    assert {200, 400, 413, 422, 429, 503} <= statuses
    assert (403 in statuses) == (call.route.access is not ANYONE)
    if call.route.access is not ANYONE or call.__name__ in ("SignIn", "RefreshSession"):
        assert 401 in statuses
    assert (404 in statuses) == (bool(call.route.path_fields) or 404 in call.route.may_refuse)
    assert (409 in statuses) == (call.route.mutates or 409 in call.route.may_refuse)
    assert (415 in statuses) == call.route.has_body


@every_call
def test_example_answer_fits_its_schema(call: type[Call[Any]]) -> None:
    answered = operation_of(call)["responses"]["200"]["content"]
    if call.route.answer.file:
        assert answered.keys() <= {CSV, XLSX}
        return
    content = answered["application/json"]
    assert content["example"]["success"] is True
    assert valid(content["example"], content["schema"])
    assert not valid({**content["example"], "success": False}, content["schema"])


@every_call
def test_example_call_fits_its_schema(call: type[Call[Any]]) -> None:
    operation, wire = operation_of(call), call(**call.example.call).to_wire()
    schemas = {p["name"]: p["schema"] for p in operation["parameters"] if p["in"] == "query"}
    assert wire.query.keys() <= schemas.keys()
    for name, value in json.loads(call(**call.example.call).model_dump_json()).items():
        if name in schemas and value is not None:
            assert valid(value, schemas[name])
    if wire.body is None:
        assert "requestBody" not in operation
    elif call.route.multipart:
        assert list(operation["requestBody"]["content"]) == ["multipart/form-data"]
    else:
        content = operation["requestBody"]["content"]["application/json"]
        assert content["example"] == wire.body
        assert valid(wire.body, content["schema"])
        assert not valid({**wire.body, "colour": "blue"}, content["schema"])


@every_call
def test_every_parameter_is_described_once(call: type[Call[Any]]) -> None:
    operation = operation_of(call)
    where = {p["name"]: p["in"] for p in operation["parameters"]}
    assert len(where) == len(operation["parameters"])
    assert {name for name, place in where.items() if place == "path"} == call.route.path_fields
    assert ("idempotency-key" in where) == call.route.mutates
    if call.route.has_body:
        assert {name for name, place in where.items() if place == "query"} == call.query_fields()
    else:
        assert {
            n for n, place in where.items() if place == "query"
        } == call.model_fields.keys() - call.route.path_fields


@every_call
def test_pagination_parameters_are_equal(call: type[Call[Any]]) -> None:
    if issubclass(call, PageParams):
        schemas = {p["name"]: p["schema"] for p in operation_of(call)["parameters"]}
        assert (schemas["page"]["minimum"], schemas["perpage"]["minimum"]) == (1, 1)
        assert schemas["page"]["type"] == schemas["perpage"]["type"] == "integer"


def test_query_parameters_have_no_null() -> None:
    parameters = [p for call in all_calls() for p in operation_of(call)["parameters"]]
    assert [p["name"] for p in parameters if {"type": "null"} in p["schema"].get("anyOf", [])] == []


def test_every_reference_has_a_target() -> None:
    used = {tuple(reference.split("/")[2:]) for reference in _references(DOCUMENT)}
    assert used <= {(kind, name) for kind, things in DOCUMENT["components"].items() for name in things}


def test_shared_components_are_described_once() -> None:
    shared = DOCUMENT["components"]
    assert shared["parameters"].keys() == {"IdempotencyKey", "IfMatch"}
    refusals = {name for call in all_calls() for status, name in _refusals(call) if name == f"Refused{status}"}
    assert {*refusals, "Failed"} == shared["responses"].keys()


def _refusals(call: type[Call[Any]]) -> Iterator[tuple[str, str]]:
    for status, response in operation_of(call)["responses"].items():
        if status not in ("200", "default"):
            yield status, response["$ref"].rpartition("/")[2]


@pytest.mark.proves("SEC-17.url")
def test_secrets_are_in_bodies_only() -> None:
    for call in all_calls():
        secret = {name for name, field in call.model_fields.items() if not field.repr}
        assert not secret & {p["name"] for p in operation_of(call)["parameters"]}


def test_document_can_be_limited_to_some_calls() -> None:
    document = openapi_document([ListSpecModules], server="http://127.0.0.1:9/api")
    assert list(document["paths"]) == ["/spec_modules"]
    assert document["servers"] == [{"url": "http://127.0.0.1:9/api"}]
    assert [tag["name"] for tag in document["tags"]] == ["modules"]


class ReadTwo(Call[dict[str, int]]):
    """Return two numbers, with a filter of one of two kinds.

    A second paragraph.
    """

    route = Get("/two", access=ANYONE, answer=object_in("data.two"))
    example = Example(call={}, answer={"a": 1})

    either: int | str | None = None
    neither: None = None
    start: int | None = 5


class SendNested(Call[dict[str, int]]):
    """Send a form with one optional field."""

    route = Post("/nested", access=ANYONE, answer=object_in("data.deep.two"), safe=True)
    example = Example(call={}, answer={"a": 1})

    title: str | None = None


def test_rare_forms_are_described() -> None:
    document = openapi_document([ReadTwo, SendNested])
    OpenAPIV31SpecValidator(document).validate()
    read = document["paths"]["/two"]["get"]
    assert read["description"] == "A second paragraph.\n\nNeeds no authentication."
    schemas = {p["name"]: p["schema"] for p in read["parameters"]}
    assert schemas["either"] == {"anyOf": [{"type": "integer", "format": "int64"}, {"type": "string"}]}
    assert schemas["start"] == {"type": "integer", "format": "int64", "default": 5}
    form = resolved(
        document["paths"]["/nested"]["post"]["requestBody"]["content"]["application/json"]["schema"], document
    )
    assert "title" in form["properties"]  # a field of that name, not Pydantic's title
    assert "required" not in form


def test_nested_answer_fields_are_described_at_their_place() -> None:
    answer = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}
    envelope = objects_in(a="data.a", b="b").describe(answer, {})
    assert envelope["required"] == ["success", "data", "b"]
    assert envelope["properties"]["data"]["properties"]["a"] == {"type": "integer"}


@every_call
def test_bodies_have_named_schemas(call: type[Call[Any]]) -> None:
    operation = operation_of(call)
    bodies = [*operation["responses"]["200"]["content"].values()]
    bodies += operation.get("requestBody", {}).get("content", {}).values()
    kinds = [set(body["schema"]) for body in bodies]
    assert all(kind == {"$ref"} for kind in kinds) or call.route.answer.file


def test_integers_have_formats_and_ids_are_exact_in_javascript() -> None:
    integers = [node for node in _nodes(DOCUMENT) if node.get("type") == "integer"]
    assert {node["format"] for node in integers} == {"int32", "int64"}
    assert max(node.get("maximum", 0) for node in integers) == 2**53 - 1
    assert all(node["maximum"] < 2**31 for node in integers if node["format"] == "int32")
    formats = {node["format"] for node in _nodes(DOCUMENT) if isinstance(node.get("format"), str) and "type" in node}
    assert formats <= {"int32", "int64", "date", "date-time", "email", "uuid", "binary"}


def test_texts_do_not_require_the_specification() -> None:
    texts = [
        text
        for node in _nodes({**DOCUMENT, "info": {}})
        for name, text in node.items()
        if name in ("summary", "description") and isinstance(text, str)
    ]
    internal = re.compile(r"``|Spec:|addition of ours|Our own addition|\b(SEC|[ABS])-\d|\([AB] \d")
    assert [text for text in texts if internal.search(text)] == []
    assert all(operation_of(call)["description"] for call in all_calls())
    assert {tag["name"] for tag in DOCUMENT["tags"]} == set(AREAS)
    words = ("Authentication", "API keys", "Rate limits", "WebSocket", "idempotency-key", "perpage", "x-step-up")
    assert all(word in DOCUMENT["info"]["description"] for word in words)
    assert operation_of(ListSpecModules)["x-spec"] == "A 7"


def test_structured_form_fields_are_json() -> None:
    form = operation_of(CheckLeads)["requestBody"]["content"]["multipart/form-data"]
    json = {"contentType": "application/json"}
    assert form["encoding"] == {"columns": json, "corrections": json}
    assert resolved(form["schema"])["properties"]["columns"]["type"] == "object"


def test_every_body_has_a_common_media_type() -> None:
    types = {kind for node in _nodes(DOCUMENT) for kind in node.get("content", {}) if isinstance(node["content"], dict)}
    assert types == {"application/json", "multipart/form-data", CSV, XLSX}


def test_unused_schemas_are_omitted() -> None:
    used = {reference.rpartition("/")[2] for reference in _references(DOCUMENT) if "/schemas/" in reference}
    assert used == DOCUMENT["components"]["schemas"].keys()


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for name, value in node.items():
            if name not in ("example", "default"):
                yield from _nodes(value)
    elif isinstance(node, list):
        for value in node:
            yield from _nodes(value)


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref":
                yield value
            else:
                yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)


def test_media_types_of_a_body_are_described() -> None:
    document = openapi_document(SHAPES)
    OpenAPIV31SpecValidator(document).validate()
    operations = {op["operationId"]: op for methods in document["paths"].values() for op in methods.values()}
    assert operations["ExportThings"]["responses"]["200"]["content"] == {"text/csv": {"schema": {"type": "string"}}}
    [(kind, form)] = operations["UploadThings"]["requestBody"]["content"].items()
    assert (kind, resolved(form["schema"], document)["required"]) == ("multipart/form-data", ["file0"])
    publish = operations["PublishThings"]
    assert [(p["name"], p["in"], p["required"]) for p in publish["parameters"][:1]] == [("ids", "query", True)]
    assert publish["requestBody"]["required"] is False
    body = publish["requestBody"]["content"]["application/json"]["schema"]
    assert "ids" not in resolved(body, document)["properties"]
    fetch = operations["FetchThings"]
    assert fetch["x-changes"] is True
    assert "requestBody" not in fetch
    assert "409" in fetch["responses"]


@every_call
def test_versions_are_described_by_headers(call: type[Call[Any]]) -> None:
    operation = operation_of(call)
    names = [parameter["name"] for parameter in operation["parameters"]]
    assert ("if-match" in names) == ("412" in operation["responses"]) == (call.route.against is not None)
    assert ("ETag" in operation["responses"]["200"].get("headers", {})) == bool(call.route.versioned)


def test_introduction_names_lists_of_another_form() -> None:
    """Lists whose pages have a fixed size, and calls that take a limit."""
    pages = DOCUMENT["info"]["description"].partition("## Pages")[2].partition("## ")[0]
    fields = {call.__name__: call.model_fields.keys() for call in all_calls()}
    others = {name for name, own in fields.items() if ("page" in own and "perpage" not in own) or "limit" in own}
    assert set(re.findall(r"`([A-Z]\w+)`", pages)) == others
