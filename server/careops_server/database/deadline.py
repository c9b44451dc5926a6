"""A limit in time on what is asked of the database, which holds even when the database never answers again."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self

import psycopg
from sqlalchemy.ext.asyncio import AsyncConnection

from careops_server.database.rows import driver_of

GRACE_SECONDS: Final = 0.25
"""What is still busy with something else than the database so long after its connection was severed is cancelled."""


class Deadline:
    """Ends the block that runs under it once ``seconds`` are over, counted over all blocks it is used for.

    Cancelling alone is not enough: psycopg would ask the server to cancel the query and wait 5 s for each of two
    answers that never come. So the connection's socket is shut down first; the waiting query then fails at once, and
    SQLAlchemy, seeing a broken connection, trusts none of the pool's older ones.
    """

    def __init__(self, seconds: float) -> None:
        self._ends_at = asyncio.get_running_loop().time() + seconds
        self._limit: asyncio.Timeout | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self.over = False
        """Whether the time has run out."""

    def watch(self, connection: AsyncConnection) -> None:
        """Shut this connection down when the time runs out."""
        self._connection = driver_of(connection)

    async def __aenter__(self) -> Self:
        self._connection = None
        self._limit = asyncio.timeout(None)
        await self._limit.__aenter__()
        self._timer = asyncio.get_running_loop().call_at(self._ends_at, self._end)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._limit is not None:
            await self._limit.__aexit__(kind, error, trace)

    def _end(self) -> None:
        self.over = True
        now = asyncio.get_running_loop().time()
        if self._limit is not None:
            self._limit.reschedule(now if self._connection is None else now + GRACE_SECONDS)
        if self._connection is not None and not self._connection.closed:
            with suppress(OSError), socket.socket(fileno=os.dup(self._connection.fileno())) as shared:
                shared.shutdown(socket.SHUT_RDWR)
