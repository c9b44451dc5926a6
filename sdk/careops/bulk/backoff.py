"""Pacing of a bulk run: one pause for all workers, and single probes while the platform is unavailable."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from careops.bulk.errors import PlatformAway, is_away
from careops.errors import ApiError, CareOpsError

AnswerT = TypeVar("AnswerT")
FIRST_WAIT = 0.5
MAX_WAIT = 15.0


class Cancelled(Exception):
    """The run is stopping: the request was not sent, or its answer is no longer awaited."""


class Backoff:
    """Pacing shared by all requests of a run.

    ``Retry-After`` and failed connections pause all workers. While the platform is unavailable, one request at a time
    is retried, after delays that double with jitter. ``PlatformAway`` is raised after ``patience`` seconds without an
    answer.
    """

    def __init__(self, patience: float, *, first_wait: float = FIRST_WAIT, longest_wait: float = MAX_WAIT) -> None:
        self.patience = patience
        self.waiting_for = ""
        """Reason of the current pause, for display. Empty if requests are being sent."""
        self.before_each: Callable[[], Awaitable[None]] | None = None
        """Awaited before each request. Its errors count as errors of the request."""
        self._first_wait = first_wait
        self._longest_wait = longest_wait
        self._failures = 0
        self._wave = 0
        """Counts failures that revealed a new outage. A request belongs to the wave in which it was sent."""
        self._away_since = 0.0
        self._resume_at = 0.0
        self._scout = asyncio.Lock()
        self._stopping = asyncio.Event()

    @property
    def stopping(self) -> bool:
        """True if the run is stopping."""
        return self._stopping.is_set()

    def stop(self) -> None:
        """Stop sending requests. Those in flight complete."""
        self._stopping.set()

    async def run(self, attempt: Callable[[], Awaitable[AnswerT]]) -> AnswerT:
        """Return the result of ``attempt``, retried while the platform is unavailable.

        Raises all other errors of ``attempt``, ``PlatformAway`` or ``Cancelled``.
        """
        while True:
            if not self._failures:
                result = await self._try(attempt)
            else:
                async with self._scout:
                    result = await self._try(attempt) if self._failures else None
            if result is not None:
                return result[0]

    async def sleep(self, seconds: float) -> None:
        """Sleep for the given time, or until the run stops."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)

    async def _try(self, attempt: Callable[[], Awaitable[AnswerT]]) -> tuple[AnswerT] | None:
        await self._pause()
        began_in = self._wave
        try:
            if self.before_each is not None:
                await self.before_each()
            answer = await attempt()
        except CareOpsError as error:
            if is_away(error):
                self._note_away(error, began_in)
                return None
            self._note_well(began_in)
            raise
        self._note_well(began_in)
        return (answer,)

    async def _pause(self) -> None:
        while (left := self._resume_at - time.monotonic()) > 0 and not self.stopping:
            await self.sleep(left)
        if self.stopping:
            raise Cancelled

    def _note_well(self, began_in: int) -> None:
        """Record that the platform answers. Ignore answers to requests sent before the outage."""
        if began_in == self._wave:
            self._failures = 0
            self._resume_at = 0.0
            self.waiting_for = ""

    def _note_away(self, error: CareOpsError, began_in: int) -> None:
        """Record an outage. Workers that fail together count as one failure."""
        now = time.monotonic()
        if not self._failures:
            self._away_since = now
        retry_after = error.retry_after if isinstance(error, ApiError) else None
        wait = self._wait(retry_after)
        if began_in == self._wave:
            self._wave += 1
            self._failures += 1
            self._resume_at = now + wait
        elif retry_after is not None:
            self._resume_at = max(self._resume_at, now + wait)
        if self._resume_at - self._away_since > self.patience:
            raise PlatformAway(
                f"The platform gave no usable answer for {now - self._away_since:.0f} s"
                if retry_after is None or retry_after <= self.patience
                else f"The platform asks to wait {retry_after:.0f} s"
            ) from error
        self.waiting_for = str(error)

    def _wait(self, retry_after: float | None) -> float:
        if retry_after is not None:
            return retry_after + random.uniform(0, 0.1)  # noqa: S311 (jitter, not a secret)
        doubled: float = self._first_wait * 2 ** min(self._failures, 16)
        return random.uniform(0.5, 1) * min(doubled, self._longest_wait)  # noqa: S311 (jitter, not a secret)
