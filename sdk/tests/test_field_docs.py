"""Every field has a description for editors, documents and the command line."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import BaseModel

from careops.calls import AREAS, all_calls, area_module
from careops.calls.clinics import ListClinics
from careops.contract import Call, FixedPageParams, Page, PageParams
from careops.contract.field_docs import field_docs
from careops.document.openapi import openapi_document
from careops.document.openapi_texts import markdown


def written_models() -> list[type[BaseModel]]:
    """Return every call and every model in the source of the contract."""
    models: list[type[BaseModel]] = [Page, PageParams, FixedPageParams]
    for area in AREAS:
        module = area_module(area)
        models += [
            thing
            for name, thing in vars(module).items()
            if isinstance(thing, type) and issubclass(thing, BaseModel)
            # Pydantic also leaves `Page[Clinic]` in the module.
            if thing.__module__.startswith("careops.") and "[" not in name
        ]
    return list(dict.fromkeys(models))


@pytest.mark.parametrize("model", written_models(), ids=lambda model: model.__name__)
def test_every_field_has_a_description(model: type[BaseModel]) -> None:
    sentences = field_docs(model)
    home = model.__module__.replace(".", "/") + ".py"
    missing = [f"{model.__name__}.{name}" for name in model.model_fields if name not in sentences]
    assert missing == [], f"write what it means in a docstring below the field, in sdk/{home}"
    for name, sentence in sentences.items():
        assert re.fullmatch(r"[A-Z`][^\n]+\.(\n.*)?", sentence, re.DOTALL), f"{model.__name__}.{name}: no sentence"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """Build the document once, because it takes nearly a second."""
    return openapi_document()


@pytest.mark.parametrize("call", all_calls(), ids=lambda call: call.__name__)
def test_every_parameter_is_described_in_the_document(call: type[Call[Any]], document: dict[str, Any]) -> None:
    operation = document["paths"][call.route.path][call.route.method.lower()]
    descriptions = {
        parameter["name"]: parameter.get("description") for parameter in operation["parameters"] if "name" in parameter
    }
    if "requestBody" in operation:
        (content,) = operation["requestBody"]["content"].values()
        form = content["schema"]
        if call.route.body_in:
            form = {"$ref": f"{call.__name__}Form"}
        if "$ref" in form:
            form = document["components"]["schemas"][form["$ref"].rpartition("/")[2]]
        descriptions |= {name: field.get("description") for name, field in form["properties"].items()}
    assert {name: descriptions[name] for name in call.model_fields} == {
        name: markdown(sentence) for name, sentence in field_docs(call).items()
    }


def test_answers_and_inherited_fields_are_described(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert schemas["Clinic"]["properties"]["name"]["description"] == "Name of the clinic."
    assert schemas["ClinicDetail"]["properties"]["name"]["description"] == "Name of the clinic."
    assert field_docs(ListClinics)["page"] == "Page to read, counted from 1."


def test_model_without_source_has_no_descriptions() -> None:
    home: dict[str, Any] = {"__name__": "nowhere"}
    exec("from pydantic import BaseModel\nclass Lost(BaseModel):\n    x: int = 1", home)  # noqa: S102 (the point of the test)
    assert field_docs(home["Lost"]) == {}
