"""Verification of the audit log against its seals in the database, and its export for verification elsewhere."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from functools import partial
from typing import Final

from careops.audit_chain.export_file import seal_line
from careops.audit_chain.seals import Checkpoint, Seal, SealedEvent
from careops.audit_chain.verifier import Report, Verifier
from careops_server.core.audit import seal_queries
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database

_END: Final = 2**63 - 1


async def check_database(
    database: Database,
    *,
    trusted: Collection[str],
    head: Checkpoint | None = None,
    at_once: int = 1,
) -> Report:
    """Check every seal and every sealed event. Memory stays small, because seals are checked one at a time.

    PostgreSQL reads the events of ``at_once`` seals in as many processes; the pool needs one more connection.
    """
    verifier = Verifier(trusted, head)
    async with aclosing(_compare_seals(database, at_once)) as seals:
        async for seal, events in seals:
            verifier.check(seal, events)
    upto = verifier.last.upto if verifier.last else 0
    unsealed = await database.read(lambda connection: seal_queries.unsealed(connection, upto))
    return verifier.end(unsealed, datetime.now(UTC))


async def _compare_seals(
    database: Database, at_once: int
) -> AsyncGenerator[tuple[Seal, Sequence[SealedEvent] | None], None]:
    """Yield each seal in order, with the events in its range. Events are None if they match the seal."""
    ahead: deque[tuple[Seal, asyncio.Task[Sequence[SealedEvent] | None]]] = deque()
    number = 0
    try:
        while True:
            while len(ahead) < at_once:
                seal = await database.read(partial(seal_queries.next_seal, number=number))
                if seal is None:
                    break
                number = seal.number
                look = database.read(partial(seal_queries.find_mismatches, seal=seal))
                ahead.append((seal, asyncio.create_task(look)))
            if not ahead:
                return
            compared, events = ahead.popleft()
            yield compared, await events
    finally:
        for _, events in ahead:
            events.cancel()


async def export_lines(database: Database, *, after: int = 0) -> AsyncIterator[str]:
    """Yield the audit log after seal ``after`` as lines: the events of each seal, then the seal, and at the end the
    unsealed events.
    """
    upto = 0

    async def next_lines(connection: Connection) -> tuple[Seal | None, list[str]]:
        seal = await seal_queries.next_seal(connection, after)
        lines = await seal_queries.lines_of(connection, after=upto, upto=seal.upto if seal else _END)
        return seal, lines

    if after:

        async def last_position(connection: Connection) -> int:
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
