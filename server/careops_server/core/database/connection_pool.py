"""Connection pool of one worker: the connection used last is lent first, and waiting is limited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from psycopg.pq import TransactionStatus

from careops_server.core.database.connection import Connection

POOL_SECONDS: Final = 2.0
"""Longest wait of a request for a free connection."""


class ConnectionPool:
    """At most ``size`` connections, opened by ``connect`` on first use.

    LIFO: the server process used last has its plans ready and its memory in the processor's cache. A ping would cost
    every request a round trip; ``Database`` repeats the work if a connection is dead.
    """

    def __init__(self, connect: Callable[[], Awaitable[Connection]], *, size: int, url: str = "") -> None:
        self.url = url
        self.in_use = 0
        """Connections lent, or being opened for a request."""
        self._connect = connect
        self._free = asyncio.Semaphore(size)
        self._idle: list[Connection] = []
        self._lent: set[Connection] = set()
        """Connections that become idle when they are returned. Others are closed."""

    async def take(self) -> Connection:
        """Lend a connection. Raises ``TimeoutError`` if none becomes free, ``psycopg.Error`` if none can be opened."""
        if self._free.locked():
            async with asyncio.timeout(POOL_SECONDS):
                await self._free.acquire()
        else:
            await self._free.acquire()
        self.in_use += 1
        try:
            connection = self._idle.pop() if self._idle else await self._connect()
        except BaseException:
            self.in_use -= 1
            self._free.release()
            raise
        self._lent.add(connection)
        return connection

    async def put_back(self, connection: Connection) -> None:
        """Take a connection back. One in a transaction or a statement is closed. Nothing in here waits, so it is also
        safe in a cancelled request.
        """
        if connection in self._lent and connection.driver.pgconn.transaction_status == TransactionStatus.IDLE:
            self._idle.append(connection)
        else:
            await connection.aclose()
        self._lent.discard(connection)
        self.in_use -= 1
        self._free.release()

    async def renew(self) -> None:
        """Replace all connections, those in use when they are returned. If one broke, others may have too."""
        self._lent.clear()
        idle, self._idle = self._idle, []
        for connection in idle:
            await connection.aclose()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """Lend a connection in autocommit for a block."""
        connection = await self.take()
        try:
            yield connection
        finally:
            await self.put_back(connection)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """Lend a connection for a block that is one transaction."""
        async with self.connection() as connection, connection.transaction():
            yield connection
