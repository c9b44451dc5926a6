"""Handlers that change and confirm the caller's password. Wrong passwords count as at sign-in (SEC-02)."""

from __future__ import annotations

from careops.calls.session import ChangePassword, ConfirmSession
from careops.contract import Empty
from careops.error_codes import title_of
from careops.errors import InvalidInput, Unauthorized
from careops_server.core.auth import queries
from careops_server.core.auth.login_throttle import Attempt
from careops_server.core.auth.password_rules import check_strength
from careops_server.core.context import Context
from careops_server.core.observability import metrics

WRONG = title_of("wrong_password")
THE_SAME = title_of("password_unchanged")


async def check_change(call: ChangePassword, context: Context) -> str | None:
    """Return the new password's hash, None if it is already set, as after a change whose answer was lost."""
    user, passwords = context.actor.user, context.services.passwords
    async with passwords.turn():
        attempt, stored = await _admit(context)
        right = await passwords.matches(stored, call.old_password)
        done = await passwords.matches(stored, call.new_password)
        await _settle(context, attempt, "old_password", right=right or done)
    if done:
        return None
    await check_strength(call.new_password, about=(user.name, user.phone_number, user.email), source="new_password")
    return await passwords.hash(call.new_password)


async def change_password(call: ChangePassword, context: Context, password_hash: str | None) -> Empty:
    """Set the password, and end the user's other sessions, which may belong to someone with the old password."""
    if password_hash is None:
        raise InvalidInput(THE_SAME, source="new_password")
    actor = context.actor
    await queries.set_password(context.connection, actor.user.id, password_hash, one_time=False)
    await queries.confirm(context.connection, actor.session_id)
    for ended in await queries.end_other_sessions(
        context.connection, actor.user.id, actor.session_id, "password changed"
    ):
        context.services.sessions.invalidate(ended)
    context.services.sessions.invalidate(actor.session_id)
    context.changed("user", actor.user.id)
    return Empty()


async def check_password(call: ConfirmSession, context: Context) -> None:
    """Refuse a wrong password."""
    passwords = context.services.passwords
    async with passwords.turn():
        attempt, stored = await _admit(context)
        right = await passwords.matches(stored, call.password)
        await _settle(context, attempt, "password", right=right)


async def confirm_session(call: ConfirmSession, context: Context, checked: None) -> Empty:
    """Store the time of the confirmation."""
    await queries.confirm(context.connection, context.actor.session_id)
    context.changed("session", context.actor.session_id)
    return Empty()


async def _admit(context: Context) -> tuple[Attempt, str | None]:
    """Admit an attempt, and return it with the stored hash."""
    attempt = await context.services.throttle.admit(context.actor.user.phone_number, context.origin.ip_address)
    account = await context.services.database.read(
        lambda connection: queries.session(connection, context.actor.session_id)
    )
    if account is None:
        raise Unauthorized
    return attempt, account.account.password_hash


async def _settle(context: Context, attempt: Attempt, source: str, *, right: bool) -> None:
    if right:
        await context.in_new_transaction(attempt.cancel)
        return
    metrics.sign_in_failures.labels("wrong").inc()
    await context.in_new_transaction(attempt.fail)
    raise InvalidInput(WRONG, source=source)
