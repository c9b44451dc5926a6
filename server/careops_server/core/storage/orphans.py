"""Removal of files that no record names: never linked, replaced, or partial uploads."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from careops_server.core.database.database import Database
from careops_server.core.storage import queries
from careops_server.core.storage.backend import Listed, Store
from careops_server.core.storage.object_keys import PENDING

PENDING_AGE: Final = timedelta(hours=1)
"""A presigned URL expires after five minutes, and files are linked within minutes."""
AGE: Final = timedelta(hours=24)
"""Age of once linked files: undoing a change may need them again."""
BATCH: Final = 500


async def purge(database: Database, store: Store, *, now: datetime | None = None) -> int:
    """Run one round and return the number of removed files."""
    removed, waiting = 0, list[str]()
    moment = now or datetime.now(UTC)
    for batch in await store.batches(BATCH):
        unnamed = await _find_unnamed(database, [each for each in batch if each.at < moment - PENDING_AGE])
        old = [each.key for each in unnamed if each.key.startswith(PENDING) or each.at < moment - AGE]
        waiting += [each.key for each in unnamed if each.key not in old]
        if old:
            await store.delete(old)
        removed += len(old)
    await database.change(lambda connection: queries.forget_signed(connection, moment - PENDING_AGE, waiting))
    return removed


async def _find_unnamed(database: Database, files: list[Listed]) -> list[Listed]:
    if not files:
        return []
    named = await database.read(lambda connection: queries.referenced_keys(connection, [each.key for each in files]))
    return [each for each in files if each.key not in named]
