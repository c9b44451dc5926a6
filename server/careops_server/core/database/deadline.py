"""Time limit for database work that holds even if the database never answers again."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self

from careops_server.core.database.connection import Connection

GRACE_SECONDS: Final = 0.25
"""Time after closing the connection until the task is cancelled, if it is busy with other work."""


class Deadline:
    """Context manager that ends its block after ``seconds``, counted over all blocks that use it.

    Cancelling alone is not enough: psycopg would ask the server to cancel the query, and wait 5 s for each of two
    answers that never come. Therefore the connection's socket is shut down first. The waiting query fails at once, and
    the pool replaces its connections.
    """

    def __init__(self, seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[Any] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._cancelling = 0
        self._cancelled = False
        self.connection: Connection | None = None
        """Connection to shut down when the time runs out, None until there is one."""
        self._ends_at = self._loop.time() + seconds
        self.over = False
        """True once the time has run out."""

    async def __aenter__(self) -> Self:
        self.connection = None
        self._task = task = asyncio.current_task()
        self._cancelling = task.cancelling() if task else 0
        self._timer = self._loop.call_at(self._ends_at, self._end)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._cancelled and self._task is not None:
            # Like ``asyncio.timeout``: a task that was also cancelled from elsewhere stays cancelled.
            self._cancelled = False
            if self._task.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
                raise TimeoutError from error

    def _end(self) -> None:
        self.over = True
        if self.connection is None:
            self._cancel()
            return
        self._timer = self._loop.call_later(GRACE_SECONDS, self._cancel)
        driver = self.connection.driver
        if not driver.closed:
            with suppress(OSError), socket.socket(fileno=os.dup(driver.fileno())) as shared:
                shared.shutdown(socket.SHUT_RDWR)

    def _cancel(self) -> None:
        if self._task is not None:
            self._cancelled = True
            self._task.cancel()
