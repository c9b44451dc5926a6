"""Retention cleanup in the background, by any worker."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from careops_server.core.configuration.settings import Settings
from careops_server.core.database import retention
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.observability.faults import log_faults
from careops_server.core.observability.logs import log
from careops_server.core.storage.backend import Store
from careops_server.core.storage.orphans import purge

EVERY_SECONDS: Final = 300.0
MAX_BATCHES: Final = 50
"""Limit per table and round. The rest is deleted in the next round."""
_BREATH_SECONDS: Final = 0.05


async def cleanup(database: Database, settings: Settings) -> dict[str, int]:
    """Run one round, with a transaction per batch. Return the number of deleted rows by table."""
    gone = {}
    for table in retention.LEFTOVERS:
        rows = await _empty(database, settings, table)
        if rows:
            gone[table] = rows
    return gone


async def run_cleanup_loop(
    database: Database, settings: Settings, store: Store, also: Mapping[str, Callable[[Database], Awaitable[int]]]
) -> None:
    """Run a round every few minutes while the worker lives. ``also`` are further steps, by the names of their numbers.

    If the database is unreachable, the next round tries again.
    """
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        with log_faults("cannot delete expired rows"):
            gone = await cleanup(database, settings)
            if files := await purge(database, store):
                gone["files"] = files
            gone |= {name: ended for name, step in also.items() if (ended := await step(database))}
            if gone:
                log.info("expired rows deleted", **gone)


async def _empty(database: Database, settings: Settings, table: str) -> int:
    async def work(connection: Connection) -> int:
        if not await retention.sole(connection):
            return 0
        return await retention.remove(connection, table, settings)

    total = 0
    for _ in range(MAX_BATCHES):
        rows = await database.change(work)
        total += rows
        if rows < retention.BATCH:
            break
        await asyncio.sleep(_BREATH_SECONDS)
    return total
