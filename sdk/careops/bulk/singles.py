"""One request per record: compare a target, send its change exactly once, and classify how it failed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

from pydantic import ValidationError

from careops.bulk.backoff import Cancelled
from careops.bulk.errors import HALTING, QUICKER, PlatformAway, reason_of, unusable_reason
from careops.bulk.state import RunState
from careops.bulk.targets import Outcome, Target
from careops.contract.validation_errors import problems_from_validation
from careops.errors import ApiError, Conflict, InvalidResponse, ServerError

LOST: Final = "its answer was lost, the change was not"
Pending = tuple[Target, bool]
"""A target, and True if a change may already have been sent for it."""
Work = Callable[[RunState[Any], Target, bool], Awaitable[tuple[Outcome, str]]]
"""Work on a target."""
_TRIES = 3
_MAX_UNUSABLE = 20
"""After this number of consecutive unusable answers, the other side is not the platform."""


async def send_singles(state: RunState[Any], pending: Iterator[Pending], work: Work) -> None:
    """Work on targets one by one. All workers share the iterator."""

    async def take_targets() -> None:
        for target, sent in pending:
            if state.pace.stopping:
                return
            try:
                outcome, reason = await outcome_of(state, target, sent, work)
                state.record((target, outcome, reason))
            except Cancelled:
                return
            except Exception as error:
                state.fail(error)

    await asyncio.gather(*(take_targets() for _ in range(state.concurrency)))


async def outcome_of(state: RunState[Any], target: Target, sent: bool, work: Work) -> tuple[Outcome, str]:
    """Work on a target. Raises errors that every other target would get as well."""
    for attempt in range(1, _TRIES + 1):
        try:
            outcome = await work(state, target, sent)
            state.unusable = 0
            return outcome
        except HALTING:
            raise
        except (ServerError, InvalidResponse) as error:
            if attempt == _TRIES:
                return _give_up(state, error)
            await asyncio.sleep(0.25 * attempt)
        except ApiError as error:
            state.unusable = 0
            return Outcome.FAILED, reason_of(error)
        except ValidationError as error:
            return Outcome.FAILED, "; ".join(problem.title for problem in problems_from_validation(error))
    raise AssertionError("the last attempt returns")


def _give_up(state: RunState[Any], error: ServerError | InvalidResponse) -> tuple[Outcome, str]:
    state.unusable += 1
    if state.unusable >= _MAX_UNUSABLE:
        raise PlatformAway(f"{state.unusable} targets in a row got no usable answer: {error}") from error
    state.retryable += 1
    return Outcome.FAILED, unusable_reason(error)


async def is_satisfied(state: RunState[Any], target: Target, sent: bool) -> bool:
    """Return True if a target needs no change; not requested if the platform itself refuses to repeat a change."""
    if sent or (target.as_wanted is None and state.change.checks_first):
        return await state.pace.run(lambda: state.change.check(state.client, target))
    return bool(target.as_wanted)


async def preview(state: RunState[Any], target: Target, sent: bool) -> tuple[Outcome, str]:
    """Return what the change would do to a target, without making it."""
    if await is_satisfied(state, target, sent):
        return Outcome.UNCHANGED, ""
    return await state.pace.run(lambda: state.change.preview(state.client, target))


async def make_change(state: RunState[Any], target: Target, sent: bool) -> tuple[Outcome, str]:
    """Change a target that needs it."""
    if await is_satisfied(state, target, sent):
        return (Outcome.DONE, LOST) if sent else (Outcome.UNCHANGED, "")
    try:
        await _send(state, target)
    except Conflict:
        if state.change.checks_first and await is_satisfied(state, target, sent=True):
            return Outcome.UNCHANGED, QUICKER
        raise
    return Outcome.DONE, state.change.describe(target)


async def _send(state: RunState[Any], target: Target) -> None:
    """Send the change. The idempotency key ensures that it takes effect once, even if it is sent again."""
    call = await state.pace.run(lambda: state.change.call(state.client, target))
    key = state.header.key_for(target.key)
    tries = 0

    async def attempt() -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            state.write({"sent": target.key})
        elif not state.client.capabilities.honours_keys and await state.change.check(state.client, target):
            return  # the platform has no idempotency keys: the change arrived, its answer did not
        answer = await state.client.send(call, idempotency_key=key)
        state.response_data[target.key] = state.change.result_values(answer)

    await state.pace.run(attempt)
