"""Test data for the calls of views, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.stage import Stage
from sqlalchemy import text


async def view_id(stage: Stage, given: dict[str, Any]) -> int:
    """A view of whoever asks."""
    client = await stage.signed_in(stage.asking)
    made = await client.views.create(
        list_name="ListDoctors", name=f"View {stage.phone()}", filters={"status": "joined"}, columns=[], shared=True
    )
    return made.id


async def name(stage: Stage, given: dict[str, Any]) -> str:
    """A name no view has."""
    return f"View {stage.phone()}"


async def save_layout(stage: Stage, given: dict[str, Any]) -> None:
    """Kept otherwise until now, so that something changes."""
    await none_kept(stage)


async def create_view(stage: Stage, given: dict[str, Any]) -> None:
    """Every test adds some, and there may be a hundred."""
    await none_kept(stage)


async def none_kept(stage: Stage) -> None:
    """Neither views nor columns of anybody. Both are the installation's own, also where it is a gateway."""
    async with stage.services.database.engine.begin() as connection:
        await connection.execute(text("delete from list_views"))
        await connection.execute(text("delete from list_layouts"))
