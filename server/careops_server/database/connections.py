"""Connections for requests: a read in autocommit, a change in one transaction, and every fault as a clear refusal."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import structlog
from psycopg.pq import TransactionStatus
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import QueuePool

from careops.errors import Conflict, Refused, Unavailable
from careops_server.database.deadline import Deadline
from careops_server.database.replica import Replica
from careops_server.database.rows import Driver, driver_of
from careops_server.database.writing import begin, commit, rollback
from careops_server.observe import metrics

Connection = AsyncConnection
"""One connection, by the name handlers call it: only queries know SQLAlchemy."""
ResultT = TypeVar("ResultT")
log = structlog.get_logger()

_TRY_AGAIN = frozenset({"40001", "40P01"})  # serialization failure, deadlock
_BUSY = frozenset({"55P03", "57014", "53300", "57P01", "57P02", "57P03"})  # lock, timeout, connections, restart
_FULL = frozenset({"53000", "53100", "53200"})
ATTEMPTS = 3
FULL = "The storage is full. Nothing was saved."


class Database:
    """The pool of one worker, with a deadline around everything that is asked of it.

    ``extra_seconds`` are added for changes, which may wait for more than the database; a large one, of thousands of
    rows, is given ``large_seconds`` where ``seconds`` are fewer. ``has_room`` is asked before
    each change: a PostgreSQL that cannot write its log any more would stop for everybody. A read that may be some
    seconds old is asked of the ``replica``, when there is one that is near enough.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        *,
        seconds: float,
        extra_seconds: float = 0,
        large_seconds: float = 0,
        has_room: Callable[[], bool] = lambda: True,
        replica: Replica | None = None,
    ) -> None:
        self.engine = engine.execution_options(isolation_level="READ COMMITTED")
        """For transactions of one's own, past all of this."""
        self._asked = engine
        self.seconds = seconds
        self._extra_seconds = extra_seconds
        self._large_seconds = max(seconds, large_seconds)
        self._has_room = has_room
        self._replica = replica
        self._resting: list[AsyncConnection] = []
        self._queueing = 0
        """Who asks the pool for a connection: it knows of none that rests."""
        self._pool = engine.pool if isinstance(engine.pool, QueuePool) else None
        self._most_resting = self._pool.size() - 1 if self._pool else 0

    @property
    def lent(self) -> int:
        """Connections that something is asked of right now."""
        return self._pool.checkedout() - len(self._resting) if self._pool else 0

    async def read(
        self, work: Callable[[AsyncConnection], Awaitable[ResultT]], *, may_be_behind: bool = False
    ) -> ResultT:
        """Run a read without BEGIN and COMMIT, so that a list costs one round trip.

        What ``may_be_behind`` is asked of the replica first, which has half of the time: whatever it cannot answer,
        the primary does.
        """
        replica = self._replica
        if not may_be_behind or replica is None or not replica.near():
            return await self._read(work, self._asked, self.seconds)
        try:
            return await self._read(work, replica.engine, self.seconds / 2)
        except Unavailable as error:
            replica.leave(str(error))
        except (Conflict, DBAPIError) as error:  # it had to forget rows the read needed; or a read that writes
            log.info("the replica cannot answer", reason=str(getattr(error, "orig", error)))
        return await self._read(work, self._asked, self.seconds / 2)

    async def _read(
        self, work: Callable[[AsyncConnection], Awaitable[ResultT]], engine: AsyncEngine, seconds: float
    ) -> ResultT:
        async def attempt(deadline: Deadline) -> ResultT:
            connection = await self._lent(engine)
            driver = driver_of(connection)
            try:
                deadline.watch(driver)
                return await work(connection)
            finally:
                await self._put_back(connection, driver, engine)

        return await self._survive(attempt, seconds)

    async def change(self, work: Callable[[AsyncConnection], Awaitable[ResultT]], *, large: bool = False) -> ResultT:
        """Run ``work`` in one transaction.

        Done again after a deadlock, and after a connection that was dead before anything was committed; a COMMIT
        whose answer got lost is never repeated here, the caller's idempotency key settles it.
        """

        if not self._has_room():
            log.error("storage is full")
            raise Unavailable(FULL, retry_after=30)

        async def attempt(deadline: Deadline) -> ResultT:
            connection = await self._lent(self._asked)
            driver = driver_of(connection)
            try:
                deadline.watch(driver)
                await begin(connection)
                result = await work(connection)
                try:
                    await commit(connection)
                except DBAPIError as error:
                    raise _CommitLostError from error
                return result
            except Exception:
                if not connection.invalidated:
                    with suppress(DBAPIError):  # what cannot be rolled back is not put back either
                        await rollback(connection)
                raise
            finally:
                await self._put_back(connection, driver, self._asked)

        return await self._survive(attempt, (self._large_seconds if large else self.seconds) + self._extra_seconds)

    async def _lent(self, engine: AsyncEngine) -> AsyncConnection:
        """A connection in autocommit: of those that rest, the one used last.

        The pool lends and takes back each one in a greenlet, which costs a list as much as all that PostgreSQL does.
        """
        if engine is self._asked and self._resting:
            metrics.pool_in_use.add(1)
            return self._resting.pop()
        self._queueing += 1
        try:
            return await engine.connect()
        finally:
            self._queueing -= 1

    async def _put_back(self, connection: AsyncConnection, driver: Driver, engine: AsyncEngine) -> None:
        """To rest until it is needed again, or back to the pool; in a cancelled request as well.

        Outside a transaction it has nothing to undo, so nothing is waited for, and nothing of this can be cancelled
        halfway. One that was left in the middle of a statement or a transaction is no good to anybody else.
        """
        outside = driver.autocommit and driver.pgconn.transaction_status == TransactionStatus.IDLE
        if not connection.invalidated and not outside:
            await asyncio.shield(connection.invalidate())
        has_room = len(self._resting) < self._most_resting and not self._queueing
        if engine is self._asked and not connection.invalidated and has_room:
            # The next one gets it just as it is. What SQLAlchemy takes for a transaction in autocommit is none.
            if connection.sync_connection is not None:
                connection.sync_connection.rollback()
            self._resting.append(connection)
            metrics.pool_in_use.add(-1)
        else:
            await connection.close()

    async def _give_back(self, number: int) -> None:
        """Back to the pool, of what rests that which was used the longest time ago."""
        for connection in self._resting[:number]:
            self._resting.remove(connection)
            metrics.pool_in_use.add(1)  # the pool counts it off
            await connection.close()

    async def followed(self) -> None:
        """Wait until what is committed by now is on the replica too, as long as lists are read from it."""
        if self._replica is not None:
            await self._replica.catch_up()

    async def close(self) -> None:
        """Close every connection."""
        if self._replica is not None:
            await self._replica.stop()
        self._most_resting = 0
        await self._give_back(len(self._resting))
        await self._asked.dispose()

    async def _survive(self, attempt: Callable[[Deadline], Awaitable[ResultT]], seconds: float) -> ResultT:
        deadline = Deadline(seconds)
        for number in range(1, ATTEMPTS + 1):
            try:
                async with deadline:
                    return await attempt(deadline)
            except _CommitLostError as error:
                raise Away(retry_after=1) from error
            except (TimeoutError, PoolTimeoutError) as error:
                log.warning("database is busy", reason=type(error).__name__)
                raise Away(retry_after=1) from error
            except DBAPIError as error:
                if error.connection_invalidated:
                    # Where one broke the others may have. The pool, which knows of it, makes them anew.
                    await self._give_back(len(self._resting))
                if number < ATTEMPTS and worth_repeating(error) and not deadline.over:
                    await asyncio.sleep(random.uniform(0.005, 0.03) * number)  # noqa: S311 (spreads, hides nothing)
                    continue
                refused = as_refusal(error)
                if refused is None:
                    raise
                log.warning("database refused", reason=str(error.orig), sqlstate=_state(error), late=deadline.over)
                raise refused from error
        raise AssertionError("unreachable: the last attempt returns or raises")


class Away(Unavailable):
    """The database cannot be reached, or answers no more. What was asked of it last may have happened."""


class _CommitLostError(Exception):
    """Whether the transaction was committed is not known."""


def worth_repeating(error: DBAPIError) -> bool:
    """Whether the same work may succeed at once: nothing of it has happened."""
    return error.connection_invalidated or _state(error) in _TRY_AGAIN or never_connected(error)


def never_connected(error: DBAPIError) -> bool:
    """Whether the connection broke, or was refused, while it was being made."""
    return isinstance(error, OperationalError) and error.statement is None and _state(error) is None


def as_refusal(error: DBAPIError) -> Refused | None:
    """The refusal a database fault amounts to; None for a mistake of our own, which is a 500."""
    state = _state(error)
    if state in _FULL:
        return Unavailable(FULL, retry_after=30)
    if state in _TRY_AGAIN:
        return Conflict("Somebody changed the same thing at the same moment. Please try again.")
    disconnected = error.connection_invalidated or (
        isinstance(error, (OperationalError, InterfaceError)) and state is None
    )
    if disconnected or (state or "").startswith("08"):
        return Away(retry_after=1)
    return Unavailable(retry_after=1) if state in _BUSY else None


def _state(error: DBAPIError) -> str | None:
    return getattr(error.orig, "sqlstate", None)
