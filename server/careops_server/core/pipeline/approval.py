"""Approval policies of direct changes: the pipeline's step that finds them, and their check in the transaction.

Every door passes here: console, SDK, command line, API keys, single calls and batches. The changes of an approved
request run in a job and do not.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from careops.calls import calls_by_name
from careops.calls.changes import MakeChanges
from careops.client.request_flow import RUN_TARGETS_HEADER
from careops.contract import Call
from careops.errors import ApprovalRequired, Problem
from careops.models.approval_policies import ApprovalPolicy
from careops_server.core.approvals import counter_queries as counters
from careops_server.core.approvals import queries
from careops_server.core.approvals.looser_lists import READERS, is_looser
from careops_server.core.approvals.policies import describe_policy
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.pipeline.etags import check_if_match
from careops_server.core.pipeline.exchange import Exchange

NewChanges = tuple[type[Call[Any]], Sequence[dict[str, Any]]]
"""A call, and the parameters of its targets that were not done before."""

_NUMBER: Final = re.compile(r"[0-9]{1,8}", re.ASCII)


class Counting(NamedTuple):
    """New changes, and the policies with a number that count their records."""

    changes: NewChanges
    policies: Sequence[ApprovalPolicy]


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
            exchange.call.change if kind is MakeChanges else kind.__name__,  # type: ignore[attr-defined]
            (),
        )


async def check_approval(exchange: Exchange, connection: Connection) -> Counting | None:
    """Raise ``ApprovalRequired`` if a policy covers the change, except by the number of changed records.

    Targets that were done before do not count. A bulk run names the number of all its records, so that it is refused
    before its first change. The counters of policies with a number are locked before anything is read. Return these
    policies for ``check_number``, None if there are none.
    """
    call = exchange.call
    kind, parameters = type(call), [call.parameters]
    if isinstance(call, MakeChanges):
        kind, parameters = calls_by_name()[call.change], [target.parameters for target in call.targets]
    if any(policy.condition == "targets" and _has_effect(policy, kind, parameters) for policy in exchange.policies):
        await counters.lock_counters(connection, _people_of(exchange))
    if isinstance(call, MakeChanges):
        parameters = await _list_new(call, exchange, connection)
    new = kind, parameters
    named = exchange.request.headers.get(RUN_TARGETS_HEADER, "")
    in_run = int(named) if _NUMBER.fullmatch(named) else 0
    policies = [policy for policy in exchange.policies if _has_effect(policy, kind, parameters)]
    covering = [policy for policy in policies if await _is_covered(policy, kind, parameters, in_run, connection)]
    if covering:
        if kind in READERS:  # a list that is outdated is read again before it is proposed
            await check_if_match(call, exchange.context.with_connection(connection), READERS[kind])
        raise _refusal(exchange, covering, new)
    counting = [policy for policy in policies if policy.condition == "targets"]
    return Counting(new, counting) if counting else None


async def check_number(exchange: Exchange, connection: Connection, attempt: Context, counting: Counting) -> None:
    """Count the records that the handlers changed. Raise ``ApprovalRequired``, which rolls them back, if a policy
    covers so many.
    """
    changes = (attempt.change, *attempt.further)
    records = [*attempt.records, *(record for change in changes for record in counters.records_of(change))]
    if not records:
        return
    people = _people_of(exchange)
    covering = [
        policy
        for policy in counting.policies
        if await counters.count_records(connection, people, policy.call, records) >= (policy.at_least or 0)
    ]
    if covering:
        raise _refusal(exchange, covering, counting.changes)


def _people_of(exchange: Exchange) -> frozenset[int]:
    """Return the ids of the people who act; that of the API key if they are unknown."""
    actor = exchange.context.actor
    return actor.people_ids or frozenset({actor.user.id})


async def _list_new(call: MakeChanges, exchange: Exchange, connection: Connection) -> list[dict[str, Any]]:
    """Return the parameters of the targets that were not done before."""
    keys = [target.key for target in call.targets]
    user_id = exchange.context.actor.user.id
    known = await queries.known_keys(connection, user_id=user_id, call=call.change, keys=keys)
    return [target.parameters for target in call.targets if target.key not in known]


def _problem(policy: ApprovalPolicy, detail: str) -> Problem:
    return Problem(ApprovalRequired.title, detail=detail, policy=policy.model_dump(mode="json"))


def _refusal(exchange: Exchange, covering: Sequence[ApprovalPolicy], new: NewChanges) -> ApprovalRequired:
    """Return the error with the policies, and with the body of the request that is needed.

    A call that no request can contain has no body. Its detail names the emergency way.
    """
    kind, parameters = new
    name = kind.__name__
    if name not in exchange.context.services.policies.proposable:
        way = "cannot be part of a request; in an emergency a super admin proposes"
        return ApprovalRequired(
            *(
                _problem(policy, f"{describe_policy(policy)}. {name} {way} {policy.call} and bypasses its approvals")
                for policy in covering
            )
        )
    proposal = {"title": name, "changes": [{"call": name, "parameters": one} for one in parameters]}
    problems = [_problem(policy, describe_policy(policy)) for policy in covering]
    return ApprovalRequired(replace(problems[0], change_request=proposal), *problems[1:])


async def _is_covered(
    policy: ApprovalPolicy,
    kind: type[Call[Any]],
    parameters: Sequence[dict[str, Any]],
    in_run: int,
    connection: Connection,
) -> bool:
    least = policy.at_least or 0
    if policy.condition == "targets":
        return in_run >= max(least, 1)
    if policy.condition == "field":
        values = (getattr(call, policy.field or "", None) for call in _parse_valid(kind, parameters))
        return any(value is not None and value >= least for value in values)
    if policy.condition == "staff_blocked":
        calls = _parse_valid(kind, parameters)
        ended = [call for call in calls if getattr(call, "user_status", "BLOCKED") not in (None, "ACTIVE")]
        return bool(ended) and await queries.has_staff(connection, [call.user_id for call in ended])
    if policy.condition == "loosened":
        return any([await is_looser(connection, call) for call in _parse_valid(kind, parameters)])
    return policy.condition == "always"


def _has_effect(policy: ApprovalPolicy, kind: type[Call[Any]], parameters: Sequence[dict[str, Any]]) -> bool:
    """Return whether there are changes of the policy's call, or with its effect."""
    when = kind.route.effect_when
    if policy.call == kind.__name__ or when is None:
        return bool(parameters)
    field, values = when
    return any(getattr(call, field, None) in values for call in _parse_valid(kind, parameters))


def _parse_valid(kind: type[Call[Any]], parameters: Sequence[dict[str, Any]]) -> Iterator[Any]:
    """Yield the valid calls. Invalid ones are refused later and change nothing."""
    for one in parameters:
        try:
            yield kind.from_parameters(one)
        except ValidationError:
            continue
