"""Looser policies and early ends of freeze periods, which need a second super admin."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from careops.calls import change_requests as calls
from careops.contract import Call
from careops.models import approval_policies as models
from careops_server.core.approvals import queries
from careops_server.core.database.connection import Connection
from careops_server.core.queries.list_query import HasConnection

LOOSENED: Final = tuple(
    models.ApprovalPolicy(call=call.__name__, condition="loosened", roles=["super_admin"])
    for call in (calls.SaveApprovalPolicies, calls.SaveFreezePeriods)
)
"""Policies that are not in the list, so that no one can change them."""
LOOSENING_CALLS: Final = frozenset(policy.call for policy in LOOSENED)


async def read_policies(call: calls.ReadApprovalPolicies, context: HasConnection) -> models.ApprovalPolicies:
    """Return all policies."""
    return models.ApprovalPolicies(policies=await queries.list_policies(context.connection))


async def read_freezes(call: calls.ReadFreezePeriods, context: HasConnection) -> models.FreezePeriods:
    """Return all freeze periods."""
    return models.FreezePeriods(periods=await queries.list_freezes(context.connection))


async def is_looser(connection: Connection, call: Call[Any]) -> bool:
    """Return whether a call takes back protection that is in force. Locks the list that it replaces."""
    if isinstance(call, calls.SaveApprovalPolicies):
        await queries.lock_policies(connection)
        old = [policy for policy in await queries.list_policies(connection) if policy.enabled]
        return not all(any(_is_as_strict(new, policy) for new in call.policies) for policy in old)
    if isinstance(call, calls.SaveFreezePeriods):
        await queries.lock_freezes(connection)
        now = datetime.now(UTC)
        periods = [period for period in await queries.list_freezes(connection) if period.ends_at > now]
        return not all(_is_kept(period, call.periods, now) for period in periods)
    return False


def _is_as_strict(new: models.PolicyToSave, old: models.ApprovalPolicy) -> bool:
    """Return whether a policy covers all that another one covers, with at least its approvals."""
    covers = new.condition == "always" or (
        (new.condition, new.field) == (old.condition, old.field) and (new.at_least or 0) <= (old.at_least or 0)
    )
    approvals = new.approvals >= old.approvals and set(new.roles) <= set(old.roles)
    return new.enabled and new.call == old.call and covers and approvals


def _is_kept(old: models.FreezePeriod, periods: Sequence[models.FreezePeriod], now: datetime) -> bool:
    """Return whether a freeze period ends no earlier, and begins no later if it has not begun."""
    return any(new.starts_at <= max(old.starts_at, now) and new.ends_at >= old.ends_at for new in periods)
