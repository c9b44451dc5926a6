"""Approval policies of direct changes: the pipeline's step that finds them, and their check in the transaction.

Every door passes here: console, SDK, command line, API keys, single calls and batches. The changes of an approved
request run in a job and do not.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from careops.calls import calls_by_name
from careops.calls.changes import ApplyBatch
from careops.contract import Call
from careops.contract.headers import RUN_TARGETS_HEADER
from careops.errors import ApprovalRequired, Problem
from careops.models.approval_policies import ApprovalPolicy
from careops_server.core.approvals import counter_queries as counters
from careops_server.core.approvals import queries
from careops_server.core.approvals.looser_lists import is_looser
from careops_server.core.approvals.policies import describe_policy
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.pipeline.exchange import Exchange

_NUMBER: Final = re.compile(r"[0-9]{1,8}", re.ASCII)


class Approval(NamedTuple):
    """New changes of a request, and the policies that may cover them."""

    kind: type[Call[Any]]
    parameters: Sequence[dict[str, Any]]
    """Parameters of the targets that were not done before."""
    covering: Sequence[ApprovalPolicy]
    """Policies that cover the changes, regardless of what the handler changes."""
    counting: Sequence[ApprovalPolicy]
    """Policies with a number, which count the changed records."""


async def find_policies(exchange: Exchange) -> None:
    """Find the policies that may cover the change, in the cache. Behind a gateway the platform has its own."""
    services = exchange.context.services
    if services.upstream is not None or exchange.context.signed_in is None:
        return
    policies, kind = services.policies, exchange.binding.call
    if time.monotonic() >= policies.valid_until:
        await policies.refresh()
    if policies.by_call:
        exchange.policies = policies.by_call.get(
            exchange.call.change if kind is ApplyBatch else kind.__name__,  # type: ignore[attr-defined]
            (),
        )


async def find_approval(exchange: Exchange, connection: Connection) -> Approval:
    """Return the policies that cover the change, and those with a number, whose counters are locked first.

    Targets that were done before do not count. A bulk run names the number of all its records, so that it is refused
    before its first change.
    """
    call = exchange.call
    kind, parameters = type(call), {"": call.parameters}
    if isinstance(call, ApplyBatch):
        kind, parameters = calls_by_name()[call.change], {target.key: target.parameters for target in call.targets}
    calls = {"": call} if kind is type(call) else _parse_valid(kind, parameters)
    effects = [(policy, _keys_with_effect(policy, kind, calls)) for policy in exchange.policies]
    if any(policy.condition == "targets" and keys for policy, keys in effects):
        await counters.lock_counters(connection, _people_of(exchange))
    if isinstance(call, ApplyBatch):
        for key in await _known_keys(call, exchange, connection):
            parameters.pop(key)
    policies = [policy for policy, keys in effects if not keys.isdisjoint(parameters)]
    new_calls = [calls[key] for key in parameters if key in calls]
    named = exchange.request.headers.get(RUN_TARGETS_HEADER, "")
    in_run = int(named) if _NUMBER.fullmatch(named) else 0
    covering = [policy for policy in policies if await _is_covered(policy, new_calls, in_run, connection)]
    counting = [policy for policy in policies if policy.condition == "targets"]
    return Approval(kind, list(parameters.values()), covering, counting)


async def check_approval(exchange: Exchange, connection: Connection, attempt: Context, approval: Approval) -> None:
    """Raise ``ApprovalRequired``, which rolls the change back, if a policy covers it or the number of its records.

    The handler has run before, so every other refusal comes first, for example that of an outdated version.
    """
    covering = approval.covering
    changes = (attempt.change, *attempt.additional_changes)
    records = [*attempt.records, *(record for change in changes for record in counters.records_of(change))]
    if not covering and records:
        people = _people_of(exchange)
        covering = [
            policy
            for policy in approval.counting
            if await counters.count_records(connection, people, policy.call, records) >= (policy.at_least or 0)
        ]
    if covering:
        raise _refusal(exchange, covering, approval)


def _people_of(exchange: Exchange) -> frozenset[int]:
    """Return the ids of the people who act; that of the API key if they are unknown."""
    actor = exchange.context.actor
    return actor.people_ids or frozenset({actor.user.id})


async def _known_keys(call: ApplyBatch, exchange: Exchange, connection: Connection) -> set[str]:
    """Return the keys of the targets that were done before."""
    keys = [target.key for target in call.targets]
    user_id = exchange.context.actor.user.id
    return await queries.known_keys(connection, user_id=user_id, call=call.change, keys=keys)


def _problem(policy: ApprovalPolicy, detail: str) -> Problem:
    return Problem(ApprovalRequired.title, detail=detail, policy=policy.model_dump(mode="json"))


def _refusal(exchange: Exchange, covering: Sequence[ApprovalPolicy], approval: Approval) -> ApprovalRequired:
    """Return the error with the policies, and with the body of the request that is needed.

    A call that no request can contain has no body. Its detail names the emergency way.
    """
    name = approval.kind.__name__
    if name not in exchange.context.services.policies.proposable:
        way = "cannot be part of a request; in an emergency a super admin proposes"
        return ApprovalRequired(
            *(
                _problem(policy, f"{describe_policy(policy)}. {name} {way} {policy.call} and bypasses its approvals")
                for policy in covering
            )
        )
    proposal = {"title": name, "changes": [{"call": name, "parameters": values} for values in approval.parameters]}
    problems = [_problem(policy, describe_policy(policy)) for policy in covering]
    return ApprovalRequired(replace(problems[0], change_request=proposal), *problems[1:])


async def _is_covered(policy: ApprovalPolicy, calls: Sequence[Any], in_run: int, connection: Connection) -> bool:
    least = policy.at_least or 0
    if policy.condition == "targets":
        return in_run >= max(least, 1)
    if policy.condition == "field":
        values = (getattr(call, policy.field or "", None) for call in calls)
        return any(value is not None and value >= least for value in values)
    if policy.condition == "staff_blocked":
        ended = [call for call in calls if getattr(call, "user_status", "BLOCKED") not in (None, "ACTIVE")]
        return bool(ended) and await queries.has_staff(connection, [call.user_id for call in ended])
    if policy.condition == "devices":
        apps = {getattr(call, "app_type", None) for call in calls}
        return any([await queries.count_devices(connection, app) >= least for app in apps])
    if policy.condition == "loosened":
        return any([await is_looser(connection, call) for call in calls])
    return policy.condition == "always"


def _keys_with_effect(policy: ApprovalPolicy, kind: type[Call[Any]], calls: Mapping[str, Call[Any]]) -> Set[str]:
    """Return the keys of the calls that are of the policy's kind, or have its effect."""
    when = kind.route.effect_when
    if policy.call == kind.__name__ or when is None:
        return calls.keys()
    field, values = when
    return {key for key, call in calls.items() if getattr(call, field, None) in values}


def _parse_valid(kind: type[Call[Any]], parameters: Mapping[str, dict[str, Any]]) -> dict[str, Call[Any]]:
    """Return the valid calls. Invalid ones are refused later and change nothing."""
    calls = {}
    for key, values in parameters.items():
        with suppress(ValidationError):
            calls[key] = kind.from_parameters(values)
    return calls
