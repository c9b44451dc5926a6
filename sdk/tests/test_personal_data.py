"""Personal data in answers: every free field is marked, or is known to tell nothing about a person."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import pytest
from pydantic import BaseModel, JsonValue

from careops.calls import all_calls
from careops.calls.clinics import ListClinics, ReadClinic
from careops.calls.leads import ListLeads
from careops.calls.payments import ListPayments
from careops.calls.session import ReadSession
from careops.calls.staff import ListStaff
from careops.contract import Call
from careops.contract.personal import mark_of, models_in, personal_data
from careops.document.openapi import openapi_document

_REGISTER: Final[dict[str, dict[str, list[str]]]] = tomllib.loads(
    Path(__file__).with_name("not_personal.toml").read_text("utf-8")
)
_NOT_PERSONAL: Final = {field for reason in _REGISTER.values() for field in reason["fields"]}


def _is_free(kind: Any) -> bool:
    """Return True if a field of this type can hold any text; choices, numbers and times cannot."""
    if kind in (str, Any, JsonValue):
        return True
    inner = get_args(kind)
    if get_origin(kind) is Literal:
        return False
    if get_origin(kind) in (Union, UnionType) and any(get_origin(choice) is Literal for choice in inner):
        inner = tuple(choice for choice in inner if choice is not str)
    return any(map(_is_free, inner))


def _free_fields() -> Iterator[tuple[type[BaseModel], str]]:
    models = {model for call in all_calls() for model in models_in(call.answer_type())}
    for model in sorted(models, key=lambda model: model.__name__):
        for name, field in model.model_fields.items():
            if _is_free(field.annotation) or name == "dob" or "birth" in name:
                yield model, name


def test_free_field_of_an_answer_is_marked_or_not_personal() -> None:
    unknown = [
        f"{model.__name__}.{name}"
        for model, name in _free_fields()
        if mark_of(model, name) is None and _NOT_PERSONAL.isdisjoint({name, f"{model.__name__}.{name}"})
    ]
    assert unknown == [], "mark them with Personal, or add them to not_personal.toml with the reason"


def test_fields_that_are_not_personal_exist_and_have_no_mark() -> None:
    fields = [(model, name) for model, name in _free_fields() if mark_of(model, name) is None]
    names = {name for _, name in fields} | {f"{model.__name__}.{name}" for model, name in fields}
    assert sorted(_NOT_PERSONAL - names) == []


@pytest.mark.parametrize("call", [ListLeads, ListPayments, ReadClinic])
def test_call_that_identifies_people_outside_the_team_reads_people(call: type[Call[Any]]) -> None:
    assert call.reads_people()


@pytest.mark.parametrize("call", [ListClinics, ListStaff, ReadSession])
def test_call_about_businesses_or_the_team_reads_no_people(call: type[Call[Any]]) -> None:
    assert not call.reads_people()


def test_marks_of_inner_records_belong_to_the_answer() -> None:
    assert personal_data(ReadClinic.answer_type()) == {
        "user": {"name", "phone", "account_no"},
        "doctor": {"name", "phone"},
    }


def test_marks_are_in_the_openapi_document() -> None:
    lead = openapi_document()["components"]["schemas"]["Lead"]["properties"]
    assert lead["phone_number"]["x-personal"] == {"kind": "phone", "of": "lead"}
    assert "x-personal" not in lead["campaign_name"]
