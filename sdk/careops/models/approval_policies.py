"""Approval policies, freeze periods, and emergency applications of change requests."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, Field

from careops.constants import ACCOUNT_TYPES, AccountType
from careops.contract import Model
from careops.contract.fields import FilledText, Moment, Name, strict_int
from careops.contract.personal import Personal

PolicyCondition = Literal["always", "targets", "field", "staff_blocked", "devices"]
MAX_POLICIES: Final = 200
MAX_FREEZES: Final = 100
MAX_APPROVALS: Final = 5
MIN_BYPASS_REASON_LENGTH: Final = 15
"""Shortest reason of an emergency application, in characters."""

AtLeast = Annotated[int, Field(ge=0, le=10**9), BeforeValidator(strict_int)]
Approvals = Annotated[int, Field(ge=1, le=MAX_APPROVALS), BeforeValidator(strict_int)]


class PolicyFields(BaseModel):
    """Fields of a policy that its answers and its input share."""

    call: Name
    """Name of the call in this reference, such as ``ActivateSpecModule``."""
    field: Name | None = None
    """Numeric parameter of the call, for the condition ``field``; null otherwise."""
    at_least: AtLeast | None = None
    """Smallest number that is covered; null for ``always`` and ``staff_blocked``."""
    approvals: Approvals = 1
    """Number of approvals that a request needs."""


class PolicyRule(PolicyFields, Model):
    """Changes that need approval, and the approvals that they need.

    The author and everyone who wrote a revision of the request never count.
    """

    condition: PolicyCondition | str
    """Changes that the policy covers.

    All of the call (``always``); those of ``at_least`` records (``targets``), counted over an hour for each account;
    those with a number of ``at_least`` in ``field`` (``field``); those that end the access of a member of staff
    (``staff_blocked``); broadcasts to ``at_least`` devices (``devices``). 'loosened' is not in the list: looser
    policies and early ends of freeze periods always need a second super admin.
    """
    roles: list[AccountType | str]
    """Account types whose approval counts."""


class ApprovalPolicy(PolicyRule):
    """Approval policy: one for each call, condition and field."""

    enabled: bool = True
    """False for a policy that has no effect."""


class PolicyToSave(PolicyFields, Model):
    """Approval policy as super admins save it."""

    model_config = {"extra": "forbid"}

    condition: PolicyCondition
    """Changes that the policy covers, as in the list of policies."""
    roles: Annotated[list[AccountType], Field(min_length=1, max_length=len(ACCOUNT_TYPES))]
    """Account types whose approval counts."""
    field: Name | None  # pyright: ignore[reportGeneralTypeIssues]  # required in a PUT
    """Numeric parameter of the call, for the condition ``field``; null otherwise."""
    at_least: AtLeast | None  # pyright: ignore[reportGeneralTypeIssues]  # required in a PUT
    """Smallest number that is covered; null for ``always`` and ``staff_blocked``."""
    approvals: Approvals  # pyright: ignore[reportGeneralTypeIssues]  # required in a PUT
    """Number of approvals that a request needs."""
    enabled: bool
    """False for a policy that has no effect."""


class ApprovalPolicies(Model):
    """All approval policies."""

    policies: list[ApprovalPolicy]
    """Policies, by call, condition and field."""


class RequiredApproval(PolicyRule):
    """Policy that covers a change request, and its approvals."""

    approved_by: Annotated[list[str], Personal("name", "staff")]
    """Names of those whose approval counts now."""
    missing: int
    """Number of missing approvals."""


class FreezePeriod(Model):
    """Time in which no change request is applied, except in an emergency."""

    starts_at: Moment
    """Begin, in UTC."""
    ends_at: Moment
    """End, in UTC; later than the begin."""
    reason: Annotated[FilledText, Personal("text", "anyone")]
    """Reason, for everyone whose request waits."""


class FreezeToSave(FreezePeriod):
    """Freeze period as super admins save it."""

    model_config = {"extra": "forbid"}


class FreezePeriods(Model):
    """All freeze periods."""

    periods: list[FreezePeriod]
    """Freeze periods by their begin."""


class Bypass(Model):
    """Emergency application of a change request, without its approvals or during a freeze."""

    user_id: int
    """Id of the super admin who applied it."""
    user_name: Annotated[str, Personal("name", "staff")]
    """Name of the super admin, at that time."""
    reason: Annotated[str, Personal("text", "anyone")]
    """Reason."""
    revision: int
    """Number of the revision that was applied."""
    bypassed_at: datetime
    """Time of the application, in UTC."""
    reviewed_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the super admin who has reviewed it since; null while the review is owed."""
    reviewed_at: datetime | None = None
    """Time of that review, in UTC; null while it is owed."""
    comment: Annotated[str | None, Personal("text", "anyone")] = None
    """Comment of that review; null if there is none."""
