"""One change for many records in one call: each record has its own outcome, key and audit event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import AsyncCareOps, Forbidden, InvalidInput
from careops.calls.changes import ApplyBatch, ChangeTarget, TargetOutcome
from careops.calls.clinics import SignUpHospital

pytestmark = pytest.mark.own


def target(key: str, **parameters: Any) -> ChangeTarget:
    """One record, with a key that contains ``key``."""
    return ChangeTarget(key=f"the-key-of-{key}", parameters=parameters)


async def apply_batch(client: AsyncCareOps, change: str, *targets: ChangeTarget) -> Sequence[TargetOutcome]:
    return await client.changes.apply(change=change, targets=list(targets))


def results(outcomes: Sequence[TargetOutcome]) -> list[tuple[str, str]]:
    return [(outcome.outcome, "; ".join(problem.title for problem in outcome.errors)) for outcome in outcomes]


async def switched(stage: Stage, *keys: str, clinics: Sequence[int]) -> list[ChangeTarget]:
    module_id = stage.module_ids["Billing"]
    return [target(key, clinic_id=clinic, module_id=module_id) for key, clinic in zip(keys, clinics, strict=True)]


async def test_every_target_has_an_outcome_and_event(stage: Stage) -> None:
    client, module_id = await stage.signed_in(CARE), stage.module_ids["Billing"]
    off, on = await stage.clinic(), await stage.clinic()
    await client.modules.activate(clinic_id=on, module_id=module_id)
    before = len(await stage.events())
    outcomes = await apply_batch(
        client,
        "ActivateSpecModule",
        *await switched(stage, "off", "on", "nobody", clinics=[off, on, 10**9]),
        target("module", clinic_id=off, module_id=10**6),
        target("text", clinic_id="41", module_id=module_id),
        target("more", clinic_id=off, module_id=module_id, colour="red"),
    )
    assert results(outcomes)[:4] == [
        ("done", ""),
        ("unchanged", ""),
        ("refused", "There is no clinic with this id"),
        ("refused", "There is no module with this id"),
    ]
    assert [(outcome.outcome, outcome.status) for outcome in outcomes[2:]] == [
        ("refused", s) for s in (404, 404, 422, 422)
    ]
    assert [problem.source for outcome in outcomes[4:] for problem in outcome.errors] == ["clinic_id", "colour"]
    events = (await stage.events())[before:]
    assert [(e["key"], e["event_status"], e["clinic_id"]) for e in events] == [
        ("module.activate", "SUCCESS", off),
        ("module.activate", "FAILED", 10**9),
        ("module.activate", "FAILED", off),
        ("module.activate", "FAILED", 41),
        ("module.activate", "FAILED", off),
    ]
    assert (events[0]["before"], events[0]["after"]) == ({"Billing": False}, {"Billing": True})
    assert events[0]["parameters"] == {"clinic_id": off, "module_id": module_id}
    assert {e["actor_id"] for e in events} == {stage.user_ids[CARE]}
    assert len({e["request_id"] for e in events}) == 1


async def test_key_makes_its_change_once_alone_or_in_any_batch(stage: Stage) -> None:
    client, module_id = await stage.signed_in(), stage.module_ids["Billing"]
    first, second = await stage.clinic(), await stage.clinic()
    first_change, second_change = await switched(stage, "first", "second", clinics=[first, second])
    await client.modules.activate(clinic_id=first, module_id=module_id)
    assert results(await apply_batch(client, "DeactivateSpecModule", first_change)) == [("done", "")]
    await client.modules.activate(clinic_id=first, module_id=module_id)
    again = await apply_batch(client, "DeactivateSpecModule", first_change, second_change)
    assert [(o.outcome, o.repeated) for o in again] == [("done", True), ("unchanged", False)]
    assert again[0].answer == {"success": True}
    assert [m.name for m in (await client.clinics.read(id=first)).clinic_spec_modules] == ["Billing"]
    clash = await apply_batch(client, "ActivateSpecModule", first_change, second_change)
    assert results(clash) == [("refused", "This idempotency key was used for another request"), ("done", "")]
    third = await stage.clinic()
    (alone,) = await switched(stage, "third", clinics=[third])
    await client.send(
        ApplyBatch(change="ActivateSpecModule", targets=[alone]), idempotency_key="a-key-of-the-whole-batch"
    )
    before = len(await stage.events())
    await client.send(
        ApplyBatch(change="ActivateSpecModule", targets=[alone]), idempotency_key="a-key-of-the-whole-batch"
    )
    assert len(await stage.events()) == before


async def test_number_beyond_the_column_is_refused_and_recorded(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    module_id, before = stage.module_ids["Billing"], len(await stage.events())
    outcomes = await apply_batch(
        client,
        "ActivateSpecModule",
        target("huge", clinic_id=10**30, module_id=module_id),
        target("real", clinic_id=clinic, module_id=module_id),
    )
    assert [outcome.outcome for outcome in outcomes] == ["refused", "done"]
    [problem] = outcomes[0].errors
    assert (problem.code, problem.parameters) == ("above_maximum", {"what": "Clinic id", "count": 2**53 - 1})
    huge, real = (await stage.events())[before:]
    assert (huge["event_status"], huge["clinic_id"]) == ("FAILED", None)
    assert huge["parameters"]["clinic_id"] > 2**63
    assert (real["event_status"], real["before"], real["after"]) == ("SUCCESS", {"Billing": False}, {"Billing": True})


async def test_repeated_record_is_changed_in_sequence(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    outcomes = await apply_batch(
        client,
        "UpdateClinicSettings",
        target("on", clinic_id=clinic, ipd_enabled=True),
        target("still-on", clinic_id=clinic, ipd_enabled=True),
        target("off", clinic_id=clinic, ipd_enabled=False, abdm_enabled=True),
    )
    assert [outcome.outcome for outcome in outcomes] == ["done", "unchanged", "done"]
    read = await client.clinics.read(id=clinic)
    assert (read.ipd_enabled, read.abdm_enabled) == (False, True)
    with pytest.raises(InvalidInput) as refused:
        await apply_batch(client, "UpdateClinicSettings", *[target("on", clinic_id=clinic, ipd_enabled=True)] * 2)
    assert refused.value.code == "target_key_repeated"


async def test_permissions_are_those_of_the_named_call(stage: Stage) -> None:
    care, user = await stage.signed_in(CARE), await stage.user(stage.phone(), "doctor")
    status = target("status", user_id=user, user_status="BLOCKED")
    refused = await apply_batch(care, "UpdateUser", status, target("growth", user_id=user, growth_enabled=True))
    assert [(outcome.outcome, outcome.status) for outcome in refused] == [("refused", 403), ("done", 200)]
    with pytest.raises(Forbidden):
        await apply_batch(care, "CreateReleaseNote", target("note", title="New", note_text="More", publish=False))
    assert results(await apply_batch(await stage.signed_in(BILLING), "UpdateUser", status)) == [("done", "")]
    program = await stage.program("changes:write")
    with pytest.raises(Forbidden):
        await apply_batch(program, "ActivateSpecModule", *await switched(stage, "key", clinics=[await stage.clinic()]))
    program = await stage.program("changes:write", "modules:write")
    done = await apply_batch(
        program, "ActivateSpecModule", *await switched(stage, "key", clinics=[await stage.clinic()])
    )
    assert results(done) == [("done", "")]


@pytest.mark.parametrize("change", ["ListClinics", "SignOut", "CreateKey", "ApplyBatch", "UploadLeads", "Nothing"])
async def test_call_that_changes_no_record_is_refused(stage: Stage, change: str) -> None:
    with pytest.raises(InvalidInput, match="There is no such change of a record") as refused:
        await apply_batch(await stage.signed_in(), change, target("anything"))
    assert refused.value.source == "change"


async def test_super_admins_cannot_lock_each_other_out(stage: Stage) -> None:
    me, other = stage.user_ids[SUPER], await stage.user(stage.phone(), "super_admin")
    staff = await stage.user(stage.phone(), "doctor")
    targets = [target(str(user), user_id=user, user_status="BLOCKED") for user in (me, other, staff)]
    only_supers = ("refused", "Only a super admin may change the status of a super admin")
    assert results(await apply_batch(await stage.signed_in(BILLING), "UpdateUser", *targets)) == [
        *(only_supers, only_supers),
        ("done", ""),
    ]
    assert results(await apply_batch(await stage.signed_in(), "UpdateUser", *targets)) == [
        ("refused", "You cannot change your own status"),
        ("done", ""),
        ("unchanged", ""),
    ]
    assert await stage.sql("select user_status from users where id = :id", id=me) == "ACTIVE"


async def test_passwords_are_hashed_before_the_transaction_and_stay_secret(stage: Stage) -> None:
    client, phone = await stage.signed_in(), stage.phone()
    hospital = {"name": "Green Park", "email": "desk@g.example", "password": "a blue kettle on the hill"}
    before = len(await stage.events())
    outcomes = await apply_batch(
        client,
        "SignUpHospital",
        target("new", phone_number=phone, **hospital),
        target("same-phone", phone_number=phone, **hospital),
        target("guessable", phone_number=stage.phone(), **{**hospital, "password": "passwordpassword"}),
    )
    assert [outcome.outcome for outcome in outcomes] == ["done", "refused", "refused"]
    assert results(outcomes)[1][1] == "This phone number already belongs to a user"
    assert [problem.code for outcome in outcomes for problem in outcome.errors] == [
        "phone_number_taken",
        "password_repeats",
    ]
    assert outcomes[0].answer is not None
    assert SignUpHospital.read_answer(outcomes[0].answer).clinic
    events = (await stage.events())[before:]
    assert [e["event_status"] for e in events] == ["SUCCESS", "FAILED", "FAILED"]
    assert not [e for e in events if "kettle" in str(e) or "passwordpassword" in str(e)]


async def test_targets_beyond_the_time_limit_are_left(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("careops_server.areas.changes.handlers.WORK_SECONDS", -1.0)
    client = await stage.signed_in()
    rows = [target(f"city-{n}", name=f"City {n}") for n in range(3)]
    assert [outcome.outcome for outcome in await apply_batch(client, "CreateCareCity", *rows)] == [
        "done",
        "left",
        "left",
    ]
    assert [outcome.outcome for outcome in await apply_batch(client, "CreateCareCity", *rows[1:])] == ["done", "left"]
    assert [outcome.outcome for outcome in await apply_batch(client, "CreateCareCity", rows[2])] == ["done"]


async def test_batch_in_parts_has_the_same_outcomes(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("careops_server.core.rate_limits.throttling.SLICE", 2)
    client, clinics = await stage.signed_in(CARE), [await stage.clinic() for _ in range(4)]
    keys = [f"part-{n}" for n in range(6)]
    rows = await switched(stage, *keys, clinics=[*clinics[:3], 10**9, clinics[3], clinics[0]])
    before = len(await stage.events())
    await client.clinics.list()
    outcomes = await apply_batch(client, "ActivateSpecModule", *rows)
    assert [outcome.outcome for outcome in outcomes] == ["done", "done", "done", "refused", "done", "unchanged"]
    events = (await stage.events())[before:]
    assert [(e["event_status"], e["clinic_id"]) for e in events] == [
        *(("SUCCESS", clinic) for clinic in clinics[:3]),
        ("FAILED", 10**9),
        ("SUCCESS", clinics[3]),
    ]
    assert len({e["request_id"] for e in events}) == 1
    await client.clinics.list()
    again = await apply_batch(client, "ActivateSpecModule", *rows)
    assert [(outcome.outcome, outcome.repeated) for outcome in again][:3] == [("done", True)] * 3


async def test_parts_beyond_the_time_limit_are_left(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("careops_server.core.rate_limits.throttling.SLICE", 2)
    monkeypatch.setattr("careops_server.areas.changes.handlers.WORK_SECONDS", -1.0)
    client, clinics = await stage.signed_in(), [await stage.clinic() for _ in range(3)]
    rows = await switched(stage, "late-1", "late-2", "late-3", clinics=clinics)
    await client.clinics.list()
    assert [outcome.outcome for outcome in await apply_batch(client, "ActivateSpecModule", *rows)] == [
        "done",
        "done",
        "left",
    ]
    assert [outcome.outcome for outcome in await apply_batch(client, "ActivateSpecModule", rows[2])] == ["done"]
