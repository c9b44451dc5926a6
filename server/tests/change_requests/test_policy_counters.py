"""Policies with a number: records of one person within an hour, and the people behind API keys."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import cast

import pytest
from server.tests.support.change_requests import activate, apply_now, propose
from server.tests.support.examples import example
from server.tests.support.policies import another_super_admin, named, policies_as_before, policy, save
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import ApprovalRequired, AsyncCareOps, Conflict, Forbidden
from careops.calls.changes import ChangeTarget
from careops.calls.devices import DeleteAllDevices, DeleteDevice
from careops.calls.news import UpdateNewsArticle
from careops_server.areas.change_requests import apply
from careops_server.core.approvals.counter_queries import lock_counters
from careops_server.processes.job_worker import drain

pytestmark = [pytest.mark.own, pytest.mark.usefixtures(policies_as_before.__name__)]


async def test_key_of_unknown_people_cannot_propose_a_covered_change(stage: Stage) -> None:
    program = await stage.program("modules:write", "change_requests:write", "clinics:read")
    key_id = await stage.sql("select max(id) from program_keys")
    await save(stage, policy("ActivateSpecModule"))
    await stage.sql("update program_keys set created_by_id = null where id = :id", id=key_id)
    stage.services.keys.clear_cache()
    change = activate(stage, await stage.clinic())
    with pytest.raises(Conflict) as refused:
        await propose(program, change)
    assert refused.value.code == "key_without_people"
    rotated = await (await stage.signed_in()).keys.rotate(key_id=key_id)
    request = await propose(stage.client(rotated.token), change)
    assert request.labels == ["needs_approval"]


async def test_key_stands_for_its_creator_and_its_last_rotator(stage: Stage) -> None:
    owner, other = await stage.signed_in(), await another_super_admin(stage)
    key = await owner.keys.create(
        name=f"app {stage.phone()}", scopes=["modules:write", "change_requests:write"], expires_in_days=9
    )
    token = (await other.keys.rotate(key_id=key.id)).token
    program = stage.client(token)
    await save(stage, policy("ActivateSpecModule", roles=["super_admin", "billing_admin"]))
    request = await propose(program, activate(stage, await stage.clinic()))
    for person in (owner, other):
        with pytest.raises(Forbidden):
            await person.change_requests.approve(**named(request))
    await (await stage.signed_in(BILLING)).change_requests.approve(**named(request))
    assert (await apply_now(stage, owner, request)).request.status == "applied"


async def test_people_of_a_key_are_compared_by_id(stage: Stage) -> None:
    phones = [stage.phone(), stage.phone()]
    owner_id, namesake_id = [await stage.user(phone, "super_admin") for phone in phones]
    owner, namesake = [await stage.signed_in(phone) for phone in phones]
    key = await owner.keys.create(
        name=f"app {stage.phone()}", scopes=["modules:write", "change_requests:write"], expires_in_days=9
    )
    await save(stage, policy("ActivateSpecModule", roles=["super_admin"]))
    request = await propose(stage.client(key.token), activate(stage, await stage.clinic()))
    name = await stage.sql("select name from users where id = :id", id=owner_id)
    await stage.sql("update users set name = 'Renamed Rao' where id = :id returning 1", id=owner_id)
    await stage.sql("update users set name = :name where id = :id returning 1", id=namesake_id, name=name)
    with pytest.raises(Forbidden):
        await owner.change_requests.approve(**named(request))
    await namesake.change_requests.approve(**named(request))
    assert (await apply_now(stage, owner, request)).request.status == "applied"


async def test_rotator_of_a_key_cannot_approve_its_later_requests(stage: Stage) -> None:
    owner, other = await stage.signed_in(), await another_super_admin(stage)
    key = await owner.keys.create(
        name=f"app {stage.phone()}", scopes=["modules:write", "change_requests:write"], expires_in_days=9
    )
    before = stage.client(key.token)
    await save(stage, policy("ActivateSpecModule", roles=["super_admin"]))
    first = await propose(before, activate(stage, await stage.clinic()))
    second_client = stage.client((await other.keys.rotate(key_id=key.id)).token)
    second = await propose(second_client, activate(stage, await stage.clinic()))
    with pytest.raises(Forbidden):
        await other.change_requests.approve(**named(second))
    await other.change_requests.approve(**named(first))  # written before the rotation


async def clinics_of(stage: Stage, count: int) -> list[int]:
    return [await stage.clinic() for _ in range(count)]


async def switch(
    stage: Stage, client: AsyncCareOps, clinics: Sequence[int], call: str = "ActivateSpecModule", **parameters: int
) -> None:
    """Make a batch change of a module."""
    module_id = stage.module_ids["Billing"]
    targets = [
        ChangeTarget(
            key=f"count-{stage.phone()}", parameters={"clinic_id": clinic, "module_id": module_id, **parameters}
        )
        for clinic in clinics
    ]
    await client.changes.apply(change=call, targets=targets)


async def apply_of(stage: Stage, client: AsyncCareOps, clinics: Sequence[int]) -> str:
    """Propose and apply a request as one person. Return its status."""
    request = await propose(client, *(activate(stage, clinic) for clinic in clinics))
    return (await apply_now(stage, client, request)).request.status


async def test_large_change_cannot_be_split_over_requests(stage: Stage) -> None:
    client, clinics = await stage.signed_in(CARE), await clinics_of(stage, 10)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=5))
    assert await apply_of(stage, client, clinics[:4]) == "applied"
    with pytest.raises(Conflict) as second:
        await apply_of(stage, client, clinics[4:8])
    assert second.value.code == "change_request_needs_approval"
    with pytest.raises(ApprovalRequired):
        await switch(stage, client, clinics[8:9])
    await switch(stage, await stage.signed_in(BILLING), clinics[8:])


async def test_direct_changes_count_for_a_request(stage: Stage) -> None:
    client, clinics = await stage.signed_in(CARE), await clinics_of(stage, 5)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    await switch(stage, client, clinics[:3])
    request = await propose(client, activate(stage, clinics[3]))
    assert request.labels == ["needs_approval"]


async def test_keys_of_one_person_count_together(stage: Stage) -> None:
    owner, clinics = await stage.signed_in(), await clinics_of(stage, 4)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    keys = [
        await owner.keys.create(
            name=f"app {stage.phone()}", scopes=["modules:write", "changes:write"], expires_in_days=9
        )
        for _ in range(2)
    ]
    await switch(stage, stage.client(keys[0].token), clinics[:3])
    for client in (stage.client(keys[1].token), owner):
        with pytest.raises(ApprovalRequired):
            await switch(stage, client, clinics[3:])


async def test_rotated_key_counts_for_both_people(stage: Stage) -> None:
    owner, other, clinics = await stage.signed_in(), await another_super_admin(stage), await clinics_of(stage, 4)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    key = await owner.keys.create(name=f"app {stage.phone()}", scopes=["modules:write"], expires_in_days=9)
    await switch(stage, other, clinics[:3])
    token = (await other.keys.rotate(key_id=key.id)).token
    with pytest.raises(ApprovalRequired):
        await stage.client(token).modules.activate(clinic_id=clinics[3], module_id=stage.module_ids["Billing"])


async def test_record_switched_many_times_counts_once(stage: Stage) -> None:
    client, [clinic] = await stage.signed_in(), await clinics_of(stage, 1)
    module_id = stage.module_ids["Billing"]
    await save(stage, *(policy(f"{verb}SpecModule", "targets", at_least=2) for verb in ("Activate", "Deactivate")))
    for _ in range(3):
        await client.modules.activate(clinic_id=clinic, module_id=module_id)
        await client.modules.deactivate(clinic_id=clinic, module_id=module_id)


async def test_unchanged_and_refused_records_do_not_count(stage: Stage) -> None:
    client, clinics = await stage.signed_in(), await clinics_of(stage, 6)
    await switch(stage, client, clinics[:3])
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    await switch(stage, client, clinics[:3])
    await switch(stage, client, clinics[3:4], module_id=10**9)
    await switch(stage, client, clinics[3:])
    request = await propose(client, *(activate(stage, clinic) for clinic in clinics[:4]))
    assert request.labels == []


async def test_refused_change_is_rolled_back_and_does_not_count(stage: Stage) -> None:
    client, clinics = await stage.signed_in(), await clinics_of(stage, 5)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    with pytest.raises(ApprovalRequired):
        await switch(stage, client, clinics)
    assert await stage.sql("select count(*) from approval_counts") == 0
    await switch(stage, client, clinics[:3])


async def test_changes_with_the_approvals_do_not_count(stage: Stage) -> None:
    author, clinics = await stage.signed_in(CARE), await clinics_of(stage, 5)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    request = await propose(author, *(activate(stage, clinic) for clinic in clinics[:4]))
    await (await stage.signed_in()).change_requests.approve(**named(request))
    assert (await apply_now(stage, author, request)).request.status == "applied"
    await switch(stage, author, clinics[4:])


async def test_run_counts_for_its_author_and_its_applier(stage: Stage) -> None:
    author, applier, clinics = await stage.signed_in(CARE), await stage.signed_in(BILLING), await clinics_of(stage, 5)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    request = await propose(author, *(activate(stage, clinic) for clinic in clinics[:3]))
    assert (await apply_now(stage, applier, request)).request.status == "applied"
    for client in (author, applier):
        with pytest.raises(ApprovalRequired):
            await switch(stage, client, clinics[3:4])
    await switch(stage, await stage.signed_in(), clinics[4:])


async def test_changes_of_the_applier_count_for_a_request_of_another(stage: Stage) -> None:
    author, applier, clinics = await stage.signed_in(CARE), await stage.signed_in(BILLING), await clinics_of(stage, 4)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    await switch(stage, applier, clinics[:3])
    request = await propose(author, activate(stage, clinics[3]))
    assert request.labels == []
    with pytest.raises(Conflict) as refused:
        await applier.change_requests.apply(**named(request))
    assert refused.value.code == "change_request_needs_approval"


async def test_parts_of_a_run_count_each_record_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "PART", 2)
    client, clinics = await stage.signed_in(CARE), await clinics_of(stage, 3)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    assert await apply_of(stage, client, clinics) == "applied"


async def test_direct_changes_before_a_part_end_the_run(stage: Stage) -> None:
    client, clinics = await stage.signed_in(CARE), await clinics_of(stage, 4)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    request = await propose(client, activate(stage, clinics[0]))
    await client.change_requests.apply(**named(request))
    await switch(stage, client, clinics[1:])
    await drain(stage.services)
    ended = await client.change_requests.read(request_id=request.request.id)
    assert (ended.request.status, ended.request.done) == ("closed", 0)


async def test_direct_change_and_run_at_once_stay_below_the_number(stage: Stage) -> None:
    client, clinics = await stage.signed_in(CARE), await clinics_of(stage, 4)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    request = await propose(client, *(activate(stage, clinic) for clinic in clinics[:2]))
    await client.change_requests.apply(**named(request))
    await asyncio.gather(drain(stage.services), switch(stage, client, clinics[2:]), return_exceptions=True)
    changed = await stage.sql("select count(*) from approval_counts")
    assert changed == 2


async def test_changes_of_more_than_an_hour_ago_do_not_count(stage: Stage) -> None:
    client, clinics = await stage.signed_in(CARE), await clinics_of(stage, 6)
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    await switch(stage, client, clinics[:3])
    await stage.sql("update approval_counts set counted_at = counted_at - interval '61 minutes'")
    await switch(stage, client, clinics[3:])


async def test_each_deleted_device_counts(stage: Stage) -> None:
    client, device = await stage.signed_in(), cast(DeleteDevice, await example(stage, DeleteDevice))
    await save(stage, policy("DeleteAllDevices", "targets", at_least=1))
    with pytest.raises(ApprovalRequired):
        await client.send(DeleteAllDevices(user_id=device.user_id))
    await save(stage, policy("DeleteAllDevices", "targets", at_least=2))
    await client.send(DeleteAllDevices(user_id=device.user_id))


async def test_counting_a_change_takes_two_statements(stage: Stage, statements: list[str]) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    statements.clear()
    await client.modules.activate(clinic_id=clinic, module_id=stage.module_ids["Billing"])
    assert (
        len([statement for statement in statements if "approval counts" in statement or "approval_counts" in statement])
        == 2
    )


async def test_change_without_the_effect_does_not_wait_for_the_counters(stage: Stage) -> None:
    client, call = await stage.signed_in(), await example(stage, UpdateNewsArticle)
    await save(stage, policy("PublishNewsArticles", "targets", at_least=4))
    async with stage.services.database.pool.transaction() as connection:
        await lock_counters(connection, [stage.user_ids[SUPER]])
        await client.send(call.model_copy(update={"published": False}))
