"""Checking a trail against its seals where it lies, and writing it out for checking elsewhere."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from functools import partial
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from careops.seal_checks import Report, Unsealed, Verifier
from careops.seal_files import seal_line
from careops.seals import Event, Head, Seal
from careops_server.audit import seal_queries
from careops_server.database.connections import Database

_END: Final = 2**63 - 1


async def check_database(
    database: Database,
    *,
    trusted: Collection[str],
    shared: Sequence[bytes] = (),
    head: Head | None = None,
    at_once: int = 1,
) -> Report:
    """Check every seal and every sealed event. A seal and its events at a time, so memory stays small.

    PostgreSQL reads the events of ``at_once`` seals in as many processes; it takes a connection more than that.
    """
    verifier = Verifier(trusted, shared, head)

    async def count_unsealed(connection: AsyncConnection) -> Unsealed:
        return await seal_queries.unsealed(connection, verifier.last.upto if verifier.last else 0)

    async with aclosing(_looked_at(database, at_once)) as seals:
        async for seal, events in seals:
            verifier.check(seal, events)
    return verifier.end(await database.read(count_unsealed), datetime.now(UTC))


async def _looked_at(database: Database, at_once: int) -> AsyncGenerator[tuple[Seal, Sequence[Event] | None], None]:
    """Each seal in its order, with the events that lie where it says; None where they are as they were sealed."""
    ahead: deque[tuple[Seal, asyncio.Task[Sequence[Event] | None]]] = deque()
    number = 0
    try:
        while True:
            while len(ahead) < at_once:
                seal = await database.read(partial(seal_queries.next_seal, number=number))
                if seal is None:
                    break
                number = seal.number
                look = database.read(partial(seal_queries.unlike, seal=seal))
                ahead.append((seal, asyncio.create_task(look)))
            if not ahead:
                return
            found, events = ahead.popleft()
            yield found, await events
    finally:
        for _, events in ahead:
            events.cancel()


async def export_lines(database: Database, *, after: int = 0) -> AsyncIterator[str]:
    """The trail behind seal ``after`` as lines: the events of a seal, then the seal; last what is not sealed yet."""
    upto = 0

    async def next_lines(connection: AsyncConnection) -> tuple[Seal | None, list[str]]:
        seal = await seal_queries.next_seal(connection, after)
        lines = await seal_queries.lines_of(connection, after=upto, upto=seal.upto if seal else _END)
        return seal, lines

    if after:

        async def last_position(connection: AsyncConnection) -> int:
            before = await seal_queries.next_seal(connection, after - 1)
            return before.upto if before else 0

        upto = await database.read(last_position)
    while True:
        seal, lines = await database.read(next_lines)
        for line in lines:
            yield line
        if seal is None:
            return
        yield seal_line(seal)
        after, upto = seal.number, seal.upto
