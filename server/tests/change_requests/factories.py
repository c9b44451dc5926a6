"""Test data for the calls of change requests, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import BILLING, CARE, Stage

from careops.bulk import SwitchModule, apply, parse_ids
from careops.calls.change_requests import ProposedChange
from careops_server.processes.job_worker import drain


async def changes(stage: Stage, ids: dict[str, Any]) -> list[dict[str, Any]]:
    """Switch a module on for a clinic without modules."""
    parameters = {"clinic_id": await stage.clinic(), "module_id": stage.module_ids["Billing"]}
    return [{"call": "ActivateSpecModule", "parameters": parameters}]


async def request_id(stage: Stage, ids: dict[str, Any]) -> int:
    """An open request of someone else than the caller; a gateway has none."""
    if not stage.knows_before:
        return 1
    # An account has at most 50 open requests, and the tests of a module share their database.
    await stage.sql(
        "with closed as (update change_requests set status = 'closed' where status = 'open' returning 1)"
        " select count(*) from closed"
    )
    client = await stage.signed_in(BILLING if stage.asking == CARE else CARE)
    proposed = [ProposedChange.model_validate(change) for change in await changes(stage, ids)]
    request = await client.change_requests.create(title="Billing", reason="They signed the contract", changes=proposed)
    return request.request.id


async def run(stage: Stage, ids: dict[str, Any]) -> str:
    """A bulk run of the caller over one clinic; a gateway has none."""
    if not stage.knows_before:
        return "0" * 32
    client, change = await stage.signed_in(stage.asking), SwitchModule(stage.module_ids["Billing"], active=True)
    return (await apply(client, change, parse_ids([await stage.clinic()]))).header.id


async def undo_change_request(stage: Stage, ids: dict[str, Any]) -> None:
    """Apply the request first; a gateway has none."""
    if stage.knows_before:
        await pause_change_request(stage, ids)
        await drain(stage.services)


async def pause_change_request(stage: Stage, ids: dict[str, Any]) -> None:
    """Start the run first; a gateway has none."""
    if stage.knows_before:
        client = await stage.signed_in()
        await client.change_requests.apply(request_id=ids["request_id"], digest=await digest(stage, ids))


stop_change_request = pause_change_request


async def resume_change_request(stage: Stage, ids: dict[str, Any]) -> None:
    """Start and pause the run first; a gateway has none."""
    if stage.knows_before:
        await pause_change_request(stage, ids)
        client = await stage.signed_in()
        await client.change_requests.pause(request_id=ids["request_id"], digest=await digest(stage, ids))


async def revise_change_request(stage: Stage, ids: dict[str, Any]) -> None:
    """Make the caller the author; a gateway has no request."""
    if stage.knows_before:
        await stage.sql(
            "update change_requests set author_id = :author_id where id = :id returning 1",
            id=ids["request_id"],
            author_id=stage.user_ids[stage.asking],
        )


async def compare_revisions(stage: Stage, ids: dict[str, Any]) -> None:
    """Make a second revision first; a gateway has no request."""
    if stage.knows_before:
        author = await stage.signed_in(BILLING if stage.asking == CARE else CARE)
        proposed = [ProposedChange.model_validate(change) for change in await changes(stage, ids)]
        await author.change_requests.revise(
            request_id=ids["request_id"], title="Billing", reason="For another clinic", changes=proposed
        )


async def mark_change_request_read(stage: Stage, ids: dict[str, Any]) -> None:
    """Give the caller news of the request; a gateway has none."""
    if stage.knows_before:
        await stage.sql(
            "insert into change_request_readers (request_id, user_id, news) values (:id, :user_id, 'end') returning 1",
            id=ids["request_id"],
            user_id=stage.user_ids[stage.asking],
        )


async def withdraw_review(stage: Stage, ids: dict[str, Any]) -> None:
    """Approve the request first; a gateway has none."""
    if stage.knows_before:
        client = await stage.signed_in(stage.asking)
        await client.change_requests.approve(request_id=ids["request_id"], digest=await digest(stage, ids))


async def objector_id(stage: Stage, ids: dict[str, Any]) -> int:
    """A reviewer who objects to the request; a gateway has none."""
    if not stage.knows_before:
        return 1
    client = await stage.signed_in(BILLING)
    await client.change_requests.object(
        request_id=ids["request_id"], digest=await digest(stage, ids), reason="Two left"
    )
    return stage.user_ids[BILLING]


async def digest(stage: Stage, ids: dict[str, Any]) -> str:
    """The digest of the request's current revision; a gateway has none."""
    if not stage.knows_before:
        return "0" * 64
    read: str = await stage.sql(
        "select digest from change_request_revisions where request_id = :id order by revision desc limit 1",
        id=ids["request_id"],
    )
    return read


async def review_bypass(stage: Stage, ids: dict[str, Any]) -> None:
    """Apply the request in an emergency, as another super admin."""
    if stage.knows_before:
        await stage.sql(
            "insert into change_request_bypasses (request_id, job_id, revision, user_id, user_name, reason)"
            " values (:id, 0, 1, 999999, 'Asha Rao', 'Billing is down in Ludhiana')",
            id=ids["request_id"],
        )


async def policies(stage: Stage, ids: dict[str, Any]) -> list[dict[str, Any]]:
    """The stored policies that are on, and one that differs from them and is off."""
    columns = "call, condition, nullif(field, '') as field, at_least, approvals, roles, enabled"
    enabled = await stage.rows(f"select {columns} from approval_policies where enabled") if stage.knows_before else []  # noqa: S608 (constant columns)
    added = [{**policy, "at_least": int(stage.phone()) % 10**6, "enabled": False} for policy in ids["policies"]]
    return [*map(dict, enabled), *added]


async def periods(stage: Stage, ids: dict[str, Any]) -> list[dict[str, Any]]:
    """A freeze period that differs from the stored one, and that begins in many years."""
    reason = f"Invoices are written {stage.phone()}"
    return [{"starts_at": "2098-11-30T18:30:00Z", "ends_at": "2098-12-02T18:30:00Z", "reason": reason}]
