"""A key makes a mutation happen once: sent again, it is answered with the first answer (REL-2).

The key is written in the mutation's own transaction, so there is no state "running" that a crash could leave behind:
a second request with the same key waits for the first one's transaction, then finds its answer or takes its place.
"""

from __future__ import annotations

import hmac
import json
import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.contract import Call
from careops.errors import Conflict, InvalidInput

SHOWN_ONCE = "This was done already. Its answer holds a secret, and is shown only once."
_FORM = re.compile(r"[A-Za-z0-9_-]{8,100}")
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


@dataclass(frozen=True)
class Once:
    """One mutation of one user under one key."""

    user_id: int
    key: str
    call: Call[Any]
    secrets: tuple[bytes, ...]
    """What fingerprints are keyed with, then what older ones may be keyed with."""

    async def claim(self, connection: AsyncConnection) -> dict[str, Any] | None:
        """Take the key. The first answer, when it was taken by the same call; a different call is refused."""
        name, fingerprints = type(self.call).__name__, self._fingerprints
        values = {**self._who, "call": name, "fingerprint": fingerprints[0]}
        if (await connection.execute(_CLAIM, values)).scalar_one_or_none():
            return None
        kept = (await connection.execute(_READ, self._who)).mappings().one()
        if kept["call"] != name or bytes(kept["fingerprint"]) not in fingerprints:
            raise InvalidInput("This idempotency key was used for another request", source="idempotency-key")
        answer: dict[str, Any] | None = kept["answer"]
        if answer is None:
            raise Conflict(SHOWN_ONCE, source="idempotency-key")
        return answer

    async def keep(self, connection: AsyncConnection, answer: dict[str, Any]) -> None:
        """Store the answer for whoever asks again within a day; one with a secret in it is kept nowhere."""
        if not secret_fields(type(self.call).answer_type()):
            await connection.execute(_KEEP, {**self._who, "answer": answer})

    @property
    def _who(self) -> dict[str, Any]:
        return {"user_id": self.user_id, "key": self.key}

    @property
    def _fingerprints(self) -> list[bytes]:
        # Without the secrets in it, and keyed besides: who reads the table can check no guess (SEC-05).
        shown = self.call.model_dump(mode="json", exclude=set(secret_fields(type(self.call))))
        said = json.dumps(shown, sort_keys=True).encode()
        return [hmac.digest(secret, said, "sha256") for secret in self.secrets]


def secret_fields(model: Any) -> frozenset[str]:
    """The fields of a call or an answer that are shown to nobody else: passwords and tokens."""
    fields = getattr(model, "model_fields", {})
    return frozenset(name for name, field in fields.items() if not field.repr)


def checked_key(given: str | None) -> str | None:
    """The key of a request; raises ``InvalidInput`` for one nobody could have drawn."""
    if given is None:
        return None
    if not _FORM.fullmatch(given):
        raise InvalidInput("The idempotency key must be 8 to 100 letters, digits, - or _", source="idempotency-key")
    return given
