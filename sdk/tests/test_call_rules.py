"""Rules of the contract, each with an example."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from careops.calls import all_calls
from careops.calls.clinics import ListClinics, ReadClinic, SignUpHospital, UpdateClinic
from careops.calls.modules import ListSpecModules, UpdateClinicSettings
from careops.calls.session import RefreshSession, SignIn
from careops.calls.users import UpdateUser
from careops.contract import (
    ACCESS_NAMES,
    STAFF,
    Binding,
    Call,
    Delete,
    Get,
    Page,
    PageParams,
    PathBodyMismatch,
    Post,
    Put,
    item_type,
)
from careops.contract.envelopes import Envelope
from careops.contract.validation_errors import problems_from_validation


def test_none_is_omitted_in_a_query_and_null_in_a_body() -> None:
    assert ListClinics(search_text=None).to_wire().query == {"page": "1", "perpage": "10"}
    assert UpdateClinic(id=41, beds_count=None).to_wire().body == {"clinic_details": {"id": 41, "beds_count": None}}
    assert UpdateClinic(id=41).to_wire().body == {"clinic_details": {"id": 41}}


def test_query_writes_booleans_in_lower_case() -> None:
    wire = ListClinics(is_hospital=True, bank_details=False).to_wire()
    assert (wire.query["is_hospital"], wire.query["bank_details"]) == ("true", "false")


def test_flat_or_doubled_body_is_refused() -> None:
    form = {"phone_number": "9000000001", "password": "x"}
    with pytest.raises(ValidationError):
        SignIn.from_wire({}, {}, form)
    with pytest.raises(ValidationError):
        SignIn.from_wire({}, {}, {"user_signin_form": form, "password": "y"})


@pytest.mark.parametrize("nested", [None, [], [1], "x", 5, True])
def test_body_with_a_wrong_type_is_refused_by_its_key(nested: object) -> None:
    with pytest.raises(ValidationError) as error:
        UpdateClinicSettings.from_wire({"clinic_id": "4"}, {}, {"settings": nested})
    [problem] = problems_from_validation(error.value)
    assert (problem.source, problem.title) == ("settings", "Settings must be an object")


def test_id_in_the_body_must_be_the_one_in_the_path() -> None:
    assert UpdateClinic.from_wire({"id": "41"}, {}, {"clinic_details": {"id": 41, "beds_count": 2}}).beds_count == 2
    with pytest.raises(PathBodyMismatch, match="differs") as error:
        UpdateClinic.from_wire({"id": "41"}, {}, {"clinic_details": {"id": 42}})
    assert error.value.field == "id"
    for no_number in ("42", True, None, [41]):
        with pytest.raises((PathBodyMismatch, ValidationError)):
            UpdateClinic.from_wire({"id": "41"}, {}, {"clinic_details": {"id": no_number}})


def test_change_needs_at_least_one_field() -> None:
    with pytest.raises(ValidationError, match="Please give"):
        UpdateUser(user_id=1)
    with pytest.raises(ValidationError, match="Please give"):
        UpdateClinicSettings(clinic_id=1)
    with pytest.raises(ValidationError, match="cannot be taken away"):
        UpdateUser(user_id=1, growth_enabled=None)
    assert UpdateUser(user_id=1, user_status="BLOCKED").changes == {"user_status": "BLOCKED"}
    assert UpdateClinicSettings(clinic_id=1, abdm_enabled=False).flags == {"abdm_enabled": False}


def test_restricted_fields_are_declared_fields() -> None:
    assert {name: ACCESS_NAMES[access] for name, access in UpdateUser.restricted_fields().items()} == {
        "user_status": "billing"
    }


@pytest.mark.proves("SEC-61.objects")
def test_secrets_stay_out_of_reprs_and_errors() -> None:
    canary = "canary-bird-in-a-mine"
    assert canary not in repr(SignIn(phone_number="9000000001", password=canary))
    assert canary not in repr(RefreshSession(refresh_token=canary))
    with pytest.raises(ValidationError) as error:
        SignUpHospital(phone_number=canary, password=canary[:9], name="x", email=canary)
    assert canary[:9] not in str(error.value)
    with pytest.raises(ValidationError) as error:
        SignIn.read_answer({"auth_token": canary, "refresh_token": canary, "data": {"user": {}}})
    assert canary not in str(error.value)


def test_calls_are_frozen_and_refuse_unknown_fields() -> None:
    call = ReadClinic(id=4)
    with pytest.raises(ValidationError, match="frozen"):
        call.id = 5
    with pytest.raises(ValidationError, match="extra_forbidden"):
        ReadClinic(id=4, colour="blue")  # type: ignore[call-arg]  # the point of the test


def test_list_declares_its_item_type() -> None:
    from careops.calls.clinics import Clinic

    assert item_type(ListClinics) is Clinic


def test_page_has_its_offset_and_last_page() -> None:
    assert ListClinics(page=3, perpage=25).offset == 50
    assert Page.of([1], total=21, perpage=10).total_pages == 3
    assert Page.of([], total=0, perpage=10).total_pages == 0
    assert issubclass(ListClinics, PageParams)


def test_call_without_answer_type_is_refused() -> None:
    class Silent(Call):  # type: ignore[type-arg]  # the point of the test
        """Call without an answer type."""

    with pytest.raises(TypeError, match="Silent declares no"):
        Silent.answer_type()


def test_contradictory_route_is_refused() -> None:
    with pytest.raises(TypeError, match="has no body"):
        Get("/x", access=STAFF, body_in="thing")
    with pytest.raises(TypeError, match="changes something anyway"):
        Post("/x", access=STAFF, changes=True)
    with pytest.raises(TypeError, match="is the platform's anyway"):
        Get("/x", access=STAFF, forwarded=True)


def test_methods_declare_mutations_and_bodies() -> None:
    assert not Get("/x", access=STAFF, answer=Envelope()).mutates
    assert Post("/x", access=STAFF).mutates
    assert not Post("/x", access=STAFF, safe=True).mutates
    assert Put("/x", access=STAFF).has_body
    assert Delete("/x/{id}", access=STAFF).mutates
    assert Delete("/x/{id}", access=STAFF).path_fields == {"id"}


async def test_handled_by_pairs_call_and_handler() -> None:
    async def handler(call: ReadClinic, context: None, prepared: str) -> Any:
        return prepared

    async def prepare(call: ReadClinic, context: None) -> str:
        return "ready"

    binding = ReadClinic.handled_by(handler, prepared_by=prepare)
    assert (binding.call, binding.handler, binding.prepare) == (ReadClinic, handler, prepare)
    assert await binding.prepared(ReadClinic(id=1), None) == ("ready",)
    alone: Binding[None] = Binding(ReadClinic, handler)
    assert await alone.prepared(ReadClinic(id=1), None) == ()


# Irregular envelopes


def test_rows_with_attributes_are_unwrapped() -> None:
    rows = [
        {"id": 2, "attributes": {"id": 2, "name": "A"}},
        {"id": 3, "attributes": {"name": "B"}},
        {"id": 4, "name": "C"},
    ]
    assert [module.id for module in ListSpecModules.read_answer({"data": rows})] == [2, 3, 4]
    for row in (["attributes"], "attributes", {"attributes": None}, {"attributes": [1]}, 5, None):
        with pytest.raises(ValidationError):
            ListSpecModules.read_answer({"data": [row]})


@pytest.mark.parametrize(
    "payload",
    [
        {"data": {"clinics": [], "total_records": 7, "total_pages": 1}},
        {"data": {"clinics": []}, "meta": {"total_records": 7, "total_pages": 1}},
        {"clinics": [], "total_records": 7, "total_pages": 1},
    ],
)
def test_fields_are_found_in_data_meta_and_envelope(payload: dict[str, Any]) -> None:
    assert ListClinics.read_answer(payload).total_records == 7


def test_missing_field_is_named() -> None:
    with pytest.raises(KeyError, match="total_records"):
        ListClinics.read_answer({"data": {"clinics": []}})


@pytest.mark.parametrize(
    "call", [call for call in all_calls() if (call.route.event or "").endswith((".create", ".add"))]
)
def test_creating_call_returns_the_new_record(call: type[Call[Any]]) -> None:
    """A creating call returns the id of the new record, or the record."""
    assert {"id", "clinic", "clinic_doctor", "payment", "request"} & call.answer_type().model_fields.keys()
