"""SQL of API keys. Only their hashes are stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import text

from careops.calls.keys import Key
from careops_server.core.database.connection import Connection
from careops_server.core.queries.list_query import ListQuery

KEYS: Final = ListQuery(Key, "program_keys k")
_CREATE = text("""
    insert into program_keys (name, token_hash, ends_with, scopes, per_minute, created_by, expires_at)
    values (:name, :token_hash, :ends_with, :scopes, :per_minute, :created_by,
        now() + :expires_in_days * interval '1 day')
    on conflict (name) do nothing returning id
""")
_LOCK = text("""
    select name, scopes, revoked_at is null and expires_at > now() as works, revoked_at is not null as revoked
    from program_keys where id = :id for update
""")
_ROTATE = text("""
    update program_keys set previous_hash = token_hash, previous_until = now() + :overlap_hours * interval '1 hour',
        token_hash = :token_hash, ends_with = :ends_with
    where id = :id
""")
_REVOKE = text("update program_keys set revoked_at = now() where id = :id")


async def read_key(connection: Connection, key_id: int) -> Key | None:
    """Return a key as the list shows it, or None."""
    return await KEYS.one(connection, key_id)


async def create_key(connection: Connection, values: Mapping[str, Any]) -> int | None:
    """Create an API key and return its id, None if the name is taken."""
    key_id: int | None = (await connection.execute(_CREATE, values)).scalar_one_or_none()
    return key_id


async def lock_key(connection: Connection, key_id: int) -> Mapping[Any, Any] | None:
    """Lock an API key and return it, None if there is no such key."""
    return (await connection.execute(_LOCK, {"id": key_id})).mappings().one_or_none()


async def rotate_key(
    connection: Connection, key_id: int, *, token_hash: bytes, ends_with: str, overlap_hours: int
) -> None:
    """Replace an API key. The previous one stays valid for ``overlap_hours``."""
    values = {"id": key_id, "token_hash": token_hash, "ends_with": ends_with, "overlap_hours": overlap_hours}
    await connection.execute(_ROTATE, values)


async def revoke_key(connection: Connection, key_id: int) -> None:
    """Revoke an API key."""
    await connection.execute(_REVOKE, {"id": key_id})
