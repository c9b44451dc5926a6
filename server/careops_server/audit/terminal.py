"""What `careops audit` does with this machine's own installation: sealing, checking, writing the trail out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import IO, Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from careops.seal_checks import MOST_FINDINGS, Report
from careops.seals import Head
from careops_server.audit import checking, miscount_queries, purging, queries, seal_queries, sealing, signing
from careops_server.audit.heads import Heads
from careops_server.audit.purging import Purged
from careops_server.database.connections import Database
from careops_server.database.engine import create_engine
from careops_server.settings import Settings

ResultT = TypeVar("ResultT")
_SECONDS: Final = 600.0
_ATTEMPTS: Final = 5
_READERS: Final = 3
"""Processes of PostgreSQL that read the trail for a check; the server's other work goes on beside them."""


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
    """Check every event against the seals, the end against ``head``, else the one this machine remembers, and the
    figures of each day against its events.
    """
    known = head or Heads(settings).last()
    keys = signing.trusted(settings)

    async def work(database: Database) -> Report:
        report = await checking.check_database(
            database, trusted=keys, shared=settings.audit_keys, head=known, at_once=_READERS
        )
        report.findings = [*report.findings, *await database.read(miscount_queries.miscounted)][:MOST_FINDINGS]
        return report

    return _run(url, work, connections=_READERS + 1)


@dataclass(frozen=True)
class Accepted:
    """The trail this machine goes on with, and the one it knew."""

    before: Head | None
    now: Head | None


def accept(settings: Settings, url: str) -> Accepted:
    """Go on behind what the database holds now. The first event sealed says so, with both heads."""
    heads = Heads(settings)

    async def work(database: Database) -> Accepted:
        before, now = heads.last(), await sealing.head(database)
        told = f"The trail had come to {before or 'nothing'} and goes on behind {now or 'nothing'}"

        async def note(connection: AsyncConnection) -> None:
            await queries.add_terminal_event(connection, "audit.accept", told)

        await database.change(note)
        if now is None:
            heads.forget()
        else:
            heads.put(now, backwards=True)
        await _seal(database, settings)
        return Accepted(before, now)

    return _run(url, work)


def note(url: str, key: str, description: str) -> None:
    """Write an event of the terminal into the trail; the next seal holds it."""

    async def work(database: Database) -> None:
        async def add(connection: AsyncConnection) -> None:
            await queries.add_terminal_event(connection, key, description)

        await database.change(add)

    _run(url, work)


def rotate_key(settings: Settings, url: str) -> str:
    """Hand over to a new signing key with the next seal; its public key. Raises ``ValueError`` when it cannot."""

    async def work(database: Database) -> str:
        async def note(connection: AsyncConnection) -> None:
            await queries.add_terminal_event(connection, "audit.rotate_key", f"The next seals are signed by {fresh}")

        await _seal(database, settings)
        if await database.read(seal_queries.last_signer) not in (None, signing.signers(settings).current.public_key):
            raise ValueError("The key before has not handed over yet: seal first")
        fresh = signing.rotate(settings).public_key
        await database.change(note)
        await _seal(database, settings)
        return fresh

    return _run(url, work)


def plan_purge(url: str, before: datetime) -> Purged:
    """Return what ``purge`` would remove. Changes nothing, and seals nothing."""

    async def work(database: Database) -> Purged:
        return await purging.plan(database, before)

    return _run(url, work)


def purge(settings: Settings, url: str, before: datetime) -> Purged:
    """Seal, then remove what was sealed before a moment. The purge is an event of the trail itself."""

    async def work(database: Database) -> Purged:
        await _seal(database, settings)
        return await purging.purge(database, settings, before)

    return _run(url, work)


def export(settings: Settings, url: str, file: IO[str], *, after: int) -> Exported:
    """Seal, then write the trail behind seal ``after``. The export is an event of the trail itself.

    Raises ``ValueError`` where there is no such seal yet.
    """

    async def work(database: Database) -> Exported:
        async def note(connection: AsyncConnection) -> None:
            await queries.add_terminal_event(
                connection, "audit.export", f"Exported at the terminal, after seal {after}"
            )

        await database.change(note)
        sealed = await _seal(database, settings)
        last = sealed.head.number if sealed.head else 0
        if after > last:
            raise ValueError(f"Nothing follows seal {after}: the last one is {last}")
        lines = 0
        async for line in checking.export_lines(database, after=after):
            file.write(f"{line}\n")
            lines += 1
        return Exported(lines, sealed.head)

    return _run(url, work)


async def _seal(database: Database, settings: Settings) -> Sealed:
    made = []
    for _ in range(_ATTEMPTS):
        made += await sealing.seal_all(database, partial(signing.signers, settings), Heads(settings))
        if await sealing.unsealed(database) == 0:
            break
        await asyncio.sleep(0.1)  # somebody else seals, or writes
    return Sealed(sum(each.events for each in made), len(made), await sealing.head(database))


def _run(url: str, work: Callable[[Database], Awaitable[ResultT]], *, connections: int = 1) -> ResultT:
    async def run() -> ResultT:
        engine = create_engine(url, pool_size=connections, application="careops-audit")
        database = Database(engine, seconds=_SECONDS)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())
