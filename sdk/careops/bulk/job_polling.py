"""Follow changes that the platform makes in the background, until they end or the report is written."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from careops.bulk.backoff import Cancelled
from careops.bulk.errors import reason_of
from careops.bulk.targets import Key, Outcome, Settled
from careops.errors import ApiError, Forbidden, Unauthorized

if TYPE_CHECKING:
    from careops.bulk.backoff import Backoff
    from careops.bulk.changes import Change
    from careops.bulk.progress import Progress
    from careops.bulk.row_store import RowStore
    from careops.client.sync_client import AsyncCareOps

FIRST_LOOK_SECONDS: Final = 0.25
LONGEST_LOOK_SECONDS: Final = 5.0
NOT_TOLD: Final = "the platform does not tell when it is done"
Asked = tuple[Key, Mapping[str, Any]]


class PollHooks(Protocol):
    """Parts of a run that this module uses."""

    client: AsyncCareOps
    change: Change[Any]
    pace: Backoff
    concurrency: int
    progress: Progress
    wait: bool
    retryable: int
    _store: RowStore

    def _settle(self, *settled: Settled) -> None: ...


async def poll_jobs(run: PollHooks) -> None:
    """Read the state of all changes in the background: until they end if the run waits, otherwise once.

    A stopped run leaves the others as asked for. Raises ``Unauthorized``, and ``Forbidden`` if the run waits.
    """
    run.progress.stage = "waiting"
    jobs = run._store.pending_jobs()
    try:
        ended = await asyncio.gather(*(_work(run, jobs) for _ in range(run.concurrency)), return_exceptions=True)
    finally:
        run.progress.stage = "over"
    for error in ended:
        # A client may lack permission to read jobs. Without it the outcome stays "asked for".
        if error is not None and (run.wait or not isinstance(error, Forbidden)):
            raise error


async def _work(run: PollHooks, jobs: Iterator[Asked]) -> None:
    """Follow changes from the iterator that all workers share."""
    try:
        for key, learnt in jobs:
            await _follow(run, key, learnt)
    except Cancelled:
        return
    except Exception:
        run.pace.stop()
        raise


async def _follow(run: PollHooks, key: Key, learnt: Mapping[str, Any]) -> None:
    pause = FIRST_LOOK_SECONDS
    look = partial(run.change.poll, run.client, learnt)
    while True:
        try:
            status = await run.pace.run(look)
        except ApiError as error:
            if isinstance(error, (Unauthorized, Forbidden)):
                raise
            return _note(run, key, Outcome.FAILED, reason_of(error), learnt)
        if status is None:
            return _note(run, key, Outcome.ASKED, NOT_TOLD, learnt)
        learnt = {**learnt, **status}
        outcome = run.change.outcome_of(learnt)
        if outcome is not Outcome.ASKED or not run.wait:
            return _note(run, key, outcome, str(learnt.get("problem") or ""), learnt)
        await run.pace.sleep(pause)
        pause = min(2 * pause, LONGEST_LOOK_SECONDS)


def _note(run: PollHooks, key: Key, outcome: Outcome, reason: str, learnt: Mapping[str, Any]) -> None:
    run._settle((key, outcome, reason, learnt))
    if outcome is Outcome.FAILED:
        run.retryable += 1  # the job can be retried
    run.progress.counts[Outcome.ASKED] -= 1
    run.progress.counts[outcome] += 1
