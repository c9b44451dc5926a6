"""Implementation of `careops audit` for the local installation: seal, verify, purge and export."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import IO, Final, TypeVar

from careops.audit_chain.seals import Checkpoint
from careops.audit_chain.verifier import MAX_FINDINGS, Report
from careops_server.core.audit import (
    event_queries,
    rollup_check_queries,
    seal_loop,
    seal_queries,
    signing_keys,
    verification,
)
from careops_server.core.audit import purge as purging
from careops_server.core.audit.checkpoints import CheckpointStore
from careops_server.core.audit.purge import Purged
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool

ResultT = TypeVar("ResultT")
_SECONDS: Final = 600.0
_ATTEMPTS: Final = 5
_READERS: Final = 3
"""PostgreSQL processes that read for a verification. Other work continues beside them."""


@dataclass(frozen=True)
class Sealed:
    """Result of sealing, with the end of the chain."""

    events: int
    seals: int
    head: Checkpoint | None


@dataclass(frozen=True)
class Exported:
    """Result of an export."""

    lines: int
    head: Checkpoint | None


def seal(settings: Settings, url: str) -> Sealed:
    """Seal all events, waiting for slow writers."""
    return _run(url, lambda database: _seal(database, settings))


def check(settings: Settings, url: str, head: Checkpoint | None) -> Report:
    """Verify every event against the seals, the end against ``head`` or the stored checkpoint, and the rollups against
    the events.
    """
    checkpoint = head or CheckpointStore(settings).latest()
    keys = signing_keys.trusted(settings)

    async def work(database: Database) -> Report:
        report = await verification.check_database(database, trusted=keys, head=checkpoint, at_once=_READERS)
        report.findings = [*report.findings, *await database.read(rollup_check_queries.miscounted)][:MAX_FINDINGS]
        return report

    return _run(url, work, connections=_READERS + 1)


@dataclass(frozen=True)
class Accepted:
    """Old and new checkpoint of an accepted audit log."""

    before: Checkpoint | None
    now: Checkpoint | None


def accept(settings: Settings, url: str) -> Accepted:
    """Accept the audit log in the database and continue after it. The first sealed event records both checkpoints."""
    heads = CheckpointStore(settings)

    async def work(database: Database) -> Accepted:
        before, now = heads.latest(), await seal_loop.head(database)
        text = f"The trail had come to {before or 'nothing'} and goes on behind {now or 'nothing'}"
        await _record(database, "audit.accept", text)
        if now is None:
            heads.reset()
        else:
            heads.overwrite(now, backwards=True)
        await _seal(database, settings)
        return Accepted(before, now)

    return _run(url, work)


def add_terminal_event(url: str, key: str, description: str) -> None:
    """Add an event of the terminal to the audit log. The next seal includes it."""
    _run(url, partial(_record, key=key, description=description))


def rotate_key(settings: Settings, url: str) -> str:
    """Hand over to a new signing key with the next seal. Return its public key. Raises ``ValueError`` if the previous
    handover is not complete.
    """

    async def work(database: Database) -> str:
        await _seal(database, settings)
        if await database.read(seal_queries.last_signer) not in (
            None,
            signing_keys.signers(settings).current.public_key,
        ):
            raise ValueError("The key before has not handed over yet: seal first")
        fresh = signing_keys.rotate(settings).public_key
        await _record(database, "audit.rotate_key", f"The next seals are signed by {fresh}")
        await _seal(database, settings)
        return fresh

    return _run(url, work)


def plan_purge(url: str, before: datetime) -> Purged:
    """Return what ``purge`` would remove. Changes nothing, and seals nothing."""
    return _run(url, partial(purging.plan, before=before))


def purge(settings: Settings, url: str, before: datetime) -> Purged:
    """Seal, then delete the events sealed before a moment. The purge is recorded as an event."""

    async def work(database: Database) -> Purged:
        await _seal(database, settings)
        return await purging.purge(database, settings, before)

    return _run(url, work)


def export(settings: Settings, url: str, file: IO[str], *, after: int) -> Exported:
    """Seal, then write the audit log after seal ``after``. The export is recorded as an event.

    Raises ``ValueError`` if there is no such seal yet.
    """

    async def work(database: Database) -> Exported:
        await _record(database, "audit.export", f"Exported at the terminal, after seal {after}")
        sealed = await _seal(database, settings)
        last = sealed.head.number if sealed.head else 0
        if after > last:
            raise ValueError(f"Nothing follows seal {after}: the last one is {last}")
        lines = 0
        async for line in verification.export_lines(database, after=after):
            file.write(f"{line}\n")
            lines += 1
        return Exported(lines, sealed.head)

    return _run(url, work)


async def _record(database: Database, key: str, description: str) -> None:
    await database.change(lambda connection: event_queries.add_terminal_event(connection, key, description))


async def _seal(database: Database, settings: Settings) -> Sealed:
    seals = []
    for _ in range(_ATTEMPTS):
        seals += await seal_loop.seal_all(database, partial(signing_keys.signers, settings), CheckpointStore(settings))
        if await seal_loop.unsealed(database) == 0:
            break
        await asyncio.sleep(0.1)  # another process seals or writes
    return Sealed(sum(each.events for each in seals), len(seals), await seal_loop.head(database))


def _run(url: str, work: Callable[[Database], Awaitable[ResultT]], *, connections: int = 1) -> ResultT:
    async def run() -> ResultT:
        pool = create_pool(url, pool_size=connections, application="careops-audit")
        database = Database(pool, seconds=_SECONDS)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())
