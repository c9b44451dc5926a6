"""Batch changes: one change for many records in one transaction, each with a separate outcome, idempotency key and
audit event.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

from careops.calls.changes import ApplyBatch, TargetOutcome
from careops.contract import Binding
from careops.error_codes import title_of
from careops.errors import ApiError, Conflict, InvalidInput
from careops.scopes import is_batchable
from careops_server.core.approvals.counter_queries import records_of
from careops_server.core.context import Context
from careops_server.core.idempotency.keys import IdempotencyBatch
from careops_server.core.pipeline import batch
from careops_server.core.rate_limits.throttling import in_parts, in_slices, taking_turns

ONE_BY_ONE: Final = title_of("changes_not_batched")
NOT_ONE: Final = title_of("unknown_change")
KEYS_TWICE: Final = title_of("target_key_repeated")
WORK_SECONDS: Final = 1.5
"""Time limit for starting targets. A transaction has little more time in total, and others wait for its locks."""


class Changes:
    """Handlers that make batch changes with these bindings."""

    def __init__(self, bindings: Iterable[Binding[Context]]) -> None:
        self._bindings = {binding.call.__name__: binding for binding in bindings if is_batchable(binding.call)}

    async def read(self, call: ApplyBatch, context: Context) -> list[batch.BatchTarget]:
        """Parse the targets into calls, and run their preparations before the transaction."""
        if context.services.upstream is not None:
            raise Conflict(ONE_BY_ONE, source="change")
        binding = self._bindings.get(call.change)
        if binding is None:
            raise InvalidInput(NOT_ONE, source="change")
        if not context.actor.may_call(binding.call):
            raise context.actor.access_error(binding.call, source="change")
        if binding.call.route.step_up:
            await context.services.sessions.require_recent_password(context.actor)
        if len({target.key for target in call.targets}) < len(call.targets):
            raise InvalidInput(KEYS_TWICE, source="targets")
        targets = [
            batch.parse_target(binding.call, target.key, target.parameters, context.actor)
            async for some in in_slices(call.targets)
            for target in some
        ]
        if binding.prepare is not None:
            await _prepare(binding, targets, context)
        return targets

    async def apply(self, call: ApplyBatch, context: Context, targets: list[batch.BatchTarget]) -> list[TargetOutcome]:
        """Make the change for each target whose idempotency key is new."""
        async with taking_turns(context.services.limits):
            return await self._make(self._bindings[call.change], context, targets)

    async def _make(
        self, binding: Binding[Context], context: Context, targets: list[batch.BatchTarget]
    ) -> list[TargetOutcome]:
        clock = asyncio.get_running_loop().time
        until = clock() + WORK_SECONDS
        outcomes: list[TargetOutcome] = []
        async for chunk in in_parts(targets, context.services.limits):
            if outcomes and clock() > until:
                outcomes += [_LEFT.outcome] * (len(targets) - len(outcomes))
                break
            outcomes += await _carry_out(binding, context, chunk, until)
        context.change.is_none = True  # each target has a separate event
        return outcomes


async def _carry_out(
    binding: Binding[Context], context: Context, targets: Sequence[batch.BatchTarget], until: float
) -> list[TargetOutcome]:
    """Handle some targets, from their idempotency keys to their events. Targets not started before ``until`` are
    left.
    """
    once = _once(targets, context)
    settled = {target.key: batch.refused_result(target.refusal) for target in targets if target.refusal is not None}
    stored_outcomes = await once.acquire(context.connection)
    for key, stored in stored_outcomes.items():
        settled[key] = batch.refused_result(stored) if isinstance(stored, ApiError) else _repeated(stored)
    open_targets = [target for target in targets if target.key not in settled and target.prepared is not None]
    settled |= await batch.run_targets(binding, open_targets, context, until=until)
    outcomes = [settled.get(target.key, _LEFT).outcome for target in targets]
    await batch.write_events(binding.call, targets, settled, context)
    context.records += [
        record
        for result in settled.values()
        if result.outcome.outcome == "done" and not result.outcome.repeated
        for record in records_of(result.change)
    ]
    done = {
        key: result.outcome.answer or {}
        for key, result in settled.items()
        if result.outcome.outcome == "done" and not result.outcome.repeated
    }
    await once.finish(context.connection, done, stored_keys=stored_outcomes)
    context.events += [event for result in settled.values() for event in result.events]
    return outcomes


_LEFT: Final = batch.TargetResult(TargetOutcome(outcome="left"))


def _once(targets: Iterable[batch.BatchTarget], context: Context) -> IdempotencyBatch:
    """Return the idempotency keys of the targets. They belong to the caller, person or API client."""
    calls = {target.key: target.call for target in targets if target.call is not None}
    return IdempotencyBatch(context.actor.user.id, calls, context.services.settings.fingerprint_keys)


async def _prepare(binding: Binding[Context], targets: Sequence[batch.BatchTarget], context: Context) -> None:
    """Run the preparations that the time allows."""
    clock = asyncio.get_running_loop().time
    until = clock() + WORK_SECONDS
    for number, target in enumerate(targets):
        if target.call is None:
            continue
        if number and clock() > until:
            target.prepared = None
            continue
        await batch.prepare_target(binding, target, context)


def _repeated(answer: dict[str, Any]) -> batch.TargetResult:
    return batch.TargetResult(TargetOutcome(outcome="done", repeated=True, answer=answer))
