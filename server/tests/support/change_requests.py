"""Steps of the tests of change requests: propose changes, apply a request, read its targets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from server.tests.support.stage import Stage

from careops import AsyncCareOps
from careops.calls.change_requests import ChangeRequestDetail, ProposedChange, RequestTarget
from careops_server.processes.job_worker import drain


def change(call: str, **parameters: Any) -> ProposedChange:
    """One change of a request."""
    return ProposedChange(call=call, parameters=parameters)


def activate(stage: Stage, clinic_id: int, module: str = "Billing") -> ProposedChange:
    return change("ActivateSpecModule", clinic_id=clinic_id, module_id=stage.module_ids[module])


async def propose(client: AsyncCareOps, *changes: ProposedChange, **texts: Any) -> ChangeRequestDetail:
    texts = {"title": "Billing for Ludhiana", "reason": "They signed the contract", **texts}
    return await client.change_requests.create(changes=list(changes), **texts)


async def apply_now(stage: Stage, client: AsyncCareOps, request: ChangeRequestDetail) -> ChangeRequestDetail:
    """Apply a request, run its job and return the request."""
    await client.change_requests.apply(request_id=request.request.id, digest=request.request.digest)
    await drain(stage.services)
    return await client.change_requests.read(request_id=request.request.id)


async def targets_of(client: AsyncCareOps, request: ChangeRequestDetail) -> Sequence[RequestTarget]:
    return [target async for target in client.change_requests.each_target(request_id=request.request.id)]


async def modules_of(client: AsyncCareOps, clinic_id: int) -> list[str]:
    return [module.name or "" for module in (await client.clinics.read(id=clinic_id)).clinic_spec_modules]


async def insert_request(
    stage: Stage, *, calls: Sequence[str] = ("UpdateClinic",), status: str = "open", at: datetime | None = None
) -> int:
    """Insert a change request with one revision, which has no targets. Its author is none of the accounts."""
    request_id: int = await stage.sql(
        "insert into change_requests (status, author_id, author_name, created_at)"
        " values (:status, 0, 'Meera', coalesce(:at, now())) returning id",
        status=status,
        at=at,
    )
    await stage.sql(
        "insert into change_request_revisions (request_id, revision, digest, title, reason, on_conflict, calls,"
        " targets, groups, more_groups, revised_by)"
        " values (:id, 1, 'd', 'Switch on', 'Contract', 'stop', cast(:calls as text[]), 1, '[]', 0, 'Meera')",
        id=request_id,
        calls=list(calls),
    )
    return request_id
