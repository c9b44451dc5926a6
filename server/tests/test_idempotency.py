"""Idempotency keys: concurrent and repeated requests change data once; other requests with the key are rejected."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Any

import pytest
from server.tests.support.stage import BILLING, SUPER, Stage

from careops import Conflict, InvalidInput, NotFound
from careops.calls import all_calls
from careops.calls.change_requests import CreateChangeRequest, ProposedChange, ReviseChangeRequest
from careops.calls.clinics import SignUpHospital
from careops.calls.modules import ActivateSpecModule
from careops.calls.users import ResetPassword
from careops.contract import Call, Empty
from careops_server.core.database.connection import Connection
from careops_server.core.idempotency.keys import SHOWN_ONCE, IdempotencyKey, fingerprint, secret_fields

LISTS = [
    pytest.param(call, name, id=f"{call.__name__}-{name}")
    for call in all_calls()
    if call.route.mutates
    for name in sorted(secret_fields(call))
    if isinstance(call.example.call.get(name), (list, dict))
]
"""Fields that are hidden because they are long, not because they are secret."""


def hospital(phone: str) -> SignUpHospital:
    """A sign-up with that phone number."""
    return SignUpHospital(
        name="Green Park Hospital", phone_number=phone, password="a long enough password", email="d@green.example"
    )


@pytest.mark.proves("REL-2.every-day")
async def test_twenty_concurrent_requests_make_one_hospital(stage: Stage) -> None:
    client, call = await stage.signed_in(SUPER), hospital(stage.phone())
    before = await stage.sql("select count(*) from clinics")
    answers = await asyncio.gather(*(client.send(call, idempotency_key="twenty-at-once") for _ in range(20)))
    assert len(answers) == 20
    assert await stage.sql("select count(*) from clinics") == before + 1
    events = [event for event in await stage.events("hospital.create") if event["event_status"] == "SUCCESS"]
    assert len([event for event in events if event["after"]["phone_number"] == call.phone_number]) == 1


@pytest.mark.proves("FAULT-23.same-request")
async def test_empty_answer_is_stored_with_its_key(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    switch = ActivateSpecModule(clinic_id=clinic, module_id=stage.module_ids["Billing"])
    for _ in range(2):
        assert await client.send(switch, idempotency_key="said-before-it-is-done") == Empty()
    (row,) = await stage.rows("select status, answer from idempotency_keys where key = 'said-before-it-is-done'")
    assert (row["status"], row["answer"]) == (200, {"success": True})
    with pytest.raises(NotFound):
        await client.send(switch.model_copy(update={"clinic_id": 10**9}), idempotency_key="nothing-came-of-it")
    assert await stage.rows("select 1 from idempotency_keys where key = 'nothing-came-of-it'") == []


async def test_answer_with_secret_is_not_stored(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    call = ResetPassword(user_id=await stage.user(stage.phone(), "customer_care"))
    await client.send(call, idempotency_key="shown-only-once")
    assert await stage.rows("select answer from idempotency_keys where key = 'shown-only-once'") == [{"answer": None}]
    with pytest.raises(Conflict, match=SHOWN_ONCE):
        await client.send(call, idempotency_key="shown-only-once")


@pytest.mark.proves("FAULT-23.other-request")
async def test_key_of_another_request_is_refused(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    await client.send(hospital(stage.phone()), idempotency_key="used-twice")
    with pytest.raises(InvalidInput) as refused:
        await client.send(hospital(stage.phone()), idempotency_key="used-twice")
    assert refused.value.source == "idempotency-key"


@pytest.mark.own
async def test_key_of_other_changes_is_refused(stage: Stage) -> None:
    client, clinics = await stage.signed_in(SUPER), [await stage.clinic() for _ in range(2)]
    first, second = (
        [ProposedChange(call="UpdateClinic", parameters={"id": clinic, "rooms_count": 12})] for clinic in clinics
    )
    create = CreateChangeRequest(title="Rooms", reason="A new building", changes=first)
    request = (await client.send(create, idempotency_key="proposed-twice")).request
    assert (await client.send(create, idempotency_key="proposed-twice")).request.id == request.id
    revise = ReviseChangeRequest(request_id=request.id, title="Rooms", reason="A new building", changes=first)
    await client.send(revise, idempotency_key="revised-twice")
    for call, key in ((create, "proposed-twice"), (revise, "revised-twice")):
        with pytest.raises(InvalidInput) as refused:
            await client.send(call.model_copy(update={"changes": second}), idempotency_key=key)
        assert (refused.value.source, refused.value.code) == ("idempotency-key", "idempotency_key_reused")


def test_calls_have_long_hidden_fields() -> None:
    assert {"CreateChangeRequest-changes", "ApplyBatch-targets"} <= {parameter.id for parameter in LISTS}


@pytest.mark.parametrize(("call", "name"), LISTS)
async def test_fingerprint_covers_long_hidden_fields(call: type[Call[Any]], name: str) -> None:
    original = call(**call.example.call)
    value = getattr(original, name)
    other = original.model_copy(update={name: {**value, "other": 1} if isinstance(value, dict) else [*value, value[0]]})
    assert await fingerprint(original, b"k") == await fingerprint(call(**call.example.call), b"k")
    assert await fingerprint(original, b"k") != await fingerprint(other, b"k")


async def test_keys_belong_to_their_user(stage: Stage) -> None:
    before = await stage.sql("select count(*) from clinics")
    for phone in (SUPER, BILLING):
        await (await stage.signed_in(phone)).send(hospital(stage.phone()), idempotency_key="everybodys")
    assert await stage.sql("select count(*) from clinics") == before + 2


async def test_refused_change_leaves_the_key_free(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    await stage.user(phone)
    with pytest.raises(Exception, match="already belongs"):
        await client.send(hospital(phone), idempotency_key="free-again")
    await stage.sql("delete from users where phone_number = :phone", phone=phone)
    await client.send(hospital(phone), idempotency_key="free-again")


@pytest.mark.proves("FAULT-23.day")
@pytest.mark.own
async def test_key_is_valid_for_a_day(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic()
    module_id = stage.module_ids["Billing"]
    from careops.calls.modules import ActivateSpecModule, DeactivateSpecModule

    await client.send(ActivateSpecModule(clinic_id=clinic_id, module_id=module_id), idempotency_key="yesterday")
    await stage.sql("update idempotency_keys set created_at = created_at - interval '25 hours' where key = 'yesterday'")
    await client.send(DeactivateSpecModule(clinic_id=clinic_id, module_id=module_id), idempotency_key="yesterday")
    assert await stage.sql("select count(*) from clinic_spec_modules where clinic_id = :id", id=clinic_id) == 0


@pytest.mark.proves("SEC-05.idempotency")
@pytest.mark.own
async def test_stored_fingerprint_cannot_verify_a_password(stage: Stage) -> None:
    client, call = await stage.signed_in(SUPER), hospital(stage.phone())
    await client.send(call, idempotency_key="no-verifier")
    [row] = await stage.rows("select fingerprint, answer from idempotency_keys where key = 'no-verifier'")
    for shown in (call.model_dump(mode="json"), call.model_dump(mode="json", exclude={"password"})):
        content = json.dumps(shown, sort_keys=True).encode()
        assert bytes(row["fingerprint"]) != hashlib.sha256(content).digest()
    other = call.model_copy(update={"password": "quite another long password"})
    await client.send(other, idempotency_key="no-verifier")  # the fingerprint excludes the password


@pytest.mark.own
async def test_key_survives_a_new_secret(stage: Stage) -> None:
    call = hospital(stage.phone())
    old, new = b"o" * 32, b"n" * 32

    async def claim(*secrets: bytes) -> dict[str, object] | None:
        once = IdempotencyKey(1, "rotated-key", call, secrets)

        async def work(connection: Connection) -> dict[str, object] | None:
            stored = await once.acquire(connection)
            if stored is None:
                await once.store(connection, {"success": True})
            return stored

        return await stage.services.database.change(work)

    assert await claim(old) is None
    assert await claim(new, old) == {"success": True}
    with pytest.raises(InvalidInput):
        await claim(new)


@pytest.mark.parametrize("key", ["short", "x" * 101, "with spaces in it", "semi;colon-key"])
async def test_malformed_key_is_refused(stage: Stage, key: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.post("/api/careops/sign_out", headers={"idempotency-key": key})
    assert answer.status_code == 422
