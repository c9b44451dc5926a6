"""Authentication by the platform's tokens, for users who signed in through the gateway."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import cast
from uuid import UUID

from careops.calls.session import User
from careops.constants import AccountType
from careops.errors import Unauthorized
from careops_server.core.auth.session_binding import check_same_browser
from careops_server.core.auth.tokens import fingerprint
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.database import Database
from careops_server.core.principal import Actor, Origin
from careops_server.core.upstream import queries

_MAX_STORED = 10_000


class GatewaySessions:
    """Resolves the platform's bearer tokens to principals. Tokens that did not pass through the gateway are refused."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._settings = settings
        self._database = database
        self._cached_sessions: dict[bytes, tuple[float, Actor, bytes | None]] = {}

    async def authenticate(self, token: str, origin: Origin) -> Actor:
        """Return the principal of a token. Raises ``Unauthorized``, also if it is used outside its browser."""
        token_hash = fingerprint(token)
        cached = self._cached_sessions.get(token_hash)
        if cached is not None and time.monotonic() - cached[0] < self._settings.session_check_seconds:
            check_same_browser(cached[2], origin)
            return cached[1]
        session = await self._database.read(lambda connection: queries.session_of(connection, token_hash))
        if session is None:
            raise Unauthorized
        check_same_browser(session.browser_hash, origin)
        actor = Actor(User.model_validate(session.person), cast(AccountType, session.account_type), session.id)
        if len(self._cached_sessions) >= _MAX_STORED:
            self._cached_sessions.clear()
        self._cached_sessions[token_hash] = (time.monotonic(), actor, session.browser_hash)
        return actor

    async def require_recent_password(self, actor: Actor) -> None:
        """Do nothing: the platform has the passwords and asks for confirmation itself."""

    async def find_active(self, ids: Sequence[UUID]) -> Mapping[UUID, str | None]:
        """Return the sessions among ``ids`` that have not ended here. Sessions that the platform ended fail when their
        tokens are used.
        """
        return await self._database.read(lambda connection: queries.find_active(connection, ids))

    def invalidate(self, session_id: UUID) -> None:
        """Remove a session from this worker's cache."""
        self._cached_sessions = {
            key: cached for key, cached in self._cached_sessions.items() if cached[1].session_id != session_id
        }
