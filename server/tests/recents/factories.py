"""Test data for the calls of recently opened records, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage
from sqlalchemy import text


async def record_id(stage: Stage, values: dict[str, Any]) -> int:
    """A clinic."""
    return await stage.clinic()


async def keep_recent(stage: Stage, values: dict[str, Any]) -> None:
    """Delete all first: tests pin more records than the limit of twelve."""
    await none_kept(stage)


async def forget_recent(stage: Stage, values: dict[str, Any]) -> None:
    """Open the record first, as the same account."""
    client = await stage.signed_in(stage.asking)
    await client.recents.keep(**values)


async def none_kept(stage: Stage) -> None:
    """Delete all records. They belong to the installation, also behind a gateway."""
    async with stage.services.database.pool.transaction() as connection:
        await connection.execute(text("delete from recent_records"))
