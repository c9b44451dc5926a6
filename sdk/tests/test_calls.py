"""Rules for every call of the contract, including future ones."""

from __future__ import annotations

import csv
import inspect
import io
import json
import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeGuard, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import BaseModel, TypeAdapter, ValidationError
from sdk.tests.shape_calls import SHAPES

from careops.calls import AREAS, all_calls, area_module, area_of, calls_of, offers_of
from careops.contract import ACCESS_NAMES, Call, HttpParts, PathBodyMismatch
from careops.contract.validation_errors import problems_from_validation
from careops.files import Upload

AnyCall = type[Call[Any]]
every_call = pytest.mark.parametrize("call", all_calls(), ids=lambda call: call.__name__)
every_form = pytest.mark.parametrize("call", [*all_calls(), *SHAPES], ids=lambda call: call.__name__)
brief = settings(
    max_examples=min(15, settings().max_examples),  # fewer with --fast
    deadline=None,
    # For a call with two forms, most values of the schema are invalid.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


# Docstrings and declarations


@every_call
def test_docstring_has_a_summary_and_a_source(call: AnyCall) -> None:
    doc = inspect.cleandoc(vars(call)["__doc__"] or "")
    assert doc.partition("\n")[0].strip()
    documented = re.search(r"\((?:[AB] \d+(?:, )?)+\)|Spec: [AB] ?-?\d+|Our own addition", doc)
    assert documented, "end the docstring with where the call comes from: 'Spec: A 7.' or 'Our own addition (S-6).'"
    assert ("Our own addition" in doc) == call.route.path.startswith("/careops/")


@every_call
def test_access_is_declared(call: AnyCall) -> None:
    assert call.route.access in ACCESS_NAMES
    assert all(access in ACCESS_NAMES for access in call.restricted_fields().values())


@every_call
def test_names_only_existing_fields(call: AnyCall) -> None:
    assert call.route.path_fields <= call.model_fields.keys()
    assert call.route.also_in_body.keys() <= call.route.path_fields
    assert all(call.model_fields[name].is_required() for name in call.route.path_fields)
    if call.route.body_in or call.route.also_in_body:
        assert call.route.has_body


@every_call
def test_call_with_version_has_a_read_of_its_record(call: AnyCall) -> None:
    against = call.route.against
    if against is not None:
        assert call.route.mutates
        assert against.route.path_fields <= call.model_fields.keys()
        assert against.route.versioned, f"{against.__name__} must say which parts its version stands for"


@every_call
def test_version_replaces_fields_of_the_answer(call: AnyCall) -> None:
    for path in call.route.versioned:
        fields: Any = call.answer_type()
        for name in path.split("."):
            fields = _inside(fields.model_fields[name].annotation)


def _inside(kind: Any) -> Any:
    return next((choice for choice in get_args(kind) if hasattr(choice, "model_fields")), kind)


@every_call
def test_every_mutation_has_a_unique_event(call: AnyCall) -> None:
    if call.route.mutates:
        same = [other for other in all_calls() if other.route.event == call.route.event]
        assert same == [call]
        assert re.fullmatch(r"[a-z_]+\.[a-z_]+", call.route.event or "")


PARTIAL = {"KeepRecent", "MarkMentionsRead", "UpdateNote"}
"""Additions whose omitted fields are unchanged."""


def defaulted_fields(model: type[BaseModel]) -> set[str]:
    """Return the fields with a default of a model and of the models in it."""
    names = set()
    for name, info in model.model_fields.items():
        if not info.is_required():
            names.add(name)
        inner = [info.annotation]
        for kind in inner:
            inner.extend(get_args(kind))
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                names |= {f"{name}.{field}" for field in defaulted_fields(kind)}
    return names


@every_call
def test_own_put_has_no_defaults_in_its_body(call: AnyCall) -> None:
    if call.route.method != "PUT" or not call.route.is_own or call.__name__ in PARTIAL:
        return
    reset = sorted(defaulted_fields(call))
    assert not reset, f"a sender that omits {reset} would reset them; move the defaults to Create…"


@every_call
def test_put_does_not_send_omitted_fields(call: AnyCall) -> None:
    if call.route.method != "PUT":
        return
    optional = [name for name in call.example.call if not call.model_fields[name].is_required()]
    for name in optional:
        values = {field: value for field, value in call.example.call.items() if field != name}
        try:
            request = call(**values)
        except ValidationError:  # one of several fields is required
            continue
        assert set(request.parameters) == set(values)


@every_call
def test_verb_is_offered_by_its_area(call: AnyCall) -> None:
    offers = offers_of(area_of(call))
    verbs = [getattr(verb, "call", None) for verb in vars(offers).values()]
    assert call in verbs, f"give {offers.__name__} of sdk/careops/calls/{area_of(call)}.py a verb for {call.__name__}"


def test_routes_are_unique() -> None:
    routes = [(call.route.method, re.sub(r"\{\w+\}", "{}", call.route.path)) for call in all_calls()]
    assert [route for route, count in Counter(routes).items() if count > 1] == []
    assert len({call.__name__ for call in all_calls()}) == len(all_calls())


@pytest.mark.parametrize("area", AREAS)
def test_every_area_offers_its_calls(area: str) -> None:
    assert calls_of(area), f"sdk/careops/calls/{area}.py holds no call"
    assert {area_of(call) for call in calls_of(area)} == {area}
    assert offers_of(area).__module__ == area_module(area).__name__


# Documented platform


def documented_rows() -> list[dict[str, str]]:
    with (Path(__file__).parent / "documented_calls.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.parametrize("row", documented_rows(), ids=lambda row: f"{row['method']} {row['path']}")
def test_documented_call_exists(row: dict[str, str]) -> None:
    call = _call_at(row["method"], row["path"])
    assert area_of(call) == row["area"]
    assert _documented_access(call) == row["access"]


@pytest.mark.parametrize("row", documented_rows(), ids=lambda row: f"{row['method']} {row['path']}")
def test_documented_body_exists(row: dict[str, str]) -> None:
    call = _call_at(row["method"], row["path"])
    schema = call.model_json_schema()
    names = {
        name for definition in (schema, *schema.get("$defs", {}).values()) for name in definition.get("properties", {})
    }
    documented = re.findall(r"(?:{|, )(\w+)(?=[,{}\[])", row["body"])
    missing = set(documented) - names - {call.route.body_in}
    assert not missing, f"{call.__name__} has no {', '.join(sorted(missing))}"


@pytest.mark.parametrize("row", documented_rows(), ids=lambda row: f"{row['method']} {row['path']}")
def test_documented_parameters_exist(row: dict[str, str]) -> None:
    call = _call_at(row["method"], row["path"])
    names = call.model_fields.keys() | {call.route.body_in, "data"}
    documented = re.findall(
        r"(\w+)(?:=\w+)?(?=[,{}\[ :]|$)", re.sub(r"\{flag\}=true|: \w+|\{\w+: boolean\}", "", row["query"])
    )
    missing = set(documented) - names
    assert not missing, f"{call.__name__} has no {', '.join(sorted(missing))}"


def test_undocumented_calls_are_additions() -> None:
    documented = {(row["method"], _anonymous(row["path"])) for row in documented_rows()}
    ours = {call for call in all_calls() if (call.route.method, _anonymous(call.route.path)) not in documented}
    undocumented = [
        f"{call.__name__} ({call.route.method} {call.route.path}) of sdk/careops/calls/{area_of(call)}.py"
        for call in ours
        if not call.route.is_own
    ]
    assert undocumented == [], "add a row to sdk/tests/documented_calls.tsv, or begin the path with /careops/"


def _call_at(method: str, path: str) -> AnyCall:
    key = (method, _anonymous(path))
    calls = [call for call in all_calls() if (call.route.method, _anonymous(call.route.path)) == key]
    assert len(calls) == 1, f"no call in sdk/careops/calls has the documented route {method} {path}"
    return calls[0]


def _anonymous(path: str) -> str:
    """Replace placeholders, which documented paths name in various ways: ``{id}``, ``{moduleId}``."""
    return re.sub(r"\{\w+\}", "{}", path)


def _documented_access(call: AnyCall) -> str:
    name = ACCESS_NAMES[call.route.access].replace("anyone", "none")
    restricted = [f"{ACCESS_NAMES[access]} for {field}" for field, access in call.restricted_fields().items()]
    return ", ".join([f"{name} for flags", *restricted]) if restricted else name


# Round trips


@every_form
def test_example_is_a_valid_call(call: AnyCall) -> None:
    request = call(**call.example.call)
    assert received(request.to_wire(), call) == request
    json.dumps(call.example.call)


@every_call
def test_example_answer_is_parsed_unchanged(call: AnyCall) -> None:
    if call.route.answer.file:
        return  # without an envelope
    adapter: TypeAdapter[Any] = TypeAdapter(call.answer_type())
    answer = adapter.validate_python(call.example.answer)
    envelope = json.loads(json.dumps(call.write_answer(answer)))
    assert envelope["success"] is True
    assert call.read_answer(envelope) == answer


@every_form
@brief
@given(data=st.data())
def test_any_call_is_parsed_unchanged(call: AnyCall, data: st.DataObject) -> None:
    request = data.draw(instances(call))
    wire = request.to_wire()
    assert received(wire, call) == request
    assert all(isinstance(value, str) for value in wire.query.values())
    assert "{" not in wire.path


@every_form
@pytest.mark.parametrize("place", ["query", "body", "nested"])
def test_unknown_field_is_refused_by_name(call: AnyCall, place: str) -> None:
    wire = call(**call.example.call).to_wire()
    path, query, body = path_values(wire.path, call), dict(wire.query), json.loads(json.dumps(wire.body or {}))
    if place == "query":
        query["colour"] = "blue"
    elif place == "body":
        body["colour"] = "blue"
    else:
        body.setdefault(call.route.body_in or "data", {})["colour"] = "blue"
    with pytest.raises(ValidationError) as error:
        call.from_wire(path, query, body)
    expected = "data" if place == "nested" and not call.route.body_in else "colour"
    assert expected in [problem.source for problem in problems_from_validation(error.value)]


@every_form
def test_parameter_in_the_wrong_place_is_refused(call: AnyCall) -> None:
    """Passwords must not be in an address, and a path has only one id."""
    wire = call(**call.example.call).to_wire()
    path = path_values(wire.path, call)
    in_body = call.example.call.keys() - call.route.path_fields - call.query_fields()
    for name in in_body if call.route.has_body else call.route.path_fields:
        with pytest.raises(ValidationError):
            call.from_wire(path, {**wire.query, name: call.example.call[name]}, wire.body)


@every_form
@brief
@given(data=st.data())
def test_invalid_input_raises_only_validation_errors(call: AnyCall, data: st.DataObject) -> None:
    names = st.sampled_from([*call.model_fields, call.route.body_in or "x"]) | st.text(max_size=8)
    some = st.dictionaries(names, JSON, max_size=5)
    path = dict.fromkeys(call.route.path_fields, "41") | data.draw(
        st.dictionaries(names, st.text(max_size=5), max_size=1)
    )
    body = data.draw(st.none() | some | (st.builds(lambda v: {call.route.body_in or "x": v}, some | JSON)))
    query = data.draw(st.just({}) | st.dictionaries(names, st.text(max_size=8), max_size=3))
    try:
        request = call.from_wire(path, query, body)
    except (ValidationError, PathBodyMismatch) as error:
        complaints = problems_from_validation(error) if isinstance(error, ValidationError) else [error.field]
    else:
        complaints = []
        assert received(request.to_wire(), call) == request
        return
    assert complaints


@every_call
@brief
@given(data=st.data())
def test_answer_of_another_shape_is_an_error(call: AnyCall, data: st.DataObject) -> None:
    names = st.sampled_from(
        sorted({name for path in call.route.answer.places.values() for name in path.split(".")} | {"x"})
    )
    inner = st.recursive(
        JSON,
        lambda children: st.lists(children, max_size=2) | st.dictionaries(names, children, max_size=3),
        max_leaves=5,
    )
    payload = data.draw(st.dictionaries(names, inner, max_size=4))
    try:
        call.read_answer(payload)
    except (KeyError, ValidationError):
        return


def received(wire: HttpParts, call: AnyCall) -> Call[Any]:
    """Build the call as a server reads it."""
    body = None if wire.body is None else json.loads(json.dumps(wire.body))
    return call.from_wire(path_values(wire.path, call), wire.query, body, wire.files)


def path_values(path: str, call: AnyCall) -> dict[str, str]:
    match = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", call.route.path), path)
    assert match
    return match.groupdict()


def instances(call: AnyCall) -> SearchStrategy[Call[Any]]:
    """Generate calls with all fields of the schema, given or omitted."""
    schema = call.model_json_schema()

    def make(values: dict[str, Any]) -> Call[Any] | None:
        try:
            return call(**values)
        except ValidationError as error:
            types = {complaint["type"] for complaint in error.errors()}
            if types & NO_SCHEMA_TELLS and types <= NO_SCHEMA_TELLS | OF_A_UNION:
                return None
            raise

    def is_made(request: Call[Any] | None) -> TypeGuard[Call[Any]]:
        return request is not None

    drawn = values_of(schema, schema.get("$defs", {}))
    if call.file_fields() or not call.example.call:
        return drawn.map(make).filter(is_made)
    # Dependencies between fields (of an article, on its type) hold in the example with two generated fields.
    some = st.sets(st.sampled_from(sorted(call.model_fields)), max_size=2)
    near = st.builds(
        lambda values, names: {**call.example.call, **{n: values[n] for n in names & values.keys()}}, drawn, some
    )
    return (drawn | near).map(make).filter(is_made)


def files() -> SearchStrategy[Upload]:
    """Generate files of a form."""
    return st.binary(max_size=50).map(lambda content: Upload.of(io.BytesIO(content), name="things.csv"))


NO_SCHEMA_TELLS = {"value_error", "string_too_short"}
"""Reasons to refuse a call that its schema allows: a control character, only blanks, no flag."""


OF_A_UNION = {"list_type", "string_type"}
"""Errors of the other member of a union, which expects a list or a text."""


def values_of(schema: dict[str, Any], definitions: dict[str, Any]) -> SearchStrategy[Any]:
    """Generate values that a JSON schema of the contract allows."""
    if "$ref" in schema:
        return values_of(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return st.one_of([values_of(choice, definitions) for choice in schema["anyOf"]])
    if "const" in schema or "enum" in schema:
        return st.sampled_from(schema.get("enum") or [schema["const"]])
    kind = schema["type"]
    if kind == "object":
        fields = {name: values_of(field, definitions) for name, field in schema.get("properties", {}).items()}
        required = set(schema.get("required", ()))
        return st.fixed_dictionaries(
            {name: field for name, field in fields.items() if name in required},
            optional={name: field for name, field in fields.items() if name not in required},
        )
    if kind == "array":
        return st.lists(values_of(schema["items"], definitions), min_size=schema.get("minItems", 0), max_size=3)
    least, most = schema.get("minimum"), schema.get("maximum")
    scalars: dict[str, SearchStrategy[Any]] = {
        "null": st.none(),
        "boolean": st.booleans(),
        "integer": st.integers(least, most),
        "number": st.floats(least, most),
        "string": files() if schema.get("format") == "binary" else strings(schema),
    }
    return scalars[kind]


def strings(schema: dict[str, Any]) -> SearchStrategy[str]:
    if schema.get("format") == "email":
        return st.from_regex(r"[a-z0-9.]{1,20}@[a-z]{1,10}\.(in|example)", fullmatch=True)
    if schema.get("format") == "uuid":
        return st.uuids().map(str)
    if schema.get("format") == "date":
        return st.dates().map(str)
    if schema.get("format") == "date-time":
        moments = st.datetimes(datetime(2000, 1, 2), datetime(2199, 12, 30), timezones=st.just(UTC))
        return moments.map(datetime.isoformat)
    if "pattern" in schema:
        return st.from_regex(schema["pattern"].removesuffix("$") + r"\Z")
    letters = st.characters(exclude_categories=["Cs"]) | st.sampled_from("क़ਸ਼ﷺ %_/?&#")
    least = schema.get("minLength", 0)
    return st.text(letters, min_size=least, max_size=max(least, min(schema.get("maxLength", 40), 40)))
