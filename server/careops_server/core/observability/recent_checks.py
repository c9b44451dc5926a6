"""Shared checks of other services: one runs at a time, and its result is reused for some seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

ResultT = TypeVar("ResultT")


class RecentCheck(Generic[ResultT]):
    """Latest run of ``check``, restarted if it is older than ``seconds``.

    Frequent health checks do not reach the other service, and a hanging check is not repeated.
    """

    def __init__(self, check: Callable[[], Coroutine[Any, Any, ResultT]], *, seconds: float) -> None:
        self._check = check
        self._seconds = seconds
        self._task: asyncio.Task[ResultT] | None = None
        self._started_at = 0.0

    def task(self) -> asyncio.Task[ResultT]:
        """Return the run, finished or not. It belongs to all callers: shield it when you wait."""
        now = asyncio.get_running_loop().time()
        if self._task is None or (self._task.done() and now - self._started_at > self._seconds):
            self._started_at = now
            self._task = asyncio.create_task(self._check())
        return self._task
