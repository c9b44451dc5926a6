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

from sqlalchemy.ext.asyncio import AsyncConnection

from careops.contract import Call
from careops.errors import Conflict, InvalidInput
from careops_server import idempotency_queries as queries

SHOWN_ONCE = "This was done already. Its answer holds a secret, and is shown only once."
_FORM = re.compile(r"[A-Za-z0-9_-]{8,100}")


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
        kept = await queries.claim(connection, self.user_id, self.key, call=name, fingerprint=fingerprints[0])
        if kept is None:
            return None
        if kept.call != name or kept.fingerprint not in fingerprints:
            raise InvalidInput("This idempotency key was used for another request", source="idempotency-key")
        if kept.answer is None:
            raise Conflict(SHOWN_ONCE, source="idempotency-key")
        return kept.answer

    async def keep(self, connection: AsyncConnection, answer: dict[str, Any]) -> None:
        """Store the answer for whoever asks again within a day; one with a secret in it is kept nowhere."""
        if not secret_fields(type(self.call).answer_type()):
            await queries.keep(connection, self.user_id, self.key, answer)

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
