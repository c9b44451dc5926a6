"""SQL of idempotency keys: one row per key of a user, stored for a day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import orjson
from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB

from careops_server.core.database.connection import Connection

# If the answer is known in advance, it is stored with the key at once.
_AGAIN: Final = """
    on conflict (user_id, key) do update set call = excluded.call, fingerprint = excluded.fingerprint,
        status = excluded.status, answer = excluded.answer, created_at = excluded.created_at
        where k.created_at < now() - interval '24 hours'
"""
_CLAIM = text(f"""
    insert into idempotency_keys as k (user_id, key, call, fingerprint, status, answer, created_at)
    values (:user_id, :key, :call, :fingerprint, :status, :answer, now())
    {_AGAIN} returning true
""")
_READ = text("select call, fingerprint, answer from idempotency_keys where user_id = :user_id and key = :key")
_KEEP = text("""
    update idempotency_keys set status = 200, answer = :answer where user_id = :user_id and key = :key
""").bindparams(bindparam("answer", type_=JSONB))

# In one order, so that two batches with the same keys wait for each other and do not deadlock.
_CLAIM_EACH = text(f"""
    insert into idempotency_keys as k (user_id, key, call, fingerprint, status, answer, created_at)
    select :user_id, g.key, :call, decode(g.value, 'hex'), :status, cast(:answer as jsonb), now()
    from jsonb_each_text(cast(:fingerprints as jsonb)) g
    order by g.key
    {_AGAIN} returning k.key
""")
_READ_EACH = text("""
    select key, call, fingerprint, answer from idempotency_keys where user_id = :user_id and key = any(:keys)
""")
_KEEP_EACH = text("""
    update idempotency_keys k set status = 200, answer = g.value
    from jsonb_each(cast(:answers as jsonb)) g
    where k.user_id = :user_id and k.key = g.key
""")
_RELEASE = text("delete from idempotency_keys where user_id = :user_id and key = any(:keys)")


class StoredResponse(NamedTuple):
    """Stored use of an idempotency key: call, fingerprint of its parameters, and answer."""

    call: str
    fingerprint: bytes
    answer: dict[str, Any] | None
    """Missing if the answer was not stored."""


@dataclass(frozen=True)
class Claim:
    """Owner of idempotency keys, their call, and its answer if known in advance."""

    user_id: int
    call: str
    answer: dict[str, Any] | None

    @property
    def _values(self) -> dict[str, Any]:
        is_success = self.answer is not None
        answer = orjson.dumps(self.answer).decode() if is_success else None
        return {"user_id": self.user_id, "call": self.call, "status": 200 if is_success else 0, "answer": answer}

    async def acquire(self, connection: Connection, key: str, fingerprint: bytes) -> StoredResponse | None:
        """Claim a key that is free or a day old and return None; else return its stored use. Waits for a concurrent
        claim.
        """
        claimed = await connection.execute(_CLAIM, {**self._values, "key": key, "fingerprint": fingerprint})
        if claimed.first():
            return None
        row = (await connection.execute(_READ, {"user_id": self.user_id, "key": key})).one_row()
        return StoredResponse(row.call, bytes(row.fingerprint), row.answer)

    async def acquire_each(
        self, connection: Connection, fingerprints: Mapping[str, bytes]
    ) -> dict[str, StoredResponse]:
        """Claim the keys that are free or a day old. Return the stored use of the others."""
        if not fingerprints:
            return {}
        payload = orjson.dumps({key: fingerprint.hex() for key, fingerprint in fingerprints.items()}).decode()
        free = set((await connection.execute(_CLAIM_EACH, {**self._values, "fingerprints": payload})).scalars())
        taken = [key for key in fingerprints if key not in free]
        if not taken:
            return {}
        rows = await connection.execute(_READ_EACH, {"user_id": self.user_id, "keys": taken})
        return {row.key: StoredResponse(row.call, bytes(row.fingerprint), row.answer) for row in rows}


async def store(connection: Connection, user_id: int, key: str, answer: dict[str, Any]) -> None:
    """Store the answer of a claimed key."""
    await connection.execute(_KEEP, {"user_id": user_id, "key": key, "answer": answer})


async def store_each(connection: Connection, user_id: int, answers: Mapping[str, dict[str, Any]]) -> None:
    """Store the answers of claimed keys."""
    if answers:
        await connection.execute(_KEEP_EACH, {"user_id": user_id, "answers": orjson.dumps(answers).decode()})


async def release(connection: Connection, user_id: int, keys: Sequence[str]) -> None:
    """Release keys of calls that did not succeed."""
    if keys:
        await connection.execute(_RELEASE, {"user_id": user_id, "keys": list(keys)})
