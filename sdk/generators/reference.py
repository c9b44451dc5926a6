"""Generate the reference of all calls, a page of the documentation site, and its short form for the repository."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from careops.calls import AREAS, all_calls, calls_of
from careops.contract import ACCESS_NAMES, Call
from careops.contract.field_docs import field_docs
from careops.contract.fields import MAX_ID
from careops.contract.personal import PersonKind, personal_data
from careops.document.openapi_schemas import references
from careops.scopes import scope_of
from generators.references import Targets


def calls_page(document: Mapping[str, Any]) -> str:
    """Return the reference: every call with its parameters, answer and access."""
    targets = Targets()
    chapters = [f"# The calls\n\nBase address: `/api` on our server. {_LEGEND}\n"]
    for area in AREAS:
        chapters.append(f"## {_title_of(area)}\n")
        chapters += [_call_entry(call, document, targets, area) for call in calls_of(area)]
    return "\n".join(chapters)


def calls_index(document: Mapping[str, Any]) -> str:
    """Return the list of all calls. It has the path and the anchors of the reference, which is not committed."""
    chapters = [_INDEX_HEAD]
    for area in AREAS:
        rows = [f"\n## {_title_of(area)}\n", "| Call | Route | Access | Purpose |", "|---|---|---|---|"]
        for call in calls_of(area):
            route = call.route
            purpose = document["paths"][route.path][route.method.lower()]["summary"].replace("|", "\\|")
            access = f"{ACCESS_NAMES[route.access]}{_scope(call)}"
            rows.append(f"| `{call.__name__}` | `{route.method} {route.path}` | {access} | {purpose} |")
        chapters += rows
    return "\n".join(chapters) + "\n"


def _title_of(area: str) -> str:
    return area.replace("_", " ").capitalize()


_INDEX_HEAD = """\
# The calls

<!-- Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit. -->

The documentation site has this page with parameters, examples and answers: `/docs/calls.html` of a server, or
`nox -s docs`. The same is in the [OpenAPI document](../server/careops_server/openapi.json)."""
_ENVELOPES = {f"{call.__name__}{end}" for call in all_calls() for end in ("Response", "Request")}
_PERSONS: Final[Mapping[PersonKind, str]] = {
    "lead": "leads",
    "user": "users",
    "doctor": "doctors",
    "payer": "payers",
    "patient": "patients",
    "staff": "the team",
    "anyone": "anyone in texts",
}
_LEGEND = (
    "Access: *anyone* needs no token, *staff* is any signed-in administrator, *billing* is super_admin and "
    "billing_admin, *super* is super_admin alone, *apps* is programs with a key. A call with a *scope* can be made "
    "with an [API key](guide/keys.md) that has this scope, or the name of the call as one; *every key* needs no scope. "
    "References such as `B-55` lead to [the specification](specification/README.md)."
)


def _call_entry(call: type[Call[Any]], document: Mapping[str, Any], targets: Targets, area: str) -> str:
    route = call.route
    operation = document["paths"][route.path][route.method.lower()]
    example = call(**call.example.call)
    content = operation["responses"]["200"]["content"].get("application/json", {})
    answer = content.get("example")
    sentences, schemas = field_docs(call), call.model_json_schema()["properties"]
    rows = [
        f"| `{name}` | {_where(call, name)} | {'yes' if field.is_required() else 'no'} | {_forms(schemas[name])} |"
        f" {targets.link(' '.join(sentences.get(name, '').split()), area)} |"
        for name, field in call.model_fields.items()
    ]
    table = (
        "\n| Parameter | Travels in | Required | Form | Meaning |\n|---|---|---|---|---|\n" + "\n".join(rows) + "\n"
        if rows
        else ""
    )
    doc = targets.link("\n".join(line.strip() for line in (call.__doc__ or "").strip().splitlines()), area)
    wire = example.to_wire()
    sent = f"{route.method} {wire.path}" + (f"?{urlencode(wire.query)}" if route.has_body and wire.query else "")
    body = wire.body
    answer_text = (
        "A file.\n" if answer is None else f"```json\n{json.dumps(answer, indent=2, ensure_ascii=False)}\n```\n"
    )
    if answer is not None and (records := _record_names(content["schema"], document["components"]["schemas"])):
        answer_text += f"\nRecords: {', '.join(map(_link, records))}\n"
    if data := personal_data(call.answer_type()):
        persons = (f"{_PERSONS[person]} ({', '.join(sorted(data[person]))})" for person in _PERSONS if person in data)
        answer_text += f"\nPersonal data: {'; '.join(persons)}\n"
    return (
        f"### {call.__name__}\n\n`{route.method} {route.path}` · {ACCESS_NAMES[route.access]}{_scope(call)}\n\n"
        f"{doc}\n{table}\n"
        f"```http\n{sent}\n" + (f"\n{json.dumps(body, indent=2, ensure_ascii=False)}\n" if body else "") + "```\n"
        f"{answer_text}"
    )


def _record_names(schema: Any, schemas: Mapping[str, Any]) -> list[str]:
    """Return the records that an answer contains, without those inside them."""
    names: dict[str, None] = {}
    for name in references(schema):
        is_record = _is_record(name, schemas[name])
        names |= dict.fromkeys([name] if is_record else _record_names(schemas[name], schemas))
    return [*names]


def _is_record(name: str, schema: Mapping[str, Any]) -> bool:
    """Return True unless it is an envelope, a form or a JSON value."""
    fields = schema.get("properties", {})
    return bool(fields) and name not in _ENVELOPES and not name.endswith("Form") and "attributes" not in fields


def records_page(document: Mapping[str, Any]) -> str:
    """Return the fields of each record that a call returns or takes, with their form and meaning."""
    targets = Targets()
    sections = ["# The records\n\nFields of the records in the answers of [the calls](calls.md).\n"]
    for name, schema in sorted(document["components"]["schemas"].items()):
        if not _is_record(name, schema):
            continue
        rows = [
            f"| `{field}` | {_forms(details)}{_personal(details)} | {targets.link(_one_line(details))} |\n"
            for field, details in schema["properties"].items()
        ]
        text = targets.link(schema.get("description", ""))
        sections.append(f"## {name}\n\n{text}\n\n| Field | Form | Meaning |\n|---|---|---|\n{''.join(rows)}")
    return "\n".join(sections)


def _one_line(schema: Mapping[str, Any]) -> str:
    return " ".join(schema.get("description", "").split())


def _personal(schema: Mapping[str, Any]) -> str:
    mark = schema.get("x-personal")
    return f", personal: {mark['kind']} ({_PERSONS[mark['of']]})" if mark else ""


def _link(name: str) -> str:
    return f"[`{name}`](records.md#{name.lower()})"


def _scope(call: type[Call[Any]]) -> str:
    """Return what a key needs for a call; empty if no key may make it."""
    if call.route.any_key:
        return " · every key"
    scope = scope_of(call)
    return f" · scope `{scope}`" if scope else ""


def _where(call: type[Call[Any]], name: str) -> str:
    route = call.route
    if name in route.path_fields:
        return "path"
    if name in call.query_fields():
        return "query"
    if route.multipart:
        return "form, a file" if name in call.file_fields() else "form"
    return f"body, in `{route.body_in}`" if route.body_in else "body"


def _forms(schema: Mapping[str, Any]) -> str:
    choices = [branch for branch in schema.get("anyOf", [schema]) if branch != {"type": "null"}]
    return ", ".join(_form(choice) for choice in choices)


def _form(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return "any JSON" if name == "JsonValue" else _link(name)
    if isinstance(items := schema.get("items"), Mapping):
        return f"list of {_forms(items)}"
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    bounds = [
        f"{word} {schema[key]}"
        for key, word in (("minimum", "from"), ("maximum", "to"), ("minLength", "at least"), ("maxLength", "at most"))
        if key in schema and schema[key] != MAX_ID
    ]
    return " ".join([str(schema.get("format") or schema.get("type", "any")), *bounds])
