"""The SQL of users."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

COLUMNS = frozenset({"growth_enabled", "packages_enabled", "user_status"})
"""What may be changed of a user; an allow-list, as names become SQL here (SEC-26)."""
_LOCK = text("""
    select id, name, growth_enabled, packages_enabled, user_status from users where id = :id for no key update
""")


async def lock_user(connection: AsyncConnection, user_id: int) -> Mapping[str, Any] | None:
    """A user's changeable columns, held against other writers until the transaction ends."""
    row = (await connection.execute(_LOCK, {"id": user_id})).mappings().one_or_none()
    return None if row is None else dict(row)


async def update_user(connection: AsyncConnection, user_id: int, values: Mapping[str, Any]) -> None:
    """Set columns of a user."""
    await connection.execute(_update_statement(tuple(sorted(values))), {**values, "id": user_id})


@cache
def _update_statement(columns: tuple[str, ...]) -> TextClause:
    if not COLUMNS.issuperset(columns):
        raise ValueError(f"not columns that may be changed: {set(columns) - COLUMNS}")
    assignments = ", ".join(f"{column} = :{column}" for column in columns)
    return text(f"update users set {assignments}, updated_at = now() where id = :id")  # noqa: S608 (allow-list)
