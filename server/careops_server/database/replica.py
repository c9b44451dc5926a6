"""A replica that lists are read from, while it has everything that is older than some seconds.

Nobody is told to trust it: every second it is asked how far it is, and compared with how far the primary was. So it is
left by itself when it is too slow, when it follows nobody any more, when it was promoted, and when it is gone.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from typing import Final, LiteralString

import structlog
from sqlalchemy import TextClause, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from careops_server.database.deadline import Deadline
from careops_server.database.rows import driver_of

log = structlog.get_logger()
MOST_SECONDS: Final = 5.0
"""How far behind it may be. Whoever has changed something is answered by the primary for longer than that."""
LOOK_SECONDS: Final = 1.0
_SHORTEST_PAUSE: Final = 0.02
"""While somebody waits for it to catch up."""
_ANSWER_SECONDS: Final = 2.0

HERE: LiteralString = "select cast(pg_current_wal_lsn() - '0/0' as bigint)"
"""How far a primary is."""
THERE: LiteralString = "select cast(pg_last_wal_replay_lsn() - '0/0' as bigint)"
"""How far a replica is; null of one that never followed anybody, and may be another database altogether."""
_HERE, _THERE = text(HERE), text(THERE)


class Replica:
    """What a worker knows of the replica behind ``engine``, compared with the ``primary``."""

    def __init__(self, engine: AsyncEngine, primary: AsyncEngine) -> None:
        self.engine = engine
        self._primary = primary
        self._was: deque[tuple[float, int]] = deque()
        """How far the primary was, and when."""
        self._true_for = float("-inf")
        """The last moment of which it surely has everything."""
        self._trusted = False
        self._waiting = 0
        self._wanted = asyncio.Event()
        self._looked = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    def near(self) -> bool:
        """Whether it may be read from: it has what is older than ``MOST_SECONDS``. Looks from the first question on."""
        if self._task is None:
            self._task = asyncio.create_task(self._keep_looking())
        return time.monotonic() - self._true_for < MOST_SECONDS

    def leave(self, reason: str) -> None:
        """Read from it no more, until it has answered again."""
        self._true_for = float("-inf")
        self._tell(reason)

    async def catch_up(self) -> None:
        """Wait until it has all that the primary has by now, or is not read from any more."""
        now = time.monotonic()
        self._waiting += 1
        try:
            while self.near() and self._true_for < now:
                self._wanted.set()
                async with self._looked:
                    await self._looked.wait()
        finally:
            self._waiting -= 1

    async def stop(self) -> None:
        """Let go of it."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self.engine.dispose()

    async def _keep_looking(self) -> None:
        while True:
            reason = "too far behind"
            try:
                await self._look()
            except (SQLAlchemyError, OSError, TimeoutError) as error:
                reason = type(error).__name__
            self._tell(reason)
            async with self._looked:
                self._looked.notify_all()
            await asyncio.sleep(_SHORTEST_PAUSE)
            if not self._waiting:
                self._wanted.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), LOOK_SECONDS)

    async def _look(self) -> None:
        now = time.monotonic()
        self._was.append((now, await _asked(self._primary, _HERE) or 0))
        there = await _asked(self.engine, _THERE)
        while self._was and there is not None and self._was[0][1] <= there:
            self._true_for = self._was.popleft()[0]
        while self._was and self._was[0][0] < now - MOST_SECONDS:
            self._was.popleft()  # it would not be near with so little

    def _tell(self, reason: str) -> None:
        near = self.near()
        if near != self._trusted:
            self._trusted = near
            if near:
                log.info("lists are read from the replica")
            else:
                log.warning("lists are read from the primary", reason=reason)


async def _asked(engine: AsyncEngine, statement: TextClause) -> int | None:
    async with Deadline(_ANSWER_SECONDS) as deadline, engine.connect() as connection:
        deadline.watch(driver_of(connection))
        found: int | None = (await connection.execute(statement)).scalar_one()
        return found
