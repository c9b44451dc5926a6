"""Approval policies and freeze periods: their lists, and the approvals that a request needs.

A request needs the approvals of the policies that covered its revision when it was made, and of those that cover it
now, so the stricter ones win.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from careops.calls import access_of
from careops.calls import change_requests as calls
from careops.calls.broadcasts import SendRelogin, SendWebUpgrade
from careops.calls.session import stored_account_type
from careops.calls.users import UpdateUser
from careops.contract import Call, Empty
from careops.error_codes import title_of
from careops.errors import Conflict, InvalidInput, Problem
from careops.models.approval_policies import ApprovalPolicy, PolicyToSave, RequiredApproval
from careops_server.areas.change_requests import policy_queries
from careops_server.areas.change_requests.preview import ONE_BY_ONE, Bindings
from careops_server.areas.change_requests.queries import LockedRequest
from careops_server.areas.change_requests.run_context import CHANNEL, EVENT
from careops_server.core.approvals import counter_queries as counters
from careops_server.core.approvals import queries as stored
from careops_server.core.approvals.looser_lists import LOOSENED, read_freezes, read_policies
from careops_server.core.approvals.policies import calls_of_effect, describe_policy
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.pipeline.batch import TargetResult
from careops_server.core.pipeline.etags import check_if_match

UNKNOWN_PEOPLE: Final = title_of("key_without_people")
INVALID: Final = title_of("approval_policy_invalid")
UNREACHABLE: Final = title_of("approval_policy_unreachable")
REPEATED: Final = title_of("approval_policy_repeated")
_BROADCASTS: Final = frozenset({SendWebUpgrade.__name__, SendRelogin.__name__})
"""Calls whose size is the number of devices, counted when a request is made and again when it is applied."""
_WITHOUT_NUMBER: Final = frozenset({"always", "staff_blocked"})


async def save_freezes(call: calls.SaveFreezePeriods, context: Context) -> Empty:
    """Replace all freeze periods."""
    times = [(period.starts_at, period.ends_at) for period in call.periods]
    problems = [
        Problem(title_of("freeze_period_invalid"), f"periods.{position}.ends_at")
        for position, period in enumerate(call.periods)
        if period.ends_at <= period.starts_at or (period.starts_at, period.ends_at) in times[:position]
    ]
    if problems:
        raise InvalidInput(*problems)
    connection = context.connection
    await stored.lock_freezes(connection)
    await check_if_match(call, context, read_freezes)
    old = await read_freezes(calls.ReadFreezePeriods(), context)
    await policy_queries.replace_freezes(connection, call.periods)
    new = await read_freezes(calls.ReadFreezePeriods(), context)
    context.changed("freeze_periods", "all", before=old.model_dump(mode="json"), after=new.model_dump(mode="json"))
    context.publish(CHANNEL, EVENT)
    return Empty()


class Policies:
    """Handlers of the policies for requests that consist of these calls."""

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings

    async def save(self, call: calls.SaveApprovalPolicies, context: Context) -> Empty:
        """Replace all policies."""
        if context.services.upstream is not None:
            raise Conflict(ONE_BY_ONE, source="policies")
        self._check(call.policies)
        connection = context.connection
        await stored.lock_policies(connection)
        await check_if_match(call, context, read_policies)
        stored_policies = await stored.list_policies(connection)
        await self._check_reviewers(connection, call.policies, stored_policies)
        old = _facts(stored_policies)
        await policy_queries.replace_policies(connection, call.policies)
        new = _facts(await stored.list_policies(connection))
        names = {*old, *new}
        context.changed(
            "approval_policies",
            "all",
            before={name: old.get(name) for name in names},
            after={name: new.get(name) for name in names},
        )
        context.publish(CHANNEL, EVENT)
        return Empty()

    async def when_saved(self, answer: Empty, context: Context) -> Empty:
        """Use the new policies in this worker at once."""
        context.services.policies.clear()
        return answer

    def _check(self, policies: Sequence[PolicyToSave]) -> None:
        """Raise ``InvalidInput`` for policies that cannot have an effect, and for two of the same kind."""
        problems = [
            problem
            for position, policy in enumerate(policies)
            if (problem := self._find_problem(policy, f"policies.{position}")) is not None
        ]
        kinds = [(policy.call, policy.condition, policy.field) for policy in policies]
        problems += [
            Problem(REPEATED, f"policies.{position}") for position, kind in enumerate(kinds) if kind in kinds[:position]
        ]
        if problems:
            raise InvalidInput(*problems)

    async def _check_reviewers(
        self, connection: Connection, policies: Sequence[PolicyToSave], stored_policies: Sequence[ApprovalPolicy]
    ) -> None:
        """Raise ``InvalidInput`` for a new policy that needs more approvals than an author can get."""
        facts = [stored_policy.model_dump() for stored_policy in stored_policies]
        types = await policy_queries.list_staff_types(connection)
        problems = []
        for position, policy in enumerate(policies):
            access = access_of(policy.call)
            approvers = sum(account_type in policy.roles and account_type in access for account_type in types)
            others = approvers - 1  # the author does not count
            if policy.enabled and policy.approvals > others and policy.model_dump() not in facts:
                problems.append(Problem(UNREACHABLE, f"policies.{position}.approvals", str(max(0, others))))
        if problems:
            raise InvalidInput(*problems)

    def _find_problem(self, policy: PolicyToSave, source: str) -> Problem | None:
        if policy.call not in self._bindings:
            return Problem(calls.UNSUPPORTED, f"{source}.call", policy.call)
        if policy.condition == "devices" and policy.call not in _BROADCASTS:
            return Problem(INVALID, f"{source}.condition", "The condition devices is that of broadcasts")
        if policy.condition == "staff_blocked" and policy.call != UpdateUser.__name__:
            return Problem(INVALID, f"{source}.condition", f"Only {UpdateUser.__name__} ends the access of staff")
        if (policy.at_least is None) != (policy.condition in _WITHOUT_NUMBER):
            return Problem(INVALID, f"{source}.at_least", f"The condition is {policy.condition}")
        if (policy.field is None) != (policy.condition != "field"):
            return Problem(INVALID, f"{source}.field", f"The condition is {policy.condition}")
        if policy.field is not None and not _is_numeric(self._bindings[policy.call].call, policy.field):
            return Problem(INVALID, f"{source}.field", f"{policy.call} has no number {policy.field}")
        return None


def _is_numeric(call: type[Call[Any]], name: str) -> bool:
    field = call.model_fields.get(name)
    return field is not None and _accepts_numbers(field.annotation)


def _accepts_numbers(annotation: Any) -> bool:
    """Return whether a type is a number, also an optional one."""
    if get_origin(annotation) in (Annotated, Union, UnionType):
        return any(_accepts_numbers(argument) for argument in get_args(annotation))
    return annotation in (int, float, Decimal)


def _facts(policies: Sequence[ApprovalPolicy]) -> dict[str, Any]:
    """Return the policies for the audit event."""
    return {
        f"{policy.call} {policy.condition} {policy.field or ''}".rstrip(): policy.model_dump(
            exclude={"call", "condition", "field"}, exclude_none=True
        )
        for policy in policies
    }


async def record_policies(connection: Connection, id: int, revision: int, writer_ids: Collection[int]) -> None:
    """Store the policies that cover a new revision. Raises ``Conflict`` if its API key has no known people."""
    covering = await policy_queries.list_covering(connection, [id], await _list_enabled(connection))
    if covering:
        if not writer_ids:
            raise Conflict(UNKNOWN_PEOPLE, source="changes")
        await policy_queries.store_policies(connection, id, revision, [entry.policy for entry in covering])


async def _list_enabled(connection: Connection) -> list[ApprovalPolicy]:
    """Return the enabled policies, with those that are always in force."""
    return [policy for policy in (*LOOSENED, *await stored.list_policies(connection)) if policy.enabled]


async def count_part(
    connection: Connection, request: LockedRequest, results: Sequence[Mapping[str, Any]], *, is_bypassed: bool
) -> None:
    """Count the records that a part changed, for each policy whose approvals the request does not have.

    Raises ``Conflict``, which rolls the part back, if they are too many. Only an emergency may change more.
    """
    counting = [policy for policy in await _list_enabled(connection) if policy.condition == "targets"]
    if not counting:
        return
    people = await policy_queries.list_people(connection, request.id)
    covering = [] if is_bypassed else await policy_queries.list_covering(connection, [request.id], counting)
    approved = [entry.policy for entry in covering]
    for policy in counting:
        effective = calls_of_effect(policy.call)
        records = [record for result in results if result["call"] in effective for record in result["records"]]
        if not records or policy in approved:
            continue
        counted = await counters.count_records(connection, people, policy.call, records)
        if counted >= (policy.at_least or 0) and not is_bypassed:
            raise Conflict(Problem(calls.NEEDS_APPROVAL, "request_id", describe_policy(policy)))


def list_records(row: Mapping[str, Any], result: TargetResult | None) -> list[str]:
    """Return the names of the records that a target changed. A created one is named by its position."""
    if result is None or result.outcome.outcome != "done" or result.change is None:
        return []
    change, parameter_values = result.change, {str(value) for value in row["parameters"].values()}
    if change.records is None and change.resource_id not in parameter_values:
        change = replace(change, resource_id=f"{row['request_id']} {row['position']}")
    return counters.records_of(change)


async def list_required(connection: Connection, request: calls.ChangeRequest) -> list[RequiredApproval]:
    """Return the policies that cover a request with the approvals that count now."""
    return [_required(entry) for entry in await _list_covering(connection, request)]


async def needs_undone(connection: Connection, request: calls.ChangeRequest) -> bool:
    """Return whether an undo lacks approvals without those of the undone request."""
    covering = await _list_covering(connection, request)
    own = [entry._replace(approvers=[approver for approver in entry.approvers if approver[2]]) for entry in covering]
    return any(_required(entry).missing for entry in own)


async def _list_covering(connection: Connection, request: calls.ChangeRequest) -> list[policy_queries.Covering]:
    enabled, applier_id = await _list_enabled(connection), request.applied_by_id
    return await policy_queries.list_covering(connection, [request.id], enabled, applier_id)


def _required(covering: policy_queries.Covering) -> RequiredApproval:
    names = []
    for name, account_types, _ in covering.approvers:
        account_type = stored_account_type(set(account_types))
        if account_type in covering.policy.roles and all(account_type in access_of(call) for call in covering.calls):
            names.append(name)
    missing = max(0, covering.policy.approvals - len(names))
    return RequiredApproval(**covering.policy.model_dump(exclude={"enabled"}), approved_by=names, missing=missing)


async def list_needing(connection: Connection, ids: Sequence[int]) -> list[int]:
    """Return the ids of requests that lack approvals."""
    covering = await policy_queries.list_covering(connection, ids, await _list_enabled(connection)) if ids else []
    return [entry.request_id for entry in covering if _required(entry).missing]
