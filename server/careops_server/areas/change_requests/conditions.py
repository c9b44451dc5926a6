"""Conditions of applying a request. They are checked at the start of a run, and in the transaction of each part."""

from __future__ import annotations

from typing import get_args

from careops.calls import change_requests as calls
from careops.errors import ApiError, Conflict, Problem
from careops.models.change_requests import EndReason
from careops_server.areas.change_requests import authority, policies, policy_queries, queries
from careops_server.areas.change_requests.preview import Bindings
from careops_server.core.approvals.policies import describe_policy
from careops_server.core.database.connection import Connection


def end_reason(error: ApiError) -> tuple[str, str | None]:
    """Return the reason of an end for a condition that failed, which its code names, and its detail."""
    problem = error.problems[0]
    reason = (problem.code or "").removeprefix("change_request_")
    return reason if reason in get_args(EndReason) else "error", problem.detail or None


async def check_applier(
    connection: Connection, bindings: Bindings, request: queries.LockedRequest, user_id: int | None
) -> None:
    """Raise ``Conflict`` if the person who applies the request may not make its changes now."""
    if user_id is not None and not await authority.may_make(connection, bindings, user_id, request.calls):
        raise Conflict(Problem(calls.APPLIER_LOST_ACCESS, "request_id", request.applied_by or ""))


async def check_objections(connection: Connection, request: queries.LockedRequest) -> None:
    """Raise ``Conflict`` if an objection stands, which no emergency skips."""
    objections = await queries.list_objections(connection, request.id)
    if objections:
        raise Conflict(*(Problem(calls.OBJECTED, "request_id", f"{name}: {reason}") for name, reason in objections))


async def check_conditions(connection: Connection, bindings: Bindings, request: queries.LockedRequest) -> None:
    """Raise ``Conflict`` with the first condition of applying that does not hold, except those of the applier."""
    if await authority.list_without_access(connection, bindings, [request.id]):
        raise Conflict(Problem(calls.AUTHOR_LOST_ACCESS, "request_id", request.author_name))
    await check_objections(connection, request)
    freeze = await policy_queries.find_freeze(connection, request.calls)
    if freeze is not None:
        raise Conflict(
            Problem(calls.FROZEN, "request_id", f"Until {freeze.ends_at:%Y-%m-%dT%H:%M:%SZ}: {freeze.reason}")
        )
    if request.is_early and request.apply_from is not None:
        raise Conflict(Problem(calls.TOO_EARLY, "request_id", f"{request.apply_from:%Y-%m-%dT%H:%M:%SZ}"))
    if request.is_late:
        raise Conflict(calls.WINDOW_MISSED, source="request_id")
    if request.waits_for_other:
        raise Conflict(Problem(calls.APPLY_OTHER_FIRST, "request_id", str(request.after)))
    missing = [approval for approval in await policies.list_required(connection, request) if approval.missing]
    if missing:
        raise Conflict(
            *(Problem(calls.NEEDS_APPROVAL, "request_id", describe_policy(approval)) for approval in missing)
        )
