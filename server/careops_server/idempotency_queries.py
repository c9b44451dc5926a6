"""The SQL of idempotency keys: one row for each key of a user, kept for a day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson
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

# In one order, so that two batches that share keys wait for each other and do not deadlock.
_CLAIM_EACH = text("""
    insert into idempotency_keys as k (user_id, key, call, fingerprint, status, answer, created_at)
    select :user_id, g.key, :call, g.fingerprint, 0, null, now()
    from unnest(cast(:keys as text[]), cast(:fingerprints as bytea[])) as g (key, fingerprint)
    order by g.key
    on conflict (user_id, key) do update
        set call = excluded.call, fingerprint = excluded.fingerprint, status = 0, answer = null, created_at = now()
        where k.created_at < now() - interval '24 hours'
    returning k.key
""")
_READ_EACH = text("""
    select key, call, fingerprint, answer from idempotency_keys where user_id = :user_id and key = any(:keys)
""")
_KEEP_EACH = text("""
    update idempotency_keys k set status = 200, answer = cast(g.answer as jsonb)
    from unnest(cast(:keys as text[]), cast(:answers as text[])) as g (key, answer)
    where k.user_id = :user_id and k.key = g.key
""")
_RELEASE = text("delete from idempotency_keys where user_id = :user_id and key = any(:keys)")


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


async def claim_each(
    connection: AsyncConnection, user_id: int, fingerprints: Mapping[str, bytes], *, call: str
) -> dict[str, Kept]:
    """Take the keys that are free or a day old; what is kept of each of the others."""
    if not fingerprints:
        return {}
    values = {
        "user_id": user_id,
        "call": call,
        "keys": list(fingerprints),
        "fingerprints": list(fingerprints.values()),
    }
    free = set((await connection.execute(_CLAIM_EACH, values)).scalars())
    taken = [key for key in fingerprints if key not in free]
    if not taken:
        return {}
    rows = await connection.execute(_READ_EACH, {"user_id": user_id, "keys": taken})
    return {row.key: Kept(row.call, bytes(row.fingerprint), row.answer) for row in rows}


async def keep_each(connection: AsyncConnection, user_id: int, answers: Mapping[str, dict[str, Any]]) -> None:
    """Write down what taken keys were answered with."""
    if answers:
        texts = [orjson.dumps(answer).decode() for answer in answers.values()]
        await connection.execute(_KEEP_EACH, {"user_id": user_id, "keys": list(answers), "answers": texts})


async def release(connection: AsyncConnection, user_id: int, keys: Sequence[str]) -> None:
    """Give back keys under which nothing was done."""
    if keys:
        await connection.execute(_RELEASE, {"user_id": user_id, "keys": list(keys)})
