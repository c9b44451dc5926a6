"""Steps of the tests of approval policies: save policies, and review requests as another super admin."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from server.tests.support.stage import PASSWORD, Stage

from careops import AsyncCareOps
from careops.calls.change_requests import ChangeRequest, ChangeRequestDetail, SaveApprovalPolicies
from careops.constants import ACCOUNT_TYPES
from careops.models.approval_policies import ApprovalPolicy, PolicyToSave
from careops_server.core.approvals.looser_lists import LOOSENING_CALLS


@pytest.fixture(autouse=True)
async def policies_as_before(stage: Stage) -> AsyncIterator[None]:
    """Restore the shipped policies and forget what was counted. There are enough super admins for two approvals."""
    client = await stage.signed_in()
    count = "select count(*) from user_accounts where account_type = 'super_admin'"
    for _ in range(3 - await stage.sql(count)):
        await stage.user(stage.phone(), "super_admin")
    shipped = (await client.change_requests.policies()).policies
    yield
    await save(stage, *shipped)
    await stage.sql("delete from approval_counts")
    await stage.sql("update change_requests set status = 'closed' where status = 'open'")
    await stage.sql("delete from freeze_periods")


async def save(stage: Stage, *policies: PolicyToSave | ApprovalPolicy) -> None:
    """Replace all policies. They are deleted first, because a looser list needs a second super admin."""
    await stage.sql("delete from approval_policies")
    await (await stage.signed_in()).send(policies_to_save(*policies))


def policies_to_save(*policies: PolicyToSave | ApprovalPolicy) -> SaveApprovalPolicies:
    """Return the call that replaces all policies."""
    return SaveApprovalPolicies.model_validate(
        {"policies": [policy_to_save.model_dump() for policy_to_save in policies]}
    )


def policy(call: str, condition: str = "always", **fields: Any) -> PolicyToSave:
    """Return an enabled policy that needs one approval of any member of staff."""
    values = {"call": call, "condition": condition, "field": None, "at_least": None, "approvals": 1}
    return PolicyToSave.model_validate({**values, "roles": ACCOUNT_TYPES, "enabled": True, **fields})


async def another_super_admin(stage: Stage) -> AsyncCareOps:
    phone = stage.phone()
    await stage.user(phone, "super_admin")
    client = stage.client()
    await client.sign_in(phone, PASSWORD)
    return client


def named(request: ChangeRequestDetail) -> dict[str, Any]:
    """Return the parameters of a step of a request: its id and the digest of its revision."""
    return {"request_id": request.request.id, "digest": request.request.digest}


async def approve_if_needed(stage: Stage, request: ChangeRequest) -> None:
    """Approve a request as another super admin, if it loosens policies or freeze periods."""
    if not LOOSENING_CALLS.isdisjoint(request.calls):
        client = await another_super_admin(stage)
        await client.change_requests.approve(request_id=request.id, digest=request.digest)
