"""Reading and updating a clinic, and signing up a hospital."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.support.stage import CARE, PASSWORD, SUPER, Stage

from careops import Conflict, InvalidInput, NotFound, Unauthorized
from careops.calls.clinics import NewLocation, NewOtherSpeciality, NewSpeciality, UpdateClinic

HOSPITAL: dict[str, Any] = {
    "name": "Green Park Hospital",
    "password": "a long enough password",
    "email": "desk@greenpark.example",
}


async def test_clinic_is_read_with_all_its_fields(stage: Stage) -> None:
    group = await stage.sql("insert into clinic_groups (name) values ('Sehat') returning id")
    other = await stage.clinic(name="Sehat Jalandhar", city="Jalandhar", clinic_group_id=group)
    clinic_id = await stage.clinic(name="Sehat Ludhiana", city="Ludhiana", clinic_group_id=group, beds_count=4)
    await stage.sql(
        """update clinics set domains = '[{"domain_name": "sehat.example"}]',
        phone_numbers = '[{"phone_number": "01612345678", "phone_type": "landline"}]' where id = :id""",
        id=clinic_id,
    )
    await stage.sql(
        "insert into bank_details (clinic_id, account_no, account_name, bank_name, ifsc_code)"
        " values (:id, '123456789012', 'Sehat', 'State Bank of India', 'SBIN0000001')",
        id=clinic_id,
    )
    clinic = await (await stage.signed_in(CARE)).clinics.read(id=clinic_id)
    assert clinic.beds_count == 4
    assert clinic.clinic_website is not None
    assert [domain.domain_name for domain in clinic.clinic_website.clinic_domains] == ["sehat.example"]
    assert clinic.location is not None
    assert clinic.location.phone_numbers[0].phone_type == "landline"
    assert {location.id for location in clinic.clinic_group} == {clinic_id, other}
    assert clinic.bank_details is not None
    assert clinic.bank_details.account_no == "••••9012"


async def test_clinic_lists_its_people_and_counts(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    await stage.sql(
        "insert into clinic_metrics (clinic_id, total_patient_visits, total_bills, latest_patient_visit)"
        " values (:id, 1820, 1431, '2026-09-29')",
        id=clinic_id,
    )
    await stage.sql(
        "insert into clinic_staff (clinic_id, name, phone_number, status)"
        " values (:id, 'Rama', '9812345671', 'BLOCKED')",
        id=clinic_id,
    )
    clinic_doctor_id = await stage.clinic_doctor(clinic_id, gender="Female", phone_number=(phone := stage.phone()))
    await client.clinic_doctors.add(
        clinic_id=clinic_id, phone_number=stage.phone(), name="Asha", fees=300, patients_per_hour=4
    )
    clinic = await client.clinics.read(id=clinic_id)
    assert clinic.metrics is not None
    assert (clinic.metrics.total_patient_visits, clinic.metrics.total_careplans) == (1820, 0)
    assert str(clinic.metrics.latest_patient_visit) == "2026-09-29"
    assert [(member.name, member.status) for member in clinic.clinic_staff] == [("Rama", "BLOCKED")]
    registered, invited = clinic.doctors_list
    assert registered.doctor is not None
    assert (registered.id, registered.doctor.first_name, registered.doctor.gender) == (
        clinic_doctor_id,
        "Simran",
        "Female",
    )
    assert (registered.phone_number, registered.status, invited.status) == (phone, "joined", "invited")


async def test_empty_clinic_is_read(stage: Stage) -> None:
    clinic = await (await stage.signed_in(CARE)).clinics.read(id=await stage.clinic(name="Bare"))
    assert (clinic.location, clinic.clinic_website, clinic.bank_details, clinic.speciality) == (None,) * 4
    assert [*clinic.clinic_group, *clinic.doctors_list, *clinic.clinic_staff] == []
    assert clinic.metrics is None


LUDHIANA = {"address_line_1": "12 Mall Road", "city": "Ludhiana", "zipcode": "141001"}


@pytest.mark.parametrize("clinic_id", ["0", "-1", "abc", "1e3", "1_0", "9223372036854775808", "%00", "4%2F7"])
async def test_malformed_id_is_refused(stage: Stage, clinic_id: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.get(f"/api/admin/clinics/{clinic_id}")
    assert answer.status_code in (404, 422)


async def test_unknown_clinic_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound):
        await (await stage.signed_in(CARE)).clinics.read(id=10**12)


async def test_update_changes_only_sent_fields(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic(city="Pune", state="Maharashtra", beds_count=3, rooms_count=2, latitude=1.5)
    await client.clinics.update(
        id=clinic_id,
        location=NewLocation(address_line_1="14 Mall Road", city="Ludhiana", zipcode="141001"),
        beds_count=20,
        speciality=NewSpeciality(name="Cardiology"),
        other_specialities=[NewOtherSpeciality(basic_clinic_speciality_id=12, name="Neurology")],
    )
    clinic = await client.clinics.read(id=clinic_id)
    assert clinic.location is not None
    assert (clinic.location.city, clinic.location.state, clinic.location.latitude) == ("Ludhiana", "Maharashtra", 1.5)
    assert (clinic.beds_count, clinic.rooms_count) == (20, 2)
    assert clinic.speciality is not None
    assert clinic.speciality.name == "Cardiology"
    assert clinic.other_specialities[0].speciality_name == "Neurology"
    event = (await stage.events("clinic.update"))[-1]
    assert "rooms_count" not in event["after"]
    if stage.knows_before:
        assert event["before"]["city"] == "Pune"
        assert event["after"]["city"] == "Ludhiana"


@pytest.mark.parametrize(
    ("details", "source"),
    [
        ({"location": {"city": "Pune", "zipcode": "411001"}}, "location.address_line_1"),
        ({"location": {"address_line_1": "x", "zipcode": "411001"}}, "location.city"),
        ({"location": {"address_line_1": "x", "city": "Pune", "zipcode": "41100"}}, "location.zipcode"),
        (
            {"location": {"address_line_1": "x", "city": "Pune", "zipcode": "411001", "latitude": 91}},
            "location.latitude",
        ),
        ({"user_id": 1}, "user_id"),
        ({"created_at": "2020-01-01"}, "created_at"),
        ({"beds_count": -1}, "beds_count"),
        ({"id": 999999}, "id"),
        ({"beds_count": "many"}, "beds_count"),
        ({"speciality": "Cardiology"}, "speciality"),
        ({"other_specialities": [{"name": "x"}]}, "other_specialities.0.basic_clinic_speciality_id"),
    ],
)
async def test_invalid_detail_is_refused_and_changes_nothing(
    stage: Stage, details: dict[str, Any], source: str
) -> None:
    clinic_id = await stage.clinic(beds_count=3)
    before = await stage.rows("select * from clinics where id = :id", id=clinic_id)
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.put(
            f"/api/admin/clinics/{clinic_id}", json={"clinic_details": {"id": clinic_id, **details}}
        )
    assert answer.status_code == 422
    assert [problem["source"] for problem in answer.json()["errors"]] == [source]
    assert await stage.rows("select * from clinics where id = :id", id=clinic_id) == before


@pytest.mark.own
async def test_concurrent_changes_of_different_fields_are_both_stored(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    await asyncio.gather(*(client.clinics.update(id=clinic_id, beds_count=n) for n in range(1, 9)))
    events = [e for e in await stage.events("clinic.update") if e["clinic_id"] == clinic_id]
    assert len(events) == 8
    # Each event starts with the state in which another one ended: no change overwrites an unseen one.
    chain = {event["before"].get("beds_count"): event["after"].get("beds_count") for event in events}
    assert len(chain) == 8


async def test_signed_up_hospital_is_first_in_the_list(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    await client.clinics.sign_up_hospital(phone_number=phone, **HOSPITAL)
    newest = (await client.clinics.list()).items[0]
    assert (newest.name, newest.phone_number, newest.is_hospital) == (HOSPITAL["name"], phone, True)
    (owner,) = await stage.rows(
        "select u.must_change_password, u.password_hash, a.account_type from users u"
        " join user_accounts a on a.user_id = u.id where u.id = :id",
        id=newest.user_id,
    )
    assert owner["must_change_password"]
    assert owner["password_hash"].startswith("$argon2id$")
    event = (await stage.events("hospital.create"))[-1]
    assert event["event_status"] == "SUCCESS"
    if stage.knows_before:
        assert event["clinic_id"] == newest.id
    assert HOSPITAL["password"] not in str(event)


async def test_phone_belongs_to_one_user(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    await client.clinics.sign_up_hospital(phone_number=phone, **HOSPITAL)
    count = await stage.sql("select count(*) from clinics")
    with pytest.raises(Conflict) as refused:
        await client.clinics.sign_up_hospital(phone_number=f"+91 {phone}", **HOSPITAL)
    assert refused.value.source == "phone_number"
    assert await stage.sql("select count(*) from clinics") == count


@pytest.mark.proves("SEC-06.length", "SEC-06.sign-up")
@pytest.mark.parametrize(
    ("changed", "source"),
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"email": "nowhere"}, "email"),
        ({"email": ""}, "email"),
        ({"email": "a b@c.example"}, "email"),
        ({"password": "fourteen chars"}, "password"),
        ({"password": "passwordpassword"}, "password"),
        ({"password": "aaaaaaaaaaaaaaaaaaaa"}, "password"),
        ({"password": "Green Park Hospital1"}, "password"),
        ({"phone_number": "98765432101"}, "phone_number"),
        ({"timezone": "Mars/Base"}, "timezone"),
        ({"is_admin": True}, "is_admin"),
        ({"account": "doctor"}, "account"),
        ({"name": None}, "name"),
        ({"name": ["x"]}, "name"),
        ({"name": "\ud800"}, "name"),
    ],
)
async def test_invalid_sign_up_is_refused_and_leaves_nothing(
    stage: Stage, changed: dict[str, Any], source: str
) -> None:
    import json

    users = await stage.sql("select count(*) from users")
    form = {"phone_number": stage.phone(), **HOSPITAL, **changed}
    async with stage.http(headers={**await stage.bearer(), "content-type": "application/json"}) as http:
        answer = await http.post("/api/admin/users/sign_up", content=json.dumps({"user_signup_form": form}))
    assert answer.status_code == 422, answer.text
    assert source in [problem["source"] for problem in answer.json()["errors"]]
    assert await stage.sql("select count(*) from users") == users


@pytest.mark.proves("FAULT-39.stored")
async def test_name_is_stored_in_composed_form(stage: Stage) -> None:
    import unicodedata

    client, name = await stage.signed_in(SUPER), "ਗੁਰੂ ਅਰਜਨ ਹਸਪਤਾਲ é"
    await client.clinics.sign_up_hospital(
        **{**HOSPITAL, "name": unicodedata.normalize("NFD", name)}, phone_number=stage.phone()
    )
    assert (await client.clinics.list()).items[0].name == unicodedata.normalize("NFC", name)


@pytest.mark.proves("SEC-08.staff", "SEC-08.message")
async def test_staff_cannot_sign_in_as_the_hospital(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    await client.clinics.sign_up_hospital(**{**HOSPITAL, "password": PASSWORD}, phone_number=phone)
    with pytest.raises(Unauthorized, match="You need admin access to sign in"):
        await stage.client().sign_in(phone, PASSWORD)


@pytest.mark.parametrize(
    ("change", "source"),
    [
        ({"location": {**LUDHIANA, "zipcode": "012345"}}, "location.zipcode"),
        ({"location": {**LUDHIANA, "latitude": 51.5, "longitude": 75.8}}, "location.latitude"),
        ({"location": {**LUDHIANA, "latitude": 30.9, "longitude": -0.12}}, "location.longitude"),
        ({"speciality": {"name": "Wizardry"}}, "speciality"),
        ({"other_specialities": [{"basic_clinic_speciality_id": 99999, "name": "Zz"}]}, "other_specialities.0.name"),
        ({"other_specialities": [{"basic_clinic_speciality_id": 3, "name": "ENT"}]}, "other_specialities.0.name"),
    ],
)
async def test_server_refuses_invalid_values_like_the_form(stage: Stage, change: dict[str, Any], source: str) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic(city="Pune")
    with pytest.raises(InvalidInput) as refused:
        await client.send(UpdateClinic.model_validate({"id": clinic_id, **change}))
    assert [problem.source for problem in refused.value.problems] == [source]
    assert await stage.sql("select city from clinics where id = :id", id=clinic_id) == "Pune"


async def test_existing_invalid_values_do_not_prevent_other_changes(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    odd = {"zipcode": "012345", "latitude": 51.5, "longitude": -0.12}
    clinic_id = await stage.clinic(address_line_1="12 Mall Road", city="London", speciality="Wizardry", **odd)
    await stage.sql(
        """
        update clinics set other_specialities = '[{"basic_clinic_speciality_id": 99999, "speciality_name": "Zz"}]'
        where id = :id
        """,
        id=clinic_id,
    )
    change = {
        "location": {"address_line_1": "12 Mall Road", "city": "Ludhiana", **odd},
        "speciality": {"name": "Wizardry"},
        "other_specialities": [
            {"basic_clinic_speciality_id": 99999, "name": "Zz"},
            {"basic_clinic_speciality_id": 9, "name": "ENT"},
        ],
    }
    await client.send(UpdateClinic.model_validate({"id": clinic_id, **change}))
    assert await stage.sql("select city from clinics where id = :id", id=clinic_id) == "Ludhiana"
