"""Test data for the calls of drafts, used by the tests of every call."""

from __future__ import annotations

from itertools import count
from typing import Any

from server.tests.support.stage import Stage
from sqlalchemy import text

_numbers = count(1)


async def draft_id(stage: Stage, values: dict[str, Any]) -> str:
    """An unused draft id."""
    return f"{next(_numbers):032x}"


async def delete_draft(stage: Stage, values: dict[str, Any]) -> None:
    """Save the draft first, as the same account."""
    client = await stage.signed_in(stage.asking)
    await client.drafts.save(draft_id=values["draft_id"], form="cityForm", values={"name": "Mog"}, began_with={})


async def none_kept(stage: Stage) -> None:
    """Delete all drafts. They belong to the installation, also behind a gateway."""
    async with stage.services.database.pool.transaction() as connection:
        await connection.execute(text("delete from form_drafts"))
