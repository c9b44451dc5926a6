"""API keys."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import PASSWORD, SUPER, Stage

from careops import AsyncCareOps
from careops.calls.keys import NewKey


async def supervisor(stage: Stage) -> AsyncCareOps:
    """A client of a super admin with a recent password confirmation."""
    client = stage.client()
    await client.sign_in(SUPER, PASSWORD)
    return client


async def create_key(stage: Stage, *scopes: str, **fields: Any) -> NewKey:
    client = await supervisor(stage)
    values = {"name": f"app {stage.phone()}", "scopes": list(scopes) or ["audit:write"], "expires_in_days": 90}
    return await client.keys.create(**{**values, **fields})


async def in_front(stage: Stage, statement: str, **values: Any) -> Any:
    from sqlalchemy import text

    async with stage.services.database.pool.transaction() as connection:
        result = await connection.execute(text(statement), values)
        return result.scalars().first()
