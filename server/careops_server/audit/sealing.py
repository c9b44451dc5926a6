"""Sealing the audit trail every few seconds, in whichever worker gets there first; and upkeep along the way."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.errors import CareOpsError
from careops.seals import Head, Seal
from careops_server.audit import days, seal_queries, signing, upkeep_queries
from careops_server.audit.heads import Heads
from careops_server.audit.signing import Keys
from careops_server.database.connections import Database
from careops_server.observe import metrics
from careops_server.settings import Settings

log = structlog.get_logger()
UPKEEP_ROUNDS: Final = 20
"""Upkeep is done once in so many rounds of sealing."""
LAST_SEAL_SECONDS: Final = 3.0
"""A worker that is told to stop waits so long for its last seal."""


async def seal_all(database: Database, keys: Keys, heads: Heads | None = None) -> list[Seal]:
    """Seal what is settled, batch by batch; nothing when somebody else is sealing. Raises ``TrailGoneBack``."""
    made: list[Seal] = []
    kept = heads.last() if heads is not None else None
    if heads is not None and kept is None and (there := await head(database)) is not None:
        await heads.keep(there)  # the first time this machine sees the trail
    while (seal := await _seal_once(database, keys, kept)) is not None:
        made.append(seal)
        kept = seal.head
        if heads is not None:
            await heads.keep(seal.head)
    return made


async def head(database: Database) -> Head | None:
    """The last seal's number and hash."""
    return await database.read(seal_queries.last_head)


async def unsealed(database: Database) -> int:
    """How many events lie behind the last seal."""
    return await database.read(seal_queries.unsealed_now)


async def upkeep(database: Database) -> None:
    """Fold days that are over; begin to keep the days of a clinic that turned out busy."""
    today = days.day_of(days.now())

    async def fold(connection: AsyncConnection) -> None:
        if await seal_queries.try_lock(connection):
            await upkeep_queries.fold_days(connection, today)

    async def keep(connection: AsyncConnection) -> None:
        if await seal_queries.try_lock(connection):
            clinic_id = await upkeep_queries.asked_for(connection)
            if clinic_id is not None:
                await upkeep_queries.begin_to_keep(connection, clinic_id, today)
                log.info("keeping a busy clinic's days", clinic_id=clinic_id)

    await database.change(fold)
    await database.change(keep)


async def keep_sealing(database: Database, settings: Settings) -> None:
    """Seal every few seconds, for as long as the worker lives, and once more when it is told to stop.

    A database that is away is tried again. A trail that has gone back is not sealed any further, and said to have
    (log, metric, ``careops doctor``, the console) until it is right again or an operator has accepted it.
    """
    heads = Heads(settings)
    rounds = 0
    try:
        while True:
            await asyncio.sleep(settings.audit_seal_seconds)
            await _round(database, settings, heads, upkeep_too=rounds % UPKEEP_ROUNDS == 0)
            rounds += 1
    except asyncio.CancelledError:
        # What happened in the last seconds is sealed too, so that it never lies open while nothing runs.
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SEAL_SECONDS):
                await _round(database, settings, heads, upkeep_too=False)
        raise


async def _round(database: Database, settings: Settings, heads: Heads, *, upkeep_too: bool) -> None:
    try:
        for seal in await seal_all(database, partial(signing.signers, settings), heads):
            # The logs leave this machine, and so does the head with them.
            log.info("audit trail sealed", events=seal.events, head=str(seal.head))
        metrics.audit_trail_gone_back.set(0)
        if upkeep_too:
            await upkeep(database)
    except seal_queries.TrailGoneBack as reason:
        metrics.audit_trail_gone_back.set(1)
        log.error("audit trail has gone back: nothing is sealed", reason=str(reason))
    except (CareOpsError, DBAPIError, OSError, ValueError) as error:
        log.warning("audit trail not sealed", reason=str(error) or type(error).__name__)


async def _seal_once(database: Database, keys: Keys, kept: Head | None) -> Seal | None:
    async def work(connection: AsyncConnection) -> Seal | None:
        if not await seal_queries.try_lock(connection):
            return None
        settled = await seal_queries.settled_position(connection)
        return None if settled is None else await seal_queries.seal_batch(connection, settled, keys, kept)

    return await database.change(work)
