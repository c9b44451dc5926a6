"""Replica for lists, used while it lags by no more than some seconds.

Every second the worker compares the replica's position with the primary's. It stops using a replica that is too slow,
follows no primary, was promoted, or is gone.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from typing import Final, LiteralString

import psycopg
from sqlalchemy import TextClause, text

from careops_server.core.database.connection_pool import ConnectionPool
from careops_server.core.database.deadline import Deadline
from careops_server.core.observability.logs import log

MAX_SECONDS: Final = 5.0
"""Longest lag. Clients that made a change read from the primary for longer than that."""
LOOK_SECONDS: Final = 1.0
_MIN_PAUSE: Final = 0.02
"""Interval while a request waits for the replica to catch up."""
_ANSWER_SECONDS: Final = 2.0

HERE: LiteralString = "select cast(pg_current_wal_lsn() - '0/0' as bigint)"
"""SQL for a primary's position."""
THERE: LiteralString = "select cast(pg_last_wal_replay_lsn() - '0/0' as bigint)"
"""SQL for a replica's position; null for a server that never was a replica, and may be another database altogether."""
_HERE, _THERE = text(HERE), text(THERE)


class Replica:
    """State of the replica behind ``pool``, compared with the ``primary``."""

    def __init__(self, pool: ConnectionPool, primary: ConnectionPool) -> None:
        self.pool = pool
        self._primary = primary
        self._was: deque[tuple[float, int]] = deque()
        """Positions of the primary, with their times."""
        self._true_for = float("-inf")
        """Latest time up to which the replica has all changes."""
        self._trusted = False
        self._waiting = 0
        self._check_requested = asyncio.Event()
        self._looked = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    def is_fresh(self) -> bool:
        """Return whether the replica lags by less than ``MAX_SECONDS``. The first call starts the checks."""
        if self._task is None:
            self._task = asyncio.create_task(self._run_checks())
        return time.monotonic() - self._true_for < MAX_SECONDS

    def disable(self, reason: str) -> None:
        """Stop reading from the replica until it answers again."""
        self._true_for = float("-inf")
        self._set_trusted(reason)

    async def wait_until_fresh(self) -> None:
        """Wait until the replica has all current changes of the primary, or is no longer used."""
        now = time.monotonic()
        self._waiting += 1
        try:
            while self.is_fresh() and self._true_for < now:
                self._check_requested.set()
                async with self._looked:
                    await self._looked.wait()
        finally:
            self._waiting -= 1

    async def stop(self) -> None:
        """Stop the checks and close the connections."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self.pool.renew()

    async def _run_checks(self) -> None:
        while True:
            reason = "too far behind"
            try:
                await self._check()
            except (psycopg.Error, OSError, TimeoutError) as error:
                reason = type(error).__name__
            self._set_trusted(reason)
            async with self._looked:
                self._looked.notify_all()
            await asyncio.sleep(_MIN_PAUSE)
            if not self._waiting:
                self._check_requested.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._check_requested.wait(), LOOK_SECONDS)

    async def _check(self) -> None:
        now = time.monotonic()
        self._was.append((now, await _query(self._primary, _HERE) or 0))
        position = await _query(self.pool, _THERE)
        while self._was and position is not None and self._was[0][1] <= position:
            self._true_for = self._was.popleft()[0]
        while self._was and self._was[0][0] < now - MAX_SECONDS:
            self._was.popleft()  # older positions would mean too large a lag

    def _set_trusted(self, reason: str) -> None:
        near = self.is_fresh()
        if near != self._trusted:
            self._trusted = near
            if near:
                log.info("replica in use")
            else:
                log.warning("replica out of use", reason=reason)


async def _query(pool: ConnectionPool, statement: TextClause) -> int | None:
    async with Deadline(_ANSWER_SECONDS) as deadline, pool.connection() as connection:
        deadline.connection = connection
        value: int | None = (await connection.execute(statement)).scalar_one()
        return value
