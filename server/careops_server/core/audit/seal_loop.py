"""Sealing of the audit log every few seconds by any worker, and maintenance of its rollups."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import Final

import psycopg

from careops.audit_chain.seals import Checkpoint, Seal
from careops.errors import CareOpsError
from careops_server.core.audit import days, rollup_maintenance_queries, seal_queries, signing_keys
from careops_server.core.audit.checkpoints import CheckpointStore
from careops_server.core.audit.sealing_clock import SAMPLE_SECONDS, SealingClock
from careops_server.core.audit.signing_keys import Keys
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.observability import metrics
from careops_server.core.observability.logs import log

UPKEEP_ROUNDS: Final = 20
"""Rounds of sealing per maintenance."""
LAST_SEAL_SECONDS: Final = 3.0
"""Longest wait of a stopping worker for its last seal."""


async def seal_all(
    database: Database, keys: Keys, heads: CheckpointStore | None = None, clock: SealingClock | None = None
) -> list[Seal]:
    """Seal all settled events batch by batch. Return no seals if another process is sealing. Raises
    ``AuditTrailRolledBack``, ``SigningKeyMismatch``.
    """
    seals: list[Seal] = []
    checkpoint = heads.latest() if heads is not None else None
    if heads is not None and checkpoint is None and (newest := await head(database)) is not None:
        await heads.save(newest)  # the first time this machine sees the audit log
    while (seal := await _seal_once(database, keys, checkpoint, clock)) is not None:
        seals.append(seal)
        checkpoint = seal.head
        if heads is not None:
            await heads.save(seal.head)
    if clock is not None:
        clock.forget()
    return seals


async def head(database: Database) -> Checkpoint | None:
    """Return number and hash of the last seal."""
    return await database.read(seal_queries.last_head)


async def unsealed(database: Database) -> int:
    """Return the number of events after the last seal."""
    return await database.read(seal_queries.unsealed_now)


async def upkeep(database: Database) -> None:
    """Fold the rollups of past days, and start rollups for a clinic that has become busy."""
    today = days.local_date(days.now())

    async def fold(connection: Connection) -> None:
        if await seal_queries.try_lock(connection):
            await rollup_maintenance_queries.fold_days(connection, today)

    async def keep(connection: Connection) -> None:
        if await seal_queries.try_lock(connection):
            clinic_id = await rollup_maintenance_queries.find_unprepared_clinic(connection)
            if clinic_id is not None:
                await rollup_maintenance_queries.prepare_rollups(connection, clinic_id, today)
                log.info("daily rollups of clinic started", clinic_id=clinic_id)

    await database.change(fold)
    await database.change(keep)


async def run_seal_loop(database: Database, settings: Settings) -> None:
    """Seal every few seconds while the worker lives, and once more when it stops.

    If the database is unreachable, the next round tries again. An audit log that has gone back is not sealed further.
    It is reported (log, metric, ``careops doctor``, console) until it is restored or an operator accepts it.
    """
    heads, clock = CheckpointStore(settings), SealingClock()
    rounds = 0
    try:
        while True:
            await _sleep(settings.audit_seal_seconds, clock)
            await _round(database, settings, heads, clock, upkeep_too=rounds % UPKEEP_ROUNDS == 0)
            rounds += 1
    except asyncio.CancelledError:
        # The last seconds are sealed too, so that no events stay unsealed while nothing runs.
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SEAL_SECONDS):
                await _round(database, settings, heads, clock, upkeep_too=False)
        raise


async def _sleep(seconds: float, clock: SealingClock) -> None:
    """Wait, and watch the clock meanwhile."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        await asyncio.sleep(min(left, SAMPLE_SECONDS))
        clock.sample()


async def _round(
    database: Database, settings: Settings, heads: CheckpointStore, clock: SealingClock, *, upkeep_too: bool
) -> None:
    try:
        for seal in await seal_all(database, partial(signing_keys.signers, settings), heads, clock):
            # Logs leave this machine, and copy the checkpoint elsewhere.
            log.info("audit trail sealed", events=seal.events, head=str(seal.head))
        metrics.audit_trail_gone_back.set(0)
        if upkeep_too:
            await upkeep(database)
    except seal_queries.SigningKeyMismatch as reason:
        metrics.audit_trail_gone_back.set(0)
        log.error("cannot seal audit trail", reason=str(reason))
    except seal_queries.AuditTrailRolledBack as reason:
        metrics.audit_trail_gone_back.set(1)
        log.error("audit trail rolled back, sealing stopped", reason=str(reason))
    except (CareOpsError, psycopg.Error, OSError, ValueError) as error:
        log.warning("sealing audit trail failed", reason=str(error) or type(error).__name__)


async def _seal_once(
    database: Database, keys: Keys, checkpoint: Checkpoint | None, clock: SealingClock | None
) -> Seal | None:
    async def work(connection: Connection) -> Seal | None:
        if not await seal_queries.try_lock(connection):
            return None
        settled = await seal_queries.settled_position(connection)
        if settled is None:
            return None
        sealed_at = clock.now() if clock is not None else None
        return await seal_queries.seal_batch(connection, settled, keys, checkpoint, sealed_at=sealed_at)

    return await database.change(work)
