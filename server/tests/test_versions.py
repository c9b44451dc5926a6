"""Edit conflicts: if a request states its version, the second of two editors gets an error."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from pydantic import ValidationError
from server.tests.support.examples import example
from server.tests.support.stage import CARE, SUPER, Stage

from careops import AsyncCareOps, InvalidInput, NotFound, PreconditionFailed
from careops.calls import all_calls
from careops.calls.change_requests import SaveApprovalPolicies
from careops.calls.clinic_doctors import ReadClinicDoctor, UpdateClinicDoctor
from careops.calls.clinics import NewLocation, NewSpeciality, UpdateClinic
from careops.contract import Call

VERSIONED = [call for call in all_calls() if call.route.against is not None and call is not SaveApprovalPolicies]
ADDRESS = {"address_line_1": "12 Mall Road", "city": "Ludhiana", "zipcode": "141001"}
MOVED = NewLocation(address_line_1="12 Mall Road", city="Jalandhar", zipcode="141001")


async def version(client: AsyncCareOps, clinic_id: int) -> str:
    etag = (await client.clinics.read(id=clinic_id)).version
    assert etag is not None
    return etag


@pytest.mark.proves("FAULT-42.refused")
@pytest.mark.parametrize("call", VERSIONED, ids=lambda call: call.__name__)
async def test_every_change_against_a_stale_version_is_refused(stage: Stage, call: type[Call[Any]]) -> None:
    await check_stale_version_refused(stage, call)


@pytest.mark.own  # a gateway refuses policies
@pytest.mark.proves("FAULT-42.policies")
async def test_policies_against_a_stale_version_are_refused(stage: Stage) -> None:
    await check_stale_version_refused(stage, SaveApprovalPolicies)


OMITTABLE = [
    (call, name)
    for call in VERSIONED
    if call.route.method == "PUT" and not call.route.is_own
    for name in call.example.call
    if not call.model_fields[name].is_required()
]


@pytest.mark.parametrize(("call", "omitted"), OMITTABLE, ids=lambda value: getattr(value, "__name__", value))
async def test_put_without_a_field_keeps_its_value(stage: Stage, call: type[Call[Any]], omitted: str) -> None:
    client, request = await stage.signed_in(SUPER), await example(stage, call)
    against = call.route.against
    assert against is not None
    read = against(**{name: getattr(request, name) for name in against.route.path_fields})
    await client.send(request)
    before = await client.send(read)
    values = {name: value for name, value in request.parameters.items() if name != omitted}
    with suppress(ValidationError, InvalidInput):  # one of several fields is required
        await client.send(call.from_parameters(values))
    assert await client.send(read) == before


async def check_stale_version_refused(stage: Stage, call: type[Call[Any]]) -> None:
    """Change a record, and check that a change against its version before is refused."""
    client, request = await stage.signed_in(SUPER), await example(stage, call)
    against = call.route.against
    assert against is not None
    read = against(**{name: getattr(request, name) for name in against.route.path_fields})
    before = await client.send(read)
    with pytest.raises(PreconditionFailed) as stale:
        await client.send(request, if_match="given-by-an-older-release")
    assert set(stale.value.newest) == set(against.route.versioned)
    assert stale.value.version == before.version
    assert await client.send(read) == before  # nothing was changed
    await client.send(request, if_match=before.version)
    with pytest.raises(PreconditionFailed):
        await client.send(request, if_match=before.version)


@pytest.mark.proves("FAULT-42.seen")
async def test_second_editor_receives_the_changes_of_the_first(stage: Stage) -> None:
    first, second = await stage.signed_in(SUPER), await stage.signed_in(CARE)
    clinic_id = await stage.clinic(beds_count=4, rooms_count=2, **ADDRESS)
    read = await second.clinics.read(id=clinic_id)
    await first.clinics.update(id=clinic_id, beds_count=55, location=MOVED)
    with pytest.raises(PreconditionFailed) as stale:
        await second.send(UpdateClinic(id=clinic_id, beds_count=4, rooms_count=44), if_match=read.version)
    assert stale.value.newest == {"location.city": "Jalandhar", "beds_count": 55}
    assert [(problem.title, problem.detail) for problem in stale.value.problems] == [
        ("City has changed since it was read", 'It is now "Jalandhar"'),
        ("Beds count has changed since it was read", "It is now 55"),
    ]
    await second.send(UpdateClinic(id=clinic_id, rooms_count=44), if_match=stale.value.version)
    clinic = await first.clinics.read(id=clinic_id)
    assert (clinic.beds_count, clinic.rooms_count) == (55, 44)


@pytest.mark.proves("FAULT-42.unversioned")
async def test_last_write_wins_without_a_version(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic(beds_count=4)
    await client.clinics.update(id=clinic_id, beds_count=5)
    await client.clinics.update(id=clinic_id, beds_count=6)
    assert (await client.clinics.read(id=clinic_id)).beds_count == 6


async def test_concurrent_changes_of_one_version_succeed_once(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic(beds_count=0)
    etag = await version(client, clinic_id)
    answers = await asyncio.gather(
        *(client.send(UpdateClinic(id=clinic_id, beds_count=beds), if_match=etag) for beds in range(1, 9)),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, PreconditionFailed) for answer in answers) == 7


async def test_other_changes_keep_the_version(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic(beds_count=4)
    etag = await version(client, clinic_id)
    await client.modules.activate(clinic_id=clinic_id, module_id=stage.module_ids["Billing"])
    await client.modules.update_settings(clinic_id=clinic_id, ipd_enabled=True)
    await stage.clinic_doctor(clinic_id)
    assert await version(client, clinic_id) == etag
    await client.send(UpdateClinic(id=clinic_id, speciality=NewSpeciality(name="Cardiology")), if_match=etag)
    assert await version(client, clinic_id) != etag


async def test_repeated_change_is_not_stale(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic(beds_count=4)
    etag, change = await version(client, clinic_id), UpdateClinic(id=clinic_id, beds_count=9)
    for _ in range(2):
        await client.send(change, if_match=etag, idempotency_key=f"beds-of-{clinic_id}")


async def test_stale_change_is_a_failed_event(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic()
    with pytest.raises(PreconditionFailed):
        await client.send(UpdateClinic(id=clinic_id, beds_count=5), if_match="stale")
    assert (await stage.events("clinic.update"))[-1]["event_status"] == "FAILED"


async def test_doctor_at_another_clinic_has_another_version(stage: Stage) -> None:
    client, doctor = await stage.signed_in(SUPER), await stage.doctor()
    first, second = await stage.clinic(), await stage.clinic()
    ids = {}
    for clinic_id in (first, second):
        await client.clinic_doctors.add(clinic_id=clinic_id, doctor_id=doctor, fees=400)
        ids[clinic_id] = await stage.sql(
            "select id from clinic_doctors where clinic_id = :clinic and doctor_id = :doctor",
            clinic=clinic_id,
            doctor=doctor,
        )
    read = await client.send(ReadClinicDoctor(clinic_id=first, clinic_doctor_id=ids[first]))
    await client.clinic_doctors.update(clinic_id=second, clinic_doctor_id=ids[second], education="MD", fees=700)
    change = UpdateClinicDoctor(clinic_id=first, clinic_doctor_id=ids[first], fees=500)
    with pytest.raises(PreconditionFailed) as stale:
        await client.send(change, if_match=read.version)
    assert stale.value.newest == {"doctor.education": "MD"}


@pytest.mark.parametrize("header", ["*", 'W/"{}"', '"{}"', ' "{}" '])
async def test_every_form_of_the_header_is_accepted(stage: Stage, header: str) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic()
    headers = {**await stage.bearer(), "if-match": header.format(await version(client, clinic_id))}
    async with stage.http(headers=headers) as http:
        answer = await http.put(f"/api/admin/clinics/{clinic_id}", json={"clinic_details": {"beds_count": 3}})
    assert answer.status_code == 200


@pytest.mark.parametrize(("path", "header"), [("/admin/clinics/{}", "abc"), ("/clinics/{}/clinic_settings", '"abc"')])
async def test_malformed_header_is_refused(stage: Stage, path: str, header: str) -> None:
    clinic_id = await stage.clinic()
    async with stage.http(headers={**await stage.bearer(), "if-match": header}) as http:
        method = "PUT" if "admin" in path else "POST"
        body = {"clinic_details": {"beds_count": 3}} if "admin" in path else {"settings": {"ipd_enabled": True}}
        answer = await http.request(method, f"/api{path.format(clinic_id)}", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"] == "if-match"


async def test_unknown_record_is_not_found_rather_than_stale(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    with pytest.raises(NotFound):
        await client.send(UpdateClinic(id=2**40, beds_count=5), if_match="stale")
