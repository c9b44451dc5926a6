"""Authentication by API key, with a cache of one second."""

from __future__ import annotations

import time
from collections.abc import Collection, Set
from typing import Final
from uuid import UUID

from careops.calls.session import User
from careops.errors import ApiError, Unauthorized
from careops_server.core.auth import api_key_queries, api_key_tokens
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.database import Database
from careops_server.core.observability.logs import log
from careops_server.core.principal import Actor, ApiClient, Origin
from careops_server.core.rate_limits.limiter import RateLimiter

_MAX_STORED: Final = 1_000
_NO_SESSION: Final = UUID(int=0)


class EndedKeyError(Unauthorized):
    """The API key is known, but revoked, expired or replaced. Callers learn no difference to an unknown key."""

    def __init__(self, key_id: int) -> None:
        super().__init__()
        self.key_id = key_id


class ApiKeyAuthenticator:
    """Resolves API keys to principals, in gateway mode as well, because the keys belong to this installation.

    A revoked or expired key is refused within ``session_check_seconds`` by every worker.
    """

    def __init__(self, settings: Settings, database: Database, limits: RateLimiter) -> None:
        self._trusted_for = settings.session_check_seconds
        self._database = database
        self._limits = limits
        self._cached_keys: dict[bytes, tuple[float, Actor]] = {}

    async def authenticate(self, token: str, origin: Origin) -> Actor:
        """Return the principal of an API key. Raises ``Unauthorized``, and ``TooManyRequests`` after many unknown or
        ended keys.
        """
        token_hash = api_key_tokens.fingerprint(token)
        cached = self._cached_keys.get(token_hash)
        if cached is not None and time.monotonic() - cached[0] < self._trusted_for:
            return cached[1]
        self._limits.check_key_guessing(origin)
        key = None
        if api_key_tokens.is_well_formed(token):
            key = await self._database.read(lambda connection: api_key_queries.find_key(connection, token_hash))
        if key is None or not key.is_active:
            self._limits.count_guess(origin)
            raise Unauthorized if key is None else EndedKeyError(key.id)
        if key.untouched:
            await self._touch(key, origin)
        actor = actor_of(key, token_hash)
        if len(self._cached_keys) >= _MAX_STORED:
            self._cached_keys.clear()
        self._cached_keys[token_hash] = (time.monotonic(), actor)
        return actor

    async def find_active(self, hashes: Collection[bytes]) -> Set[bytes]:
        """Return the hashes of active keys among ``hashes``, without the cache."""
        return await self._database.read(lambda connection: api_key_queries.find_active(connection, hashes))

    def clear_cache(self) -> None:
        """Clear this worker's cache."""
        self._cached_keys.clear()

    async def _touch(self, key: api_key_queries.StoredKey, origin: Origin) -> None:
        try:
            await self._database.change(lambda connection: api_key_queries.touch(connection, key.id, origin.ip_address))
        except ApiError as refusal:  # a full disk is no reason to refuse reads
            log.warning("cannot record use of API key", key=key.name, reason=str(refusal))


def actor_of(key: api_key_queries.StoredKey, token_hash: bytes) -> Actor:
    """Return the principal of an API key. Its user id is negative, so that it never equals a person's."""
    user = User(id=-key.id, name=key.name, phone_number="")
    program = ApiClient(key.id, key.scopes, key.per_minute, token_hash, key.people_ids)
    return Actor(user, "app", _NO_SESSION, api_client=program)
