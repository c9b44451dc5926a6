"""Batch requests of a bulk run: hundreds of changes per request, if the platform supports batches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from careops.bulk.backoff import Cancelled
from careops.bulk.errors import QUICKER, reason_of
from careops.bulk.singles import LOST, Pending, is_satisfied, make_change, outcome_of, send_singles
from careops.bulk.state import RunState, Transition
from careops.bulk.targets import Key, Outcome, Target
from careops.calls.changes import ApplyBatch, TargetOutcome
from careops.contract import Call, Empty
from careops.errors import (
    ApiError,
    ApprovalRequired,
    Conflict,
    Forbidden,
    InvalidResponse,
    ServerError,
    Unauthorized,
    refusal,
)
from careops.scopes import is_batchable

BATCHES_AT_ONCE: Final = 3
"""Batches in progress: one is sent while the next is prepared and the results of the previous one are recorded."""


async def send_batches(state: RunState[Any], pending: Iterator[Pending]) -> None:
    """Change targets in batches as long as the platform supports them. All workers share the iterator.

    Its answer about the first target may be the first one to announce batches.
    """
    if state.client.batch_size < 2:
        await send_singles(state, islice(pending, 1), make_change)

    async def take_batches() -> None:
        try:
            while (size := state.client.batch_size) > 1 and not state.pace.stopping:
                targets = list(islice(pending, size))
                if not targets:
                    return
                await send_singles(state, iter(await _send_batch(state, targets)), make_change)
        except Cancelled:
            return
        except Exception as error:
            state.fail(error)

    await asyncio.gather(*(take_batches() for _ in range(BATCHES_AT_ONCE)))


async def _send_batch(state: RunState[Any], targets: Sequence[Pending]) -> list[Pending]:
    """Change the targets with one request per kind of call. Return those that need one request each."""
    calls = await _build_calls(state, targets)
    alone: list[Pending] = []
    by_kind: dict[type[Call[Any]], list[Pending]] = {}
    for target, sent in targets:
        if target.key in calls:
            kind = type(calls[target.key])
            (by_kind.setdefault(kind, []) if is_batchable(kind) else alone).append((target, sent))
    for kind, left in by_kind.items():
        while left and not state.pace.stopping:
            try:
                outcomes = await _request(state, kind, left, calls)
            except (Unauthorized, ApprovalRequired):
                raise
            except (ApiError, InvalidResponse) as error:
                alone += _split_batch(state, left, error)
                break
            left = await _record(state, left, outcomes, calls)
    return alone


async def _build_calls(state: RunState[Any], targets: Sequence[Pending]) -> Mapping[Key, Call[Any]]:
    """Build the calls of the targets that need a change. Record the outcome of the other targets."""
    calls = dict[Key, Call[Any]]()

    async def build(state: RunState[Any], target: Target, sent: bool) -> tuple[Outcome, str]:
        must_read = state.change.compared and not (target.as_wanted and not sent)
        if not must_read and await is_satisfied(state, target, sent):
            return (Outcome.DONE, LOST) if sent else (Outcome.UNCHANGED, "")
        calls[target.key] = await state.pace.run(lambda: state.change.call(state.client, target))
        return Outcome.PLANNED, ""

    shared = iter(targets)

    async def take_targets() -> None:
        for target, sent in shared:
            outcome, reason = await outcome_of(state, target, sent, build)
            if outcome is not Outcome.PLANNED:
                state.record((target, outcome, reason))

    ended = await asyncio.gather(*(take_targets() for _ in range(state.concurrency)), return_exceptions=True)
    for error in ended:
        if error is not None:
            raise error
    return calls


async def _request(
    state: RunState[Any], kind: type[Call[Any]], targets: Sequence[Pending], calls: Mapping[Key, Call[Any]]
) -> Iterable[TargetOutcome]:
    """Send the changes. Idempotency keys ensure that each takes effect once, even if the batch is sent again."""
    named = [
        {"key": state.header.key_for(target.key), "parameters": calls[target.key].parameters} for target, _ in targets
    ]
    state.write(*({"sent": target.key} for target, _ in targets))
    batch = ApplyBatch.model_validate({"change": kind.__name__, "targets": named})
    outcomes = await state.pace.run(lambda: state.client.send(batch))
    if len(outcomes) != len(targets):
        raise InvalidResponse(f"{len(targets)} changes were sent, {len(outcomes)} were answered")
    return outcomes


def _split_batch(
    state: RunState[Any], targets: Sequence[Pending], error: ApiError | InvalidResponse
) -> Sequence[Pending]:
    """Return the targets of a batch that failed as a whole, to be sent one by one and find those that fail."""
    if isinstance(error, InvalidResponse):
        return [(target, True) for target, _ in targets]  # the change may still have been made
    if error.status != 422 and not isinstance(error, ServerError):
        state.context.batch = 0
    return targets


async def _record(
    state: RunState[Any], targets: Sequence[Pending], outcomes: Iterable[TargetOutcome], calls: Mapping[Key, Call[Any]]
) -> list[Pending]:
    """Record the outcomes and return the targets that the batch had no time for.

    Raises errors that every other target would get as well.
    """
    transitions, left, halting = list[Transition](), list[Pending](), None
    for (target, sent), answered in zip(targets, outcomes, strict=True):
        if answered.outcome == "left":
            left.append((target, sent))
        elif answered.outcome == "refused":
            error = refusal(answered.status, {"errors": [problem.model_dump() for problem in answered.errors]})
            if isinstance(error, (Forbidden, Unauthorized)):
                halting = halting or error
            else:
                transitions.append((target, *await _resolve_refusal(state, target, error)))
        elif answered.outcome == "unchanged":
            # a change that was already made under this key would be reported
            transitions.append((target, Outcome.UNCHANGED, ""))
        else:
            if answered.answer is not None and type(calls[target.key]).answer_type() is not Empty:
                answer = calls[target.key].read_answer(answered.answer)
                state.response_data[target.key] = state.change.result_values(answer)
            reason = LOST if sent and answered.repeated else state.change.describe(target)
            transitions.append((target, Outcome.DONE, reason))
    state.record(*transitions)
    if halting is not None:
        raise halting
    return left


async def _resolve_refusal(state: RunState[Any], target: Target, error: ApiError) -> tuple[Outcome, str]:
    if isinstance(error, Conflict) and state.change.checks_first and await is_satisfied(state, target, sent=True):
        return Outcome.UNCHANGED, QUICKER
    if isinstance(error, ServerError):
        state.retryable += 1
    return Outcome.FAILED, reason_of(error)
