"""Policies with a number: records of one person within an hour, and the people behind API keys."""

from __future__ import annotations

import pytest
from server.tests.change_requests.test_policies import another_super_admin, named, policies_as_before, policy, save
from server.tests.support.change_requests import activate, apply_now, propose
from server.tests.support.stage import BILLING, Stage

from careops import Conflict, Forbidden

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
