"""Handlers that sign in, renew sessions and sign out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import NoReturn
from uuid import UUID

from careops.calls import session as calls
from careops.constants import AccountType
from careops.contract import Empty
from careops.error_codes import title_of
from careops.errors import ApiError, Unauthorized
from careops_server.areas.drafts import queries as drafts
from careops_server.areas.keys import queries as keys
from careops_server.areas.presence.events import end_presence_of_session
from careops_server.areas.today import queries as today
from careops_server.core.auth import queries
from careops_server.core.auth.login_throttle import Attempt
from careops_server.core.auth.session_binding import check_same_browser
from careops_server.core.auth.sessions import actor_of
from careops_server.core.auth.tokens import fingerprint
from careops_server.core.context import Context
from careops_server.core.observability import metrics
from careops_server.core.principal import Actor

WRONG = title_of("wrong_credentials")
NO_ENTRY = title_of("admin_access_required")
BLOCKED = title_of("account_blocked")


@dataclass(frozen=True)
class SignedInUser:
    """A user with the right password who may sign in. ``new_hash`` is set if the stored hash is outdated."""

    user: calls.User
    account_type: AccountType
    new_hash: str | None
    attempt: Attempt


async def check_sign_in(call: calls.SignIn, context: Context) -> SignedInUser:
    """Check the password, then the access of the user. No connection is held while hashing."""
    services = context.services
    async with services.passwords.turn():
        attempt = await services.throttle.admit(call.phone_number, context.origin.ip_address)
        account = await services.database.read(lambda connection: queries.user_by_phone(connection, call.phone_number))
        matches = await services.passwords.matches(account.password_hash if account else None, call.password)
        if account is None or not matches:
            await _refuse(context, attempt, "wrong", Unauthorized(WRONG, source="mobile_number_or_password"))
    account_type = calls.stored_account_type(set(account.account_types))
    if account_type is None:
        await _refuse(context, attempt, "no access", Unauthorized(NO_ENTRY, source="username_or_password"))
    if account.status != "ACTIVE":
        await _refuse(context, attempt, "blocked", Unauthorized(BLOCKED, source="user_status"))
    outdated = account.password_hash is not None and services.passwords.outdated(account.password_hash)
    new_hash = await services.passwords.hash(call.password) if outdated else None
    return SignedInUser(account.user, account_type, new_hash, attempt)


async def sign_in(call: calls.SignIn, context: Context, admitted: SignedInUser) -> calls.SignedIn:
    """Start a session for an admitted user."""
    user, account_type = admitted.user, admitted.account_type
    await admitted.attempt.succeed(context.connection)
    if admitted.new_hash is not None:
        await queries.replace_hash(context.connection, user.id, admitted.new_hash)
    browser_hash = bind_to_browser(context)
    session_id = await queries.start_session(context.connection, user.id, account_type, context.origin, browser_hash)
    refresh_token = context.services.tokens.first_refresh_token()
    await _save_refresh_token(context, refresh_token, session_id)
    context.change.actor = Actor(user, account_type, session_id)
    context.changed("session", session_id)
    return calls.SignedIn(
        user=user,
        auth_token=context.services.tokens.access_token(user.id, session_id),
        refresh_token=refresh_token,
    )


def bind_to_browser(context: Context) -> bytes | None:
    """Set a cookie for the browser and return its hash; None if the client is not a browser.

    It is new for each session: a cookie planted by an attacker would bind the session to the attacker.
    """
    if not context.origin.from_browser:
        return None
    cookie, browser_hash = context.services.browsers.new_cookie()
    context.cookies[:] = [cookie]
    return browser_hash


async def refresh_session(call: calls.RefreshSession, context: Context) -> calls.Renewed:
    """Exchange a refresh token. Within the grace time, reuse returns the same successor; later it ends the session."""
    tokens = context.services.tokens
    successor = tokens.next_refresh_token(call.refresh_token)
    token_hash, next_hash = fingerprint(call.refresh_token), fingerprint(successor)
    session_id = await queries.use_refresh_token(context.connection, token_hash)
    if session_id is None:
        session_id = await _session_within_grace(context, token_hash, next_hash)
    session = await queries.session(context.connection, session_id)
    if session is None:
        raise Unauthorized(source="refresh_token")
    actor = actor_of(session, session_id, context.services.settings)
    check_same_browser(session.browser_hash, context.origin, source="refresh_token")
    await _save_refresh_token(context, successor, session_id)
    await queries.touch(context.connection, session_id)
    context.change.actor = actor
    context.changed("session", session_id)
    return calls.Renewed(auth_token=tokens.access_token(actor.user.id, session_id), refresh_token=successor)


async def sign_out(call: calls.SignOut, context: Context) -> Empty:
    """End the session. Its tokens are refused from now on."""
    session_id = context.actor.session_id
    await queries.end_session(context.connection, session_id, "signed out")
    await drafts.forget_session(context.connection, session_id)
    await today.forget_session(context.connection, session_id)
    await end_presence_of_session(context)
    context.services.sessions.invalidate(session_id)
    context.changed("session", session_id)
    return Empty()


async def read_session(call: calls.ReadSession, context: Context) -> calls.Session:
    """Return the session of the token, or the API key."""
    if context.actor.api_client is not None:
        return await session_of_key(context, context.actor.api_client.key_id)
    session = await queries.session(context.connection, context.actor.session_id)
    if session is None:
        raise Unauthorized
    lifetime = timedelta(hours=context.services.settings.session_hours)
    return calls.Session(
        user=session.account.user,
        account_type=context.actor.staff_type,
        started_at=session.started_at.astimezone(UTC),
        ends_at=(session.started_at + lifetime).astimezone(UTC),
        must_change_password=session.account.must_change_password,
    )


async def session_of_key(context: Context, key_id: int) -> calls.Session:
    """Return the API key of the request as a session."""
    key = await keys.read_key(context.connection, key_id)
    if key is None:
        raise Unauthorized
    actor = context.actor
    return calls.Session(
        user=actor.user, account_type=actor.account_type, started_at=key.created_at, ends_at=key.expires_at, key=key
    )


async def _refuse(context: Context, attempt: Attempt, reason: str, refusal: ApiError) -> NoReturn:
    """Count the failure in a separate transaction, which survives the rollback, then refuse."""
    metrics.sign_in_failures.labels(reason).inc()
    await context.in_new_transaction(attempt.fail)
    raise refusal


async def _session_within_grace(context: Context, token_hash: bytes, next_hash: bytes) -> UUID:
    """Return the session of a token that was just replaced. Reuse of one replaced earlier means theft (SEC-11,
    SEC-12).
    """
    used = await queries.used_token(context.connection, token_hash, next_hash)
    if used is None or used.replaced_seconds_ago is None:
        raise Unauthorized(source="refresh_token")
    grace = context.services.settings.refresh_grace_seconds
    if used.alive and used.successor_unused and used.replaced_seconds_ago <= grace:
        return used.session_id
    metrics.refresh_reuse.inc()
    await context.in_new_transaction(
        lambda connection: queries.end_session(connection, used.session_id, "refresh token used again")
    )
    context.services.sessions.invalidate(used.session_id)
    context.changed("session", used.session_id)
    context.change.description = "A refresh token was used again after its successor: the session was ended"
    raise Unauthorized(source="refresh_token")


async def _save_refresh_token(context: Context, refresh_token: str, session_id: UUID) -> None:
    settings = context.services.settings
    lifetime = 60 * (settings.idle_minutes + settings.access_token_minutes)
    await queries.save_refresh_token(
        context.connection, token_hash=fingerprint(refresh_token), session_id=session_id, lifetime=lifetime
    )
