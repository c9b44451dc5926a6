"""Admins of a clinic: list, create and delete."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from argon2 import PasswordHasher
from server.tests.support.stage import CARE, PASSWORD, SUPER, Stage

from careops import Conflict, InvalidInput, NotFound, Unauthorized
from careops.calls.clinic_admins import ListClinicAdmins

ADMIN = {"name": "Simran Gill", "password": "a long enough password"}


async def created(stage: Stage, clinic_id: int, **changed: Any) -> str:
    """Create an admin. Return the phone number."""
    phone: str = changed.pop("phone_number", None) or stage.phone()
    client = await stage.signed_in(CARE)
    await client.clinic_admins.create(**{"clinic_id": clinic_id, "phone_number": phone, **ADMIN, **changed})
    return phone


async def test_new_admin_is_listed_first(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    await created(stage, clinic_id, name="First Admin")
    phone = await created(stage, clinic_id, email="simran@navjeevan.example")
    await created(stage, await stage.clinic(), name="Of Another Clinic")
    page = await (await stage.signed_in(CARE)).clinic_admins.list(clinic_id=clinic_id)
    assert [admin.name for admin in page.items] == ["Simran Gill", "First Admin"]
    assert page.total_records == 2
    admin = page.items[0]
    assert (admin.phone_number, admin.email, admin.status) == (phone, "simran@navjeevan.example", "ACTIVE")
    assert page.items[1].email is None


async def test_envelope_is_the_documented_one(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    await created(stage, clinic_id)
    async with stage.http(headers=await stage.bearer()) as http:
        answer = (await http.get(f"/api/admin/clinics/{clinic_id}/clinic_admin?page=1&perpage=10")).json()
    assert set(answer["data"]["clinic_admin"][0]) == {"id", "name", "phone_number", "email", "status"}
    assert (answer["success"], answer["total_records"]) == (True, 1)


async def test_list_has_pages_of_ten(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    ids = [await stage.clinic_admin(clinic_id) for _ in range(23)]
    client = await stage.signed_in(CARE)
    last = await client.clinic_admins.list(clinic_id=clinic_id, page=3)
    assert (len(last.items), last.total_records, last.total_pages) == (3, 23, 3)
    walked = [admin.id async for admin in client.each(ListClinicAdmins(clinic_id=clinic_id))]
    assert walked == ids[::-1]


@pytest.mark.proves("SEC-07.clinic-admin")
async def test_password_is_hashed_and_must_be_changed(stage: Stage) -> None:
    phone = await created(stage, await stage.clinic())
    (user,) = await stage.rows("select * from users where phone_number = :phone", phone=phone)
    assert user["must_change_password"]
    assert PasswordHasher().verify(user["password_hash"], ADMIN["password"])
    with pytest.raises(Unauthorized, match="You need admin access to sign in"):
        await stage.client().sign_in(phone, ADMIN["password"])


async def test_audit_trail_names_the_admin_without_the_password(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    phone = await created(stage, clinic_id)
    event = (await stage.events("clinic_admin.create"))[-1]
    assert event["after"]["phone_number"] == phone
    assert ADMIN["password"] not in str(event)
    if stage.knows_before:
        assert event["clinic_id"] == clinic_id


@pytest.mark.proves("SEC-06.clinic-admin")
@pytest.mark.parametrize(
    ("changed", "source"),
    [
        ({"name": "   "}, "name"),
        ({"password": "too short"}, "password"),
        ({"password": "aaaaaaaaaaaaaaaaaaaa"}, "password"),
        ({"password": "Simran Gill"}, "password"),
        ({"password": "simran gill1234"}, "password"),
        ({"phone_number": "12345"}, "phone_number"),
        ({"email": "nobody"}, "email"),
        ({"email": ""}, "email"),
        ({"role": "owner"}, "role"),
        ({"country_code": "1"}, "country_code"),
    ],
)
async def test_invalid_form_is_refused_and_creates_no_user(stage: Stage, changed: dict[str, Any], source: str) -> None:
    clinic_id = await stage.clinic()
    users = await stage.sql("select count(*) from users")
    form = {"phone_number": stage.phone(), **ADMIN, **changed}
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.post(f"/api/admin/clinics/{clinic_id}/clinic_admin/sign_up", json=form)
    assert answer.status_code == 422, answer.text
    assert source in [problem["source"] for problem in answer.json()["errors"]]
    assert await stage.sql("select count(*) from users") == users


@pytest.mark.parametrize("missing", ["name", "phone_number", "password"])
async def test_missing_field_is_named(stage: Stage, missing: str) -> None:
    form = {"phone_number": stage.phone(), **ADMIN}
    del form[missing]
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.post(f"/api/admin/clinics/{await stage.clinic()}/clinic_admin/sign_up", json=form)
    assert [problem["source"] for problem in answer.json()["errors"]] == [missing]


async def test_duplicate_phone_is_refused(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    phone = await created(stage, clinic_id)
    for taken in (phone, SUPER):
        with pytest.raises(Conflict) as refused:
            await created(stage, clinic_id, phone_number=taken)
        assert refused.value.source == "phone_number"
    assert (await (await stage.signed_in(CARE)).clinic_admins.list(clinic_id=clinic_id)).total_records == 1


async def test_concurrent_creation_of_one_phone_makes_one_admin(stage: Stage) -> None:
    clinic_id, phone = await stage.clinic(), stage.phone()
    outcomes = await asyncio.gather(
        *(created(stage, clinic_id, phone_number=phone) for _ in range(8)), return_exceptions=True
    )
    assert sum(outcome == phone for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 7


async def test_unknown_clinic_is_refused(stage: Stage) -> None:
    client, nowhere = await stage.signed_in(CARE), 10**9
    users = await stage.sql("select count(*) from users")
    with pytest.raises(NotFound) as refused:
        await created(stage, nowhere)
    assert refused.value.source == "clinic_id"
    with pytest.raises(NotFound):
        await client.clinic_admins.list(clinic_id=nowhere)
    with pytest.raises(NotFound):
        await client.clinic_admins.delete(clinic_id=nowhere, admin_id=1)
    assert await stage.sql("select count(*) from users") == users


async def test_deletion_removes_the_account_and_keeps_the_person(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    phone = await created(stage, clinic_id)
    (admin,) = (await client.clinic_admins.list(clinic_id=clinic_id)).items
    await client.clinic_admins.delete(clinic_id=clinic_id, admin_id=admin.id)
    assert (await client.clinic_admins.list(clinic_id=clinic_id)).items == []
    assert await stage.sql("select count(*) from users where phone_number = :phone", phone=phone) == 1
    if stage.knows_before:
        event = (await stage.events("clinic_admin.delete"))[-1]
        assert (event["before"]["phone_number"], event["after"]) == (phone, {})
    with pytest.raises(NotFound):
        await client.clinic_admins.delete(clinic_id=clinic_id, admin_id=admin.id)


async def test_deletion_ends_every_session(stage: Stage) -> None:
    client, clinic_id, phone = await stage.signed_in(SUPER), await stage.clinic(), stage.phone()
    user_id = await stage.user(phone, "customer_care")
    admin_id = await stage.sql(
        "insert into user_accounts (user_id, account_type, role, subject_id)"
        " values (:user, 'clinic_admin', 'admin', :clinic) returning id",
        user=user_id,
        clinic=clinic_id,
    )
    theirs = stage.client()
    await theirs.sign_in(phone, PASSWORD)
    await client.clinic_admins.delete(clinic_id=clinic_id, admin_id=admin_id)
    with pytest.raises(Unauthorized):
        await theirs.clinics.list()


async def test_admin_of_another_clinic_cannot_be_deleted(stage: Stage) -> None:
    client, theirs, ours = await stage.signed_in(CARE), await stage.clinic(), await stage.clinic()
    await created(stage, theirs)
    (admin,) = (await client.clinic_admins.list(clinic_id=theirs)).items
    with pytest.raises(NotFound) as refused:
        await client.clinic_admins.delete(clinic_id=ours, admin_id=admin.id)
    assert refused.value.source == "admin_id"
    assert (await client.clinic_admins.list(clinic_id=theirs)).items == [admin]


async def test_account_of_another_type_cannot_be_deleted(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    owner = await stage.sql(
        "insert into user_accounts (user_id, account_type, role, subject_id) values (:user, 'clinic', 'owner', :clinic)"
        " returning id",
        user=await stage.user(stage.phone()),
        clinic=clinic_id,
    )
    with pytest.raises(NotFound):
        await client.clinic_admins.delete(clinic_id=clinic_id, admin_id=owner)
    assert await stage.sql("select count(*) from user_accounts where id = :id", id=owner) == 1


async def test_former_admin_can_be_created_again(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    phone = await created(stage, clinic_id)
    (admin,) = (await client.clinic_admins.list(clinic_id=clinic_id)).items
    await client.clinic_admins.delete(clinic_id=clinic_id, admin_id=admin.id)
    await created(stage, clinic_id, phone_number=phone, name="Simran Kaur Gill")
    (again,) = (await client.clinic_admins.list(clinic_id=clinic_id)).items
    assert (again.name, again.phone_number) == ("Simran Kaur Gill", phone)
    assert await stage.sql("select count(*) from users where phone_number = :phone", phone=phone) == 1


async def test_blocked_user_and_owner_are_not_taken_over(stage: Stage) -> None:
    clinic_id, blocked, owner = await stage.clinic(), stage.phone(), stage.phone()
    await stage.user(blocked, status="BLOCKED")
    await stage.clinic(user_id=await stage.user(owner))
    for phone in (blocked, owner):
        with pytest.raises(Conflict):
            await created(stage, clinic_id, phone_number=phone)


async def test_sdk_refuses_a_short_password_before_sending(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    with pytest.raises(InvalidInput, match="at least 15"):
        await client.clinic_admins.create(clinic_id=1, name="A", phone_number=stage.phone(), password="short")
