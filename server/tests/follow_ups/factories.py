"""Test data for the calls of follow-ups, used by the tests of every call."""

from __future__ import annotations

from datetime import date
from typing import Any

from server.tests.support.stage import CARE, Stage


async def record(stage: Stage, values: dict[str, Any]) -> str:
    """A clinic."""
    return f"clinic:{await stage.clinic()}"


async def owner_id(stage: Stage, values: dict[str, Any]) -> int:
    """A colleague. A gateway knows those who have signed in."""
    await stage.signed_in(CARE)
    return stage.user_ids[CARE]


async def follow_up_id(stage: Stage, values: dict[str, Any]) -> int:
    """An open follow-up of the account type of billing."""
    client = await stage.signed_in()
    created = await client.follow_ups.create(
        record=f"clinic:{await stage.clinic()}",
        what="Write to them",
        owner_role="billing_admin",
        due=date(2099, 1, 31),
    )
    assert created.id is not None
    return created.id


async def ids(stage: Stage, values: dict[str, Any]) -> list[int]:
    """One follow-up."""
    return [await follow_up_id(stage, values)]


async def reopen_follow_up(stage: Stage, values: dict[str, Any]) -> None:
    """Close it first."""
    client = await stage.signed_in()
    await client.follow_ups.close(follow_up_id=values["follow_up_id"], state="done")
