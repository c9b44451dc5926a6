"""The data of the API reference contains exactly the contract, and the errors that each call can have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from careops.calls import AREAS, all_calls, area_of
from careops.document.openapi import openapi_document
from careops.error_codes import ERROR_CODES
from careops.scopes import scope_of
from generators.api_reference import api_reference
from generators.raised_codes import COMMON


@cache
def _files() -> dict[str, Any]:
    return {name: json.loads(text) for name, text in api_reference(openapi_document()).items()}


@cache
def _calls() -> dict[str, Any]:
    return {call["name"]: call for area in AREAS for call in _files()[f"{area}.json"]["calls"]}


def _fields(call: dict[str, Any]) -> list[str]:
    return [field["name"] for field in (*call["parameters"], *call["body"])]


def test_each_call_is_in_the_file_of_its_area_and_in_the_index() -> None:
    for area in AREAS:
        names = [call["name"] for call in _files()[f"{area}.json"]["calls"]]
        assert names == [call.__name__ for call in all_calls() if area_of(call) == area]
    assert [(entry["name"], entry["area"]) for entry in _files()["index.json"]["calls"]] == [
        (call.__name__, area_of(call)) for area in AREAS for call in all_calls() if area_of(call) == area
    ]


@pytest.mark.parametrize("call", list(all_calls()), ids=lambda call: call.__name__)
def test_a_call_has_all_its_parameters_and_its_access(call: Any) -> None:
    described = _calls()[call.__name__]
    assert set(_fields(described)) == set(call.model_fields) | set(call.route.also_in_body.values())
    assert described.get("scope") == scope_of(call)
    assert described.get("changes", False) == call.route.mutates
    assert all(field.get("text") for field in (*described["parameters"], *described["body"])), "a field says nothing"


@pytest.mark.parametrize("area", AREAS)
def test_every_nested_model_is_in_the_file(area: str) -> None:
    file = _files()[f"{area}.json"]

    def named(fields: list[dict[str, Any]]) -> Iterator[str]:
        for field in fields:
            yield from [field["model"]] if "model" in field else []
            yield from named(field.get("fields", []))

    groups = [call[part] for call in file["calls"] for part in ("parameters", "body", "answer")]
    groups += [model["fields"] for model in file["models"].values()]
    assert {name for group in groups for name in named(group)} == file["models"].keys()


def test_a_field_has_its_limits_choices_and_model() -> None:
    clinics = _files()["clinics.json"]
    fields = {field["name"]: field for call in clinics["calls"] for field in call["parameters"]}
    assert fields["perpage"] | {"text": ""} == {
        "name": "perpage",
        "type": "integer",
        "limits": "1 to 500",
        "default": 10,
        "text": "",
        "in": "query",
    }
    assert fields["filter_type"]["choices"] == ["state"]
    body = {field["name"]: field for field in _calls()["UpdateClinic"]["body"]}
    assert (body["location"]["model"], body["location"]["nullable"]) == ("NewLocation", True)
    assert body["other_specialities"]["limits"] == "at most 50 entries"


@pytest.mark.parametrize(
    ("call", "codes"),
    [
        ("CreateCareCity", {"care_city_name_taken", "coordinates_incomplete", "too_long", "required"}),
        ("ReadClinic", {"clinic_not_found", "not_an_integer"}),
        ("UpdateCareCity", {"version_changed", "nothing_to_change"}),
        ("ResetPassword", {"confirmation_required", "own_password_reset"}),
        ("UploadLeads", {"file_pdf", "lead_file_busy", "clinic_not_found"}),
        ("MakeChanges", {"changes_not_batched", "target_key_repeated"}),
        ("ExportList", {"export_limit", "export_too_large"}),
    ],
)
def test_a_call_names_its_errors(call: str, codes: set[str]) -> None:
    assert codes - set(_calls()[call]["codes"]) == set()


def test_read_omits_the_errors_of_the_form() -> None:
    assert "care_city_name_taken" not in _calls()["ReadCareCity"]["codes"]
    assert "release_note_unpublished" not in _calls()["ReadReleaseNote"]["codes"]


def test_all_codes_are_explained() -> None:
    file = _files()["error_codes.json"]
    assert file["codes"].keys() == ERROR_CODES.keys()
    assert set(COMMON) <= file["codes"].keys()
    assert {code for call in _calls().values() for code in call["codes"]} <= file["codes"].keys()
