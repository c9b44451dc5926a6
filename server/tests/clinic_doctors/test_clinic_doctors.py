"""Doctors of a clinic: search by phone, add, invite, and change their data at the clinic."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from typing import Any

import pytest
from server.tests.support.stage import CARE, Stage

from careops import Conflict, InvalidInput, NotFound
from careops.calls.clinic_doctors import AddClinicDoctor, NewDoctorSpeciality

INVITED: dict[str, Any] = {"name": "Asha Rao", "fees": 450, "patients_per_hour": 4}


async def test_doctor_is_found_by_phone(stage: Stage) -> None:
    phone = stage.phone()
    doctor_id = await stage.doctor(phone_number=phone, gender="Female", speciality="Cardiology")
    (doctor,) = await (await stage.signed_in(CARE)).clinic_doctors.find(phone_number=f"+91 {phone}")
    assert (doctor.id, doctor.first_name, doctor.last_name) == (doctor_id, "Simran", "Gill")
    assert (doctor.gender, doctor.speciality, doctor.phone_number) == ("Female", "Cardiology", phone)
    async with stage.http(headers=await stage.bearer()) as http:
        answer = (await http.get("/api/doctors", params={"phone_number": phone})).json()
    assert answer["data"]["doctors"][0]["id"] == doctor_id


async def test_unknown_phone_has_an_empty_list(stage: Stage) -> None:
    assert await (await stage.signed_in(CARE)).clinic_doctors.find(phone_number=stage.phone()) == []


@pytest.mark.parametrize("query", ["", "?phone_number=98123", "?phone_number=98123456789", "?phone_number=%25"])
async def test_malformed_phone_is_refused(stage: Stage, query: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.get(f"/api/doctors{query}")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"] == "phone_number"


async def test_known_doctor_is_added_with_fees(stage: Stage) -> None:
    client, clinic_id, doctor_id = await stage.signed_in(CARE), await stage.clinic(), await stage.doctor()
    assert (await client.clinic_doctors.add(clinic_id=clinic_id, doctor_id=doctor_id, fees=500)).id == doctor_id
    (row,) = (await stage.rows("select * from clinic_doctors where clinic_id = :id", id=clinic_id),)
    assert [(added["doctor_id"], added["fees"]) for added in row] == [(doctor_id, Decimal("500.00"))]
    event = (await stage.events("clinic_doctor.add"))[-1]
    assert event["after"]["doctor_id"] == doctor_id


async def test_unknown_doctor_is_invited(stage: Stage) -> None:
    client, clinic_id, phone = await stage.signed_in(CARE), await stage.clinic(), stage.phone()
    added = await client.clinic_doctors.add(
        **{**INVITED, "name": "Dr. Asha Devi Rao"}, clinic_id=clinic_id, phone_number=phone
    )
    (doctor,) = await client.clinic_doctors.find(phone_number=phone)
    assert (doctor.id, doctor.status) == (added.id, "invited")
    assert (doctor.first_name, doctor.last_name) == ("Asha", "Devi Rao")
    assert await stage.sql("select patients_per_hour from doctors where id = :id", id=added.id) == 4


async def test_answer_is_the_documented_one(stage: Stage) -> None:
    clinic_id, doctor_id = await stage.clinic(), await stage.doctor()
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.post(
            f"/api/clinics/{clinic_id}/clinic_doctors",
            json={"doctor_id": doctor_id, "fees": 500, "name": None, "phone_number": None},
        )
    assert answer.json() == {"success": True, "data": {"doctor": {"id": doctor_id}}}


async def test_second_addition_is_refused(stage: Stage) -> None:
    client, clinic_id, phone = await stage.signed_in(CARE), await stage.clinic(), stage.phone()
    doctor_id = await stage.doctor(phone_number=phone)
    await client.clinic_doctors.add(clinic_id=clinic_id, doctor_id=doctor_id, fees=500)
    with pytest.raises(Conflict, match="at this clinic already"):
        await client.clinic_doctors.add(clinic_id=clinic_id, doctor_id=doctor_id, fees=600)
    with pytest.raises(Conflict, match="at this clinic already"):
        await client.clinic_doctors.add(**INVITED, clinic_id=clinic_id, phone_number=phone)
    with pytest.raises(Conflict, match="Search for the number"):
        await client.clinic_doctors.add(**INVITED, clinic_id=await stage.clinic(), phone_number=phone)
    assert await stage.sql("select fees from clinic_doctors where clinic_id = :id", id=clinic_id) == 500


@pytest.mark.parametrize("form", ["found", "invited"])
async def test_concurrent_additions_make_one_doctor(stage: Stage, form: str) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    if form == "found":
        call = AddClinicDoctor(clinic_id=clinic_id, doctor_id=await stage.doctor(), fees=500)
    else:
        call = AddClinicDoctor.model_validate({**INVITED, "clinic_id": clinic_id, "phone_number": stage.phone()})
    outcomes = await asyncio.gather(*(client.send(call) for _ in range(8)), return_exceptions=True)
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 7
    assert await stage.sql("select count(*) from clinic_doctors where clinic_id = :id", id=clinic_id) == 1


@pytest.mark.parametrize(
    ("form", "sources"),
    [
        ({"fees": 500}, ["phone_number", "name", "patients_per_hour"]),
        ({"doctor_id": 1}, ["fees"]),
        ({"doctor_id": 1, "fees": 0}, ["fees"]),
        ({"doctor_id": 1, "fees": "many"}, ["fees"]),
        ({"doctor_id": 1, "fees": -5}, ["fees"]),
        ({"doctor_id": 1, "fees": 500, "name": "Asha"}, ["name"]),
        ({"phone_number": "9812345670", "name": "Asha", "fees": 500}, ["patients_per_hour"]),
        ({"phone_number": "98123", "name": "Asha", "fees": 500, "patients_per_hour": 4}, ["phone_number"]),
        ({"phone_number": "9812345670", "name": "  ", "fees": 500, "patients_per_hour": 4}, ["name"]),
        ({"phone_number": "9812345670", "name": "A", "fees": 500, "patients_per_hour": 0}, ["patients_per_hour"]),
        ({"doctor_id": 1, "fees": 500, "verified": True}, ["verified"]),
    ],
)
async def test_form_without_doctor_or_invitation_is_refused(
    stage: Stage, form: dict[str, Any], sources: list[str]
) -> None:
    clinic_id = await stage.clinic()
    doctors = await stage.sql("select count(*) from doctors")
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.post(f"/api/clinics/{clinic_id}/clinic_doctors", json=form)
    assert answer.status_code == 422
    assert [problem["source"] for problem in answer.json()["errors"]] == sources
    assert await stage.sql("select count(*) from doctors") == doctors


async def test_missing_field_of_an_invitation_has_the_documented_sentence(stage: Stage) -> None:
    with pytest.raises(InvalidInput, match="All Fields are required"):
        await (await stage.signed_in(CARE)).clinic_doctors.add(clinic_id=1, phone_number=stage.phone(), fees=500)


async def test_unknown_clinic_or_doctor_is_refused(stage: Stage) -> None:
    client, doctor_id = await stage.signed_in(CARE), await stage.doctor()
    with pytest.raises(NotFound) as no_clinic:
        await client.clinic_doctors.add(clinic_id=10**9, doctor_id=doctor_id, fees=500)
    assert no_clinic.value.source == "clinic_id"
    with pytest.raises(InvalidInput) as no_doctor:
        await client.clinic_doctors.add(clinic_id=await stage.clinic(), doctor_id=10**9, fees=500)
    assert no_doctor.value.source == "doctor_id"


async def test_doctor_of_a_clinic_has_its_own_details(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    clinic_doctor_id = await stage.clinic_doctor(clinic_id, reg_nbr="PMC-1", education="MBBS")
    record = await client.clinic_doctors.read(clinic_id=clinic_id, clinic_doctor_id=clinic_doctor_id)
    assert (record.fees, record.telemedicine_fees, record.telemedicine_setup) == (Decimal(400), None, False)
    await client.clinic_doctors.update(clinic_id=clinic_id, clinic_doctor_id=clinic_doctor_id, telemedicine_fees=300)
    record = await client.clinic_doctors.read(clinic_id=clinic_id, clinic_doctor_id=clinic_doctor_id)
    assert (record.telemedicine_fees, record.telemedicine_setup) == (Decimal(300), True)
    await client.clinic_doctors.update(clinic_id=clinic_id, clinic_doctor_id=clinic_doctor_id, telemedicine_fees=None)
    record = await client.clinic_doctors.read(clinic_id=clinic_id, clinic_doctor_id=clinic_doctor_id)
    assert record.telemedicine_fees is None


async def test_update_changes_only_sent_fields(stage: Stage) -> None:
    client, clinic_id, other = await stage.signed_in(CARE), await stage.clinic(), await stage.clinic()
    clinic_doctor_id = await stage.clinic_doctor(clinic_id, speciality="Cardiology", education="MBBS")
    doctor_id = await stage.sql("select doctor_id from clinic_doctors where id = :id", id=clinic_doctor_id)
    await client.clinic_doctors.add(clinic_id=other, doctor_id=doctor_id, fees=700)
    await client.clinic_doctors.update(
        clinic_id=clinic_id,
        clinic_doctor_id=clinic_doctor_id,
        fees=550,
        name="Simranjit Gill Brar",
        exp=12,
        other_specialities=[NewDoctorSpeciality(id=12, name="Neurology")],
    )
    record = await client.clinic_doctors.read(clinic_id=clinic_id, clinic_doctor_id=clinic_doctor_id)
    assert (record.doctor.first_name, record.doctor.last_name, record.doctor.exp) == ("Simranjit", "Gill Brar", 12)
    assert (record.doctor.speciality, record.doctor.education) == ("Cardiology", "MBBS")
    assert [other.name for other in record.doctor.other_specialities] == ["Neurology"]
    fees = await stage.rows("select clinic_id, fees from clinic_doctors where doctor_id = :id", id=doctor_id)
    assert {row["clinic_id"]: row["fees"] for row in fees} == {clinic_id: 550, other: 700}
    event = (await stage.events("clinic_doctor.update"))[-1]
    assert event["after"]["fees"] == 550
    if stage.knows_before:
        assert (event["before"]["fees"], event["before"]["first_name"]) == (400, "Simran")
        assert "speciality" not in event["after"]


@pytest.mark.proves("SEC-43.photo")
@pytest.mark.parametrize(
    ("details", "source"),
    [
        ({"fees": 0}, "fees"),
        ({"fees": None}, "fees"),
        ({"name": ""}, "name"),
        ({"name": None}, "name"),
        ({"speciality": "   "}, "speciality"),
        ({"reg_nbr": "   "}, "reg_nbr"),
        ({"gender": "male"}, "gender"),
        ({"patients_per_hour": 0}, "patients_per_hour"),
        *(({"photo": address}, "photo") for address in ("javascript:alert(1)", "data:text/html,x", "//evil.example")),
        ({"verified": True}, "verified"),
        ({"doctor_id": 1}, "doctor_id"),
        ({}, ""),
    ],
)
async def test_invalid_detail_is_refused(stage: Stage, details: dict[str, Any], source: str) -> None:
    clinic_id = await stage.clinic()
    clinic_doctor_id = await stage.clinic_doctor(clinic_id)
    path = f"/api/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}"
    async with stage.http(headers=await stage.bearer()) as http:
        before = (await http.get(path)).json()
        answer = await http.put(path, json={"doctor_details": details})
        assert (await http.get(path)).json() == before
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"] == source


@pytest.mark.parametrize(
    ("field", "title"),
    [("name", "Enter name"), ("speciality", "Enter Speciality"), ("reg_nbr", "Registration number cant be empty")],
)
async def test_blank_field_has_the_documented_sentence(stage: Stage, field: str, title: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.put("/api/clinics/1/clinic_doctors/1", json={"doctor_details": {field: " \t"}})
    assert answer.status_code == 422
    assert [(problem["source"], problem["title"]) for problem in answer.json()["errors"]] == [(field, title)]


async def test_doctor_of_another_clinic_cannot_be_changed(stage: Stage) -> None:
    client, theirs, ours = await stage.signed_in(CARE), await stage.clinic(), await stage.clinic()
    clinic_doctor_id = await stage.clinic_doctor(theirs)
    with pytest.raises(NotFound):
        await client.clinic_doctors.read(clinic_id=ours, clinic_doctor_id=clinic_doctor_id)
    with pytest.raises(NotFound) as refused:
        await client.clinic_doctors.update(clinic_id=ours, clinic_doctor_id=clinic_doctor_id, fees=1)
    assert refused.value.source == "clinic_doctor_id"
    assert (await client.clinic_doctors.read(clinic_id=theirs, clinic_doctor_id=clinic_doctor_id)).fees == 400
