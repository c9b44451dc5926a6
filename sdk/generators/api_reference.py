"""Data of the API reference in the console: one JSON file for each area, one for the search and one for the codes.

Every call, model and entry is one line, so that a change of a call changes one line. The texts are those of the
OpenAPI document.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from careops.calls import AREAS, calls_of
from careops.contract import ACCESS_NAMES, ANYONE, Call
from careops.contract.envelopes import Json
from careops.contract.fields import MAX_ID
from careops.error_codes import ERROR_CODES
from careops.scopes import is_batchable, scope_of
from careops_server.core.configuration.settings import Settings
from generators.error_codes import in_plural
from generators.raised_codes import COMMON, raised_codes

_MANY: Final = ("minItems", "maxItems")
_LONG: Final = ("minLength", "maxLength")
_HTTP_DATES: Final = ("date", "date-time")


def api_reference(document: Mapping[str, Any]) -> dict[str, str]:
    """Return the files by name."""
    areas = {area: [_Described(call, document) for call in calls_of(area)] for area in AREAS}
    models = {name: _model(schema) for name, schema in document["components"]["schemas"].items()}
    texts = {tag["name"]: tag["description"] for tag in document["tags"]}
    files = {f"{area}.json": _area_file(calls, models) for area, calls in areas.items()}
    entries = [_entry(area, each, models) for area, calls in areas.items() for each in calls]
    codes = {
        code: {"statuses": defined.statuses, "title": in_plural(defined.title), "meaning": defined.meaning}
        for code, defined in ERROR_CODES.items()
    }
    files["index.json"] = _lines(
        {
            "guide": document["info"]["description"],
            "limits": {
                "reads": _setting("reads_per_minute"),
                "writes": _setting("writes_per_minute"),
                "anonymous": _setting("anonymous_per_minute"),
            },
            "areas": [{"name": area, "text": texts[area]} for area in AREAS],
            "calls": entries,
        }
    )
    files["error_codes.json"] = _lines({"common": COMMON, "codes": codes})
    return files


def _setting(name: str) -> Any:
    return Settings.model_fields[name].default


def _area_file(calls: list[_Described], models: Mapping[str, Json]) -> str:
    named = sorted({name for each in calls for name in each.models(models)})
    return _lines({"calls": [each.entry for each in calls], "models": {name: models[name] for name in named}})


def _entry(area: str, described: _Described, models: Mapping[str, Json]) -> Json:
    """Return the entry of a call for the search and the list of calls."""
    entry = described.entry
    fields = [
        entry["parameters"],
        entry["body"],
        entry["answer"],
        *(models[name]["fields"] for name in described.models(models)),
    ]
    names = {field["name"] for field in _flat(fields)}
    return {
        **{key: entry[key] for key in ("name", "method", "path", "summary")},
        "area": area,
        "fields": " ".join(sorted(names)),
    }


def _flat(fields: list[list[Json]]) -> Iterator[Json]:
    for group in fields:
        for field in group:
            yield field
            yield from _flat([field.get("fields", [])])


class _Described:
    """A call with its details for the console."""

    def __init__(self, call: type[Call[Any]], document: Mapping[str, Any]) -> None:
        self._schemas = document["components"]["schemas"]
        route = call.route
        operation = document["paths"][route.path][route.method.lower()]
        content = operation["responses"]["200"]["content"]
        own = [each for each in operation["parameters"] if "$ref" not in each]
        parameters = [{**each["schema"], "description": each.get("description", "")} for each in own]
        body = self._body(operation)
        answer = content.get("application/json")
        limited = call.restricted_fields()
        self.entry: Json = _present(
            name=call.__name__,
            method=route.method,
            path=route.path,
            summary=operation["summary"],
            description=operation["description"].rpartition("\n\n")[0],  # the last paragraph is about the access
            spec=operation.get("x-spec"),
            access=ACCESS_NAMES[route.access],
            scope=scope_of(call),
            anyKey=route.any_key,
            stepUp=route.step_up,
            changes=route.mutates,
            addition=route.is_own,
            paged="page" in call.model_fields,
            etag=bool(route.versioned),
            ifMatch=route.against.__name__ if route.against else None,
            idempotent=route.mutates and not route.items_have_keys,
            batch=is_batchable(call),
            budget="anonymous" if route.access is ANYONE else "writes" if route.mutates else "reads",
            bodyIn=route.body_in,
            form=route.multipart,
            restricted={name: ACCESS_NAMES[access] for name, access in limited.items()},
            files=None if answer else list(content),
            answerExample=answer and answer["example"],
        )
        self.entry |= {
            "parameters": [
                {**_field(each["name"], schema, each["required"]), "in": each["in"]}
                for each, schema in zip(own, parameters, strict=True)
            ],
            "body": _fields(body),
            "answer": _fields(self._resolved(answer["schema"])) if answer else [],
            "example": _example(call),
            "codes": raised_codes(call, self._walk([*parameters, {"required": _needed(own)}]), self._walk([body])),
        }

    def _body(self, operation: Json) -> Json:
        """Return the schema of the fields of the body, without the key around them."""
        if "requestBody" not in operation:
            return {}
        [content] = operation["requestBody"]["content"].values()
        schema = self._resolved(content["schema"])
        inner = schema["properties"]
        if len(inner) == 1 and "$ref" in (only := next(iter(inner.values()))) and only["$ref"].endswith("Form"):
            return self._resolved(only)
        return schema

    def _resolved(self, schema: Json) -> Json:
        resolved: Json = self._schemas[_named(schema["$ref"])] if "$ref" in schema else schema
        return resolved

    def _walk(self, schemas: list[Json]) -> Iterator[Json]:
        """Yield the schemas and all inside them."""
        seen: set[str] = set()
        waiting = list(schemas)
        while waiting:
            schema = waiting.pop()
            yield schema
            waiting += schema.get("properties", {}).values()
            waiting += schema.get("anyOf", ())
            waiting += (
                inner for key in ("items", "additionalProperties") if isinstance(inner := schema.get(key), dict)
            )
            if (reference := schema.get("$ref")) and reference not in seen:
                seen.add(reference)
                waiting.append(self._resolved(schema))

    def models(self, models: Mapping[str, Json]) -> set[str]:
        """Return the names of the models that the call uses, directly or indirectly."""
        names: set[str] = set()
        waiting = [self.entry["parameters"], self.entry["body"], self.entry["answer"]]
        while waiting:
            for field in _flat([waiting.pop()]):
                if (name := field.get("model")) and name not in names:
                    names.add(name)
                    waiting.append(models[name]["fields"])
        return names


def _needed(parameters: list[Json]) -> list[str]:
    return [each["name"] for each in parameters if each["required"] and each["in"] == "query"]


def _example(call: type[Call[Any]]) -> Json:
    """Return the parts of the example's request, with the types of its parameters."""
    example = call(**call.example.call)
    wire, sent = example.to_wire(), example.parameters
    typed = {
        name: sent[name] if isinstance(sent[name], bool | int | float) else text
        for name, text in wire.query.items()
        if name in call.example.call
    }
    path = {name: value for name, value in sent.items() if name in call.route.path_fields}
    files = {name: upload.name for name, upload in wire.files.items()}
    return _present(path=path, query=typed, body=wire.body, files=files)


def _model(schema: Json) -> Json:
    return _present(text=schema.get("description")) | {"fields": _fields(schema)}


def _fields(schema: Json) -> list[Json]:
    required = schema.get("required", ())
    return [_field(name, field, name in required) for name, field in schema.get("properties", {}).items()]


def _field(name: str, schema: Json, required: bool) -> Json:
    """Return the description of a field: its type, its limits, and the model or the fields inside it."""
    choices = schema.get("anyOf", [schema])
    kinds = [choice for choice in choices if choice != {"type": "null"}]
    inner = [kind for kind in map(_innermost, kinds) if "$ref" in kind or "properties" in kind]
    return _present(
        name=name,
        type=" or ".join(dict.fromkeys(_type(kind) for kind in kinds)),
        required=required,
        nullable=len(kinds) < len(choices),
        limits="; ".join(filter(None, map(_limits, kinds))),
        choices=next((choices for kind in kinds if (choices := _choices(kind))), None),
        default=schema.get("default"),
        text=schema.get("description"),
        model=next((_named(kind["$ref"]) for kind in inner if "$ref" in kind), None),
        fields=[field for kind in inner for field in _fields(kind)],
    )


def _innermost(schema: Json) -> Json:
    """Return the schema of the entries of a list or a mapping; the schema itself for anything else."""
    inner = schema.get("items") or schema.get("additionalProperties")
    return _innermost(inner) if isinstance(inner, dict) and inner else schema


def _type(schema: Json) -> str:
    if "$ref" in schema:
        return _named(schema["$ref"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_type(kind) for kind in schema["anyOf"]))
    if isinstance(items := schema.get("items"), dict):
        return f"list of {_type(items)}"
    if isinstance(values := schema.get("additionalProperties"), dict):
        return f"object of {_type(values)}"
    if schema.get("format") in _HTTP_DATES or schema.get("format") in ("uuid", "binary"):
        return {"date": "date", "date-time": "time", "uuid": "UUID", "binary": "file"}[schema["format"]]
    return str(schema.get("type", "any"))


def _choices(schema: Json) -> list[Any] | None:
    if "const" in schema:
        return None if schema["const"] is True else [schema["const"]]
    values = schema.get("enum") or schema.get("items", {}).get("enum")
    return list(values) if values else None


def _limits(schema: Json) -> str:
    return ", ".join(
        filter(
            None,
            (
                _range(schema, "minimum", "maximum", ""),
                _range(schema, *_LONG, " characters"),
                _range(schema, *_MANY, " entries"),
                f"pattern {schema['pattern']}" if "pattern" in schema else "",
            ),
        )
    )


def _range(schema: Json, least: str, most: str, unit: str) -> str:
    low, high = schema.get(least), schema.get(most)
    if high is not None and high >= MAX_ID:
        high = None
    if low is not None and high is not None:
        return f"{low} to {high}{unit}" if low != high else f"exactly {low}{unit}"
    if low is not None:
        return f"at least {low}{unit}"
    return f"at most {high}{unit}" if high is not None else ""


def _present(**parts: Any) -> Json:
    """Return the parts that say something: no null, no false, nothing empty."""
    return {
        name: value
        for name, value in parts.items()
        if value is not None and value is not False and value != [] and value != {} and value != ""
    }


def _named(reference: str) -> str:
    return reference.rpartition("/")[2]


def _lines(file: Mapping[str, Any]) -> str:
    """Format a file with one line for each entry of its lists and objects."""
    parts = []
    for name, value in file.items():
        if isinstance(value, list):
            inner = ",\n".join(_compact(each) for each in value)
            parts.append(f"{_compact(name)}: [\n{inner}\n]")
        elif isinstance(value, dict):
            inner = ",\n".join(f"{_compact(key)}: {_compact(each)}" for key, each in value.items())
            parts.append(f"{_compact(name)}: {{\n{inner}\n}}")
        else:
            parts.append(f"{_compact(name)}: {_compact(value)}")
    return "{" + ",\n".join(parts) + "}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
