"""Checking a trail against its seals where it lies, and writing it out for checking elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from datetime import UTC, datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from careops.seal_checks import Report, Unsealed, Verifier
from careops.seal_files import seal_line
from careops.seals import Head, Seal
from careops_server.audit import seal_queries
from careops_server.database.connections import Database

_END: Final = 2**63 - 1


async def check_database(
    database: Database, *, trusted: Collection[str], shared: Sequence[bytes] = (), head: Head | None = None
) -> Report:
    """Check every seal and every sealed event. A seal and its events at a time, so memory stays small."""
    verifier = Verifier(trusted, shared, head)

    async def check_next(connection: AsyncConnection) -> bool:
        seal = await seal_queries.next_seal(connection, verifier.report.head.number if verifier.report.head else 0)
        if seal is None:
            return False
        verifier.check(seal, await seal_queries.events_of(connection, seal))
        return True

    async def count_unsealed(connection: AsyncConnection) -> Unsealed:
        return await seal_queries.unsealed(connection, verifier.last.upto if verifier.last else 0)

    while await database.read(check_next):
        pass
    return verifier.end(await database.read(count_unsealed), datetime.now(UTC))


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
