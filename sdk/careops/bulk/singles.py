"""One request per record: compare a target, send its change exactly once, and classify how it failed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from pydantic import ValidationError

from careops.bulk.errors import BulkError, PlatformAway, reason_of
from careops.bulk.targets import Key, Outcome, Target
from careops.contract.validation_errors import problems_from_validation
from careops.errors import (
    ApiError,
    ApprovalRequired,
    Conflict,
    Forbidden,
    InvalidResponse,
    InvalidToken,
    ServerError,
    Unauthorized,
)

if TYPE_CHECKING:
    from careops.bulk.backoff import Backoff
    from careops.bulk.changes import Change
    from careops.bulk.journal import Header
    from careops.client.sync_client import AsyncCareOps

LOST: Final = "its answer was lost, the change was not"
QUICKER: Final = "somebody else was quicker"
Work = Callable[[Target, bool], Awaitable[tuple[Outcome, str]]]
"""Work on a target; the flag says that a change may have been sent for it before."""
Became = tuple[Target, Outcome, str]
"""A target, its outcome and the reason."""
_HALTING = (InvalidToken, Unauthorized, Forbidden, ApprovalRequired, BulkError)
"""Errors that every other target would get as well."""
_TRIES = 3
_MOST_UNUSABLE = 20
"""After this number of consecutive unusable answers, the other side is not the platform."""


class RunHooks(Protocol):
    """The parts of a run that ``Singles`` and ``Batches`` use."""

    client: AsyncCareOps
    change: Change[Any]
    pace: Backoff
    concurrency: int
    header: Header
    retryable: int
    _learnt: dict[Key, Mapping[str, Any]]

    @property
    def singles(self) -> Singles: ...

    def _note(self, *became: Became) -> None: ...

    def _write(self, *entries: dict[str, Any]) -> None: ...


class Singles:
    """Process the targets of a run one by one."""

    def __init__(self, run: RunHooks) -> None:
        self._run = run
        self._unusable = 0

    async def outcome(self, target: Target, sent: bool, work: Work) -> tuple[Outcome, str]:
        """Run ``work`` on a target. Raises errors that every other target would get as well."""
        for attempt in range(1, _TRIES + 1):
            try:
                outcome = await work(target, sent)
                self._unusable = 0
                return outcome
            except _HALTING:
                raise
            except (ServerError, InvalidResponse) as error:
                if attempt == _TRIES:
                    return self._give_up(error)
                await asyncio.sleep(0.25 * attempt)
            except ApiError as error:
                self._unusable = 0
                return Outcome.FAILED, reason_of(error)
            except ValidationError as error:
                return Outcome.FAILED, "; ".join(problem.title for problem in problems_from_validation(error))
        raise AssertionError("the last attempt returns")

    def _give_up(self, error: ServerError | InvalidResponse) -> tuple[Outcome, str]:
        self._unusable += 1
        if self._unusable >= _MOST_UNUSABLE:
            raise PlatformAway(f"{self._unusable} targets in a row got no usable answer: {error}") from error
        self._run.retryable += 1
        request = f" [request {error.request_id}]" if error.request_id else ""
        return Outcome.FAILED, f"{str(error).partition(chr(10))[0]}{request}"

    async def preview(self, target: Target, sent: bool) -> tuple[Outcome, str]:
        """Return what the change would do to a target, without making it."""
        run = self._run
        if await self.is_satisfied(target, sent):
            return Outcome.UNCHANGED, ""
        return await run.pace.run(lambda: run.change.preview(run.client, target))

    async def is_satisfied(self, target: Target, sent: bool) -> bool:
        """Return True if a target needs no change; not requested if the platform itself refuses to repeat a change."""
        run = self._run
        if sent or (target.as_wanted is None and run.change.checks_first):
            return await run.pace.run(lambda: run.change.check(run.client, target))
        return bool(target.as_wanted)

    async def change(self, target: Target, sent: bool) -> tuple[Outcome, str]:
        """Change a target that needs it."""
        run = self._run
        if await self.is_satisfied(target, sent):
            return (Outcome.DONE, LOST) if sent else (Outcome.UNCHANGED, "")
        try:
            await self._send(target)
        except Conflict:
            if run.change.checks_first and await run.pace.run(lambda: run.change.check(run.client, target)):
                return Outcome.UNCHANGED, QUICKER
            raise
        return Outcome.DONE, run.change.describe(target)

    async def _send(self, target: Target) -> None:
        """Send the change. The idempotency key ensures that it takes effect once, even if it is sent again."""
        run = self._run
        call = await run.pace.run(lambda: run.change.call(run.client, target))
        key = run.header.key_for(target.key)
        tries = 0

        async def attempt() -> None:
            nonlocal tries
            tries += 1
            if tries == 1:
                run._write({"sent": target.key})
            elif not run.client._manners.honours_keys and await run.change.check(run.client, target):
                return  # the platform has no idempotency keys: the change arrived, its answer did not
            answer = await run.client.send(call, idempotency_key=key)
            run._learnt[target.key] = run.change.result_values(answer)

        await run.pace.run(attempt)
