"""A key makes a mutation happen once: sent again, it is answered with the first answer (REL-2).

The key is written in the mutation's own transaction, so there is no state "running" that a crash could leave behind:
a second request with the same key waits for the first one's transaction, then finds its answer or takes its place.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from careops.contract import Call
from careops.errors import Conflict, InvalidInput, Refused
from careops_server import idempotency_queries as queries

SHOWN_ONCE = "This was done already. Its answer holds a secret, and is shown only once."
USED = "This idempotency key was used for another request"
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
            raise InvalidInput(USED, source="idempotency-key")
        if kept.answer is None:
            raise Conflict(SHOWN_ONCE, source="idempotency-key")
        return kept.answer

    async def keep(self, connection: AsyncConnection, answer: dict[str, Any]) -> None:
        """Store the answer for whoever asks again within a day; one with a secret in it is kept nowhere."""
        if not secret_fields(type(self.call).answer_type()):
            await queries.keep(connection, self.user_id, self.key, answer)

    @property
    def _fingerprints(self) -> list[bytes]:
        return _fingerprints(self.call, self.secrets)


@dataclass(frozen=True)
class OnceEach:
    """Mutations of one user, all of one kind, each under its own key; the same as ``Once`` for every one of them."""

    user_id: int
    calls: Mapping[str, Call[Any]]
    secrets: tuple[bytes, ...]

    async def claim(self, connection: AsyncConnection) -> dict[str, dict[str, Any] | Refused]:
        """Take the keys. Of those that were taken before: the first answer, or the refusal of that call."""
        fingerprints = {key: _fingerprints(call, self.secrets) for key, call in self.calls.items()}
        newest = {key: found[0] for key, found in fingerprints.items()}
        taken = await queries.claim_each(connection, self.user_id, newest, call=self._name)
        return {key: self._first(kept, fingerprints[key]) for key, kept in taken.items()}

    async def settle(
        self, connection: AsyncConnection, done: Mapping[str, dict[str, Any]], *, known: Container[str]
    ) -> None:
        """Store the answers of what was done; what was not done leaves its key free. ``known`` were taken before."""
        await queries.release(connection, self.user_id, [k for k in self.calls if k not in done and k not in known])
        kind = next((type(call) for call in self.calls.values()), None)
        if kind is not None and not secret_fields(kind.answer_type()):
            await queries.keep_each(connection, self.user_id, done)

    def _first(self, kept: queries.Kept, fingerprints: Sequence[bytes]) -> dict[str, Any] | Refused:
        if kept.call != self._name or kept.fingerprint not in fingerprints:
            return InvalidInput(USED, source="idempotency-key")
        return Conflict(SHOWN_ONCE, source="idempotency-key") if kept.answer is None else kept.answer

    @property
    def _name(self) -> str:
        return next((type(call).__name__ for call in self.calls.values()), "")


def _fingerprints(call: Call[Any], secrets: Sequence[bytes]) -> list[bytes]:
    # Without the secrets in it, and keyed besides: who reads the table can check no guess (SEC-05).
    shown = call.model_dump(mode="json", exclude=set(secret_fields(type(call))))
    said = json.dumps(shown, sort_keys=True).encode()
    return [hmac.digest(secret, said, "sha256") for secret in secrets]


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
