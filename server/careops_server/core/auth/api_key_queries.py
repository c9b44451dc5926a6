"""SQL of authentication by API key."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from careops.renamed import CALLS
from careops_server.core.database.connection import Connection

TOUCHED_SECONDS: Final = 60
"""Precision of a key's last use. A write for each use would cost more than most requests."""

_FIND = text("""
    select k.id, k.name, k.scopes, k.per_minute,
        array_remove(array[k.created_by_id, k.rotated_by_id], null) as people_ids,
        coalesce(k.last_used_at < now() - :seconds * interval '1 second', true) as untouched,
        k.revoked_at is null and k.expires_at > now()
            and (k.token_hash = :token_hash or k.previous_until > now()) as is_active
    from program_keys k
    where k.token_hash = :token_hash or k.previous_hash = :token_hash
""")
_ACTIVE = text("""
    select t.token_hash from unnest(cast(:hashes as bytea[])) as t (token_hash)
    join program_keys k
        on k.token_hash = t.token_hash or (k.previous_hash = t.token_hash and k.previous_until > now())
    where k.revoked_at is null and k.expires_at > now()
""")
_TOUCH = text("update program_keys set last_used_at = now(), last_used_from = :address where id = :id")


@dataclass(frozen=True)
class StoredKey:
    """A stored API key."""

    id: int
    name: str
    scopes: frozenset[str]
    per_minute: int
    people_ids: frozenset[int]
    """Ids of the users who created it and rotated it last, as far as they are known."""
    untouched: bool
    """Its last use was not stored within the last minute."""
    is_active: bool
    """It is not revoked or expired, and was not replaced."""


async def find_key(connection: Connection, token_hash: bytes) -> StoredKey | None:
    """Return the API key with that hash."""
    values = {"token_hash": token_hash, "seconds": TOUCHED_SECONDS}
    row = (await connection.execute(_FIND, values)).mappings().one_or_none()
    if row is None:
        return None
    scopes = frozenset(CALLS.get(scope, scope) for scope in row["scopes"])
    return StoredKey(**{**row, "scopes": scopes, "people_ids": frozenset(row["people_ids"])})


async def find_active(connection: Connection, hashes: Collection[bytes]) -> frozenset[bytes]:
    """Return the hashes of active keys among ``hashes``."""
    rows = await connection.execute(_ACTIVE, {"hashes": [*hashes]})
    return frozenset(bytes(row.token_hash) for row in rows.all())


async def touch(connection: Connection, key_id: int, address: str) -> None:
    """Store the last use of an API key."""
    await connection.execute(_TOUCH, {"id": key_id, "address": address})
