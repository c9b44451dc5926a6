"""Authentication by session token, with a cache of one second."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from uuid import UUID

from careops.calls.session import stored_account_type
from careops.constants import CONFIRMED_MINUTES, STEP_UP_REQUIRED
from careops.error_codes import title_of
from careops.errors import Forbidden, Unauthorized
from careops_server.core.auth import queries
from careops_server.core.auth.session_binding import check_same_browser
from careops_server.core.auth.tokens import TokenMint
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.database import Database
from careops_server.core.principal import Actor, Origin

CONFIRM = title_of("confirmation_required")
_MAX_STORED = 10_000


class Sessions:
    """Resolves bearer tokens to principals.

    Every worker refuses an ended session, or one whose user was blocked or lost the account type, within
    ``session_check_seconds`` (SEC-14, SEC-15). Until then, requests need no round trip for it.
    """

    def __init__(self, settings: Settings, database: Database, tokens: TokenMint) -> None:
        self._settings = settings
        self._database = database
        self._tokens = tokens
        self._cached_sessions: dict[UUID, tuple[float, Actor, bytes | None]] = {}

    async def authenticate(self, token: str, origin: Origin) -> Actor:
        """Return the principal of a token. Raises ``Unauthorized``, also if it is used outside its browser."""
        claims = self._tokens.read(token)
        cached = self._cached_sessions.get(claims.session_id)
        if cached is not None and time.monotonic() - cached[0] < self._settings.session_check_seconds:
            if cached[1].user.id != claims.user_id:
                raise Unauthorized
            check_same_browser(cached[2], origin)
            return cached[1]
        session = await self._database.read(lambda connection: queries.session(connection, claims.session_id))
        if session is None or session.account.user.id != claims.user_id:
            raise Unauthorized
        actor = actor_of(session, claims.session_id, self._settings)
        check_same_browser(session.browser_hash, origin)
        if actor.must_change_password:
            # not cached, because the next call may follow the change of the password and reach another worker
            return actor
        if len(self._cached_sessions) >= _MAX_STORED:
            self._cached_sessions.clear()
        self._cached_sessions[claims.session_id] = (time.monotonic(), actor, session.browser_hash)
        return actor

    async def require_recent_password(self, actor: Actor) -> None:
        """Raise ``Forbidden`` unless the principal confirmed the password recently. It always reads the database."""
        if not await self._database.read(
            lambda connection: queries.confirmed(connection, actor.session_id, CONFIRMED_MINUTES)
        ):
            raise Forbidden(CONFIRM, source=STEP_UP_REQUIRED)

    async def find_active(self, ids: Sequence[UUID]) -> Mapping[UUID, str | None]:
        """Return the active sessions among ``ids`` with the current account types of their users."""
        sessions = await self._database.read(
            lambda connection: queries.find_active(connection, ids, self._settings.session_hours)
        )
        return {session_id: stored_account_type(types) for session_id, types in sessions.items()}

    def invalidate(self, session_id: UUID) -> None:
        """Remove a session from this worker's cache."""
        self._cached_sessions.pop(session_id, None)


def actor_of(session: queries.LiveSession, session_id: UUID, settings: Settings) -> Actor:
    """Return the principal of a session. Raises ``Unauthorized`` if it is over or its user may no longer sign in."""
    account_type = stored_account_type(set(session.account.account_types))
    over = session.age_seconds > settings.session_hours * 3600
    if session.ended or over or account_type is None or session.account.status != "ACTIVE":
        raise Unauthorized
    return Actor(session.account.user, account_type, session_id, session.account.must_change_password)
