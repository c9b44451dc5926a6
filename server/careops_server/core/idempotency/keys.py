"""Idempotency keys: a mutation takes effect once, and a repeated request gets the first answer (REL-2).

The key is written in the mutation's transaction, so a crash cannot leave a "running" state behind. A second request
with the same key waits for the first one's transaction. Then it returns its answer, or runs if that was rolled back.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from careops.contract import Call, Empty
from careops.error_codes import title_of
from careops.errors import ApiError, Conflict, InvalidInput
from careops_server.core.database.connection import Connection
from careops_server.core.idempotency import queries
from careops_server.core.rate_limits.throttling import in_slices

SHOWN_ONCE = title_of("answer_shown_once")
USED = title_of("idempotency_key_reused")
_FORM = re.compile(r"[A-Za-z0-9_-]{8,100}")
_sorted_json = json.JSONEncoder(sort_keys=True).encode
_CONTAINERS: Final = (Mapping, list, tuple, BaseModel)


@dataclass(frozen=True)
class IdempotencyKey:
    """One mutation of one user under an idempotency key."""

    user_id: int
    key: str
    call: Call[Any]
    secrets: tuple[bytes, ...]
    """HMAC keys of fingerprints: the current one, then older ones."""

    async def acquire(self, connection: Connection) -> dict[str, Any] | None:
        """Claim the idempotency key. Return the first answer if the same call used it before.

        Raises ``ApiError`` if another call used it, or if its answer was not stored because it has a secret.
        """
        claim = _claim(self.user_id, type(self.call))
        stored = await claim.acquire(connection, self.key, await fingerprint(self.call, self.secrets[0]))
        if stored is None:
            return None
        answer = await _first(stored, self.call, self.secrets)
        if isinstance(answer, ApiError):
            raise answer
        return answer

    async def store(self, connection: Connection, answer: dict[str, Any]) -> None:
        """Store the answer for repeated requests within a day. Answers with secrets are never stored."""
        if _has_to_be_kept(type(self.call)):
            await queries.store(connection, self.user_id, self.key, answer)


@dataclass(frozen=True)
class IdempotencyBatch:
    """Mutations of one user and one type, each under its idempotency key, like ``IdempotencyKey`` for each of them."""

    user_id: int
    calls: Mapping[str, Call[Any]]
    secrets: tuple[bytes, ...]

    async def acquire(self, connection: Connection) -> dict[str, dict[str, Any] | ApiError]:
        """Claim the keys. For used keys, return the first answer or the refusal of that call."""
        if self._kind is None:
            return {}
        newest = {
            key: await fingerprint(call, self.secrets[0])
            async for some in in_slices(list(self.calls.items()))
            for key, call in some
        }
        taken = await _claim(self.user_id, self._kind).acquire_each(connection, newest)
        return {key: await _first(stored, self.calls[key], self.secrets) for key, stored in taken.items()}

    async def finish(
        self, connection: Connection, done: Mapping[str, dict[str, Any]], *, stored_keys: Container[str]
    ) -> None:
        """Store the answers of successful calls, and release other keys unless they are among ``stored_keys``."""
        await queries.release(
            connection, self.user_id, [k for k in self.calls if k not in done and k not in stored_keys]
        )
        if self._kind is not None and _has_to_be_kept(self._kind):
            await queries.store_each(connection, self.user_id, done)

    @property
    def _kind(self) -> type[Call[Any]] | None:
        return next((type(call) for call in self.calls.values()), None)


@cache
def constant_response(kind: type[Call[Any]]) -> dict[str, Any] | None:
    """Return the answer of calls that return only success, which is stored with the key; None for other calls."""
    return kind.write_answer(Empty()) if kind.answer_type() is Empty else None


def _has_to_be_kept(kind: type[Call[Any]]) -> bool:
    """Return whether the answer is not known in advance and may be shown again."""
    return constant_response(kind) is None and not secret_fields(kind.answer_type())


def _claim(user_id: int, kind: type[Call[Any]]) -> queries.Claim:
    return queries.Claim(user_id, kind.__name__, constant_response(kind))


async def _first(
    stored: queries.StoredResponse, call: Call[Any], secrets: Sequence[bytes]
) -> dict[str, Any] | ApiError:
    """Return the first answer of a used key, or a refusal if another call used it or the answer was not stored."""
    fingerprints = [await fingerprint(call, secret) for secret in secrets]
    if stored.call != type(call).__name__ or stored.fingerprint not in fingerprints:
        return InvalidInput(USED, source="idempotency-key")
    return Conflict(SHOWN_ONCE, source="idempotency-key") if stored.answer is None else stored.answer


async def fingerprint(call: Call[Any], secret: bytes) -> bytes:
    """Return a keyed hash of a call's parameters, without its secrets.

    Reading the table does not allow checking guesses (SEC-05). Hidden fields that are lists or objects are long, not
    secret: they are hashed in slices, so that 100,000 changes do not keep other requests waiting.
    """
    hidden = secret_fields(type(call))
    shown = call.model_dump(mode="json", exclude=set(hidden))
    digest = hmac.new(secret, _sorted_json(shown).encode(), "sha256")
    for name in sorted(hidden):
        value = getattr(call, name)
        if not isinstance(value, _CONTAINERS):
            continue
        digest.update(_sorted_json(name).encode())
        async for chunk in in_slices(value if isinstance(value, (list, tuple)) else [value]):
            digest.update(_sorted_json(to_jsonable_python(chunk)).encode())
    return digest.digest()


@cache
def secret_fields(model: Any) -> frozenset[str]:
    """Return the secret fields of a call or an answer: passwords and tokens."""
    fields = getattr(model, "model_fields", {})
    return frozenset(name for name, field in fields.items() if not field.repr)


def checked_key(key: str | None) -> str | None:
    """Return the idempotency key of a request. Raises ``InvalidInput`` for a malformed one."""
    if key is None:
        return None
    if not _FORM.fullmatch(key):
        raise InvalidInput(title_of("idempotency_key_invalid"), source="idempotency-key")
    return key
