"""Files that no record names go after a day: never linked, replaced, or cut off on their way."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from careops_server.database.connections import Database
from careops_server.uploads import queries
from careops_server.uploads.stores import Store

AGE: Final = timedelta(hours=24)
BATCH: Final = 500


async def purge(database: Database, store: Store, *, now: datetime | None = None) -> int:
    """One round; how many files went. A file is linked within minutes, so a day is no risk to it."""
    gone = 0
    before = (now or datetime.now(UTC)) - AGE
    for batch in await store.batches(BATCH):
        old = [each.key for each in batch if each.at < before]

        async def ask(connection: AsyncConnection, old: list[str] = old) -> set[str]:
            return await queries.named(connection, old)

        leaving = [key for key in old if key not in await database.read(ask)] if old else []
        await store.delete(leaving)
        gone += len(leaving)
    return gone
