"""Purge of expired events. The chain of seals stays intact, because the next seal names the last purged one.

Such a seal requires the signing key, so the database's owner cannot delete events and claim that they had expired. A
running server never makes one, and its role may not delete events.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from careops.audit_chain.seals import Checkpoint, Seal
from careops.error_codes import title_of
from careops.errors import Unavailable
from careops_server.core.audit import days, event_queries, purge_queries, seal_queries, signing_keys
from careops_server.core.audit.checkpoints import CheckpointStore
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database

_ATTEMPTS: Final = 20
_PAUSE_SECONDS: Final = 0.25


@dataclass(frozen=True)
class Purged:
    """Result of a purge."""

    events: int = 0
    through: int = 0
    """The last seal whose events were deleted, 0 if there was none."""
    head: Checkpoint | None = None


async def purge(database: Database, settings: Settings, before: datetime) -> Purged:
    """Delete the events of all seals made before a moment, in one transaction. Without any it does nothing.

    Raises ``AuditTrailRolledBack``, and ``Unavailable`` if other processes write or seal for several seconds.
    """
    heads = CheckpointStore(settings)

    async def work(connection: Connection) -> Purged | None:
        if not await seal_queries.try_lock(connection):
            return None
        last = await purge_queries.last_before(connection, before)
        if last is None:
            return Purged()
        events = await purge_queries.remove_events(connection, last.upto_position)
        await purge_queries.remove_days(connection, days.local_date(before))
        text = f"{events:,} events went that were sealed before {before:%Y-%m-%d}, up to seal {last.number}"
        await event_queries.add_terminal_event(connection, "audit.purge", text)
        seal = await _seal_purge(connection, settings, heads, last.number)
        return Purged(events, last.number, seal.head)

    for _ in range(_ATTEMPTS):
        done = await database.change(work)
        if done is not None:
            if done.head is not None:
                await heads.save(done.head)
            return done
        await asyncio.sleep(_PAUSE_SECONDS)  # another process is sealing
    raise Unavailable(title_of("audit_sealing"))


async def plan(database: Database, before: datetime) -> Purged:
    """Return what ``purge`` would remove. Changes nothing."""

    async def read(connection: Connection) -> Purged:
        last = await purge_queries.last_before(connection, before)
        if last is None:
            return Purged()
        return Purged(await purge_queries.count_events(connection, last.upto_position), last.number)

    return await database.read(read)


async def _seal_purge(connection: Connection, settings: Settings, heads: CheckpointStore, through: int) -> Seal:
    settled = await seal_queries.settled_position(connection)
    if settled is None:
        raise Unavailable(title_of("audit_busy"))
    keys = partial(signing_keys.signers, settings)
    seal = await seal_queries.seal_batch(connection, settled, keys, heads.latest(), purged=through)
    if seal is None:
        raise RuntimeError("the event of the purge itself waits to be sealed")
    return seal
