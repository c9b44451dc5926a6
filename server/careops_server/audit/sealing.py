"""Sealing the audit trail every few seconds, in whichever worker gets there first; and upkeep along the way."""

from __future__ import annotations

import asyncio
from typing import Final

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.errors import CareOpsError
from careops.seals import Head, Seal
from careops_server.audit import days, seal_queries, upkeep_queries
from careops_server.database.connections import Database
from careops_server.settings import Settings

log = structlog.get_logger()
UPKEEP_ROUNDS: Final = 20
"""Upkeep is done once in so many rounds of sealing."""


async def seal_all(database: Database, key: bytes) -> list[Seal]:
    """Seal what is settled, batch by batch; nothing when somebody else is sealing."""
    made: list[Seal] = []
    while (seal := await _seal_once(database, key)) is not None:
        made.append(seal)
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
    """Seal every few seconds, for as long as the worker lives. A database that is away is tried again."""
    rounds = 0
    while True:
        await asyncio.sleep(settings.audit_seal_seconds)
        try:
            for seal in await seal_all(database, settings.audit_keys[0]):
                # The logs leave this machine, and so does the head with them.
                log.info("audit trail sealed", events=seal.events, head=str(seal.head))
            if rounds % UPKEEP_ROUNDS == 0:
                await upkeep(database)
            rounds += 1
        except (CareOpsError, DBAPIError, OSError) as error:
            log.warning("audit trail not sealed", reason=str(error) or type(error).__name__)


async def _seal_once(database: Database, key: bytes) -> Seal | None:
    async def work(connection: AsyncConnection) -> Seal | None:
        if not await seal_queries.try_lock(connection):
            return None
        settled = await seal_queries.settled_position(connection)
        return None if settled is None else await seal_queries.seal_batch(connection, settled, key)

    return await database.change(work)
