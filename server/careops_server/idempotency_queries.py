"""The SQL of idempotency keys: one row for each key of a user, kept for a day."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

_CLAIM = text("""
    insert into idempotency_keys as k (user_id, key, call, fingerprint, status, answer, created_at)
    values (:user_id, :key, :call, :fingerprint, 0, null, now())
    on conflict (user_id, key) do update
        set call = excluded.call, fingerprint = excluded.fingerprint, status = 0, answer = null, created_at = now()
        where k.created_at < now() - interval '24 hours'
    returning true
""")
_READ = text("select call, fingerprint, answer from idempotency_keys where user_id = :user_id and key = :key")
_KEEP = text("""
    update idempotency_keys set status = 200, answer = :answer where user_id = :user_id and key = :key
""").bindparams(bindparam("answer", type_=JSONB))


class Kept(NamedTuple):
    """What is known of a key that was used: by which call, with which parameters, answered with what."""

    call: str
    fingerprint: bytes
    answer: dict[str, Any] | None
    """None for an answer that is kept nowhere."""


async def claim(connection: AsyncConnection, user_id: int, key: str, *, call: str, fingerprint: bytes) -> Kept | None:
    """Take a key that is free or a day old; else what is kept of it. Waits for whoever is taking it."""
    values = {"user_id": user_id, "key": key, "call": call, "fingerprint": fingerprint}
    if (await connection.execute(_CLAIM, values)).scalar_one_or_none():
        return None
    row = (await connection.execute(_READ, {"user_id": user_id, "key": key})).one()
    return Kept(row.call, bytes(row.fingerprint), row.answer)


async def keep(connection: AsyncConnection, user_id: int, key: str, answer: dict[str, Any]) -> None:
    """Write down what a taken key was answered with."""
    await connection.execute(_KEEP, {"user_id": user_id, "key": key, "answer": answer})
