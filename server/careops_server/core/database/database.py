"""Database work of requests: reads in autocommit, changes in one transaction, and faults as refusals."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine, Set
from typing import Any, Final, TypeVar

import psycopg

from careops.error_codes import title_of
from careops.errors import ApiError, Conflict, Unavailable
from careops.record_kinds import LiveKind
from careops_server.core.database.connection import Connection
from careops_server.core.database.connection_pool import ConnectionPool
from careops_server.core.database.deadline import Deadline
from careops_server.core.database.replica import Replica
from careops_server.core.observability.logs import log

ResultT = TypeVar("ResultT")

_TRY_AGAIN = frozenset({"40001", "40P01"})  # serialization failure, deadlock
_BUSY = frozenset({"55P03", "57014", "53300", "57P01", "57P02", "57P03"})  # lock, timeout, connections, restart
_FULL = frozenset({"53000", "53100", "53200"})
_READ_ONLY: Final = "25006"
"""SQLSTATE of a primary that was demoted: it keeps its connections open, but refuses every change."""
ATTEMPTS = 3
FULL = title_of("storage_full")


class Database:
    """Reads and changes of one worker, with a deadline for all work.

    ``seconds`` limit each read and change. Changes get ``extra_seconds`` more, because they may also wait for other
    resources. Large changes (thousands of rows) get ``large_seconds`` if that is more. ``has_room`` runs before each
    change, because a PostgreSQL that cannot write its log stops for everyone. Reads that may be some seconds old go to
    the ``replica`` if it is current enough.
    """

    def __init__(
        self,
        pool: ConnectionPool,
        *,
        seconds: float,
        extra_seconds: float = 0,
        large_seconds: float = 0,
        has_room: Callable[[], bool] = lambda: True,
        replica: Replica | None = None,
    ) -> None:
        self.pool = pool
        self.seconds = seconds
        self._extra_seconds = extra_seconds
        self._large_seconds = max(seconds, large_seconds)
        self._has_room = has_room
        self._replica = replica
        self.announce: Callable[[Set[tuple[LiveKind, int | None]], str], object] | None = None
        """Called after a commit with the changed records and the id of the request."""

    async def read(self, work: Callable[[Connection], Awaitable[ResultT]], *, allow_replica: bool = False) -> ResultT:
        """Run a read without BEGIN and COMMIT, so that a list costs one round trip.

        With ``allow_replica`` the replica is tried first, with half of the time. If it fails, the primary answers.
        """
        replica = self._replica
        if not allow_replica or replica is None or not replica.is_fresh():
            return await self._run(work, self.pool, self.seconds)
        try:
            return await self._run(work, replica.pool, self.seconds / 2)
        except Unavailable as error:
            replica.disable(str(error))
        except (Conflict, psycopg.Error) as error:  # the replica removed rows that the read needed, or the read writes
            log.info("replica query failed", reason=str(error))
        return await self._run(work, self.pool, self.seconds / 2)

    def change(
        self, work: Callable[[Connection], Awaitable[ResultT]], *, large: bool = False
    ) -> Coroutine[Any, Any, ResultT]:
        """Run ``work`` in one transaction.

        It is repeated after a deadlock, and after a connection that failed before the commit. A COMMIT without an
        answer is never repeated here; the caller's idempotency key resolves it.
        """
        if not self._has_room():
            log.error("storage is full")
            raise Unavailable(FULL, retry_after=30)
        seconds = (self._large_seconds if large else self.seconds) + self._extra_seconds
        return self._run(work, self.pool, seconds, in_transaction=True)

    async def wait_for_replica(self) -> bool:
        """Wait until the replica has all changes committed so far. Return whether there is a replica."""
        if self._replica is None:
            return False
        await self._replica.wait_until_fresh()
        return True

    async def close(self) -> None:
        """Close every connection."""
        if self._replica is not None:
            await self._replica.stop()
        await self.pool.renew()

    async def _run(
        self,
        work: Callable[[Connection], Awaitable[ResultT]],
        pool: ConnectionPool,
        seconds: float,
        *,
        in_transaction: bool = False,
    ) -> ResultT:
        deadline = Deadline(seconds)
        for number in range(1, ATTEMPTS + 1):
            is_done = False
            try:
                async with deadline:
                    connection = await pool.take()
                    try:
                        deadline.connection = connection
                        if not in_transaction:
                            return await work(connection)
                        async with connection.transaction():
                            connection.changed_records = set()
                            result = await work(connection)
                            is_done = True
                        if connection.changed_records and self.announce is not None:
                            self.announce(connection.changed_records, connection.changed_by)
                        return result
                    finally:
                        await pool.put_back(connection)
            except TimeoutError as error:
                log.warning("database is busy", reason=type(error).__name__)
                raise DatabaseUnavailable(retry_after=1) from error
            except psycopg.Error as error:
                if is_done:  # the result of the COMMIT is unknown
                    await pool.renew()
                    raise DatabaseUnavailable(retry_after=1) from error
                is_lost = _is_lost(error, deadline.connection, is_primary=pool is self.pool)
                if is_lost and deadline.connection is not None:
                    await pool.renew()
                if number < ATTEMPTS and (is_lost or error.sqlstate in _TRY_AGAIN) and not deadline.over:
                    await asyncio.sleep(random.uniform(0.005, 0.03) * number)  # noqa: S311 (jitter, not secrets)
                    continue
                refused = to_http_error(error, is_lost=is_lost)
                if refused is None:
                    raise
                log.warning("database query failed", reason=str(error), sqlstate=error.sqlstate, late=deadline.over)
                raise refused from error
        raise AssertionError("unreachable: the last attempt returns or raises")


class DatabaseUnavailable(Unavailable):
    """The database cannot be reached or stopped answering. The last statement may have taken effect."""


def _is_lost(error: psycopg.Error, connection: Connection | None, *, is_primary: bool) -> bool:
    """Return whether the connection was lost, was never made, or leads to a demoted primary."""
    if connection is None:
        return isinstance(error, psycopg.OperationalError) and error.sqlstate is None
    return connection.is_closed or (is_primary and error.sqlstate == _READ_ONLY)


def to_http_error(error: psycopg.Error, *, is_lost: bool) -> ApiError | None:
    """Return the refusal for a database fault, None for a programming error (500)."""
    state = error.sqlstate
    if state in _FULL:
        return Unavailable(FULL, retry_after=30)
    if state in _TRY_AGAIN:
        return Conflict(title_of("concurrent_change"))
    disconnected = is_lost or (isinstance(error, (psycopg.OperationalError, psycopg.InterfaceError)) and state is None)
    if disconnected or (state or "").startswith("08"):
        return DatabaseUnavailable(retry_after=1)
    return Unavailable(retry_after=1) if state in _BUSY else None
