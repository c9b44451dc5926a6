"""Test data for the calls of exports, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage
from sqlalchemy import text


async def export_list(stage: Stage, values: dict[str, Any]) -> None:
    """Reset the quota of ten exports a day, which the tests together exceed."""
    await nothing_exported(stage)


async def nothing_exported(stage: Stage) -> None:
    """Delete all exports. The quota belongs to the installation, also behind a gateway."""
    async with stage.services.database.pool.transaction() as connection:
        await connection.execute(text("delete from list_exports"))
