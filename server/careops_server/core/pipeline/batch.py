"""Batch of changes: handlers of one call run for many records in one transaction, each record with its own outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from pydantic import ValidationError

from careops.calls.changes import Complaint, Outcome, TargetOutcome
from careops.contract import Binding, Call
from careops.contract.answers import Message
from careops.contract.validation_errors import problems_from_validation
from careops.error_codes import message_of
from careops.errors import ApiError, Forbidden, InvalidInput, Problem
from careops_server.core.audit import event_queries as audit
from careops_server.core.context import Context
from careops_server.core.idempotency.keys import constant_response
from careops_server.core.pipeline.audit_parameters import audit_parameters, clinic_id_of, event_key, raw_parameters
from careops_server.core.principal import Actor, Change, OutgoingEvent
from careops_server.core.rate_limits.throttling import in_slices


@dataclass
class BatchTarget:
    """A record of a batch: its call, or the reason of its refusal."""

    key: str
    """Name of the target, unique in its batch."""
    call: Call[Any] | None
    parameters: Mapping[str, Any]
    """Audit parameters, without secrets."""
    refusal: ApiError | None = None
    prepared: tuple[Any, ...] | None = ()
    """Results of the preparation for the handler; missing if there was no time for it."""


@dataclass
class TargetResult:
    """Result of a target in this attempt of the transaction."""

    outcome: TargetOutcome
    change: Change | None = None
    events: list[OutgoingEvent] = field(default_factory=list)


def parse_target(kind: type[Call[Any]], key: str, parameters: Mapping[str, Any], actor: Actor) -> BatchTarget:
    """Return the target with its call, or with the reason of its refusal."""
    try:
        call = kind.from_parameters(parameters)
    except ValidationError as error:
        invalid = InvalidInput(*problems_from_validation(error))
        return BatchTarget(key, None, raw_parameters(kind, parameters, None), invalid)
    for name, access in kind.restricted_fields().items():
        if name in call.model_fields_set and not actor.is_among(access):
            return BatchTarget(key, None, raw_parameters(kind, parameters, None), Forbidden(source=name))
    return BatchTarget(key, call, audit_parameters(call))


async def prepare_target(binding: Binding[Context], target: BatchTarget, context: Context) -> None:
    """Run the preparation of a target. A refusal becomes its reason."""
    if target.call is None:
        return
    try:
        target.prepared = await binding.prepared(target.call, context)
    except ApiError as error:
        target.refusal, target.call = error, None


async def run_targets(
    binding: Binding[Context], targets: Sequence[BatchTarget], context: Context, *, until: float = inf
) -> dict[str, TargetResult]:
    """Run the handler for each target, and return the results by key.

    Targets that were not started before ``until``, a time of the event loop, have no result.
    """
    if binding.by_the_set is not None:
        return await _by_the_set(binding, targets, context)
    return await _one_by_one(binding, targets, context, until)


async def _by_the_set(
    binding: Binding[Context], targets: Sequence[BatchTarget], context: Context
) -> dict[str, TargetResult]:
    results: dict[str, TargetResult] = {}
    for wave in _waves(binding.call, targets):
        contexts = [_context_of(context, target) async for some in in_slices(wave) for target in some]
        assert binding.by_the_set is not None  # noqa: S101 (checked by the caller)
        answers = await binding.by_the_set([target.call for target in wave], contexts)
        finished = list(zip(wave, contexts, answers, strict=True))
        results |= {
            target.key: _result(binding.call, own, answer)
            async for some in in_slices(finished)
            for target, own, answer in some
        }
    return results


def _waves(kind: type[Call[Any]], targets: Sequence[BatchTarget]) -> list[list[BatchTarget]]:
    """Split the targets in order, so that no wave names a record twice. Usually there is one wave."""
    waves: list[list[BatchTarget]] = []
    counts: dict[tuple[Any, ...], int] = {}
    names = sorted(kind.route.path_fields)
    for target in targets:
        record = tuple([getattr(target.call, name) for name in names])
        wave = counts[record] = counts.get(record, -1) + 1
        if wave == len(waves):
            waves.append([])
        waves[wave].append(target)
    return waves


async def _one_by_one(
    binding: Binding[Context], targets: Sequence[BatchTarget], context: Context, until: float
) -> dict[str, TargetResult]:
    clock = asyncio.get_running_loop().time
    results: dict[str, TargetResult] = {}
    for target in targets:
        if results and clock() > until:
            break
        own = _context_of(context, target)
        try:
            async with context.connection.transaction():
                answer = await binding.handler(target.call, own, *(target.prepared or ()))
        except ApiError as error:
            answer = error
        results[target.key] = _result(binding.call, own, answer)
    return results


def _context_of(context: Context, target: BatchTarget) -> Context:
    """Return the context of a single target."""
    return context.with_connection(context.connection, idempotency_key=target.key, if_match=None)


def _result(kind: type[Call[Any]], own: Context, answer: Any) -> TargetResult:
    if isinstance(answer, ApiError):
        return refused_result(answer, own.change)
    outcome: Outcome = "unchanged" if own.change.is_none else "done"
    written = constant_response(kind) or kind.write_answer(answer)
    # pydantic would copy the default list slowly.
    return TargetResult(TargetOutcome(outcome=outcome, answer=written, errors=[]), own.change, own.events)


def complaint_of(problem: Problem) -> Complaint:
    """Return a problem as part of an answer."""
    return Complaint(
        **{**message_of(problem.title), "code": problem.code},
        source=problem.source,
        detail=problem.detail,
        details=[Message(**message_of(each)) for each in problem.details],
    )


def refused_result(refusal: ApiError, change: Change | None = None) -> TargetResult:
    """Return the result of a refused target, with the facts that its handler reported."""
    errors = [complaint_of(problem) for problem in refusal.problems]
    facts = change or Change()
    recorded = replace(facts, before=None, after=None, description=facts.description or str(refusal), is_none=False)
    return TargetResult(TargetOutcome(outcome="refused", status=refusal.status, errors=errors), recorded)


async def write_events(
    kind: type[Call[Any]], targets: Sequence[BatchTarget], results: Mapping[str, TargetResult], context: Context
) -> None:
    """Write the audit events of the targets with a change or a refusal."""
    records = []
    for target in targets:
        result = results.get(target.key)
        if result is None or result.change is None or result.change.is_none:
            continue
        refused = result.outcome.outcome == "refused"
        change = result.change
        if refused:
            change = replace(change, clinic_id=change.clinic_id or clinic_id_of(kind, target.parameters))
        records.append(audit.EventRecord("FAILED" if refused else "SUCCESS", change, target.parameters))
    await audit.record_events(
        context.connection, records, key=event_key(kind), actor=context.signed_in, origin=context.origin
    )
