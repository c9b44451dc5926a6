"""Connections for requests: a read in autocommit, a change in one transaction, and every fault as a clear refusal."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from careops.errors import Conflict, Refused, Unavailable

ResultT = TypeVar("ResultT")
log = structlog.get_logger()

_TRY_AGAIN = frozenset({"40001", "40P01"})  # serialization failure, deadlock
_BUSY = frozenset({"55P03", "57014", "53300", "57P01", "57P02", "57P03"})  # lock, timeout, connections, restart
_FULL = frozenset({"53000", "53100", "53200"})
ATTEMPTS = 3


class Database:
    """The pool of one worker, with a deadline around everything that is asked of it."""

    def __init__(self, engine: AsyncEngine, *, seconds: float) -> None:
        self.engine = engine
        self.seconds = seconds
        self._reading = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def read(self, work: Callable[[AsyncConnection], Awaitable[ResultT]]) -> ResultT:
        """Run a read without BEGIN and COMMIT, so that a list costs one round trip."""

        async def attempt() -> ResultT:
            async with self._reading.connect() as connection:
                return await work(connection)

        return await self._survive(attempt)

    async def change(self, work: Callable[[AsyncConnection], Awaitable[ResultT]]) -> ResultT:
        """Run ``work`` in one transaction.

        Done again after a deadlock, and after a connection that was dead before anything was committed; a COMMIT
        whose answer got lost is never repeated here, the caller's idempotency key settles it.
        """

        async def attempt() -> ResultT:
            async with self.engine.connect() as connection:
                async with connection.begin() as transaction:
                    result = await work(connection)
                    try:
                        await transaction.commit()
                    except DBAPIError as error:
                        raise _CommitLostError from error
                return result

        return await self._survive(attempt)

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()

    async def _survive(self, attempt: Callable[[], Awaitable[ResultT]]) -> ResultT:
        for number in range(1, ATTEMPTS + 1):
            try:
                async with asyncio.timeout(self.seconds):
                    return await attempt()
            except _CommitLostError as error:
                raise Unavailable(retry_after=1) from error
            except (TimeoutError, PoolTimeoutError) as error:
                log.warning("database is busy", reason=type(error).__name__)
                raise Unavailable(retry_after=1) from error
            except DBAPIError as error:
                if number < ATTEMPTS and worth_repeating(error):
                    await asyncio.sleep(random.uniform(0.005, 0.03) * number)  # noqa: S311 (spreads, hides nothing)
                    continue
                refused = as_refusal(error)
                if refused is None:
                    raise
                log.warning("database refused", reason=str(error.orig), sqlstate=_state(error))
                raise refused from error
        raise AssertionError("unreachable: the last attempt returns or raises")


class _CommitLostError(Exception):
    """Whether the transaction was committed is not known."""


def worth_repeating(error: DBAPIError) -> bool:
    """Whether the same work may succeed at once: nothing of it has happened."""
    return error.connection_invalidated or _state(error) in _TRY_AGAIN


def as_refusal(error: DBAPIError) -> Refused | None:
    """The refusal a database fault amounts to; None for a mistake of our own, which is a 500."""
    state = _state(error)
    if state in _FULL:
        return Unavailable("The storage is full. Nothing was saved.", retry_after=30)
    if state in _TRY_AGAIN:
        return Conflict("Somebody changed the same thing at the same moment. Please try again.")
    disconnected = error.connection_invalidated or (
        isinstance(error, (OperationalError, InterfaceError)) and state is None
    )
    if disconnected or state in _BUSY or (state or "").startswith("08"):
        return Unavailable(retry_after=1)
    return None


def _state(error: DBAPIError) -> str | None:
    return getattr(error.orig, "sqlstate", None)
