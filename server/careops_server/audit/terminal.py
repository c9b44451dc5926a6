"""What `careops audit` does with this machine's own installation: sealing, checking, writing the trail out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import IO, Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from careops.seals import Head, Report
from careops_server.audit import checking, queries, sealing
from careops_server.database.connections import Database
from careops_server.database.engine import create_engine
from careops_server.settings import Settings

ResultT = TypeVar("ResultT")
_SECONDS: Final = 600.0
_ATTEMPTS: Final = 5


@dataclass(frozen=True)
class Sealed:
    """What was sealed, and where the chain ends now."""

    events: int
    seals: int
    head: Head | None


@dataclass(frozen=True)
class Exported:
    """What was written out."""

    lines: int
    head: Head | None


def seal(settings: Settings, url: str) -> Sealed:
    """Seal every event there is. Writers that take their time are waited for."""
    return _run(url, lambda database: _seal(database, settings))


def check(settings: Settings, url: str, head: Head | None) -> Report:
    """Check every event against the seals."""
    return _run(url, lambda database: checking.check_database(database, keys=settings.audit_keys, head=head))


def export(settings: Settings, url: str, file: IO[str], *, after: int) -> Exported:
    """Seal, then write the trail behind seal ``after``. The export is an event of the trail itself."""

    async def work(database: Database) -> Exported:
        async def note(connection: AsyncConnection) -> None:
            await queries.add_terminal_event(
                connection, "audit.export", f"Exported at the terminal, after seal {after}"
            )

        await database.change(note)
        sealed = await _seal(database, settings)
        lines = 0
        async for line in checking.export_lines(database, after=after):
            file.write(f"{line}\n")
            lines += 1
        return Exported(lines, sealed.head)

    return _run(url, work)


async def _seal(database: Database, settings: Settings) -> Sealed:
    made = []
    for _ in range(_ATTEMPTS):
        made += await sealing.seal_all(database, settings.audit_keys[0])
        if await sealing.unsealed(database) == 0:
            break
        await asyncio.sleep(0.1)  # somebody else seals, or writes
    return Sealed(sum(each.events for each in made), len(made), await sealing.head(database))


def _run(url: str, work: Callable[[Database], Awaitable[ResultT]]) -> ResultT:
    async def run() -> ResultT:
        database = Database(create_engine(url, pool_size=1, application="careops-audit"), seconds=_SECONDS)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())
