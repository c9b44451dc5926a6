"""Enabled approval policies of this installation, cached in each worker."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Final

from careops.calls import all_calls, calls_by_name
from careops.models.approval_policies import ApprovalPolicy, PolicyRule
from careops_server.core.approvals import queries
from careops_server.core.approvals.looser_lists import LOOSENED
from careops_server.core.database.database import Database

SECONDS: Final = 1.0
"""Longest time that a worker uses policies that another one has replaced."""
_NOT_READ: Final = -1.0
PoliciesByCall = Mapping[str, tuple[ApprovalPolicy, ...]]


class PolicyCache:
    """Enabled policies by call, valid for a second.

    The fields are public, so that a request without policies costs one comparison and one look-up.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.by_call: PoliciesByCall = {}
        self.proposable: Collection[str] = frozenset()
        """Calls that a request can contain."""
        self.valid_until = _NOT_READ
        """Time of ``time.monotonic()``."""

    async def refresh(self) -> None:
        """Read the policies. Until then, other requests use the previous ones, if there are any."""
        began = time.monotonic()
        if self.valid_until != _NOT_READ:
            self.valid_until = began + SECONDS
        try:
            policies = await self._database.read(queries.list_policies)
        except BaseException:
            self.clear()
            raise
        self.by_call = group_enabled(policies)
        self.valid_until = began + SECONDS

    def clear(self) -> None:
        """Read the policies again for the next change."""
        self.valid_until = _NOT_READ


def group_enabled(policies: Iterable[ApprovalPolicy]) -> PoliciesByCall:
    """Return the enabled policies by each call with their effect, and those that are always in force."""
    grouped: dict[str, tuple[ApprovalPolicy, ...]] = {}
    for policy in (*LOOSENED, *policies):
        if policy.enabled:
            for call in calls_of_effect(policy.call):
                grouped[call] = (*grouped.get(call, ()), policy)
    return grouped


@cache
def calls_of_effect(name: str) -> tuple[str, ...]:
    """Return the names of the calls with the same effect as a call, that one included."""
    call = calls_by_name().get(name)
    if call is None or call.route.same_effect is None:
        return (name,)
    return tuple(other.__name__ for other in all_calls() if other.route.same_effect == call.route.same_effect)


def describe_policy(policy: PolicyRule) -> str:
    """Return a policy as text, for error messages and audit events."""
    covered = {
        "targets": f" of {policy.at_least} records or more within an hour",
        "field": f" with {policy.field} of {policy.at_least} or more",
        "staff_blocked": " that ends the access of a member of staff",
        "loosened": " that loosens a policy or ends a freeze period early",
        "devices": f" to {policy.at_least} devices or more",
    }
    count = "1 approval" if policy.approvals == 1 else f"{policy.approvals} approvals"
    roles = " or ".join(policy.roles)
    return f"{policy.call}{covered.get(policy.condition, '')} needs {count} by {roles}"
