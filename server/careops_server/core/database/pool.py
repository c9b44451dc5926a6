"""Database connections for requests: reads in autocommit, changes in one transaction, and faults as refusals."""

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
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import QueuePool

from careops.error_codes import title_of
from careops.errors import ApiError, Conflict, Unavailable
from careops_server.core.database.connection import Connection
from careops_server.core.database.deadline import Deadline
from careops_server.core.database.driver import begin, commit, rollback
from careops_server.core.database.replica import Replica
from careops_server.core.database.rows import Driver, driver_of
from careops_server.core.observability import metrics

ResultT = TypeVar("ResultT")
log = structlog.get_logger()

_TRY_AGAIN = frozenset({"40001", "40P01"})  # serialization failure, deadlock
_BUSY = frozenset({"55P03", "57014", "53300", "57P01", "57P02", "57P03"})  # lock, timeout, connections, restart
_FULL = frozenset({"53000", "53100", "53200"})
ATTEMPTS = 3
FULL = title_of("storage_full")


class Database:
    """Connection pool of one worker with a deadline for all work.

    ``seconds`` limit each read and change. Changes get ``extra_seconds`` more, because they may also wait for other
    resources. Large changes (thousands of rows) get ``large_seconds`` if that is more. ``has_room`` runs before each
    change, because a PostgreSQL that cannot write its log stops for everyone. Reads that may be some seconds old go to
    the ``replica`` if it is current enough.
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
        """For transactions outside of this class."""
        self._asked = engine
        self.seconds = seconds
        self._extra_seconds = extra_seconds
        self._large_seconds = max(seconds, large_seconds)
        self._has_room = has_room
        self._replica = replica
        self._resting: list[Connection] = []
        self._queueing = 0
        """Requests that wait for a connection. The pool does not know idle connections in ``_resting``."""
        self._pool = engine.pool if isinstance(engine.pool, QueuePool) else None
        self._most_resting = self._pool.size() - 1 if self._pool else 0

    @property
    def in_use(self) -> int:
        """Connections in use."""
        return self._pool.checkedout() - len(self._resting) if self._pool else 0

    async def read(self, work: Callable[[Connection], Awaitable[ResultT]], *, may_be_behind: bool = False) -> ResultT:
        """Run a read without BEGIN and COMMIT, so that a list costs one round trip.

        With ``may_be_behind`` the replica is tried first, with half of the time. If it fails, the primary answers.
        """
        replica = self._replica
        if not may_be_behind or replica is None or not replica.is_fresh():
            return await self._read(work, self._asked, self.seconds)
        try:
            return await self._read(work, replica.engine, self.seconds / 2)
        except Unavailable as error:
            replica.disable(str(error))
        except (Conflict, DBAPIError) as error:  # the replica removed rows that the read needed, or the read writes
            log.info("the replica cannot answer", reason=str(getattr(error, "orig", error)))
        return await self._read(work, self._asked, self.seconds / 2)

    async def _read(
        self, work: Callable[[Connection], Awaitable[ResultT]], engine: AsyncEngine, seconds: float
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

    async def change(self, work: Callable[[Connection], Awaitable[ResultT]], *, large: bool = False) -> ResultT:
        """Run ``work`` in one transaction.

        It is repeated after a deadlock, and after a connection that failed before the commit. A COMMIT without an
        answer is never repeated here; the caller's idempotency key resolves it.
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
                    with suppress(DBAPIError):  # a connection that cannot be rolled back is not reused
                        await rollback(connection)
                raise
            finally:
                await self._put_back(connection, driver, self._asked)

        return await self._survive(attempt, (self._large_seconds if large else self.seconds) + self._extra_seconds)

    async def _lent(self, engine: AsyncEngine) -> Connection:
        """Return a connection in autocommit, the most recently used idle one if any.

        Checking a connection out of the pool and in takes a greenlet each, which costs a list as much as all of
        PostgreSQL's work.
        """
        if engine is self._asked and self._resting:
            metrics.pool_in_use.add(1)
            return self._resting.pop()
        self._queueing += 1
        try:
            return await engine.connect()
        finally:
            self._queueing -= 1

    async def _put_back(self, connection: Connection, driver: Driver, engine: AsyncEngine) -> None:
        """Keep the connection idle or return it to the pool, also in a cancelled request.

        Outside a transaction there is nothing to roll back, so nothing is awaited and nothing can be cancelled halfway.
        A connection in the middle of a statement or a transaction is discarded.
        """
        outside = driver.autocommit and driver.pgconn.transaction_status == TransactionStatus.IDLE
        if not connection.invalidated and not outside:
            await asyncio.shield(connection.invalidate())
        has_room = len(self._resting) < self._most_resting and not self._queueing
        if engine is self._asked and not connection.invalidated and has_room:
            # Reset SQLAlchemy's state only: in autocommit there is no transaction in the database.
            if connection.sync_connection is not None:
                connection.sync_connection.rollback()
            self._resting.append(connection)
            metrics.pool_in_use.add(-1)
        else:
            await connection.close()

    async def _give_back(self, number: int) -> None:
        """Return the least recently used idle connections to the pool."""
        for connection in self._resting[:number]:
            self._resting.remove(connection)
            metrics.pool_in_use.add(1)  # the pool counts it off
            await connection.close()

    async def wait_for_replica(self) -> None:
        """Wait until the replica has all changes committed so far, if lists are read from it."""
        if self._replica is not None:
            await self._replica.wait_until_fresh()

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
                raise DatabaseUnavailable(retry_after=1) from error
            except (TimeoutError, PoolTimeoutError) as error:
                log.warning("database is busy", reason=type(error).__name__)
                raise DatabaseUnavailable(retry_after=1) from error
            except DBAPIError as error:
                if error.connection_invalidated:
                    # If one connection broke, others may have too. The pool knows about the fault and reconnects.
                    await self._give_back(len(self._resting))
                if number < ATTEMPTS and is_retryable(error) and not deadline.over:
                    await asyncio.sleep(random.uniform(0.005, 0.03) * number)  # noqa: S311 (jitter, not secrets)
                    continue
                refused = to_http_error(error)
                if refused is None:
                    raise
                log.warning("database refused", reason=str(error.orig), sqlstate=_state(error), late=deadline.over)
                raise refused from error
        raise AssertionError("unreachable: the last attempt returns or raises")


class DatabaseUnavailable(Unavailable):
    """The database cannot be reached or stopped answering. The last statement may have taken effect."""


class _CommitLostError(Exception):
    """The result of the commit is unknown."""


def is_retryable(error: DBAPIError) -> bool:
    """Return whether the work can be repeated at once, because nothing of it took effect."""
    return error.connection_invalidated or _state(error) in _TRY_AGAIN or never_connected(error)


def never_connected(error: DBAPIError) -> bool:
    """Return whether the connection failed or was refused while it was opened."""
    return isinstance(error, OperationalError) and error.statement is None and _state(error) is None


def to_http_error(error: DBAPIError) -> ApiError | None:
    """Return the refusal for a database fault, None for a programming error (500)."""
    state = _state(error)
    if state in _FULL:
        return Unavailable(FULL, retry_after=30)
    if state in _TRY_AGAIN:
        return Conflict(title_of("concurrent_change"))
    disconnected = error.connection_invalidated or (
        isinstance(error, (OperationalError, InterfaceError)) and state is None
    )
    if disconnected or (state or "").startswith("08"):
        return DatabaseUnavailable(retry_after=1)
    return Unavailable(retry_after=1) if state in _BUSY else None


def _state(error: DBAPIError) -> str | None:
    return getattr(error.orig, "sqlstate", None)
