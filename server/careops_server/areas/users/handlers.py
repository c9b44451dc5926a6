"""Handlers of users."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, Final

from careops.calls.users import NO_USER, OneTimePassword, ReadUser, ResetPassword, UpdateUser, UserRecord
from careops.contract import Empty
from careops.error_codes import title_of
from careops.errors import ApiError, Conflict, Forbidden, NotFound
from careops_server.areas.users import queries
from careops_server.areas.users.reference import USER
from careops_server.core.auth import queries as sessions
from careops_server.core.context import Context
from careops_server.core.queries.records import lock_or_404
from careops_server.core.queries.row_updates import LockedRow

NOT_YOURSELF: Final = title_of("own_status")
SUPERS_ONLY: Final = title_of("super_admin_required")
LAST_SUPER: Final = title_of("last_super_admin")
BY_YOURSELF: Final = title_of("own_password_reset")
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without ambiguous characters, because a one-time password may be read out."""
list_users = queries.USERS.handle


async def read_user(call: ReadUser, context: Context) -> UserRecord:
    """Return a user. Raises ``NotFound``."""
    return await queries.read_user(context.connection, call.user_id)


async def update_user(call: UpdateUser, context: Context) -> Empty:
    """Set a user's flags or status. All sessions of a user who is no longer active end."""
    if "user_status" in call.changes:
        await queries.lock_super_admins(context.connection)
    user = await lock_or_404(context.connection, queries.USER, USER, call.user_id)
    changed = user.changed_values(call.changes)
    if "user_status" in changed:
        await _check_status(call, context)
    if changed.get("user_status", "ACTIVE") != "ACTIVE":
        await _sign_out(context, [call.user_id], f"user {call.user_status}")
    context.changed("user", call.user_id, **await user.set(context.connection, changed))
    return Empty()


async def update_users(calls: Sequence[UpdateUser], contexts: Sequence[Context]) -> list[Empty | ApiError]:
    """Set flags or status of many users as a batch, with the same rules for each."""
    connection = contexts[0].connection
    if any("user_status" in call.changes for call in calls):
        await queries.lock_super_admins(connection)
    held = await queries.USER.lock_each(connection, [call.user_id for call in calls])
    guard = await _guard(calls, held, contexts[0])
    answers: list[Empty | ApiError] = []
    set_now: list[tuple[Context, LockedRow, dict[str, Any]]] = []
    for call, context in zip(calls, contexts, strict=True):
        user = held.get(call.user_id)
        changed = user.changed_values(call.changes) if user else {}
        refused = NotFound(NO_USER, source="user_id") if user is None else guard(call, changed)
        answers.append(refused or Empty())
        if user is not None and refused is None:
            set_now.append((context, user, changed))
    differences = await queries.USER.set_each(connection, [(user, changed) for _, user, changed in set_now])
    signed_out = defaultdict[str, list[int]](list)
    for (context, user, changed), difference in zip(set_now, differences, strict=True):
        if changed.get("user_status", "ACTIVE") != "ACTIVE":
            signed_out[changed["user_status"]].append(user.key["id"])
        context.changed("user", user.key["id"], **difference)
    for status, ids in signed_out.items():
        await _sign_out(contexts[0], ids, f"user {status}")
    return answers


async def hash_one_time_password(call: ResetPassword, context: Context) -> tuple[str, str]:
    """Return a random password of about 120 bits and its hash."""
    password = "-".join("".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(5))
    return password, await context.services.passwords.hash(password)


async def reset_password(call: ResetPassword, context: Context, generated: tuple[str, str]) -> OneTimePassword:
    """Set a one-time password, which must be changed at the first sign-in, and end the user's sessions."""
    if call.user_id == context.actor.user.id:
        raise Conflict(BY_YOURSELF, source="user_id")
    password, password_hash = generated
    if not await sessions.set_password(context.connection, call.user_id, password_hash, one_time=True):
        raise NotFound(NO_USER, source="user_id")
    await _sign_out(context, [call.user_id], "password reset")
    context.changed("user", call.user_id)
    return OneTimePassword(password=password)


async def _check_status(call: UpdateUser, context: Context) -> None:
    supers = await queries.super_admins(context.connection, [call.user_id])
    active = await queries.active_super_admins(context.connection) if supers else set()
    if refused := _refusal(call, context, supers=supers, active=active):
        raise refused


def _refusal(call: UpdateUser, context: Context, *, supers: Set[int], active: Set[int]) -> ApiError | None:
    """Return the refusal of a change of status. ``supers`` are the affected super admins, ``active`` all active
    ones.
    """
    if call.user_id == context.actor.user.id:
        return Conflict(NOT_YOURSELF, source="user_status")
    if call.user_id not in supers:
        return None
    if context.actor.account_type != "super_admin":
        return Forbidden(SUPERS_ONLY, source="user_status")
    return Conflict(LAST_SUPER, source="user_status") if active <= {call.user_id} else None


async def _guard(
    calls: Sequence[UpdateUser], held: Mapping[int, LockedRow], context: Context
) -> Callable[[UpdateUser, Mapping[str, Any]], ApiError | None]:
    """Return a function that checks changes of status in order, each as if the previous ones were made."""
    supers = await queries.super_admins(context.connection, held)
    active = await queries.active_super_admins(context.connection) if supers else set()

    def judge(call: UpdateUser, changed: Mapping[str, Any]) -> ApiError | None:
        if "user_status" not in changed:
            return None
        refused = _refusal(call, context, supers=supers, active=active)
        if refused is None and call.user_id in supers:
            (active.add if changed["user_status"] == "ACTIVE" else active.discard)(call.user_id)
        return refused

    return judge


async def _sign_out(context: Context, user_ids: Sequence[int], reason: str) -> None:
    for session_id in await sessions.end_sessions_of(context.connection, user_ids, reason):
        context.services.sessions.invalidate(session_id)
