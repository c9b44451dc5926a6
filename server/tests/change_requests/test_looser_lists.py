"""Looser policies and early ends of freeze periods: they need a second super admin."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from server.tests.support.change_requests import apply_now, change, propose
from server.tests.support.policies import (
    another_super_admin,
    named,
    policies_as_before,
    policies_to_save,
    policy,
    save,
)
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import ApprovalRequired, AsyncCareOps, Conflict, Forbidden, NotFound, PreconditionFailed
from careops.calls.change_requests import ChangeRequestDetail, SaveFreezePeriods
from careops.models.approval_policies import ApprovalPolicy, FreezeToSave, PolicyToSave
from careops_server.processes.job_worker import drain

pytestmark = [pytest.mark.own, pytest.mark.usefixtures(policies_as_before.__name__)]
REASON = "The only super admin is on leave"
RULE: dict[str, Any] = {"call": "ActivateSpecModule", "condition": "targets", "at_least": 50, "roles": ["super_admin"]}
STRICT = policy(**RULE)
"""The policy that the tests make looser or stricter."""


@pytest.fixture
async def alone(stage: Stage) -> AsyncIterator[None]:
    """Leave one account that was an active super admin in the past 24 hours."""
    user_id = stage.user_ids[SUPER]
    await stage.sql(
        "update user_accounts set role = account_type, account_type = 'patient'"
        " where account_type = 'super_admin' and user_id <> :id",
        id=user_id,
    )
    await stage.sql("delete from sessions where account_type = 'super_admin' and user_id <> :id", id=user_id)
    yield
    await stage.sql("update user_accounts set account_type = role, role = null where role = 'super_admin'")
    await stage.sql("delete from change_request_bypasses")


async def propose_policies(client: AsyncCareOps, *policies: PolicyToSave) -> ChangeRequestDetail:
    """Propose the list of policies that a direct change was refused for."""
    with pytest.raises(ApprovalRequired) as refused:
        await client.send(policies_to_save(*policies))
    return await client.change_requests.create(**refused.value.change_request, reason="The limit is too low")


async def stored(stage: Stage) -> list[ApprovalPolicy]:
    return (await (await stage.signed_in()).change_requests.policies()).policies


@pytest.mark.parametrize(
    "looser",
    [
        [],
        [{"at_least": 51}],
        [{"roles": ["super_admin", "billing_admin"]}],
        [{"enabled": False}],
        [{"condition": "field", "field": "module_id", "at_least": 50}],
        [{"call": "DeactivateSpecModule"}],
    ],
)
async def test_looser_policy_is_not_saved_directly(stage: Stage, looser: list[dict[str, Any]]) -> None:
    await save(stage, STRICT)
    client, before = await stage.signed_in(), await stored(stage)
    with pytest.raises(ApprovalRequired) as refused:
        await client.send(policies_to_save(*(policy(**{**RULE, **values}) for values in looser)))
    assert refused.value.problems[0].policy is not None
    assert refused.value.problems[0].policy["condition"] == "loosened"
    assert await stored(stage) == before


async def test_outdated_looser_policies_answer_412(stage: Stage) -> None:
    await save(stage, STRICT)
    client = await stage.signed_in()
    read = await client.change_requests.policies()
    await save(stage, STRICT, policy("UpdateClinic"))
    with pytest.raises(PreconditionFailed) as refused:
        await client.send(policies_to_save(), if_match=read.version)
    assert refused.value.problems[0].source == "policies"


async def test_outdated_early_end_of_a_freeze_answers_412(stage: Stage) -> None:
    client = await stage.signed_in()
    await client.change_requests.save_freezes(periods=[period(-1, 5)])
    read = await client.change_requests.freezes()
    await client.change_requests.save_freezes(periods=[period(-1, 6)])
    with pytest.raises(PreconditionFailed) as refused:
        await client.send(SaveFreezePeriods(periods=[]), if_match=read.version)
    assert refused.value.problems[0].source == "periods"


async def test_fewer_approvals_are_not_saved_directly(stage: Stage) -> None:
    await save(stage, policy(**{**RULE, "approvals": 2}))
    with pytest.raises(ApprovalRequired):
        await (await stage.signed_in()).send(policies_to_save(STRICT))


@pytest.mark.parametrize(
    "stricter",
    [
        [{"at_least": 49}],
        [{"condition": "always", "at_least": None}],
        [{}, {"call": "DeleteDevice", "condition": "always", "at_least": None}],
    ],
)
async def test_stricter_policy_is_saved_directly(stage: Stage, stricter: list[dict[str, Any]]) -> None:
    await save(stage, STRICT)
    await (await stage.signed_in()).send(policies_to_save(*(policy(**{**RULE, **values}) for values in stricter)))
    assert {(stored_policy.call, stored_policy.at_least) for stored_policy in await stored(stage)} == {
        (values.get("call", RULE["call"]), values.get("at_least", 50)) for values in stricter
    }


async def test_policy_that_is_off_is_removed_directly(stage: Stage) -> None:
    await save(stage, STRICT, policy("DeleteDevice", enabled=False))
    await (await stage.signed_in()).send(policies_to_save(STRICT))
    assert [stored_policy.call for stored_policy in await stored(stage)] == ["ActivateSpecModule"]


async def test_second_super_admin_confirms_a_looser_policy(stage: Stage) -> None:
    client, other = await stage.signed_in(), await another_super_admin(stage)
    await save(stage, STRICT)
    request = await propose_policies(client, policy(**{**RULE, "at_least": 60}))
    [required] = request.required_approvals
    assert (request.labels, required.condition, required.roles) == (["needs_approval"], "loosened", ["super_admin"])
    await other.change_requests.approve(**named(request))
    assert (await apply_now(stage, client, request)).request.status == "applied"
    assert [stored_policy.at_least for stored_policy in await stored(stage)] == [60]


async def test_author_of_a_looser_policy_cannot_confirm_it(stage: Stage) -> None:
    client = await stage.signed_in()
    await save(stage, STRICT)
    request = await propose_policies(client)
    with pytest.raises(Forbidden):
        await client.change_requests.approve(**named(request))
    with pytest.raises(Conflict) as refused:
        await client.change_requests.apply(**named(request))
    assert refused.value.code == "change_request_needs_approval"
    for phone in (CARE, BILLING):
        with pytest.raises(NotFound):
            await (await stage.signed_in(phone)).change_requests.approve(**named(request))
    assert [stored_policy.at_least for stored_policy in await stored(stage)] == [50]


async def test_looser_policy_that_is_refused_changes_nothing(stage: Stage) -> None:
    client, other = await stage.signed_in(), await another_super_admin(stage)
    await save(stage, STRICT)
    request = await propose_policies(client)
    await other.change_requests.object(**named(request), reason="The limit was agreed with the partners")
    with pytest.raises(Conflict):
        await client.change_requests.apply(**named(request))
    await other.change_requests.close(request_id=request.request.id, reason="Not agreed")
    assert [stored_policy.at_least for stored_policy in await stored(stage)] == [50]


async def test_policies_edited_since_the_proposal_stay_unchanged(stage: Stage) -> None:
    client, other = await stage.signed_in(), await another_super_admin(stage)
    await save(stage, STRICT)
    request = await propose_policies(client)
    await other.send(policies_to_save(STRICT, policy("DeleteDevice")))
    await other.change_requests.approve(**named(request))
    assert (await apply_now(stage, client, request)).request.kept == 1
    assert [stored_policy.call for stored_policy in await stored(stage)] == ["ActivateSpecModule", "DeleteDevice"]


async def test_api_key_proposes_no_policies(stage: Stage) -> None:
    program = await stage.program("change_requests:write", "change_requests:read")
    with pytest.raises(Forbidden):
        await program.send(policies_to_save())
    with pytest.raises(Forbidden):
        await propose(program, change("SaveApprovalPolicies", policies=[]))


async def test_emergency_loosens_nothing_beside_another_super_admin(stage: Stage) -> None:
    client = await stage.signed_in()
    await another_super_admin(stage)
    await save(stage, STRICT)
    request = await propose_policies(client)
    with pytest.raises(Conflict) as refused:
        await client.change_requests.bypass(**named(request), reason=REASON)
    assert refused.value.code == "second_super_admin_needed"


@pytest.mark.usefixtures("alone")
async def test_only_super_admin_loosens_a_policy_with_an_alert(stage: Stage) -> None:
    client = await stage.signed_in()
    await save(stage, policy("ActivateSpecModule"))
    request = await propose_policies(client)
    await client.change_requests.bypass(**named(request), reason=REASON)
    await drain(stage.services)
    assert await stored(stage) == []
    alarms = await client.alarms.list()
    assert request.request.id in [alarm.number for alarm in alarms if alarm.kind == "request_bypassed"]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("way", ["blocked", "signed in"])
async def test_super_admin_of_the_past_day_is_still_needed(stage: Stage, way: str) -> None:
    client, other = await stage.signed_in(), stage.phone()
    user_id = await stage.user(other, "super_admin" if way == "blocked" else "customer_care")
    if way == "blocked":
        await client.users.update(user_id=user_id, user_status="BLOCKED")
    else:
        session = "insert into sessions (user_id, account_type, ip_address, user_agent)"
        await stage.sql(f"{session} values (:id, 'super_admin', '127.0.0.1', 'test')", id=user_id)
    await save(stage, policy("ActivateSpecModule"))
    request = await propose_policies(client)
    with pytest.raises(Conflict) as refused:
        await client.change_requests.bypass(**named(request), reason=REASON)
    assert refused.value.code == "second_super_admin_needed"


def period(begin: int, end: int) -> FreezeToSave:
    """Return a freeze period between two hours from now."""
    now = datetime.now(UTC).replace(microsecond=0)
    values = {"starts_at": now + timedelta(hours=begin), "ends_at": now + timedelta(hours=end)}
    return FreezeToSave.model_validate({**values, "reason": "Yearly invoices"})


async def test_early_end_of_a_freeze_needs_a_second_super_admin(stage: Stage) -> None:
    client, other = await stage.signed_in(), await another_super_admin(stage)
    active = period(-1, 5)
    await client.change_requests.save_freezes(periods=[active])
    for shorter in ([], [period(-1, 4)], [period(1, 5)]):
        with pytest.raises(ApprovalRequired) as refused:
            await client.change_requests.save_freezes(periods=shorter)
    request = await client.change_requests.create(**refused.value.change_request, reason="The invoices are written")
    assert request.labels == ["needs_approval"], "a freeze does not stop its own end"
    with pytest.raises(Forbidden):
        await client.change_requests.approve(**named(request))
    await other.change_requests.approve(**named(request))
    assert (await apply_now(stage, client, request)).request.status == "applied"
    [changed] = (await client.change_requests.freezes()).periods
    assert changed.starts_at > active.starts_at


async def test_planned_freeze_is_removed_by_two_super_admins(stage: Stage) -> None:
    client = await stage.signed_in()
    await client.change_requests.save_freezes(periods=[period(2, 5)])
    with pytest.raises(ApprovalRequired):
        await client.change_requests.save_freezes(periods=[])


async def test_longer_freeze_is_saved_directly(stage: Stage) -> None:
    client = await stage.signed_in()
    await client.change_requests.save_freezes(periods=[period(-1, 5)])
    await client.change_requests.save_freezes(periods=[period(-1, 6), period(24, 48)])
    assert len((await client.change_requests.freezes()).periods) == 2


async def test_freeze_that_is_over_is_removed_directly(stage: Stage) -> None:
    client = await stage.signed_in()
    await client.change_requests.save_freezes(periods=[period(-5, -1)])
    await client.change_requests.save_freezes(periods=[])
    assert (await client.change_requests.freezes()).periods == []
