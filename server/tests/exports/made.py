"""Test data for the calls of exports, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.stage import Stage
from sqlalchemy import text


async def export_list(stage: Stage, given: dict[str, Any]) -> None:
    """Every test exports some, and there may be ten a day."""
    await nothing_exported(stage)


async def nothing_exported(stage: Stage) -> None:
    """By nobody. The quota is the installation's own, also where it is a gateway."""
    async with stage.services.database.engine.begin() as connection:
        await connection.execute(text("delete from list_exports"))
