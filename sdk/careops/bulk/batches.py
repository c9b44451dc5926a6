"""Batch requests of a bulk run: hundreds of changes per request, if the platform supports batches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from careops.bulk.errors import reason_of
from careops.bulk.singles import LOST, QUICKER, Became, RunHooks
from careops.bulk.targets import Key, Outcome, Target
from careops.calls.changes import MakeChanges, TargetOutcome
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
Sent = tuple[Target, bool]
"""A target, and True if a change may already have been sent for it."""


class Batches:
    """Process the targets of a run in batches."""

    def __init__(self, run: RunHooks) -> None:
        self._run = run
        self._manners = run.client._manners

    @property
    def supported(self) -> bool:
        """Return True if the platform is known to support batches."""
        return self._manners.batch > 1

    async def next(self, pending: Iterator[Sent]) -> list[Sent] | None:
        """Process the next batch from the iterator that all workers share.

        Return the targets that need one request each, or None at the end.
        """
        targets = list(islice(pending, self._manners.batch))
        if not targets:
            return None
        calls = await self._calls(targets)
        alone: list[Sent] = []
        by_kind: dict[type[Call[Any]], list[Sent]] = {}
        for one in targets:
            if one[0].key in calls:
                kind = type(calls[one[0].key])
                (by_kind.setdefault(kind, []) if is_batchable(kind) else alone).append(one)
        for kind, left in by_kind.items():
            while left and not self._run.pace.stopping:
                try:
                    outcomes = await self._send(kind, left, calls)
                except (Unauthorized, ApprovalRequired):
                    raise
                except (ApiError, InvalidResponse) as error:
                    alone += self._one_by_one(left, error)
                    break
                left = await self._noted(left, outcomes, calls)
        return alone

    async def _calls(self, targets: Sequence[Sent]) -> Mapping[Key, Call[Any]]:
        """Build the calls of the targets that need a change. Record the outcome of the other targets."""
        run, calls = self._run, dict[Key, Call[Any]]()

        async def ready(target: Target, sent: bool) -> tuple[Outcome, str]:
            must_read = run.change.compared and not (target.as_wanted and not sent)
            if not must_read and await run.singles.is_satisfied(target, sent):
                return (Outcome.DONE, LOST) if sent else (Outcome.UNCHANGED, "")
            calls[target.key] = await run.pace.run(lambda: run.change.call(run.client, target))
            return Outcome.PLANNED, ""

        shared = iter(targets)

        async def work() -> None:
            for target, sent in shared:
                outcome, reason = await run.singles.outcome(target, sent, ready)
                if outcome is not Outcome.PLANNED:
                    run._note((target, outcome, reason))

        ended = await asyncio.gather(*(work() for _ in range(run.concurrency)), return_exceptions=True)
        for error in ended:
            if error is not None:
                raise error
        return calls

    async def _send(
        self, kind: type[Call[Any]], targets: Sequence[Sent], calls: Mapping[Key, Call[Any]]
    ) -> Iterable[TargetOutcome]:
        """Send the changes. Idempotency keys ensure that each takes effect once, even if the batch is sent again."""
        run = self._run
        named = [
            {"key": run.header.key_for(target.key), "parameters": calls[target.key].parameters} for target, _ in targets
        ]
        run._write(*({"sent": target.key} for target, _ in targets))
        batch = MakeChanges.model_validate({"change": kind.__name__, "targets": named})
        outcomes = await run.pace.run(lambda: run.client.send(batch))
        if len(outcomes) != len(targets):
            raise InvalidResponse(f"{len(targets)} changes were sent, {len(outcomes)} were answered")
        return outcomes

    def _one_by_one(self, targets: Sequence[Sent], error: ApiError | InvalidResponse) -> Sequence[Sent]:
        """Return the targets of a batch that failed as a whole, to be sent one by one and find those that fail."""
        if isinstance(error, InvalidResponse):
            return [(target, True) for target, _ in targets]  # the change may still have been made
        if error.status != 422 and not isinstance(error, ServerError):
            self._manners.disable_batches()
        return targets

    async def _noted(
        self, targets: Sequence[Sent], outcomes: Iterable[TargetOutcome], calls: Mapping[Key, Call[Any]]
    ) -> list[Sent]:
        """Record the outcomes and return the targets that the batch had no time for.

        Raises errors that every other target would get as well.
        """
        run, noted, left, halting = self._run, list[Became](), list[Sent](), None
        for (target, sent), became in zip(targets, outcomes, strict=True):
            if became.outcome == "left":
                left.append((target, sent))
            elif became.outcome == "refused":
                error = refusal(became.status, {"errors": [one.model_dump() for one in became.errors]})
                if isinstance(error, (Forbidden, Unauthorized)):
                    halting = halting or error
                else:
                    noted.append((target, *await self._resolve_refusal(target, error)))
            elif became.outcome == "unchanged":
                # a change that was already made under this key would be reported
                noted.append((target, Outcome.UNCHANGED, ""))
            else:
                if became.answer is not None and type(calls[target.key]).answer_type() is not Empty:
                    run._learnt[target.key] = run.change.result_values(calls[target.key].read_answer(became.answer))
                reason = LOST if sent and became.repeated else run.change.describe(target)
                noted.append((target, Outcome.DONE, reason))
        run._note(*noted)
        if halting is not None:
            raise halting
        return left

    async def _resolve_refusal(self, target: Target, error: ApiError) -> tuple[Outcome, str]:
        run = self._run
        looks = isinstance(error, Conflict) and run.change.checks_first
        if looks and await run.pace.run(lambda: run.change.check(run.client, target)):
            return Outcome.UNCHANGED, QUICKER
        if isinstance(error, ServerError):
            run.retryable += 1
        return Outcome.FAILED, reason_of(error)
