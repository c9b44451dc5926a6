"""API keys: created by super admins, limited to their scopes, revoked at once."""

from __future__ import annotations

import inspect
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from server.tests.support.keys import create_key, in_front, supervisor
from server.tests.support.stage import BILLING, CARE, PASSWORD, SUPER, Stage

from careops import Conflict, Forbidden, InvalidInput, NotFound, TooManyRequests, Unauthorized
from careops.calls import all_calls
from careops.calls.changes import ApplyBatch
from careops.calls.keys import NAME_TAKEN, NO_KEY, OVER, CreateKey, Key
from careops.constants import KEY_PREFIX, MISSING_SCOPE, STEP_UP_REQUIRED
from careops.contract import ANYONE, Binding
from careops.scopes import allows, known_scopes, scope_of
from careops_server.core.rate_limits.shared_counters import SharedCounters
from careops_server.routes import ROUTES


async def listed(stage: Stage, key_id: int) -> Key:
    (listed_key,) = [key for key in (await (await stage.signed_in()).keys.list(perpage=500)).items if key.id == key_id]
    return listed_key


def event() -> dict[str, Any]:
    return {
        "id": str(uuid.uuid4()),
        "key": "patient.view",
        "event_status": "SUCCESS",
        "timestamp": "2026-11-20T09:31:07Z",
    }


async def test_key_is_shown_once_and_stored_as_a_hash(stage: Stage) -> None:
    key = await create_key(stage, "audit:write")
    assert key.token.startswith(KEY_PREFIX)
    assert key.token not in repr(key)
    row = str(await in_front(stage, "select to_jsonb(k)::text from program_keys k where id = :id", id=key.id))
    assert key.token not in row
    assert key.token.removeprefix(KEY_PREFIX) not in row
    listed_key = await listed(stage, key.id)
    assert (listed_key.ends_with, listed_key.scopes, listed_key.per_minute) == (key.token[-4:], ["audit:write"], 600)
    assert abs(listed_key.expires_at - datetime.now(UTC) - timedelta(days=90)) < timedelta(minutes=5)
    assert (listed_key.last_used_at, listed_key.revoked_at, listed_key.created_by) == (None, None, "Staff 01")
    assert all(key.token not in str(each) for each in await stage.events("key.create"))


async def test_key_has_the_permissions_of_its_scopes(stage: Stage) -> None:
    key = await create_key(stage, "audit:write")
    client = stage.client(key.token)
    assert (await client.audit.add_events(events=[event()])).added == 1
    listed_key = await listed(stage, key.id)
    assert listed_key.last_used_at is not None
    assert listed_key.last_used_from
    for refused in (client.audit.list(), client.keys.list(), client.session.list(), client.session.sign_out()):
        with pytest.raises(Forbidden):
            await refused


async def test_refused_key_receives_the_missing_scope(stage: Stage) -> None:
    name = f"app {stage.phone()}"
    client = stage.client((await create_key(stage, "audit:write", name=name)).token)
    with pytest.raises(Forbidden) as refused:
        await client.runs.start(description="modules on", targets=9)
    assert refused.value.missing_scope == "runs:write"
    [problem] = refused.value.problems
    assert (problem.source, problem.detail) == (MISSING_SCOPE, f"The key {name!r} lacks the scope runs:write")
    with pytest.raises(Forbidden) as people_only:
        await client.session.list()
    assert people_only.value.missing_scope is None
    assert people_only.value.problems[0].detail == "Keys of programs cannot make this call: sign in for it"
    person = await stage.signed_in(CARE)
    with pytest.raises(Forbidden) as other:
        await person.keys.list()
    assert (other.value.source, other.value.missing_scope, other.value.problems[0].detail) == ("", None, None)


async def test_refused_batch_receives_the_missing_scope(stage: Stage) -> None:
    if not stage.knows_before:
        return  # a gateway has no batches
    client = stage.client((await create_key(stage, "changes:write")).token)
    targets = [{"key": "one-of-many", "parameters": {"clinic_id": 1, "module_id": 2}}]
    call = ApplyBatch.model_validate({"change": "ActivateSpecModule", "targets": targets})
    with pytest.raises(Forbidden) as refused:
        await client.send(call)
    assert (refused.value.source, refused.value.missing_scope) == ("change", "modules:write")


async def test_scope_with_the_old_name_of_a_call_works(stage: Stage) -> None:
    if not stage.knows_before:
        return  # a gateway has no batches
    key = await create_key(stage, "MakeChanges")
    assert (await listed(stage, key.id)).scopes == ["ApplyBatch"]
    stored = "update program_keys set scopes = array['MakeChanges'] where id = :id returning id"
    assert await in_front(stage, stored, id=key.id) == key.id
    targets = [{"key": "one-of-many", "parameters": {"clinic_id": 1, "module_id": 2}}]
    call = ApplyBatch.model_validate({"change": "ActivateSpecModule", "targets": targets})
    with pytest.raises(Forbidden) as refused:
        await stage.client(key.token).send(call)
    assert (refused.value.source, refused.value.missing_scope) == ("change", "modules:write")


async def test_key_reads_itself(stage: Stage) -> None:
    name = f"app {stage.phone()}"
    key = await create_key(stage, "audit:write", "ListClinics", name=name)
    session = await stage.client(key.token).session.read()
    own = session.key
    assert own is not None
    assert (own.id, own.name, own.scopes) == (key.id, name, ["ListClinics", "audit:write"])
    assert own.ends_with == key.token[-4:]
    assert (session.user.id, session.user.name, session.account_type) == (-key.id, name, "app")
    assert (session.started_at, session.ends_at) == (own.created_at, own.expires_at)
    assert (await (await stage.signed_in(SUPER)).session.read()).key is None


@pytest.mark.own
async def test_single_call_is_a_scope_and_reads_change_nothing(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    key_client = stage.client((await create_key(stage, "ListClinics")).token)
    assert (await key_client.clinics.list()).total_records > 0
    with pytest.raises(Forbidden):
        await key_client.clinics.read(id=clinic_id)
    reader = stage.client((await create_key(stage, "clinics:read")).token)
    await reader.clinics.read(id=clinic_id)
    with pytest.raises(Forbidden):
        await reader.clinics.update(id=clinic_id, beds_count=3)
    writer = stage.client((await create_key(stage, "clinics:write")).token)
    await writer.clinics.update(id=clinic_id, beds_count=3)
    (event,) = [each for each in await stage.events("clinic.update") if each["event_status"] == "SUCCESS"]
    assert (event["actor_id"], event["actor_type"], event["clinic_id"]) == (None, "app", clinic_id)


async def test_gateway_forwards_no_key(stage: Stage) -> None:
    if stage.knows_before:
        return
    client = stage.client((await create_key(stage, "clinics:read", "audit:write")).token)
    with pytest.raises(Forbidden, match="sign in for this call"):
        await client.clinics.list()
    assert (await client.audit.add_events(events=[event()])).added == 1


@pytest.mark.proves("SEC-22.keys")
def test_calls_for_people_are_refused_for_keys() -> None:
    for call in all_calls():
        everything = allows(known_scopes(), call)
        assert everything == (scope_of(call) is not None or call.route.any_key)
        of_a_person = call.route.path.startswith("/careops/session") and not call.route.any_key
        if call.route.step_up or call.route.access is ANYONE or of_a_person:
            assert not everything
    assert not {"keys:write", "CreateKey", "session:read", "session:write", "AddManualPayment"} & known_scopes()


@pytest.mark.parametrize("binding", ROUTES, ids=lambda binding: binding.call.__name__)
def test_calls_that_record_a_person_have_no_scope(binding: Binding[Any]) -> None:
    if "actor.user.id" in inspect.getsource(binding.handler):
        assert scope_of(binding.call) is None, "say personal=True in its route: a program is no user"


@pytest.mark.parametrize("phone", [CARE, BILLING])
async def test_keys_are_created_by_super_admins_only(stage: Stage, phone: str) -> None:
    client = await stage.signed_in(phone)
    with pytest.raises(Forbidden) as refused:
        await client.send(CreateKey(name="mine", scopes=["audit:write"], expires_in_days=1))
    assert refused.value.source == ""


@pytest.mark.proves("SEC-21")
@pytest.mark.own
async def test_key_creation_requires_a_password_confirmation(stage: Stage) -> None:
    client = await supervisor(stage)
    await stage.sql("update sessions set confirmed_at = now() - interval '6 minutes'")
    with pytest.raises(Forbidden) as refused:
        await client.keys.create(name="late", scopes=["audit:write"], expires_in_days=1)
    assert refused.value.source == STEP_UP_REQUIRED
    await client.confirm(PASSWORD)
    await client.keys.create(name="late", scopes=["audit:write"], expires_in_days=1)


async def test_invalid_key_is_refused(stage: Stage) -> None:
    wrong: list[dict[str, Any]] = [
        {"scopes": ["audit:wrote"]},
        {"scopes": []},
        {"scopes": ["keys:write"]},
        {"expires_in_days": 0},
        {"expires_in_days": 731},
        {"per_minute": 0},
        {"name": " "},
    ]
    good = {"name": "good", "scopes": ["audit:write"], "expires_in_days": 3}
    tokens = (await supervisor(stage)).tokens.load()
    assert tokens is not None
    async with stage.http(headers={"authorization": f"Bearer {tokens.auth_token}"}) as http:
        for fields in wrong:
            answer = await http.post("/api/careops/keys", json={**good, **fields})
            assert answer.status_code == 422, fields
            assert answer.json()["errors"][0]["source"].partition(".")[0] == next(iter(fields))
        title = (await http.post("/api/careops/keys", json={**good, **wrong[0]})).json()["errors"][0]["title"]
    assert "did you mean audit:write?" in title


async def test_name_of_a_key_is_unique(stage: Stage) -> None:
    key = await create_key(stage, name="clinic app")
    with pytest.raises(Conflict, match=NAME_TAKEN):
        await create_key(stage, name="clinic app")
    await (await supervisor(stage)).keys.revoke(key_id=key.id)
    with pytest.raises(Conflict, match=NAME_TAKEN):
        await create_key(stage, name="clinic app")


async def test_revoked_key_ends_at_once(stage: Stage) -> None:
    key = await create_key(stage)
    client = stage.client(key.token)
    await client.audit.add_events(events=[])
    owner = await supervisor(stage)
    await owner.keys.revoke(key_id=key.id)
    with pytest.raises(Unauthorized):
        await client.audit.add_events(events=[])
    before = len(await stage.events("key.revoke"))
    await owner.keys.revoke(key_id=key.id)
    assert len(await stage.events("key.revoke")) == before
    with pytest.raises(Conflict, match=OVER):
        await owner.keys.rotate(key_id=key.id)
    with pytest.raises(NotFound, match=NO_KEY):
        await owner.keys.revoke(key_id=10**9)


async def test_expired_key_is_refused(stage: Stage) -> None:
    key = await create_key(stage)
    await in_front(stage, "update program_keys set expires_at = now() where id = :id", id=key.id)
    with pytest.raises(Unauthorized):
        await stage.client(key.token).audit.add_events(events=[])
    with pytest.raises(Conflict, match=OVER):
        await (await supervisor(stage)).keys.rotate(key_id=key.id)


async def test_key_is_replaced_without_a_gap(stage: Stage) -> None:
    first = await create_key(stage)
    owner = await supervisor(stage)
    second = await owner.keys.rotate(key_id=first.id, overlap_hours=24)
    for key in (first, second):
        await stage.client(key.token).audit.add_events(events=[])
    assert (await listed(stage, first.id)).ends_with == second.token[-4:]
    third = await owner.keys.rotate(key_id=first.id, overlap_hours=0)
    for key in (first, second):
        with pytest.raises(Unauthorized):
            await stage.client(key.token).audit.add_events(events=[])
    await stage.client(third.token).audit.add_events(events=[])


@pytest.mark.parametrize(
    "token", [KEY_PREFIX, KEY_PREFIX + "x" * 43, KEY_PREFIX + "x" * 44, KEY_PREFIX + "é" * 10, KEY_PREFIX + "x" * 4000]
)
async def test_malformed_key_is_unauthorized(stage: Stage, token: str) -> None:
    async with stage.http(headers={"authorization": f"Bearer {token}".encode()}) as http:
        answer = await http.post("/api/careops/audit_events", json={"events": []})
    assert answer.status_code == 401


async def test_each_key_has_a_separate_budget(stage: Stage) -> None:
    key, other = await create_key(stage, per_minute=3), await create_key(stage, per_minute=3)
    client = stage.client(key.token)
    for _ in range(3):
        await client.audit.add_events(events=[])
    with pytest.raises(TooManyRequests) as refused:
        await client.audit.add_events(events=[])
    assert refused.value.retry_after
    await stage.client(other.token).audit.add_events(events=[])


@pytest.fixture
def few_guesses(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> int:
    """Lower the limit of failed attempts per minute. Return it."""
    from dataclasses import replace

    limits = stage.services.limits
    monkeypatch.setattr(limits, "_anonymous", replace(limits._anonymous, per_minute=5))
    monkeypatch.setattr(limits, "_guesses", SharedCounters.for_one_process().window(0, seconds=60))
    return 5


async def test_guessing_keys_is_throttled_without_affecting_others(stage: Stage, few_guesses: int) -> None:
    for number in range(few_guesses):
        with pytest.raises(Unauthorized):
            await stage.client(f"{KEY_PREFIX}{number:043}").audit.add_events(events=[])
    with pytest.raises(TooManyRequests):
        await stage.client(f"{KEY_PREFIX}{9:043}").audit.add_events(events=[])
    await (await stage.signed_in()).keys.list()


async def test_unknown_scope_is_refused_before_sending(stage: Stage) -> None:
    with pytest.raises(InvalidInput, match="audit:write"):
        await (await stage.signed_in()).keys.create(name="x", scopes=["audit:writ"], expires_in_days=1)
