"""Handlers that list and end open sessions (SEC-16)."""

from __future__ import annotations

from typing import Final

from careops.calls.session import NO_SESSION, EndedSessions, EndOtherSessions, EndSession, ListSessions, OpenSession
from careops.contract import Empty, Page
from careops.errors import NotFound
from careops_server.areas.session import active_session_queries as queries
from careops_server.areas.session.user_agents import browser_of, system_of
from careops_server.core.context import Context

_BY_OWNER: Final = "ended by its owner"
_BY_SUPER_ADMIN: Final = "ended by a super admin"


async def list_sessions(call: ListSessions, context: Context) -> Page[OpenSession]:
    """Return one page of the caller's open sessions, or of the user that a super admin names."""
    total, rows = await queries.list_open(
        context.connection,
        _place(context),
        _lifetime(context),
        user_id=call.user_id or context.actor.user.id,
        session_id=context.actor.session_id,
        limit=call.perpage,
        offset=call.offset,
    )
    sessions = [
        OpenSession(**row, browser=browser_of(row["user_agent"]), system=system_of(row["user_agent"])) for row in rows
    ]
    return Page[OpenSession].of(sessions, total=total, perpage=call.perpage)


async def end_session(call: EndSession, context: Context) -> Empty:
    """End a session. Raises ``NotFound``, also for another user's session unless a super admin makes the call."""
    own_only = None if context.actor.account_type == "super_admin" else context.actor.user.id
    ended = await queries.end_one(
        context.connection,
        _place(context),
        _lifetime(context),
        number=call.session_id,
        user_id=own_only,
        reason=_BY_OWNER if own_only else _BY_SUPER_ADMIN,
    )
    if ended is None:
        raise NotFound(NO_SESSION, source="session_id")
    context.services.sessions.invalidate(ended["id"])
    facts = {
        "user_id": ended["user_id"],
        "browser": browser_of(ended["user_agent"]),
        "system": system_of(ended["user_agent"]),
        "ip_address": ended["ip_address"],
    }
    context.changed("session", ended["id"], before=facts)
    return Empty()


async def end_other_sessions(call: EndOtherSessions, context: Context) -> EndedSessions:
    """End all of the caller's other sessions, or all sessions of the user that a super admin names."""
    own = context.actor.user.id
    user_id = call.user_id or own
    ended = await queries.end_others(
        context.connection,
        _place(context),
        _lifetime(context),
        user_id=user_id,
        session_id=context.actor.session_id,
        reason=_BY_OWNER if user_id == own else _BY_SUPER_ADMIN,
    )
    for session_id in ended:
        context.services.sessions.invalidate(session_id)
    context.changed("user", user_id, before={"other_sessions": len(ended)}, after={"other_sessions": 0})
    return EndedSessions(ended=len(ended))


def _place(context: Context) -> queries.SessionTable:
    return queries.OWN if context.services.upstream is None else queries.BEHIND_A_GATEWAY


def _lifetime(context: Context) -> queries.Lifetime:
    """Return the lifetime of sessions. A token renewed at the last moment is valid for another quarter of an hour."""
    settings = context.services.settings
    return queries.Lifetime(settings.session_hours, settings.idle_minutes + settings.access_token_minutes)
