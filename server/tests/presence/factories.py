"""Test data for the calls of presence, used by the tests of every call."""

from __future__ import annotations

from itertools import count
from typing import Any

from server.tests.support.stage import Stage
from sqlalchemy import text

_numbers = count(1)


async def record_id(stage: Stage, values: dict[str, Any]) -> int:
    """A clinic."""
    return await stage.clinic()


async def tab(stage: Stage, values: dict[str, Any]) -> str:
    """An unused id of a browser tab."""
    return f"{next(_numbers):032x}"


async def end_presence(stage: Stage, values: dict[str, Any]) -> None:
    """Edit the record first, as the same account."""
    client = await stage.signed_in(stage.asking)
    await client.presence.announce(**values, editing=True)


async def run_sql(stage: Stage, statement: str) -> list[dict[str, Any]]:
    """Run a statement. Announcements belong to the installation, also behind a gateway."""
    async with stage.services.database.pool.transaction() as connection:
        return (await connection.execute(text(statement))).mappings().all()
