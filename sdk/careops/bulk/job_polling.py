"""Follow changes that the platform makes in the background, until they end or the report is written."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from careops.bulk.backoff import Cancelled
from careops.bulk.errors import reason_of
from careops.bulk.state import RunState
from careops.bulk.targets import Key, Outcome
from careops.errors import ApiError, Forbidden, Unauthorized

FIRST_POLL_SECONDS: Final = 0.25
MAX_POLL_SECONDS: Final = 5.0
NO_END_REPORTED: Final = "the platform does not tell when it is done"
PendingJob = tuple[Key, Mapping[str, Any]]
"""Key of a target, and the values of the answer that accepted its change."""


async def poll_jobs(state: RunState[Any]) -> None:
    """Read the state of all changes in the background: until they end if the run waits, otherwise once.

    A stopped run leaves the others as asked for. Raises ``Unauthorized``, and ``Forbidden`` if the run waits.
    """
    state.progress.stage = "waiting"
    jobs = state.store.pending_jobs()

    async def take_jobs() -> None:
        try:
            for job in jobs:
                await _follow(state, *job)
        except Cancelled:
            return
        except Exception:
            state.stop()
            raise

    try:
        ended = await asyncio.gather(*(take_jobs() for _ in range(state.concurrency)), return_exceptions=True)
    finally:
        state.progress.stage = "over"
    for error in ended:
        # A client may lack permission to read jobs. Without it the outcome stays "asked for".
        if error is not None and (state.wait or not isinstance(error, Forbidden)):
            raise error


async def _follow(state: RunState[Any], key: Key, data: Mapping[str, Any]) -> None:
    pause = FIRST_POLL_SECONDS
    look = partial(state.change.poll, state.client, data)
    while True:
        try:
            status = await state.pace.run(look)
        except ApiError as error:
            if isinstance(error, (Unauthorized, Forbidden)):
                raise
            return _record(state, key, Outcome.FAILED, reason_of(error), data)
        if status is None:
            return _record(state, key, Outcome.ASKED, NO_END_REPORTED, data)
        data = {**data, **status}
        outcome = state.change.outcome_of(data)
        if outcome is not Outcome.ASKED or not state.wait:
            return _record(state, key, outcome, str(data.get("problem") or ""), data)
        await state.pace.sleep(pause)
        pause = min(2 * pause, MAX_POLL_SECONDS)


def _record(state: RunState[Any], key: Key, outcome: Outcome, reason: str, data: Mapping[str, Any]) -> None:
    state.settle((key, outcome, reason, data))
    if outcome is Outcome.FAILED:
        state.retryable += 1  # the job can be retried
    state.progress.counts[Outcome.ASKED] -= 1
    state.progress.counts[outcome] += 1
