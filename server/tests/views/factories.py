"""Test data for the calls of views, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage
from sqlalchemy import text


async def view_id(stage: Stage, values: dict[str, Any]) -> int:
    """A view of the same account."""
    client = await stage.signed_in(stage.asking)
    view = await client.views.create(
        list_name="ListDoctors", name=f"View {stage.phone()}", filters={"status": "joined"}, columns=[], shared=True
    )
    return view.id


async def name(stage: Stage, values: dict[str, Any]) -> str:
    """An unused name."""
    return f"View {stage.phone()}"


async def save_layout(stage: Stage, values: dict[str, Any]) -> None:
    """Delete the saved layout first, so that the call changes something."""
    await none_kept(stage)


async def create_view(stage: Stage, values: dict[str, Any]) -> None:
    """Delete all views first: tests add more than the limit of a hundred."""
    await none_kept(stage)


async def none_kept(stage: Stage) -> None:
    """Delete all views and layouts. They belong to the installation, also behind a gateway."""
    async with stage.services.database.pool.transaction() as connection:
        await connection.execute(text("delete from list_views"))
        await connection.execute(text("delete from list_layouts"))
