"""Batch changes: one change for many records in one transaction, each with a separate outcome, idempotency key and
audit event.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pydantic import ValidationError

from careops.calls.changes import ChangeTarget, Complaint, MakeChanges, Outcome, TargetOutcome
from careops.contract import Binding, Call
from careops.contract.scopes import is_batchable
from careops.contract.validation_errors import problems_from_validation
from careops.error_codes import title_of
from careops.errors import ApiError, Conflict, Forbidden, InvalidInput
from careops_server.core.audit import event_queries as audit
from careops_server.core.context import Context
from careops_server.core.idempotency.keys import IdempotencyBatch, constant_response
from careops_server.core.pipeline.audit_parameters import audit_parameters, clinic_id_of, event_key, raw_parameters
from careops_server.core.principal import Change, OutgoingEvent
from careops_server.core.rate_limits.throttling import in_parts, in_slices, taking_turns

ONE_BY_ONE: Final = title_of("changes_not_batched")
NOT_ONE: Final = title_of("unknown_change")
KEYS_TWICE: Final = title_of("target_key_repeated")
WORK_SECONDS: Final = 1.5
"""Time limit for starting targets. A transaction has little more time in total, and others wait for its locks."""


@dataclass
class Asked:
    """A target of a batch: its call, or the reason of its refusal."""

    key: str
    call: Call[Any] | None
    parameters: Mapping[str, Any]
    """Audit parameters, without secrets."""
    refusal: ApiError | None = None
    prepared: tuple[Any, ...] | None = ()
    """Results of the preparation for the handler; missing if there was no time for it."""


@dataclass
class _Settled:
    """Result of a target in this attempt of the transaction."""

    outcome: TargetOutcome
    change: Change | None = None
    raised: list[OutgoingEvent] = field(default_factory=list)


class Changes:
    """Handlers that make batch changes with these bindings."""

    def __init__(self, bindings: Iterable[Binding[Context]]) -> None:
        self._bindings = {one.call.__name__: one for one in bindings if is_batchable(one.call)}

    async def read(self, call: MakeChanges, context: Context) -> list[Asked]:
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
        asked = [
            _parse_target(binding.call, target, context) async for some in in_slices(call.targets) for target in some
        ]
        if binding.prepare is not None:
            await _prepare(binding, asked, context)
        return asked

    async def make(self, call: MakeChanges, context: Context, asked: list[Asked]) -> list[TargetOutcome]:
        """Make the change for each target whose idempotency key is new."""
        async with taking_turns(context.services.limits):
            return await self._make(self._bindings[call.change], context, asked)

    async def _make(self, binding: Binding[Context], context: Context, asked: list[Asked]) -> list[TargetOutcome]:
        clock = asyncio.get_running_loop().time
        until = clock() + WORK_SECONDS
        outcomes: list[TargetOutcome] = []
        async for part in in_parts(asked, context.services.limits):
            if outcomes and clock() > until:
                outcomes += [_LEFT.outcome] * (len(asked) - len(outcomes))
                break
            outcomes += await _carry_out(binding, context, part, until)
        context.change.is_none = True  # each target has a separate event
        return outcomes


async def _carry_out(
    binding: Binding[Context], context: Context, asked: Sequence[Asked], until: float
) -> list[TargetOutcome]:
    """Handle some targets, from their idempotency keys to their events. Targets not started before ``until`` are
    left.
    """
    once = _once(asked, context)
    settled = {one.key: _refused_outcome(one.refusal) for one in asked if one.refusal is not None}
    known = await once.acquire(context.connection)
    for key, kept in known.items():
        settled[key] = _refused_outcome(kept) if isinstance(kept, ApiError) else _repeated(kept)
    rest = [one for one in asked if one.key not in settled and one.prepared is not None]
    if binding.by_the_set is not None:
        settled |= await _by_the_set(binding, rest, context)
    else:
        settled |= await _one_by_one(binding, rest, context, until)
    outcomes = [settled.get(one.key, _LEFT).outcome for one in asked]
    await _write_events(binding.call, asked, settled, context)
    done = {
        key: one.outcome.answer or {}
        for key, one in settled.items()
        if one.outcome.outcome == "done" and not one.outcome.repeated
    }
    await once.finish(context.connection, done, known=known)
    context.events += [event for one in settled.values() for event in one.raised]
    return outcomes


_LEFT: Final = _Settled(TargetOutcome(outcome="left"))


def _once(asked: Iterable[Asked], context: Context) -> IdempotencyBatch:
    """Return the idempotency keys of the targets. They belong to the caller, person or API client."""
    calls = {one.key: one.call for one in asked if one.call is not None}
    return IdempotencyBatch(context.actor.user.id, calls, context.services.settings.fingerprint_keys)


def _parse_target(kind: type[Call[Any]], target: ChangeTarget, context: Context) -> Asked:
    try:
        call = kind.from_parameters(target.parameters)
    except ValidationError as error:
        return Asked(
            target.key,
            None,
            raw_parameters(kind, target.parameters, None),
            InvalidInput(*problems_from_validation(error)),
        )
    for name, access in kind.restricted_fields().items():
        if name in call.model_fields_set and not context.actor.is_among(access):
            return Asked(target.key, None, raw_parameters(kind, target.parameters, None), Forbidden(source=name))
    return Asked(target.key, call, audit_parameters(call))


async def _prepare(binding: Binding[Context], asked: Sequence[Asked], context: Context) -> None:
    """Run the preparations that the time allows."""
    clock = asyncio.get_running_loop().time
    until = clock() + WORK_SECONDS
    for number, one in enumerate(asked):
        if one.call is None:
            continue
        if number and clock() > until:
            one.prepared = None
            continue
        try:
            one.prepared = await binding.prepared(one.call, context)
        except ApiError as error:
            one.refusal, one.call = error, None


async def _by_the_set(binding: Binding[Context], asked: Sequence[Asked], context: Context) -> dict[str, _Settled]:
    settled: dict[str, _Settled] = {}
    for wave in _waves(binding.call, asked):
        contexts = [_apart(context, one) async for some in in_slices(wave) for one in some]
        assert binding.by_the_set is not None  # noqa: S101 (asked before)
        answers = await binding.by_the_set([one.call for one in wave], contexts)
        became = list(zip(wave, contexts, answers, strict=True))
        settled |= {
            one.key: _settled(binding.call, own, answer)
            async for some in in_slices(became)
            for one, own, answer in some
        }
    return settled


def _waves(kind: type[Call[Any]], asked: Sequence[Asked]) -> list[list[Asked]]:
    """Split the targets in order, so that no wave names a record twice. Usually there is one wave."""
    waves: list[list[Asked]] = []
    seen: dict[tuple[Any, ...], int] = {}
    names = sorted(kind.route.path_fields)
    for one in asked:
        record = tuple([getattr(one.call, name) for name in names])
        wave = seen[record] = seen.get(record, -1) + 1
        if wave == len(waves):
            waves.append([])
        waves[wave].append(one)
    return waves


async def _one_by_one(
    binding: Binding[Context], asked: Sequence[Asked], context: Context, until: float
) -> dict[str, _Settled]:
    clock = asyncio.get_running_loop().time
    settled: dict[str, _Settled] = {}
    for one in asked:
        if settled and clock() > until:
            break
        own = _apart(context, one)
        try:
            async with context.connection.transaction():
                answer = await binding.handler(one.call, own, *(one.prepared or ()))
        except ApiError as error:
            answer = error
        settled[one.key] = _settled(binding.call, own, answer)
    return settled


def _apart(context: Context, one: Asked) -> Context:
    """Return the context of a single target."""
    return context.with_connection(context.connection, idempotency_key=one.key, if_match=None)


def _settled(kind: type[Call[Any]], own: Context, answer: Any) -> _Settled:
    if isinstance(answer, ApiError):
        return _refused_outcome(answer, own.change)
    outcome: Outcome = "unchanged" if own.change.is_none else "done"
    written = constant_response(kind) or kind.write_answer(answer)
    return _Settled(TargetOutcome(outcome=outcome, answer=written), own.change, own.events)


def _refused_outcome(refusal: ApiError, change: Change | None = None) -> _Settled:
    errors = [Complaint(source=p.source, title=p.title, code=p.code, detail=p.detail) for p in refusal.problems]
    found = change or Change()
    told = replace(found, before=None, after=None, description=found.description or str(refusal), is_none=False)
    return _Settled(TargetOutcome(outcome="refused", status=refusal.status, errors=errors), told)


def _repeated(answer: dict[str, Any]) -> _Settled:
    return _Settled(TargetOutcome(outcome="done", repeated=True, answer=answer))


async def _write_events(
    kind: type[Call[Any]], asked: Sequence[Asked], settled: Mapping[str, _Settled], context: Context
) -> None:
    """Write the audit events of the targets with a change or a refusal."""
    events = []
    for one in asked:
        became = settled.get(one.key)
        if became is None or became.change is None or became.change.is_none:
            continue
        refused = became.outcome.outcome == "refused"
        change = became.change
        if refused:
            change = replace(change, clinic_id=change.clinic_id or clinic_id_of(kind, one.parameters))
        events.append(audit.EventRecord("FAILED" if refused else "SUCCESS", change, one.parameters))
    await audit.add_event_each(
        context.connection, events, key=event_key(kind), actor=context.signed_in, origin=context.origin
    )
