"""The SQL of users."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops_server.database.changes import Changeable

USER: Final = Changeable("users", frozenset({"growth_enabled", "packages_enabled", "user_status"}))
# Two who block each other at the same moment would both be the second last.
_HOLD = text("select pg_advisory_xact_lock(hashtextextended('super admins', 0))")
_ACTIVE = text("""
    select u.id from users u
    where u.user_status = 'ACTIVE'
      and exists (select from user_accounts a where a.user_id = u.id and a.account_type = 'super_admin')
""")
_IS_ONE = text("""
    select exists (select from user_accounts where user_id = :user_id and account_type = 'super_admin')
""")


async def hold_super_admins(connection: AsyncConnection) -> None:
    """One change of a status at a time, until the transaction ends."""
    await connection.execute(_HOLD)


async def active_super_admins(connection: AsyncConnection) -> set[int]:
    """The ids of those who may still undo everything."""
    return set((await connection.execute(_ACTIVE)).scalars())


async def is_super_admin(connection: AsyncConnection, user_id: int) -> bool:
    """Whether the user holds that account, active or not."""
    found: bool = (await connection.execute(_IS_ONE, {"user_id": user_id})).scalar_one()
    return found
