"""SQL of export counts."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row

_TAKE_TURN: Final = text("select pg_advisory_xact_lock(hashtextextended('list exports', :user_id))")
_TAKEN: Final = text("""
    select count(*), coalesce(extract(epoch from min(exported_at) + interval '1 day' - now()), 0)
    from list_exports
    where user_id = :user_id and list_name = :list_name and exported_at > now() - interval '1 day'
""")
_NOTE: Final = insert_row(tables.list_exports, "user_id list_name")


async def consume_quota(connection: Connection, user_id: int, list_name: str, *, most: int) -> float | None:
    """Count an export of a list by a user. Return the seconds to wait if there were ``most`` within a day."""
    values = {"user_id": user_id, "list_name": list_name}
    await connection.execute(_TAKE_TURN, {"user_id": user_id})
    taken, wait = (await connection.execute(_TAKEN, values)).one_row()
    if taken >= most:
        return float(wait)
    await connection.execute(_NOTE, values)
    return None
