"""Users who choose their password."""

from __future__ import annotations

from server.tests.support.stage import PASSWORD, Stage

from careops import AsyncCareOps

NEW = "monsoon rain on tin roofs"


async def newcomer(stage: Stage, account_type: str = "customer_care", *, one_time: bool = False) -> tuple[str, int]:
    """Create a member of staff. Return phone number and user id."""
    phone = stage.phone()
    user_id = await stage.user(phone, account_type)
    await stage.sql("update users set must_change_password = :one_time where id = :id", one_time=one_time, id=user_id)
    return phone, user_id


async def enter(stage: Stage, phone: str, password: str = PASSWORD) -> AsyncCareOps:
    """Sign in with a new session."""
    client = stage.client()
    await client.sign_in(phone, password)
    return client


async def grow_old(stage: Stage) -> None:
    """Move the last password confirmation of all sessions six minutes into the past."""
    await stage.sql("update sessions set confirmed_at = confirmed_at - interval '6 minutes'")
